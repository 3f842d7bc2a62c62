// What the server takes at most.
#pragma once

#include <cstddef>

namespace heddle::serve {

constexpr std::size_t kMostSource = std::size_t{256} << 10;
constexpr std::size_t kMostRequest = std::size_t{640} << 10;  // JSON may double a source
constexpr std::size_t kMostWaiting = 32;
constexpr std::size_t kMostKept = 100;                           // finished runs; the oldest goes
constexpr std::size_t kMostHistoryFile = std::size_t{64} << 20;  // of one run, with --keep
constexpr std::size_t kMostHistory = std::size_t{512} << 20;     // of all
constexpr std::size_t kMostReport = std::size_t{64} << 20;
constexpr std::size_t kMostListeners = 12;  // of events; each holds a thread

}  // namespace heddle::serve
