// Processes: starting them, naming them, sending to them, and how they end.
#include <algorithm>

#include "abstraction/cfa/library.hpp"
#include "abstraction/cfa/machine.hpp"

namespace heddle::abstraction {

void Machine::spawn(const Values& functions) {
  for (const ValueId fun : functions) {
    const Value value = store_.values[fun];
    Values closures;
    if (value.kind == Value::Kind::kTerm) {
      if (value.id == Terms::kAny) closures = funs_in({fun});
      raise({store_.term(code_.terms.atom("badarg"))}, "error", Failure::kSpawnOfNonFunction);
    } else if (kind_of(fun) != TermKind::kFun || !code_[value.id].variables.empty()) {
      raise({store_.term(code_.terms.atom("badarg"))}, "error", Failure::kSpawnOfNonFunction);
    } else {
      closures = {fun};
    }
    for (const ValueId closure : closures) {
      if (!code_[store_.values[closure].id].variables.empty()) continue;
      const ClassId process = store_.classes({site_, at_.time});
      const Values parents = self();
      for (const ValueId pid : parents) {
        store_.add(simple_cell(CellKey::Kind::kParent, process), pid);
      }
      const std::vector<StateId> child = enter(closure, {}, 0, process, at_.time);
      const std::vector<StateId> to = deliver(
          Values{store_.term(code_.terms.intern({.kind = TermKind::kPid, .index = process}))});
      if (sink_ == nullptr) continue;
      for (const StateId first : child) {
        for (const StateId state : to) sink_->spawn(reader_, first, state);
      }
    }
  }
}

// Whoever hears a name may find the process.
void Machine::name_processes(const Values& names, const Values& pids) {
  for (const ValueId name : names) {
    const Value value = store_.values[name];
    const CellId cell = simple_cell(CellKey::Kind::kName, 0,
                                    value.kind == Value::Kind::kTerm ? value.id : Terms::kAny);
    for (const ValueId pid : pids) {
      store_.add(cell, pid);
      store_.add(simple_cell(CellKey::Kind::kEscaped), pid);
    }
  }
}

// Those registered under a name; names that were computed may be this one.
Machine::Values Machine::registered(TermId name) {
  Values out = read(simple_cell(CellKey::Kind::kName, 0, name));
  const Values& computed = read(simple_cell(CellKey::Kind::kName, 0, Terms::kAny));
  out.insert(out.end(), computed.begin(), computed.end());
  // Others register their processes, too: OTP's own, and those of unknown functions.
  const bool atom = code_.terms[name].kind == TermKind::kAtom;
  const bool given = !read(simple_cell(CellKey::Kind::kNamed, 0, name)).empty();
  if (atom && (given || is_of_otp(code_.terms[name].name) || (out.empty() && is_foreign()))) {
    out.push_back(any_);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void Machine::whereis(const Values& names) {
  std::set<ValueId> found;
  bool may_fail = false;
  for (const ValueId name : names) {
    const TermKind kind = kind_of(name);
    may_fail = may_fail || kind != TermKind::kAtom;
    if (kind != TermKind::kAtom && kind != TermKind::kAny) continue;
    found.insert(store_.term(code_.terms.atom("undefined")));
    if (kind == TermKind::kAny) found.insert(name);
    if (kind == TermKind::kAtom) {
      const Values pids = registered(store_.values[name].id);
      found.insert(pids.begin(), pids.end());
    }
  }
  go(deliver(Values(found.begin(), found.end())));
  if (may_fail) raise(failure_of("whereis"), "error", Failure::kException);
}

// The classes that values may stand for as receivers. `any`: and others that are not known.
std::vector<ClassId> Machine::named_by(const Values& receivers, bool& any) {
  std::set<ClassId> out;
  const auto add = [&](const Values& pids) {
    for (const ValueId each : pids) {
      const Value& value = store_.values[each];
      if (value.kind != Value::Kind::kTerm) continue;
      const Term& term = code_.terms[value.id];
      if (term.kind == TermKind::kPid) out.insert(term.index);
      if (term.kind != TermKind::kAny) continue;
      any = true;
      for (const ClassId one : pids_in({each})) out.insert(one);
    }
  };
  for (const ValueId receiver : receivers) {
    const TermKind kind = kind_of(receiver);
    if (kind == TermKind::kAtom || kind == TermKind::kReference) {
      add(registered(store_.values[receiver].id));
    } else if (const auto parts = parts_of(receiver, TermKind::kTuple, 2);
               parts && kind == TermKind::kTuple) {
      // {Name, Node}: there is one node.
      for (const ValueId name : (*parts)[0]) {
        if (kind_of(name) == TermKind::kAtom) add(registered(store_.values[name].id));
        if (kind_of(name) == TermKind::kAny) add({name});
      }
    } else {
      add({receiver});
    }
  }
  return {out.begin(), out.end()};
}

void Machine::send(const Values& receivers, const Values& messages, const Values& result) {
  bool may_succeed = false;
  bool may_fail = false;
  for (const ValueId receiver : receivers) {
    const TermKind kind = kind_of(receiver);
    if (kind == TermKind::kPid || kind == TermKind::kReference) {
      may_succeed = true;  // a reference may be an alias; what is sent to another one is lost
    } else if (kind == TermKind::kAny) {
      may_succeed = true;
      may_fail = true;
    } else if (kind == TermKind::kAtom) {
      may_succeed = may_succeed || !registered(store_.values[receiver].id).empty();
      may_fail = true;
    } else if (const auto parts = parts_of(receiver, TermKind::kTuple, 2);
               parts && kind == TermKind::kTuple) {
      // Fails only if these are no atoms.
      may_succeed = true;
      const bool atoms = std::all_of(parts->begin(), parts->end(), [&](const Values& each) {
        return std::all_of(each.begin(), each.end(),
                           [&](ValueId id) { return kind_of(id) == TermKind::kAtom; });
      });
      may_fail = may_fail || !atoms;
    } else {
      may_fail = true;
    }
  }
  if (may_fail) {
    raise({store_.term(code_.terms.atom("badarg"))}, "error", Failure::kSendToNonPid);
  }
  if (!may_succeed) return;
  const std::vector<StateId> to = deliver(result);
  bool lost = false;
  const std::vector<ClassId> classes = named_by(receivers, lost);
  for (const ClassId receiver : classes) {
    const CellId mailbox = simple_cell(CellKey::Kind::kMailbox, receiver);
    for (const ValueId message : messages) {
      store_.add(mailbox, message);
      if (sink_ == nullptr) continue;
      for (const TermId term : resolve(message, message_depth(receiver))) {
        for (const StateId state : to) sink_->send(reader_, receiver, term, state);
      }
    }
  }
  // What is sent to nobody that is known; an unknown function may have it then.
  if (classes.empty()) go(to);
  if (!lost) return;
  for (const ValueId message : messages) {
    store_.add(simple_cell(CellKey::Kind::kLeaked), message);
    store_.add(simple_cell(CellKey::Kind::kEscaped), message);
  }
}

void Machine::ends(ClassId process, const char* how) {
  store_.add(simple_cell(CellKey::Kind::kEnded, process), store_.term(code_.terms.atom(how)));
}

bool Machine::crashes(ClassId process) {
  const Values& how = read(simple_cell(CellKey::Kind::kEnded, process));
  const ValueId crash = store_.term(code_.terms.atom(kCrash));
  return std::binary_search(how.begin(), how.end(), crash);
}

}  // namespace heddle::abstraction
