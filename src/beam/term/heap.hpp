// Heap: where terms are made. Allocation only ever moves forward; going back to a mark forgets
// everything made since, in time proportional to the number of chunks.
//
//   Word* cell = heap.allocate(2);  // uninitialised; stays valid until a rewind before it
//
// Nothing is collected here: the VM decides when what a step made may be copied together
// (vm/collector.hpp).
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "beam/term/term.hpp"

namespace heddle::beam {

class Heap {
 public:
  struct Mark {
    std::size_t chunk = 0;
    Word* top = nullptr;
    bool operator==(const Mark&) const = default;
  };

  Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  Word* allocate(std::size_t words) {
    Word* object = top_;
    if (static_cast<std::size_t>(limit_ - top_) < words) return allocate_slowly(words);
    top_ += words;
    return object;
  }

  /// Calls `full` instead of making a chunk if there would be more than `words` words then.
  void set_most(std::size_t words, std::function<void()> full) {
    most_ = words;
    full_ = std::move(full);
  }

  /// Whether a new chunk was begun since the last time that `relieve` was called.
  bool pressure() const { return pressure_; }
  void relieve() { pressure_ = false; }

  Mark mark() const { return {current_, top_}; }
  void rewind(const Mark& mark);
  /// Words allocated since the start, wasted ends of chunks included.
  std::size_t used() const;
  /// Whether `object` was allocated after `mark`.
  bool is_after(const Word* object, const Mark& mark) const;

  /// Words allocated after `mark`, wasted ends of chunks included.
  std::size_t used_since(const Mark& mark) const;

  // ---- For the collector: everything after a mark moves to a space of its own.
  struct Space {
    std::unique_ptr<Word[]> words;
    std::size_t size = 0;
    Word* begin = nullptr;
    Word* top = nullptr;
  };
  /// Room for all that was allocated after `mark`.
  Space begin_move(const Mark& mark) const;
  /// The space takes the place of all that was allocated after `mark`.
  void end_move(const Mark& mark, Space space);

  // ---- Making terms

  Term cons(Term head, Term tail) {
    Word* cell = allocate(2);
    cell[0] = head.bits();
    cell[1] = tail.bits();
    return Term::cons(cell);
  }
  /// The elements are the caller's to fill in.
  Word* object(Kind kind, Word size) {
    Word* object = allocate(1 + size);
    *object = header(kind, size);
    return object;
  }
  Term tuple(std::span<const Term> elements);
  Term tuple(std::initializer_list<Term> elements) {
    return tuple(std::span(elements.begin(), elements.size()));
  }
  Term list(std::span<const Term> elements, Term tail = Term::nil());
  /// Any 64-bit integer.
  Term integer(std::int64_t value);
  Term unsigned_integer(std::uint64_t value);
  /// Must be finite.
  Term floating(double value);
  /// A list of characters (code points).
  Term string(std::string_view latin1);
  Term binary(std::string_view bytes);

 private:
  struct Chunk {
    std::unique_ptr<Word[]> words;
    std::size_t size = 0;
    Word* end = nullptr;  // of what was used when the next chunk was begun
  };
  Word* allocate_slowly(std::size_t words);

  std::vector<Chunk> chunks_;
  std::size_t current_ = 0;
  Word* top_ = nullptr;
  Word* limit_ = nullptr;
  bool pressure_ = false;
  std::size_t most_ = ~std::size_t{0};
  std::function<void()> full_;
};

}  // namespace heddle::beam
