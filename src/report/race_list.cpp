#include "report/race_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/cell.hpp"
#include "report/words.hpp"

namespace heddle::report {
namespace {

using core::Trace;
using core::TraceEvent;
using Json = nlohmann::ordered_json;

constexpr std::size_t kWidth = 60;

std::string where(const TraceEvent& event) {
  const std::string text = place(event.text.source.file, event.text.source.line);
  return text.empty() ? "" : ", " + text;
}

/// "P.2:2  sends {val,2} to P.1 (step 4, f1e.erl:14)"
std::string message_in_words(const Trace& trace, std::size_t send) {
  const TraceEvent& event = trace.events[send];
  return fmt::format("{}  {} {} (step {}{})", printable(event.text.message),
                     name_of(trace, event.actor), shorten(printable(event.text.operation), kWidth),
                     send + 1, where(event));
}

std::vector<const ListedRace*> race_set(const RaceList& list, std::size_t receive) {
  std::vector<const ListedRace*> out;
  for (const ListedRace& race : list.races) {
    if (race.kind == ListedRace::Kind::kReceive && race.first == receive) out.push_back(&race);
  }
  return out;
}

/// The event that sent what this one received.
std::optional<std::size_t> send_of(const Trace& trace, std::size_t receive) {
  const std::string& tag = trace.events[receive].text.message;
  if (tag.empty()) return std::nullopt;
  for (std::size_t i = 0; i < receive; ++i) {
    if (trace.events[i].text.message == tag) return i;
  }
  return std::nullopt;
}

void print_receive(std::ostream& out, const Trace& trace, const RaceList& list,
                   std::size_t receive) {
  const TraceEvent& event = trace.events[receive];
  out << fmt::format("  step {}, {}: {}{}\n", receive + 1, name_of(trace, event.actor),
                     what_happened(without_patterns(event), kWidth), where(event));
  if (!event.text.constraint.empty()) {
    out << fmt::format("       accepts  {}\n", printable(event.text.constraint));
  }
  if (const auto send = send_of(trace, receive)) {
    out << fmt::format("          took  {}\n", message_in_words(trace, *send));
  }
  const auto set = race_set(list, receive);
  if (set.empty()) out << "      race set  empty: no other message could have been received here\n";
  for (const ListedRace* race : set) {
    out << fmt::format("{:>11} {:>2}  {}\n", "race", race->id,
                       message_in_words(trace, race->second));
    if (!race->reversible) out << fmt::format("                not reversible: {}\n", race->why);
  }
}

Json source(const TraceEvent& event) {
  return {{"file", event.text.source.file}, {"line", event.text.source.line}};
}

Json message(const Trace& trace, std::size_t send) {
  const TraceEvent& event = trace.events[send];
  return {{"tag", event.text.message},
          {"value", event.text.value},
          {"sender", trace.actors[event.actor].name},
          {"event", send},
          {"step", send + 1},
          {"source", source(event)}};
}

}  // namespace

std::string step_in_words(const Trace& trace, std::size_t event) {
  const TraceEvent& e = trace.events[event];
  return fmt::format("step {}, {}: {}{}", event + 1, name_of(trace, e.actor),
                     what_happened(e, kWidth), where(e));
}

void print_race(std::ostream& out, const Trace& trace, const ListedRace& race) {
  if (race.kind == ListedRace::Kind::kReceive) {
    out << fmt::format("race {}, at {}: {}\n", race.id, printable(race.object),
                       step_in_words(trace, race.first));
    if (race.taken) out << fmt::format("    took       {}\n", message_in_words(trace, *race.taken));
    out << fmt::format("    not        {}\n", message_in_words(trace, race.second));
  } else {
    out << fmt::format("race {}, at {}\n", race.id, printable(race.object));
    out << fmt::format("    first      {}\n", step_in_words(trace, race.first));
    if (race.other_read) {
      // One step is all there is: `instead` says what it could have read.
    } else if (!race.waits.empty()) {
      out << fmt::format("    waits      {}, to the end\n", printable(race.waits));
    } else {
      out << fmt::format("    then       {}\n", step_in_words(trace, race.second));
    }
  }
  out << fmt::format("    {}  {}\n", race.reversible ? "instead  " : "not reversible:", race.why);
}

void print_race_list(std::ostream& out, const Trace& trace, const RaceList& list) {
  out << fmt::format("{}: {}\n", printable(trace.program), counted(trace.events.size(), "step"));
  if (list.recorded < trace.events.size()) {
    out << fmt::format("The trace ends with step {}; the rest is how the run goes on{}.\n",
                       list.recorded, list.cut_off ? ", as far as it was followed" : "");
  }
  if (!list.receives.empty()) out << "\nReceives and their race sets:\n";
  for (const std::size_t receive : list.receives) print_receive(out, trace, list, receive);
  const auto pairs = std::count_if(list.races.begin(), list.races.end(), [](const auto& race) {
    return race.kind == ListedRace::Kind::kMemory;
  });
  if (pairs > 0) out << "\nPairs of steps that might also have come in the other order:\n";
  for (const ListedRace& race : list.races) {
    if (race.kind != ListedRace::Kind::kMemory) continue;
    out << "  ";
    print_race(out, trace, race);
  }
  if (!list.orphans.empty()) out << "\nOrphans, sent and never received:\n";
  for (const std::size_t send : list.orphans) {
    out << fmt::format("  {}\n", message_in_words(trace, send));
  }
  const auto reversible = std::count_if(list.races.begin(), list.races.end(),
                                        [](const auto& race) { return race.reversible; });
  out << fmt::format("\n{}, {} reversible\n", counted(list.races.size(), "race"), reversible);
}

std::string to_json(const Trace& trace, const RaceList& list) {
  Json receives = Json::array();
  for (const std::size_t receive : list.receives) {
    const TraceEvent& event = trace.events[receive];
    Json set = Json::array();
    for (const ListedRace* race : race_set(list, receive)) {
      Json entry = message(trace, race->second);
      entry["race"] = race->id;
      entry["reversible"] = race->reversible;
      entry["why"] = race->why;
      set.push_back(std::move(entry));
    }
    const auto send = send_of(trace, receive);
    receives.push_back({{"event", receive},
                        {"step", receive + 1},
                        {"process", trace.actors[event.actor].name},
                        {"pattern", event.text.constraint},
                        {"clause", event.text.clause == 0 ? Json() : Json(event.text.clause)},
                        {"source", source(event)},
                        {"took", send ? message(trace, *send) : Json()},
                        {"race_set", std::move(set)}});
  }
  Json pairs = Json::array();
  for (const ListedRace& race : list.races) {
    if (race.kind != ListedRace::Kind::kMemory) continue;
    const bool both = race.waits.empty();
    pairs.push_back({{"race", race.id},
                     {"first", race.first},
                     {"second", both ? Json(race.second) : Json()},
                     {"first_step", race.first + 1},
                     {"second_step", both ? Json(race.second + 1) : Json()},
                     {"waits", race.waits.empty() ? Json() : Json(race.waits)},
                     {"object", race.object},
                     {"reversible", race.reversible},
                     {"why", race.why}});
  }
  Json orphans = Json::array();
  for (const std::size_t send : list.orphans) orphans.push_back(message(trace, send));
  const Json out = {{"version", 1},
                    {"program", trace.program},
                    {"steps", trace.events.size()},
                    {"recorded", list.recorded},
                    {"receives", std::move(receives)},
                    {"pairs", std::move(pairs)},
                    {"orphans", std::move(orphans)}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
