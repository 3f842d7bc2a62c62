// How a random program is made.
//
// 1. Choose a part of the allowed features, the number of processes and of shared objects.
// 2. Give each process a flat list of operations. Locks, conditions and messages are dealt in
// matching pairs (lock and
//    unlock, wait and signal, send and receive), most of the time, so that most programs run to
//    their end.
// 3. Leave operations out until the estimated number of interleavings is small enough.
// 4. Fold each list into a tree: after an operation with a result, often `if r == k { rest } else {
// part of the rest }`.
//    This makes what a process does depend on what it has seen, which is where reductions go wrong.
//
// Values are tiny (0 to 2), so that different writes often look the same and comparisons often
// hold.
#include "toy/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "toy/intern.hpp"
#include "toy/toy.hpp"

namespace heddle::toy {
namespace {

using Kind = Statement::Kind;

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix(seed)) {}
  std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15ULL); }
  int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
  int between(int low, int high) { return low + below(high - low + 1); }
  bool chance(int percent) { return below(100) < percent; }
  /// Keeps an allowed feature with the given probability.
  bool keep(bool allowed, int percent) { return chance(percent) && allowed; }

 private:
  std::uint64_t state_;
};

Expression number(std::int64_t value) {
  Expression e;
  e.value = value;
  return e;
}
Expression name(std::string text) {
  Expression e;
  e.kind = Expression::Kind::kName;
  e.name = std::move(text);
  return e;
}
Expression binary(Operator op, Expression left, Expression right) {
  Expression e;
  e.kind = Expression::Kind::kBinary;
  e.op = op;
  e.operands.push_back(std::move(left));
  e.operands.push_back(std::move(right));
  return e;
}
Expression handle(int n) {
  Expression e;
  e.kind = Expression::Kind::kHandle;
  e.operands.push_back(number(n));
  return e;
}
Statement statement(Kind kind) {
  Statement s;
  s.kind = kind;
  return s;
}

class Generator {
 public:
  Generator(std::uint64_t seed, const GenerateOptions& options)
      : random_(seed), options_(options) {}

  Source run() {
    choose_features();
    declare();
    for (int i = 1; i < processes_; ++i) {
      for (int left = random_.between(1, options_.max_operations); left > 0;) left -= group(i);
    }
    if (messages_) deal_messages();
    if (conditions_) deal_condition();
    deal_writes();
    leave_out();
    for (int i = 1; i < processes_; ++i) procedure(i);
    main();
    return std::move(source_);
  }

 private:
  void choose_features() {
    processes_ = random_.between(2, std::max(2, options_.max_processes));
    // With one worker little can race.
    if (processes_ == 2 && options_.max_processes > 2 && random_.chance(80)) processes_ = 3;
    const bool shared = !options_.messages_only;
    memory_ = shared && random_.keep(options_.memory, 80);
    cas_ = shared && random_.keep(options_.cas, 35);
    await_ = shared && random_.keep(options_.await, 25);
    locks_ = shared && random_.keep(options_.locks, 35);
    conditions_ = shared && random_.keep(options_.conditions, 15);
    messages_ = random_.keep(options_.messages, 50) || options_.messages_only;
    timeouts_ = random_.keep(options_.timeouts, 40);
    joins_ = random_.keep(options_.joins, 30);
    nested_ = random_.keep(options_.nested_spawns, 20);
    yields_ = random_.keep(options_.yields, 15);
    source_.delayed_delivery = messages_ && random_.keep(options_.delayed, 35);
    if (!memory_ && !cas_ && !await_ && !messages_) {
      (shared && options_.memory ? memory_ : messages_) = true;
    }
    work_.resize(static_cast<std::size_t>(processes_));
  }

  void declare() {
    if (memory_ || cas_ || await_ || locks_ || conditions_) {
      variables_ = random_.between(1, 3);
      for (int i = 0; i < variables_; ++i) {
        source_.declarations.push_back({.kind = Declaration::Kind::kVariable,
                                        .name = variable(i),
                                        .value = random_.chance(80) ? 0 : 1,
                                        .position = {}});
      }
    }
    if (locks_ || conditions_) {
      mutexes_ = random_.between(1, 2);
      for (int i = 0; i < mutexes_; ++i) {
        source_.declarations.push_back(
            {.kind = Declaration::Kind::kMutex, .name = mutex(i), .position = {}});
      }
    }
    if (conditions_) {
      source_.declarations.push_back(
          {.kind = Declaration::Kind::kCondition, .name = "c", .position = {}});
    }
  }

  static std::string variable(int i) { return std::string(1, static_cast<char>('x' + i)); }
  static std::string mutex(int i) { return std::string(1, static_cast<char>('m' + i)); }
  Place some_variable() { return {variable(random_.below(variables_)), {}, {}}; }
  int some_value() { return random_.below(3); }

  Block& work(int process) { return work_[static_cast<std::size_t>(process)]; }

  /// A register for the next result: few names, so that they are used again.
  std::string fresh() { return fmt::format("r{}", random_.below(3)); }

  /// A small number, or what was read before into one of the registers.
  Expression some_expression(const Block& before) {
    std::vector<std::string> known;
    for (const Statement& s : before) {
      if (!s.name.empty()) known.push_back(s.name);
    }
    if (known.empty() || random_.chance(60)) return number(some_value());
    Expression r =
        name(known[static_cast<std::size_t>(random_.below(static_cast<int>(known.size())))]);
    return random_.chance(50) ? r : binary(Operator::kAdd, std::move(r), number(1));
  }

  // --- operations: each adds to the work of a process and gives back its number of steps -------

  int group(int process) {
    Block& out = work(process);
    if (locks_ && random_.chance(40)) return critical_section(out);
    if (nested_ && process > 0 && random_.chance(20)) {
      Statement s = statement(Kind::kSpawn);
      s.text = "leaf";
      s.arguments.push_back(some_expression(out));
      out.push_back(std::move(s));
      leaf_ = true;
      return 2;
    }
    if (yields_ && random_.chance(20)) {
      out.push_back(statement(Kind::kYield));
      return 1;
    }
    if (variables_ > 0) {
      access(out);
    } else if (!messages_) {
      out.push_back(statement(Kind::kYield));
    }
    return 1;
  }

  void access(Block& out) {
    Statement s;
    s.place = some_variable();
    if (await_ && random_.chance(20)) {
      s.kind = Kind::kAwait;
      constexpr Operator kComparisons[] = {Operator::kEqual, Operator::kNotEqual, Operator::kLess,
                                           Operator::kGreaterEqual};
      s.op = kComparisons[random_.below(4)];
      s.arguments.push_back(number(random_.between(0, 1)));
      awaited_.push_back(s.place.name);
    } else if (cas_ && random_.chance(45)) {
      s.name = fresh();
      if (random_.chance(60)) {
        s.kind = Kind::kCas;
        s.arguments.push_back(some_expression(out));
        s.arguments.push_back(some_expression(out));
      } else {
        s.kind = Kind::kAdd;
        if (random_.chance(50)) s.name.clear();
        s.arguments.push_back(number(random_.between(1, 2)));
      }
    } else if (random_.chance(50)) {
      s.kind = Kind::kRead;
      s.name = fresh();
    } else {
      s.kind = Kind::kWrite;
      s.arguments.push_back(some_expression(out));
    }
    out.push_back(std::move(s));
  }

  int critical_section(Block& out) {
    const int outer = random_.below(mutexes_);
    const bool nested = mutexes_ > 1 && random_.chance(35);
    lock(out, Kind::kLock, outer);
    if (nested) lock(out, Kind::kLock, 1 - outer);
    const int inside = random_.between(nested ? 0 : 1, 2);
    for (int i = 0; i < inside; ++i) access(out);
    if (nested) lock(out, Kind::kUnlock, 1 - outer);
    if (random_.chance(95)) lock(out, Kind::kUnlock, outer);
    return 2 + inside + (nested ? 2 : 0);
  }

  static void lock(Block& out, Kind kind, int i) {
    Statement s = statement(kind);
    s.place.name = mutex(i);
    out.push_back(std::move(s));
  }

  void insert(int process, const Block& statements) {
    Block& out = work(process);
    const auto at = out.begin() + random_.below(static_cast<int>(out.size()) + 1);
    out.insert(at, statements.begin(), statements.end());
  }

  int some_worker() { return random_.between(1, processes_ - 1); }

  void deal_messages() {
    const bool alone = variables_ == 0;
    for (int left = alone ? random_.between(3, 6) : random_.between(1, 2 + processes_ / 2);
         left > 0; --left) {
      const int from = random_.chance(20) ? 0 : some_worker();
      // A mailbox that all send to has the most races.
      int to = random_.chance(50) ? 1 : some_worker();
      if (to == from && processes_ > 2) to = 1 + to % (processes_ - 1);
      Statement s = statement(Kind::kSend);
      s.arguments.push_back(handle(to));
      s.arguments.push_back(number(some_value()));
      if (random_.chance(25)) s.arguments.push_back(some_expression(work(from)));
      if (random_.chance(75)) {
        // Receives stand mostly at the end: two processes that both receive first are stuck for
        // ever.
        if (random_.chance(60)) {
          work(to).push_back(receive(s));
        } else {
          insert(to, {receive(s)});
        }
      }
      insert(from, {std::move(s)});
    }
  }

  Statement receive(const Statement& send) {
    Statement s = statement(Kind::kReceive);
    const int size = static_cast<int>(send.arguments.size()) - 1;
    const std::int64_t first = send.arguments[1].value;
    if (random_.chance(25)) s.clauses.push_back(clause(random_.between(1, 2), first, false));
    s.clauses.push_back(clause(size, first, random_.chance(75)));
    if (timeouts_ && random_.chance(45)) {
      s.has_after = true;
      s.body.push_back(assign_one());
    }
    return s;
  }

  Statement assign_one() {
    Statement s = statement(Kind::kAssign);
    s.name = fresh();
    s.arguments.push_back(number(some_value()));
    return s;
  }

  /// `fits`: accepts every message of this size whose first value is `first`.
  Clause clause(int size, std::int64_t first, bool fits) {
    Clause c;
    std::string bound;
    for (int i = 0; i < size; ++i) {
      Pattern p;
      const int choice = random_.below(100);
      if (choice < 55 && bound.empty()) {
        p.kind = Pattern::Kind::kName;
        p.name = bound = fresh();
      } else if (choice < 75 && (!fits || i == 0)) {
        p.kind = Pattern::Kind::kNumber;
        p.value = fits ? first : some_value();
      } else if (choice < 85 && !fits) {
        p.kind = Pattern::Kind::kPinned;
        p.name = fresh();
      }
      c.patterns.push_back(std::move(p));
    }
    if (!fits && !bound.empty() && random_.chance(60)) {
      const Operator op = random_.chance(50) ? Operator::kNotEqual : Operator::kGreater;
      Expression right = random_.chance(70) ? number(some_value()) : name(fresh());
      c.guard.push_back(binary(op, name(bound), std::move(right)));
    }
    if (random_.chance(15)) c.body.push_back(assign_one());
    return c;
  }

  /// What is awaited, somebody mostly writes.
  void deal_writes() {
    for (const std::string& awaited : awaited_) {
      if (random_.chance(30)) continue;
      Statement s = statement(Kind::kWrite);
      s.place.name = awaited;
      s.arguments.push_back(number(random_.between(0, 1)));
      insert(random_.below(processes_), {std::move(s)});
    }
  }

  /// One process waits until a variable is set, another sets it and signals, as one does.
  void deal_condition() {
    const int waiter = some_worker();
    const int signaller = processes_ > 2 ? 1 + waiter % (processes_ - 1) : 0;
    const int m = random_.below(mutexes_);
    const Place flag = some_variable();
    Block waits;
    lock(waits, Kind::kLock, m);
    Statement look = statement(Kind::kRead);
    look.name = "r0";
    look.place = flag;
    Statement test = statement(random_.chance(60) ? Kind::kIf : Kind::kWhile);
    test.arguments.push_back(binary(Operator::kEqual, name("r0"), number(0)));
    Statement wait = statement(Kind::kWait);
    wait.text = "c";
    wait.place.name = mutex(m);
    test.body.push_back(std::move(wait));
    if (test.kind == Kind::kWhile) test.body.push_back(look);
    waits.push_back(std::move(look));
    waits.push_back(std::move(test));
    lock(waits, Kind::kUnlock, m);
    insert(waiter, waits);

    Block signals;
    lock(signals, Kind::kLock, m);
    Statement set = statement(Kind::kWrite);
    set.place = flag;
    set.arguments.push_back(number(1));
    signals.push_back(std::move(set));
    Statement signal = statement(random_.chance(70) ? Kind::kSignal : Kind::kBroadcast);
    signal.text = "c";
    signals.push_back(std::move(signal));
    lock(signals, Kind::kUnlock, m);
    insert(signaller, signals);
  }

  // --- the size --------------------------------------------------------------------------------

  static std::uint64_t steps(const Block& block) {
    std::uint64_t n = 0;
    for (const Statement& s : block) {
      if (is_visible(s.kind)) ++n;
      if (s.kind == Kind::kSpawn || s.kind == Kind::kWait) ++n;  // the leaf; the second half
      n += steps(s.body);
    }
    return n;
  }

  /// The number of ways to interleave the work, were nothing ever blocked.
  std::uint64_t estimate() const {
    constexpr std::uint64_t kMany = std::uint64_t{1} << 40;
    std::uint64_t ways = 1;
    std::uint64_t total = 0;
    const auto merge = [&](std::uint64_t n) {
      // binomial(total + n, n), factor by factor; each prefix is a whole number
      for (std::uint64_t k = 1; k <= n; ++k) {
        ways = ways * (total + k) / k;
        if (ways > kMany) ways = kMany;
      }
      total += n;
    };
    for (const Block& block : work_) {
      merge(steps(block) + (joins_ ? 1 : 0));
      if (!source_.delayed_delivery) continue;
      merge(static_cast<std::uint64_t>(std::count_if(
          block.begin(), block.end(), [](const Statement& s) { return s.kind == Kind::kSend; })));
    }
    return ways;
  }

  void leave_out() {
    while (estimate() > options_.max_interleavings) {
      auto longest =
          std::max_element(work_.begin(), work_.end(),
                           [](const Block& a, const Block& b) { return steps(a) < steps(b); });
      if (longest->empty()) return;
      const std::size_t at =
          static_cast<std::size_t>(random_.below(static_cast<int>(longest->size())));
      const Statement gone = (*longest)[at];
      longest->erase(longest->begin() + static_cast<std::ptrdiff_t>(at));
      remove_partner(*longest, gone);
    }
  }

  static bool contains_wait(const Statement& s) {
    return s.kind == Kind::kWait || std::any_of(s.body.begin(), s.body.end(), contains_wait);
  }

  /// A lock goes with its unlock and a wait with its lock, or the rest would be misuse; a send with
  /// one receive.
  void remove_partner(Block& block, const Statement& gone) {
    const auto remove_first = [](Block& from, auto&& matches) {
      const auto it = std::find_if(from.begin(), from.end(), matches);
      if (it != from.end()) from.erase(it);
    };
    if (gone.kind == Kind::kLock || gone.kind == Kind::kUnlock) {
      const Kind partner = gone.kind == Kind::kLock ? Kind::kUnlock : Kind::kLock;
      remove_first(block, [&](const Statement& s) {
        return s.kind == partner && s.place.name == gone.place.name;
      });
      std::erase_if(block, contains_wait);
    } else if (gone.kind == Kind::kSend && random_.chance(80)) {
      const auto target = static_cast<std::size_t>(gone.arguments[0].operands[0].value);
      remove_first(work_[target], [](const Statement& s) { return s.kind == Kind::kReceive; });
    } else if (gone.kind == Kind::kSignal || gone.kind == Kind::kBroadcast) {
      for (Block& other : work_) std::erase_if(other, contains_wait);
    }
  }

  // --- the tree --------------------------------------------------------------------------------

  static std::string result_of(const Statement& s) {
    if (!s.name.empty() && s.kind != Kind::kSpawn) return s.name;
    for (const Clause& c : s.clauses) {
      for (const Pattern& p : c.patterns) {
        if (p.kind == Pattern::Kind::kName) return p.name;
      }
    }
    return "";
  }

  Block fold(const Block& flat, std::size_t from) {
    Block out;
    for (std::size_t i = from; i < flat.size(); ++i) {
      out.push_back(flat[i]);
      const std::string r = result_of(flat[i]);
      if (r.empty()) continue;
      if (options_.assertions && random_.chance(10)) {
        Statement s = statement(Kind::kAssert);
        const Operator op = random_.chance(70) ? Operator::kNotEqual : Operator::kLessEqual;
        s.arguments.push_back(binary(op, name(r), number(some_value())));
        out.push_back(std::move(s));
      }
      if (i + 1 == flat.size() || !random_.chance(35)) continue;
      Statement s = statement(Kind::kIf);
      s.arguments.push_back(binary(Operator::kEqual, name(r), number(some_value())));
      s.body = fold(flat, i + 1);
      if (random_.chance(60)) {
        Block other(flat.begin() + static_cast<std::ptrdiff_t>(i) + 1, flat.end());
        if (random_.chance(50))
          other.erase(other.begin() + random_.below(static_cast<int>(other.size())));
        s.otherwise = fold(other, 0);
      }
      out.push_back(std::move(s));
      break;
    }
    return out;
  }

  // --- registers that are mentioned but never assigned begin as 0 ------------------------------

  struct Names {
    std::set<std::string> assigned;
    std::set<std::string> mentioned;
  };
  static void walk(const Expression& e, Names& names) {
    if (e.kind == Expression::Kind::kName) names.mentioned.insert(e.name);
    for (const Expression& operand : e.operands) walk(operand, names);
  }
  static void walk(const Block& block, Names& names) {
    for (const Statement& s : block) {
      if (!s.name.empty()) names.assigned.insert(s.name);
      for (const Expression& e : s.arguments) walk(e, names);
      for (const Clause& c : s.clauses) {
        for (const Pattern& p : c.patterns) {
          if (p.kind == Pattern::Kind::kName) names.assigned.insert(p.name);
          if (p.kind == Pattern::Kind::kPinned) names.mentioned.insert(p.name);
        }
        for (const Expression& e : c.guard) walk(e, names);
        walk(c.body, names);
      }
      walk(s.body, names);
      walk(s.otherwise, names);
    }
  }
  static void define_registers(Block& body) {
    Names names;
    walk(body, names);
    Block definitions;
    for (const std::string& r : names.mentioned) {
      if (names.assigned.contains(r)) continue;
      Statement s = statement(Kind::kAssign);
      s.name = r;
      s.arguments.push_back(number(0));
      definitions.push_back(std::move(s));
    }
    body.insert(body.begin(), definitions.begin(), definitions.end());
  }

  void procedure(int i) {
    Procedure p;
    p.name = fmt::format("p{}", i);
    p.body = fold(work(i), 0);
    define_registers(p.body);
    source_.procedures.push_back(std::move(p));
  }

  void main() {
    Procedure p;
    p.name = "main";
    for (int i = 1; i < processes_; ++i) {
      Statement s = statement(Kind::kSpawn);
      s.text = fmt::format("p{}", i);
      p.body.push_back(std::move(s));
    }
    Block own = fold(work(0), 0);
    p.body.insert(p.body.end(), own.begin(), own.end());
    if (joins_) {
      for (int i = 1; i < processes_; ++i) {
        if (random_.chance(25)) continue;
        Statement s = statement(Kind::kJoin);
        s.arguments.push_back(handle(i));
        p.body.push_back(std::move(s));
      }
      if (variables_ > 0) {
        Statement s = statement(Kind::kRead);
        s.name = "r0";
        s.place = some_variable();
        p.body.push_back(std::move(s));
      }
    }
    define_registers(p.body);
    source_.procedures.insert(source_.procedures.begin(), std::move(p));
    if (leaf_) leaf();
  }

  void leaf() {
    Procedure p;
    p.name = "leaf";
    p.parameters = {"v"};
    Statement s = statement(variables_ > 0 ? Kind::kWrite : Kind::kSend);
    if (variables_ > 0) {
      s.place = some_variable();
    } else {
      s.arguments.push_back(handle(some_worker()));
    }
    s.arguments.push_back(name("v"));
    p.body.push_back(std::move(s));
    source_.procedures.push_back(std::move(p));
  }

  Random random_;
  GenerateOptions options_;
  Source source_;
  int processes_ = 2;
  int variables_ = 0;
  int mutexes_ = 0;
  bool memory_ = false;
  bool cas_ = false;
  bool await_ = false;
  bool locks_ = false;
  bool conditions_ = false;
  bool messages_ = false;
  bool timeouts_ = false;
  bool joins_ = false;
  bool nested_ = false;
  bool yields_ = false;
  bool leaf_ = false;
  std::vector<Block> work_;
  std::vector<std::string> awaited_;
};

}  // namespace

Source generate(std::uint64_t seed, const GenerateOptions& options) {
  // Printed and parsed, so that the statements have lines to report.
  const Source made = Generator(seed, options).run();
  return *parse(print(made), fmt::format("<seed {}>", seed));
}

}  // namespace heddle::toy
