// Lexer: the words of a Core Erlang text, and the source lines that its comments give.
//
// The compiler writes the line of a construct as a comment before it ("%% Line 7"): the word after
// such a comment carries the number.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::abstraction::core_erlang {

enum class Word { kAtom, kVariable, kInteger, kFloat, kString, kKeyword, kSign, kEnd };

struct Token {
  Word word = Word::kEnd;
  std::string text = {};  // of an atom or a string: without quotes and escapes
  int line = 0;           // in the Core Erlang text
  int column = 0;
  int source_line = 0;  // what a comment just before says, or 0
};

/// The tokens, the last one of them kEnd. Throws UserError.
std::vector<Token> tokens_of(std::string_view text, const std::string& file);

}  // namespace heddle::abstraction::core_erlang
