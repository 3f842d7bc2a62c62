// What settings of the system and of a process have in common.
#pragma once

#include <cstdint>

#include "beam/vm/machine.hpp"

namespace heddle::beam {

/// The size of OTP's that is asked for with this many words: heaps come in fixed sizes.
std::int64_t heap_size_for(std::int64_t words);
/// A number of words, or a map with one: 0, or not below the smallest heap.
bool is_max_heap_size(Term value, std::int64_t smallest);
/// `old` with what the valid `value` says.
Term with_max_heap_size(Machine& machine, Term old, Term value);

}  // namespace heddle::beam
