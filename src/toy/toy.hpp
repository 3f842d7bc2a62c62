// The toy language: small concurrent programs for papers, examples, tests and the fuzzer.
//
//   auto source = toy::builtin("lastzero(5)");            // or toy::parse(text, "mine.toy")
//   core::ProgramFactory make = toy::make_factory(source, {});
//   std::unique_ptr<core::Program> program = make();      // one for each worker thread
//
// The language has shared variables and arrays, compare-and-swap, mutexes, conditions, spawn and
// join, and mailboxes with selective receive; every value is a 64-bit integer. Grammar: parser.cpp.
// Footprints: machine.hpp.
//
// Everything here is safe to call from several threads; a Program instance belongs to one thread at
// a time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/actor.hpp"
#include "core/program.hpp"
#include "core/shared_state.hpp"
#include "toy/ast.hpp"

namespace heddle::toy {

/// Throws support::UserError `file:line:column: what; remedy`.
std::shared_ptr<const Source> parse(std::string_view text, std::string file);

/// The text of a program; parsing it gives an equal tree. A statement prints as its first line; a
/// receive as its constraint: `receive (1, x) when x > 0 | (2)`.
std::string print(const Source& source);
std::string print(const Expression& expression);
std::string print(const Statement& statement);

struct Options {
  /// Actors that wait for ever are not an error.
  bool allow_deadlock = false;
  /// Instructions of local computation in one step; more of them end the run with a `limit`
  /// finding.
  std::uint64_t local_limit = 100'000;
};

using core::SharedState;
std::shared_ptr<SharedState> make_shared_state();

/// Throws support::UserError if the program is not well formed (parsed programs are). Without
/// `shared` the instances of this factory share a state of their own.
core::ProgramFactory make_factory(std::shared_ptr<const Source> source, Options options = {},
                                  std::shared_ptr<SharedState> shared = nullptr);

struct BuiltinInfo {
  std::string name;         // "lastzero"
  std::string description;  // one line
  bool takes_size = false;  // "lastzero(15)"
  int default_size = 0;     // what "lastzero" alone means
};

std::vector<BuiltinInfo> builtins();
/// `name` or `name(N)`. Throws support::UserError for an unknown name or a bad size.
std::shared_ptr<const Source> builtin(std::string_view name);

}  // namespace heddle::toy
