// A tree back to text: parse(print(tree)) equals the tree. Parentheses appear only where the
// grammar needs them.
#include <fmt/format.h>

#include <iterator>

#include "toy/toy.hpp"

namespace heddle::toy {

const char* spelling(Operator op) {
  switch (op) {
    case Operator::kOr:
      return "||";
    case Operator::kAnd:
      return "&&";
    case Operator::kEqual:
      return "==";
    case Operator::kNotEqual:
      return "!=";
    case Operator::kLess:
      return "<";
    case Operator::kLessEqual:
      return "<=";
    case Operator::kGreater:
      return ">";
    case Operator::kGreaterEqual:
      return ">=";
    case Operator::kAdd:
      return "+";
    case Operator::kSubtract:
    case Operator::kNegate:
      return "-";
    case Operator::kMultiply:
      return "*";
    case Operator::kDivide:
      return "/";
    case Operator::kRemainder:
      return "%";
    case Operator::kNot:
      return "!";
  }
  return "?";
}

namespace {

constexpr int kUnaryLevel = 5;
constexpr int kAdditiveLevel = 3;

int level(Operator op) {
  switch (op) {
    case Operator::kOr:
      return 0;
    case Operator::kAnd:
      return 1;
    case Operator::kAdd:
    case Operator::kSubtract:
      return kAdditiveLevel;
    case Operator::kMultiply:
    case Operator::kDivide:
    case Operator::kRemainder:
      return 4;
    case Operator::kNot:
    case Operator::kNegate:
      return kUnaryLevel;
    default:
      return 2;
  }
}

/// `least`: the loosest level that needs no parentheses here.
std::string text(const Expression& e, int least) {
  using Kind = Expression::Kind;
  switch (e.kind) {
    case Kind::kNumber:
      return fmt::format("{}", e.value);
    case Kind::kName:
      return e.name;
    case Kind::kSelf:
      return "self";
    case Kind::kHandle:
      return fmt::format("handle({})", text(e.operands[0], 0));
    case Kind::kUnary:
      // "-5" is a number, so a negated number needs its parentheses back.
      if (e.op == Operator::kNegate && e.operands[0].kind == Kind::kNumber) {
        return fmt::format("-({})", e.operands[0].value);
      }
      return spelling(e.op) + text(e.operands[0], kUnaryLevel);
    case Kind::kBinary: {
      const std::vector<const Expression*> spine = left_spine(e);
      const auto parenthesised = [&](std::size_t i) {
        return level(spine[i]->op) < (i == 0 ? least : level(spine[i - 1]->op));
      };
      const std::size_t last = spine.size() - 1;
      std::string out;
      for (std::size_t i = 0; i < last; ++i) {
        if (parenthesised(i)) out += '(';
      }
      out += text(*spine[last], level(spine[last - 1]->op));
      for (std::size_t i = last; i-- > 0;) {
        fmt::format_to(std::back_inserter(out), " {} {}", spelling(spine[i]->op),
                       text(spine[i]->operands[1], level(spine[i]->op) + 1));
        if (parenthesised(i)) out += ')';
      }
      return out;
    }
  }
  return "";
}

std::string list(const std::vector<Expression>& expressions, std::size_t from = 0) {
  std::string out;
  for (std::size_t i = from; i < expressions.size(); ++i) {
    if (i > from) out += ", ";
    out += text(expressions[i], 0);
  }
  return out;
}

std::string text(const Place& place) {
  return place.index.empty() ? place.name
                             : fmt::format("{}[{}]", place.name, text(place.index[0], 0));
}

std::string quoted(const std::string& words) {
  std::string out = "\"";
  for (char c : words) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string text(const Clause& clause) {
  std::string out = "(";
  for (const Pattern& p : clause.patterns) {
    if (&p != &clause.patterns.front()) out += ", ";
    switch (p.kind) {
      case Pattern::Kind::kNumber:
        out += std::to_string(p.value);
        break;
      case Pattern::Kind::kName:
        out += p.name;
        break;
      case Pattern::Kind::kPinned:
        out += '^' + p.name;
        break;
      case Pattern::Kind::kAny:
        out += '_';
        break;
    }
  }
  out += ')';
  if (!clause.guard.empty()) out += " when " + text(clause.guard[0], 0);
  return out;
}

/// A statement without its blocks.
std::string head(const Statement& s) {
  using Kind = Statement::Kind;
  const std::string result = s.name.empty() ? "" : s.name + " = ";
  switch (s.kind) {
    case Kind::kAssign:
      return result + text(s.arguments[0], 0);
    case Kind::kIf:
      return "if " + text(s.arguments[0], 0);
    case Kind::kWhile:
      return "while " + text(s.arguments[0], 0);
    case Kind::kBreak:
      return "break";
    case Kind::kAssert:
      return "assert " + text(s.arguments[0], 0);
    case Kind::kExit:
      return "exit";
    case Kind::kFail:
      return "fail " + quoted(s.text);
    case Kind::kRead:
      return result + "read " + text(s.place);
    case Kind::kWrite:
      return fmt::format("write {} = {}", text(s.place), text(s.arguments[0], 0));
    case Kind::kCas:
      return fmt::format("{}cas({}, {})", result, text(s.place), list(s.arguments));
    case Kind::kAdd:
      return fmt::format("{}add({}, {})", result, text(s.place), list(s.arguments));
    case Kind::kAwait:
      return fmt::format("await {} {} {}", text(s.place), spelling(s.op),
                         text(s.arguments[0], kAdditiveLevel));
    case Kind::kLock:
      return "lock " + text(s.place);
    case Kind::kUnlock:
      return "unlock " + text(s.place);
    case Kind::kWait:
      return fmt::format("wait {} {}", s.text, text(s.place));
    case Kind::kSignal:
      return "signal " + s.text;
    case Kind::kBroadcast:
      return "broadcast " + s.text;
    case Kind::kSpawn:
      return fmt::format("{}spawn {}({})", result, s.text, list(s.arguments));
    case Kind::kJoin:
      return "join " + text(s.arguments[0], 0);
    case Kind::kSend: {
      // The target ends where the message begins, so it must be tighter than any operator.
      std::string target = text(s.arguments[0], kUnaryLevel);
      return fmt::format("send {} ({})", target, list(s.arguments, 1));
    }
    case Kind::kReceive:
      return "receive";
    case Kind::kYield:
      return "yield";
  }
  return "";
}

class Printer {
 public:
  std::string take() { return std::move(out_); }

  void line(std::string_view words) {
    fmt::format_to(std::back_inserter(out_), "{:{}}{}\n", "", 2 * depth_, words);
  }

  void statement(const Statement& s) { statement(s, head(s)); }

  void block(const Block& block) {
    ++depth_;
    for (const Statement& s : block) statement(s);
    --depth_;
  }

 private:
  void statement(const Statement& s, const std::string& first) {
    switch (s.kind) {
      case Statement::Kind::kWhile:
        line(first + " {");
        block(s.body);
        line("}");
        break;
      case Statement::Kind::kIf:
        line(first + " {");
        block(s.body);
        otherwise(s.otherwise);
        break;
      case Statement::Kind::kReceive:
        line(first + " {");
        ++depth_;
        for (const Clause& c : s.clauses) arm(text(c), c.body);
        if (s.has_after) arm("after", s.body);
        --depth_;
        line("}");
        break;
      default:
        line(first);
    }
  }

  void otherwise(const Block& block_) {
    if (block_.empty()) {
      line("}");
    } else if (block_.size() == 1 && block_[0].kind == Statement::Kind::kIf) {
      statement(block_[0], "} else " + head(block_[0]));
    } else {
      line("} else {");
      block(block_);
      line("}");
    }
  }

  void arm(const std::string& first, const Block& body) {
    if (body.empty()) {
      line(first + " -> {}");
    } else {
      line(first + " -> {");
      block(body);
      line("}");
    }
  }

  std::string out_;
  int depth_ = 0;
};

std::string text(const Declaration& d) {
  switch (d.kind) {
    case Declaration::Kind::kConstant:
      return fmt::format("const {} = {}", d.name, d.value);
    case Declaration::Kind::kVariable:
      return fmt::format("var {} = {}", d.name, d.value);
    case Declaration::Kind::kArray:
      return fmt::format("array {}[{}] = {}", d.name, d.size, d.value);
    case Declaration::Kind::kMutex:
      return fmt::format("mutex {}", d.name);
    case Declaration::Kind::kMutexArray:
      return fmt::format("mutex {}[{}]", d.name, d.size);
    case Declaration::Kind::kCondition:
      return fmt::format("condition {}", d.name);
  }
  return "";
}

}  // namespace

std::string print(const Expression& expression) { return text(expression, 0); }

std::string print(const Statement& statement) {
  if (statement.kind != Statement::Kind::kReceive) return head(statement);
  std::string out = "receive";
  for (const Clause& c : statement.clauses) {
    out += &c == &statement.clauses.front() ? " " : " | ";
    out += text(c);
  }
  return out + (statement.has_after ? " after" : "");
}

std::string print(const Source& source) {
  Printer printer;
  for (const Declaration& d : source.declarations) printer.line(text(d));
  if (source.delayed_delivery) printer.line("delivery delayed");
  for (const Procedure& p : source.procedures) {
    if (&p != &source.procedures.front() || !source.declarations.empty() ||
        source.delayed_delivery) {
      printer.line("");
    }
    std::string parameters;
    for (const std::string& name : p.parameters) {
      parameters += (parameters.empty() ? "" : ", ") + name;
    }
    printer.line(fmt::format("proc {}({}) {{", p.name, parameters));
    printer.block(p.body);
    printer.line("}");
  }
  return printer.take();
}

}  // namespace heddle::toy
