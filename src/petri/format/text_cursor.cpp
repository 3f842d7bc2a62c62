#include "petri/format/text_cursor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "petri/format/net_builder.hpp"
#include "support/check.hpp"

namespace heddle::petri {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

constexpr std::size_t kShown = 20;

}  // namespace

void fail_in_text(std::string_view text, const std::string& file, std::size_t offset,
                  std::string_view what) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t last = before.rfind('\n');
  const std::size_t column = last == before.npos ? before.size() + 1 : before.size() - last;
  throw support::UserError(fmt::format("{}:{}:{}: {}", file, line, column, what));
}

TextCursor::TextCursor(std::string_view text, std::string file, std::string_view comment)
    : text_(text), file_(std::move(file)), comment_(comment) {}

void TextCursor::skip() {
  while (at_ < text_.size()) {
    if (is_space(text_[at_])) {
      ++at_;
    } else if (!comment_.empty() && text_.substr(at_).starts_with(comment_)) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else {
      return;
    }
  }
}

bool TextCursor::at_end() {
  skip();
  return at_ == text_.size();
}

std::size_t TextCursor::offset() {
  skip();
  return at_;
}

bool TextCursor::sees(std::string_view symbol) {
  skip();
  return text_.substr(at_).starts_with(symbol);
}

bool TextCursor::accept(std::string_view symbol) {
  if (!sees(symbol)) return false;
  at_ += symbol.size();
  return true;
}

void TextCursor::expect(std::string_view symbol) {
  if (!accept(symbol)) fail(fmt::format("expected '{}', found {}", symbol, here()));
}

std::string_view TextCursor::peek_word() {
  skip();
  std::size_t end = at_;
  if (end == text_.size() || !is_letter(text_[end])) return {};
  while (end < text_.size() &&
         (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '.')) {
    ++end;
  }
  return text_.substr(at_, end - at_);
}

std::string_view TextCursor::word() {
  const std::string_view found = peek_word();
  at_ += found.size();
  return found;
}

std::optional<std::uint64_t> TextCursor::number() {
  skip();
  const std::size_t begin = at_;
  std::uint64_t value = 0;
  for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
    const auto digit = static_cast<std::uint64_t>(text_[at_] - '0');
    if (value > (kMostTokens - digit) / 10)
      fail_at(begin, fmt::format("this number is too large; the most is {}", kMostTokens));
    value = 10 * value + digit;
  }
  if (at_ == begin) return std::nullopt;
  return value;
}

std::uint64_t TextCursor::expect_number(std::string_view what) {
  const auto found = number();
  if (!found) fail(fmt::format("expected {}, found {}", what, here()));
  return *found;
}

std::string TextCursor::quoted() {
  const std::size_t begin = at_;
  std::string text;
  while (at_ < text_.size() && text_[at_] != '\n') {
    if (text_[at_] == '\'') {
      if (!text_.substr(at_).starts_with("''")) {
        ++at_;
        return text;
      }
      ++at_;
    }
    text += text_[at_++];
  }
  fail_at(begin, "this name has no closing quote");
}

std::string TextCursor::here() {
  if (at_end()) return "the end of the file";
  std::size_t end = at_;
  while (end < text_.size() && !is_space(text_[end]) && end - at_ < kShown) ++end;
  return fmt::format("'{}'", text_.substr(at_, end - at_));
}

void TextCursor::fail(std::string_view what) { fail_at(offset(), what); }

void TextCursor::fail_at(std::size_t offset, std::string_view what) const {
  fail_in_text(text_, file_, offset, what);
}

}  // namespace heddle::petri
