// From the steps of the abstract machine to rules (Definition 8 of the long paper).
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "abstraction/acs/system.hpp"

namespace heddle::abstraction {
namespace {

class Builder final : public Sink {
 public:
  explicit Builder(Machine& machine) : machine_(machine) {
    system_.classes = machine.class_names();
  }

  System build() {
    system_.initial = state(machine_.initial());
    machine_.emit(*this);
    for (StateId id = 0; id < machine_.store().states.size(); ++id) {
      if (const auto mail = machine_.mail_label(id)) {
        auto& classes = system_.mail_labels[mail->first];
        classes.insert(classes.end(), mail->second.begin(), mail->second.end());
        std::sort(classes.begin(), classes.end());
        classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
      }
      if (const auto bound = machine_.assertion(id)) system_.assertions[state(id)] = *bound;
    }
    return std::move(system_);
  }

  void internal(StateId from, StateId to) override { add({.from = state(from), .to = state(to)}); }
  void receive(StateId from, TermId message, StateId to) override {
    const ClassId self = machine_.store().states[from].process;
    add({.from = state(from), .to = state(to), .received = this->message(self, message)});
  }
  void send(StateId from, ClassId receiver, TermId message, StateId to) override {
    add({.from = state(from), .to = state(to), .sent = this->message(receiver, message)});
  }
  void spawn(StateId from, StateId child, StateId to) override {
    add({.from = state(from), .to = state(to), .spawned = state(child)});
  }
  void fail(StateId from, Failure failure) override {
    const ClassId process = machine_.store().states[from].process;
    for (const NodeId node : blamed(from)) {
      const auto key = std::tuple(process, node, failure);
      const auto [found, fresh] =
          failures_.emplace(key, static_cast<PlaceIndex>(system_.places.size()));
      if (fresh) {
        system_.places.push_back({.kind = AcsPlace::Kind::kFailure,
                                  .process = process,
                                  .id = found->second,
                                  .node = node,
                                  .failure = failure,
                                  .name = fmt::format("{}:failure{}", process, found->second)});
      }
      add({.from = state(from), .to = found->second});
    }
  }

 private:
  // The operation of a state: of a `let`, what it binds.
  NodeId site(NodeId node) const {
    const Node& of = machine_.code()[node];
    return of.kind == NodeKind::kLet ? of.first : node;
  }

  bool in_library(NodeId node) const {
    return machine_.code().modules[machine_.code()[node].module].library;
  }

  // What fails in a model of the library is the fault of who called it: the nearest callers in the
  // program itself.
  std::set<NodeId> blamed(StateId id) const {
    const State& at = machine_.store().states[id];
    if (!in_library(site(at.node))) return {site(at.node)};
    std::set<NodeId> out;
    std::set<CellId> seen;
    std::vector<CellId> work{at.next};
    while (!work.empty()) {
      const CellId cell = work.back();
      work.pop_back();
      if (machine_.store().cells[cell].kind != CellKey::Kind::kReturn ||
          !seen.insert(cell).second) {
        continue;
      }
      for (const FrameId each : machine_.store().items(cell)) {
        const Frame& frame = machine_.store().frames[each];
        if (in_library(site(frame.node))) {
          work.push_back(frame.parent);
        } else {
          out.insert(site(frame.node));
        }
      }
    }
    if (out.empty()) out.insert(site(at.node));
    return out;
  }

  PlaceIndex state(StateId id) {
    if (id == kNone) return kNone;
    const auto [at, fresh] = states_.emplace(id, static_cast<PlaceIndex>(system_.places.size()));
    if (fresh) {
      const State& of = machine_.store().states[id];
      system_.places.push_back({.kind = AcsPlace::Kind::kState,
                                .process = of.process,
                                .id = id,
                                .node = site(of.node),
                                .name = fmt::format("{}:q{}", of.process, id),
                                .label = machine_.label(id)});
    }
    return at->second;
  }

  PlaceIndex message(ClassId receiver, TermId term) {
    const auto [at, fresh] = messages_.emplace(std::pair(receiver, term),
                                               static_cast<PlaceIndex>(system_.places.size()));
    if (fresh) {
      system_.places.push_back(
          {.kind = AcsPlace::Kind::kMessage,
           .process = receiver,
           .id = term,
           .name =
               fmt::format("{}:{}", receiver, machine_.code().terms.show(term, system_.classes))});
    }
    return at->second;
  }

  void add(AcsRule rule) {
    if (rule.from == rule.to && rule.internal()) return;
    if (known_.insert({rule.from, rule.to, rule.received, rule.sent, rule.spawned}).second) {
      system_.rules.push_back(std::move(rule));
    }
  }

  Machine& machine_;
  System system_;
  std::map<StateId, PlaceIndex> states_;
  std::map<std::pair<ClassId, TermId>, PlaceIndex> messages_;
  std::map<std::tuple<ClassId, NodeId, Failure>, PlaceIndex> failures_;
  std::set<std::tuple<PlaceIndex, PlaceIndex, PlaceIndex, PlaceIndex, PlaceIndex>> known_;
};

}  // namespace

System make_system(Machine& machine) { return Builder(machine).build(); }

std::string describe(const System& system, const Code& code, const AcsRule& rule) {
  const AcsPlace& from = system.places[rule.from];
  const auto message = [&](PlaceIndex place) {
    return code.terms.show(system.places[place].id, system.classes);
  };
  std::string out = fmt::format("{} <{}> ", code.place(from.node), system.classes[from.process]);
  if (rule.received != kNone) return out + "receives " + message(rule.received);
  if (rule.sent != kNone) {
    const ClassId to = system.places[rule.sent].process;
    return out + fmt::format("sends {} to <{}>", message(rule.sent), system.classes[to]);
  }
  if (rule.spawned != kNone) {
    return out + fmt::format("spawns <{}>", system.classes[system.places[rule.spawned].process]);
  }
  if (rule.to == kNone) return out + "goes on";
  const AcsPlace& to = system.places[rule.to];
  if (to.kind == AcsPlace::Kind::kFailure) {
    return out + fmt::format("fails at {}: {}", code.place(to.node), words(to.failure));
  }
  if (!to.label.empty()) return out + fmt::format("goes on to the label {}", to.label);
  return out + fmt::format("goes on to {}", code.place(to.node));
}

}  // namespace heddle::abstraction
