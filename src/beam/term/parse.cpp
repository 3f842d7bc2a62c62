#include "beam/term/parse.hpp"

#include <fmt/format.h>

#include <cctype>
#include <string>
#include <vector>

#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/term/number.hpp"
#include "beam/term/utf8.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

constexpr int kDeepest = 500;

class Parser {
 public:
  Parser(Heap& heap, std::string_view text) : heap_(heap), text_(text) {}

  Term whole() {
    const Term result = term();
    space();
    if (at_ != text_.size()) fail("something after the term");
    return result;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw support::UserError(
        fmt::format("'{}' is not a term: {} at column {}", text_, what, at_ + 1));
  }

  void space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  char peek() {
    space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(std::string_view token) {
    space();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token)) fail(fmt::format("'{}' is missing", token));
  }

  Term term() {
    if (++depth_ > kDeepest) fail("too many brackets within brackets");
    const char c = peek();
    Term result;
    if (c == '[') {
      result = list();
    } else if (c == '{') {
      ++at_;
      result = heap_.tuple(elements("}"));
    } else if (c == '#') {
      result = map();
    } else if (c == '<') {
      result = binary();
    } else if (c == '"') {
      std::vector<Term> characters;
      for (const std::uint32_t character : quoted('"')) {
        characters.push_back(Term::small(character));
      }
      result = heap_.list(characters);
    } else if (c == '\'') {
      std::string name;
      for (const std::uint32_t character : quoted('\'')) append_utf8(name, character);
      result = intern(name);
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '+' ||
               c == '$') {
      result = number();
    } else if (begins_name()) {
      const std::size_t begin = at_;
      while (const std::size_t length = name_character()) at_ += length;
      result = intern(text_.substr(begin, at_ - begin));
    } else {
      fail(c == '\0' ? "it ends too early" : "no term begins like this");
    }
    --depth_;
    return result;
  }

  /// The byte after `offset` others from here on; 0 at the end.
  unsigned char byte(std::size_t offset) const {
    return at_ + offset < text_.size() ? static_cast<unsigned char>(text_[at_ + offset]) : 0;
  }
  /// The letters of Latin-1 beyond ASCII, U+00C0 to U+00FF but for the signs of multiplication and
  /// division, are 0xC3 and another byte in UTF-8.
  bool is_latin1_letter() const {
    return byte(0) == 0xC3 && byte(1) >= 0x80 && byte(1) <= 0xBF && byte(1) != 0x97 &&
           byte(1) != 0xB7;
  }
  bool begins_name() const {
    return std::islower(byte(0)) != 0 || (is_latin1_letter() && byte(1) >= 0x9F);
  }
  /// The bytes of a character of an atom without quotes; 0: there is none here.
  std::size_t name_character() const {
    if (at_ < text_.size() && is_name(text_[at_])) return 1;
    return is_latin1_letter() ? 2 : 0;
  }
  static bool is_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '@';
  }

  std::vector<Term> elements(std::string_view end) {
    std::vector<Term> elements;
    if (accept(end)) return elements;
    do {
      elements.push_back(term());
    } while (accept(","));
    expect(end);
    return elements;
  }

  Term list() {
    expect("[");
    if (accept("]")) return Term::nil();
    std::vector<Term> elements;
    do {
      elements.push_back(term());
    } while (accept(","));
    const Term tail = accept("|") ? term() : Term::nil();
    expect("]");
    return heap_.list(elements, tail);
  }

  Term map() {
    expect("#{");
    std::vector<Term> pairs;
    if (!accept("}")) {
      do {
        pairs.push_back(term());
        expect("=>");
        pairs.push_back(term());
      } while (accept(","));
      expect("}");
    }
    return map_from_pairs(heap_, pairs);
  }

  Term binary() {
    expect("<<");
    std::string bytes;
    if (!accept(">>")) {
      do {
        if (peek() == '"') {
          for (const std::uint32_t character : quoted('"')) append_utf8(bytes, character);
          continue;
        }
        const Term byte = term();
        if (!byte.is_small() || byte.small_value() < 0 || byte.small_value() > 255) {
          fail("no byte");
        }
        bytes += static_cast<char>(byte.small_value());
      } while (accept(","));
      expect(">>");
    }
    return heap_.binary(bytes);
  }

  std::vector<std::uint32_t> quoted(char quote) {
    std::vector<std::uint32_t> characters;
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        static constexpr std::string_view kNames = "nrtsbfve0\\\"'";
        static constexpr std::string_view kValues = "\n\r\t \b\f\v\x1b\0\\\"'";
        const std::size_t which = kNames.find(text_[at_ + 1]);
        if (which == std::string_view::npos) fail("an unknown escape");
        characters.push_back(static_cast<unsigned char>(kValues[which]));
        at_ += 2;
        continue;
      }
      characters.push_back(next_utf8());
    }
    if (at_ == text_.size()) fail("the quote does not end");
    ++at_;
    return characters;
  }

  std::uint32_t next_utf8() {
    const auto byte = static_cast<unsigned char>(text_[at_]);
    const std::size_t length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    if (at_ + length > text_.size()) fail("no UTF-8");
    std::uint32_t character = length == 1 ? byte : byte & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
      character = (character << 6) | (static_cast<unsigned char>(text_[at_ + i]) & 0x3fU);
    }
    at_ += length;
    return character;
  }

  Term number() {
    if (accept("$")) {
      if (at_ == text_.size()) fail("a character is missing");
      return Term::small(next_utf8());
    }
    std::size_t end = at_ + 1;
    while (end < text_.size() &&
           (is_name(text_[end]) || text_[end] == '.' || text_[end] == '#' ||
            ((text_[end] == '-' || text_[end] == '+') && text_[end - 1] == 'e'))) {
      ++end;
    }
    std::string digits(text_.substr(at_, end - at_));
    Term result;
    if (const std::size_t sharp = digits.find('#'); sharp != std::string::npos) {
      const bool negative = digits[0] == '-';
      const int base = std::atoi(digits.c_str() + (negative ? 1 : 0));
      if (base >= 2 && base <= 36) {
        result = integer_from_text(heap_, (negative ? "-" : "") + digits.substr(sharp + 1), base);
      }
    } else if (digits.find('.') != std::string::npos) {
      result = float_from_text(heap_, digits);
    } else {
      std::erase(digits, '_');
      result = integer_from_text(heap_, digits);
    }
    if (result.is_none()) fail("not a number");
    at_ = end;
    return result;
  }

  Heap& heap_;
  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Term parse_term(Heap& heap, std::string_view text) { return Parser(heap, text).whole(); }

}  // namespace heddle::beam
