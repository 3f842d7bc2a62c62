// Locations of the engine's own: what threads have besides the objects they share.
#pragma once

#include "core/actor.hpp"
#include "heddle/detail/runtime.hpp"

namespace heddle::threads {

// Objects have locations below this (Program::new_location); parts of them above.
constexpr detail::Location kThreads = detail::Location{1} << 51;

// Without the bits that tell the parts of an object apart.
constexpr detail::Location kObjects = kThreads - 1;

constexpr detail::Location own_location(unsigned family, std::uint64_t which) {
  return kThreads | detail::Location{family} << 40 | which;
}
constexpr detail::Location begin_of(core::ActorId actor) {
  return kThreads | std::uint64_t{actor} << 1;
}
constexpr detail::Location end_of(core::ActorId actor) {
  return kThreads | std::uint64_t{actor} << 1 | 1;
}
// Exceptions that others throw into a thread: exceptions.cpp.
constexpr detail::Location life_location(core::ActorId actor) { return own_location(1, actor); }
constexpr detail::Location door_location(core::ActorId actor) { return own_location(2, actor); }
constexpr detail::Location never_location(core::ActorId actor) { return own_location(3, actor); }
// The fixed order of set-up and teardown, and invariants: phases.cpp.
constexpr detail::Location order_location(std::uint64_t step) { return own_location(4, step); }
constexpr detail::Location release_location(core::ActorId actor) { return own_location(6, actor); }
constexpr detail::Location kInvariants = own_location(5, 0);
constexpr detail::Location last_location(core::ActorId actor) { return own_location(8, actor); }
constexpr detail::Location kPhase = own_location(7, 0);

/// Of a guarded location: cannot come before what it came after.
detail::Token never_token();

// A thread that goes on while it is unwound (it catches what is thrown, or loops over operations
// that must not throw) is left alone at last. Throwing counts more: it costs more.
constexpr std::uint32_t kThrown = 100;
constexpr std::uint32_t kPatience = 100 * kThrown;

}  // namespace heddle::threads
