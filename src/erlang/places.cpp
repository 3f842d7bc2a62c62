// Where in the source something happens.
#include <span>
#include <vector>

#include "beam/term/atom.hpp"
#include "erlang/program.hpp"

namespace heddle::erlang {

using beam::Pending;
using beam::Term;
using core::Finding;
namespace atoms = beam::atoms;

// The file and line of the innermost function of the program itself; those of OTP come last.
void Program::place(Term reason, const Process& process, Finding& out) const {
  Term trace = reason.is_tuple(2) ? reason.element(1) : Term::nil();
  std::string otp_file;
  int otp_line = 0;
  for (; trace.is_cons(); trace = trace.tail()) {
    const Term entry = trace.head();
    if (!entry.is_tuple(4)) break;
    std::string file;
    int line = 0;
    for (Term where = entry.element(3); where.is_cons(); where = where.tail()) {
      const Term item = where.head();
      if (!item.is_tuple(2)) continue;
      if (item.element(0) == atoms::line && item.element(1).is_small()) {
        line = static_cast<int>(item.element(1).small_value());
      } else if (item.element(0) == atoms::file) {
        for (Term c = item.element(1); c.is_cons() && c.head().is_small(); c = c.tail()) {
          file += static_cast<char>(c.head().small_value());
        }
      }
    }
    if (line == 0) continue;
    const beam::Module* module = world_->code.loaded(entry.element(0));
    const bool library = module != nullptr && world_->code.is_library(module->path);
    if (!library) {
      out.file = file;
      out.line = line;
      return;
    }
    if (otp_line == 0) {
      otp_file = file;
      otp_line = line;
    }
  }
  if (otp_line != 0) {
    out.file = otp_file;
    out.line = otp_line;
    return;
  }
  const core::SourceLocation where = source_of(process);
  out.file = where.file;
  out.line = where.line;
}

std::optional<SourceReceive> Program::source_receive(beam::CodePointer receive) const {
  const beam::Module* module = receive == nullptr ? nullptr : world_->code.module_at(receive);
  if (module == nullptr || world_->code.is_library(module->path)) return std::nullopt;
  return world_->forms.find(*module, receive);
}

// Where the process is, or was last, in the program itself if it can be told.
// The first place that is not in a library; if there is none, the first of all.
core::SourceLocation Program::innermost(std::span<const beam::CodePointer> places) const {
  core::SourceLocation best;
  for (const beam::CodePointer at : places) {
    const beam::Module* module = at == nullptr ? nullptr : world_->code.module_at(at);
    if (module == nullptr) continue;
    const beam::LineEntry line = module->line_at(at);
    if (line.line == 0) continue;
    const bool library = world_->code.is_library(module->path);
    if (best.line == 0 || !library) {
      best = {module->file_name(line.file), static_cast<int>(line.line)};
    }
    if (!library) break;
  }
  return best;
}

core::SourceLocation Program::source_of(const Process& process) const {
  const Process::State& state = process.state;
  if (state.pending == Pending::kStart) return {};
  if (state.pending == Pending::kReceive) {
    if (const auto receive = source_receive(state.ip)) {
      const beam::Module* module = world_->code.module_at(state.ip);
      return {module->file_name(module->line_at(state.ip).file), receive->line};
    }
  }
  std::vector<beam::CodePointer> places{state.ip};
  if (state.cp != nullptr) places.push_back(state.cp - 1);
  process.each_caller([&](beam::CodePointer address) {
    places.push_back(address - 1);
    return true;
  });
  return innermost(places);
}

core::SourceLocation Program::source_of_last_step() const {
  if (last_.at == nullptr) {
    const Process* process = machine_.find(last_.pid);
    return process == nullptr ? core::SourceLocation{} : source_of(*process);
  }
  std::vector<beam::CodePointer> places{last_.at};
  if (last_.returns != nullptr) places.push_back(last_.returns - 1);
  for (const beam::CodePointer address : last_.callers) places.push_back(address - 1);
  return innermost(places);
}

}  // namespace heddle::erlang
