#include "abstraction/acs/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace heddle::abstraction {
namespace {

// A message on its way: what, from whom.
struct Sent {
  PlaceIndex message;
  ClassId sender;
};

}  // namespace

Explanation explain(const Machine& machine, const System& system, const Encoded& encoded,
                    const std::vector<petri::TransitionId>& firing) {
  Explanation out;
  const Code& code = machine.code();
  std::map<ClassId, std::vector<Sent>> mailboxes;
  std::map<ClassId, std::size_t> processes{{0, 1}};
  std::vector<StateId> passed;
  std::set<ClassId> crowds;
  const auto passes = [&](StateId state) {
    const NodeId node = machine.store().states[state].node;
    passed.push_back(state);
    if (!out.losses.stack && machine.returns_to_many(state)) {
      out.losses.stack = true;
      out.losses.stack_at = code.place(node);
    }
    if (!out.losses.data && machine.cuts_data(state)) {
      out.losses.data = true;
      out.losses.data_at = code.place(node);
    }
  };
  const auto comes_to = [&](PlaceIndex index) {
    const AcsPlace& place = system.places[index];
    if (place.kind == AcsPlace::Kind::kState) passes(place.id);
  };
  for (const petri::TransitionId fired : firing) {
    const AcsRule& rule = system.rules[encoded.rules[fired]];
    const std::string text = describe(system, code, rule);
    out.steps.push_back(text);
    comes_to(rule.from);
    for (const StateId through : rule.through) passes(through);
    if (rule.to != kNone) comes_to(rule.to);
    const ClassId self = system.places[rule.from].process;
    if (!rule.internal()) out.places.push_back(code.place(system.places[rule.from].node));
    if (rule.spawned != kNone) ++processes[system.places[rule.spawned].process];
    if (rule.sent != kNone)
      mailboxes[system.places[rule.sent].process].push_back({rule.sent, self});
    if (rule.received == kNone) continue;
    std::vector<Sent>& mailbox = mailboxes[self];
    const auto taken = std::find_if(mailbox.begin(), mailbox.end(), [&](const Sent& sent) {
      return sent.message == rule.received;
    });
    for (auto older = mailbox.begin(); older != taken && older != mailbox.end(); ++older) {
      // Would the same receive have taken the older one?
      const bool fits = std::any_of(
          system.rules.begin(), system.rules.end(),
          [&](const AcsRule& r) { return r.from == rule.from && r.received == older->message; });
      if (fits && taken != mailbox.end() && older->sender == taken->sender) {
        out.losses.order = true;
        if (out.losses.order_at.empty())
          out.losses.order_at = code.place(system.places[rule.from].node);
      }
    }
    if (processes[self] > 1 && crowds.insert(self).second && !out.losses.identity) {
      out.losses.identity = true;
      out.losses.identity_at = system.classes[self];
    }
    if (taken != mailbox.end()) mailbox.erase(taken);
  }
  std::sort(passed.begin(), passed.end());
  passed.erase(std::unique(passed.begin(), passed.end()), passed.end());
  out.blurred = blurred(machine, passed, crowds);
  return out;
}

std::vector<std::string> words(const Losses& losses) {
  std::vector<std::string> out;
  if (losses.order) {
    out.push_back(
        fmt::format("message order: at {} a message overtakes an older one that would "
                    "have been received; an ACS does not know the order of messages",
                    losses.order_at));
  }
  if (losses.stack) {
    out.push_back(
        fmt::format("stack: from {} a call may have returned to another caller than its "
                    "own (--context tells callers apart)",
                    losses.stack_at));
  }
  if (losses.identity) {
    out.push_back(fmt::format("identity: several processes of the class <{}> share their mailboxes",
                              losses.identity_at));
  }
  if (losses.data) {
    out.push_back(
        fmt::format("data: at {} values are not told apart that differ (--data-depth "
                    "looks deeper)",
                    losses.data_at));
  }
  return out;
}

}  // namespace heddle::abstraction
