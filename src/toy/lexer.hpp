// Splits the text of a toy program into tokens that know where they stand.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "toy/ast.hpp"

namespace heddle::toy {

struct Lexeme {
  enum class Kind : std::uint8_t { kEnd, kName, kNumber, kString, kSymbol };
  Kind kind = Kind::kEnd;
  std::string text;  // a string without its quotes
  std::int64_t value = 0;
  Position position;
};

/// The tokens, the last one kEnd. Throws support::UserError.
std::vector<Lexeme> split(std::string_view text, const std::string& file);

/// Throws support::UserError `file:line:column: what; remedy`.
[[noreturn]] void reject(const std::string& file, Position position, const std::string& what,
                         const std::string& remedy);

/// True for the words of the language, which cannot name anything.
bool is_reserved(std::string_view word);

}  // namespace heddle::toy
