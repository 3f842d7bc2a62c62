// Atoms: names as numbers. One table for the whole process: code is shared by all instances of the
// VM, and an atom means the same in all of them.
//
// Names that the VM itself speaks of are constants (`atoms::ok`); they have the first numbers.
#pragma once

#include <string_view>

#include "beam/term/term.hpp"

namespace heddle::beam {

/// Thread-safe. `utf8` must be valid UTF-8 of at most 255 characters.
Term intern(std::string_view utf8);
/// The atom of that name, or none if nobody made it: binary_to_existing_atom.
Term find_atom(std::string_view utf8);
/// The name as UTF-8; valid for ever.
std::string_view name_of(Term atom);

namespace atoms {

// clang-format off
#define HEDDLE_ATOMS(X)                                                                           \
  X(true_, "true") X(false_, "false") X(undefined, "undefined") X(ok, "ok") X(error, "error")      \
  X(exit, "exit") X(throw_, "throw") X(badarg, "badarg") X(badarith, "badarith")                   \
  X(badmatch, "badmatch") X(badfun, "badfun") X(badarity, "badarity") X(badmap, "badmap")          \
  X(badkey, "badkey") X(badrecord, "badrecord") X(undef, "undef")                                  \
  X(function_clause, "function_clause") X(case_clause, "case_clause") X(if_clause, "if_clause")    \
  X(try_clause, "try_clause") X(timeout_value, "timeout_value") X(system_limit, "system_limit")    \
  X(noproc, "noproc") X(nocatch, "nocatch") X(normal, "normal") X(kill, "kill")                    \
  X(killed, "killed") X(EXIT, "EXIT") X(DOWN, "DOWN") X(infinity, "infinity") X(process, "process")\
  X(erlang, "erlang") X(apply, "apply") X(file, "file") X(line, "line")                            \
  X(error_info, "error_info") X(nonode, "nonode@nohost") X(module_info, "module_info")             \
  X(user, "user") X(init, "init") X(timeout, "timeout") X(high, "high") X(low, "low")              \
  X(max, "max") X(link, "link") X(monitor, "monitor") X(alias, "alias")                            \
  X(explicit_unalias, "explicit_unalias") X(demonitor, "demonitor")                                \
  X(reply_demonitor, "reply_demonitor") X(flush, "flush") X(info, "info")                          \
  X(trap_exit, "trap_exit") X(Empty, "") X(no_fail, "no_fail") X(resume, "resume")        \
  X(module_, "module")
// clang-format on

enum Index : std::uint32_t {
#define X(id, text) k_##id,
  HEDDLE_ATOMS(X)
#undef X
      kCount
};
#define X(id, text) inline constexpr Term id = Term::atom(k_##id);
HEDDLE_ATOMS(X)
#undef X

}  // namespace atoms

inline Term boolean(bool value) { return value ? atoms::true_ : atoms::false_; }

}  // namespace heddle::beam
