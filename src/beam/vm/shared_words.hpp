// SharedArrays: the arrays of 64-bit integers behind atomics and counters.
//
// Each change of a word goes through the undo log. An array is never freed but by a rewind; a
// reference to it carries its maker's count, so the same program always finds the same one.
#pragma once

#include <memory>
#include <vector>

#include "beam/term/map.hpp"
#include "beam/vm/undo_log.hpp"

namespace heddle::beam {

struct SharedArray {
  bool is_signed = true;
  std::size_t size = 0;
  std::unique_ptr<Word[]> words;
};

class SharedArrays {
 public:
  explicit SharedArrays(UndoLog& undo) : undo_(undo) {}

  void add(Heap& heap, Term reference, std::size_t size, bool is_signed) {
    if (by_reference_ == 0) undo_.set(by_reference_, empty_map(heap).bits());
    const auto index = Term::small(static_cast<std::int64_t>(arrays_.size()));
    undo_.set(by_reference_,
              map_put(heap, Term::from_bits(by_reference_), reference, index).bits());
    auto words = std::make_unique<Word[]>(size);
    arrays_.push_back({is_signed, size, std::move(words)});
  }
  /// Null if it is the reference of something else.
  SharedArray* find(Term reference) {
    if (by_reference_ == 0 || !reference.is_reference()) return nullptr;
    const Term index = map_get(Term::from_bits(by_reference_), reference);
    return index.is_none() ? nullptr : &arrays_[static_cast<std::size_t>(index.small_value())];
  }
  void set(Word& word, Word value) { undo_.set(word, value); }

  std::size_t count() const { return arrays_.size(); }
  /// Back to fewer; what they held is not restored.
  void shrink(std::size_t count) { arrays_.resize(count); }

 private:
  UndoLog& undo_;
  std::vector<SharedArray> arrays_;
  Word by_reference_ = 0;
};

}  // namespace heddle::beam
