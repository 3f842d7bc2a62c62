// Seed 001 by its text: traces, happened-before, race sets and race variants, written down as the
// definitions have them and without a thought for cost. An oracle for src/explore.
//
// A trace is read off the words of a recorded run and nothing else: who spawned, sent and received
// what. Where the text leaves something open the examples decide: definition 8 does not say that a
// message which was received before is in no race set, example 5 does (message l1).
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/trace.hpp"

namespace heddle::tests::vidal {

struct Action {
  enum class Kind { kSpawn, kSend, kReceive };
  Kind kind = Kind::kSpawn;
  std::string tag;  // l of send(l, v, p) and rec(l, cs)
  std::string who;  // p of spawn(p) and send(l, v, p)
  bool operator==(const Action&) const = default;
  auto operator<=>(const Action&) const = default;
};

using Actions = std::vector<Action>;
/// From processes to what they do.
using Trace = std::map<std::string, Actions>;
/// An action by its process and its position there.
using Event = std::pair<std::string, std::size_t>;
/// match(v, cs), for the message with this tag and the receive that is this event.
using Match = std::function<bool(const std::string& tag, const Event& receive)>;
/// The tag of what an event sends, delivers or receives.
using Tag = std::function<std::string(const core::TraceEvent& event)>;

struct Read {
  Trace trace;
  std::map<std::size_t, Event> events;  // by the number of the recorded event
};

/// tr(S), of a recorded run. Deliveries and what is not about messages are no actions.
Read read(const core::Trace& recorded, const Tag& tag);

/// Definition 2, as pairs.
std::set<std::pair<Event, Event>> happened_before(const Trace& trace);
/// Definition 8.
std::set<std::string> race_set(const Trace& trace, const Event& receive, const Match& match);
/// Definition 9, with rdep case by case.
Trace variant(const Trace& trace, const Event& receive, const std::string& tag);
/// Definition 6: whether `part` is a subtrace of `whole`.
bool extends(const Trace& whole, const Trace& part);

std::string words(const Trace& trace);

}  // namespace heddle::tests::vidal
