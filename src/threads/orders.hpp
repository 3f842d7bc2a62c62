// What memory orders mean to happens-before.
#pragma once

#include <atomic>

namespace heddle::threads {

constexpr bool releases(std::memory_order order) {
  return order == std::memory_order::release || order == std::memory_order::acq_rel ||
         order == std::memory_order::seq_cst;
}
constexpr bool acquires(std::memory_order order) {
  return order == std::memory_order::acquire || order == std::memory_order::consume ||
         order == std::memory_order::acq_rel || order == std::memory_order::seq_cst;
}

}  // namespace heddle::threads
