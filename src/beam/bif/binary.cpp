// binary: searching, parts, numbers in binaries.
//
// A search is for the leftmost match and, of those, the longest. One pattern is looked for with the
// standard library's searcher; several with a trie, from every position where one could begin.
//
// What compile_pattern gives is opaque: {bm, Pattern} or {ac, [Pattern]} here, as OTP's tags are.
#include <algorithm>
#include <array>
#include <cstring>

#include "beam/bif/iolist.hpp"
#include "beam/bif/part.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/bit_bytes.hpp"
#include "beam/term/number.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 32;  // of a copy

const Term kOne = intern("bm");
const Term kSeveral = intern("ac");
const Term kNoMatch = intern("nomatch");
const Term kScope = intern("scope");
const Term kGlobal = intern("global");
const Term kTrim = intern("trim");
const Term kTrimAll = intern("trim_all");
const Term kBig = intern("big");
const Term kLittle = intern("little");

bool is_binary(Term term) { return term.is_bitstring() && view(term).is_binary(); }

// ---- Patterns

class Trie {
 public:
  Trie() : nodes_(1) { first_.fill(false); }

  void add(std::string_view word) {
    first_[static_cast<std::uint8_t>(word[0])] = true;
    std::uint32_t node = 0;
    for (const char c : word) {
      std::uint32_t next = child(node, c);
      if (next == 0) {
        next = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back({c, false, 0, nodes_[node].first_child});
        nodes_[node].first_child = next;
      }
      node = next;
    }
    nodes_[node].ends_word = true;
  }

  /// The length of the longest word at the start of `text`; 0 if there is none.
  std::size_t longest(std::string_view text) const {
    if (!first_[static_cast<std::uint8_t>(text[0])]) return 0;
    std::size_t longest = 0;
    std::uint32_t node = 0;
    for (std::size_t i = 0; i < text.size() && (node = child(node, text[i])) != 0; ++i) {
      if (nodes_[node].ends_word) longest = i + 1;
    }
    return longest;
  }

 private:
  struct Node {
    char byte = 0;
    bool ends_word = false;
    std::uint32_t first_child = 0;
    std::uint32_t sibling = 0;
  };
  std::uint32_t child(std::uint32_t node, char c) const {
    std::uint32_t child = nodes_[node].first_child;
    while (child != 0 && nodes_[child].byte != c) child = nodes_[child].sibling;
    return child;
  }
  std::vector<Node> nodes_;
  std::array<bool, 256> first_{};
};

struct Match {
  std::size_t position = 0;
  std::size_t length = 0;
};

class Pattern {
 public:
  /// None if the term is not a pattern.
  static std::optional<Pattern> of(Term term) {
    if (term.is_tuple(2) && (term.element(0) == kOne || term.element(0) == kSeveral)) {
      term = term.element(1);
    }
    Pattern pattern;
    if (term.is_bitstring()) {
      if (!pattern.add(term)) return std::nullopt;
      return pattern;
    }
    if (!term.is_cons()) return std::nullopt;
    for (; term.is_cons(); term = term.tail()) {
      if (!pattern.add(term.head())) return std::nullopt;
    }
    if (!term.is_nil()) return std::nullopt;
    if (pattern.words_.size() > 1) {
      for (const std::string& word : pattern.words_) pattern.trie_.add(word);
    }
    return pattern;
  }

  Term compiled(Heap& heap) const {
    if (words_.size() == 1) return heap.tuple({kOne, heap.binary(words_[0])});
    std::vector<Term> words;
    for (const std::string& word : words_) words.push_back(heap.binary(word));
    return heap.tuple({kSeveral, heap.list(words)});
  }

  /// The first match in text[from, end).
  std::optional<Match> find(std::string_view text, std::size_t from, std::size_t end) const {
    if (words_.size() == 1) {
      const std::string& word = words_[0];
      if (from >= end) return std::nullopt;
      const void* at = memmem(text.data() + from, end - from, word.data(), word.size());
      if (at == nullptr) return std::nullopt;
      return Match{static_cast<std::size_t>(static_cast<const char*>(at) - text.data()),
                   word.size()};
    }
    for (std::size_t position = from; position < end; ++position) {
      const std::size_t length = trie_.longest(text.substr(position, end - position));
      if (length != 0) return Match{position, length};
    }
    return std::nullopt;
  }

  std::vector<Match> find_all(std::string_view text, std::size_t from, std::size_t end) const {
    std::vector<Match> matches;
    while (const auto match = find(text, from, end)) {
      matches.push_back(*match);
      from = match->position + match->length;
    }
    return matches;
  }

 private:
  bool add(Term term) {
    auto word = binary_bytes(term);
    if (!word || word->empty()) return false;
    words_.push_back(std::move(*word));
    return true;
  }
  std::vector<std::string> words_;
  Trie trie_;
};

Term compile_pattern(Machine& machine, const Term* a) {
  const auto pattern = a[0].is_tuple() ? std::nullopt : Pattern::of(a[0]);
  return pattern ? pattern->compiled(machine.heap()) : machine.badarg();
}

// ---- Searching

struct Search {
  std::string_view subject;
  std::size_t from = 0;
  std::size_t end = 0;
  bool global = false;
  bool trim = false;
  bool trim_all = false;
};

/// As OTP, does not look at the end of the list of options. The subject is not copied unless it
/// begins within a byte: programs search on and on in one binary.
std::optional<Search> search_of(Term subject, Term options, bool split, std::string& storage) {
  if (!is_binary(subject) || !options.is_list()) return std::nullopt;
  Search search;
  search.subject = bytes_of(subject, storage);
  search.end = search.subject.size();
  for (; options.is_cons(); options = options.tail()) {
    const Term option = options.head();
    if (split && option == kGlobal) {
      search.global = true;
    } else if (split && option == kTrim) {
      search.trim = true;
    } else if (split && option == kTrimAll) {
      search.trim_all = true;
    } else {
      if (!option.is_tuple(2) || option.element(0) != kScope || !option.element(1).is_tuple(2)) {
        return std::nullopt;
      }
      const Term scope = option.element(1);
      const auto range = byte_range(scope.element(0), scope.element(1), search.subject.size());
      if (!range) return std::nullopt;
      search.from = range->first;
      search.end = range->first + range->size;
    }
  }
  return search;
}

Term pair(Heap& heap, const Match& match) {
  return heap.tuple({heap.unsigned_integer(match.position), heap.unsigned_integer(match.length)});
}

// In an empty scope nothing is found; up to OTP 26 whatever the pattern is.
bool is_any_pattern_fine(Machine& machine, const Search& search) {
  return search.end == 0 && machine.code().release().number < 27;
}

Term match_in(Machine& machine, Term subject, Term pattern_term, Term options) {
  std::string storage;
  const auto search = search_of(subject, options, false, storage);
  if (!search) return machine.badarg();
  if (is_any_pattern_fine(machine, *search)) return kNoMatch;
  const auto pattern = Pattern::of(pattern_term);
  if (!pattern) return machine.badarg();
  if (search->end == 0) return kNoMatch;
  const auto match = pattern->find(search->subject, search->from, search->end);
  return match ? pair(machine.heap(), *match) : kNoMatch;
}
Term match(Machine& machine, const Term* a) { return match_in(machine, a[0], a[1], Term::nil()); }
Term match_with(Machine& machine, const Term* a) { return match_in(machine, a[0], a[1], a[2]); }

Term matches_in(Machine& machine, Term subject, Term pattern_term, Term options) {
  std::string storage;
  const auto search = search_of(subject, options, false, storage);
  if (!search) return machine.badarg();
  if (is_any_pattern_fine(machine, *search)) return Term::nil();
  const auto pattern = Pattern::of(pattern_term);
  if (!pattern) return machine.badarg();
  if (search->end == 0) return Term::nil();
  std::vector<Term> pairs;
  for (const Match& match : pattern->find_all(search->subject, search->from, search->end)) {
    pairs.push_back(pair(machine.heap(), match));
  }
  return machine.heap().list(pairs);
}
Term matches(Machine& machine, const Term* a) {
  return matches_in(machine, a[0], a[1], Term::nil());
}
Term matches_with(Machine& machine, const Term* a) { return matches_in(machine, a[0], a[1], a[2]); }

Term split_in(Machine& machine, Term subject, Term pattern_term, Term options) {
  std::string storage;
  const auto search = search_of(subject, options, true, storage);
  if (!search) return machine.badarg();
  Heap& heap = machine.heap();
  const std::size_t size = search->subject.size();
  const bool trim_end = search->trim || search->trim_all;
  std::vector<Match> matches;
  if (!is_any_pattern_fine(machine, *search)) {
    const auto pattern = Pattern::of(pattern_term);
    if (!pattern) return machine.badarg();
    if (search->end == 0) {
      // Nothing to find.
    } else if (search->global) {
      matches = pattern->find_all(search->subject, search->from, search->end);
    } else if (const auto match = pattern->find(search->subject, search->from, search->end)) {
      matches.push_back(*match);
    }
  }
  if (matches.empty()) {
    return trim_end && size == 0 ? Term::nil() : heap.cons(subject, Term::nil());
  }
  std::vector<Match> parts;
  std::size_t from = 0;
  for (const Match& match : matches) {
    parts.push_back({from, match.position - from});
    from = match.position + match.length;
  }
  parts.push_back({from, size - from});
  if (search->trim_all) {
    std::erase_if(parts, [](const Match& part) { return part.length == 0; });
  }
  if (search->trim) {
    while (!parts.empty() && parts.back().length == 0) parts.pop_back();
  }
  std::vector<Term> terms;
  for (const Match& part : parts) {
    terms.push_back(sub_bits(heap, subject, 8 * part.position, 8 * part.length));
  }
  return heap.list(terms);
}
Term split(Machine& machine, const Term* a) { return split_in(machine, a[0], a[1], Term::nil()); }
Term split_with(Machine& machine, const Term* a) { return split_in(machine, a[0], a[1], a[2]); }

template <bool suffix>
Term longest_common(Machine& machine, const Term* a) {
  std::vector<std::string> words;
  Term list = a[0];
  for (; list.is_cons(); list = list.tail()) {
    auto word = binary_bytes(list.head());
    if (!word) return machine.badarg();
    if (suffix) std::reverse(word->begin(), word->end());
    words.push_back(std::move(*word));
  }
  if (!list.is_nil() || words.empty()) return machine.badarg();
  std::size_t common = words[0].size();
  for (const std::string& word : words) {
    const auto differ = std::mismatch(word.begin(), word.end(), words[0].begin(), words[0].end());
    common = std::min(common, static_cast<std::size_t>(differ.first - word.begin()));
  }
  return machine.heap().unsigned_integer(common);
}

// ---- Parts

Term byte_of(Machine& machine, Term binary, std::optional<std::uint64_t> index) {
  if (!is_binary(binary) || !index || *index >= view(binary).size / 8) return machine.badarg();
  return Term::small(byte_at(view(binary), *index));
}
Term first(Machine& machine, const Term* a) { return byte_of(machine, a[0], 0); }
Term last(Machine& machine, const Term* a) {
  if (!is_binary(a[0])) return machine.badarg();
  return byte_of(machine, a[0], view(a[0]).size / 8 - 1);
}
Term at(Machine& machine, const Term* a) {
  return byte_of(machine, a[0], a[1].is_integer() ? uint64_of(a[1]) : std::nullopt);
}
Term part(Machine& machine, const Term* a) { return part_of_binary(machine, a[0], a[1], a[2]); }
Term part_pair(Machine& machine, const Term* a) {
  if (!a[1].is_tuple(2)) return machine.badarg();
  return part_of_binary(machine, a[0], a[1].element(0), a[1].element(1));
}
Term list_to_bin(Machine& machine, const Term* a) {
  const auto bytes = a[0].is_list() ? iolist_bytes(a[0]) : std::nullopt;
  return bytes ? machine.heap().binary(*bytes) : machine.badarg();
}

Term copy_times(Machine& machine, Term binary, std::optional<std::uint64_t> times) {
  if (!has_parts(machine, binary) || !times) return machine.badarg();
  if (*times == 0) return machine.heap().binary({});
  const auto bytes = binary_bytes(binary);
  if (!bytes) return machine.badarg();
  std::size_t size = 0;
  if (__builtin_mul_overflow(bytes->size(), *times, &size)) return machine.badarg();
  if (size > kMostBytes) return machine.error(atoms::system_limit);
  std::string copies;
  copies.reserve(size);
  if (size != 0) {
    for (std::uint64_t i = 0; i < *times; ++i) copies += *bytes;
  }
  return machine.heap().binary(copies);
}
Term copy(Machine& machine, const Term* a) { return copy_times(machine, a[0], 1); }
Term copy_several(Machine& machine, const Term* a) {
  return copy_times(machine, a[0], a[1].is_integer() ? uint64_of(a[1]) : std::nullopt);
}
Term referenced_byte_size(Machine& machine, const Term* a) {
  if (!a[0].is_bitstring()) return machine.badarg();
  const Term whole = a[0].is(Kind::kSubBits) ? a[0].element(0) : a[0];
  return machine.heap().unsigned_integer((view(whole).size + 7) / 8);
}

// ---- Numbers

Term encode(Machine& machine, Term number, Term order) {
  if (!number.is_integer() || (order != kBig && order != kLittle)) return machine.badarg();
  if (number.is_small() ? number.small_value() < 0 : number.is(Kind::kNegative)) {
    return machine.badarg();
  }
  std::string bytes = integer_to_bytes(number, number.is_small() ? 64 : 64 * number.size());
  bytes.erase(0, std::min(bytes.find_first_not_of('\0'), bytes.size() - 1));
  if (order == kLittle) std::reverse(bytes.begin(), bytes.end());
  return machine.heap().binary(bytes);
}
Term encode_unsigned(Machine& machine, const Term* a) { return encode(machine, a[0], kBig); }
Term encode_unsigned_in(Machine& machine, const Term* a) { return encode(machine, a[0], a[1]); }

Term decode(Machine& machine, Term binary, Term order) {
  auto bytes = binary_bytes(binary);
  if (!bytes || (order != kBig && order != kLittle)) return machine.badarg();
  if (order == kLittle) std::reverse(bytes->begin(), bytes->end());
  bytes->erase(0, std::min(bytes->find_first_not_of('\0'), bytes->size()));
  if (bytes->empty()) return Term::small(0);
  const Term number = integer_from_bytes(machine.heap(), *bytes, false);
  return number.is_none() ? machine.error(atoms::system_limit) : number;
}
Term decode_unsigned(Machine& machine, const Term* a) { return decode(machine, a[0], kBig); }
Term decode_unsigned_in(Machine& machine, const Term* a) { return decode(machine, a[0], a[1]); }

constexpr Native kNatives[] = {
    {"binary", "compile_pattern", 1, compile_pattern},
    {"binary", "match", 2, match},
    {"binary", "match", 3, match_with},
    {"binary", "matches", 2, matches},
    {"binary", "matches", 3, matches_with},
    {"binary", "split", 2, split},
    {"binary", "split", 3, split_with},
    {"binary", "longest_common_prefix", 1, longest_common<false>},
    {"binary", "longest_common_suffix", 1, longest_common<true>},
    {"binary", "first", 1, first},
    {"binary", "last", 1, last},
    {"binary", "at", 2, at},
    {"binary", "part", 2, part_pair},
    {"binary", "part", 3, part},
    {"binary", "list_to_bin", 1, list_to_bin},
    {"binary", "copy", 1, copy},
    {"binary", "copy", 2, copy_several},
    {"binary", "referenced_byte_size", 1, referenced_byte_size},
    {"binary", "encode_unsigned", 1, encode_unsigned},
    {"binary", "encode_unsigned", 2, encode_unsigned_in},
    {"binary", "decode_unsigned", 1, decode_unsigned},
    {"binary", "decode_unsigned", 2, decode_unsigned_in},
};

}  // namespace

std::span<const Native> binary_module() { return kNatives; }

}  // namespace heddle::beam
