#include "beam/vm/collector.hpp"

#include <cstring>

namespace heddle::beam {
namespace {

// Cheney's algorithm. A header tells how many of the words behind it are not terms; everything else
// in the new space is a term. What has moved says where to: a box by a boxed term in place of its
// header, a cons by the absence of a head.
class Collector {
 public:
  Collector(Heap& heap, const Heap::Mark& from)
      : heap_(heap), from_(from), space_(heap.begin_move(from)) {}

  std::size_t run(std::span<const std::span<Word>> roots) {
    for (const std::span<Word> root : roots) {
      for (Word& word : root) forward(word);
    }
    Word* scan = space_.begin;
    while (scan < space_.top) {
      const Word word = *scan;
      if ((word & 3) != 0) {
        forward(*scan++);
        continue;
      }
      ++scan;
      switch (kind_of(word)) {
        case Kind::kTuple:
        case Kind::kFlatMap:
        case Kind::kHashMap:
        case Kind::kHashNode:
          break;  // terms
        case Kind::kFun:
          scan += 1;
          break;
        case Kind::kSubBits:
        case Kind::kMatch:
          forward(*scan);
          scan += size_of(word);
          break;
        default:
          scan += size_of(word);
      }
    }
    const auto used = static_cast<std::size_t>(space_.top - space_.begin);
    heap_.end_move(from_, std::move(space_));
    return used;
  }

 private:
  void forward(Word& word) {
    const Term term = Term::from_bits(word);
    if (!term.is_cons() && !term.is_boxed()) return;
    auto* object = const_cast<Word*>(term.pointer());
    if (!heap_.is_after(object, from_)) return;
    if (term.is_cons()) {
      if (object[0] == Term::none().bits()) {
        word = object[1];
        return;
      }
      Word* copy = space_.top;
      space_.top += 2;
      copy[0] = object[0];
      copy[1] = object[1];
      word = Term::cons(copy).bits();
      object[0] = Term::none().bits();
      object[1] = word;
      return;
    }
    if ((*object & 3) != 0) {
      word = *object;
      return;
    }
    const std::size_t size = 1 + size_of(*object);
    Word* copy = space_.top;
    space_.top += size;
    std::memcpy(copy, object, size * sizeof(Word));
    word = Term::boxed(copy).bits();
    *object = word;
  }

  Heap& heap_;
  const Heap::Mark from_;
  Heap::Space space_;
};

}  // namespace

std::size_t collect(Heap& heap, const Heap::Mark& from, std::span<const std::span<Word>> roots) {
  return Collector(heap, from).run(roots);
}

}  // namespace heddle::beam
