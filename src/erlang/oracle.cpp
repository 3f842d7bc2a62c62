#include "erlang/oracle.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "beam/loader/compile.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/etf.hpp"
#include "support/check.hpp"
#include "support/file.hpp"

namespace heddle::erlang {

using beam::Term;
using support::UserError;

namespace {

// Reads {M, F, Arguments} and writes {Class, Result or reason}.
constexpr const char* kQuestion =
    "{ok, Q} = file:read_file(\"question\"), {M, F, A} = binary_to_term(Q), "
    "R = try {ok, apply(M, F, A)} catch C:E -> {C, E} end, "
    "ok = file:write_file(\"answer\", term_to_binary(R)), halt(0).";

std::string answer_of_erl(const std::string& question, const std::string& what) {
  const beam::PrivateFolder folder;
  support::write_file_atomically(folder.path() + "/question", question, "the question");
  const std::string command = fmt::format(
      "cd '{}' && timeout 60 erl -noinput -eval '{}' >/dev/null 2>&1", folder.path(), kQuestion);
  if (std::system(command.c_str()) != 0) {
    throw UserError(fmt::format("--unknown-bif pure: erl does not answer what {} gives", what));
  }
  constexpr std::size_t kMost = std::size_t{1} << 30;
  return support::read_file(folder.path() + "/answer", kMost, "the answer");
}

}  // namespace

Term Oracle::ask(beam::Machine& machine, const beam::Export& callee, const Term* arguments) {
  const std::vector<Term> list(arguments, arguments + callee.arity);
  beam::Heap& heap = machine.heap();
  const std::string question =
      beam::encode_external(heap.tuple({callee.module, callee.function, heap.list(list)}));
  const std::string what = fmt::format("{}:{}/{}", beam::name_of(callee.module),
                                       beam::name_of(callee.function), callee.arity);
  const std::lock_guard lock(mutex_);
  asked_.insert(what);
  auto known = answers_.find(question);
  if (known == answers_.end()) {
    known = answers_.emplace(question, answer_of_erl(question, what)).first;
  }
  beam::EtfHooks hooks;
  hooks.find_export = [&](Term m, Term f, std::uint32_t a) {
    return machine.code().find_export(m, f, a);
  };
  const beam::Decoded answer = beam::decode_external(heap, known->second, hooks);
  if (answer.term.is_none() || !answer.term.is_tuple(2)) {
    throw UserError(
        fmt::format("--unknown-bif pure: the result of {} cannot be read: {}", what, answer.fault));
  }
  const Term result = answer.term.element(1);
  if (answer.term.element(0) == beam::atoms::ok) return result;
  return machine.raise(answer.term.element(0), result);
}

std::set<std::string> Oracle::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

}  // namespace heddle::erlang
