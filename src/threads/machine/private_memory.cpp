#include "threads/machine/private_memory.hpp"

#include <algorithm>

#include "threads/fiber.hpp"
#include "threads/machine/readable.hpp"

namespace heddle::threads {

namespace {

constexpr std::size_t kRoomBelow = 4096;
constexpr std::uint64_t kPage = 4096;

const std::byte* pointer(std::uint64_t address) {
  return reinterpret_cast<const std::byte*>(address);  // NOLINT: it is a number here
}

}  // namespace

PrivateMemory::PrivateMemory(std::span<const std::byte> stack, Word address)
    : base_(address - kRoomBelow), top_(address + stack.size()), lowest_(address) {
  const std::size_t size = kRoomBelow + stack.size();
  if (stack_.size() < size) {
    stack_.resize(size);
    known_.resize(size);
  }
  copy_bytes(stack, stack_.data() + kRoomBelow);
  std::fill_n(known_.begin() + kRoomBelow, stack.size(), std::uint8_t{1});
}

// The next one finds nothing known below its stack.
PrivateMemory::~PrivateMemory() {
  const auto from = static_cast<std::ptrdiff_t>(std::min<Word>(lowest_ - base_, kRoomBelow));
  std::fill(known_.begin() + from, known_.begin() + kRoomBelow, std::uint8_t{0});
}

// Nothing else runs meanwhile, so a page stays where it is.
bool PrivateMemory::is_there(Word address, std::size_t size) {
  for (Word page = address & ~(kPage - 1); page < address + size; page += kPage) {
    if (page == last_page_ || std::find(pages_.begin(), pages_.end(), page) != pages_.end()) {
      continue;
    }
    if (!is_readable(page)) return false;
    pages_.push_back(page);
    last_page_ = page;
  }
  return true;
}

std::uint16_t PrivateMemory::read(Word address, std::uint8_t* to, std::size_t size) {
  std::uint16_t known = 0;
  if (on_stack(address, size)) {
    const std::size_t at = address - base_;
    for (std::size_t i = 0; i < size; ++i) {
      to[i] = stack_[at + i];
      known = static_cast<std::uint16_t>(known | (known_[at + i] & 1U) << i);
    }
    return known;
  }
  if (!is_there(address, size)) {
    give_up();
    return 0;
  }
  copy_bytes({pointer(address), size}, to);
  read_.push_back({address, size});
  for (const Byte& byte : outside_) {
    if (byte.address - address < size) to[byte.address - address] = byte.value;
  }
  return 0xffff;
}

void PrivateMemory::write(Word address, const std::uint8_t* from, std::size_t size,
                          std::uint16_t known) {
  const bool here = on_stack(address, size);
  if (here) lowest_ = std::min(lowest_, address);
  for (std::size_t i = 0; i < size; ++i) {
    const bool sure = (known >> (i & 15) & 1) != 0;
    if (here) {
      stack_[address - base_ + i] = from[i];
      known_[address - base_ + i] = sure ? 1 : 0;
      continue;
    }
    if (!sure) return give_up();
    const auto old = std::find_if(outside_.begin(), outside_.end(),
                                  [&](const Byte& byte) { return byte.address == address + i; });
    if (old != outside_.end()) {
      old->value = from[i];
      continue;
    }
    // What it found there may be what the thread itself has written since.
    if (std::any_of(read_.begin(), read_.end(),
                    [&](const Range& range) { return address + i - range.address < range.size; })) {
      changed_what_was_read_ = true;
      return give_up();
    }
    outside_.push_back({address + i, from[i]});
  }
}

std::uint8_t PrivateMemory::code(Word address) {
  const Word page = address & ~(kPage - 1);
  if (page != code_page_) {
    if (!is_there(address, 1)) {
      give_up();
      return 0;
    }
    code_page_ = page;
  }
  return std::to_integer<std::uint8_t>(*pointer(address));
}

void PrivateMemory::forget_below(Word end) {
  if (!on_stack(end, 0)) return give_up();
  if (lowest_ >= end) return;
  std::fill(known_.begin() + static_cast<std::ptrdiff_t>(lowest_ - base_),
            known_.begin() + static_cast<std::ptrdiff_t>(end - base_), std::uint8_t{0});
  lowest_ = end;
}

bool PrivateMemory::same_stack(std::span<const std::byte> real, Word from) const {
  std::vector<std::uint8_t> bytes(top_ - from);
  copy_bytes(real.last(bytes.size()), bytes.data());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t at = from - base_ + i;
    if (known_[at] != 0 && stack_[at] != bytes[i]) return false;
  }
  return true;
}

std::vector<Range> PrivateMemory::differences() {
  std::vector<Range> found;
  for (const Byte& byte : outside_) {
    std::uint8_t now = 0;
    if (is_there(byte.address, 1)) copy_bytes({pointer(byte.address), 1}, &now);
    if (now != byte.value || !is_there(byte.address, 1)) found.push_back({byte.address, 1});
  }
  return found;
}

bool PrivateMemory::wrote(const Range& range) const {
  for (Word address = range.address; address < range.address + range.size; ++address) {
    if (std::none_of(outside_.begin(), outside_.end(),
                     [&](const Byte& byte) { return byte.address == address; })) {
      return false;
    }
  }
  return true;
}

bool PrivateMemory::used_outside(Word except) const {
  return !outside_.empty() || std::any_of(read_.begin(), read_.end(), [&](const Range& range) {
    return range.address != except;
  });
}

}  // namespace heddle::threads
