// Patterns and guards.
#include <fmt/format.h>

#include <algorithm>

#include "abstraction/core_erlang/normaliser.hpp"
#include "support/check.hpp"

namespace heddle::abstraction {

using core_erlang::Expression;
using core_erlang::Kind;
using support::UserError;

PatternId Normaliser::pattern(const Expression& e) {
  switch (e.kind) {
    case Kind::kVariable: {
      const VariableId id = fresh(e.name);
      scope_.bind(e.name, variable(id));
      return add_pattern({.kind = PatternKind::kVariable, .variable = id});
    }
    case Kind::kAlias: {
      const PatternId part = pattern(*e.parts[0]);
      // The whole is what it is made of: in an address of its own, others would be mixed in.
      if (const auto whole = rebuilt(part, e.line)) {
        scope_.bind(e.name, *whole);
        if (whole->kind == Operand::Kind::kNode) wholes_[whole->id] = part;
        return part;
      }
      const VariableId id = fresh(e.name);
      scope_.bind(e.name, variable(id));
      return add_pattern({.kind = PatternKind::kAlias, .variable = id, .parts = {part}});
    }
    case Kind::kTuple:
    case Kind::kCons: {
      std::vector<PatternId> parts;
      for (const auto& part : e.parts) parts.push_back(pattern(*part));
      if (e.kind == Kind::kTuple) {
        return add_pattern(
            {.kind = PatternKind::kMake, .make = TermKind::kTuple, .parts = std::move(parts)});
      }
      PatternId tail = parts.back();
      for (std::size_t i = parts.size() - 1; i-- > 0;) {
        tail = add_pattern(
            {.kind = PatternKind::kMake, .make = TermKind::kCons, .parts = {parts[i], tail}});
      }
      return tail;
    }
    case Kind::kMap: {
      Pattern out{.kind = PatternKind::kMap};
      Lets lets;
      for (std::size_t i = 0; i + 1 < e.parts.size(); i += 2) {
        // Which bits a binary has is not known: it may be any of the keys that are binaries.
        const bool bits = e.parts[i]->kind == Kind::kBinary;
        out.keys.push_back(bits ? constant(code_.terms.intern({.kind = TermKind::kBinary}))
                                : operand(*e.parts[i], lets));
        out.parts.push_back(pattern(*e.parts[i + 1]));
      }
      if (!lets.empty()) {
        throw UserError(fmt::format("{}: a key of a map pattern is neither a term nor a variable",
                                    code_.modules[module_].file));
      }
      return add_pattern(std::move(out));
    }
    case Kind::kBinary: {
      // Sizes are expressions: only values bind.
      Pattern out{.kind = PatternKind::kMaybe};
      out.term = code_.terms.intern({.kind = TermKind::kBinary});
      for (std::size_t i = 0; i + 5 <= e.parts.size(); i += 5) {
        out.parts.push_back(pattern(*e.parts[i]));
      }
      return add_pattern(std::move(out));
    }
    default:
      if (const auto term = plain_constant(e)) {
        return add_pattern(successors(*term));
      }
      throw UserError(fmt::format("{}: an expression stands where a pattern should",
                                  code_.modules[module_].file));
  }
}

// What a pattern has matched, made again from its variables.
std::optional<Operand> Normaliser::rebuilt(PatternId id, int line) {
  const Pattern matched = code_.patterns[id];
  if (matched.kind == PatternKind::kVariable) return variable(matched.variable);
  if (matched.kind == PatternKind::kTerm) return constant(matched.term);
  if (matched.kind != PatternKind::kMake) return std::nullopt;
  std::vector<Operand> parts;
  for (const PatternId part : matched.parts) {
    const auto operand = rebuilt(part, line);
    if (!operand) return std::nullopt;
    parts.push_back(*operand);
  }
  return make(matched.make, std::move(parts), line);
}

// A Peano constant as nested patterns; any other constant as it is.
Pattern Normaliser::successors(TermId term) {
  const Term& value = code_.terms[term];
  if (value.kind != TermKind::kSuccessor) return {.kind = PatternKind::kTerm, .term = term};
  const PatternId inner = add_pattern(successors(value.parts[0]));
  return {.kind = PatternKind::kMake, .make = TermKind::kSuccessor, .parts = {inner}};
}

// The parts of what the clause itself has matched have no addresses yet when its guard is asked:
// the whole gets a variable of its own.
Operand Normaliser::in_guard(const Operand& operand) {
  const auto found =
      operand.kind == Operand::Kind::kNode ? wholes_.find(operand.id) : wholes_.end();
  if (found == wholes_.end()) return operand;
  Pattern& matched = code_.patterns[found->second];
  if (matched.kind == PatternKind::kAlias) return variable(matched.variable);
  const VariableId whole = fresh("_");
  const PatternId inner = add_pattern(matched);
  code_.patterns[found->second] = {
      .kind = PatternKind::kAlias, .variable = whole, .parts = {inner}};
  return variable(whole);
}

GuardId Normaliser::guard(const Expression& e) {
  if (e.kind == Kind::kVariable) {
    return add_guard({.kind = GuardKind::kOperand, .operand = in_guard(*name_in_scope(e))});
  }
  if (const auto term = plain_constant(e)) {
    return add_guard({.kind = GuardKind::kOperand, .operand = constant(*term)});
  }
  if (e.kind == Kind::kCall && e.parts[0]->kind == Kind::kAtom && e.parts[0]->name == "erlang" &&
      e.parts[1]->kind == Kind::kAtom) {
    Guard out{.kind = GuardKind::kCall, .name = e.parts[1]->name};
    for (std::size_t i = 2; i < e.parts.size(); ++i) out.parts.push_back(guard(*e.parts[i]));
    return add_guard(std::move(out));
  }
  if (e.kind == Kind::kLet && e.variables.size() == 1) {
    Guard out{.kind = GuardKind::kLet};
    out.parts.push_back(guard(*e.parts[0]));
    const std::size_t mark = scope_.mark();
    out.variable = fresh(e.variables[0]);
    scope_.bind(e.variables[0], variable(out.variable));
    out.parts.push_back(guard(*e.parts[1]));
    scope_.rewind(mark);
    return add_guard(std::move(out));
  }
  // What fails is false: all of what the `try` protects, not the part of it that failed.
  if (e.kind == Kind::kTry && e.variables.size() == 1 && e.parts[1]->kind == Kind::kVariable &&
      e.parts[1]->name == e.variables[0] && e.parts[2]->kind == Kind::kAtom &&
      e.parts[2]->name == "false") {
    return add_guard({.kind = GuardKind::kTry, .parts = {guard(*e.parts[0])}});
  }
  return add_guard({.kind = GuardKind::kUnknown});
}

std::size_t depth_of(const Code& code, PatternId id) {
  const Pattern& pattern = code.patterns[id];
  switch (pattern.kind) {
    case PatternKind::kVariable:
      return 0;
    case PatternKind::kTerm: {
      const auto deepen = [&](const auto& self, TermId term) -> std::size_t {
        std::size_t below = 0;
        for (const TermId part : code.terms[term].parts) below = std::max(below, self(self, part));
        return below + 1;
      };
      return deepen(deepen, pattern.term);
    }
    case PatternKind::kAlias:
      return depth_of(code, pattern.parts[0]);
    case PatternKind::kMake: {
      std::size_t below = 0;
      for (const PatternId part : pattern.parts) below = std::max(below, depth_of(code, part));
      return below + 1;
    }
    case PatternKind::kMap:
    case PatternKind::kMaybe:
      return 1;
  }
  return 0;
}

}  // namespace heddle::abstraction
