// heddle serve: a page on localhost to write programs, check and verify them.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <thread>

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "serve/server.hpp"
#include "support/check.hpp"

namespace heddle::cli {
namespace {

// The runs are children of the same program.
std::string own_path() {
  std::error_code failed;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (failed) throw support::UserError("cannot find the program itself: /proc is needed");
  return path.string();
}

int serve(serve::ServeOptions options) {
  options.program = own_path();
  serve::Server server(options);
  if (!server.problem().empty()) std::cerr << "heddle: " << server.problem() << '\n';
  const std::atomic<bool>& interrupted = watch_for_interrupt();
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

Command add_serve(CommandParser& heddle) {
  auto options = std::make_shared<serve::ServeOptions>();
  options->jobs = std::max(1U, std::thread::hardware_concurrency());
  CommandParser command =
      heddle.add_command("serve", "a page on localhost to write, check and verify programs");
  command.add_option("--port", options->port, "the port of 127.0.0.1; 0: any that is free")
      .shows_default();
  command
      .add_option("--folder", options->folders,
                  "a folder with programs to open, and with headers; repeatable")
      .one_at_a_time();
  command.add_option("--jobs", options->jobs, "runs at the same time (default: one for each core)")
      .between(1, 256);
  command.add_option("--time", options->time, "the most seconds of a run")
      .between(0.1, 86400.0)
      .shows_default();
  command.add_option("--memory", options->memory, "the most memory of a run, in MiB")
      .between(std::uint64_t{64}, std::uint64_t{1} << 24)
      .shows_default();
  command.add_option("--keep", options->keep,
                     "a folder where past runs are kept for the next server");
  command.add_option("--queue", options->queue,
                     "the PostgreSQL server of a queue, whose runs the page shows");
  command.add_flag("--allow-native", options->allow_native,
                   "compile and run C++ too, which nothing confines to Heddle's own machine");
  return [options] { return serve(*options); };
}

}  // namespace heddle::cli
