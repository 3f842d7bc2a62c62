// Who takes steps: threads, and what takes steps on their behalf (Phantom).
#pragma once

#include <cstdint>

namespace heddle::threads {

// Of an actor's key (core/actor.hpp).
constexpr std::uint32_t kThreadRole = 0;
constexpr std::uint32_t kChoiceRole = 1;       // one outcome of a choice: choice.cpp
constexpr std::uint32_t kCommitRole = 2;       // of a store buffer: store_buffers.cpp
constexpr std::uint32_t kPossibilityRole = 3;  // one outcome of an access: cpp_memory.cpp

}  // namespace heddle::threads
