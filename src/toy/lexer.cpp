#include "toy/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>

#include "support/check.hpp"
#include "support/printable.hpp"

namespace heddle::toy {
namespace {

constexpr std::array<std::string_view, 41> kReserved = {
    "add",   "after",     "array",   "assert",  "await",    "break",   "broadcast",
    "cas",   "condition", "const",   "delayed", "delivery", "else",    "exit",
    "fail",  "handle",    "if",      "instant", "join",     "lock",    "mutex",
    "proc",  "read",      "receive", "return",  "self",     "send",    "signal",
    "spawn", "unlock",    "var",     "wait",    "when",     "while",   "write",
    "yield", "true",      "false",   "local",   "for",      "continue"};

// Longest first, so that "->" is not "-" and ">".
constexpr std::array<std::string_view, 26> kSymbols = {
    "->", "==", "!=", "<=", ">=", "&&", "||", "+", "-", "*", "/", "%", "<",
    ">",  "!",  "=",  "(",  ")",  "{",  "}",  "[", "]", ",", "^", "_", ";"};

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool continues_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Lexer {
 public:
  Lexer(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  std::vector<Lexeme> run() {
    std::vector<Lexeme> out;
    do {
      skip_blanks();
      out.push_back(next());
    } while (out.back().kind != Lexeme::Kind::kEnd);
    return out;
  }

 private:
  bool at_end() const { return at_ == text_.size(); }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  char advance() {
    char c = text_[at_++];
    if (c == '\n') {
      ++here_.line;
      here_.column = 1;
    } else {
      ++here_.column;
    }
    return c;
  }

  void skip_blanks() {
    while (!at_end()) {
      if (std::isspace(static_cast<unsigned char>(peek())) != 0) {
        advance();
      } else if (peek() == '/' && peek(1) == '/') {
        while (!at_end() && peek() != '\n') advance();
      } else {
        return;
      }
    }
  }

  Lexeme next() {
    Lexeme lexeme;
    lexeme.position = here_;
    if (at_end()) return lexeme;
    const char c = peek();
    if (starts_name(c) && !(c == '_' && !continues_name(peek(1)))) return name(lexeme);
    if (is_digit(c)) return number(lexeme);
    if (c == '"') return string(lexeme);
    for (std::string_view symbol : kSymbols) {
      if (text_.substr(at_).starts_with(symbol)) {
        for (std::size_t i = 0; i < symbol.size(); ++i) advance();
        lexeme.kind = Lexeme::Kind::kSymbol;
        lexeme.text = symbol;
        return lexeme;
      }
    }
    reject(file_, here_, fmt::format("'{}' is not part of the language", character()), "remove it");
  }

  /// A whole character, so that a message can show it; or a byte that is none.
  std::string_view character() const {
    const std::string_view rest = text_.substr(at_);
    return rest.substr(0, std::max<std::size_t>(support::character(rest), 1));
  }

  Lexeme name(Lexeme lexeme) {
    lexeme.kind = Lexeme::Kind::kName;
    while (continues_name(peek())) lexeme.text += advance();
    return lexeme;
  }

  Lexeme number(Lexeme lexeme) {
    lexeme.kind = Lexeme::Kind::kNumber;
    constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
    while (is_digit(peek())) {
      const int digit = peek() - '0';
      if (lexeme.value > (kMax - digit) / 10) {
        reject(file_, lexeme.position, "the number is too large",
               "values are 64-bit signed integers");
      }
      lexeme.value = lexeme.value * 10 + digit;
      lexeme.text += advance();
    }
    if (starts_name(peek())) {
      reject(file_, here_, "a letter follows a number", "put a space between them");
    }
    return lexeme;
  }

  Lexeme string(Lexeme lexeme) {
    lexeme.kind = Lexeme::Kind::kString;
    advance();
    while (peek() != '"') {
      if (at_end() || peek() == '\n') {
        reject(file_, lexeme.position, "the text has no end", "close it with \" on the same line");
      }
      const auto byte = static_cast<unsigned char>(peek());
      std::size_t size = support::character(text_.substr(at_));
      if (size == 0 || (byte < 0x20 && byte != '\t') || byte == 0x7f) {
        reject(file_, here_, fmt::format("'{}' cannot stand in a text", character()),
               "use UTF-8 without control characters");
      }
      if (peek() == '\\' && (peek(1) == '"' || peek(1) == '\\')) advance();
      while (size-- > 0) lexeme.text += advance();
    }
    advance();
    return lexeme;
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  Position here_{1, 1};
};

}  // namespace

std::vector<Lexeme> split(std::string_view text, const std::string& file) {
  return Lexer(text, file).run();
}

void reject(const std::string& file, Position position, const std::string& what,
            const std::string& remedy) {
  throw support::UserError(
      fmt::format("{}:{}:{}: {}; {}", file, position.line, position.column, what, remedy));
}

bool is_reserved(std::string_view word) {
  return std::find(kReserved.begin(), kReserved.end(), word) != kReserved.end();
}

}  // namespace heddle::toy
