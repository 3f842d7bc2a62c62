// Machine: raising exceptions, and the stack traces that they carry: module, function, arity or
// arguments, file and line, and what OTP's modules need to explain the error.
#include <fmt/format.h>

#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/interpreter.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {

Term Machine::raise(Term exception_class, Term reason) {
  class_ = exception_class;
  reason_ = reason;
  trace_ = Term::none();
  blamed_.clear();
  in_trace_ = false;
  arguments_ = error_info_ = cause_ = Term::none();
  return Term::none();
}

Term Machine::raise_with_arguments(Term reason, Term arguments, Term info) {
  raise(atoms::error, reason);
  arguments_ = arguments;
  error_info_ = info;
  return Term::none();
}

Term Machine::error(Term reason) {
  raise(atoms::error, reason);
  in_trace_ = true;
  return Term::none();
}

Term Machine::error(Term reason, Term cause) {
  error(reason);
  cause_ = cause;
  return Term::none();
}

Term Machine::badarg() { return error(atoms::badarg); }

Term Machine::raise_with_trace(Term exception_class, Term reason, Term trace) {
  raise(exception_class, reason);
  trace_ = trace;
  return Term::none();
}

void Machine::raise_again(Term raw_trace, Term reason) {
  raise_with_trace(raw_trace.element(1), reason, raw_trace.element(2));
}

// The native that raised, with its arguments, as the first entry of the trace.
void Machine::blame(const Native& native, const Term* arguments) {
  if (!in_trace_) return;
  const Term module = intern(native.module);
  const bool of_erts = module == atoms::erlang || module == intern("atomics") ||
                       module == intern("counters") || module == intern("persistent_term") ||
                       module == intern("erts_internal");
  const char* explains = of_erts                  ? "erl_erts_errors"
                         : module == intern("os") ? "erl_kernel_errors"
                                                  : "erl_stdlib_errors";
  std::vector<Term> details = {atoms::module_, intern(explains)};
  if (!cause_.is_none()) details.insert(details.end(), {intern("cause"), cause_});
  const Term info = heap_.tuple({atoms::error_info, map_from_pairs(heap_, details)});
  // Functions that OTP loads from libraries of their own say nothing about their errors.
  const bool from_library = std::string_view(native.function).ends_with("_nif") ||
                            module == intern("prim_buffer") || module == intern("prim_file") ||
                            module == intern("erts_literal_area_collector");
  blamed_.assign(
      1, heap_.tuple({module, intern(native.function), heap_.list({arguments, native.arity}),
                      from_library ? Term::nil() : heap_.cons(info, Term::nil())}));
}

Term Machine::no_clause(const char* module, const char* function, std::span<const Term> arguments) {
  raise(atoms::error, atoms::function_clause);
  Term where = Term::nil();
  if (const Module* loaded = code_.load(intern(module))) {
    for (const LoadedFunction& entry : loaded->functions) {
      if (entry.name == intern(function) && entry.arity == arguments.size()) {
        where = location(*loaded, entry.begin);
      }
    }
  }
  blamed_.assign(1, heap_.tuple({intern(module), intern(function), heap_.list(arguments), where}));
  return Term::none();
}

Term Machine::no_function(Term module, Term function, Term arguments) {
  raise(atoms::error, atoms::undef);
  blamed_.assign(1, heap_.tuple({module, function, arguments, Term::nil()}));
  return Term::none();
}

void Machine::undefined(const Export& callee, const Term* x) {
  error(atoms::undef);
  blamed_.assign(
      1, heap_.tuple({callee.module, callee.function, heap_.list({x, callee.arity}), Term::nil()}));
}

void Machine::function_clause(Term module, Term function, Word arity, const Term* x,
                              CodePointer at) {
  error(atoms::function_clause);
  const Module* loaded = code_.module_at(at);
  blamed_.assign(1, heap_.tuple({module, function, heap_.list({x, arity}),
                                 loaded == nullptr ? Term::nil() : location(*loaded, at)}));
}

void Machine::error_of_apply(Term module, Term function, Term arguments) {
  error(atoms::badarg);
  blamed_.assign(1,
                 heap_.tuple({atoms::erlang, atoms::apply,
                              heap_.list(std::initializer_list<Term>{module, function, arguments}),
                              Term::nil()}));
}

Term Machine::location(const Module& module, CodePointer address) const {
  const LineEntry line = module.line_at(address);
  if (line.line == 0) return Term::nil();
  Heap& heap = const_cast<Heap&>(heap_);
  const Term file = heap.tuple({atoms::file, heap.string(module.file_name(line.file))});
  const Term number = heap.tuple({atoms::line, Term::small(line.line)});
  return heap.list(std::initializer_list<Term>{file, number});
}

Term Machine::trace_entry(CodePointer address) const {
  const Module* module = code_.module_at(address);
  if (module == nullptr) return Term::none();
  const LoadedFunction* function = module->function_at(address);
  if (function == nullptr) return Term::none();
  return const_cast<Heap&>(heap_).tuple(
      {module->name, function->name, Term::small(function->arity), location(*module, address)});
}

void Machine::finish_trace(Process& process, CodePointer ip, CodePointer cp, const Word* frame) {
  if (!trace_.is_none()) return;
  std::vector<Term> entries = blamed_;
  blamed_.clear();
  const auto add = [&](CodePointer address) {
    if (address == nullptr || entries.size() >= trace_depth_) return;
    if (const Term entry = trace_entry(address); !entry.is_none()) entries.push_back(entry);
  };
  add(ip);
  if (!arguments_.is_none() && entries.size() == 1) {
    const Term entry = entries[0];
    std::vector<Term> location;
    for (Term list = entry.element(3); list.is_cons(); list = list.tail()) {
      location.push_back(list.head());
    }
    if (!error_info_.is_none()) {
      location.push_back(heap_.tuple({atoms::error_info, error_info_}));
    }
    const Term arguments = arguments_.is_list() ? arguments_ : entry.element(2);
    entries[0] = heap_.tuple({entry.element(0), entry.element(1), arguments, heap_.list(location)});
  }
  // Return addresses point behind the call.
  if (cp != nullptr) add(cp - 1);
  while (frame > process.stack() && entries.size() < trace_depth_) {
    const auto address = std::bit_cast<CodePointer>(frame[0]);
    if (address != nullptr) add(address - 1);
    frame -= kFrameHeader + size_below(frame[1]);
  }
  trace_ = heap_.list(entries);
}

void Machine::die_of_exception(Process& process) {
  Term reason = reason_;
  if (class_ == atoms::throw_) reason = heap_.tuple({atoms::nocatch, reason});
  if (class_ != atoms::exit) reason = heap_.tuple({reason, trace_});
  // The caller of the first process sees what it ended with.
  if (class_ != atoms::exit && process.parent() != nullptr) log_crash(process, reason);
  end(process, reason);
}

std::string Machine::place(CodePointer address) const {
  const Module* module = address == nullptr ? nullptr : code_.module_at(address);
  const LoadedFunction* function = module == nullptr ? nullptr : module->function_at(address);
  if (function == nullptr) return "unknown place";
  std::string text =
      fmt::format("{}:{}/{}", name_of(module->name), name_of(function->name), function->arity);
  if (const LineEntry line = module->line_at(address); line.line != 0) {
    text += fmt::format(" ({}:{})", module->file_name(line.file), line.line);
  }
  return text;
}

}  // namespace heddle::beam
