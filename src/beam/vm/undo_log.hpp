// UndoLog: the old contents of what was overwritten, newest last.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

#include "beam/term/term.hpp"
#include "beam/vm/process.hpp"

namespace heddle::beam {

class UndoLog {
 public:
  /// Nothing is remembered until somebody wants to come back.
  void enable() { enabled_ = true; }
  /// Remembers `words` words at `address`, which stay where they are until a rewind.
  void save(Word* address, std::size_t words) {
    if (!enabled_) return;
    log_.insert(log_.end(), address, address + words);
    log_.push_back(std::bit_cast<Word>(address));
    log_.push_back(words);
  }
  /// The same for a part of a process' stack, which may move.
  void save_stack(Process& process, std::size_t offset, std::size_t words) {
    if (!enabled_) return;
    const Word* begin = process.stack() + offset;
    log_.insert(log_.end(), begin, begin + words);
    log_.push_back(offset);
    log_.push_back(std::bit_cast<Word>(&process) | 1);
    log_.push_back(words);
  }
  void set(Word& cell, Word value) {
    save(&cell, 1);
    cell = value;
  }
  std::size_t mark() const { return log_.size(); }
  void rewind(std::size_t mark) {
    while (log_.size() > mark) {
      const std::size_t words = log_.back();
      log_.pop_back();
      const Word where = log_.back();
      log_.pop_back();
      Word* address = std::bit_cast<Word*>(where);
      if ((where & 1) != 0) {
        address = std::bit_cast<Process*>(where & ~Word{1})->stack() + log_.back();
        log_.pop_back();
      }
      std::memcpy(address, log_.data() + log_.size() - words, words * sizeof(Word));
      log_.resize(log_.size() - words);
    }
  }

 private:
  bool enabled_ = false;
  std::vector<Word> log_;
};

}  // namespace heddle::beam
