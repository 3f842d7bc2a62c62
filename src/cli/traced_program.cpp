#include "cli/traced_program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/cpp_program.hpp"
#include "cli/erlang_program.hpp"
#include "cli/toy_program.hpp"
#include "support/check.hpp"

namespace heddle::cli {

Subject program_of(const core::Trace& trace, const std::string& file, const std::string& name) {
  const auto& command = trace.command;
  if (command.size() >= 2 && command[0] == "check") {
    std::vector<std::string> words(command.begin() + 1, command.end());
    if (!name.empty()) words.push_back("--file=" + name);
    CheckArguments arguments = parse_check(words, file);
    return load_erlang(words, arguments);
  }
  if (is_cpp_command(command)) {
    CppTest test = cpp_test(command, file);
    if (!name.empty()) test.program = name;
    return load_cpp(test, &trace);
  }
  const bool recorded = command.size() >= 2 && command[0] == "explore";
  if (name.empty() && !recorded) {
    throw support::UserError(fmt::format(
        "{}: does not say which program it was recorded from; name it with --program", file));
  }
  toy::Options options;
  options.allow_deadlock =
      std::find(command.begin(), command.end(), "--allow_deadlock") != command.end();
  return load_toy(name.empty() ? command[1] : name, options);
}

}  // namespace heddle::cli
