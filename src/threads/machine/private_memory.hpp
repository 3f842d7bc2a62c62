// PrivateMemory: the process' memory as one who only thinks about running sees it.
//
// A part, the stack, is a copy; what is written elsewhere is kept aside and found again by the same
// reader. Nothing of the process is changed. Of each byte of the stack it is known whether anybody
// has written it.
//
// What somebody asks that cannot be answered (memory that is not there; a change of what was read
// before, which may be the thread's own doing) makes it `failed`, for good.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "support/recycled.hpp"
#include "threads/border.hpp"

namespace heddle::threads {

/// What it is made of, and is of no use to the next one.
struct PrivateMemoryBuffers {
  struct Byte {
    std::uint64_t address;
    std::uint8_t value;
  };
  std::vector<std::uint8_t> stack_;
  std::vector<std::uint8_t> known_;   // of each byte of it: whether it is
  std::vector<Byte> outside_;         // what was written elsewhere
  std::vector<Range> read_;           // what was read there
  std::vector<std::uint64_t> pages_;  // that are there

  void clear() {
    outside_.clear();
    read_.clear();
    pages_.clear();
  }
  bool small() const { return stack_.size() <= std::size_t{1} << 16; }
};

class PrivateMemory : support::Recycled<PrivateMemoryBuffers> {
 public:
  using Word = std::uint64_t;

  /// A copy of the stack whose first byte was at `address`, with room for calls below it.
  PrivateMemory(std::span<const std::byte> stack, Word address);
  ~PrivateMemory();
  PrivateMemory(const PrivateMemory&) = delete;
  PrivateMemory& operator=(const PrivateMemory&) = delete;

  /// At most 16 bytes; which of them are known.
  std::uint16_t read(Word address, std::uint8_t* to, std::size_t size);
  void write(Word address, const std::uint8_t* from, std::size_t size, std::uint16_t known);
  /// The next byte of a program.
  std::uint8_t code(Word address);

  /// Of the stack: nobody needs what is below `end` any more.
  void forget_below(Word end);
  /// Whether a stack has all bytes that are known here, from `from` to its end.
  bool same_stack(std::span<const std::byte> real, Word from) const;

  /// Memory outside the stack that has another value now than was written here.
  std::vector<Range> differences();
  bool wrote(const Range& range) const;
  /// It failed for this reason.
  bool changed_what_was_read() const { return changed_what_was_read_; }
  /// Whether anything outside the stack was written, or read but for what is at `except`.
  bool used_outside(Word except) const;

  void give_up() { failed_ = true; }
  bool failed() const { return failed_; }
  Word top() const { return top_; }

 private:
  bool on_stack(Word address, std::size_t size) const {
    return address >= base_ && address <= top_ && size <= top_ - address;
  }
  bool is_there(Word address, std::size_t size);

  Word base_;
  Word top_;
  Word lowest_;         // that may be known
  Word last_page_ = 1;  // one of `pages_`, or none
  Word code_page_ = 1;
  bool changed_what_was_read_ = false;
  bool failed_ = false;
};

}  // namespace heddle::threads
