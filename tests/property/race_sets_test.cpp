// Race sets and race variants against seed 001, definitions 8 and 9, on random programs.
//
// All runs of a program, from the exploration without reduction, are turned into the paper's traces
// (tests/support/vidal.hpp: definitions by their text, on the words of a recorded run). For each
// trace: every receive has the race set that definition 8 gives it; every variant keeps what
// definition 9 keeps; it is called reversible if and only if one of all runs extends it; and a run
// driven along it does, with the other message. And a search that follows variants only sees every
// trace, each of them once.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>

#include "beam/loader/compile.hpp"
#include "erlang/program.hpp"
#include "explore/drive.hpp"
#include "explore/random_stream.hpp"
#include "explore/replay.hpp"
#include "explore/run_races.hpp"
#include "explore/variants.hpp"
#include "tests/property/programs.hpp"
#include "tests/support/vidal.hpp"

namespace heddle::tests {
namespace {

using explore::RunRace;

constexpr std::uint64_t kMostRuns = 500;  // of the exploration without reduction
constexpr std::size_t kMostTraces = 25;   // of which the races are compared
using Schedule = std::vector<core::ActorId>;
using Matching =
    std::function<vidal::Match(core::Program&, const core::Trace&, const vidal::Read&)>;

/// How the words of a front end are read.
struct Reading {
  vidal::Tag tag;
  Matching matching;
};

struct Totals {
  std::size_t programs = 0;
  std::size_t receives = 0;
  std::size_t races = 0;
  std::size_t irreversible = 0;
};

/// Every trace with a run of it; nothing if there are too many runs.
std::optional<std::map<vidal::Trace, Schedule>> all_traces(const core::ProgramFactory& factory,
                                                           const Reading& reading) {
  const auto program = factory();
  const auto describer = factory();
  const auto none = explore::make_algorithm("none");
  const auto search = explore::make_explorer(*program, *none, {});
  search->start({});
  std::map<vidal::Trace, Schedule> traces;
  while (search->next_run()) {
    if (search->counts().interleavings > kMostRuns) return std::nullopt;
    const Schedule schedule = search->schedule();
    traces.try_emplace(vidal::read(explore::record(*describer, schedule), reading.tag).trace,
                       schedule);
  }
  return traces;
}

/// The part of a trace that these events are, the receive `changed` taking the message `tag`.
vidal::Trace part_of(const vidal::Read& read, const std::vector<std::uint32_t>& events,
                     std::uint32_t changed, const std::string& tag) {
  std::map<std::string, std::size_t> kept;
  vidal::Trace out;
  const std::set<std::uint32_t> chosen(events.begin(), events.end());
  for (const std::uint32_t event : chosen) {
    const auto it = read.events.find(event);
    if (it == read.events.end()) continue;
    const auto& [process, position] = it->second;
    vidal::Action action = read.trace.at(process)[position];
    if (event == changed) action.tag = tag;
    out[process].push_back(action);
  }
  return out;
}

std::string listed(const std::set<std::string>& tags) {
  std::string out;
  for (const std::string& tag : tags) out += " " + tag;
  return out.empty() ? " nothing" : out;
}

std::string compare_run(core::Program& program, const Schedule& schedule, const Reading& reading,
                        const std::map<vidal::Trace, Schedule>& traces, Totals& totals) {
  const core::Trace recorded = explore::record(program, schedule);
  const vidal::Read read = vidal::read(recorded, reading.tag);
  const explore::RunRaces found(program, schedule);
  const vidal::Match match = reading.matching(program, recorded, read);
  std::map<std::uint32_t, std::set<std::string>> sets;
  for (std::size_t i = 0; i < found.all().size(); ++i) {
    const RunRace& race = found.all()[i];
    if (race.kind != RunRace::Kind::kReceive) continue;
    const std::string tag = reading.tag(recorded.events[race.second]);
    sets[race.first].insert(tag);
    const vidal::Event receive = read.events.at(race.first);
    const vidal::Trace expected = vidal::variant(read.trace, receive, tag);
    const auto in_words = [&](const std::string& what) {
      return fmt::format("{} of step {} with {} in\n{}definition 9:\n{}", what, race.first + 1, tag,
                         vidal::words(read.trace), vidal::words(expected));
    };
    ++totals.races;
    const bool possible = std::any_of(traces.begin(), traces.end(), [&](const auto& other) {
      return vidal::extends(other.first, expected);
    });
    if (possible != race.reversible) {
      return in_words(possible ? "not reversible, but a run extends the variant"
                               : "reversible, but no run extends the variant");
    }
    totals.irreversible += race.reversible ? 0 : 1;
    if (!race.reversible) continue;
    const vidal::Trace kept = part_of(read, found.variant(i), race.first, tag);
    if (kept != expected) return in_words("another variant\n" + vidal::words(kept));
    const auto first = explore::make_first();
    const explore::Driven driven = explore::drive(program, found.schedule(i), *first);
    const vidal::Trace ran =
        vidal::read(explore::record(program, driven.schedule), reading.tag).trace;
    if (!vidal::extends(ran, expected)) {
      return in_words("a run that does not follow the variant\n" + vidal::words(ran));
    }
    // The program has moved on; `found` asks it only what matches.
  }
  for (const auto& [event, receive] : read.events) {
    if (read.trace.at(receive.first)[receive.second].kind != vidal::Action::Kind::kReceive)
      continue;
    ++totals.receives;
    const std::set<std::string> expected = vidal::race_set(read.trace, receive, match);
    const std::set<std::string>& set = sets[static_cast<std::uint32_t>(event)];
    if (set != expected) {
      return fmt::format("race set of step {}:{}, definition 8:{} in\n{}", event + 1, listed(set),
                         listed(expected), vidal::words(read.trace));
    }
  }
  return "";
}

std::string compare_search(const core::ProgramFactory& factory, const Reading& reading,
                           const std::map<vidal::Trace, Schedule>& traces) {
  const auto program = factory();
  const auto describer = factory();
  explore::Variants search(*program);
  std::set<vidal::Trace> reached;
  while (search.next_run()) {
    const vidal::Trace trace =
        vidal::read(explore::record(*describer, search.schedule()), reading.tag).trace;
    if (!traces.contains(trace)) return "no run has the trace\n" + vidal::words(trace);
    if (!reached.insert(trace).second) return "twice the trace\n" + vidal::words(trace);
  }
  for (const auto& [trace, schedule] : traces) {
    if (!reached.contains(trace)) return "not reached by variants:\n" + vidal::words(trace);
  }
  return "";
}

std::string compare(const core::ProgramFactory& factory, const Reading& reading, bool search,
                    Totals& totals) {
  const auto traces = all_traces(factory, reading);
  if (!traces) return "";
  ++totals.programs;
  const auto program = factory();
  std::size_t looked_at = 0;
  for (const auto& [trace, schedule] : *traces) {
    if (++looked_at > kMostTraces) break;
    const std::string wrong = compare_run(*program, schedule, reading, *traces, totals);
    if (!wrong.empty()) return wrong;
  }
  return search ? compare_search(factory, reading, *traces) : "";
}

void print(const Totals& totals) {
  std::cout << fmt::format("{} programs, {} receives, {} races, {} of them not reversible\n",
                           totals.programs, totals.receives, totals.races, totals.irreversible);
  EXPECT_GT(totals.programs, 0U);
  EXPECT_GT(totals.races, 0U);
}

// --- toy programs ------------------------------------------------------------------------------

vidal::Match toy_match(core::Program& program, const core::Trace& recorded,
                       const vidal::Read& read) {
  std::map<std::string, core::Token> values;
  std::map<vidal::Event, core::Token> constraints;
  for (std::size_t i = 0; i < recorded.events.size(); ++i) {
    const core::TraceEvent& event = recorded.events[i];
    for (const core::TraceAccess& access : event.footprint) {
      if (access.access.kind == core::AccessKind::kAppend) {
        values[event.text.message] = access.access.token;
      } else if (access.access.kind == core::AccessKind::kTake) {
        constraints[read.events.at(i)] = access.access.token;
      }
    }
  }
  return [&program, values, constraints](const std::string& tag, const vidal::Event& receive) {
    return program.matches(constraints.at(receive), values.at(tag));
  };
}

Reading toy_reading() {
  return {[](const core::TraceEvent& event) { return event.text.message; }, toy_match};
}

TEST(RaceSets, OfToyProgramsAreThoseOfTheDefinitions) {
  toy::GenerateOptions options;
  options.messages_only = true;
  options.timeouts = options.joins = false;
  options.max_operations = 5;
  Totals totals;
  for_all_programs(options, 0.3, [&](const core::ProgramFactory& factory) {
    return compare(factory, toy_reading(), true, totals);
  });
  print(totals);
}

// --- Erlang programs ---------------------------------------------------------------------------

/// A first process and some others that spawn, send and receive. Every message is a tuple of its
/// own, {a,7,Pid}, so that its text is its tag; receives take some letters, or numbers that are
/// odd, or even.
class Messages {
 public:
  explicit Messages(std::uint64_t seed) : random_(seed, 11) {}

  std::string program(const std::string& name) {
    const int children = 2 + below(2);
    ends_ = below(2) == 0;
    std::string text = name + "() ->\n";
    std::vector<std::string> known;
    for (int i = 1; i <= children; ++i) {
      // Those who are known to many receive, the later ones send.
      receives_ = i == 1 ? 4 : 1;
      text += spawn(known, i == 1 || children == 2 ? 3 : 2, below(4) == 0);
    }
    receives_ = 1;
    text += operations(known, 1 + below(2));
    return text + "  " + end() + ".\n";
  }

 private:
  int below(int n) { return static_cast<int>(random_.below(static_cast<std::size_t>(n))); }
  /// To who is gone nothing is delivered, but for the paper it was sent.
  std::string end() const { return ends_ ? "ok" : "receive never -> ok end"; }

  std::string spawn(std::vector<std::string>& known, int most, bool nested) {
    std::vector<std::string> inside = known;
    std::string body = "    Self = self(), _ = Self,\n";
    inside.push_back("Self");
    if (nested) body += spawn(inside, 1, false);
    body += operations(inside, 1 + below(most));
    const std::string pid = fmt::format("P{}", ++made_);
    known.push_back(pid);
    return fmt::format("  {} = spawn(fun() ->\n{}    {} end),\n  _ = {},\n", pid, body, end(), pid);
  }

  std::string operations(std::vector<std::string>& known, int count) {
    std::string text;
    while (count-- > 0) {
      if (below(5) >= receives_ && !known.empty()) {
        const int size = static_cast<int>(known.size());
        const std::string& to = known[static_cast<std::size_t>(below(2) * below(size))];
        text += fmt::format("  {} ! {{{}, {}, self()}},\n", to, letter(), ++number_);
        continue;
      }
      std::string clauses = clause();
      if (below(3) == 0) clauses += "; " + clause();
      const std::string from = fmt::format("F{}", ++made_);
      // Who sent it can be answered.
      text += fmt::format("  {} = receive {} end,\n  _ = {},\n", from, clauses, from);
      known.push_back(from);
    }
    return text;
  }
  const char* letter() { return below(3) == 0 ? "b" : "a"; }
  std::string clause() {
    const int n = ++made_;
    switch (below(4)) {
      case 0:
        return fmt::format("{{_, _, X{}}} -> X{}", n, n);
      case 1:
        return fmt::format("{{_, N{0}, X{0}}} when N{0} rem 2 =:= {1} -> X{0}", n, below(2));
      default:
        return fmt::format("{{{}, _, X{}}} -> X{}", letter(), n, n);
    }
  }

  explore::RandomStream random_;
  int made_ = 0;
  int number_ = 0;
  bool ends_ = true;
  int receives_ = 1;  // of five operations
};

/// Whether the message "{a,7,...}" fits a receive whose source has these patterns.
bool fits(const std::string& value, const std::string& constraint) {
  const char letter = value[1];
  const int number = std::atoi(value.c_str() + 3);
  std::size_t at = 0;
  while (at != std::string::npos) {
    const std::size_t end = constraint.find("; ", at);
    const std::string clause = constraint.substr(at, end == std::string::npos ? end : end - at);
    const bool parity = clause.find("rem 2") != std::string::npos;
    if ((clause[1] == '_' || clause[1] == letter) &&
        (!parity || number % 2 == clause.back() - '0')) {
      return true;
    }
    at = end == std::string::npos ? end : end + 2;
  }
  return false;
}

vidal::Match erlang_match(core::Program&, const core::Trace& recorded, const vidal::Read& read) {
  std::map<vidal::Event, std::string> constraints;
  for (const auto& [event, action] : read.events) {
    constraints[action] = recorded.events[event].text.constraint;
  }
  return [constraints](const std::string& tag, const vidal::Event& receive) {
    return fits(tag, constraints.at(receive));
  };
}

Reading erlang_reading() {
  return {[](const core::TraceEvent& event) { return event.text.value; }, erlang_match};
}

class RaceSetsOfErlang : public testing::TestWithParam<bool> {};

TEST_P(RaceSetsOfErlang, AreThoseOfTheDefinitions) {
  if (std::system("command -v erlc >/dev/null 2>&1") != 0) GTEST_SKIP() << "erlc is not installed";
  const std::uint64_t seed = from_environment("HEDDLE_SEED", 1);
  const std::uint64_t programs = from_environment("HEDDLE_PROGRAMS", 60);
  RecordProperty("seed", std::to_string(seed));
  erlang::Options options;
  options.instant_delivery = GetParam();
  const beam::PrivateFolder folder;
  const std::string file = folder.path() + "/random_messages.erl";
  std::vector<std::string> texts;
  {
    std::ofstream out(file);
    out << "-module(random_messages).\n-compile([export_all, nowarn_export_all]).\n";
    for (std::uint64_t i = 0; i < programs; ++i) {
      texts.push_back(Messages(seed * 1'000'000 + i).program(fmt::format("t{}", i)));
      out << texts.back() << "\n";
    }
  }
  beam::compile_source(file, folder.path(), {});
  beam::CodeBase code{beam::CodePath{{.front = {folder.path()}}}};
  Totals totals;
  for (std::uint64_t i = 0; i < programs; ++i) {
    const auto world = std::make_shared<erlang::World>(code, "random_messages",
                                                       fmt::format("t{}", i), options, "[]");
    const auto factory = [&] { return std::make_unique<erlang::Program>(world); };
    const std::string wrong = compare(factory, erlang_reading(), true, totals);
    ASSERT_EQ(wrong, "") << fmt::format("HEDDLE_SEED={} program {}:\n{}", seed, i, texts[i]);
  }
  print(totals);
}

INSTANTIATE_TEST_SUITE_P(Delivery, RaceSetsOfErlang, testing::Bool(),
                         [](const auto& info) { return info.param ? "Instant" : "Delayed"; });

}  // namespace
}  // namespace heddle::tests
