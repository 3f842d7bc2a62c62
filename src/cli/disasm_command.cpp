// heddle disasm FILE.beam: the instructions of a compiled Erlang or Elixir module.
#include <fmt/format.h>

#include <charconv>
#include <deque>
#include <iostream>
#include <memory>
#include <string>

#include "beam/loader/beam_file.hpp"
#include "beam/loader/listing.hpp"
#include "cli/commands.hpp"
#include "support/check.hpp"

namespace heddle::cli {
namespace {

struct Options {
  std::string file;
  std::string function;
};

/// NAME or NAME/ARITY; a name may contain '/' itself.
beam::ListingFilter filter_of(const std::string& function) {
  if (function.empty()) return {};
  const std::size_t slash = function.rfind('/');
  if (slash == std::string::npos || slash == 0) return {function, {}};
  std::uint32_t arity = 0;
  const char* const end = function.data() + function.size();
  const auto [last, error] = std::from_chars(function.data() + slash + 1, end, arity);
  if (error != std::errc() || last != end) return {function, {}};
  return {function.substr(0, slash), arity};
}

int disassemble(const Options& options) {
  std::deque<beam::Export> exports;  // what external funs among the literals point to
  const beam::EtfHooks hooks{[&](beam::Term module, beam::Term function, std::uint32_t arity) {
                               beam::Export& entry = exports.emplace_back();
                               entry.module = module;
                               entry.function = function;
                               entry.arity = arity;
                               return &entry;
                             },
                             false};
  const beam::BeamFile file = beam::read_beam(options.file, hooks);
  if (!beam::print_listing(std::cout, file, filter_of(options.function)) &&
      !options.function.empty()) {
    throw support::UserError(fmt::format("{}: there is no function {}; see 'heddle disasm {}'",
                                         options.file, options.function, options.file));
  }
  return 0;
}

}  // namespace

Command add_disasm(CommandParser& heddle) {
  auto options = std::make_shared<Options>();
  CommandParser command =
      heddle.add_command("disasm", "show the instructions of a compiled Erlang or Elixir module");
  command.add_option("file", options->file, "a .beam file, e.g. ebin/lists.beam").required();
  command.add_option("--function", options->function, "only this function: NAME or NAME/ARITY");
  return [options] { return disassemble(*options); };
}

}  // namespace heddle::cli
