// The grammar of the toy language. Recursive descent, one function a rule; names are resolved by
// the compiler.
//
//   program     := { declaration | procedure }
//   declaration := "const" name "=" number
//                | "var" name ["=" number]
//                | "array" name "[" number "]" ["=" number]
//                | "mutex" name ["[" number "]"]
//                | "condition" name
//                | "delivery" ("instant" | "delayed")
//   procedure   := "proc" name "(" [ name { "," name } ] ")" block
//                  execution starts in main()
//   block       := "{" { statement [";"] } "}"
//   statement   := local | visible
//
//   local       := name "=" expression
//                | "if" expression block [ "else" (block | if) ]
//                | "while" expression block | "break"
//                | "assert" expression | "fail" string
//                | "exit" | "return"
//   visible     := [name "="] "read" place
//                | "write" place "=" expression
//                | [name "="] "cas" "(" place "," expression "," expression ")"
//                  1 if it succeeded, else 0
//                | [name "="] "add" "(" place "," expression ")"
//                  the value before
//                | "await" place comparison expression
//                  blocks until it holds
//                | "lock" place | "unlock" place
//                | "wait" condition place | "signal" name | "broadcast" name
//                | [name "="] "spawn" name "(" [expressions] ")" | "join" expression
//                | "send" expression "(" [expressions] ")"
//                | "receive" "{" { clause } ["after" "->" block] "}"
//                | "yield"
//   clause      := "(" [ pattern { "," pattern } ] ")" ["when" expression] "->" block
//   pattern     := number | "_" | name | "^" name
//   place       := name [ "[" expression "]" ]
//
//   expression  := || && (== != < <= > >=) (+ -) (* / %) (! -), from loosest to tightest, over
//                  number, name, "self", "handle" "(" expression ")", "(" expression ")"
//
// After "//" the rest of a line is a comment. A statement begins with a word and an expression
// never ends in one that could go on, so statements need no separator.
#include <fmt/format.h>

#include <utility>

#include "toy/compile.hpp"
#include "toy/lexer.hpp"
#include "toy/toy.hpp"

namespace heddle::toy {
namespace {

using Kind = Statement::Kind;

// From loosest to tightest; a row is one level, all left associative.
struct Level {
  std::vector<std::pair<std::string_view, Operator>> operators;
};
const std::vector<Level>& levels() {
  static const std::vector<Level> kLevels = {
      {{{"||", Operator::kOr}}},
      {{{"&&", Operator::kAnd}}},
      {{{"==", Operator::kEqual},
        {"!=", Operator::kNotEqual},
        {"<=", Operator::kLessEqual},
        {">=", Operator::kGreaterEqual},
        {"<", Operator::kLess},
        {">", Operator::kGreater}}},
      {{{"+", Operator::kAdd}, {"-", Operator::kSubtract}}},
      {{{"*", Operator::kMultiply}, {"/", Operator::kDivide}, {"%", Operator::kRemainder}}},
  };
  return kLevels;
}
constexpr std::size_t kComparisonLevel = 2;

// Parser, compiler and printer recurse once a level; a program that people or generators write has
// some ten of them.
constexpr int kDeepest = 500;

class Parser {
 public:
  Parser(std::string_view text, std::string file) : lexemes_(split(text, file)) {
    source_.file = std::move(file);
  }

  Source run() {
    while (here().kind != Lexeme::Kind::kEnd) top_level();
    return std::move(source_);
  }

 private:
  /// One level of nesting, while it lives.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : depth_(parser.depth_) {
      if (++depth_ > kDeepest) {
        --depth_;
        parser.fail(fmt::format("nested more than {} levels deep", kDeepest),
                    "split the expression with registers, or the block into processes");
      }
    }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    ~Nesting() { --depth_; }

   private:
    int& depth_;
  };

  const Lexeme& here() const { return lexemes_[at_]; }
  const Lexeme& after() const { return lexemes_[std::min(at_ + 1, lexemes_.size() - 1)]; }
  bool is(std::string_view text) const { return is(here(), text); }
  static bool is(const Lexeme& lexeme, std::string_view text) {
    return (lexeme.kind == Lexeme::Kind::kSymbol || lexeme.kind == Lexeme::Kind::kName) &&
           lexeme.text == text;
  }
  bool accept(std::string_view text) {
    if (!is(text)) return false;
    ++at_;
    return true;
  }
  std::string found() const {
    switch (here().kind) {
      case Lexeme::Kind::kEnd:
        return "the end of the text";
      case Lexeme::Kind::kString:
        return fmt::format("\"{}\"", here().text);
      default:
        return fmt::format("'{}'", here().text);
    }
  }
  [[noreturn]] void fail(const std::string& what, const std::string& remedy) const {
    reject(source_.file, here().position, what, remedy);
  }
  void expect(std::string_view text, std::string_view where) {
    if (!accept(text)) {
      fail(fmt::format("expected '{}' {}, found {}", text, where, found()),
           fmt::format("write '{}' here", text));
    }
  }
  std::string name(std::string_view what) {
    if (here().kind != Lexeme::Kind::kName) {
      fail(fmt::format("expected the name of {}, found {}", what, found()), "write a name here");
    }
    if (is_reserved(here().text)) {
      fail(fmt::format("'{}' is a word of the language", here().text),
           fmt::format("choose another name for {}", what));
    }
    return lexemes_[at_++].text;
  }
  std::int64_t number(std::string_view what) {
    const bool negative = accept("-");
    if (here().kind != Lexeme::Kind::kNumber) {
      fail(fmt::format("expected {}, found {}", what, found()), "write a number here");
    }
    const std::int64_t value = lexemes_[at_++].value;
    return negative ? -value : value;
  }

  void top_level() {
    const Position position = here().position;
    if (accept("proc")) {
      procedure(position);
    } else if (accept("delivery")) {
      if (accept("delayed")) {
        source_.delayed_delivery = true;
      } else if (accept("instant")) {
        source_.delayed_delivery = false;
      } else {
        fail(fmt::format("expected a mode of delivery, found {}", found()),
             "write 'instant' or 'delayed'");
      }
    } else {
      declaration(position);
    }
    accept(";");
  }

  void declaration(Position position) {
    Declaration d;
    d.position = position;
    using Declared = Declaration::Kind;
    if (accept("const")) {
      d.kind = Declared::kConstant;
      d.name = name("a constant");
      expect("=", "after the name of a constant");
      d.value = number("the value of the constant");
    } else if (accept("var")) {
      d.kind = Declared::kVariable;
      d.name = name("a shared variable");
      if (accept("=")) d.value = number("the initial value");
    } else if (accept("array")) {
      d.kind = Declared::kArray;
      d.name = name("an array");
      expect("[", "after the name of an array");
      d.size = size();
      if (accept("=")) d.value = number("the initial value");
    } else if (accept("mutex")) {
      d.kind = Declared::kMutex;
      d.name = name("a mutex");
      if (accept("[")) {
        d.kind = Declared::kMutexArray;
        d.size = size();
      }
    } else if (accept("condition")) {
      d.kind = Declared::kCondition;
      d.name = name("a condition");
    } else {
      fail(fmt::format("expected a declaration, found {}", found()),
           "start with proc, var, array, mutex, condition, const or delivery");
    }
    source_.declarations.push_back(std::move(d));
  }

  std::int64_t size() {
    const Position position = here().position;
    const std::int64_t value = number("the number of elements");
    if (value < 1 || value > 1'000'000) {
      reject(source_.file, position, fmt::format("{} elements are not possible", value),
             "write a number from 1 to 1000000");
    }
    expect("]", "after the number of elements");
    return value;
  }

  void procedure(Position position) {
    Procedure p;
    p.position = position;
    p.name = name("a process");
    expect("(", "after the name of a process");
    if (!accept(")")) {
      do {
        p.parameters.push_back(name("a parameter"));
      } while (accept(","));
      expect(")", "after the parameters");
    }
    p.body = block("the body of a process");
    source_.procedures.push_back(std::move(p));
  }

  Block block(std::string_view what) {
    const Nesting level(*this);
    expect("{", fmt::format("before {}", what));
    Block out;
    while (!accept("}")) {
      if (here().kind == Lexeme::Kind::kEnd) {
        fail(fmt::format("{} has no end", what), "close it with '}'");
      }
      out.push_back(statement());
      accept(";");
    }
    return out;
  }

  Statement statement() {
    Statement s;
    s.position = here().position;
    if (here().kind == Lexeme::Kind::kName && !is_reserved(here().text)) {
      if (!is(after(), "=")) {
        fail(fmt::format("{} does not begin a statement", found()),
             fmt::format("assign with '{0} = ...', or start with read, write, send, ...",
                         here().text));
      }
      s.name = name("a register");
      expect("=", "after a register");
      if (!result(s)) {
        s.kind = Kind::kAssign;
        s.arguments.push_back(expression());
      }
      return s;
    }
    if (result(s) || local(s) || memory(s) || locking(s) || messages(s)) return s;
    if (accept("yield")) {
      s.kind = Kind::kYield;
      return s;
    }
    fail(fmt::format("{} does not begin a statement", found()),
         "start with a register, if, while, assert, read, write, lock, spawn, send, receive, ...");
  }

  /// The operations that give a result, whether or not it is kept.
  bool result(Statement& s) {
    if (accept("read")) {
      s.kind = Kind::kRead;
      s.place = place();
    } else if (accept("cas")) {
      s.kind = Kind::kCas;
      expect("(", "after cas");
      s.place = place();
      expect(",", "after the variable of cas");
      s.arguments.push_back(expression());
      expect(",", "after the expected value of cas");
      s.arguments.push_back(expression());
      expect(")", "after the new value of cas");
    } else if (accept("add")) {
      s.kind = Kind::kAdd;
      expect("(", "after add");
      s.place = place();
      expect(",", "after the variable of add");
      s.arguments.push_back(expression());
      expect(")", "after the amount to add");
    } else if (accept("spawn")) {
      s.kind = Kind::kSpawn;
      s.text = name("a process");
      expect("(", "after the name of the process to spawn");
      expressions(s.arguments);
    } else {
      return false;
    }
    return true;
  }

  bool local(Statement& s) {
    if (is("if")) {
      s = if_statement();
    } else if (accept("while")) {
      s.kind = Kind::kWhile;
      s.arguments.push_back(expression());
      s.body = block("the body of while");
    } else if (accept("break")) {
      s.kind = Kind::kBreak;
    } else if (accept("assert")) {
      s.kind = Kind::kAssert;
      s.arguments.push_back(expression());
    } else if (accept("exit") || accept("return")) {
      s.kind = Kind::kExit;
    } else if (accept("fail")) {
      s.kind = Kind::kFail;
      if (here().kind != Lexeme::Kind::kString) {
        fail(fmt::format("expected a text after fail, found {}", found()),
             "write fail \"what went wrong\"");
      }
      s.text = lexemes_[at_++].text;
    } else {
      return false;
    }
    return true;
  }

  Statement if_statement() {
    Statement s;
    s.position = here().position;
    expect("if", "here");
    s.kind = Kind::kIf;
    s.arguments.push_back(expression());
    s.body = block("the body of if");
    if (accept("else")) {
      if (is("if")) {
        const Nesting level(*this);
        s.otherwise.push_back(if_statement());
      } else {
        s.otherwise = block("the body of else");
      }
    }
    return s;
  }

  bool memory(Statement& s) {
    if (accept("write")) {
      s.kind = Kind::kWrite;
      s.place = place();
      expect("=", "after the variable to write");
      s.arguments.push_back(expression());
    } else if (accept("await")) {
      s.kind = Kind::kAwait;
      s.place = place();
      for (const auto& [text, op] : levels()[kComparisonLevel].operators) {
        if (!accept(text)) continue;
        s.op = op;
        s.arguments.push_back(binary(kComparisonLevel + 1));
        return true;
      }
      fail(fmt::format("expected a comparison after await, found {}", found()),
           "write for example 'await x == 1'");
    } else {
      return false;
    }
    return true;
  }

  bool locking(Statement& s) {
    if (accept("lock")) {
      s.kind = Kind::kLock;
      s.place = place();
    } else if (accept("unlock")) {
      s.kind = Kind::kUnlock;
      s.place = place();
    } else if (accept("wait")) {
      s.kind = Kind::kWait;
      s.text = name("a condition");
      s.place = place();
    } else if (accept("signal")) {
      s.kind = Kind::kSignal;
      s.text = name("a condition");
    } else if (accept("broadcast")) {
      s.kind = Kind::kBroadcast;
      s.text = name("a condition");
    } else if (accept("join")) {
      s.kind = Kind::kJoin;
      s.arguments.push_back(expression());
    } else {
      return false;
    }
    return true;
  }

  bool messages(Statement& s) {
    if (accept("send")) {
      s.kind = Kind::kSend;
      s.arguments.push_back(unary());
      expect("(", "before the message");
      expressions(s.arguments);
    } else if (accept("receive")) {
      s.kind = Kind::kReceive;
      expect("{", "after receive");
      while (is("(")) s.clauses.push_back(clause());
      if (accept("after")) {
        s.has_after = true;
        expect("->", "after 'after'");
        s.body = block("what happens without a message");
      }
      if (!is("}")) {
        fail(fmt::format("expected a clause of receive, found {}", found()),
             "write '(pattern, ...) -> { ... }'; 'after -> { ... }' comes last");
      }
      expect("}", "at the end of receive");
    } else {
      return false;
    }
    return true;
  }

  Clause clause() {
    Clause c;
    c.position = here().position;
    expect("(", "before a pattern");
    if (!accept(")")) {
      do {
        c.patterns.push_back(pattern());
      } while (accept(","));
      expect(")", "after the pattern");
    }
    if (accept("when")) c.guard.push_back(expression());
    expect("->", "after the pattern");
    c.body = block("the body of a clause");
    return c;
  }

  Pattern pattern() {
    Pattern p;
    p.position = here().position;
    if (accept("_")) {
      p.kind = Pattern::Kind::kAny;
    } else if (accept("^")) {
      p.kind = Pattern::Kind::kPinned;
      p.name = name("a register");
    } else if (here().kind == Lexeme::Kind::kNumber || is("-")) {
      p.kind = Pattern::Kind::kNumber;
      p.value = number("a pattern");
    } else {
      p.kind = Pattern::Kind::kName;
      p.name = name("a register or a constant");
    }
    return p;
  }

  Place place() {
    Place p;
    p.position = here().position;
    p.name = name("a shared variable or a mutex");
    if (accept("[")) {
      p.index.push_back(expression());
      expect("]", "after the index");
    }
    return p;
  }

  /// Up to and including the closing parenthesis.
  void expressions(std::vector<Expression>& out) {
    if (accept(")")) return;
    do {
      out.push_back(expression());
    } while (accept(","));
    expect(")", "after the last value");
  }

  Expression expression() { return binary(0); }

  /// Operands joined by operators of this level or of tighter ones.
  Expression binary(std::size_t loosest) {
    Expression left = unary();
    for (;;) {
      const Position position = here().position;
      const auto [op, level] = accept_operator(loosest);
      if (level == levels().size()) return left;
      Expression e;
      e.kind = Expression::Kind::kBinary;
      e.op = op;
      e.position = position;
      e.operands.reserve(2);
      e.operands.push_back(std::move(left));
      e.operands.push_back(binary(level + 1));
      left = std::move(e);
    }
  }

  /// The operator here and its level, if that is not looser than `loosest`; else no level at all.
  std::pair<Operator, std::size_t> accept_operator(std::size_t loosest) {
    if (here().kind == Lexeme::Kind::kSymbol) {
      for (std::size_t level = loosest; level < levels().size(); ++level) {
        for (const auto& [text, op] : levels()[level].operators) {
          if (accept(text)) return {op, level};
        }
      }
    }
    return {Operator::kAdd, levels().size()};
  }

  Expression unary() {
    Expression e;
    e.position = here().position;
    if (is("-") && after().kind == Lexeme::Kind::kNumber) {
      e.value = number("a number");
      return e;
    }
    if (is("-") || is("!")) {
      e.kind = Expression::Kind::kUnary;
      e.op = is("-") ? Operator::kNegate : Operator::kNot;
      ++at_;
      const Nesting level(*this);
      e.operands.push_back(unary());
      return e;
    }
    return primary();
  }

  Expression primary() {
    Expression e;
    e.position = here().position;
    if (accept("(")) {
      const Nesting level(*this);
      e = expression();
      expect(")", "after the expression");
    } else if (here().kind == Lexeme::Kind::kNumber) {
      e.value = number("a number");
    } else if (accept("self")) {
      e.kind = Expression::Kind::kSelf;
    } else if (accept("handle")) {
      e.kind = Expression::Kind::kHandle;
      expect("(", "after handle");
      const Nesting level(*this);
      e.operands.push_back(expression());
      expect(")", "after the number of the process");
    } else if (is("read") || is("cas") || is("add") || is("spawn")) {
      fail(fmt::format("{} is an operation, not part of an expression", found()),
           fmt::format("give its result a name first: r = {} ...", here().text));
    } else if (here().kind == Lexeme::Kind::kName && !is_reserved(here().text)) {
      e.kind = Expression::Kind::kName;
      e.name = name("a register");
    } else {
      fail(fmt::format("expected an expression, found {}", found()),
           "write a number, a register, self or (...)");
    }
    return e;
  }

  std::vector<Lexeme> lexemes_;
  std::size_t at_ = 0;
  int depth_ = 0;
  Source source_;
};

}  // namespace

std::shared_ptr<const Source> parse(std::string_view text, std::string file) {
  auto source = std::make_shared<const Source>(Parser(text, std::move(file)).run());
  compile(source);  // resolves the names; the code itself is made again when a factory needs it
  return source;
}

}  // namespace heddle::toy
