#include "report/json.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/words.hpp"

namespace heddle::report {

namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }
Json number_or_null(std::uint64_t number) { return number == 0 ? Json() : Json(number); }

Json bound(const core::Verdict& verdict) {
  std::vector<std::string> cuts;
  for (const core::CutOff& cut : verdict.cut_off) cuts.push_back(cut.what);
  return text_or_null(joined(cuts, " and "));
}

Json to_value(const ErrorResult& error) {
  return {{"kind", name(error.kind)},
          {"process", joined(error.processes)},
          {"reason", error.reason},
          {"file", text_or_null(error.file)},
          {"line", number_or_null(static_cast<std::uint64_t>(std::max(error.line, 0)))},
          {"interleaving", number_or_null(error.interleaving)},
          {"trace", text_or_null(error.trace_file)},
          {"trace_file", text_or_null(error.trace_file)},
          {"times", error.times}};
}

Json to_value(const Result& result) {
  Json errors = Json::array();
  for (const ErrorResult& error : result.errors) errors.push_back(to_value(error));
  return {{"verdict", word(result.verdict.answer)},
          {"interleavings", result.interleavings},
          {"sleep_set_blocked", result.sleep_set_blocked},
          {"events", result.events},
          {"seconds", std::round(result.seconds * 1000) / 1000},
          {"bound", bound(result.verdict)},
          {"error_count", result.error_count()},
          {"errors", std::move(errors)}};
}

std::string text_of(const Json& value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

const char* word(core::Answer answer) {
  switch (answer) {
    case core::Answer::kVerified:
      return "verified";
    case core::Answer::kVerifiedUpToBound:
      return "bounded";
    case core::Answer::kNoErrorInSamples:
      return "sampled";
    case core::Answer::kError:
      return "error";
    case core::Answer::kInconclusive:
      return "inconclusive";
  }
  return "?";
}

std::string to_json(const Result& result) { return text_of(to_value(result)); }

std::string to_json(const SuiteResult& suite) {
  Json out = to_value(suite.totals());
  Json tests = Json::array();
  for (const TestResult& test : suite.tests) {
    Json entry = {{"test", test.name}, {"title", text_or_null(test.title)}};
    entry.update(to_value(test.result));
    if (test.state == TestResult::State::kSkipped) entry["verdict"] = "skipped";
    if (test.state == TestResult::State::kUnchecked) entry["verdict"] = "unchecked";
    entry["problem"] = text_or_null(test.problem);
    tests.push_back(std::move(entry));
  }
  out["tests"] = std::move(tests);
  return text_of(out);
}

}  // namespace heddle::report
