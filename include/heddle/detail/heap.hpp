// The memory of the program under test, for heddle/heap.hpp.
#pragma once

#include <cstddef>

namespace heddle::detail {

/// Throws std::bad_alloc.
void* allocate(std::size_t size, std::size_t alignment);
void deallocate(void* memory) noexcept;

}  // namespace heddle::detail
