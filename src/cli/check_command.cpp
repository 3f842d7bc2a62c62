// heddle check FILE: explores an Erlang or Elixir test and reports what it found.
#include <fmt/format.h>

#include <iostream>
#include <map>
#include <memory>

#include "cli/commands.hpp"
#include "cli/erlang_program.hpp"
#include "cli/search.hpp"
#include "cli/suite.hpp"
#include "explore/explorer.hpp"
#include "support/check.hpp"

namespace heddle::cli {
namespace {

// Every different outcome, how often it came, and how many interleavings there were.
int list_outcomes(const CheckArguments& arguments, const Subject& program) {
  const std::string name = arguments.search.dpor.empty() ? "observers" : arguments.search.dpor;
  const auto algorithm = explore::make_algorithm(name);
  if (algorithm == nullptr) {
    throw support::UserError(
        fmt::format("--dpor {}: no such algorithm; use {}", name, explore::algorithm_names()));
  }
  const auto instance = program.factory();
  const explore::Bounds bounds = bounds_of(arguments.search);
  explore::ExplorerOptions options;
  options.bounds = bounds;
  const auto search = explore::make_explorer(*instance, *algorithm, options);
  explore::Explorer& explorer = *search;
  explorer.start({});
  std::map<std::string, std::uint64_t> outcomes;
  const std::uint64_t most = arguments.search.interleaving_bound;
  bool complete = true;
  while (complete && explorer.next_run()) {
    complete = most == 0 || explorer.counts().interleavings < most;
    if (explorer.run_end() == explore::RunEnd::kSleepSetBlocked) continue;
    ++outcomes[instance->outcome()];
  }
  for (const auto& [outcome, times] : outcomes) std::cout << times << " times\n" << outcome << "\n";
  std::cout << fmt::format("{} outcomes, {} interleavings, {} sleep-set blocked\n", outcomes.size(),
                           explorer.counts().interleavings, explorer.counts().sleep_set_blocked);
  if (!complete) std::cout << fmt::format("cut off by the limit of interleavings {}\n", most);
  for (const core::CutOff& cut : explorer.counts().bounds_hit.describe(bounds, name)) {
    complete = false;
    std::cout << fmt::format("cut off by {}\n", cut.what);
  }
  return complete ? 0 : 3;
}

void say_without_meaning(const CheckArguments& arguments) {
  for (const std::string& option : arguments.without_meaning) {
    std::cerr << fmt::format("heddle: {} is an option of Concuerror that has no meaning here\n",
                             option);
  }
}

int check(const std::vector<std::string>& words, CheckArguments arguments) {
  const bool named = !arguments.file.empty() || !arguments.module.empty();
  if (names_suite(arguments) || !named) {
    say_without_meaning(arguments);
    return check_suite(words, arguments);
  }
  const Subject loaded = load_erlang(words, arguments);
  say_without_meaning(arguments);
  return watching(loaded, [&](const Subject& program) {
    return arguments.outcomes ? list_outcomes(arguments, program)
                              : search(arguments.search, program);
  });
}

}  // namespace

Command add_check(CommandParser& heddle, const std::vector<std::string>& words) {
  auto arguments = std::make_shared<CheckArguments>();
  CommandParser command = heddle.add_command(
      "check", "explore an Erlang or Elixir test: all interleavings that can matter");
  add_options(command, *arguments);
  return [arguments, words] { return check({words.begin() + 1, words.end()}, *arguments); };
}

}  // namespace heddle::cli
