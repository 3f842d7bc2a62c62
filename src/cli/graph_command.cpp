// heddle graph TRACE.json: a recorded run as a graph (DOT, SVG) or a sequence chart (Mermaid).
#include <fmt/format.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <iostream>
#include <memory>

#include "beam/loader/compile.hpp"
#include "cli/commands.hpp"
#include "core/trace.hpp"
#include "report/dot.hpp"
#include "report/mermaid.hpp"
#include "support/check.hpp"
#include "support/file.hpp"

namespace heddle::cli {
namespace {

using support::UserError;

struct Arguments {
  std::string file;
  std::string format = "dot";
  std::string output;
  bool races = false;
};

constexpr int kNotFound = 127;  // what a shell says of a program that is not there

// Graphviz draws it.
std::string to_svg(const std::string& dot) {
  const beam::PrivateFolder folder;
  const std::string file = folder.path() + "/graph.dot";
  support::write_file_atomically(file, dot, "graph");
  FILE* const pipe = popen(fmt::format("dot -Tsvg '{}' 2>/dev/null", file).c_str(), "r");
  if (pipe == nullptr) throw UserError("--format svg: cannot start a shell for 'dot'");
  std::string svg;
  std::array<char, 65536> buffer;
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    svg.append(buffer.data(), got);
  }
  const int status = pclose(pipe);
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNotFound) {
    throw UserError(
        "--format svg: needs the program 'dot' of Graphviz, which is not here; install graphviz, "
        "or "
        "take --format dot or mermaid");
  }
  if (status != 0) {
    throw UserError("--format svg: 'dot' could not draw the graph; take --format dot and see why");
  }
  return svg;
}

int graph(const Arguments& arguments) {
  const core::Trace trace = core::read_trace(arguments.file);
  const std::string text = arguments.format == "mermaid" ? report::to_mermaid(trace)
                                                         : report::to_dot(trace, arguments.races);
  const std::string bytes = arguments.format == "svg" ? to_svg(text) : text;
  if (arguments.output.empty() || arguments.output == "-") {
    std::cout << bytes;
  } else {
    support::write_file_atomically(arguments.output, bytes, "graph");
  }
  return 0;
}

}  // namespace

Command add_graph(CommandParser& heddle) {
  auto arguments = std::make_shared<Arguments>();
  CommandParser command = heddle.add_command(
      "graph", "draw a recorded run: what happens before what, or a sequence chart");
  command.add_option("trace", arguments->file, "a trace file").required();
  command
      .add_option("--format", arguments->format,
                  "dot (Graphviz), svg (drawn by Graphviz) or mermaid (a sequence chart)")
      .one_of({"dot", "svg", "mermaid"})
      .shows_default();
  command.add_option("--output,-o", arguments->output,
                     "where to write it (default: standard output)");
  command.add_flag("--races", arguments->races,
                   "also the pairs of steps that might have come in the other order (dot, svg)");
  return [arguments] { return graph(*arguments); };
}

}  // namespace heddle::cli
