// heddle serve: a page on localhost to write programs, check and verify them.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <system_error>
#include <thread>

#include "cli/commands.hpp"
#include "serve/serve_options.hpp"
#include "support/check.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

fs::path own_path() {
  std::error_code failed;
  fs::path path = fs::read_symlink("/proc/self/exe", failed);
  if (failed) throw support::UserError("cannot find the program itself: /proc is needed");
  return path;
}

// Becomes heddle-serve (src/serve/main.cpp).
int serve(serve::ServeOptions options) {
  const fs::path heddle = own_path();
  options.program = heddle.string();  // its runs are children of this program
  const fs::path server =
      heddle.parent_path().parent_path() / "libexec" / "heddle" / "heddle-serve";
  const std::string word = serve::as_word(options);
  ::execl(server.c_str(), "heddle-serve", word.c_str(), static_cast<char*>(nullptr));
  throw support::UserError(fmt::format("{}: {}; it belongs to heddle and is installed with it",
                                       server.string(), std::generic_category().message(errno)));
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
