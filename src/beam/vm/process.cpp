#include "beam/vm/process.hpp"

#include <algorithm>
#include <cstring>

namespace heddle::beam {

void Process::grow_stack(std::size_t words) {
  const std::size_t size = std::max(words, std::max<std::size_t>(32, 2 * stack_size_));
  auto larger = std::make_unique_for_overwrite<Word[]>(size);
  if (stack_size_ > 0) std::memcpy(larger.get(), stack_.get(), stack_size_ * sizeof(Word));
  stack_ = std::move(larger);
  stack_size_ = size;
}

}  // namespace heddle::beam
