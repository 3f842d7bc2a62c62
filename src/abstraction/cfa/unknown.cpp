// Calls of what is not known, or not known yet when the program is compiled.
//
// A function of a module that was not given may do anything with what it was given: call funs, and
// functions of modules whose names it got, with any arguments, any number of times, in its own
// process or in new ones; send anything to processes it has heard of, and to its caller; fail; and
// return anything made of what it got. A function that is known to compute only calls funs in its
// own process, and sends nothing.
#include <fmt/format.h>

#include <algorithm>

#include "abstraction/cfa/library.hpp"
#include "abstraction/cfa/machine.hpp"

namespace heddle::abstraction {

bool Machine::is_ours(const std::string& module) const {
  return std::any_of(code_.modules.begin(), code_.modules.end(),
                     [&](const ModuleInfo& each) { return each.name == module && !each.library; });
}

bool Machine::is_exported(const std::string& module, const std::string& function,
                          std::size_t arity) const {
  return std::any_of(code_.modules.begin(), code_.modules.end(), [&](const ModuleInfo& each) {
    return each.name == module && std::find(each.exports.begin(), each.exports.end(),
                                            std::pair(function, arity)) != each.exports.end();
  });
}

// What the modules given export, as far as a part of the name is known.
Machine::Values Machine::functions_of(const std::optional<std::string>& module,
                                      const std::optional<std::string>& function,
                                      const std::optional<std::size_t>& arity) {
  std::set<ValueId> out;
  for (const ModuleInfo& each : code_.modules) {
    if (each.library || (module && each.name != *module)) continue;
    for (const auto& [name, count] : each.exports) {
      const NodeId found = code_.find(each.name, name, count);
      if (found == kNone || (function && name != *function) || (arity && count != *arity)) continue;
      if (name == "module_info") continue;
      out.insert(store_.values({Value::Kind::kClosure, found, 0}));
    }
  }
  return {out.begin(), out.end()};
}

std::optional<std::string> Machine::atom_in(ValueId id) const {
  if (kind_of(id) != TermKind::kAtom) return std::nullopt;
  return code_.terms[store_.values[id].id].name;
}

void Machine::opaque_call(const std::string& name, const std::vector<Values>& arguments,
                          bool unknown) {
  Values given;
  for (const Values& values : arguments) given.insert(given.end(), values.begin(), values.end());
  // The heir of a table gets a message.
  unknown = unknown || (name == "ets:new/2" && mentions(arguments[1], "heir"));
  for (const ValueId value : given) {
    store_.add(simple_cell(CellKey::Kind::kEscaped), value);
    if (unknown) store_.add(simple_cell(CellKey::Kind::kLeaked), value);
  }
  reveals_ = reveals_ || shows_others(name);
  if (shows_dictionary(name)) show_ancestors();
  write_to_devices(name, arguments);
  Values funs;
  if (unknown) {
    note(fmt::format("{}: {} is not known: any value, and it may use what it was given",
                     code_.place(site_), name));
    given = read(simple_cell(CellKey::Kind::kLeaked));
    funs = funs_in(given);
    if (runs_text(name)) {
      for (const ValueId function : functions_of({}, {}, {})) funs.push_back(function);
    }
    use_freely(given, funs);
  } else {
    if (!is_quiet(name)) note(fmt::format("{} may return any value", name));
    funs = funs_in(given);
  }
  if (!funs.empty()) {
    // Back to this very state, to call the next one.
    const CellId again = store_.cell({CellKey::Kind::kReturn, at_.process, at_.node,
                                      at_.environment, at_.time, handler_of(at_.next)});
    store_.add(again,
               store_.frames({Frame::Kind::kAgain, at_.node, at_.environment, at_.next, at_.time}));
    for (const ValueId fun : funs) {
      go(enter(fun, std::vector<Values>(*takes(fun), {any_}), again, at_.process, at_.time));
    }
  }
  if (unknown || may_fail(name, arguments)) raise({any_}, nullptr, Failure::kException);
  go(deliver(Values{any_}));
}

bool Machine::mentions(const Values& values, const char* atom) {
  std::set<ValueId> seen;
  for (const ValueId value : values) reach(value, seen);
  return std::any_of(seen.begin(), seen.end(),
                     [&](ValueId id) { return id == any_ || atom_in(id) == atom; });
}

// What a function of a module that was not given may do besides calling what it was given: it may
// start processes that call it, or have other processes do so; name processes; end them; send
// anything to those that it has heard of. Adds to `funs` what it knows by name.
void Machine::use_freely(const Values& given, Values& funs) {
  const ClassId process = store_.classes({site_, at_.time});
  const ValueId child = store_.term(code_.terms.intern({.kind = TermKind::kPid, .index = process}));
  store_.add(simple_cell(CellKey::Kind::kForeign), any_);
  store_.add(simple_cell(CellKey::Kind::kForeign, process, 1), any_);
  std::set<ClassId> heard{at_.process, process};
  for (const ClassId each : pids_in(given)) heard.insert(each);
  std::set<ValueId> seen;
  for (const ValueId value : given) reach(value, seen);
  for (const ValueId id : seen) {
    const auto atom = atom_in(id);
    if (!atom) continue;
    bool any = false;
    for (const ClassId each : named_by({id}, any)) heard.insert(each);
    for (const ValueId function : functions_of(*atom, {}, {})) funs.push_back(function);
    store_.add(simple_cell(CellKey::Kind::kNamed, 0, store_.values[id].id), any_);
  }
  for (const ClassId receiver : heard) {
    ends(receiver, kCrash);
    store_.add(simple_cell(CellKey::Kind::kTraps, receiver), any_);
    store_.add(simple_cell(CellKey::Kind::kMailbox, receiver), any_);
    if (sink_ != nullptr) sink_->send(reader_, receiver, Terms::kAny, reader_);
  }
  if (funs.empty()) return;
  store_.add(simple_cell(CellKey::Kind::kEscaped), child);
  for (const ValueId fun : funs) {
    for (const StateId first :
         enter(fun, std::vector<Values>(*takes(fun), {any_}), 0, process, at_.time)) {
      if (sink_ != nullptr) sink_->spawn(reader_, first, reader_);
    }
  }
}

// What is written goes to a process: the one that is named, or the group leader.
void Machine::write_to_devices(const std::string& name, const std::vector<Values>& arguments) {
  if (!name.starts_with("io:") && !name.starts_with("file:")) return;
  bool any = false;
  const ValueId leader = store_.term(code_.terms.atom(kGroupLeader));
  std::vector<ClassId> devices = named_by({leader}, any);
  if (takes_device(name) && !arguments.empty()) {
    for (const ClassId each : named_by(arguments[0], any)) devices.push_back(each);
  }
  for (const ClassId receiver : devices) {
    store_.add(simple_cell(CellKey::Kind::kMailbox, receiver), any_);
    store_.add(simple_cell(CellKey::Kind::kEscaped),
               store_.term(code_.terms.intern({.kind = TermKind::kPid, .index = at_.process})));
    if (sink_ != nullptr) sink_->send(reader_, receiver, Terms::kAny, reader_);
  }
}

// Whoever looks at all processes hears of each of them, and sees what is in their mailboxes.
void Machine::reveal() {
  const CellId escaped = simple_cell(CellKey::Kind::kEscaped);
  for (ClassId process = 0; process < store_.classes.size(); ++process) {
    store_.add(escaped,
               store_.term(code_.terms.intern({.kind = TermKind::kPid, .index = process})));
    const Values messages = store_.items(simple_cell(CellKey::Kind::kMailbox, process));
    for (const ValueId message : messages) store_.add(escaped, message);
  }
}

// Whether a function that only computes may be given what it does not take.
bool Machine::may_fail(const std::string& name, const std::vector<Values>& arguments) {
  if (name.starts_with("io:")) return !writes_well(name, arguments);
  const auto kinds = taken_by(name);
  if (!kinds) return !is_quiet(name);
  return !kinds->empty() && !std::all_of(arguments[0].begin(), arguments[0].end(), [&](ValueId id) {
    return std::find(kinds->begin(), kinds->end(), kind_of(id)) != kinds->end();
  });
}

// Whether the arguments surely are what the format wants; that devices work is assumed.
bool Machine::writes_well(const std::string& name, const std::vector<Values>& arguments) {
  const bool formats = name.starts_with("io:format/") || name.starts_with("io:fwrite/");
  if (!formats) return writes_anything(name);
  const std::size_t at = arguments.size() == 3 ? 1 : 0;
  if (arguments[at].size() != 1 || store_.values[arguments[at][0]].kind != Value::Kind::kTerm) {
    return false;
  }
  const Term& format = code_.terms[store_.values[arguments[at][0]].id];
  if (format.kind != TermKind::kCons && format.kind != TermKind::kNil) return false;
  const auto wants =
      values_wanted(text_of({Operand::Kind::kTerm, store_.values[arguments[at][0]].id}));
  if (!wants) return false;
  if (at + 1 >= arguments.size()) return *wants == 0;
  const auto positions = positions_of(arguments[at + 1]);
  return positions && positions->lengths == std::set<std::size_t>{*wants};
}

// M:F(...) where M or F is computed.
void Machine::computed_call(ValueId module, ValueId function,
                            const std::vector<Values>& arguments) {
  const auto possible = [&](ValueId id) {
    return kind_of(id) == TermKind::kAtom || kind_of(id) == TermKind::kAny;
  };
  if (!possible(module) || !possible(function)) {
    raise({store_.term(code_.terms.atom("badarg"))}, "error", Failure::kException);
    return;
  }
  const auto module_name = atom_in(module);
  for (const ValueId each : functions_of(module_name, atom_in(function), arguments.size())) {
    go(enter(each, arguments, push(), at_.process, at_.time));
  }
  if (module_name && is_ours(*module_name)) {
    raise({store_.term(code_.terms.atom("undef"))}, "error", Failure::kException);
  } else {
    opaque_call("a function that is computed", arguments, true);
  }
}

// erlang:apply(Fun, List)
void Machine::apply_list(const Values& functions, const Values& lists) {
  bool proper = true;
  const Values elements = elements_of(lists, proper);
  const auto positions = positions_of(lists);
  if (!proper) raise({store_.term(code_.terms.atom("badarg"))}, "error", Failure::kException);
  for (const ValueId fun : functions) {
    std::set<std::size_t> counts;
    if (positions) {
      counts = positions->lengths;
    } else {
      const bool known = store_.values[fun].kind == Value::Kind::kClosure;
      for (const ValueId each : known ? Values{fun} : funs_in({fun})) {
        if (const auto count = takes(each)) counts.insert(*count);
      }
      counts.insert(0);  // what it is that is no function
      if (known) raise(reason("badarity"), "error", Failure::kWrongArity);
    }
    for (const std::size_t count : counts) {
      apply_values({fun}, arguments_of(count, positions, elements));
    }
  }
}

// The arguments in a list of so many; each by itself if it is known where it stands.
std::vector<Machine::Values> Machine::arguments_of(std::size_t count,
                                                   const std::optional<Positions>& positions,
                                                   const Values& elements) {
  if (!positions) return std::vector<Values>(count, elements);
  const auto end = positions->elements.begin() + static_cast<std::ptrdiff_t>(count);
  return {positions->elements.begin(), end};
}

namespace {

/// No function of `erlang` has more.
constexpr std::size_t kMostArguments = 6;

}  // namespace

// erlang:apply(Module, Function, List)
void Machine::apply_named(const Values& modules, const Values& functions, const Values& lists) {
  bool proper = true;
  const Values elements = elements_of(lists, proper);
  const auto positions = positions_of(lists);
  if (!proper) raise({store_.term(code_.terms.atom("badarg"))}, "error", Failure::kException);
  for (const ValueId m : modules) {
    for (const ValueId f : functions) {
      const auto module = atom_in(m);
      const auto function = atom_in(f);
      std::set<std::size_t> counts;
      if (positions) {
        counts = positions->lengths;
      } else {
        // Every arity that the function has.
        for (const auto& [key, node] : code_.functions) {
          if (module && std::get<0>(key) != *module) continue;
          if (function && std::get<1>(key) != *function) continue;
          counts.insert(std::get<2>(key));
        }
        // Its functions are not in the table: those that the machine knows, and their models.
        if (module == "erlang") {
          for (std::size_t count = 0; count <= kMostArguments; ++count) counts.insert(count);
        }
        const std::string name = module.value_or("_") + ":" + function.value_or("_");
        if (module && is_ours(*module)) {
          raise({store_.term(code_.terms.atom("undef"))}, "error", Failure::kException);
        } else {
          opaque_call(name, {elements}, !module || !is_harmless(*module, function.value_or("")));
        }
      }
      for (const std::size_t count : counts) {
        const std::vector<Values> arguments = arguments_of(count, positions, elements);
        if (std::any_of(arguments.begin(), arguments.end(),
                        [](const Values& each) { return each.empty(); })) {
          continue;
        }
        if (module && function) {
          call_function(*module, *function, arguments);
        } else {
          computed_call(m, f, arguments);
        }
      }
    }
  }
}

Machine::Values Machine::are_exported(const std::vector<Values>& arguments) {
  bool yes = false;
  bool no = false;
  for (const ValueId m : arguments[0]) {
    for (const ValueId f : arguments[1]) {
      for (const ValueId a : arguments[2]) {
        const auto module = atom_in(m);
        const auto function = atom_in(f);
        const bool known = module && function && kind_of(a) == TermKind::kInteger &&
                           store_.values[a].kind == Value::Kind::kTerm && is_ours(*module);
        const std::int64_t arity = known ? code_.terms[store_.values[a].id].low : 0;
        const bool exported =
            known && is_exported(*module, *function, static_cast<std::size_t>(arity));
        yes = yes || !known || exported;
        no = no || !known || !exported;
      }
    }
  }
  return booleans(yes, no);
}

}  // namespace heddle::abstraction
