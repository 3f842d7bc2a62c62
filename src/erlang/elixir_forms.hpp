// The receives of a function of an Elixir module, from what its debug information keeps of the
// source: Elixir's own syntax trees, expanded (Macro.t() of "Syntax reference").
//
//   {name, meta, arguments}    a call, or a variable if there are no arguments but an atom
//   {a, b}, [a, b], :a, 1      themselves
#pragma once

#include <vector>

#include "beam/term/term.hpp"
#include "erlang/source_forms.hpp"

namespace heddle::erlang {

/// Of the clauses of a definition, [{meta, arguments, guards, body}], in the order of the source.
/// They come without the clauses that tell which of them took a message.
std::vector<SourceReceive> elixir_receives(beam::Term clauses);

/// A pattern, with its guard, as Elixir writes it: "{:ok, x} when x > 0".
std::string elixir_text(beam::Term tree);

}  // namespace heddle::erlang
