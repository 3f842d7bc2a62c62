// Regular expressions on PCRE2, as OTP's PCRE 8 takes them.
//
//   RePattern pattern{"a(b+)", RePattern::kCaseless};
//   const CompiledRe& compiled = compile_re(pattern);
//   if (compiled.code == nullptr) { compiled.error ... }
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct pcre2_real_code_8;

namespace heddle::beam {

/// The text of an expression and the options that it is compiled with.
struct RePattern {
  enum Option : std::uint32_t {
    kAnchored = 1,
    kCaseless = 2,
    kDollarEndonly = 4,
    kDotall = 8,
    kExtended = 16,
    kFirstline = 32,
    kMultiline = 64,
    kNoAutoCapture = 128,
    kDupnames = 256,
    kUngreedy = 512,
    kUcp = 1024,
    kNeverUtf = 2048,
    kUnicode = 4096,
    kNoStartOptimize = 8192,
    kBsrAnycrlf = 1 << 14,
    kBsrUnicode = 1 << 15,
    // What ends a line. Options are put together bit by bit, so cr and lf are crlf, as in OTP.
    kCr = 1 << 16,
    kLf = 2 << 16,
    kCrlf = 3 << 16,
    kAny = 4 << 16,
    kAnycrlf = 5 << 16,
    kNewlines = 7 << 16,
  };
  std::string text;
  std::uint32_t options = 0;

  /// The fifth element of {re_pattern, _, _, _, Bytes}.
  std::string bytes() const;
  static std::optional<RePattern> from_bytes(std::string_view bytes);
};

struct CompiledRe {
  struct Name {
    std::string name;
    std::uint32_t group = 0;
  };
  std::shared_ptr<pcre2_real_code_8> code;  // null: it is not an expression
  std::string error;                        // PCRE 8's words
  std::size_t error_offset = 0;
  std::uint32_t groups = 0;
  bool uses_crlf = false;
  bool has_dupnames = false;
  std::vector<Name> names;  // by name
};

/// Valid until the next call in this thread.
const CompiledRe& compile_re(const RePattern& pattern);

}  // namespace heddle::beam
