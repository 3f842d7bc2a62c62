// One pass over the declarations, one over each process to collect its registers, one to write its
// code.
//
// Invariant: everything a visible operation needs (values, indices, targets) is in registers or
// constants when its instruction is reached, so the pending operation of a process is known from
// its own registers alone. Temporaries start afresh with each statement; those of a visible
// statement live until it is executed.
#include "toy/compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "toy/lexer.hpp"
#include "toy/toy.hpp"

namespace heddle::toy {
namespace {

using Kind = Statement::Kind;
using Declared = Declaration::Kind;

Op op_of(Operator op) {
  switch (op) {
    case Operator::kEqual:
      return Op::kEqual;
    case Operator::kNotEqual:
      return Op::kNotEqual;
    case Operator::kLess:
      return Op::kLess;
    case Operator::kLessEqual:
      return Op::kLessEqual;
    case Operator::kGreater:
      return Op::kGreater;
    case Operator::kGreaterEqual:
      return Op::kGreaterEqual;
    case Operator::kAdd:
      return Op::kAdd;
    case Operator::kSubtract:
      return Op::kSubtract;
    case Operator::kMultiply:
      return Op::kMultiply;
    case Operator::kDivide:
      return Op::kDivide;
    case Operator::kRemainder:
      return Op::kRemainder;
    case Operator::kNot:
      return Op::kNot;
    case Operator::kNegate:
      return Op::kNegate;
    default:
      return Op::kMove;  // && and || become jumps
  }
}

const char* describe(Declared kind) {
  switch (kind) {
    case Declared::kConstant:
      return "a constant";
    case Declared::kVariable:
      return "a shared variable";
    case Declared::kArray:
      return "an array";
    case Declared::kMutex:
      return "a mutex";
    case Declared::kMutexArray:
      return "an array of mutexes";
    case Declared::kCondition:
      return "a condition";
  }
  return "";
}

class Compiler {
 public:
  explicit Compiler(std::shared_ptr<const Source> source) : source_(*source) {
    code_.source = std::move(source);
  }

  Code run() {
    declarations();
    for (const Procedure& p : source_.procedures) {
      if (objects_.contains(p.name) || !procedures_.emplace(p.name, procedures_.size()).second) {
        fail(p.position, fmt::format("'{}' is declared twice", p.name), "rename one of them");
      }
    }
    const auto main = procedures_.find("main");
    if (main == procedures_.end()) {
      fail({1, 1}, "the program has no process main", "add proc main() { ... }");
    }
    code_.main = static_cast<std::int32_t>(main->second);
    const Procedure& first = source_.procedures[main->second];
    if (!first.parameters.empty()) {
      fail(first.position, "main has parameters", "write proc main()");
    }
    code_.delayed = source_.delayed_delivery;
    code_.procedures.resize(source_.procedures.size());
    for (std::size_t i = 0; i < source_.procedures.size(); ++i) procedure(i);
    return std::move(code_);
  }

 private:
  struct Object {
    const Declaration* declaration;
    std::int32_t first;  // cell, mutex or condition
  };

  [[noreturn]] void fail(Position position, const std::string& what,
                         const std::string& remedy) const {
    reject(source_.file, position, what, remedy);
  }

  void declarations() {
    for (const Declaration& d : source_.declarations) {
      Object object{&d, 0};
      const auto add_names = [&](std::vector<std::string>& names, bool indexed) {
        object.first = static_cast<std::int32_t>(names.size());
        for (std::int64_t i = 0; i < d.size; ++i) {
          names.push_back(indexed ? fmt::format("{}[{}]", d.name, i) : d.name);
        }
      };
      switch (d.kind) {
        case Declared::kConstant:
          break;
        case Declared::kVariable:
        case Declared::kArray:
          add_names(code_.cell_names, d.kind == Declared::kArray);
          code_.initial_cells.resize(code_.cell_names.size(), d.value);
          break;
        case Declared::kMutex:
        case Declared::kMutexArray:
          add_names(code_.mutex_names, d.kind == Declared::kMutexArray);
          break;
        case Declared::kCondition:
          add_names(code_.condition_names, false);
          break;
      }
      if (!objects_.emplace(d.name, object).second) {
        fail(d.position, fmt::format("'{}' is declared twice", d.name), "rename one of them");
      }
    }
  }

  // --- registers -----------------------------------------------------------------------------

  void add_register(const std::string& name, Position position) {
    if (name.empty()) return;
    if (const auto object = objects_.find(name); object != objects_.end()) {
      const Declared kind = object->second.declaration->kind;
      const bool cell = kind == Declared::kVariable || kind == Declared::kArray;
      fail(position, fmt::format("'{}' is {}, not a register", name, describe(kind)),
           cell ? fmt::format("use 'write {} = ...', or another name for the register", name)
                : "use another name for the register");
    }
    if (registers_.emplace(name, static_cast<std::int32_t>(registers_.size())).second) {
      procedure_->registers.push_back(name);
    }
  }

  void collect(const Block& block) {
    for (const Statement& s : block) {
      add_register(s.name, s.position);
      if (s.kind == Kind::kJoin) code_.has_join = true;
      for (const Clause& c : s.clauses) {
        for (const Pattern& p : c.patterns) {
          if (p.kind == Pattern::Kind::kName && constant(p.name) == nullptr) {
            add_register(p.name, p.position);
          }
        }
        collect(c.body);
      }
      collect(s.body);
      collect(s.otherwise);
    }
  }

  const Declaration* constant(const std::string& name) const {
    const auto object = objects_.find(name);
    if (object == objects_.end() || object->second.declaration->kind != Declared::kConstant) {
      return nullptr;
    }
    return object->second.declaration;
  }

  std::int32_t register_of(const std::string& name, Position position) const {
    if (const auto it = registers_.find(name); it != registers_.end()) return it->second;
    if (const auto object = objects_.find(name); object != objects_.end()) {
      const Declared kind = object->second.declaration->kind;
      const bool cell = kind == Declared::kVariable || kind == Declared::kArray;
      fail(position, fmt::format("'{}' is {}, not a register", name, describe(kind)),
           cell ? fmt::format("read it first: r = read {}", name) : "use a register here");
    }
    fail(position, fmt::format("nothing assigns the register '{}' in this process", name),
         "assign it, or correct the name");
  }

  void procedure(std::size_t i) {
    const Procedure& p = source_.procedures[i];
    procedure_ = &code_.procedures[i];
    procedure_->name = p.name;
    registers_.clear();
    for (const std::string& parameter : p.parameters) {
      if (registers_.contains(parameter)) {
        fail(p.position, fmt::format("two parameters are named '{}'", parameter),
             "rename one of them");
      }
      add_register(parameter, p.position);
    }
    procedure_->parameters = static_cast<std::int32_t>(p.parameters.size());
    collect(p.body);
    named_ = static_cast<std::int32_t>(registers_.size());
    frame_ = named_;
    procedure_->entry = here();
    block(p.body);
    statement_ = nullptr;
    emit({.op = Op::kExit});
    procedure_->frame = frame_;
  }

  // --- code ----------------------------------------------------------------------------------

  std::int32_t here() const { return static_cast<std::int32_t>(code_.instructions.size()); }
  std::int32_t emit(Instruction instruction) {
    instruction.statement = statement_;
    code_.instructions.push_back(instruction);
    return here() - 1;
  }
  void land(std::int32_t jump) {
    code_.instructions[static_cast<std::size_t>(jump)].object = here();
  }

  std::int32_t constant_operand(std::int64_t value) {
    auto [it, fresh] =
        constants_.emplace(value, ~static_cast<std::int32_t>(code_.constants.size()));
    if (fresh) code_.constants.push_back(value);
    return it->second;
  }

  std::int32_t temporary() {
    const std::int32_t slot = next_temporary_++;
    if (guard_ != nullptr) {
      if (slot >= kGuardFile) {
        fail(statement_->position, "a guard of this receive is too large",
             "move a part of it into the body");
      }
    } else {
      frame_ = std::max(frame_, next_temporary_);
    }
    return slot;
  }

  /// The operand that holds the value of `e`; code for it goes to `into` if given.
  std::int32_t value(const Expression& e, std::int32_t into = kNoOperand) {
    if (e.kind == Expression::Kind::kBinary) return chain(e, into);
    std::int32_t plain = kNoOperand;
    if (e.kind == Expression::Kind::kNumber) {
      plain = constant_operand(e.value);
    } else if (e.kind == Expression::Kind::kName) {
      const Declaration* named = constant(e.name);
      plain = named != nullptr ? constant_operand(named->value) : name_operand(e);
    } else if (e.kind == Expression::Kind::kSelf && guard_ != nullptr) {
      plain = capture(Site::kSelfSlot);
    }
    if (plain != kNoOperand) {
      if (into == kNoOperand) return plain;
      emit({.op = Op::kMove, .dst = into, .a = plain});
      return into;
    }
    Instruction instruction;
    if (e.kind == Expression::Kind::kSelf) {
      instruction.op = Op::kSelf;
    } else if (e.kind == Expression::Kind::kHandle) {
      instruction.op = Op::kHandle;
      instruction.a = value(e.operands[0]);
    } else {
      instruction.op = op_of(e.op);
      instruction.a = value(e.operands[0]);
    }
    instruction.dst = into == kNoOperand ? temporary() : into;
    emit(instruction);
    return instruction.dst;
  }

  /// A binary expression, from its innermost left operand outwards. One temporary holds what is
  /// known so far; only the last operator may write to `into`, because the right sides may still
  /// read the register that is assigned.
  std::int32_t chain(const Expression& e, std::int32_t into) {
    const std::vector<const Expression*> spine = left_spine(e);
    std::int32_t so_far = value(*spine.back());
    std::int32_t kept = kNoOperand;
    for (std::size_t i = spine.size() - 1; i-- > 0;) {
      const Expression& node = *spine[i];
      const bool decides = node.op == Operator::kAnd || node.op == Operator::kOr;
      const bool last = i == 0 && !decides && into != kNoOperand;
      if (!last && kept == kNoOperand) kept = temporary();
      if (decides) {
        so_far = shortcut(node, so_far, kept);
      } else {
        const std::int32_t right = value(node.operands[1]);
        emit({.op = op_of(node.op), .dst = last ? into : kept, .a = so_far, .b = right});
        so_far = last ? into : kept;
      }
      if (!last) next_temporary_ = kept + 1;  // those of the right side have served
    }
    if (into == kNoOperand || so_far == into) return so_far;
    emit({.op = Op::kMove, .dst = into, .a = so_far});
    return into;
  }

  /// The right side is evaluated only if the left one does not decide.
  std::int32_t shortcut(const Expression& e, std::int32_t left, std::int32_t out) {
    emit({.op = Op::kTruth, .dst = out, .a = left});
    const std::int32_t jump =
        emit({.op = e.op == Operator::kAnd ? Op::kJumpIfZero : Op::kJumpIfOne, .a = out});
    emit({.op = Op::kTruth, .dst = out, .a = value(e.operands[1])});
    land(jump);
    return out;
  }

  std::int32_t name_operand(const Expression& e) {
    const std::int32_t slot = register_of(e.name, e.position);
    if (guard_ == nullptr) return slot;
    const auto bound = bound_.find(e.name);
    return bound != bound_.end() ? bound->second : capture(slot);
  }

  /// A guard sees the registers as they were when the receive was reached.
  std::int32_t capture(std::int32_t slot) {
    auto& captured = guard_->captured;
    const auto it = std::find(captured.begin(), captured.end(), slot);
    if (it == captured.end()) {
      fail(statement_->position, "internal: a register of a guard was not captured", "report this");
    }
    return static_cast<std::int32_t>(it - captured.begin());
  }

  // --- statements ----------------------------------------------------------------------------

  void block(const Block& block) {
    for (const Statement& s : block) statement(s);
  }

  void statement(const Statement& s) {
    statement_ = &s;
    next_temporary_ = named_;
    switch (s.kind) {
      case Kind::kAssign:
        value(s.arguments[0], registers_.at(s.name));
        break;
      case Kind::kIf:
        if_statement(s);
        break;
      case Kind::kWhile:
        while_statement(s);
        break;
      case Kind::kBreak:
        if (loops_.empty()) fail(s.position, "break outside of a loop", "remove it");
        loops_.back().push_back(emit({.op = Op::kJump}));
        break;
      case Kind::kAssert:
        emit({.op = Op::kAssert, .a = value(s.arguments[0])});
        break;
      case Kind::kExit:
        emit({.op = Op::kExit});
        break;
      case Kind::kFail:
        emit({.op = Op::kFail});
        break;
      case Kind::kReceive:
        receive(s);
        break;
      default:
        operation(s);
    }
  }

  void if_statement(const Statement& s) {
    const std::int32_t skip = emit({.op = Op::kJumpIfZero, .a = value(s.arguments[0])});
    block(s.body);
    if (s.otherwise.empty()) {
      land(skip);
      return;
    }
    const std::int32_t end = emit({.op = Op::kJump});
    land(skip);
    block(s.otherwise);
    land(end);
  }

  void while_statement(const Statement& s) {
    const std::int32_t start = here();
    const std::int32_t leave = emit({.op = Op::kJumpIfZero, .a = value(s.arguments[0])});
    loops_.emplace_back();
    block(s.body);
    statement_ = &s;
    emit({.op = Op::kJump, .object = start});
    land(leave);
    for (std::int32_t jump : loops_.back()) land(jump);
    loops_.pop_back();
  }

  /// The visible operations except receive.
  void operation(const Statement& s) {
    Instruction i;
    if (!s.name.empty()) i.dst = registers_.at(s.name);
    switch (s.kind) {
      case Kind::kRead:
        i.op = Op::kRead;
        cell(i, s.place);
        break;
      case Kind::kWrite:
        i.op = Op::kWrite;
        cell(i, s.place);
        i.a = value(s.arguments[0]);
        break;
      case Kind::kCas:
        i.op = Op::kCas;
        cell(i, s.place);
        i.a = value(s.arguments[0]);
        i.b = value(s.arguments[1]);
        break;
      case Kind::kAdd:
        i.op = Op::kFetchAdd;
        cell(i, s.place);
        if (s.name.empty()) mark(code_.added, i);
        i.a = value(s.arguments[0]);
        break;
      case Kind::kAwait:
        i.op = Op::kAwait;
        cell(i, s.place);
        mark(code_.awaited, i);
        i.compare = op_of(s.op);
        i.a = value(s.arguments[0]);
        break;
      case Kind::kLock:
        i.op = Op::kLock;
        mutex(i, s.place);
        break;
      case Kind::kUnlock:
        i.op = Op::kUnlock;
        mutex(i, s.place);
        break;
      case Kind::kWait:
        i.op = Op::kWait;
        i.condition = condition(s);
        mutex(i, s.place);
        break;
      case Kind::kSignal:
        i.op = Op::kSignal;
        i.condition = condition(s);
        break;
      case Kind::kBroadcast:
        i.op = Op::kBroadcast;
        i.condition = condition(s);
        break;
      case Kind::kSpawn:
        spawn(i, s);
        break;
      case Kind::kJoin:
        i.op = Op::kJoin;
        i.a = value(s.arguments[0]);
        break;
      case Kind::kSend:
        i.op = Op::kSend;
        i.a = value(s.arguments[0]);
        arguments(i, s, 1);
        break;
      default:
        i.op = Op::kYield;
    }
    emit(i);
  }

  void arguments(Instruction& i, const Statement& s, std::size_t from) {
    std::vector<std::int32_t> operands;
    for (std::size_t k = from; k < s.arguments.size(); ++k) {
      operands.push_back(value(s.arguments[k]));
    }
    i.arguments = static_cast<std::int32_t>(code_.arguments.size());
    i.argument_count = static_cast<std::int32_t>(operands.size());
    code_.arguments.insert(code_.arguments.end(), operands.begin(), operands.end());
  }

  void spawn(Instruction& i, const Statement& s) {
    i.op = Op::kSpawn;
    const auto target = procedures_.find(s.text);
    if (target == procedures_.end()) {
      fail(s.position, fmt::format("there is no process '{}'", s.text),
           fmt::format("add proc {}(...), or correct the name", s.text));
    }
    i.object = static_cast<std::int32_t>(target->second);
    const std::size_t wanted = source_.procedures[target->second].parameters.size();
    if (wanted != s.arguments.size()) {
      fail(s.position,
           fmt::format("'{}' takes {} values, not {}", s.text, wanted, s.arguments.size()),
           "pass one value for each parameter");
    }
    arguments(i, s, 0);
  }

  // --- places --------------------------------------------------------------------------------

  const Object& object(const std::string& name, Position position, const char* wanted) const {
    const auto it = objects_.find(name);
    if (it == objects_.end()) {
      fail(position, fmt::format("'{}' is not declared", name),
           fmt::format("declare it as {}", wanted));
    }
    return it->second;
  }

  void place(Instruction& i, const Place& p, Declared single, Declared many) {
    const Object& found = object(p.name, p.position, describe(single));
    const Declared kind = found.declaration->kind;
    if (kind != single && kind != many) {
      fail(p.position, fmt::format("'{}' is {}, not {}", p.name, describe(kind), describe(single)),
           fmt::format("use {} here", describe(single)));
    }
    if (kind == many && p.index.empty()) {
      fail(p.position, fmt::format("'{}' is {}", p.name, describe(kind)),
           fmt::format("choose one of its elements: {}[...]", p.name));
    }
    if (kind == single && !p.index.empty()) {
      fail(p.position, fmt::format("'{}' is {} and has no elements", p.name, describe(kind)),
           "remove the index");
    }
    i.object = found.first;
    i.extent = static_cast<std::int32_t>(found.declaration->size);
    if (!p.index.empty()) i.index = value(p.index[0]);
  }
  void cell(Instruction& i, const Place& p) { place(i, p, Declared::kVariable, Declared::kArray); }
  /// All cells that the instruction may touch.
  void mark(std::vector<bool>& cells, const Instruction& i) {
    cells.resize(code_.initial_cells.size());
    std::fill_n(cells.begin() + i.object, i.extent, true);
  }
  void mutex(Instruction& i, const Place& p) {
    place(i, p, Declared::kMutex, Declared::kMutexArray);
  }
  std::int32_t condition(const Statement& s) {
    const Object& found = object(s.text, s.position, "a condition");
    if (found.declaration->kind != Declared::kCondition) {
      fail(s.position,
           fmt::format("'{}' is {}, not a condition", s.text, describe(found.declaration->kind)),
           "use a condition here");
    }
    return found.first;
  }

  // --- receive -------------------------------------------------------------------------------

  void receive(const Statement& s) {
    const std::size_t number = code_.sites.size();
    emit({.op = s.has_after ? Op::kPoll : Op::kReceive,
          .object = static_cast<std::int32_t>(number)});
    code_.sites.emplace_back();
    Site site;
    for (const Clause& c : s.clauses) collect_captures(site, c);
    for (const Clause& c : s.clauses) site.clauses.push_back(clause(site, c));

    // The instructions after the receive: one body after the other, each jumping to the end.
    std::vector<std::int32_t> ends;
    for (std::size_t k = 0; k < s.clauses.size(); ++k) {
      site.clauses[k].body = here();
      block(s.clauses[k].body);
      statement_ = &s;
      ends.push_back(emit({.op = Op::kJump}));
    }
    if (s.has_after) {
      site.after = here();
      block(s.body);
    }
    for (std::int32_t end : ends) land(end);
    code_.sites[number] = std::move(site);
  }

  static void add_capture(Site& site, std::int32_t slot) {
    if (std::find(site.captured.begin(), site.captured.end(), slot) == site.captured.end()) {
      site.captured.push_back(slot);
    }
  }

  void collect_captures(Site& site, const Clause& c) {
    std::vector<std::string> bound;
    for (const Pattern& p : c.patterns) {
      if (p.kind == Pattern::Kind::kPinned) add_capture(site, register_of(p.name, p.position));
      if (p.kind == Pattern::Kind::kName) bound.push_back(p.name);
    }
    if (!c.guard.empty()) collect_captures(site, c.guard[0], bound);
  }

  void collect_captures(Site& site, const Expression& e, const std::vector<std::string>& bound) {
    if (e.kind == Expression::Kind::kBinary) {
      const std::vector<const Expression*> spine = left_spine(e);
      collect_captures(site, *spine.back(), bound);
      for (std::size_t i = spine.size() - 1; i-- > 0;) {
        collect_captures(site, spine[i]->operands[1], bound);
      }
      return;
    }
    if (e.kind == Expression::Kind::kSelf) add_capture(site, Site::kSelfSlot);
    if (e.kind == Expression::Kind::kName && constant(e.name) == nullptr &&
        std::find(bound.begin(), bound.end(), e.name) == bound.end()) {
      add_capture(site, register_of(e.name, e.position));
    }
    for (const Expression& operand : e.operands) collect_captures(site, operand, bound);
  }

  Site::Clause clause(Site& site, const Clause& c) {
    Site::Clause out;
    bound_.clear();
    auto next = static_cast<std::int32_t>(site.captured.size());
    for (const Pattern& p : c.patterns) {
      Site::Element element;
      element.kind = p.kind;
      element.value = p.value;
      if (p.kind == Pattern::Kind::kPinned) {
        const auto it =
            std::find(site.captured.begin(), site.captured.end(), register_of(p.name, p.position));
        element.slot = static_cast<std::int32_t>(it - site.captured.begin());
      } else if (p.kind == Pattern::Kind::kName) {
        if (const Declaration* named = constant(p.name); named != nullptr) {
          element.kind = Pattern::Kind::kNumber;
          element.value = named->value;
        } else {
          element.slot = registers_.at(p.name);
          if (!bound_.emplace(p.name, next++).second) {
            fail(p.position, fmt::format("'{}' is bound twice in one pattern", p.name),
                 "use another name and compare them in the guard");
          }
        }
      }
      out.elements.push_back(element);
    }
    if (next > kGuardFile) {
      fail(c.position, "the pattern binds too many registers", "split the message");
    }
    if (!c.guard.empty()) guard(site, c, out, next);
    return out;
  }

  /// Guards stand between the receive and its bodies, where control never falls into them.
  void guard(Site& site, const Clause& c, Site::Clause& out, std::int32_t first_temporary) {
    guard_ = &site;
    next_temporary_ = first_temporary;
    out.guard = here();
    const std::int32_t result = value(c.guard[0]);
    emit({.op = Op::kGuardEnd, .a = result});
    guard_ = nullptr;
  }

  const Source& source_;
  Code code_;
  std::unordered_map<std::string, Object> objects_;
  std::unordered_map<std::string, std::size_t> procedures_;
  std::map<std::int64_t, std::int32_t> constants_;

  // Of the process that is being compiled.
  ProcedureCode* procedure_ = nullptr;
  std::unordered_map<std::string, std::int32_t> registers_;
  std::int32_t named_ = 0;
  std::int32_t frame_ = 0;
  std::int32_t next_temporary_ = 0;
  std::vector<std::vector<std::int32_t>> loops_;
  const Statement* statement_ = nullptr;

  // Of the guard that is being compiled.
  Site* guard_ = nullptr;
  std::unordered_map<std::string, std::int32_t> bound_;
};

}  // namespace

std::shared_ptr<const Code> compile(std::shared_ptr<const Source> source) {
  return std::make_shared<const Code>(Compiler(std::move(source)).run());
}

}  // namespace heddle::toy
