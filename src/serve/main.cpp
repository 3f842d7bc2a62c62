// heddle-serve: the server itself, which `heddle serve` becomes.
//
// It is a program of its own because of what it is linked with: cpp-httplib, OpenSSL and others are
// ready before main, which would cost every other command of heddle a third of its start.
#include <atomic>
#include <chrono>
#include <exception>
#include <iostream>
#include <thread>

#include "queue/connection.hpp"
#include "serve/server.hpp"
#include "support/check.hpp"
#include "support/interrupt.hpp"

namespace {

constexpr int kBadInput = 2;
constexpr int kInconclusive = 3;

int serve(const heddle::serve::ServeOptions& options) {
  heddle::serve::Server server(options);
  if (!server.problem().empty()) std::cerr << "heddle: " << server.problem() << '\n';
  const std::atomic<bool>& interrupted = heddle::support::watch_for_interrupt();
  std::cout << "Heddle is at " << server.url() << "\nCtrl-C ends it and all runs." << std::endl;
  std::atomic<bool> over{false};
  std::thread watcher([&] {
    while (!interrupted && !over) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    server.stop();
  });
  server.run();
  over = true;
  watcher.join();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return serve(heddle::serve::from_word(argc == 2 ? argv[1] : ""));
  } catch (const heddle::queue::ServerLost& lost) {
    std::cerr << "heddle: the server of the queue: " << lost.what() << '\n';
    return kInconclusive;
  } catch (const heddle::support::InternalError& error) {
    std::cerr << "heddle: " << error.what()
              << "\nheddle: this is a defect of heddle; please report it with the command line\n";
  } catch (const std::exception& error) {
    std::cerr << "heddle: " << error.what() << '\n';
  }
  return kBadInput;
}
