// Machine: the versions of its modules. As on erl, a module has current code, which calls from
// outside go to, and old code, which those who run it stay in until it is purged.
//
// Versions are shared and stay (CodeBase::version); which one is current is a word of the machine,
// and goes back with everything else. What is on the path that all machines have is current from
// the beginning: whether somebody happened to call it before must not be seen. What only this one
// has, as it has compiled it, or added a directory to its path, is loaded when it is called.
#include <fmt/format.h>

#include <algorithm>

#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/machine.hpp"
#include "beam/vm/native.hpp"
#include "beam/vm/trace_pattern.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

const Module* module_of(Word word) { return std::bit_cast<const Module*>(word); }

}  // namespace

const Machine::Versions* Machine::versions_of(Term module) const {
  const auto it = versions_.find(module.bits());
  return it == versions_.end() ? nullptr : it->second.get();
}

// That there is such an entry says nothing, so it need not go back.
Machine::Versions& Machine::change_versions(Term module) {
  std::unique_ptr<Versions>& versions = versions_[module.bits()];
  if (versions == nullptr) versions = std::make_unique<Versions>(Versions{.current = kOnPath});
  return *versions;
}

const Module* Machine::current_code(Term module) {
  const Versions* versions = versions_of(module);
  if (versions != nullptr && versions->current != kOnPath) return module_of(versions->current);
  const Module* found = code_.loaded(module);
  if (found == nullptr) found = find_code(module, Find::kLoaded);
  return found != nullptr && waits_for_on_load(*found) ? nullptr : found;
}

bool Machine::waits_for_on_load(const Module& version) const {
  return version.on_load != nullptr && !code_.has_natives(version.name);
}

bool Machine::is_deleted(Term module) const {
  const Versions* versions = versions_of(module);
  return versions != nullptr && versions->current == 0;
}

const Module* Machine::current_version(Term module) const {
  const Versions* versions = versions_of(module);
  return versions == nullptr || versions->current == kOnPath ? nullptr
                                                             : module_of(versions->current);
}

const Module* Machine::old_code(Term module) const {
  const Versions* versions = versions_of(module);
  return versions == nullptr ? nullptr : module_of(versions->old);
}

const Module* Machine::loading(Term module) const {
  const Versions* versions = versions_of(module);
  return versions == nullptr ? nullptr : module_of(versions->loading);
}

Term Machine::loader(Term module) const {
  const Versions* versions = versions_of(module);
  return versions == nullptr ? Term::none() : Term::from_bits(versions->loader);
}

void Machine::set_loading(Term module, const Module* version, Term loader) {
  undo_.set(change_versions(module).loading, std::bit_cast<Word>(version));
  undo_.set(change_versions(module).loader, loader.bits());
}

std::vector<const Module*> Machine::own_versions() const {
  std::vector<const Module*> own;
  for (const auto& [name, versions] : versions_) {
    if (versions->current != 0 && versions->current != kOnPath) {
      own.push_back(module_of(versions->current));
    }
  }
  std::ranges::sort(own, {}, [](const Module* module) { return name_of(module->name); });
  return own;
}

// As on erl, what is set for the calls of a module ends with its current code.
void Machine::forget_patterns(Term module) {
  Term left = traces();
  for (MapIterator pattern(traces()); pattern.next();) {
    if (pattern.key().is_tuple(3) && pattern.key().element(0) == module) {
      left = map_remove(heap_, left, pattern.key());
    }
  }
  if (left != traces()) set_traces(left);
}

// A new version has those that are set for modules to be loaded.
void Machine::add_patterns(const Module& version) {
  const Term wanted = map_get(traces(), intern("on_load"));
  if (wanted.is_none()) return;
  const bool global = TracePattern::of(wanted).scope == intern("global");
  Term all = traces();
  for (const LoadedFunction& one : version.functions) {
    const Export* entry = code_.find_export(version.name, one.name, one.arity);
    if (global && version.exported(*entry) == nullptr) continue;
    code_.trace_point(&version, version.name, one.name, one.arity);
    all =
        map_put(heap_, all, heap_.tuple({version.name, one.name, Term::small(one.arity)}), wanted);
  }
  set_traces(all);
}

const Module* Machine::prepare_code(Term module, const std::string& bytes,
                                    const std::string& path) {
  if (code_.has_natives(module)) {
    throw support::UserError(fmt::format(
        "{}: the program loads another version of the module {}, parts of which Heddle has built "
        "in; that is not supported",
        place(calling_), name_of(module)));
  }
  const Module* made =
      code_.version(module, bytes, path, current_version(module), old_code(module));
  if (made == nullptr || options_.traced == nullptr) return made;
  // Whether its calls stop must not depend on what runs before this one have done.
  for (const LoadedFunction& one : made->functions) {
    if (options_.traced->contains(module, one.name, one.arity)) {
      code_.trace_point(made, module, one.name, one.arity);
    }
  }
  return made;
}

void Machine::make_current(const Module& version) {
  const Module* current = current_code(version.name);
  Versions& versions = change_versions(version.name);
  if (current != nullptr) undo_.set(versions.old, std::bit_cast<Word>(current));
  undo_.set(versions.current, std::bit_cast<Word>(&version));
  if (!tracing_) return;
  forget_patterns(version.name);
  add_patterns(version);
}

void Machine::delete_code(Term module) {
  const Module* current = current_code(module);
  if (tracing_) forget_patterns(module);
  code_.ask_machines(module);
  Versions& versions = change_versions(module);
  undo_.set(versions.old, std::bit_cast<Word>(current));
  undo_.set(versions.current, 0);
}

void Machine::forget_old_code(Term module) { undo_.set(change_versions(module).old, 0); }

// Indirect references, funs, do not count (since ERTS 9.0): calling one later fails.
bool Machine::lingers_in(const Process& process, const Module& version) const {
  const Process::State& state = process.state;
  if (process.dead() || state.pending == Pending::kStart || state.pending == Pending::kExit) {
    return false;
  }
  const auto in = [&](CodePointer address) {
    return address != nullptr && version.contains(address);
  };
  const auto returns_to = [&](CodePointer address) {
    return address != nullptr && version.contains(address - 1);
  };
  if (state.pending == Pending::kReceive && in(state.ip)) return true;
  const bool before_a_call = state.pending == Pending::kNative || state.pending == Pending::kCall ||
                             state.pending == Pending::kTraced;
  if (before_a_call && in(state.at)) return true;
  if (state.pending == Pending::kTraced && in(traced_call(process).entry)) return true;
  if (state.pending != Pending::kCall && state.pending != Pending::kTraced &&
      returns_to(state.ip)) {
    return true;
  }
  if (returns_to(state.cp)) return true;
  for (const Word* frame = process.stack() + state.frame; frame > process.stack();) {
    if (returns_to(std::bit_cast<CodePointer>(frame[0]))) return true;
    frame -= kFrameHeader + size_below(frame[1]);
  }
  return false;
}

bool Machine::asks_of_replaced(const Native& native, const Term* arguments) const {
  for (std::uint32_t i = 0; i < native.arity; ++i) {
    const Term argument = arguments[i];
    if (argument.is_atom() && is_replaced(argument)) return true;
    if (argument.is(Kind::kFun) && is_replaced(fun_entry(argument).module)) return true;
  }
  return false;
}

CodePointer Machine::resolve(Export& callee) {
  const Module* module = current_code(callee.module);
  if (module == nullptr) {
    module = find_code(callee.module, Find::kOrLoad);
    if (module != nullptr && waits_for_on_load(*module)) {
      const Term arguments[] = {callee.module, callee.function,
                                heap_.list({x_.get(), callee.arity})};
      Word* first_call = heap_.object(Kind::kExport, 1);
      first_call[1] = std::bit_cast<Word>(
          code_.find_export(intern("heddle_code"), intern("first_call"), std::size(arguments)));
      call_instead(Term::boxed(first_call), arguments);
      return nullptr;
    }
  }
  const CodePointer entry = module == nullptr ? nullptr : module->exported(callee);
  return entry == nullptr ? nullptr : code_.traced_entry(*module, entry, false);
}

const Module* Machine::version_with(const FunEntry& fun) {
  const Term module = fun.module;
  for (const Module* version : {current_code(module), old_code(module), loading(module)}) {
    if (version != nullptr && version->has(fun)) return version;
  }
  return nullptr;
}

CodePointer Machine::resolve(const FunEntry& fun) {
  const Module* version = version_with(fun);
  if (version == nullptr && current_code(fun.module) == nullptr) {
    const Module* found = load(fun.module);
    if (found != nullptr && found->has(fun)) version = found;
  }
  return version == nullptr ? nullptr
                            : code_.traced_entry(*version, version->fun_code[fun.index], true);
}

// The free variables are behind the arguments.
void Machine::missing_fun(const FunEntry& fun, const Term* x) {
  Word* object = heap_.object(Kind::kFun, 1 + fun.free);
  object[1] = std::bit_cast<Word>(&fun);
  for (Word i = 0; i < fun.free; ++i) object[2 + i] = x[fun.arity + i].bits();
  const Term value = Term::boxed(object);
  if (current_code(fun.module) != nullptr) {
    error(heap_.tuple({atoms::badfun, value}));
    return;
  }
  error(atoms::undef);
  blamed_.assign(1, heap_.tuple({value, heap_.list({x, fun.arity}), Term::nil()}));
}

}  // namespace heddle::beam
