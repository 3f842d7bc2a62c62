#include "cli/manual_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "support/version.hpp"

namespace heddle::cli {
namespace {

// A hyphen, a quote and a backslash as they are typed; no line that roff takes for a request.
std::string escaped(const std::string& text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    line_begins = c == '\n';
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '\'') {
      out += "\\(aq";
    } else if (c == '`') {
      out += "\\(ga";
    } else if (c == '^') {
      out += "\\(ha";
    } else if (c == '~') {
      out += "\\(ti";
    } else {
      out += c;
    }
  }
  return out;
}

std::string bold(const std::string& text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + escaped(text) + "\\fR"; }

std::string value_of(const ArgumentHelp& argument) {
  switch (argument.kind) {
    case ValueKind::kNone:
      return "";
    case ValueKind::kNumber:
      return italic("N");
    case ValueKind::kText:
      return italic("TEXT");
    case ValueKind::kChoice:
      return bold(fmt::format("{}", fmt::join(argument.choices, "|")));
  }
  return "";
}

// -j, --jobs N
std::string names_of(const ArgumentHelp& option) {
  std::vector<std::string> names = option.names;
  std::ranges::reverse(names);
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + bold(name);
  const std::string value = value_of(option);
  if (value.empty()) return text;
  return text + (option.optional ? " [" + value + "]" : " " + value);
}

std::string text_of(const ArgumentHelp& argument) {
  std::string text = escaped(argument.text);
  if (!argument.preset.empty()) text += fmt::format(" (default: {})", escaped(argument.preset));
  return text;
}

std::string of_options(const CommandHelp& command) {
  std::string text;
  for (const ArgumentHelp& option : command.options) {
    text += fmt::format(".TP\n{}\n{}\n", names_of(option), text_of(option));
  }
  return text;
}

std::string usage(const CommandHelp& command) {
  std::string text = bold(command.path) + " [" + italic("options") + "]";
  for (const ArgumentHelp& positional : command.positionals) {
    const std::string name =
        italic(positional.names.front()) + (positional.repeatable ? " ..." : "");
    text += positional.optional ? " [" + name + "]" : " " + name;
  }
  if (!command.commands.empty()) text += " " + italic("command") + " ...";
  return text;
}

std::string section_of(const CommandHelp& command) {
  std::string text = fmt::format(".SS {}\n{}\n.PP\n{}\n", escaped(command.path), usage(command),
                                 escaped(command.text));
  for (const ArgumentHelp& positional : command.positionals) {
    text += fmt::format(".TP\n{}\n{}\n", italic(positional.names.front()), text_of(positional));
  }
  return text + of_options(command);
}

constexpr const char* kEnd = R"(.SH FILES
.TP
.I heddle\-trace.json
where the trace of the error that is shown is written, unless \fB\-\-trace\fR names another file
.TP
.I heddle\-checkpoint
left behind by Ctrl\-C, unless \fB\-\-checkpoint\fR names another file; \fB\-\-resume\fR goes on from it
.SH EXAMPLES
Look for an error in a test of an Erlang module, run the error again, and see its cause:
.PP
.nf
.RS
heddle check cache.erl
heddle replay heddle\-trace.json
heddle explain heddle\-trace.json
.RE
.fi
.SH SEE ALSO
The guide and the reference are with the program, in the folder \fIshare/doc/heddle\fR of its prefix.
)";

}  // namespace

std::string manual_page(const CommandHelp& heddle) {
  const std::string about = heddle.text.substr(0, heddle.text.find('\n'));
  std::string page = fmt::format(
      ".\\\" Made by `heddle manual`.\n"
      ".TH HEDDLE 1 \"\" \"heddle {}\" \"User Commands\"\n"
      ".SH NAME\nheddle \\- verify concurrent programs\n"
      ".SH SYNOPSIS\n{}\n.SH DESCRIPTION\n{}\n"
      ".SH OPTIONS\n{}",
      support::kVersion, usage(heddle), escaped(about), of_options(heddle));
  page += ".SH COMMANDS\n";
  const auto all = with_all_below(heddle);
  for (auto command = all.begin() + 1; command != all.end(); ++command) {
    page += section_of(**command);
  }
  if (about.size() < heddle.text.size()) {
    page += ".SH EXIT STATUS\n" + escaped(heddle.text.substr(about.size() + 1)) + "\n";
  }
  return page + kEnd;
}

}  // namespace heddle::cli
