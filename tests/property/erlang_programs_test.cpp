// Random Erlang programs: every algorithm finds the outcomes that the exploration without reduction
// finds, and whatever the real Erlang shows in many runs with random pauses is one of them.
//
// A program is a first process and two or three others, each with a few operations on each other's
// mailboxes, names, links, monitors, aliases, timers, tables, atomics, counters, persistent terms
// and code. Everything that an operation reveals becomes part of the process' exit reason, and so
// of the outcome.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "beam/loader/compile.hpp"
#include "beam/term/atom.hpp"
#include "explore/random_stream.hpp"
#include "tests/support/erlang_outcomes.hpp"
#include "tests/support/source_dir.hpp"

namespace heddle::tests {
namespace {

// Of the exploration without reduction: a second or so; larger programs are left out.
constexpr std::uint64_t kMostInterleavings = 3'000;

class Generator {
 public:
  explicit Generator(std::uint64_t seed, bool may_replace_code = true)
      : random_(seed, 7), may_replace_code_(may_replace_code) {}

  /// A function of this name, without arguments.
  std::string program(const std::string& name) {
    const int children = below(4) == 0 ? 3 : 2;
    processes_ = children + 1;
    std::string text = name + "() ->\n  Self = self(),\n";
    text += below(2) == 0 ? "  T = ets:new(t, [public]),\n" : "  T = ets:new(t, [public, bag]),\n";
    text += "  A = atomics:new(1, []),\n";
    text += fmt::format("  C = counters:new(1, [{}]),\n",
                        below(2) == 0 ? "atomics" : "write_concurrency");
    if (below(4) == 0) text += "  process_flag(trap_exit, true),\n";
    theme_ = below(2) == 0 ? 0 : 1 + below(may_replace_code_ ? kCode : kCode - 1);
    for (int i = 1; i <= children; ++i) {
      const char* spawn = below(6) == 0 ? "spawn_link" : "spawn";
      std::string body;
      // The pids of those that are older.
      for (int k = 0; k < 1 + below(children == 3 ? 2 : 3); ++k) body += operation(i);
      text += fmt::format("  P{} = {}(fun() ->\n{}    exit({{done, [{}]}}) end),\n", i, spawn, body,
                          results());
    }
    known_.clear();
    std::string own;
    for (int k = 0; k < 1 + below(3); ++k) own += operation(processes_);
    text += own;
    text += fmt::format("  _ = {{Self, T, A, C{}}},\n  exit({{done, [{}]}}).\n", pids(children),
                        results());
    known_.clear();
    return text;
  }

 private:
  int below(int n) { return static_cast<int>(random_.below(static_cast<std::size_t>(n))); }
  static std::string pids(int count) {
    std::string text;
    for (int i = 1; i <= count; ++i) text += fmt::format(", P{}", i);
    return text;
  }
  // One of the processes that are known so far: the first one is Self.
  std::string someone(int older) {
    const int who = below(older);
    return who == 0 ? "Self" : fmt::format("P{}", who);
  }
  std::string results() {
    std::string text;
    for (const std::string& name : known_) text += (text.empty() ? "" : ", ") + name;
    known_.clear();
    return text;
  }
  std::string keep(const std::string& expression) {
    const std::string name = fmt::format("R{}_{}", ++made_, known_.size());
    known_.push_back(name);
    return fmt::format("    {} = (catch {}),\n", name, expression);
  }

  // `older`: how many processes exist that it can name.
  std::string operation(int older) {
    const std::string who = someone(older);
    // Half of the programs are mostly about one thing, so that its operations meet.
    static const std::vector<std::vector<int>> kThemes = {
        {34, 35}, {36}, {27, 37, 38, 38, 39}, {8, 9, 11, 40, 40}};
    const bool on_theme = theme_ > 0 && below(3) > 0;
    if (on_theme && theme_ == kCode) return code_operation();
    int which = below(42);
    if (on_theme) {
      const std::vector<int>& theme = kThemes[static_cast<std::size_t>(theme_ - 1)];
      which = theme[static_cast<std::size_t>(below(static_cast<int>(theme.size())))];
    }
    switch (which) {
      case 0:
      case 1:
      case 2:
      case 3:
        return fmt::format("    {} ! {{{}, {}}},\n", who, below(2) == 0 ? "a" : "b", below(2));
      case 4:
      case 5:
        return keep(fmt::format("receive {{a, X{0}}} -> X{0} end", made_));
      case 6:
        return keep(
            fmt::format("receive {{Y{0}, Z{0}}} when Z{0} >= {1} -> Y{0} after 0 -> none end",
                        made_, below(2)));
      case 7:
        return keep(fmt::format("receive M{} -> is_tuple(M{}) after {} -> none end", made_, made_,
                                10 * below(3)));
      case 8:
        return keep(fmt::format("ets:insert(T, {{k{}, {}}})", below(2), below(3)));
      case 9:
        return keep(fmt::format("ets:lookup(T, k{})", below(2)));
      case 10:
        return keep(fmt::format("ets:{}", below(2) == 0 ? "tab2list(T)" : "take(T, k0)"));
      case 11:
        return keep(fmt::format("ets:insert_new(T, {{k0, {}}})", below(3)));
      case 12:
        return keep(fmt::format("element(1, {{register(n{}, {})}})", below(2), who));
      case 13:
        return keep(fmt::format("is_pid(whereis(n{}))", below(2)));
      case 14:
        return keep(fmt::format("(n{} ! {{b, 1}}) =:= {{b, 1}}", below(2)));
      case 15:
        return keep(fmt::format("is_boolean(unregister(n{}))", below(2)));
      case 16:
        return keep(fmt::format("link({})", who));
      case 17:
        return keep(fmt::format("begin monitor(process, {}), ok end", who));
      case 18:
        return keep(fmt::format(
            "receive {{'DOWN', _, _, _, {{D{0}, _}}}} -> D{0} after 0 -> none end", made_));
      case 19:
        return keep(fmt::format("exit({}, {})", who,
                                below(3) == 0   ? "kill"
                                : below(2) == 0 ? "normal"
                                                : "boom"));
      case 20:
        return keep(fmt::format("is_process_alive({})", who));
      case 21:
        return keep("process_flag(trap_exit, true)");
      case 22:
        return keep(fmt::format("begin put(t, erlang:send_after({}, {}, {{a, 2}})), ok end",
                                5 + 10 * below(2), who));
      case 29:
        return keep("is_integer(erlang:cancel_timer(get(t)))");
      case 30:
        return keep("receive after 5 -> slept end");
      case 31:
        if (below(2) == 0) return keep(fmt::format("erlang:suspend_process({})", who));
        return keep(fmt::format("erlang:suspend_process({}, [{}])", who,
                                below(3) == 0   ? "asynchronous"
                                : below(2) == 0 ? "unless_suspending"
                                                : "{asynchronous, a}"));
      case 32:
        return keep(fmt::format("erlang:resume_process({})", who));
      case 33:
        // Often enough for a whole one.
        return keep(fmt::format("erlang:suspend_process({})", who)) +
               (below(2) == 0 ? operation(older) : "") +
               keep(fmt::format("erlang:resume_process({})", who));
      case 34:
        return keep(fmt::format("atomics:{}", below(4) == 0   ? "get(A, 1)"
                                              : below(3) == 0 ? "add_get(A, 1, 1)"
                                              : below(2) == 0 ? "exchange(A, 1, 5)"
                                                              : "compare_exchange(A, 1, 1, 7)"));
      case 35:
        return keep(fmt::format("counters:{}", below(3) == 0   ? "get(C, 1)"
                                               : below(2) == 0 ? "add(C, 1, 1)"
                                                               : "put(C, 1, 4)"));
      case 36:
        return keep(fmt::format("persistent_term:{}", below(4) == 0   ? "get(k, none)"
                                                      : below(3) == 0 ? "erase(k)"
                                                      : below(2) == 0 ? "put(k, 1)"
                                                                      : "put(k, 2)"));
      case 37:
        return fmt::format("    put(q, spawn_request(fun() -> {} ! {{a, 9}} end{})),\n", who,
                           below(2) == 0 ? "" : ", [monitor]") +
               keep(
                   below(3) == 0
                       ? "spawn_request_abandon(get(q))"
                       : fmt::format("begin Q{0} = get(q), receive {{spawn_reply, Q{0}, ok, _}} -> "
                                     "started after 0 -> none end end",
                                     made_));
      case 38:
        return fmt::format("    put(m, alias([{}])), {} ! {{a, get(m)}},\n",
                           below(2) == 0 ? "reply" : "", who);
      case 39:
        return keep("unalias(get(m))");
      case 40:
        return keep(fmt::format("ets:{}", below(4) == 0   ? "update_counter(T, k0, 1, {k0, 0})"
                                          : below(3) == 0 ? "delete(T, k0)"
                                          : below(2) == 0
                                              ? "select_replace(T, [{{k0, '$1'}, [], [{{k0, 8}}]}])"
                                              : "select_count(T, [{{'_', 1}, [], [true]}])"));
      case 41:
        return keep(
            fmt::format("begin group_leader({}, self()), group_leader() =:= Self end", who));
      case 23:
        return keep(fmt::format("unlink({})", who));
      case 24:
        return fmt::format("    put(m, monitor(process, {}, [{{alias, demonitor}}])),\n", who);
      case 25:
        return keep(fmt::format("demonitor(get(m), [{}])", below(3) == 0   ? "info"
                                                           : below(2) == 0 ? "flush, info"
                                                                           : "flush"));
      case 26:
        return "    catch demonitor(get(m), [flush]),\n";
      case 27:
        if (below(2) == 0) return fmt::format("    catch {} ! {{a, get(m)}},\n", who);
        return keep(fmt::format(
            "receive {{a, A{0}}} when is_reference(A{0}) -> A{0} ! {{a, 3}}, ok end", made_));
      default:
        return keep(fmt::format("begin {{_, L{0}}} = process_info({1}, {2}), length(L{0}) end",
                                made_, who,
                                below(3) == 0   ? "suspending"
                                : below(2) == 0 ? "links"
                                                : "monitored_by"));
    }
  }

  // Of the module `versions`, which is not there at first and has two versions.
  std::string code_operation() {
    switch (below(6)) {
      case 0:
      case 1:
        return keep(fmt::format("element(1, code:load_binary(versions, \"v\", version({})))",
                                1 + below(2)));
      case 2:
        return keep("code:purge(versions)");
      case 3:
        return keep("code:soft_purge(versions)");
      case 4:
        return keep("code:delete(versions)");
      default:
        return keep(fmt::format(
            "case catch versions:number() of {{'EXIT', _}} -> none; V{0} -> V{0} end", made_));
    }
  }

  explore::RandomStream random_;
  static constexpr int kCode = 5;
  bool may_replace_code_;
  int theme_ = 0;  // none, an index of kThemes from 1 on, or kCode
  int processes_ = 0;
  int made_ = 0;
  std::vector<std::string> known_;
};

// version(1) and version(2): functions with the compiled code of a module.
std::string versions(const std::string& folder) {
  std::string text;
  for (int number = 1; number <= 2; ++number) {
    const std::string file = folder + "/versions.erl";
    std::ofstream(file) << fmt::format(
        "-module(versions).\n-export([number/0]).\nnumber() -> {}.\n", number);
    beam::compile_source(file, folder, {});
    std::ifstream in(folder + "/versions.beam", std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    std::string numbers;
    for (const char c : bytes) {
      numbers += fmt::format("{}{}", numbers.empty() ? "" : ",", static_cast<unsigned char>(c));
    }
    text += fmt::format("version({}) -> <<{}>>{}\n", number, numbers, number == 1 ? ";" : ".");
  }
  std::filesystem::remove(folder + "/versions.beam");
  return text;
}

int count_from(const char* variable, int otherwise) {
  const char* given = std::getenv(variable);
  return given == nullptr ? otherwise : std::atoi(given);
}

struct Setting {
  const char* name;
  erlang::Options options;
};

void PrintTo(const Setting& setting, std::ostream* out) { *out << setting.name; }

std::vector<Setting> settings() {
  std::vector<Setting> all = {{"Instant", {}},     {"Delayed", {}},
                              {"VirtualTime", {}}, {"DelayedVirtualTime", {}},
                              {"IdleTime", {}},    {"DelayedIdleTime", {}}};
  all[1].options.instant_delivery = false;
  all[2].options.virtual_time = true;
  all[3].options.instant_delivery = false;
  all[3].options.virtual_time = true;
  all[4].options.idle_time = true;
  all[5].options.instant_delivery = false;
  all[5].options.idle_time = true;
  return all;
}

class ErlangPrograms : public testing::TestWithParam<Setting> {};

TEST_P(ErlangPrograms, EveryAlgorithmFindsEveryOutcome) {
  if (std::system("command -v erlc >/dev/null 2>&1") != 0) GTEST_SKIP() << "erlc is not installed";
  const erlang::Options& options = GetParam().options;
  const char* given = std::getenv("HEDDLE_SEED");
  const std::uint64_t seed = given == nullptr ? 1 : std::strtoull(given, nullptr, 10);
  const int programs = count_from("HEDDLE_PROGRAMS", 150);
  RecordProperty("seed", std::to_string(seed));
  const beam::PrivateFolder folder;
  const std::string file = folder.path() + "/random_programs.erl";
  std::vector<std::string> texts;
  {
    std::ofstream out(file);
    out << "-module(random_programs).\n-compile([export_all, nowarn_export_all, "
           "nowarn_unused_vars, nowarn_obsolete_guard]).\n"
        << versions(folder.path());
    for (int i = 0; i < programs; ++i) {
      Generator generator(seed * 1'000'000 + static_cast<std::uint64_t>(i));
      texts.push_back(generator.program(fmt::format("t{}", i)));
      out << texts.back() << "\n";
    }
  }
  beam::compile_source(file, folder.path(), {});
  beam::CodeBase code{beam::CodePath{{.front = {folder.path()}}}};
  int compared = 0;
  int several = 0;
  for (int i = 0; i < programs; ++i) {
    const std::string function = fmt::format("t{}", i);
    const ErlangOutcomes all =
        explore_all(code, "random_programs", function, "none", kMostInterleavings, options);
    if (!all.complete) continue;
    if (!options.instant_delivery) {
      erlang::Options instant = options;
      instant.instant_delivery = true;
      // What happens with instant delivery may happen without it.
      for (const std::string& outcome :
           explore_all(code, "random_programs", function, "observers", 0, instant).outcomes) {
        EXPECT_TRUE(all.outcomes.contains(outcome)) << texts[i] << outcome;
      }
    }
    ++compared;
    if (all.outcomes.size() > 1) ++several;
    for (const char* algorithm : {"persistent", "source", "optimal", "observers"}) {
      SCOPED_TRACE(fmt::format("HEDDLE_SEED={} program {}, {}:\n{}", seed, i, algorithm, texts[i]));
      try {
        const ErlangOutcomes found = explore_all(code, "random_programs", function, algorithm,
                                                 10 * kMostInterleavings, options);
        EXPECT_EQ(found.outcomes, all.outcomes);
        EXPECT_LE(found.interleavings, all.interleavings);
      } catch (const std::exception& error) {
        ADD_FAILURE() << error.what();
      }
    }
  }
  EXPECT_GT(compared, programs / 10);
  EXPECT_GT(several, programs / 20);
  std::cout << compared << " compared, " << several << " with several outcomes\n";
}

// ---- The real Erlang

// What both sides say alike: stack traces are left out, references are all the same, processes that
// ended normally or where somebody waits are not told. Of terms as they are printed.
class Words {
 public:
  static std::string of(const std::string& outcome) {
    std::set<std::string> lines;
    std::istringstream in(outcome);
    for (std::string line; std::getline(in, line);) {
      if (const std::size_t at = line.find(" stuck"); at != std::string::npos) line.resize(at + 6);
      const std::size_t term = line.find(" exits with ");
      if (term != std::string::npos) {
        const std::string reason = Words(line.substr(term + 12)).term();
        if (reason == "normal" && !line.starts_with("P ")) continue;
        line = line.substr(0, term + 12) + reason;
      }
      lines.insert(line);
    }
    return fmt::format("{}\n", fmt::join(lines, "\n"));
  }

 private:
  explicit Words(std::string text) : text_(std::move(text)) {}

  std::string term() {
    if (text_[at_] == '{' || text_[at_] == '[') return sequence();
    const std::size_t begin = at_;
    const bool map = text_.compare(at_, 2, "#{") == 0;
    const char last = map ? '}' : text_[at_] == '#' ? '>' : '\0';  // of #{...}, #Ref<...>
    int depth = 0;
    for (char quote = '\0'; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (quote != '\0' || c == '\'' || c == '"') {
        quote = quote == '\0' ? c : quote == c ? '\0' : quote;
      } else if (last == '\0' && (c == ',' || c == '}' || c == ']')) {
        break;
      } else if (map && c == '{') {
        ++depth;
      } else if (last != '\0' && c == last && --depth <= 0) {
        ++at_;
        break;
      }
    }
    std::string word = text_.substr(begin, at_ - begin);
    if (word.starts_with("#Ref<")) return "reference";
    // erl's side has names of processes as atoms.
    if (word.starts_with("'P")) word = word.substr(1, word.size() - 2);
    return word;
  }

  std::string sequence() {
    const char end = text_[at_] == '{' ? '}' : ']';
    const char begin = text_[at_++];
    std::vector<std::string> parts;
    while (text_.at(at_) != end) {
      if (text_[at_] == ',') ++at_;
      parts.push_back(term());
    }
    ++at_;
    const bool stack = begin == '{' && parts.size() == 2 && parts[1].starts_with("[{") &&
                       parts[1].ends_with("]}]");
    if (stack) return parts[0];
    return fmt::format("{}{}{}", begin, fmt::join(parts, ","), end);
  }

  std::string text_;
  std::size_t at_ = 0;
};

TEST(ErlangProgramsOnErl, WhatErlShowsIsFound) {
  if (std::system("command -v escript >/dev/null 2>&1") != 0) GTEST_SKIP() << "no escript";
  const char* given = std::getenv("HEDDLE_SEED");
  const std::uint64_t seed = given == nullptr ? 1 : std::strtoull(given, nullptr, 10);
  const int programs = count_from("HEDDLE_PROGRAMS", 12);
  const int runs = count_from("HEDDLE_RUNS_ON_ERL", 20);
  RecordProperty("seed", std::to_string(seed));
  const beam::PrivateFolder folder;
  const std::string file = folder.path() + "/random_programs.erl";
  std::vector<std::string> texts;
  {
    std::ofstream out(file);
    out << "-module(random_programs).\n-compile([export_all, nowarn_export_all, "
           "nowarn_unused_vars, nowarn_obsolete_guard]).\n";
    // Code stays loaded from one run on erl to the next.
    for (int i = 0; i < programs; ++i) {
      Generator generator(seed * 1'000'000 + static_cast<std::uint64_t>(i), false);
      texts.push_back(generator.program(fmt::format("t{}", i)));
      out << texts.back() << "\n";
    }
  }
  const std::string seen = folder.path() + "/seen";
  const std::string command =
      fmt::format("escript {} --runs {} --random {} > {}",
                  source_path("tests/litmus/run_on_erl.escript"), runs, file, seen);
  ASSERT_EQ(std::system(command.c_str()), 0) << std::ifstream(seen).rdbuf();
  beam::compile_source(file, folder.path(), {});
  beam::CodeBase code{beam::CodePath{{.front = {folder.path()}}}};
  erlang::Options delayed;
  delayed.instant_delivery = false;
  std::map<int, std::set<std::string>> on_erl;
  {
    std::ifstream in(seen);
    for (std::string name; std::getline(in, name);) {
      ASSERT_TRUE(name.starts_with("t")) << name << "\n" << in.rdbuf();
      std::string outcome;
      for (std::string line; std::getline(in, line) && !line.empty();) outcome += line + "\n";
      on_erl[std::stoi(name.substr(1))].insert(Words::of(outcome));
    }
  }
  ASSERT_EQ(on_erl.size(), static_cast<std::size_t>(programs));
  std::size_t outcomes = 0;
  for (const auto& [i, words] : on_erl) {
    const ErlangOutcomes found = explore_all(code, "random_programs", fmt::format("t{}", i),
                                             "observers", 10 * kMostInterleavings, delayed);
    if (!found.complete) continue;
    std::set<std::string> ours;
    for (const std::string& outcome : found.outcomes) ours.insert(Words::of(outcome));
    for (const std::string& outcome : words) {
      ++outcomes;
      EXPECT_TRUE(ours.contains(outcome)) << "HEDDLE_SEED=" << seed << " program " << i << "\n"
                                          << texts[i] << "erl shows\n"
                                          << outcome << "Heddle finds\n"
                                          << fmt::format("{}", fmt::join(ours, "\n"));
    }
  }
  EXPECT_GT(outcomes, static_cast<std::size_t>(programs));
}

INSTANTIATE_TEST_SUITE_P(Settings, ErlangPrograms, testing::ValuesIn(settings()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace heddle::tests
