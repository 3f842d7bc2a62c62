// Terms as text, for reports and messages.
//
//   print(term)       [{<0.85.0>,"abc"},#{key => <<"value">>}|'Tail']
//   print(term, 10)   [{<0.85.0>...
//
// The text is that of io_lib:format("~0tp"): in one line, lists and binaries of printable latin-1
// characters as strings, everything in UTF-8.
#pragma once

#include <cstddef>
#include <limits>
#include <string>

#include "beam/term/term.hpp"

namespace heddle::beam {

/// At most `limit` bytes, and "..." if that is not all. Any depth.
std::string print(Term term, std::size_t limit = std::numeric_limits<std::size_t>::max());
/// In quotes where Erlang needs them. `atom` must be one.
std::string print_atom(Term atom);

}  // namespace heddle::beam
