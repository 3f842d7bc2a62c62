// Pictures of an ACS: DOT for people (Figure 4 of seed 003), JSON for programs.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "abstraction/acs/system.hpp"

namespace heddle::abstraction {
namespace {

std::string in_quotes(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

// The text of a message without the class in front.
std::string message_text(const AcsPlace& place) {
  return place.name.substr(place.name.find(':') + 1);
}

std::set<PlaceIndex> used_places(const System& system) {
  std::set<PlaceIndex> used{system.initial};
  for (const AcsRule& rule : system.rules) {
    for (const PlaceIndex place : {rule.from, rule.to, rule.received, rule.sent, rule.spawned}) {
      if (place != kNone) used.insert(place);
    }
  }
  return used;
}

std::string effect(const System& system, const AcsRule& rule) {
  if (rule.received != kNone) return "?" + message_text(system.places[rule.received]);
  if (rule.sent != kNone) {
    const AcsPlace& message = system.places[rule.sent];
    return fmt::format("{}!{}", system.classes[message.process], message_text(message));
  }
  if (rule.spawned != kNone) {
    const AcsPlace& child = system.places[rule.spawned];
    return fmt::format("new {}.{}", system.classes[child.process], child.name);
  }
  return {};
}

}  // namespace

std::string to_dot(const System& system) {
  std::string out = "digraph acs {\n  rankdir=TB;\n  node [shape=circle, fontsize=10];\n";
  const std::set<PlaceIndex> used = used_places(system);
  for (ClassId process = 0; process < system.classes.size(); ++process) {
    out += fmt::format("  subgraph cluster_{} {{\n    label={};\n", process,
                       in_quotes(system.classes[process]));
    for (const PlaceIndex id : used) {
      const AcsPlace& place = system.places[id];
      if (place.process != process || place.kind == AcsPlace::Kind::kMessage) continue;
      std::string style;
      std::string text = place.name;
      if (place.kind == AcsPlace::Kind::kFailure) {
        style = ", shape=octagon, color=red";
        text = words(place.failure);
      } else if (id == system.initial) {
        style = ", shape=doublecircle";
      }
      if (!place.label.empty()) {
        style += ", style=filled, fillcolor=lightyellow";
        text += "\n" + place.label;
      }
      std::string escaped = in_quotes(text);
      for (std::size_t at = 0; (at = escaped.find('\n', at)) != std::string::npos;) {
        escaped.replace(at, 1, "\\n");
      }
      out += fmt::format("    p{} [label={}{}];\n", id, escaped, style);
    }
    out += "  }\n";
  }
  for (std::size_t i = 0; i < system.rules.size(); ++i) {
    const AcsRule& rule = system.rules[i];
    if (rule.to == kNone) {
      out += fmt::format("  end{} [shape=point];\n", i);
    }
    const std::string to = rule.to == kNone ? fmt::format("end{}", i) : fmt::format("p{}", rule.to);
    out += fmt::format("  p{} -> {} [label={}];\n", rule.from, to, in_quotes(effect(system, rule)));
  }
  return out + "}\n";
}

std::string to_json(const System& system) {
  using Json = nlohmann::ordered_json;
  Json out;
  out["version"] = 1;
  out["classes"] = system.classes;
  out["initial"] = system.places[system.initial].name;
  Json places = Json::array();
  for (const PlaceIndex id : used_places(system)) {
    const AcsPlace& place = system.places[id];
    static constexpr const char* kKinds[] = {"state", "message", "failure"};
    Json each{{"name", place.name},
              {"kind", kKinds[static_cast<int>(place.kind)]},
              {"class", system.classes[place.process]}};
    if (!place.label.empty()) each["label"] = place.label;
    if (place.kind == AcsPlace::Kind::kFailure) each["failure"] = words(place.failure);
    places.push_back(std::move(each));
  }
  out["places"] = std::move(places);
  Json rules = Json::array();
  for (const AcsRule& rule : system.rules) {
    const auto name = [&](PlaceIndex place) { return system.places[place].name; };
    Json each{{"from", name(rule.from)}};
    if (rule.to != kNone) each["to"] = name(rule.to);
    if (rule.received != kNone) each["receives"] = name(rule.received);
    if (rule.sent != kNone) each["sends"] = name(rule.sent);
    if (rule.spawned != kNone) each["spawns"] = name(rule.spawned);
    rules.push_back(std::move(each));
  }
  out["rules"] = std::move(rules);
  Json mail = Json::object();
  for (const auto& [label, classes] : system.mail_labels) {
    for (const ClassId process : classes) mail[label].push_back(system.classes[process]);
  }
  out["mail_labels"] = std::move(mail);
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::abstraction
