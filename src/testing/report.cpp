// The report of a check (include/heddle/check.hpp).
//
//   failed: bank test: outcomes differ; 3 outcomes of 4 executions (complete, memory sc)
//
//   outcome 1 of 2 to blame: 1
//     schedule: S0--P1-S0--  (0 main, 1 T1)
//
//        main                T1
//     1  start thread -> T1                          bank.cpp:12
//     ...
//
//     HEDDLE_REPLAY=h1.aBcD
#include "heddle/detail/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "report/cell.hpp"
#include "report/result.hpp"
#include "testing/failure_files.hpp"
#include "testing/report_files.hpp"
#include "testing/served.hpp"
#include "testing/source.hpp"
#include "testing/story.hpp"

namespace heddle::detail {

namespace {

// As many failures as a person reads.
constexpr std::size_t kShown = 5;

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string counts(const Explored& explored) { return first_line(table_text(explored)); }

std::string title(const options& how) { return how.name.empty() ? "" : how.name + ": "; }

std::string words(const Answer& answer) {
  if (answer.name.empty()) return answer.judged.message;
  return answer.judged.message.empty() ? answer.name + " does not hold"
                                       : answer.name + ": " + answer.judged.message;
}

core::Finding::Kind finding_kind(condition kind) {
  switch (kind) {
    case condition::deadlock:
      return core::Finding::Kind::kDeadlock;
    case condition::abort:
      return core::Finding::Kind::kLimit;
    case condition::exception:
      return core::Finding::Kind::kAbnormalExit;
    case condition::value:
    case condition::assertion:
      break;
  }
  return core::Finding::Kind::kAssertion;
}

// Entries that predicates blame, each once, in their order.
std::vector<std::size_t> to_blame(const std::vector<Answer>& answers) {
  std::vector<std::size_t> entries;
  for (const Answer& answer : answers) {
    if (!answer.judged.passed) {
      entries.insert(entries.end(), answer.judged.failures.begin(), answer.judged.failures.end());
    }
  }
  std::sort(entries.begin(), entries.end());
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  return entries;
}

// What is wrong with the values among them.
Blame blamed_values(const Explored& explored, const std::vector<Answer>& answers) {
  Blame blame;
  for (const Answer& answer : answers) {
    if (answer.judged.passed) continue;
    for (const std::size_t i : answer.judged.failures) {
      const Entry& entry = explored.entries[i];
      if (entry.kind != condition::value) continue;
      blame.try_emplace(entry.text, entry.text.empty()
                                        ? first_line(words(answer))
                                        : fmt::format("the test gives {}: {}", entry.text,
                                                      first_line(words(answer))));
    }
  }
  // If no outcome is right (they only should not differ), the first one shown is the wrong one, so
  // that the others are what else could have happened.
  if (blame.size() > 1 && blame.size() == explored.entries.size()) {
    blame.erase(std::next(blame.find(explored.entries[to_blame(answers).front()].text)),
                blame.end());
    blame.erase(blame.begin(), std::prev(blame.end()));
  }
  return blame;
}

core::Verdict verdict_of(const Explored& explored, bool failed) {
  std::vector<core::CutOff> cut;
  if (!explored.complete) cut.push_back({explored.cut_off, !explored.limited});
  return core::judge(failed, explored.sampled, std::move(cut));
}

}  // namespace

check_result make_report(const Explored& explored, const std::vector<Answer>& answers,
                         const options& how) {
  std::string broken;
  for (const Answer& answer : answers) {
    if (!answer.judged.passed) broken += (broken.empty() ? "" : "\n") + words(answer);
  }
  const bool failed = !broken.empty();
  const bool inconclusive = !failed && explored.limited && !how.allow_cut_off;

  report::Checked checked;
  checked.test = how.name.empty() ? "heddle" : how.name;
  checked.result.verdict = verdict_of(explored, failed);
  checked.result.interleavings = explored.executions;
  checked.result.sleep_set_blocked = explored.blocked;
  checked.result.events = explored.events;
  checked.result.seconds = explored.seconds;

  std::string verdict;
  std::string text;
  if (failed) {
    verdict = fmt::format("failed: {}{}; {}", title(how), first_line(broken), counts(explored));
    text = fmt::format("failed: {}{}\n{}", title(how), broken, table_text(explored));
  } else {
    verdict = fmt::format(
        "{}: {}{}", core::words(checked.result.verdict, explored.executions + explored.blocked),
        title(how), counts(explored));
    text = verdict + '\n';
    for (const Answer& answer : answers) {  // a predicate may have something to say all the same
      if (!answer.judged.message.empty()) text += words(answer) + '\n';
    }
    if (inconclusive) {
      text +=
          fmt::format("the search was cut off by {}: that is no proof (options::allow_cut_off)\n",
                      explored.cut_off);
    }
  }
  const std::vector<std::size_t> blamed = to_blame(answers);
  const Blame blame = blamed_values(explored, answers);
  for (std::size_t i = 0; i < std::min(blamed.size(), kShown); ++i) {
    const Entry& entry = explored.entries[blamed[i]];
    text += fmt::format("\n{} of {} to blame: {}\n", i + 1, blamed.size(),
                        report::printable(entry.text));
    report::ErrorResult error;
    error.kind = finding_kind(entry.kind);
    error.reason = entry.kind == condition::value ? "value " + entry.text : entry.text;
    error.times = entry.executions;
    if (explored.source != nullptr && entry.traced) {
      const auto program = retelling(*explored.source, blame);
      Story story = tell(*program, *explored.source, easiest_way(*explored.source, entry));
      text += story.told.text();
      if (!story.record.errors.empty()) {
        error.file = story.record.errors[0].file;
        error.line = story.record.errors[0].line;
      }
      error.in_trace = !checked.trace.has_value();
      if (!checked.trace) checked.trace = std::move(story.record);
    }
    checked.result.add(std::move(error));
  }
  if (failed && blamed.empty()) {
    report::ErrorResult error;
    error.kind = core::Finding::Kind::kAssertion;
    error.reason = first_line(broken);
    checked.result.add(std::move(error));
  }
  if (blamed.size() > kShown) {
    text += fmt::format("\n{} more to blame are not shown\n", blamed.size() - kShown);
  }
  checked.text = text;
  write_failure_files(checked, explored.source, blame, how);
  add_to_report_files(std::move(checked));
  return {!failed && !inconclusive, std::move(verdict), std::move(text)};
}

check_result make_report(const std::string& error, const options& how) {
  std::string text = fmt::format("failed: {}{}", title(how), error);
  report::Checked checked;
  checked.test = how.name.empty() ? "heddle" : how.name;
  checked.result.verdict = core::judge(true, false, {});
  report::ErrorResult result;
  result.reason = error;
  checked.result.add(std::move(result));
  checked.text = text + '\n';
  add_to_report_files(std::move(checked));
  return {false, text, text + '\n'};
}

}  // namespace heddle::detail
