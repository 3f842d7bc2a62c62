#include "beam/term/heap.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

#include "support/check.hpp"

namespace heddle::beam {
namespace {

constexpr std::size_t kFirstChunk = 1 << 14;    // words
constexpr std::size_t kLargestChunk = 1 << 20;  // unless an object needs more

}  // namespace

Heap::Heap() {
  chunks_.push_back({std::make_unique_for_overwrite<Word[]>(kFirstChunk), kFirstChunk, nullptr});
  top_ = chunks_[0].words.get();
  limit_ = top_ + kFirstChunk;
}

Word* Heap::allocate_slowly(std::size_t words) {
  pressure_ = true;
  if (full_ && (words > most_ || used() > most_ - words)) full_();
  chunks_[current_].end = top_;
  // Chunks left over from before a rewind are used again if they are large enough.
  if (current_ + 1 == chunks_.size() || chunks_[current_ + 1].size < words) {
    chunks_.resize(current_ + 1);
    const std::size_t size = std::max(words, std::min(kLargestChunk, 2 * chunks_[current_].size));
    chunks_.push_back({std::make_unique_for_overwrite<Word[]>(size), size, nullptr});
  }
  ++current_;
  top_ = chunks_[current_].words.get();
  limit_ = top_ + chunks_[current_].size;
  Word* object = top_;
  top_ += words;
  return object;
}

void Heap::rewind(const Mark& mark) {
  HEDDLE_CHECK(mark.chunk <= current_, "a mark of the future");
  current_ = mark.chunk;
  top_ = mark.top;
  limit_ = chunks_[current_].words.get() + chunks_[current_].size;
}

std::size_t Heap::used() const {
  std::size_t words = static_cast<std::size_t>(top_ - chunks_[current_].words.get());
  for (std::size_t i = 0; i < current_; ++i) words += chunks_[i].size;
  return words;
}

bool Heap::is_after(const Word* object, const Mark& mark) const {
  const std::less<const Word*> less;
  for (std::size_t i = current_ + 1; i-- > mark.chunk;) {
    const Chunk& chunk = chunks_[i];
    const Word* begin = i == mark.chunk ? mark.top : chunk.words.get();
    const Word* end = i == current_ ? top_ : chunk.end;
    if (!less(object, begin) && less(object, end)) return true;
  }
  return false;
}

std::size_t Heap::used_since(const Mark& mark) const {
  std::size_t words = 0;
  for (std::size_t i = mark.chunk; i <= current_; ++i) {
    const Word* begin = i == mark.chunk ? mark.top : chunks_[i].words.get();
    const Word* end = i == current_ ? top_ : chunks_[i].end;
    words += static_cast<std::size_t>(end - begin);
  }
  return words;
}

Heap::Space Heap::begin_move(const Mark& mark) const {
  // Half as much again, so that the program can go on for a while.
  const std::size_t needed = used_since(mark);
  Space space;
  space.size = std::max(kFirstChunk, needed + needed / 2);
  space.words = std::make_unique_for_overwrite<Word[]>(space.size);
  space.begin = space.top = space.words.get();
  return space;
}

void Heap::end_move(const Mark& mark, Space space) {
  rewind(mark);
  chunks_.resize(mark.chunk + 1);
  chunks_[mark.chunk].end = mark.top;
  current_ = mark.chunk + 1;
  top_ = space.top;
  limit_ = space.words.get() + space.size;
  chunks_.push_back({std::move(space.words), space.size, nullptr});
}

Term Heap::tuple(std::span<const Term> elements) {
  Word* tuple = object(Kind::kTuple, elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) tuple[1 + i] = elements[i].bits();
  return Term::boxed(tuple);
}

Term Heap::list(std::span<const Term> elements, Term tail) {
  for (std::size_t i = elements.size(); i-- > 0;) tail = cons(elements[i], tail);
  return tail;
}

Term Heap::integer(std::int64_t value) {
  if (Term::fits_small(value)) return Term::small(value);
  const bool negative = value < 0;
  Word* big = object(negative ? Kind::kNegative : Kind::kPositive, 1);
  big[1] = negative ? ~static_cast<Word>(value) + 1 : static_cast<Word>(value);
  return Term::boxed(big);
}

Term Heap::unsigned_integer(std::uint64_t value) {
  if (value <= static_cast<std::uint64_t>(Term::kMaxSmall)) {
    return Term::small(static_cast<std::int64_t>(value));
  }
  Word* big = object(Kind::kPositive, 1);
  big[1] = value;
  return Term::boxed(big);
}

Term Heap::floating(double value) {
  HEDDLE_CHECK(std::isfinite(value), "a float that is not finite");
  Word* box = object(Kind::kFloat, 1);
  box[1] = std::bit_cast<Word>(value);
  return Term::boxed(box);
}

Term Heap::string(std::string_view latin1) {
  Term list = Term::nil();
  for (std::size_t i = latin1.size(); i-- > 0;) {
    list = cons(Term::small(static_cast<unsigned char>(latin1[i])), list);
  }
  return list;
}

Term Heap::binary(std::string_view bytes) {
  const std::size_t words = (bytes.size() + 7) / 8;
  Word* bits = object(Kind::kBits, 1 + words);
  bits[1] = bytes.size() * 8;
  if (words > 0) bits[1 + words] = 0;
  if (!bytes.empty()) std::memcpy(bits + 2, bytes.data(), bytes.size());
  return Term::boxed(bits);
}

}  // namespace heddle::beam
