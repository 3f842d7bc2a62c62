// heddle::ref<T>: a reference that threads share without synchronisation, with compare-and-swap.
//
//   heddle::ref<int> count(0);
//   heddle::fork([count] { count.write(1); });     // may be delayed in a buffer of stores
//   auto [done, now] = count.cas(count.read_for_cas(), 2);
//   count.atomic_modify([](int n) { return n + 1; });
//
// A ref is a handle: copies stand for the same reference. read and write are plain accesses
// (relaxed ones under memory::cpp); the atomic operations are full barriers. A ticket is a proof of
// having seen a certain write: cas succeeds if nobody has written since, even if the value is the
// same again.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>

#include "heddle/atomic.hpp"
#include "heddle/detail/exceptions.hpp"

namespace heddle {

namespace detail {

/// One write of a reference, by number; 0 is the initial value.
template <class T>
struct Written {
  std::uint64_t number;
  const std::deque<T>* values;

  const T& value() const { return (*values)[number]; }
  friend std::ostream& operator<<(std::ostream& out, const Written& written) {
    return out << trace_text(written.value());
  }
};

}  // namespace detail

template <class T>
class ref {
  using Written = detail::Written<T>;

 public:
  using value_type = T;

  /// What was read, and which write it was.
  class ticket {
   public:
    const T& value() const { return *value_; }

   private:
    friend class ref;
    ticket(std::uint64_t number, T value)
        : number_(number), value_(std::make_shared<const T>(std::move(value))) {}
    std::uint64_t number_;
    std::shared_ptr<const T> value_;
  };

  explicit ref(T value = T{}) : cell_(std::make_shared<Cell>(std::move(value))) {}

  void set_name(std::string name) const { cell_->set_name(std::move(name)); }

  T read(place where = place::here()) const {
    return cell_->read(memory_order_relaxed, where, "read").value();
  }
  void write(T value, place where = place::here()) const {
    cell_->write(cell_->add(std::move(value)), memory_order_relaxed, where, "write");
  }
  void atomic_write(T value, place where = place::here()) const {
    const Written written = cell_->add(std::move(value));
    if (detail::model() == memory::sc) {
      cell_->write(written, memory_order_seq_cst, where, "atomic_write");
    } else {
      cell_->exchange_with([&](const Written&) { return written; }, memory_order_seq_cst, where,
                           "atomic_write");
    }
  }
  /// Writes `function(value)`; the old value.
  template <class F>
  T atomic_modify(F&& function, place where = place::here()) const {
    return change(std::forward<F>(function), where, "atomic_modify");
  }
  /// The same by compare-and-swap.
  template <class F>
  T modify_cas(F&& function, place where = place::here()) const {
    return change(std::forward<F>(function), where, "modify_cas");
  }
  /// A read and a write: not atomic.
  template <class F>
  void modify(F&& function, place where = place::here()) const {
    write(function(read(where)), where);
  }

  ticket read_for_cas(place where = place::here()) const {
    const Written seen = cell_->read(memory_order_seq_cst, where, "read_for_cas");
    return ticket(seen.number, seen.value());
  }
  /// Writes `value` unless somebody has written since the ticket was taken. With it comes the
  /// ticket of what is there now.
  std::pair<bool, ticket> cas(const ticket& expected, T value, place where = place::here()) const {
    std::optional<Written> fresh;
    const Written found = cell_->update(
        [number = expected.number_](const Written& seen) { return seen.number == number; },
        [&](const Written&) { return *(fresh = cell_->add(std::move(value))); },
        memory_order_seq_cst, memory_order_seq_cst, where, "cas");
    const Written now = fresh.value_or(found);
    return {fresh.has_value(), ticket(now.number, now.value())};
  }

  /// Without a step: for invariants (setup.hpp). What is in memory, not in buffers.
  T inspect() const { return cell_->inspect(); }
  friend bool operator==(const ref& a, const ref& b) { return a.cell_ == b.cell_; }

 private:
  class Cell final : public detail::ValueCell<Written> {
    using Base = detail::ValueCell<Written>;

   public:
    explicit Cell(T value) : Base("ref", Written{0, &values_}) {
      values_.push_back(std::move(value));
    }
    using Base::exchange_with;
    using Base::read;
    using Base::update;
    using Base::write;

    Written add(T value) {
      values_.push_back(std::move(value));
      return {values_.size() - 1, &values_};
    }
    T inspect() {
      detail::inspected(this->location({}));
      return this->in_memory().value();
    }

   private:
    void renew() override {
      Base::renew();
      values_.resize(1);
    }
    std::deque<T> values_;
  };

  template <class F>
  T change(F&& function, place where, const char* name) const {
    return cell_
        ->exchange_with([&](const Written& old) { return cell_->add(function(old.value())); },
                        memory_order_seq_cst, where, name)
        .value();
  }

  std::shared_ptr<Cell> cell_;
};

}  // namespace heddle
