// Software transactional memory: blocks of reads and writes of tvars that take place at once.
//
//   heddle::tvar<int> from(5), to(0);
//   heddle::atomically([&] {
//     heddle::check(from.read() >= 3);             // waits until it holds
//     from.write(from.read() - 3);
//     to.write(to.read() + 3);
//   });
//
// A transaction is one step. retry() gives it up until another transaction has changed something it
// read; or_else(a, b) is b if a retries; check(c) retries unless c. An exception that leaves a
// transaction undoes it; one that catch_stm catches undoes what its action wrote. What a
// transaction does to anything else but tvars is not undone, and it must not use other operations
// that wait. A tvar is a handle: copies stand for the same variable.
//
// A transaction that retries is, for the search, a loop that looks again: the run in which it
// looked too early tells nothing and is counted as blocked.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

#include "heddle/detail/exceptions.hpp"
#include "heddle/detail/text.hpp"
#include "heddle/detail/transaction.hpp"

namespace heddle {

namespace detail {

// --- In explorations ---

class ExploredVariable : public Transaction::Variable, public Object {
 public:
  ExploredVariable() : Object("tvar") {}
  Location location_of(place where) const { return location(where); }
  void prepare() const { location({}); }  // renewed, if it is from before this run
  static void inspected_now(const ExploredVariable& variable) {
    inspected(variable.location_of({}));
  }
};

/// Says what a finished transaction touched. What it finds decides what else it touches, so the
/// order of writes matters to whoever reads, and a write is an update.
inline void tell_touched(const Transaction& transaction, place where) {
  for (const Transaction::Touched& touched : transaction.touched()) {
    const auto& variable = static_cast<const ExploredVariable&>(*touched.variable);
    const bool written = transaction.writes(touched.variable);
    touch_more(variable.location_of(where), written ? Access::update : Access::read, touched.read);
  }
}

struct ExploredStm {
  using Variable = ExploredVariable;

  template <class F>
  static auto run(F& function, place where) -> std::invoke_result_t<F&> {
    if (Transaction::current() != nullptr) misuse("a transaction inside a transaction", where);
    Operation op("atomically", where);
    op.interruptible = true;
    perform(op);
    const std::size_t before = touched_so_far();
    {
      Transaction transaction;
      struct Tell {  // whatever happens
        Transaction& transaction;
        place where;
        bool undone = true;
        ~Tell() {
          if (undone) transaction.roll_back(0);
          tell_touched(transaction, where);
        }
      } tell{transaction, where};
      try {
        if constexpr (std::is_void_v<std::invoke_result_t<F&>>) {
          function();
          tell.undone = false;
          return;
        } else {
          auto result = function();
          tell.undone = false;
          return result;
        }
      } catch (const Retry&) {
      }
    }
    wait_for_change(before, "retry", where);
  }
};

// --- In the product: one transaction at a time ---

class RealVariable : public Transaction::Variable {
 public:
  void prepare() const {}
  void set_name(const std::string&) const {}
  static void inspected_now(const RealVariable&) {}
  std::uint64_t version = 0;  // grows with every commit that wrote it

 protected:
  virtual void renew() {}
};

struct RealStm {
  using Variable = RealVariable;

  struct Global {
    std::mutex mutex;
    std::condition_variable committed;
  };
  static Global& global() {
    static Global instance;
    return instance;
  }

  template <class F>
  static auto run(F& function, place) -> std::invoke_result_t<F&> {
    Global& all = global();
    std::unique_lock lock(all.mutex);
    while (true) {
      Transaction transaction;
      struct End {
        Transaction& transaction;
        bool undone = true;
        ~End() {
          if (undone) {
            transaction.roll_back(0);
            return;
          }
          bool any = false;
          for (const Transaction::Touched& touched : transaction.touched()) {
            if (!transaction.writes(touched.variable)) continue;
            ++static_cast<RealVariable&>(*touched.variable).version;
            any = true;
          }
          if (any) global().committed.notify_all();
        }
      };
      try {
        End end{transaction};
        if constexpr (std::is_void_v<std::invoke_result_t<F&>>) {
          function();
          end.undone = false;
          return;
        } else {
          auto result = function();
          end.undone = false;
          return result;
        }
      } catch (const Retry&) {
      }
      const auto sum = [&transaction] {  // versions only grow
        std::uint64_t versions = 0;
        for (const Transaction::Touched& touched : transaction.touched()) {
          versions += static_cast<RealVariable&>(*touched.variable).version;
        }
        return versions;
      };
      Transaction::current() = nullptr;  // others go on meanwhile, on other threads
      all.committed.wait(lock, [&, seen = sum()] { return sum() != seen; });
    }
  }
};

}  // namespace detail

template <class T, class Stm = detail::ExploredStm>
class basic_tvar {
 public:
  using value_type = T;

  explicit basic_tvar(T value = T{}) : variable_(std::make_shared<Variable>(std::move(value))) {}

  void set_name(std::string name) const { variable_->set_name(std::move(name)); }

  // In transactions.
  T read() const {
    variable_->prepare();
    transaction().read(variable_);
    return variable_->value;
  }
  void write(T value) const {
    variable_->prepare();
    transaction().write(
        variable_, [variable = variable_.get(), old = variable_->value] { variable->value = old; });
    variable_->value = std::move(value);
  }
  template <class F>
  void modify(F&& function) const {
    write(function(read()));
  }
  T swap(T value) const {
    T old = read();
    write(std::move(value));
    return old;
  }

  /// A transaction of its own.
  T read_now(place where = place::here()) const {
    auto look = [&] { return read(); };
    return Stm::run(look, where);
  }
  /// Without a step: for invariants (setup.hpp).
  T inspect() const {
    Stm::Variable::inspected_now(*variable_);
    return variable_->value;
  }
  friend bool operator==(const basic_tvar& a, const basic_tvar& b) {
    return a.variable_ == b.variable_;
  }

 private:
  struct Variable final : Stm::Variable {
    explicit Variable(T first) : initial(first), value(std::move(first)) {}
    void renew() override { value = initial; }
    const T initial;
    T value;
  };
  static detail::Transaction& transaction() {
    detail::Transaction* const current = detail::Transaction::current();
    if (current == nullptr) detail::misuse("a tvar is used outside atomically", {});
    return *current;
  }

  std::shared_ptr<Variable> variable_;
};

/// Gives the transaction up until something it read has changed.
[[noreturn]] inline void retry() { throw detail::Retry{}; }
/// Retries unless `condition`.
inline void check(bool condition) {
  if (!condition) retry();
}
/// `first()`, or `second()` if it retries. What the first wrote is undone then.
template <class F, class G>
auto or_else(F&& first, G&& second) -> std::common_type_t<decltype(first()), decltype(second())> {
  detail::Transaction& transaction = *detail::Transaction::current();
  const std::size_t position = transaction.position();
  try {
    return first();
  } catch (const detail::Retry&) {
    transaction.roll_back(position);
  }
  return second();
}
/// `action()`; if an E leaves it, what it wrote is undone and `handler(exception)` takes its place.
template <class E, class F, class G>
auto catch_stm(F&& action, G&& handler) -> decltype(action()) {
  detail::Transaction& transaction = *detail::Transaction::current();
  const std::size_t position = transaction.position();
  try {
    return action();
  } catch (const E& exception) {
    transaction.roll_back(position);
    return handler(exception);
  }
}

namespace real {
template <class T>
using tvar = basic_tvar<T, detail::RealStm>;
template <class F>
auto atomically(F&& function, place where = place::here()) {
  return detail::RealStm::run(function, where);
}
}  // namespace real

#ifdef HEDDLE_PRODUCTION
using real::atomically;
using real::tvar;
#else
template <class T>
using tvar = basic_tvar<T>;
/// Executes `function()` as one transaction.
template <class F>
auto atomically(F&& function, place where = place::here()) {
  return detail::ExploredStm::run(function, where);
}
#endif

}  // namespace heddle
