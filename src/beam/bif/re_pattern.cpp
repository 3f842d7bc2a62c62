// PCRE 8 and PCRE2 differ in what this file evens out:
//
//   - the words for what is wrong with an expression;
//   - a backslash before a letter without a meaning, which is the letter itself in PCRE 8;
//   - the classes of characters above 127 outside of Unicode: OTP's are those of Latin-1;
//   - text ends with a zero byte in PCRE 8.
//
// Compiled expressions are kept, a few hundred for each thread: what a program holds is the text.
#include "beam/bif/re_pattern.hpp"

#include <array>
#include <cctype>
#include <cstring>
#include <unordered_map>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace heddle::beam {
namespace {

constexpr std::string_view kMagic = "HRE1";
constexpr std::size_t kMostKept = 256;

/// Where PCRE 8 puts it in other words, by PCRE2's number.
const char* message_of(int error) {
  switch (error - 100) {
    case 7:
      return "invalid escape sequence in character class";
    case 9:
      return "nothing to repeat";
    case 14:
    case 24:
      return "missing )";
    case 18:
      return "missing ) after comment";
    case 19:
      return "parentheses are too deeply nested";
    case 22:
      return "unmatched parentheses";
    case 26:
      return "a numbered reference must not be zero";
    case 27:
      return "conditional group contains more than two branches";
    case 29:
      return "digit expected after (?+";
    case 34:
      return "character value in \\x{} or \\o{} is too large";
    case 36:
      return "\\C not allowed in lookbehind assertion";
    case 37:
      return "PCRE does not support \\L, \\l, \\N{name}, \\U, or \\u";
    case 38:
      return "number after (?C is > 255";
    case 39:
      return "closing ) for (?C expected";
    case 42:
      return "syntax error in subpattern name (missing terminator)";
    case 43:
      return "two named subpatterns have the same name";
    case 44:
      return "group name must start with a non-digit";
    case 47:
      return "unknown property name after \\P or \\p";
    case 48:
      return "subpattern name is too long (maximum 32 characters)";
    case 54:
      return "DEFINE group contains more than one branch";
    case 58:
      return "(?R or (?[+-]digits must be followed by )";
    case 61:
      return "number is too big";
    case 68:
      return "\\c must be followed by an ASCII character";
    case 74:
      return "setting UTF is disabled by the application";
    case 77:
      return "character value in \\u.... sequence is too large";
    case 78:
      return "digits missing in \\x{} or \\o{}";
    case 94:
      return "unrecognized character after (? or (?-";
    case 95:
      return "(*VERB) not recognized or malformed";
    case 98:
      return "assertion expected after (?( or (?(?C)";
    default:
      return nullptr;
  }
}

unsigned char byte_of(char c) { return static_cast<unsigned char>(c); }
bool is_word_byte(char c) { return std::isalnum(byte_of(c)) != 0 || c == '_'; }

/// Of the group that begins at `from`, the position of its closing parenthesis.
std::size_t end_of_group(std::string_view text, std::size_t from) {
  int depth = 0;
  bool in_class = false;
  for (std::size_t i = from; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (in_class) {
      in_class = text[i] != ']';
    } else if (text[i] == '[') {
      in_class = true;
    } else if (text[i] == '(') {
      ++depth;
    } else if (text[i] == ')' && --depth == 0) {
      return i;
    }
  }
  return text.size();
}

/// Words and place of PCRE2's error as PCRE 8 would have them.
void describe(CompiledRe& compiled, std::string_view text, int error, std::size_t offset) {
  compiled.error_offset = offset;
  if (error < 0) {
    compiled.error = "invalid UTF-8 string";
    return;
  }
  if (const char* message = message_of(error)) {
    compiled.error = message;
  } else {
    char buffer[256];
    pcre2_get_error_message(error, reinterpret_cast<PCRE2_UCHAR*>(buffer), sizeof buffer);
    compiled.error = buffer;
  }
  switch (error - 100) {
    case 14:
      if (text.ends_with("(?")) compiled.error = "unrecognized character after (? or (?-";
      if (text.ends_with("(?P")) compiled.error = "unrecognized character after (?P";
      break;
    case 15:  // PCRE 8 finds back references to nowhere at the end
      if (offset > 0 && text[offset - 1] == '\\') {
        compiled.error_offset = text.size();
      } else if (text.substr(0, offset).ends_with("(?")) {
        compiled.error_offset = end_of_group(text, offset) + 1;
      } else if (offset < text.size() && std::isdigit(byte_of(text[offset])) == 0) {
        std::size_t& at = compiled.error_offset;
        while (at < text.size() && is_word_byte(text[at])) ++at;  // behind the name
      }
      break;
    case 25:
      compiled.error_offset = end_of_group(text, offset);
      break;
    case 57:
      if (offset >= text.size() ||
          std::string_view("{<'").find(text[offset]) == std::string_view::npos) {
        compiled.error = "a numbered reference must not be zero";
        --compiled.error_offset;
      }
      break;
    case 37:
    case 43:
    case 47:
    case 50:
    case 69:
      if (offset > 0) --compiled.error_offset;
      break;
    case 62:
      if (text.substr(0, offset).ends_with("(?<")) {
        compiled.error = "unrecognized character after (?<";
      }
      break;
    case 74:
      compiled.error_offset = 0;
      break;
    default:
      break;
  }
}

// PCRE2's tables for C, and above 127 the letters of Latin-1. The layout is documented in
// pcre2_chartables.c: lower case, other case, ten classes of 32 bytes, types.
const std::uint8_t* latin1_tables() {
  static const auto kTables = [] {
    constexpr std::size_t kFlip = 256, kClasses = 512, kTypes = 832, kSize = 1088;
    enum Class { kUpper = 3, kLower, kWord, kGraph, kPrint, kPunct, kCntrl };
    std::array<std::uint8_t, kSize> tables{};
    const std::uint8_t* plain = pcre2_maketables(nullptr);
    std::memcpy(tables.data(), plain, kSize);
    pcre2_maketables_free(nullptr, plain);
    const auto put = [&](Class which, unsigned c) {
      tables[kClasses + 32 * which + c / 8] |= static_cast<std::uint8_t>(1 << (c % 8));
    };
    for (unsigned c = 0x80; c < 0x100; ++c) {
      const bool upper = c >= 0xc0 && c <= 0xde && c != 0xd7;
      const bool lower = (c >= 0xdf && c != 0xf7) || c == 0xaa || c == 0xb5 || c == 0xba;
      if (c < 0xa0) {
        put(kCntrl, c);
        continue;
      }
      put(kGraph, c);
      put(kPrint, c);
      if (!upper && !lower) {
        put(kPunct, c);
        continue;
      }
      put(kWord, c);
      put(upper ? kUpper : kLower, c);
      tables[kTypes + c] = tables[kTypes + (upper ? 'Z' : 'z')];
      if (upper) tables[c] = tables[kFlip + c] = static_cast<std::uint8_t>(c + 0x20);
      if (c >= 0xe0 && c <= 0xfe && lower) tables[kFlip + c] = static_cast<std::uint8_t>(c - 0x20);
    }
    return tables;
  }();
  return kTables.data();
}

std::uint32_t pcre_options(std::uint32_t options) {
  constexpr std::pair<std::uint32_t, std::uint32_t> kSame[] = {
      {RePattern::kAnchored, PCRE2_ANCHORED},
      {RePattern::kCaseless, PCRE2_CASELESS},
      {RePattern::kDollarEndonly, PCRE2_DOLLAR_ENDONLY},
      {RePattern::kDotall, PCRE2_DOTALL},
      {RePattern::kExtended, PCRE2_EXTENDED},
      {RePattern::kFirstline, PCRE2_FIRSTLINE},
      {RePattern::kMultiline, PCRE2_MULTILINE},
      {RePattern::kNoAutoCapture, PCRE2_NO_AUTO_CAPTURE},
      {RePattern::kDupnames, PCRE2_DUPNAMES},
      {RePattern::kUngreedy, PCRE2_UNGREEDY},
      {RePattern::kUcp, PCRE2_UCP},
      {RePattern::kNeverUtf, PCRE2_NEVER_UTF},
      {RePattern::kUnicode, PCRE2_UTF},
      {RePattern::kNoStartOptimize, PCRE2_NO_START_OPTIMIZE},
  };
  std::uint32_t result = 0;
  for (const auto& [ours, theirs] : kSame) {
    if ((options & ours) != 0) result |= theirs;
  }
  return result;
}

std::optional<std::uint32_t> newline_of(std::uint32_t options) {
  switch (options & RePattern::kNewlines) {
    case 0:
    case RePattern::kLf:
      return PCRE2_NEWLINE_LF;
    case RePattern::kCr:
      return PCRE2_NEWLINE_CR;
    case RePattern::kCrlf:
      return PCRE2_NEWLINE_CRLF;
    case RePattern::kAny:
      return PCRE2_NEWLINE_ANY;
    case RePattern::kAnycrlf:
      return PCRE2_NEWLINE_ANYCRLF;
    default:
      return std::nullopt;
  }
}

void read_names(CompiledRe& compiled) {
  std::uint32_t count = 0;
  std::uint32_t size = 0;
  PCRE2_SPTR table = nullptr;
  pcre2_pattern_info(compiled.code.get(), PCRE2_INFO_NAMECOUNT, &count);
  pcre2_pattern_info(compiled.code.get(), PCRE2_INFO_NAMEENTRYSIZE, &size);
  pcre2_pattern_info(compiled.code.get(), PCRE2_INFO_NAMETABLE, &table);
  for (std::uint32_t i = 0; i < count; ++i, table += size) {
    compiled.names.push_back({reinterpret_cast<const char*>(table + 2),
                              static_cast<std::uint32_t>(table[0] << 8 | table[1])});
  }
}

CompiledRe compile(const RePattern& pattern) {
  CompiledRe compiled;
  const auto newline = newline_of(pattern.options);
  constexpr std::uint32_t kBothBsr = RePattern::kBsrAnycrlf | RePattern::kBsrUnicode;
  if (!newline) {
    compiled.error = "inconsistent NEWLINE options";
    return compiled;
  }
  const std::unique_ptr<pcre2_compile_context, decltype(&pcre2_compile_context_free)> context(
      pcre2_compile_context_create(nullptr), pcre2_compile_context_free);
  pcre2_set_newline(context.get(), *newline);
  pcre2_set_bsr(context.get(), (pattern.options & kBothBsr) == RePattern::kBsrAnycrlf
                                   ? PCRE2_BSR_ANYCRLF
                                   : PCRE2_BSR_UNICODE);
  pcre2_set_character_tables(context.get(), latin1_tables());

  const std::string_view text = std::string_view(pattern.text).substr(0, pattern.text.find('\0'));
  int error = 0;
  std::size_t offset = 0;
  const auto attempt = [&] {
    return pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(),
                         pcre_options(pattern.options), &error, &offset, context.get());
  };
  pcre2_code* code = attempt();
  constexpr int kUnknownEscape = 103;
  if (code == nullptr && error == kUnknownEscape) {
    pcre2_set_compile_extra_options(context.get(), PCRE2_EXTRA_BAD_ESCAPE_IS_LITERAL);
    code = attempt();
  }
  if (code == nullptr) {
    describe(compiled, text, error, offset);
    return compiled;
  }
  compiled.code = {code, pcre2_code_free};
  std::uint32_t line = 0;
  std::uint32_t options = 0;
  pcre2_pattern_info(code, PCRE2_INFO_CAPTURECOUNT, &compiled.groups);
  pcre2_pattern_info(code, PCRE2_INFO_NEWLINE, &line);
  pcre2_pattern_info(code, PCRE2_INFO_ALLOPTIONS, &options);
  compiled.uses_crlf =
      line == PCRE2_NEWLINE_ANY || line == PCRE2_NEWLINE_CRLF || line == PCRE2_NEWLINE_ANYCRLF;
  compiled.has_dupnames = (options & PCRE2_DUPNAMES) != 0;
  read_names(compiled);
  return compiled;
}

}  // namespace

std::string RePattern::bytes() const {
  std::string bytes(kMagic);
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(options >> (8 * i));
  return bytes + text;
}

std::optional<RePattern> RePattern::from_bytes(std::string_view bytes) {
  if (!bytes.starts_with(kMagic) || bytes.size() < kMagic.size() + 4) return std::nullopt;
  RePattern pattern;
  for (std::size_t i = 4; i-- > 0;) {
    pattern.options = pattern.options << 8 | static_cast<std::uint8_t>(bytes[kMagic.size() + i]);
  }
  pattern.text = bytes.substr(kMagic.size() + 4);
  return pattern;
}

const CompiledRe& compile_re(const RePattern& pattern) {
  thread_local std::unordered_map<std::string, CompiledRe> kept;
  std::string key = pattern.bytes();
  if (const auto it = kept.find(key); it != kept.end()) return it->second;
  if (kept.size() >= kMostKept) kept.clear();
  return kept.emplace(std::move(key), compile(pattern)).first->second;
}

}  // namespace heddle::beam
