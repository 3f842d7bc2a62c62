#include "report/dot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "report/causal_past.hpp"
#include "report/cell.hpp"
#include "report/orphans.hpp"
#include "report/races.hpp"
#include "report/words.hpp"

namespace heddle::report {
namespace {

using core::ActorIndex;
using core::Trace;
using core::TraceEvent;

constexpr std::size_t kWidth = 40;  // of an operation or a value

/// Within a quoted label: no escapes of DOT's own, no entities.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    if (c == '\\' || c == '"') out += '\\';
    if (c == '&') {
      out += "&amp;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string line_of(const std::string& text) { return text.empty() ? "" : "\\n" + escaped(text); }

class Graph {
 public:
  Graph(const Trace& trace, bool show_races) : trace_(trace) {
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
      events_of_[trace.events[i].actor].push_back(i);
    }
    for (std::size_t i = 0; i < trace.blocked.size(); ++i) waits_of_[trace.blocked[i].actor] = i;
    if (show_races) races_ = races(trace);
    for (const std::size_t send : orphans(trace)) orphans_.insert(send);
  }

  std::string text() {
    std::set<ActorIndex> present;
    for (const auto& [actor, events] : events_of_) present.insert(actor);
    for (const auto& [actor, wait] : waits_of_) present.insert(actor);
    const std::vector<bool> past = causal_past(trace_);
    for (const ActorIndex actor : present) column(actor, past);
    for (std::size_t i = 0; i < trace_.events.size(); ++i) {
      for (const std::size_t before : predecessors(i)) {
        if (!is_race(before, i)) line("e{} -> e{};", before + 1, i + 1);
      }
    }
    for (const Race& race : races_) {
      line(R"(e{} -> {}{} [style=dashed, color=red, dir=both, label="{}"];)", race.first + 1,
           race.waits ? 'w' : 'e', race.second + 1, escaped(shorten(race.location, kWidth)));
    }
    for (std::size_t i = 0; i < trace_.errors.size(); ++i) error(i);
    return std::move(out_);
  }

 private:
  template <typename... Parts>
  void line(fmt::format_string<Parts...> format, Parts&&... parts) {
    out_ += "  " + fmt::format(format, std::forward<Parts>(parts)...) + "\n";
  }

  void column(ActorIndex actor, const std::vector<bool>& past) {
    line("subgraph cluster_{} {{", actor);
    line(R"(  label="{}";)", escaped(name_of(trace_, actor)));
    std::string chain;
    for (const std::size_t i : events_of_[actor]) {
      const TraceEvent& event = trace_.events[i];
      line(R"(  e{} [label="{}. {}{}"{}];)", i + 1, i + 1, escaped(what_happened(event, kWidth)),
           line_of(place(event.text.source.file, event.text.source.line)) +
               (orphans_.contains(i) ? "\\nnever received" : ""),
           past[i] ? "" : ", color=grey, fontcolor=grey");
      chain += fmt::format("{}e{}", chain.empty() ? "" : " -> ", i + 1);
    }
    if (const auto it = waits_of_.find(actor); it != waits_of_.end()) {
      line(R"(  w{} [label="{}", shape=octagon];)", it->second + 1,
           escaped(
               shorten(printable(waiting_in_words(trace_.blocked[it->second].waits_for)), kWidth)));
      chain += fmt::format("{}w{}", chain.empty() ? "" : " -> ", it->second + 1);
    }
    if (chain.find('>') != std::string::npos) line("  {} [weight=10];", chain);
    line("}}");
  }

  /// The events of other actors that happen before this one with nothing between, by the clocks.
  std::vector<std::size_t> predecessors(std::size_t i) const {
    const TraceEvent& event = trace_.events[i];
    std::vector<std::size_t> latest;  // of each actor, the event's own previous one included
    for (const auto& [actor, count] : event.clock) {
      const std::size_t seen = actor == event.actor ? count - 1 : count;
      if (seen > 0) latest.push_back(events_of_.at(actor).at(seen - 1));
    }
    std::vector<std::size_t> out;
    for (const std::size_t before : latest) {
      const bool direct =
          trace_.events[before].actor != event.actor &&
          std::none_of(latest.begin(), latest.end(), [&](std::size_t other) {
            return other != before && happens_before(trace_.events[before], trace_.events[other]);
          });
      if (direct) out.push_back(before);
    }
    return out;
  }

  bool is_race(std::size_t first, std::size_t second) const {
    // By their second step in order, those that wait last.
    const auto begin = std::partition_point(races_.begin(), races_.end(), [&](const Race& race) {
      return !race.waits && race.second < second;
    });
    for (auto it = begin; it != races_.end() && !it->waits && it->second == second; ++it) {
      if (it->first == first) return true;
    }
    return false;
  }

  void error(std::size_t i) {
    const core::Finding& error = trace_.errors[i];
    line(R"(x{} [label="{}: {}{}", shape=note, color=red, penwidth=2];)", i + 1, name(error.kind),
         escaped(error.message), line_of(place(error.file, error.line)));
    for (const ActorIndex actor : error.actors) {
      if (const auto wait = waits_of_.find(actor); wait != waits_of_.end()) {
        line("w{} -> x{} [color=red];", wait->second + 1, i + 1);
      } else if (const auto events = events_of_.find(actor); events != events_of_.end()) {
        line("e{} -> x{} [color=red];", events->second.back() + 1, i + 1);
      }
    }
  }

  const Trace& trace_;
  std::map<ActorIndex, std::vector<std::size_t>> events_of_;
  std::map<ActorIndex, std::size_t> waits_of_;  // positions in `blocked`
  std::vector<Race> races_;
  std::set<std::size_t> orphans_;
  std::string out_;
};

}  // namespace

namespace {

std::string graph(const std::string& label, const std::string& body) {
  return fmt::format(
      "digraph heddle {{\n"
      "  label=\"{}\";\n"
      "  labelloc=t;\n"
      "  node [shape=box, fontname=\"monospace\"];\n"
      "{}}}\n",
      escaped(label), body);
}

}  // namespace

std::string to_dot(const Checked& test, bool show_races) {
  const std::string verdict = core::words(test.result.verdict, test.result.interleavings);
  return graph(test.test + ": " + verdict, test.trace ? Graph(*test.trace, show_races).text() : "");
}

std::string to_dot(const Trace& trace, bool show_races) {
  return graph(trace.program, Graph(trace, show_races).text());
}

}  // namespace heddle::report
