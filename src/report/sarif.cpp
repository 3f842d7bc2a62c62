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
};

// In the order of Finding::Kind, which `ruleIndex` counts in.
constexpr Rule kRules[] = {
    {Kind::kAbnormalExit, "AbnormalExit", "A process ends with an exception."},
    {Kind::kAssertion, "Assertion", "An assertion does not hold in some interleaving."},
    {Kind::kDeadlock, "Deadlock", "Processes wait for ever."},
    {Kind::kLimit, "Limit", "A run does not end within its limits."},
};

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

/// Empty if the place is not known.
Json physical_location(const std::string& file, int line) {
  if (file.empty()) return {};
  Json out = {{"artifactLocation", {{"uri", uri(file)}}}};
  if (line > 0) out["region"] = {{"startLine", line}};
  return out;
}

Json thread_flow_location(const core::TraceEvent& event, std::size_t number, bool matters) {
  Json location;
  Json place = physical_location(event.text.source.file, event.text.source.line);
  if (!place.is_null()) location["physicalLocation"] = std::move(place);
  location["message"] = message(what_happened(event, kWidth));
  return {{"location", std::move(location)},
          {"executionOrder", number},
          {"importance", matters ? "essential" : "unimportant"}};
}

Json code_flow(const core::Trace& trace) {
  const std::vector<bool> past = causal_past(trace);
  std::map<core::ActorIndex, Json> locations;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const core::TraceEvent& event = trace.events[i];
    Json& flow = locations.try_emplace(event.actor, Json::array()).first->second;
    flow.push_back(thread_flow_location(event, i + 1, past[i]));
  }
  Json flows = Json::array();
  for (auto& [actor, steps] : locations) {
    flows.push_back({{"id", std::to_string(actor)},
                     {"message", message(trace.actors[actor].name)},
                     {"locations", std::move(steps)}});
  }
  return {{"message", message("The steps that lead to the error, by process.")},
          {"threadFlows", std::move(flows)}};
}

Json result(const Checked& test, const ErrorResult& error) {
  const auto rule = static_cast<std::size_t>(error.kind);
  Json out = {{"ruleId", name(error.kind)},
              {"ruleIndex", rule},
              {"level", "error"},
              {"message", message(error.reason)}};
  Json location;
  Json place = physical_location(error.file, error.line);
  if (!place.is_null()) location["physicalLocation"] = std::move(place);
  for (const std::string& process : error.processes) {
    location["logicalLocations"].push_back({{"name", printable(process)}});
  }
  if (!location.is_null()) out["locations"] = Json::array({std::move(location)});
  if (error.in_trace && test.trace && !test.trace->events.empty()) {
    out["codeFlows"] = Json::array({code_flow(*test.trace)});
  }
  out["occurrenceCount"] = error.times;
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
                   {"defaultConfiguration", {{"level", "error"}}}});
  }
  return out;
}

}  // namespace

std::string to_sarif(std::span<const Checked> tests) {
  Json results = Json::array();
  Json notifications = Json::array();
  Json summaries = Json::array();
  for (const Checked& test : tests) {
    for (const ErrorResult& error : test.result.errors) results.push_back(result(test, error));
    for (const core::CutOff& cut : test.result.verdict.cut_off) {
      notifications.push_back(
          {{"level", "warning"},
           {"message", message(fmt::format("{}: cut off by {}", test.test, cut.what))}});
    }
    summaries.push_back({{"test", printable(test.test)},
                         {"verdict", word(test.result.verdict.answer)},
                         {"interleavings", test.result.interleavings}});
  }
  Json run = {
      {"tool",
       {{"driver",
         {{"name", "heddle"}, {"semanticVersion", support::kVersion}, {"rules", rules()}}}}},
      {"invocations", Json::array({{{"executionSuccessful", true},
                                    {"toolExecutionNotifications", std::move(notifications)}}})},
      {"columnKind", "unicodeCodePoints"},
      {"results", std::move(results)},
      {"properties", {{"tests", std::move(summaries)}}}};
  const Json log = {{"version", "2.1.0"},
                    {"$schema",
                     "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                     "sarif-schema-2.1.0.json"},
                    {"runs", Json::array({std::move(run)})}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
