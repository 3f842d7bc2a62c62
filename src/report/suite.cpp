#include "report/suite.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/cell.hpp"

namespace heddle::report {

namespace {

using core::Answer;
using State = TestResult::State;

int badness(Answer answer) {
  switch (answer) {
    case Answer::kVerified:
      return 0;
    case Answer::kVerifiedUpToBound:
      return 1;
    case Answer::kNoErrorInSamples:
      return 2;
    case Answer::kInconclusive:
      return 3;
    case Answer::kError:
      return 4;
  }
  return 4;
}

std::string verdict_of(const TestResult& test) {
  if (test.state == State::kSkipped) return "skipped";
  if (test.state == State::kUnchecked) return "not checked";
  return core::words(test.result.verdict, test.result.interleavings);
}

std::string painted(const TestResult& test, const std::string& text, bool colour) {
  if (!colour) return text;
  const Answer answer = test.result.verdict.answer;
  const char* code = test.state != State::kChecked ? "1;33"
                     : answer == Answer::kError    ? "1;31"
                     : answer == Answer::kVerified ? "1;32"
                                                   : "1;33";
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string counts_in_words(const SuiteResult& suite) {
  std::size_t verified = 0;
  std::size_t errors = 0;
  std::size_t cut_off = 0;
  std::size_t unchecked = 0;
  std::size_t skipped = 0;
  for (const TestResult& test : suite.tests) {
    const Answer answer = test.result.verdict.answer;
    if (test.state == State::kSkipped) {
      ++skipped;
    } else if (test.state == State::kUnchecked) {
      ++unchecked;
    } else if (answer == Answer::kError) {
      ++errors;
    } else if (answer == Answer::kVerified) {
      ++verified;
    } else {
      ++cut_off;
    }
  }
  std::vector<std::string> parts;
  const auto add = [&](std::size_t count, const char* what) {
    if (count > 0) parts.push_back(fmt::format("{} {}", count, what));
  };
  add(verified, "verified");
  add(errors, errors == 1 ? "with an error" : "with errors");
  add(cut_off, "cut off");
  add(unchecked, "not checked");
  add(skipped, "skipped");
  const std::size_t all = suite.tests.size();
  return fmt::format("{} {}: {}", all, all == 1 ? "test" : "tests", fmt::join(parts, ", "));
}

}  // namespace

Result SuiteResult::totals() const {
  Result total;
  std::size_t unchecked = 0;
  const auto raise = [&](Answer answer) {
    if (badness(answer) > badness(total.verdict.answer)) total.verdict.answer = answer;
  };
  for (const TestResult& test : tests) {
    if (test.state == State::kUnchecked) ++unchecked;
    if (test.state != State::kChecked) continue;
    const Result& result = test.result;
    raise(result.verdict.answer);
    total.interleavings += result.interleavings;
    total.sleep_set_blocked += result.sleep_set_blocked;
    total.events += result.events;
    total.seconds += result.seconds;
    for (const core::CutOff& cut : result.verdict.cut_off) {
      auto& all = total.verdict.cut_off;
      if (std::find(all.begin(), all.end(), cut) == all.end()) all.push_back(cut);
    }
    for (const ErrorResult& error : result.errors) total.errors.push_back(error);
  }
  if (unchecked > 0) {
    raise(Answer::kInconclusive);
    total.verdict.cut_off.push_back({fmt::format("{} tests that could not be checked", unchecked)});
  }
  return total;
}

int SuiteResult::exit_code() const {
  bool unchecked = false;
  int worst = 0;
  for (const TestResult& test : tests) {
    unchecked = unchecked || test.state == State::kUnchecked;
    if (test.state != State::kChecked) continue;
    const int code = core::exit_code(test.result.verdict);
    if (code == 1) return 1;
    worst = std::max(worst, code);
  }
  return unchecked ? 2 : worst;
}

void print_table(std::ostream& out, const SuiteResult& suite, const TextOptions& options) {
  constexpr std::size_t kWidestTest = 70;  // longer ones push their row to the right
  std::vector<std::string> names;
  std::size_t name_width = std::string_view("Test").size();
  std::size_t verdict_width = std::string_view("Verdict").size();
  for (const TestResult& test : suite.tests) {
    names.push_back(
        printable(test.title.empty() ? test.name : fmt::format("{} {}", test.name, test.title)));
    name_width = std::max(name_width, length(names.back()));
    verdict_width = std::max(verdict_width, length(printable(verdict_of(test))));
  }
  name_width = std::min(name_width, kWidestTest);
  const std::string totals = counts_in_words(suite);
  name_width = std::max(name_width, totals.size() - std::min(totals.size(), verdict_width + 2));
  const auto row = [&](const std::string& name, const std::string& verdict,
                       const std::string& count, const std::string& time) {
    out << fmt::format("{}  {}  {:>13}  {:>9}\n", pad(name, name_width), verdict, count, time);
  };
  row("Test", pad("Verdict", verdict_width), "Interleavings", "Time");
  for (std::size_t i = 0; i < suite.tests.size(); ++i) {
    const TestResult& test = suite.tests[i];
    const bool checked = test.state == State::kChecked;
    const std::string verdict = pad(printable(verdict_of(test)), verdict_width);
    row(names[i], painted(test, verdict, options.colour),
        checked ? std::to_string(test.result.interleavings) : "-",
        checked ? fmt::format("{:.3f} s", test.result.seconds) : "-");
  }
  const Result total = suite.totals();
  out << fmt::format("{}  {:>13}  {:>9}\n", pad(totals, name_width + 2 + verdict_width),
                     total.interleavings, fmt::format("{:.3f} s", total.seconds));
}

}  // namespace heddle::report
