// heddle graph TRACE.json: a recorded run as a graph (DOT, SVG) or a sequence chart (Mermaid), or
// the exploration that it is a run of, as a tree.
#include <fmt/format.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <iostream>
#include <memory>

#include "beam/loader/compile.hpp"
#include "cli/commands.hpp"
#include "cli/erlang_program.hpp"
#include "cli/traced_program.hpp"
#include "core/trace.hpp"
#include "report/dot.hpp"
#include "report/mermaid.hpp"
#include "report/tree.hpp"
#include "story/exploration_tree.hpp"
#include "support/check.hpp"
#include "support/file.hpp"

namespace heddle::cli {
namespace {

using support::UserError;

struct Arguments {
  std::string file;
  std::string format = "dot";
  std::string output;
  std::string program;
  bool races = false;
  bool tree = false;
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

// By the algorithm that found the run; variants and samples have no tree.
report::Tree tree_of(const Subject& subject, const core::Trace& trace) {
  report::Tree tree = story::exploration_tree(subject, trace.algorithm);
  return tree.nodes.empty() ? story::exploration_tree(subject, "observers") : tree;
}

void write(const Arguments& arguments, const std::string& text) {
  const std::string bytes = arguments.format == "svg" ? to_svg(text) : text;
  if (arguments.output.empty() || arguments.output == "-") {
    std::cout << bytes;
  } else {
    support::write_file_atomically(arguments.output, bytes, "graph");
  }
}

int graph(const Arguments& arguments) {
  const core::Trace trace = core::read_trace(arguments.file);
  const bool mermaid = arguments.format == "mermaid";
  if (!arguments.tree) {
    write(arguments, mermaid ? report::to_mermaid(trace) : report::to_dot(trace, arguments.races));
    return 0;
  }
  if (mermaid) throw UserError("--tree: is drawn as dot or svg; leave --format mermaid out");
  return watching(program_of(trace, arguments.file, arguments.program),
                  [&](const Subject& subject) {
                    write(arguments, report::to_dot(tree_of(subject, trace), subject.title));
                    return 0;
                  });
}

}  // namespace

Command add_graph(CommandParser& heddle) {
  auto arguments = std::make_shared<Arguments>();
  CommandParser command = heddle.add_command(
      "graph",
      "draw a recorded run: what happens before what, or a sequence chart; or its exploration");
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
  command.add_flag(
      "--tree", arguments->tree,
      "explore the program again and draw the first interleavings as a tree (dot, svg)");
  command.add_option("--program", arguments->program,
                     "with --tree: use this program instead of the recorded one");
  return [arguments] { return graph(*arguments); };
}

}  // namespace heddle::cli
