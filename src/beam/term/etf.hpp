// The external term format, both ways (binary_to_term, literals of .beam files).
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "beam/term/function.hpp"
#include "beam/term/heap.hpp"

namespace heddle::beam {

/// What a decoder needs to know about the world.
struct EtfHooks {
  /// M:F/A -> the Export* of an external fun.
  std::function<Export*(Term module, Term function, std::uint32_t arity)> find_export;
  bool safe = false;  // binary_to_term(B, [safe]): no new atoms
  /// The fun with this index in a module; null if there is none. May be empty.
  std::function<const FunEntry*(Term module, std::uint32_t index)> find_fun{};
  /// What two nodes have agreed to call by number: a tuple of atoms, or none.
  Term atoms = Term::none();
};

struct Decoded {
  Term term;             // none: not valid; `fault` says what and where
  std::size_t used = 0;  // bytes
  std::string fault;
};
/// With the leading 131; compressed terms too. Never throws, never reads beyond the end, nesting of
/// any depth.
Decoded decode_external(Heap& heap, std::string_view bytes, const EtfHooks& hooks);

struct EncodeOptions {
  int compressed = 0;  // level
  int minor_version = 1;
};
/// With the leading 131; as OTP 25 writes it. Pids and references are those of nonode@nohost.
std::string encode_external(Term term, const EncodeOptions& options = {});

}  // namespace heddle::beam
