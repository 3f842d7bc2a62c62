#include "tests/support/vidal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace heddle::tests::vidal {

using Kind = Action::Kind;

Read read(const core::Trace& recorded, const Tag& tag) {
  Read out;
  for (std::size_t i = 0; i < recorded.events.size(); ++i) {
    const core::TraceEvent& event = recorded.events[i];
    const core::TraceActor& actor = recorded.actors[event.actor];
    if (actor.role != 0) continue;
    const std::string& operation = event.text.operation;
    Action action;
    if (operation.starts_with("spawn")) {
      action = {Kind::kSpawn, "", event.text.target};
    } else if (operation.starts_with("send")) {
      action = {Kind::kSend, tag(event), event.text.target};
    } else if (operation.starts_with("receive")) {
      action = {Kind::kReceive, tag(event), ""};
    } else {
      continue;
    }
    Actions& actions = out.trace[actor.name];
    out.events[i] = {actor.name, actions.size()};
    actions.push_back(std::move(action));
  }
  return out;
}

std::set<std::pair<Event, Event>> happened_before(const Trace& trace) {
  std::vector<Event> events;
  for (const auto& [process, actions] : trace) {
    for (std::size_t i = 0; i < actions.size(); ++i) events.emplace_back(process, i);
  }
  const auto action = [&](const Event& event) { return trace.at(event.first)[event.second]; };
  std::set<std::pair<Event, Event>> before;
  for (const Event& a : events) {
    for (const Event& b : events) {
      const Action first = action(a);
      const Action second = action(b);
      const bool own = a.first == b.first && a.second < b.second;
      const bool spawned = first.kind == Kind::kSpawn && first.who == b.first;
      const bool received = first.kind == Kind::kSend && first.who == b.first &&
                            second.kind == Kind::kReceive && first.tag == second.tag;
      if (own || spawned || received) before.emplace(a, b);
    }
  }
  for (const Event& middle : events) {
    for (const Event& a : events) {
      if (!before.contains({a, middle})) continue;
      for (const Event& b : events) {
        if (before.contains({middle, b})) before.emplace(a, b);
      }
    }
  }
  return before;
}

std::set<std::string> race_set(const Trace& trace, const Event& receive, const Match& match) {
  const Actions& own = trace.at(receive.first);
  const auto received_before = [&](const std::string& tag) {
    return std::any_of(
        own.begin(), own.begin() + static_cast<std::ptrdiff_t>(receive.second),
        [&](const Action& action) { return action.kind == Kind::kReceive && action.tag == tag; });
  };
  const auto before = happened_before(trace);
  std::set<std::string> set;
  for (const auto& [process, actions] : trace) {
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const Action& send = actions[i];
      if (send.kind != Kind::kSend || send.who != receive.first) continue;
      if (send.tag == own[receive.second].tag || !match(send.tag, receive)) continue;
      if (received_before(send.tag)) continue;
      if (before.contains({receive, {process, i}})) continue;
      const bool first =
          std::none_of(actions.begin(), actions.begin() + static_cast<std::ptrdiff_t>(i),
                       [&](const Action& earlier) {
                         return earlier.kind == Kind::kSend && earlier.who == receive.first &&
                                match(earlier.tag, receive) && !received_before(earlier.tag);
                       });
      if (first) set.insert(send.tag);
    }
  }
  return set;
}

namespace {

Trace rdep(Actions rest, Trace trace) {
  if (rest.empty()) return trace;
  const Action action = rest.front();
  rest.erase(rest.begin());
  if (action.kind == Kind::kSpawn) {
    Actions gone = std::exchange(trace[action.who], {});
    rest.insert(rest.end(), gone.begin(), gone.end());
  } else if (action.kind == Kind::kSend) {
    Actions& receiver = trace[action.who];
    const auto it =
        std::find(receiver.begin(), receiver.end(), Action{Kind::kReceive, action.tag, ""});
    if (it != receiver.end()) {
      rest.insert(rest.end(), it + 1, receiver.end());
      receiver.erase(it, receiver.end());
    }
  }
  return rdep(std::move(rest), std::move(trace));
}

}  // namespace

Trace variant(const Trace& trace, const Event& receive, const std::string& tag) {
  const auto& [process, position] = receive;
  const Actions& own = trace.at(process);
  const auto at = own.begin() + static_cast<std::ptrdiff_t>(position);
  const Actions after(at + 1, own.end());
  Trace changed = trace;
  changed[process] = Actions(own.begin(), at);
  changed[process].push_back({Kind::kReceive, tag, ""});
  Trace out = rdep(after, std::move(changed));
  std::erase_if(out, [](const auto& entry) { return entry.second.empty(); });
  return out;
}

bool extends(const Trace& whole, const Trace& part) {
  return std::all_of(part.begin(), part.end(), [&](const auto& entry) {
    const auto it = whole.find(entry.first);
    return it != whole.end() && entry.second.size() <= it->second.size() &&
           std::equal(entry.second.begin(), entry.second.end(), it->second.begin());
  });
}

std::string words(const Trace& trace) {
  std::string out;
  for (const auto& [process, actions] : trace) {
    out += process + " ->";
    for (const Action& action : actions) {
      out += action.kind == Kind::kSpawn  ? fmt::format(" spawn({})", action.who)
             : action.kind == Kind::kSend ? fmt::format(" send({}, {})", action.tag, action.who)
                                          : fmt::format(" rec({})", action.tag);
    }
    out += '\n';
  }
  return out;
}

}  // namespace heddle::tests::vidal
