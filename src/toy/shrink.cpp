// Greedy minimisation: try every small simplification, keep those that still fail, until none
// helps.
//
// An edit is known by its number in a walk over the tree, so no edit has to be stored: applying
// edit k to a copy walks the tree again and changes the k-th place. The order of the walk puts the
// large cuts (processes, halves of blocks) before the small ones. Cost: edits times `fails`, which
// is what dominates.
#include <algorithm>
#include <utility>

#include "support/check.hpp"
#include "toy/generate.hpp"
#include "toy/toy.hpp"

namespace heddle::toy {
namespace {

using Kind = Statement::Kind;

class Edit {
 public:
  explicit Edit(std::size_t number) : left_(number) {}

  /// False if there are fewer edits than its number.
  bool apply(Source& source) {
    for (std::size_t i = 0; i < source.procedures.size() && !done_; ++i) {
      if (source.procedures[i].name == "main" || !here()) continue;
      const std::string name = source.procedures[i].name;
      source.procedures.erase(source.procedures.begin() + static_cast<std::ptrdiff_t>(i));
      for (Procedure& p : source.procedures) remove_spawns(p.body, name);
    }
    if (source.delayed_delivery && here()) source.delayed_delivery = false;
    for (Procedure& p : source.procedures) block(p.body);
    for (std::size_t i = 0; i < source.declarations.size() && !done_; ++i) {
      if (here()) {
        source.declarations.erase(source.declarations.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    for (Declaration& d : source.declarations) {
      if (d.value != 0 && here()) d.value = 0;
    }
    return done_;
  }

 private:
  /// Whether the place the walk has reached is the one to change.
  bool here() {
    if (done_) return false;
    if (left_ > 0) {
      --left_;
      return false;
    }
    done_ = true;
    return true;
  }

  static void remove_spawns(Block& block, const std::string& name) {
    std::erase_if(block,
                  [&](const Statement& s) { return s.kind == Kind::kSpawn && s.text == name; });
    for (Statement& s : block) {
      remove_spawns(s.body, name);
      remove_spawns(s.otherwise, name);
      for (Clause& c : s.clauses) remove_spawns(c.body, name);
    }
  }

  void block(Block& b) {
    // Halves, quarters, ... single statements.
    for (std::size_t size = b.size(); size > 0 && !done_; size /= 2) {
      for (std::size_t from = 0; from + size <= b.size() && !done_; from += size) {
        if (!here()) continue;
        const auto first = b.begin() + static_cast<std::ptrdiff_t>(from);
        b.erase(first, first + static_cast<std::ptrdiff_t>(size));
      }
    }
    for (std::size_t i = 0; i < b.size() && !done_; ++i) {
      const Statement& s = b[i];
      if (s.kind == Kind::kIf || s.kind == Kind::kWhile) {
        if (here()) {
          replace(b, i, Block(s.body));
        } else if (s.kind == Kind::kIf && here()) {
          replace(b, i, Block(s.otherwise));
        }
      } else if (s.kind == Kind::kReceive && s.has_after && here()) {
        replace(b, i, Block(s.body));
      }
    }
    for (std::size_t i = 0; i < b.size() && !done_; ++i) statement(b[i]);
  }

  static void replace(Block& b, std::size_t i, Block by) {
    b.erase(b.begin() + static_cast<std::ptrdiff_t>(i));
    b.insert(b.begin() + static_cast<std::ptrdiff_t>(i), by.begin(), by.end());
  }

  void statement(Statement& s) {
    if (s.has_after && here()) {
      s.has_after = false;
      s.body.clear();
    }
    for (std::size_t i = 0; i < s.clauses.size() && !done_; ++i) {
      if (here()) s.clauses.erase(s.clauses.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (Clause& c : s.clauses) {
      if (!c.guard.empty() && here()) c.guard.clear();
      for (Pattern& p : c.patterns) {
        if (p.kind != Pattern::Kind::kAny && here()) p = Pattern{};
      }
      block(c.body);
    }
    block(s.body);
    block(s.otherwise);
    for (Expression& e : s.arguments) expression(e);
    for (Expression& e : s.place.index) expression(e);
    if (!s.name.empty() && s.kind != Kind::kAssign && here()) s.name.clear();
  }

  void expression(Expression& e) {
    for (std::size_t i = 0; i < e.operands.size() && !done_; ++i) {
      if (e.kind == Expression::Kind::kHandle) {
        break;  // its operand is a number of a process, not a value
      }
      if (here()) {
        Expression operand = e.operands[i];
        e = std::move(operand);
        return;
      }
    }
    const bool zero = e.kind == Expression::Kind::kNumber && e.value == 0;
    if (!zero && here()) {
      e = Expression{};
      return;
    }
    for (Expression& operand : e.operands) expression(operand);
  }

  std::size_t left_;
  bool done_ = false;
};

}  // namespace

Source shrink(const Source& source, const std::function<bool(const Source&)>& fails) {
  Source best = source;
  for (bool better = true; better;) {
    better = false;
    for (std::size_t number = 0;;) {
      Source candidate = best;
      if (!Edit(number).apply(candidate)) break;
      bool kept = false;
      try {
        // Printed and parsed again: lines are right, and a program that lost a name it needs is
        // refused here.
        candidate = *parse(print(candidate), best.file);
        kept = !(candidate == best) && fails(candidate);
      } catch (const support::UserError&) {
      }
      if (kept) {
        best = std::move(candidate);
        better = true;
      } else {
        ++number;
      }
    }
  }
  return best;
}

}  // namespace heddle::toy
