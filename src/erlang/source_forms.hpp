// SourceForms: what the debug information of a module says about its receives: where each stands in
// the source and which patterns it has.
//
// The compiler keeps lines for calls only, so the receive at an address is found by what it looks
// for (receive_match.hpp). Where a line has receives of several funs that look for the same, which
// one it is cannot be told. Only modules that were compiled with debug_info have it; those of
// Elixir in its own words (elixir_forms.hpp). Thread-safe.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "beam/term/heap.hpp"
#include "beam/vm/code.hpp"
#include "erlang/receive_clause.hpp"
#include "erlang/receive_match.hpp"

namespace heddle::erlang {

struct SourceReceive {
  int line = 0;
  std::string patterns;  // "{val, M} when M > 0; stop"
  std::vector<ClauseForm> clauses;
  std::set<std::string, std::less<>> bound;  // variables that may have a value before it
  int function = 0;                          // 0, or the number of the fun that it stands in
  bool only_waits = false;                   // it has no clauses in the source
  bool takes_anything = false;               // its only clause is a variable that it binds
  ReceiveShape shape;
};

using SourceFunction = std::pair<std::string, std::uint32_t>;

/// `f` and 1 of f/1, and of the funs and comprehensions in it: '-f/1-fun-0-'.
SourceFunction source_function(beam::Term function, std::uint32_t arity);

class SourceForms {
 public:
  /// `receive`: its first instruction. The clauses' terms live as long as this object.
  std::optional<SourceReceive> find(const beam::Module& module, beam::CodePointer receive);

 private:
  using Function = SourceFunction;
  using Receives = std::map<Function, std::vector<SourceReceive>>;
  struct Forms {
    std::unique_ptr<beam::Heap> heap = std::make_unique<beam::Heap>();  // of the clauses
    Receives receives;
    std::map<Function, std::vector<const SourceReceive*>> matches;  // by function of the code
  };
  const Forms& forms_of(const beam::Module& module);
  static void match_all(const beam::Module& module, Forms& forms);

  std::mutex mutex_;
  std::map<const beam::Module*, Forms> modules_;
};

}  // namespace heddle::erlang
