#include <fmt/format.h>
#include <pthread.h>

#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "queue/connection.hpp"
#include "support/check.hpp"
#include "support/version.hpp"

namespace {

constexpr int kBadInput = 2;
constexpr int kInconclusive = 3;

using heddle::cli::CommandParser;

/// One line that names the culprit and where to look.
std::string words(const heddle::cli::ArgumentError& error, const CommandParser& parser) {
  if (const auto given = parser.given()) {
    return fmt::format("{}; see 'heddle {} --help'", error.what(), given->name());
  }
  std::string known;
  for (const CommandParser& command : parser.commands()) {
    known += (known.empty() ? "" : ", ") + command.name();
  }
  const std::vector<std::string> unknown = parser.unknown();
  if (unknown.empty()) return fmt::format("a command is missing; give one of {}", known);
  return fmt::format("there is no {} '{}'; give one of the commands {}",
                     unknown.front().starts_with('-') ? "option" : "command", unknown.front(),
                     known);
}

/// CLI11 would take a word in brackets for a list of words; a space in front leaves an Erlang list
/// whole.
std::vector<std::string> with_whole_lists(std::vector<std::string> words) {
  for (std::string& word : words) {
    if (word.starts_with('[')) word.insert(0, " ");
  }
  return words;
}

/// A command, by the name that it gives itself.
struct Entry {
  std::string_view name;
  heddle::cli::Command (*add)(CommandParser& parent, const std::vector<std::string>& given);
  bool describes_others = false;
};

template <auto kAdd>
heddle::cli::Command without_words(CommandParser& parent, const std::vector<std::string>&) {
  return kAdd(parent);
}

constexpr Entry kCommands[] = {
    {"check", heddle::cli::add_check},
    {"explore", without_words<heddle::cli::add_explore>},
    {"replay", without_words<heddle::cli::add_replay>},
    {"minimise", without_words<heddle::cli::add_minimise>},
    {"races", without_words<heddle::cli::add_races>},
    {"variants", without_words<heddle::cli::add_variants>},
    {"explain", without_words<heddle::cli::add_explain>},
    {"diff", without_words<heddle::cli::add_diff>},
    {"graph", without_words<heddle::cli::add_graph>},
    {"programs", without_words<heddle::cli::add_programs>},
    {"run", without_words<heddle::cli::add_run>},
    {"disasm", without_words<heddle::cli::add_disasm>},
    {"verify", without_words<heddle::cli::add_verify>},
    {"cover", without_words<heddle::cli::add_cover>},
    {"serve", without_words<heddle::cli::add_serve>},
    {"worker", without_words<heddle::cli::add_worker>},
    {"status", without_words<heddle::cli::add_status>},
    {"stop", without_words<heddle::cli::add_stop>},
    {"resume", without_words<heddle::cli::add_resume>},
    {"queue", without_words<heddle::cli::add_queue>},
    {"completions", without_words<heddle::cli::add_completions>, true},
    {"manual", without_words<heddle::cli::add_manual>, true},
};

/// The command that is given, or all of them: several hundred options cost more to describe than a
/// small program to explore.
std::vector<const Entry*> wanted(const std::vector<std::string>& given) {
  std::vector<const Entry*> all;
  for (const Entry& entry : kCommands) {
    if (!given.empty() && given.front() == entry.name && !entry.describes_others) return {&entry};
    all.push_back(&entry);
  }
  return all;
}

int run(int argc, char** argv) {
  CommandParser parser(
      "heddle",
      "Heddle explores every interleaving of a concurrent program that can matter, exactly once.\n"
      "Exit codes: 0 verified, 1 error found, 2 bad input, 3 something was cut off.");
  parser.add_version(std::string("heddle ") + heddle::support::kVersion);
  parser.needs_command();
  std::vector<std::pair<CommandParser, heddle::cli::Command>> commands;
  const std::vector<std::string> given(argv + 1, argv + argc);
  for (const Entry* entry : wanted(given)) {
    heddle::cli::Command command = entry->add(parser, given);
    commands.emplace_back(parser.commands().back(), std::move(command));
  }
  try {
    parser.parse(with_whole_lists(given));
  } catch (const heddle::cli::HelpRequest& request) {
    std::cout << request.text();
    return 0;
  } catch (const heddle::cli::ArgumentError& error) {
    throw heddle::support::UserError(words(error, parser));
  }
  for (const auto& [described, command] : commands) {
    if (described.parsed()) return command();
  }
  return kBadInput;
}

// The tree of an exploration is as deep as its longest run, and some of what walks it recurses:
// a kilobyte of stack for each of the 200,000 steps that --bound length allows is ample. It is
// address space only, until it is used.
void give_threads_deep_stacks() {
  constexpr std::size_t kStack = std::size_t{256} << 20;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return;
  if (pthread_attr_setstacksize(&attributes, kStack) == 0) pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

int run_and_report(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const heddle::cli::Inconclusive&) {
    return kInconclusive;
  } catch (const heddle::queue::ServerLost& lost) {
    std::cerr << "heddle: the server of the queue: " << lost.what() << '\n';
    return kInconclusive;
  } catch (const heddle::support::UserError& error) {
    std::cerr << "heddle: " << error.what() << '\n';
  } catch (const heddle::support::InternalError& error) {
    std::cerr << "heddle: " << error.what()
              << "\nheddle: this is a defect of heddle; please report it with the command line\n";
  } catch (const std::bad_alloc&) {
    std::cerr << "heddle: the memory does not suffice; shorter runs (--bound length:N) or fewer "
                 "--jobs need less\n";
  } catch (const std::exception& error) {
    std::cerr << "heddle: " << error.what() << '\n';
  }
  return kBadInput;
}

}  // namespace

int main(int argc, char** argv) {
  give_threads_deep_stacks();
  int code = kBadInput;
  std::thread([&] { code = run_and_report(argc, argv); }).join();
  return code;
}
