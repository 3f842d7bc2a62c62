// A schedule as bytes that PostgreSQL can order: four for each actor, the highest first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/actor.hpp"

namespace heddle::queue {

inline std::string to_bytes(const std::vector<core::ActorId>& schedule) {
  std::string bytes;
  bytes.reserve(4 * schedule.size());
  for (const core::ActorId actor : schedule) {
    for (const unsigned shift : {24U, 16U, 8U, 0U}) bytes += static_cast<char>(actor >> shift);
  }
  return bytes;
}

inline std::vector<core::ActorId> schedule_of(std::string_view bytes) {
  std::vector<core::ActorId> schedule(bytes.size() / 4);
  for (std::size_t i = 0; i < 4 * schedule.size(); ++i) {
    schedule[i / 4] = schedule[i / 4] << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return schedule;
}

}  // namespace heddle::queue
