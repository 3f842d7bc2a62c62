// Collector: copies what is still needed of the terms that a step has made, and forgets the rest.
//
// Within a step only the running process can point to what its local computation made, so its
// registers, its changed stack frames and its own state are all the roots there are. What is older
// than the computation is not touched: other processes and earlier states may share it.
#pragma once

#include <span>

#include "beam/term/heap.hpp"

namespace heddle::beam {

/// Moves everything after `from` that the roots need; each root is a range of words that hold terms
/// (or code addresses and sizes, which are left alone). The words in use afterwards.
std::size_t collect(Heap& heap, const Heap::Mark& from, std::span<const std::span<Word>> roots);

}  // namespace heddle::beam
