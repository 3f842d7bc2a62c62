// Writing a trace as JSON.
#include "core/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace heddle::core {

namespace {

using Json = nlohmann::ordered_json;

/// Locations and tokens by order of appearance. Their numbers in memory may depend on what the
/// process did before (a front end may number messages as it meets them); the file must not.
class Numbers {
 public:
  std::uint64_t location(Location location) {
    return locations_.try_emplace(location, locations_.size()).first->second;
  }
  std::uint64_t token(Token token) {
    return token == 0 ? 0 : tokens_.try_emplace(token, tokens_.size() + 1).first->second;
  }

 private:
  std::unordered_map<Location, std::uint64_t> locations_;
  std::unordered_map<Token, std::uint64_t> tokens_;
};

/// A string: a reader with floating-point numbers (a browser) would round it.
std::string hex(std::uint64_t number) { return fmt::format("{:#x}", number); }

Json actor_or_null(ActorIndex actor) { return actor == kNoActor ? Json() : Json(actor); }

Json source(const std::string& file, int line) {
  return {{"file", file}, {"line", std::max(line, 0)}};
}

Json footprint(const std::vector<TraceAccess>& accesses, Numbers& numbers) {
  Json out = Json::array();
  for (const TraceAccess& a : accesses) {
    out.push_back({{"location", numbers.location(a.access.location)},
                   {"name", a.name},
                   {"kind", name(a.access.kind)},
                   {"token", numbers.token(a.access.token)}});
  }
  return out;
}

Json to_value(const TraceActor& actor, std::size_t /*position*/, Numbers& /*numbers*/) {
  return {{"name", actor.name},
          {"parent", actor_or_null(actor.parent)},
          {"role", actor.role},
          {"ordinal", hex(actor.ordinal)}};
}

Json event_or_null(std::uint32_t step) { return step == ReadFrom::kInitial ? Json() : Json(step); }

Json to_value(const std::vector<ReadFrom>& reads) {
  Json instead = Json::array();
  for (std::size_t i = 1; i < reads.size(); ++i) {
    instead.push_back({{"from", event_or_null(reads[i].step)}, {"value", reads[i].value}});
  }
  return {{"from", event_or_null(reads[0].step)},
          {"value", reads[0].value},
          {"instead", std::move(instead)}};
}

Json to_value(const TraceEvent& event, std::size_t position, Numbers& numbers) {
  Json clock = Json::array();
  for (const auto& [actor, count] : event.clock) clock.push_back(Json::array({actor, count}));
  const StepText& text = event.text;
  Json out = {{"step", position + 1},
              {"actor", event.actor},
              {"ordinal", event.ordinal},
              {"operation", text.operation},
              {"value", text.value},
              {"message", text.message},
              {"target", text.target},
              {"constraint", text.constraint},
              {"source", source(text.source.file, text.source.line)},
              {"footprint", footprint(event.footprint, numbers)},
              {"clock", std::move(clock)},
              {"fingerprint", hex(event.fingerprint)}};
  if (text.clause != 0) out["clause"] = text.clause;
  if (!text.reads.empty()) out["reads"] = to_value(text.reads);
  return out;
}

Json to_value(const Finding& error, std::size_t /*position*/, Numbers& /*numbers*/) {
  return {{"kind", name(error.kind)},
          {"actors", error.actors},
          {"message", error.message},
          {"source", source(error.file, error.line)}};
}

Json to_value(const TraceBlocked& blocked, std::size_t /*position*/, Numbers& numbers) {
  return {{"actor", blocked.actor},
          {"waits_for", blocked.waits_for},
          {"footprint", footprint(blocked.footprint, numbers)}};
}

std::string line(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void field(std::string& out, std::string_view name, const Json& value) {
  fmt::format_to(std::back_inserter(out), "{}\n  \"{}\": {}", out.empty() ? "{" : ",", name,
                 line(value));
}

template <typename Item>
void list(std::string& out, std::string_view name, const std::vector<Item>& items,
          Numbers& numbers) {
  fmt::format_to(std::back_inserter(out), ",\n  \"{}\": [", name);
  for (std::size_t i = 0; i < items.size(); ++i) {
    out += (i == 0 ? "\n    " : ",\n    ") + line(to_value(items[i], i, numbers));
  }
  out += items.empty() ? "]" : "\n  ]";
}

}  // namespace

bool happens_before(const TraceEvent& first, const TraceEvent& second) {
  const auto& clock = second.clock;
  const auto it = std::lower_bound(clock.begin(), clock.end(), std::pair{first.actor, 0U});
  return it != clock.end() && it->first == first.actor && it->second > first.ordinal;
}

std::string to_json(const Trace& trace) {
  std::string out;
  Numbers numbers;
  field(out, "version", kTraceVersion);
  field(out, "tool_version", trace.tool_version);
  field(out, "program", {{"description", trace.program}, {"command", trace.command}});
  field(out, "algorithm", trace.algorithm);
  list(out, "actors", trace.actors, numbers);
  list(out, "events", trace.events, numbers);
  field(out, "schedule", trace.schedule);
  list(out, "errors", trace.errors, numbers);
  field(out, "outcome", trace.outcome);
  if (!trace.blocked.empty()) list(out, "blocked", trace.blocked, numbers);
  if (!trace.blamed.empty()) {
    Json blamed = Json::array();
    for (const auto& [value, error] : trace.blamed) {
      blamed.push_back({{"value", value}, {"error", error}});
    }
    field(out, "blamed", blamed);
  }
  return out + "\n}\n";
}

}  // namespace heddle::core
