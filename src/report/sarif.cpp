#include "report/sarif.hpp"

#include <fmt/format.h>

#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "report/causal_past.hpp"
#include "report/cell.hpp"
#include "report/json.hpp"
#include "report/words.hpp"
#include "support/md5.hpp"
#include "support/source_path.hpp"
#include "support/version.hpp"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;
using Kind = core::Finding::Kind;

constexpr std::size_t kWidth = 200;  // of an operation or a value

struct Rule {
  Kind kind;
  const char* name;
  const char* description;
  const char* help;
};

// In the order of Finding::Kind, which `ruleIndex` counts in.
constexpr Rule kRules[] = {
    {Kind::kAbnormalExit, "AbnormalExit", "A process ends with an exception.",
     "In some order of its steps the program ends a process with an exception. The steps of this "
     "result lead there. `heddle replay` runs them again; `heddle explain` names the two steps "
     "whose order decides."},
    {Kind::kAssertion, "Assertion", "An assertion does not hold in some interleaving.",
     "The test holds in some orders of the program's steps, and not in this one. `heddle explain` "
     "names the two steps whose order decides: they need a lock, one atomic operation or one "
     "message instead of two."},
    {Kind::kDeadlock, "Deadlock", "Processes wait for ever.",
     "In some order of the steps the listed processes wait for messages or locks that nobody is "
     "left to give. A server that a test leaves behind waits, too: stop it at the end of the test, "
     "or say `--ignore_error deadlock`."},
    {Kind::kLimit, "Limit", "A run does not end within its limits.",
     "A step or a run takes longer, or needs more memory, than the limits allow. If that is meant "
     "to be, raise them: `--step-limit`, `--memory`, `--bound length:N`."},
};

// What relative file names are relative to.
constexpr const char* kRoot = "SRCROOT";

/// A message object. Braces would be placeholders, "[...](...)" a link (sections 3.11.5, 3.11.6).
Json message(const std::string& text) {
  std::string out;
  for (const char c : printable(text)) {
    if (c == '(' && out.ends_with(']')) out += ' ';
    out += c;
    if (c == '{' || c == '}') out += c;
  }
  return {{"text", out.empty() ? "-" : out}};
}

/// A file name as a URI reference: absolute ones with a scheme, others as they are.
std::string uri(const std::string& file) {
  std::string out = file.starts_with('/') ? "file://" : "";
  for (const char c : file) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte < 0x80 && (std::isalnum(byte) != 0 ||
                                       std::string_view("-._~/").find(c) != std::string_view::npos);
    if (plain) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", byte);
    }
  }
  return out;
}

class Run {
 public:
  explicit Run(const std::string& root) : root_(root) {}

  void add(const Checked& test);
  Json json() &&;

 private:
  Json physical_location(const core::SourceLocation& place) const;
  Json code_flow(const core::Trace& trace) const;
  Json result(const Checked& test, const ErrorResult& error);
  std::string fingerprint(const Checked& test, const ErrorResult& error);

  const std::string& root_;
  Json results_ = Json::array();
  Json notifications_ = Json::array();
  Json summaries_ = Json::array();
  std::map<std::string, int> fingerprints_;  // how many results have it
};

/// Empty if the place is not known.
Json Run::physical_location(const core::SourceLocation& place) const {
  if (place.file.empty()) return {};
  const std::string file = support::below(root_, place.file);
  Json artifact = {{"uri", uri(file)}};
  if (!file.starts_with('/')) artifact["uriBaseId"] = kRoot;
  Json out = {{"artifactLocation", std::move(artifact)}};
  if (place.line > 0) out["region"] = {{"startLine", place.line}};
  return out;
}

/// Where an error is shown: at its own place, or else where the last step before it was.
core::SourceLocation place_of(const Checked& test, const ErrorResult& error) {
  core::SourceLocation out{error.file, error.line};
  if (!out.file.empty() || !error.in_trace || !test.trace) return out;
  for (const core::TraceEvent& event : test.trace->events) {
    if (!event.text.source.file.empty()) out = event.text.source;
  }
  return out;
}

Json Run::code_flow(const core::Trace& trace) const {
  const std::vector<bool> past = causal_past(trace);
  // Viewers want a place for each step, and the end of a process has none of its own.
  std::map<core::ActorIndex, core::SourceLocation> last;
  Json steps = Json::array();
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const core::TraceEvent& event = trace.events[i];
    if (!event.text.source.file.empty()) last[event.actor] = event.text.source;
    const std::string& actor = trace.actors[event.actor].name;
    Json location;
    Json place = physical_location(last[event.actor]);
    if (!place.is_null()) location["physicalLocation"] = std::move(place);
    location["logicalLocations"] = Json::array({{{"name", printable(actor)}}});
    location["message"] = message(actor + ": " + what_happened(event, kWidth));
    steps.push_back({{"location", std::move(location)},
                     {"executionOrder", i + 1},
                     {"importance", past[i] ? "essential" : "unimportant"}});
  }
  return {{"message", message("The steps that lead to the error, in their order.")},
          {"threadFlows", Json::array({{{"locations", std::move(steps)}}})}};
}

// The same for the same error of another run, also if lines were added above it: numbers do not
// count.
std::string Run::fingerprint(const Checked& test, const ErrorResult& error) {
  std::string text =
      fmt::format("{}\n{}\n{}\n", name(error.kind), test.test, support::below(root_, error.file));
  for (const char c : error.reason) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit) {
      text += c;
    } else if (text.back() != '0') {
      text += '0';
    }
  }
  std::string out;
  support::Md5 digest;
  digest.add(text);
  for (const std::uint8_t byte : digest.finish()) out += fmt::format("{:02x}", byte);
  return fmt::format("{}:{}", out, ++fingerprints_[out]);
}

Json Run::result(const Checked& test, const ErrorResult& error) {
  const auto rule = static_cast<std::size_t>(error.kind);
  Json out = {{"ruleId", name(error.kind)},
              {"ruleIndex", rule},
              {"level", "error"},
              {"message", message(error.reason)}};
  Json location;
  Json place = physical_location(place_of(test, error));
  if (!place.is_null()) location["physicalLocation"] = std::move(place);
  for (const std::string& process : error.processes) {
    location["logicalLocations"].push_back({{"name", printable(process)}});
  }
  if (!location.is_null()) out["locations"] = Json::array({std::move(location)});
  if (error.in_trace && test.trace && !test.trace->events.empty()) {
    out["codeFlows"] = Json::array({code_flow(*test.trace)});
  }
  out["occurrenceCount"] = error.times;
  out["partialFingerprints"] = {{"heddleError/v1", fingerprint(test, error)}};
  out["properties"] = {{"test", printable(test.test)}};
  if (error.interleaving > 0) out["properties"]["interleaving"] = error.interleaving;
  if (!error.trace_file.empty()) out["properties"]["trace"] = printable(error.trace_file);
  return out;
}

Json rules() {
  Json out = Json::array();
  for (const Rule& rule : kRules) {
    out.push_back({{"id", name(rule.kind)},
                   {"name", rule.name},
                   {"shortDescription", {{"text", rule.description}}},
                   {"help", {{"text", rule.help}, {"markdown", rule.help}}},
                   {"defaultConfiguration", {{"level", "error"}}}});
  }
  return out;
}

void Run::add(const Checked& test) {
  for (const ErrorResult& error : test.result.errors) results_.push_back(result(test, error));
  const auto notify = [&](const char* level, const std::string& text) {
    notifications_.push_back(
        {{"level", level}, {"message", message(fmt::format("{}: {}", test.test, text))}});
  };
  using State = Checked::State;
  const char* verdict = word(test.result.verdict.answer);
  if (test.state == State::kSkipped) verdict = "skipped";
  if (test.state == State::kUnchecked) {
    verdict = "unchecked";
    notify("error", test.problem);
  }
  if (test.state == State::kChecked) {
    for (const core::CutOff& cut : test.result.verdict.cut_off) {
      notify("warning", "cut off by " + cut.what);
    }
  }
  summaries_.push_back({{"test", printable(test.test)},
                        {"verdict", verdict},
                        {"interleavings", test.result.interleavings}});
}

Json Run::json() && {
  return {
      {"tool",
       {{"driver",
         {{"name", "heddle"}, {"semanticVersion", support::kVersion}, {"rules", rules()}}}}},
      {"invocations", Json::array({{{"executionSuccessful", true},
                                    {"toolExecutionNotifications", std::move(notifications_)}}})},
      {"originalUriBaseIds",
       {{kRoot, {{"description", {{"text", "The folder of the repository."}}}}}}},
      {"columnKind", "unicodeCodePoints"},
      {"results", std::move(results_)},
      {"properties", {{"tests", std::move(summaries_)}}}};
}

}  // namespace

std::string to_sarif(std::span<const Checked> tests, const std::string& root) {
  Run run(root);
  for (const Checked& test : tests) run.add(test);
  const Json log = {{"version", "2.1.0"},
                    {"$schema",
                     "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                     "sarif-schema-2.1.0.json"},
                    {"runs", Json::array({std::move(run).json()})}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
