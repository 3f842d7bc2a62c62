#include "abstraction/core_erlang/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

#include "support/check.hpp"

namespace heddle::abstraction::core_erlang {
namespace {

// Longest first: a sign is the longest that fits.
constexpr std::array<std::string_view, 26> kSigns = {
    "-|", "->", "=>", ":=", "~{", "}~", "#{", "}#", "#<", "~<", ">~", "(", ")",
    "[",  "]",  "{",  "}",  "|",  ",",  "=",  ":",  "/",  "<",  ">",  ".", "~"};

bool begins_name(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '@' ||
         (static_cast<unsigned char>(c) >= 0x80);
}
bool digit(char c) { return c >= '0' && c <= '9'; }

void append_utf8(std::uint32_t code, std::string& out) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | ((code >> 18) & 0x07));
    out += static_cast<char>(0x80 | ((code >> 12) & 0x3f));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

class Lexer {
 public:
  Lexer(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  std::vector<Token> run() {
    while (true) {
      skip();
      Token token = next();
      const bool end = token.word == Word::kEnd;
      out_.push_back(std::move(token));
      if (end) return std::move(out_);
    }
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw support::UserError(
        fmt::format("{}:{}:{}: {}; the file must be Core Erlang as 'erlc +to_core' writes it",
                    file_, line_, column(), what));
  }
  int column() const { return static_cast<int>(at_ - line_start_) + 1; }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  char take() {
    const char c = text_[at_++];
    if (c == '\n') {
      ++line_;
      line_start_ = at_;
    }
    return c;
  }

  void skip() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(peek())) != 0) {
        take();
      } else if (peek() == '%') {
        comment();
      } else {
        return;
      }
    }
  }

  void comment() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && peek() != '\n') ++at_;
    std::string_view words = text_.substr(begin, at_ - begin);
    constexpr std::string_view kLine = "%% Line ";
    if (!words.starts_with(kLine)) return;
    words.remove_prefix(kLine.size());
    int line = 0;
    for (const char c : words) {
      if (!digit(c) || line > 100'000'000) break;
      line = line * 10 + (c - '0');
    }
    source_line_ = line;
  }

  Token token(Word word) {
    Token out{.word = word, .line = line_, .column = column(), .source_line = source_line_};
    source_line_ = 0;
    return out;
  }

  Token next() {
    if (at_ == text_.size()) return token(Word::kEnd);
    const char c = peek();
    if (c == '\'' || c == '"') {
      Token out = token(c == '"' ? Word::kString : Word::kAtom);
      out.text = quoted();
      return out;
    }
    if (c == '$') return character();
    if (digit(c) || ((c == '-' || c == '+') && digit(peek(1)))) return number();
    if (begins_name(c) || std::islower(static_cast<unsigned char>(c)) != 0) {
      Token out = token(begins_name(c) ? Word::kVariable : Word::kKeyword);
      while (in_name(peek())) out.text += take();
      return out;
    }
    for (const std::string_view sign : kSigns) {
      if (text_.substr(at_).starts_with(sign)) {
        Token out = token(Word::kSign);
        out.text = sign;
        at_ += sign.size();
        return out;
      }
    }
    fail(fmt::format("unexpected character '{}'", c));
  }

  std::string quoted() {
    const char quote = take();
    std::string out;
    while (true) {
      if (at_ == text_.size()) fail(quote == '"' ? "a string has no end" : "an atom has no end");
      const char c = take();
      if (c == quote) return out;
      if (c == '\\') {
        append_utf8(escape(), out);
      } else {
        out += c;
      }
    }
  }

  std::uint32_t escape() {
    if (at_ == text_.size()) fail("an escape has no end");
    const char c = take();
    switch (c) {
      case 'n':
        return '\n';
      case 't':
        return '\t';
      case 'r':
        return '\r';
      case 'b':
        return '\b';
      case 'f':
        return '\f';
      case 'v':
        return '\v';
      case 'e':
        return 27;
      case 's':
        return ' ';
      case 'd':
        return 127;
      case '^':
        if (at_ == text_.size()) fail("an escape has no end");
        return static_cast<unsigned char>(take()) & 0x1f;
      case 'x':
        return hexadecimal();
      default:
        break;
    }
    if (c < '0' || c > '7') return static_cast<unsigned char>(c);
    std::uint32_t code = static_cast<std::uint32_t>(c - '0');
    for (int more = 0; more < 2 && peek() >= '0' && peek() <= '7'; ++more) {
      code = code * 8 + static_cast<std::uint32_t>(take() - '0');
    }
    return code;
  }

  std::uint32_t hexadecimal() {
    const bool braces = peek() == '{';
    if (braces) take();
    std::uint32_t code = 0;
    int digits = 0;
    while (std::isxdigit(static_cast<unsigned char>(peek())) != 0 && (braces || digits < 2)) {
      const char c = take();
      code = code * 16 + static_cast<std::uint32_t>(digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
      if (++digits > 6) fail("a character code is too large");
    }
    if (digits == 0) fail("a hexadecimal escape has no digits");
    if (braces && (at_ == text_.size() || take() != '}')) fail("a hexadecimal escape has no end");
    return code;
  }

  Token character() {
    Token out = token(Word::kInteger);
    ++at_;
    if (at_ == text_.size()) fail("a character is missing after $");
    const char c = take();
    out.text = std::to_string(c == '\\' ? escape() : static_cast<unsigned char>(c));
    return out;
  }

  Token number() {
    Token out = token(Word::kInteger);
    if (peek() == '+') {
      ++at_;
    } else if (peek() == '-') {
      out.text += take();
    }
    while (digit(peek())) out.text += take();
    if (peek() != '.' || !digit(peek(1))) return out;
    out.word = Word::kFloat;
    out.text += take();
    while (digit(peek())) out.text += take();
    const bool sign = peek(1) == '-' || peek(1) == '+';
    if ((peek() == 'e' || peek() == 'E') && digit(peek(sign ? 2 : 1))) {
      out.text += take();
      if (sign) out.text += take();
      while (digit(peek())) out.text += take();
    }
    return out;
  }

  std::string_view text_;
  const std::string& file_;
  std::vector<Token> out_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
  int source_line_ = 0;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text, const std::string& file) {
  return Lexer(text, file).run();
}

}  // namespace heddle::abstraction::core_erlang
