// Terms from text: the literals of Erlang, for arguments on the command line.
#pragma once

#include <string_view>

#include "beam/term/heap.hpp"

namespace heddle::beam {

/// Integers (16#ff, $a), floats, atoms, strings, lists, tuples, maps, binaries of bytes and
/// strings. Throws support::UserError with the column and what is wrong there.
Term parse_term(Heap& heap, std::string_view text);

}  // namespace heddle::beam
