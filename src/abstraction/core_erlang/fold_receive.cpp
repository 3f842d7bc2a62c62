#include "abstraction/core_erlang/fold_receive.hpp"

#include <utility>

namespace heddle::abstraction::core_erlang {
namespace {

bool is_primop(const Expression& expression, const char* name) {
  return expression.kind == Kind::kPrimop && expression.name == name;
}

bool calls(const Expression& expression, const Definition& loop) {
  return expression.kind == Kind::kApply && expression.parts.front()->kind == Kind::kFunctionName &&
         expression.parts.front()->name == loop.name && expression.parts.front()->arity == 0;
}

template <typename Visit>
void each_child(Expression& expression, const Visit& visit) {
  for (Expr& part : expression.parts) visit(part);
  for (Clause& clause : expression.clauses) {
    visit(clause.guard);
    visit(clause.body);
  }
  for (Definition& definition : expression.definitions) visit(definition.function);
}

bool mentions_loop(Expression& expression, const Definition& loop) {
  if (calls(expression, loop) || is_primop(expression, "recv_next")) return true;
  bool found = false;
  each_child(expression, [&](Expr& child) { found = found || mentions_loop(*child, loop); });
  return found;
}

// The message is taken before the body runs: what is left of the primop is its value.
void strip_remove(Expr& expression) {
  if (expression->kind == Kind::kDo && is_primop(*expression->parts[0], "remove_message")) {
    Expr rest = std::move(expression->parts[1]);
    expression = std::move(rest);
    return;  // one message, taken once
  }
  if (is_primop(*expression, "remove_message")) {
    expression = make(Kind::kAtom, expression->line, "ok");
    return;
  }
  // A receive within the body takes its own message.
  if (expression->kind == Kind::kFun || expression->kind == Kind::kReceive ||
      expression->kind == Kind::kLetrec) {
    if (expression->kind == Kind::kLetrec) strip_remove(expression->parts[0]);
    return;
  }
  each_child(*expression, [](Expr& child) { strip_remove(child); });
}

bool is_variable(const Expression& expression, const std::string& name) {
  return expression.kind == Kind::kVariable && expression.name == name;
}

bool is_atom(const Expression& expression, const char* name) {
  return expression.kind == Kind::kAtom && expression.name == name;
}

// `case X of <'true'> -> yes; <'false'> -> no`: finds the two bodies.
bool branches(Expression& choice, const std::string& subject, Expr*& yes, Expr*& no) {
  if (choice.kind != Kind::kCase || !is_variable(*choice.parts.front(), subject)) return false;
  for (Clause& clause : choice.clauses) {
    if (clause.patterns.size() != 1) return false;
    if (is_atom(*clause.patterns.front(), "true")) yes = &clause.body;
    if (is_atom(*clause.patterns.front(), "false")) no = &clause.body;
  }
  return yes != nullptr && no != nullptr;
}

// The wait for a message: `let <Over> = primop recv_wait_timeout(limit) in case Over of ...`.
bool fold_wait(Expression& wait, const Definition& loop, Expression& out) {
  if (wait.kind != Kind::kLet || wait.variables.size() != 1 ||
      !is_primop(*wait.parts[0], "recv_wait_timeout")) {
    return false;
  }
  Expr* over = nullptr;
  Expr* again = nullptr;
  if (!branches(*wait.parts[1], wait.variables[0], over, again)) return false;
  if (!calls(**again, loop) || mentions_loop(**over, loop)) return false;
  out.parts.push_back(std::move(wait.parts[0]->parts[0]));
  out.parts.push_back(std::move(*over));
  return true;
}

bool rejects(const Expression& body, const Definition& loop) {
  return body.kind == Kind::kDo && is_primop(*body.parts[0], "recv_next") &&
         calls(*body.parts[1], loop);
}

// What is done with a message that was found.
bool fold_message(Expr& found, const std::string& message, const Definition& loop,
                  Expression& out) {
  if (found->kind == Kind::kCase && is_variable(*found->parts.front(), message)) {
    for (const Clause& clause : found->clauses) {
      if (clause.patterns.size() != 1) return false;
      if (!rejects(*clause.body, loop) && mentions_loop(*clause.body, loop)) return false;
    }
    for (Clause& clause : found->clauses) {
      if (rejects(*clause.body, loop)) continue;
      strip_remove(clause.body);
      // The message may be named in the body, not only its parts.
      Expr pattern = make(Kind::kAlias, clause.line, message);
      pattern->parts.push_back(std::move(clause.patterns.front()));
      clause.patterns.front() = std::move(pattern);
      out.clauses.push_back(std::move(clause));
    }
    return true;
  }
  if (mentions_loop(*found, loop)) return false;
  Clause clause;
  clause.line = found->line;
  clause.patterns.push_back(make(Kind::kVariable, found->line, message));
  clause.guard = make(Kind::kAtom, found->line, "true");
  clause.body = std::move(found);
  strip_remove(clause.body);
  out.clauses.push_back(std::move(clause));
  return true;
}

// Looks before it moves anything: after a refusal the tree is as it was.
bool waits_rightly(Expression& wait, const Definition& loop) {
  if (wait.kind != Kind::kLet || wait.variables.size() != 1 ||
      !is_primop(*wait.parts[0], "recv_wait_timeout")) {
    return false;
  }
  Expr* over = nullptr;
  Expr* again = nullptr;
  return branches(*wait.parts[1], wait.variables[0], over, again) && calls(**again, loop) &&
         !mentions_loop(**over, loop);
}

Expr folded(Expression& letrec) {
  if (letrec.kind != Kind::kLetrec || letrec.definitions.size() != 1) return nullptr;
  Definition& loop = letrec.definitions.front();
  if (loop.arity != 0 || !calls(*letrec.parts[0], loop)) return nullptr;
  Expression& body = *loop.function->parts[0];
  if (body.kind != Kind::kLet) return nullptr;
  Expr out = make(Kind::kReceive, letrec.line);
  if (fold_wait(body, loop, *out)) return out;
  if (!is_primop(*body.parts[0], "recv_peek_message") || body.variables.size() != 2) return nullptr;
  Expr* found = nullptr;
  Expr* none = nullptr;
  if (!branches(*body.parts[1], body.variables[0], found, none)) return nullptr;
  if (!waits_rightly(**none, loop)) return nullptr;
  if (!fold_message(*found, body.variables[1], loop, *out)) return nullptr;
  fold_wait(**none, loop, *out);
  return out;
}

std::size_t fold(Expr& expression) {
  std::size_t count = 0;
  // Inner ones first: what is left of their primops then belongs to the outer one.
  each_child(*expression, [&](Expr& child) { count += fold(child); });
  if (Expr receive = folded(*expression)) {
    expression = std::move(receive);
    ++count;
  }
  return count;
}

}  // namespace

std::size_t fold_receives(Module& module) {
  std::size_t count = 0;
  for (Definition& definition : module.functions) count += fold(definition.function);
  return count;
}

}  // namespace heddle::abstraction::core_erlang
