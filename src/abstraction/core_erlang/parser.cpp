// A descent over the grammar of the Core Erlang 1.0.3 specification, plus what OTP has added since:
// maps, `letrec` with annotations, map and binary patterns, multiple values.
//
// A construct without a line comment has the line of the construct around it, because the compiler
// writes a line only where it grows.
#include "abstraction/core_erlang/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "abstraction/core_erlang/lexer.hpp"
#include "support/check.hpp"

namespace heddle::abstraction::core_erlang {
namespace {

// Deeper text is no program: refused before it exhausts the stack.
#ifdef __SANITIZE_ADDRESS__
constexpr int kDeepest = 500;  // frames are several times as large
#else
constexpr int kDeepest = 2000;
#endif

class Parser {
 public:
  Parser(std::string_view text, const std::string& file)
      : file_(file), tokens_(tokens_of(text, file)) {}

  Module module() {
    Module out;
    out.file = file_;
    const bool annotated = take_sign("(");
    keyword("module");
    out.name = atom();
    sign("[");
    if (!take_sign("]")) {
      do {
        const bool wrapped = take_sign("(");
        std::string name = atom();
        sign("/");
        out.exports.emplace_back(std::move(name), natural());
        if (wrapped) end_annotation();
      } while (take_sign(","));
      sign("]");
    }
    keyword("attributes");
    sign("[");
    if (!take_sign("]")) {
      do {
        const int line = peek().source_line;
        const Expr name = constant();
        if (name->kind != Kind::kAtom) fail("the name of an attribute");
        sign("=");
        out.attributes.push_back({name->name, constant(), line});
      } while (take_sign(","));
      sign("]");
    }
    while (!is_keyword("end")) out.functions.push_back(definition());
    keyword("end");
    if (annotated) end_annotation();
    if (peek().word != Word::kEnd) fail("the end of the file");
    return out;
  }

 private:
  // A nesting level; and the source line of what is read in it.
  class Level {
   public:
    explicit Level(Parser& parser) : parser_(parser), line_(parser.line_) {
      if (++parser.depth_ > kDeepest) {
        const Token& at = parser.peek();
        throw support::UserError(fmt::format("{}:{}:{}: nested more than {} levels deep",
                                             parser.file_, at.line, at.column, kDeepest));
      }
      if (parser.peek().source_line != 0) parser.line_ = parser.peek().source_line;
    }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    ~Level() {
      --parser_.depth_;
      parser_.line_ = line_;
    }

   private:
    Parser& parser_;
    int line_;
  };

  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  bool is_sign(std::string_view text) const {
    return peek().word == Word::kSign && peek().text == text;
  }
  bool is_keyword(std::string_view text) const {
    return peek().word == Word::kKeyword && peek().text == text;
  }
  Token take() {
    Token out = tokens_[at_];
    if (at_ + 1 < tokens_.size()) ++at_;
    return out;
  }
  bool take_sign(std::string_view text) {
    if (!is_sign(text)) return false;
    take();
    return true;
  }
  void sign(std::string_view text) {
    if (!take_sign(text)) fail(fmt::format("'{}'", text));
  }
  void keyword(std::string_view text) {
    if (!is_keyword(text)) fail(fmt::format("'{}'", text));
    take();
  }
  [[noreturn]] void fail(const std::string& expected) const {
    const Token& at = peek();
    const std::string found =
        at.word == Word::kEnd ? "the end of the file" : fmt::format("'{}'", at.text);
    throw support::UserError(
        fmt::format("{}:{}:{}: expected {}, found {}", file_, at.line, at.column, expected, found));
  }

  std::string atom() {
    if (is_sign("(")) {
      take();
      std::string out = atom();
      end_annotation();
      return out;
    }
    if (peek().word != Word::kAtom) fail("an atom");
    return take().text;
  }
  std::size_t natural() {
    if (peek().word != Word::kInteger) fail("an arity");
    const std::string text = peek().text;
    std::size_t out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc() || end != text.data() + text.size() || out > 255) fail("an arity");
    take();
    return out;
  }

  // "-| [...] )" after what was opened by "(".
  std::vector<std::string> end_annotation() {
    std::vector<std::string> atoms;
    sign("-|");
    sign("[");
    if (!take_sign("]")) {
      do {
        const Expr value = constant();
        if (value->kind == Kind::kAtom) atoms.push_back(value->name);
      } while (take_sign(","));
      sign("]");
    }
    sign(")");
    return atoms;
  }

  // Reads `( X -| [...] )` or X.
  template <typename Read>
  auto annotated(Read read) {
    const Level level(*this);
    if (!is_sign("(")) return read();
    take();
    auto out = annotated(read);
    end_annotation();
    return out;
  }

  std::string variable() {
    return annotated([&]() -> std::string {
      if (peek().word != Word::kVariable) fail("a variable");
      return take().text;
    });
  }
  // <X, Y>, or X alone.
  std::vector<std::string> variables() {
    std::vector<std::string> out;
    if (!take_sign("<")) return {variable()};
    if (take_sign(">")) return out;
    do out.push_back(variable());
    while (take_sign(","));
    sign(">");
    return out;
  }

  Definition definition() {
    const Level level(*this);
    Definition out;
    const bool wrapped = take_sign("(");
    out.name = atom();
    sign("/");
    out.arity = natural();
    if (wrapped) end_annotation();
    sign("=");
    out.function = expression();
    if (out.function->kind != Kind::kFun || out.function->variables.size() != out.arity) {
      fail(fmt::format("a fun with {} parameters before this, for '{}'/{}", out.arity, out.name,
                       out.arity));
    }
    return out;
  }

  Expr at(Kind kind, std::string name = {}) { return make(kind, line_, std::move(name)); }

  // A literal without variables, of attributes and annotations.
  Expr constant() {
    Expr out = annotated([&] { return simple(&Parser::constant); });
    return out;
  }

  bool begins_literal() const {
    const Word word = peek().word;
    return word == Word::kAtom || word == Word::kInteger || word == Word::kFloat ||
           word == Word::kString || is_sign("[") || is_sign("{") || is_sign("~{") || is_sign("#{");
  }

  // Atoms, numbers, strings, lists, tuples, maps, binaries; `part` reads what is in them.
  Expr simple(Expr (Parser::*part)()) {
    const Token& token = peek();
    switch (token.word) {
      case Word::kAtom:
        return at(Kind::kAtom, take().text);
      case Word::kInteger:
        return at(Kind::kInteger, take().text);
      case Word::kFloat:
        return at(Kind::kFloat, take().text);
      case Word::kString:
        return string(take().text);
      default:
        break;
    }
    if (take_sign("[")) return list(part);
    if (take_sign("{")) {
      Expr out = at(Kind::kTuple);
      if (!take_sign("}")) {
        do out->parts.push_back((this->*part)());
        while (take_sign(","));
        sign("}");
      }
      return out;
    }
    if (take_sign("~{")) return map(part);
    if (take_sign("#{")) return binary(part);
    fail("an expression");
  }

  // A string of the text is bytes: its characters are those of UTF-8.
  Expr string(const std::string& text) {
    if (text.empty()) return at(Kind::kNil);
    Expr out = at(Kind::kCons);
    for (std::size_t i = 0; i < text.size();) {
      const auto byte = static_cast<unsigned char>(text[i]);
      const std::size_t length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      unsigned code = length == 1 ? byte : byte & (0x7fU >> length);
      for (std::size_t k = 1; k < length && i + k < text.size(); ++k) {
        code = (code << 6) | (static_cast<unsigned char>(text[i + k]) & 0x3fU);
      }
      i += length;
      out->parts.push_back(at(Kind::kInteger, std::to_string(code)));
    }
    out->parts.push_back(at(Kind::kNil));
    return out;
  }

  // [a|[b|[c]]] is one node, so that a long string is not deep.
  Expr list(Expr (Parser::*part)()) {
    if (take_sign("]")) return at(Kind::kNil);
    Expr out = at(Kind::kCons);
    std::size_t open = 1;
    while (true) {
      do out->parts.push_back((this->*part)());
      while (take_sign(","));
      if (!take_sign("|")) {
        out->parts.push_back(at(Kind::kNil));
        break;
      }
      if (!is_sign("[")) {
        out->parts.push_back((this->*part)());
        break;
      }
      take();
      ++open;
      if (is_sign("]")) {
        take();
        --open;
        out->parts.push_back(at(Kind::kNil));
        break;
      }
    }
    for (; open > 0; --open) sign("]");
    return out;
  }

  Expr map(Expr (Parser::*part)()) {
    Expr out = at(Kind::kMap);
    if (take_sign("}~")) return out;
    if (!is_sign("|")) {
      do {
        const bool wrapped = wraps_pair();
        if (wrapped) take();
        out->parts.push_back((this->*part)());
        if (!take_sign("=>")) {
          sign(":=");
          out->exact = true;
        }
        out->parts.push_back((this->*part)());
        if (wrapped) end_annotation();
      } while (take_sign(","));
    }
    if (take_sign("|")) {
      out->extends = true;
      out->parts.push_back((this->*part)());
    }
    sign("}~");
    return out;
  }

  // Whether the "(" here opens `( key => value -| [...] )`, not only a key with annotations.
  bool wraps_pair() const {
    if (!is_sign("(")) return false;
    int depth = 0;
    for (std::size_t i = at_; i < tokens_.size(); ++i) {
      if (tokens_[i].word != Word::kSign) continue;
      const std::string& text = tokens_[i].text;
      if (text == "(" || text == "[" || text == "{" || text == "~{" || text == "#{") ++depth;
      if (text == ")" || text == "]" || text == "}" || text == "}~" || text == "}#") --depth;
      if (depth == 1 && (text == "=>" || text == ":=")) return true;
      if (depth == 0) return false;
    }
    return false;
  }

  Expr binary(Expr (Parser::*part)()) {
    Expr out = at(Kind::kBinary);
    if (take_sign("}#")) return out;
    do {
      const bool wrapped = take_sign("(");
      sign("#<");
      out->parts.push_back((this->*part)());
      sign(">");
      sign("(");
      for (int field = 0; field < 4; ++field) {
        if (field > 0) sign(",");
        // Sizes of a pattern are expressions, and types and flags are constants of that grammar.
        out->parts.push_back(expression());
      }
      sign(")");
      if (wrapped) end_annotation();
    } while (take_sign(","));
    sign("}#");
    return out;
  }

  Expr pattern() {
    const Level level(*this);
    if (take_sign("(")) {
      Expr out = pattern();
      out->annotations = end_annotation();
      return out->kind == Kind::kVariable ? perhaps_alias(std::move(out)) : std::move(out);
    }
    if (peek().word == Word::kVariable) {
      return perhaps_alias(at(Kind::kVariable, take().text));
    }
    return simple(&Parser::pattern);
  }

  // X, or X = pattern.
  Expr perhaps_alias(Expr variable) {
    if (!take_sign("=")) return variable;
    Expr out = at(Kind::kAlias, variable->name);
    out->parts.push_back(pattern());
    return out;
  }

  Clause clause() {
    const Level level(*this);
    if (take_sign("(")) {
      Clause out = clause();
      const std::vector<std::string> atoms = end_annotation();
      out.compiler_generated =
          std::find(atoms.begin(), atoms.end(), "compiler_generated") != atoms.end();
      return out;
    }
    Clause out;
    out.line = line_;
    if (take_sign("<")) {
      if (!take_sign(">")) {
        do out.patterns.push_back(pattern());
        while (take_sign(","));
        sign(">");
      }
    } else {
      out.patterns.push_back(pattern());
    }
    keyword("when");
    out.guard = expression();
    sign("->");
    out.body = expression();
    return out;
  }

  void arguments(Expression& out) {
    sign("(");
    if (take_sign(")")) return;
    do out.parts.push_back(expression());
    while (take_sign(","));
    sign(")");
  }

  Expr expression() {
    const Level level(*this);
    if (take_sign("(")) {
      Expr out = expression();
      const std::vector<std::string> atoms = end_annotation();
      out->annotations.insert(out->annotations.end(), atoms.begin(), atoms.end());
      return out;
    }
    if (peek().word == Word::kVariable) return at(Kind::kVariable, take().text);
    if (peek().word == Word::kAtom && peek(1).word == Word::kSign && peek(1).text == "/") {
      Expr out = at(Kind::kFunctionName, take().text);
      take();
      out->arity = natural();
      return out;
    }
    if (begins_literal()) return simple(&Parser::expression);
    if (take_sign("<")) {
      Expr out = at(Kind::kValues);
      if (take_sign(">")) return out;
      do out->parts.push_back(expression());
      while (take_sign(","));
      sign(">");
      return out;
    }
    if (peek().word != Word::kKeyword) fail("an expression");
    return construct();
  }

  Expr construct() {
    const std::string word = peek().text;
    if (word == "fun") return fun();
    if (word == "let") return let();
    if (word == "do") {
      take();
      Expr out = at(Kind::kDo);
      out->parts.push_back(expression());
      out->parts.push_back(expression());
      return out;
    }
    if (word == "case") {
      take();
      Expr out = at(Kind::kCase);
      out->parts.push_back(expression());
      keyword("of");
      while (!is_keyword("end")) out->clauses.push_back(clause());
      keyword("end");
      return out;
    }
    if (word == "letrec") {
      take();
      Expr out = at(Kind::kLetrec);
      while (!is_keyword("in")) out->definitions.push_back(definition());
      keyword("in");
      out->parts.push_back(expression());
      return out;
    }
    if (word == "apply") {
      take();
      Expr out = at(Kind::kApply);
      out->parts.push_back(expression());
      arguments(*out);
      return out;
    }
    if (word == "call") {
      const bool has_line = take().source_line != 0;
      Expr out = at(Kind::kCall);
      out->parts.push_back(expression());
      sign(":");
      out->parts.push_back(expression());
      arguments(*out);
      // The compiler makes maps:get into erlang:map_get, and forgets where it was.
      if (!has_line && out->parts.size() > 2 && out->parts[0]->name == "erlang") {
        out->line = std::max(out->line, out->parts[2]->line);
      }
      return out;
    }
    if (word == "primop") {
      take();
      Expr out = at(Kind::kPrimop, atom());
      arguments(*out);
      return out;
    }
    if (word == "try") return try_of();
    if (word == "catch") {
      take();
      Expr out = at(Kind::kCatch);
      out->parts.push_back(expression());
      return out;
    }
    if (word == "receive") return receive();
    fail("an expression");
  }

  Expr fun() {
    keyword("fun");
    if (peek().word == Word::kAtom) return external_fun();
    Expr out = at(Kind::kFun);
    sign("(");
    if (!take_sign(")")) {
      do out->variables.push_back(variable());
      while (take_sign(","));
      sign(")");
    }
    sign("->");
    out->parts.push_back(expression());
    return out;
  }

  // fun 'm':'f'/1 is what erlang:make_fun(m, f, 1) returns.
  Expr external_fun() {
    Expr out = at(Kind::kCall);
    out->parts.push_back(at(Kind::kAtom, "erlang"));
    out->parts.push_back(at(Kind::kAtom, "make_fun"));
    out->parts.push_back(at(Kind::kAtom, atom()));
    sign(":");
    out->parts.push_back(at(Kind::kAtom, atom()));
    sign("/");
    out->parts.push_back(at(Kind::kInteger, std::to_string(natural())));
    return out;
  }

  Expr let() {
    keyword("let");
    Expr out = at(Kind::kLet);
    out->variables = variables();
    sign("=");
    out->parts.push_back(expression());
    keyword("in");
    out->parts.push_back(expression());
    return out;
  }

  Expr try_of() {
    keyword("try");
    Expr out = at(Kind::kTry);
    out->parts.push_back(expression());
    keyword("of");
    out->variables = variables();
    sign("->");
    out->parts.push_back(expression());
    keyword("catch");
    out->handler_variables = variables();
    sign("->");
    out->parts.push_back(expression());
    return out;
  }

  Expr receive() {
    keyword("receive");
    Expr out = at(Kind::kReceive);
    while (!is_keyword("after")) out->clauses.push_back(clause());
    keyword("after");
    out->parts.push_back(expression());
    sign("->");
    out->parts.push_back(expression());
    return out;
  }

  const std::string file_;
  const std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int line_ = 0;
  int depth_ = 0;
};

}  // namespace

Module parse_module(std::string_view text, const std::string& file) {
  return Parser(text, file).module();
}

bool text_of(const Expression& list, std::string& out) {
  out.clear();
  if (list.kind == Kind::kNil) return true;
  if (list.kind != Kind::kCons || list.parts.back()->kind != Kind::kNil) return false;
  for (std::size_t i = 0; i + 1 < list.parts.size(); ++i) {
    const Expression& part = *list.parts[i];
    if (part.kind != Kind::kInteger || part.name.size() > 3) return false;
    const int code = std::atoi(part.name.c_str());
    if (code < 0 || code > 255) return false;
    out += static_cast<char>(code);
  }
  return true;
}

}  // namespace heddle::abstraction::core_erlang
