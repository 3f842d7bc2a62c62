// Scenarios, their exploration, and the counterexample (include/heddle/linearizability.hpp).
//
// When an operation is called and when it returns are steps, or executions that differ in nothing
// but precedence would count as one. Calls commute with calls and returns with returns; a call and
// a return do not: exactly the orders that make another precedence are explored.
#include "heddle/linearizability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "explore/random_stream.hpp"
#include "heddle/detail/runtime.hpp"
#include "support/check.hpp"
#include "testing/failure_files.hpp"
#include "testing/history.hpp"
#include "testing/report_files.hpp"
#include "testing/source.hpp"
#include "testing/story.hpp"

namespace heddle::detail {

namespace {

using support::UserError;
using testing::Explanation;
using testing::History;
using testing::HistoryOperation;
using testing::Scenario;

constexpr std::size_t kMostOperations = 64;  // bits of HistoryOperation::preceded_by
constexpr double kMostScenarios = 1e6;

enum Code : std::uint8_t { kCall, kReturn };

constexpr Guard kHistoryGuard{
    [](Token, const Token*, std::size_t) { return true; },
    [](Token first, Token second) { return code_of(first) == code_of(second); },
};

// One execution of a scenario.
class HistoryTest final : public Test {
 public:
  HistoryTest(const LinearizabilitySubject& subject, const Scenario& scenario)
      : subject_(subject), scenario_(scenario), guard_(guard_number(kHistoryGuard, "history")) {}

  void run() override {
    history_ = {};
    returned_ = 0;
    const std::shared_ptr<void> object = subject_.make_object();  // gone when this run is
    object_ = object.get();
    const auto plan = [&](std::size_t thread, const std::vector<std::size_t>& calls) {
      const std::size_t first = history_.operations.size();
      for (const std::size_t call : calls) {
        history_.operations.push_back({thread, call, {}, 0, false});
      }
      return first;
    };
    // Numbered before anything runs, so that the numbers mean the same in all executions.
    const std::size_t before = plan(0, scenario_.before);
    std::vector<std::size_t> first;
    for (std::size_t i = 0; i < scenario_.threads.size(); ++i) {
      first.push_back(plan(i + 1, scenario_.threads[i]));
    }
    const std::size_t after = plan(0, scenario_.after);
    clock_ = new_location();
    execute(before, scenario_.before.size(), false);
    std::vector<std::uint32_t> threads;
    for (std::size_t i = 0; i < scenario_.threads.size(); ++i) {
      threads.push_back(
          start_thread([this, from = first[i],
                        count = scenario_.threads[i].size()] { execute(from, count, true); },
                       {}));
    }
    for (const std::uint32_t thread : threads) join_thread(thread, {});
    execute(after, scenario_.after.size(), false);
  }
  std::string result() const override { return history_.text(); }
  const History& history() const { return history_; }

 private:
  void execute(std::size_t from, std::size_t count, bool concurrent) {
    for (std::size_t i = from; i < from + count; ++i) {
      const Call& call = subject_.calls[history_.operations[i].call];
      if (concurrent) mark("call", kCall, call.text);
      history_.operations[i].preceded_by = returned_;
      history_.events.push_back({i, false});
      std::string result = call.on_object(object_);
      if (concurrent) mark("return", kReturn, call.text);
      history_.operations[i].result = std::move(result);
      history_.operations[i].returned = true;
      returned_ |= std::uint64_t{1} << i;
      history_.events.push_back({i, true});
    }
  }
  void mark(const char* what, Code code, const std::string& text) {
    Operation operation(what, {});
    operation.touch(clock_, Access::guarded, make_token(guard_, code, 0));
    operation.acquires = operation.releases = false;
    perform(operation);
    if (recording()) note_arguments(text);
  }

  const LinearizabilitySubject& subject_;
  const Scenario& scenario_;
  const std::uint32_t guard_;
  Location clock_ = 0;
  void* object_ = nullptr;
  std::uint64_t returned_ = 0;
  History history_;
};

// What one scenario has to say.
struct Tried {
  bool failed = false;
  Explored explored;
  std::uint64_t histories = 0;
  History history;          // that nothing explains; empty: a condition
  Explanation explanation;  // of it, as far as it goes
};

Tried explore_scenario(const LinearizabilitySubject& subject, const Scenario& scenario,
                       const scenarios& which, const options& how) {
  Tried tried;
  const auto on_found = [&](condition kind, const std::string&, const Test* test) -> Decision {
    ++tried.histories;
    if (kind == condition::deadlock && which.may_block) return {.keep = false};
    if (kind != condition::value) {
      tried.failed = true;
      return {.stop = true};
    }
    const History& history = static_cast<const HistoryTest*>(test)->history();
    Explanation explanation = explain(history, subject);
    // Whoever explains the first one ends the search; another worker may have more.
    const bool bad = !explanation.found && !tried.failed;
    if (bad) {
      tried.failed = true;
      tried.history = history;
      tried.explanation = std::move(explanation);
    }
    return {.keep = bad, .stop = bad};
  };
  // The test refers to the scenario, which must live as long as the traces that may be asked for.
  const auto kept = std::make_shared<const Scenario>(scenario);
  tried.explored =
      explore_test({[&subject, kept]() -> std::unique_ptr<Test> {
                      return std::make_unique<HistoryTest>(subject, *kept);
                    },
                    fmt::format("{} {}", subject.identity, scenario.text(subject.calls))},
                   how, on_found);
  return tried;
}

// All lists of operations of one length, counted like numbers.
class Lists {
 public:
  Lists(std::size_t calls, std::size_t length) : calls_(calls), list_(length, 0) {}
  const std::vector<std::size_t>& get() const { return list_; }
  bool next() {
    for (std::size_t i = list_.size(); i-- > 0;) {
      if (++list_[i] < calls_) return true;
      list_[i] = 0;
    }
    return false;
  }

 private:
  std::size_t calls_;
  std::vector<std::size_t> list_;
};

// Calls `visit` for every scenario up to the size, small ones first, until it says no. Threads are
// alike: of scenarios that differ in their order only one is visited.
void enumerate(const scenarios& which, std::size_t calls,
               const std::function<bool(const Scenario&)>& visit) {
  double total = 0;
  for (unsigned n = 1; n <= which.operations; ++n) {
    total += std::pow(calls, n * which.threads + which.before + which.after);
  }
  if (total > kMostScenarios) {
    throw UserError(fmt::format(
        "there are about {:.0g} scenarios of this size; draw some of them (scenarios::samples) or "
        "take fewer threads, operations or arguments",
        total));
  }
  for (unsigned length = 1; length <= which.operations; ++length) {
    std::vector<std::vector<std::size_t>> lists;
    Lists all(calls, length);
    do lists.push_back(all.get());
    while (all.next());
    // Non-decreasing positions in `lists`.
    std::vector<std::size_t> chosen(which.threads, 0);
    while (true) {
      Lists before(calls, which.before);
      do {
        Lists after(calls, which.after);
        do {
          Scenario scenario{before.get(), {}, after.get()};
          for (const std::size_t i : chosen) scenario.threads.push_back(lists[i]);
          if (!visit(scenario)) return;
        } while (after.next());
      } while (before.next());
      std::size_t i = chosen.size();
      while (i > 0 && chosen[i - 1] + 1 == lists.size()) --i;
      if (i == 0) break;
      const std::size_t value = chosen[i - 1] + 1;
      std::fill(chosen.begin() + static_cast<std::ptrdiff_t>(i) - 1, chosen.end(), value);
    }
  }
}

void draw(const scenarios& which, std::size_t calls,
          const std::function<bool(const Scenario&)>& visit) {
  for (std::uint64_t number = 0; number < which.samples; ++number) {
    explore::RandomStream random(which.seed, number);
    const auto list = [&](unsigned length) {
      std::vector<std::size_t> out;
      for (unsigned i = 0; i < length; ++i) out.push_back(random.below(calls));
      return out;
    };
    Scenario scenario;
    scenario.before = list(which.before);
    for (unsigned i = 0; i < which.threads; ++i) scenario.threads.push_back(list(which.operations));
    scenario.after = list(which.after);
    if (!visit(scenario)) return;
  }
}

// Every scenario with one operation less that still has a thread.
std::vector<Scenario> smaller(const Scenario& scenario) {
  const std::size_t threads = scenario.threads.size();
  const auto part = [threads](Scenario& of, std::size_t i) -> std::vector<std::size_t>& {
    return i < threads ? of.threads[i] : i == threads ? of.before : of.after;
  };
  std::vector<Scenario> out;
  for (std::size_t i = 0; i < threads + 2; ++i) {
    Scenario less = scenario;
    for (std::size_t operation = part(less, i).size(); operation-- > 0; less = scenario) {
      auto& list = part(less, i);
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(operation));
      std::erase_if(less.threads, [](const auto& thread) { return thread.empty(); });
      if (!less.threads.empty()) out.push_back(std::move(less));
    }
  }
  return out;
}

std::string describe(const Tried& tried, const Scenario& scenario,
                     const LinearizabilitySubject& subject) {
  std::string text = "  scenario: " + scenario.text(subject.calls) + "\n\n";
  if (!tried.history.operations.empty()) {
    text += tried.history.table(subject.calls) + '\n';
    std::string order;
    for (const std::size_t i : tried.explanation.order) {
      const HistoryOperation& operation = tried.history.operations[i];
      order += fmt::format("{}{} -> {}", order.empty() ? "" : ", ",
                           subject.calls[operation.call].text, operation.result);
    }
    text += fmt::format("  no order of the operations explains that; the model agrees with: {}\n",
                        order.empty() ? "nothing" : order);
    for (const std::string& stuck : tried.explanation.stuck) {
      text += fmt::format("    then {}\n", stuck);
    }
    text += '\n';
  }
  return text;
}

}  // namespace

linearizability_result check_linearizability(const LinearizabilitySubject& subject,
                                             const scenarios& which, const options& how) {
  if (subject.calls.empty()) throw UserError("there are no operations to check");
  const std::uint64_t most =
      std::uint64_t{which.threads} * which.operations + which.before + which.after;
  if (which.threads == 0 || which.operations == 0 || most > kMostOperations) {
    throw UserError(fmt::format("a scenario has 1 to {} operations", kMostOperations));
  }
  std::uint64_t count = 0;
  std::uint64_t histories = 0;
  std::uint64_t executions = 0;
  bool complete = true;
  bool limited = false;
  std::string cut_off;
  Tried failed;
  Scenario scenario;
  const auto visit = [&](const Scenario& next) {
    Tried tried = explore_scenario(subject, next, which, how);
    ++count;
    histories += tried.histories;
    executions += tried.explored.executions;
    if (tried.failed) {
      failed = std::move(tried);
      scenario = next;
      return false;
    }
    if (!tried.explored.complete && complete) {
      complete = false;
      cut_off = tried.explored.cut_off;
    }
    limited = limited || tried.explored.limited;
    return true;
  };
  if (which.samples == 0) {
    enumerate(which, subject.calls.size(), visit);
  } else {
    draw(which, subject.calls.size(), visit);
  }
  const std::string counts =
      fmt::format("{} scenarios, {} histories, {} executions", count, histories, executions);
  const std::string title = how.name.empty() ? "" : how.name + ": ";
  // For the report files, too.
  const auto tell_files = [&](bool passed, core::Verdict judged, const std::string& verdict,
                              std::string text, report::Checked checked,
                              const Blame& blame) -> linearizability_result {
    checked.test = how.name.empty() ? "linearizability" : how.name;
    checked.result.verdict = std::move(judged);
    checked.result.interleavings = executions;
    if (checked.result.verdict.answer == core::Answer::kError) {
      report::ErrorResult error;
      error.kind = core::Finding::Kind::kAssertion;
      error.reason = verdict;
      error.in_trace = checked.trace.has_value();
      checked.result.add(std::move(error));
    }
    checked.text = text;
    write_failure_files(checked, failed.explored.source, blame, how);
    add_to_report_files(std::move(checked));
    return {{passed, verdict, std::move(text)}, count, histories, executions};
  };
  if (!failed.failed) {
    const bool passed = !limited || how.allow_cut_off;
    const std::string verdict =
        fmt::format("{}: {}{}{}", passed ? "linearizable" : "inconclusive", title, counts,
                    complete ? "" : " (cut off by " + cut_off + ")");
    std::vector<core::CutOff> cut;
    if (!complete) cut.push_back({cut_off, !limited});
    return tell_files(passed, core::judge(false, false, std::move(cut)), verdict, verdict + '\n',
                      {}, {});
  }
  // Shrinks it: as long as the scenario without one of its operations fails as well.
  for (bool shrunk = true; shrunk;) {
    shrunk = false;
    for (const Scenario& less : smaller(scenario)) {
      Tried tried = explore_scenario(subject, less, which, how);
      if (!tried.failed) continue;
      failed = std::move(tried);
      scenario = less;
      shrunk = true;
      break;
    }
  }
  const bool by_history = !failed.history.operations.empty();
  const Entry& entry = *std::find_if(
      failed.explored.entries.begin(), failed.explored.entries.end(),
      [&](const Entry& candidate) { return by_history == (candidate.kind == condition::value); });
  const std::string verdict =
      fmt::format("failed: {}{}; {}", title, by_history ? "not linearizable" : entry.text, counts);
  const Source& source = *failed.explored.source;
  Blame blame;
  if (by_history) blame[entry.text] = "not linearizable";
  Story story = tell(*retelling(source, blame), source, easiest_way(source, entry));
  const std::string text =
      fmt::format("{}\n{}{}", verdict, describe(failed, scenario, subject), story.told.text());
  report::Checked checked;
  checked.trace = std::move(story.record);
  return tell_files(false, core::judge(true, false, {}), verdict, text, std::move(checked), blame);
}

}  // namespace heddle::detail
