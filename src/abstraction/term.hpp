// Terms: what is known of a value, down to a depth. Equal terms have equal numbers.
//
// `_` (kAny) stands for any value at all: where a term is cut off, and for values that the analysis
// does not follow. Numbers are constants or intervals.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace heddle::abstraction {

using TermId = std::uint32_t;

enum class TermKind : std::uint8_t {
  kAny,
  kAtom,     // name
  kInteger,  // low == high
  kRange,    // low to high
  kFloat,    // name
  kBinary,   // bytes; with the index kSomeBits perhaps no whole number of them
  kMap,      // no parts: empty; else key, value, and the map that this pair was added to
  kNil,
  kCons,       // parts: head, tail
  kTuple,      // parts
  kSuccessor,  // parts: a Peano number, one more than its part
  kPid,        // index: a class of processes
  kReference,  // index: where it was made
  kFun,        // index: which fun; parts: what it captured
};

inline constexpr std::int64_t kMinusInfinity = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t kPlusInfinity = std::numeric_limits<std::int64_t>::max();

inline constexpr std::uint32_t kSomeBits = 1;

struct Term {
  TermKind kind = TermKind::kAny;
  std::string name = {};
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::uint32_t index = 0;
  std::vector<TermId> parts = {};
  auto operator<=>(const Term&) const = default;
};

class Terms {
 public:
  Terms();

  TermId intern(Term term);
  const Term& operator[](TermId id) const { return *terms_[id]; }

  static constexpr TermId kAny = 0;
  TermId atom(const std::string& name) { return intern({.kind = TermKind::kAtom, .name = name}); }
  /// A constant, an interval, or all integers.
  TermId integers(std::int64_t low, std::int64_t high);
  TermId tuple(std::vector<TermId> parts) {
    return intern({.kind = TermKind::kTuple, .parts = std::move(parts)});
  }
  TermId cons(TermId head, TermId tail) {
    return intern({.kind = TermKind::kCons, .parts = {head, tail}});
  }
  TermId nil() { return intern({.kind = TermKind::kNil}); }
  bool is_atom(TermId id, const char* name) const {
    return (*this)[id].kind == TermKind::kAtom && (*this)[id].name == name;
  }

  /// The same down to `depth` levels, `_` below. Constants are one level deep.
  TermId cut(TermId id, std::size_t depth);

  /// In Erlang's notation; pids as <name of the class>.
  std::string show(TermId id, const std::vector<std::string>& classes = {}) const;

 private:
  std::map<Term, TermId> ids_;
  std::vector<const Term*> terms_;
};

}  // namespace heddle::abstraction
