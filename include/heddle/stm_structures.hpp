// Structures made of tvars: tmvar, tchan, tqueue, tbqueue, tsem. Their operations are parts of
// transactions.
//
//   heddle::tqueue<int> jobs, urgent;
//   int job = heddle::atomically([&] {
//     return heddle::or_else([&] { return urgent.read(); }, [&] { return jobs.read(); });
//   });
//
// All are handles. Operations retry where those of mvars and channels wait; the try variants give
// nothing or false instead.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "heddle/stm.hpp"

namespace heddle {

/// An mvar for transactions.
template <class T, class Stm = detail::ExploredStm>
class basic_tmvar {
 public:
  basic_tmvar() = default;
  explicit basic_tmvar(T value) : box_(std::optional<T>(std::move(value))) {}

  T take() const {
    T value = read();
    box_.write(std::nullopt);
    return value;
  }
  void put(T value) const {
    check(is_empty());
    box_.write(std::move(value));
  }
  T read() const {
    std::optional<T> value = box_.read();
    if (!value) retry();
    return *std::move(value);
  }
  std::optional<T> try_take() const {
    std::optional<T> value = box_.read();
    if (value) box_.write(std::nullopt);
    return value;
  }
  bool try_put(T value) const {
    if (!is_empty()) return false;
    box_.write(std::move(value));
    return true;
  }
  std::optional<T> try_read() const { return box_.read(); }
  T swap(T value) const {
    T old = read();
    box_.write(std::move(value));
    return old;
  }
  bool is_empty() const { return !box_.read().has_value(); }

 private:
  basic_tvar<std::optional<T>, Stm> box_{std::optional<T>()};
};

/// Without a bound; duplicates get what is written from then on.
template <class T, class Stm = detail::ExploredStm>
class basic_tchan {
  struct Item;
  using Next = basic_tvar<std::shared_ptr<const Item>, Stm>;  // null where the channel ends
  struct Item {
    T value;
    Next next;
  };

 public:
  basic_tchan() : basic_tchan(Next(nullptr)) {}

  void write(T value) const {
    const Next end(nullptr);
    write_.read().write(std::make_shared<const Item>(Item{std::move(value), end}));
    write_.write(end);
  }
  T read() const {
    const auto item = read_.read().read();
    if (item == nullptr) retry();
    read_.write(item->next);
    return item->value;
  }
  std::optional<T> try_read() const {
    const auto item = read_.read().read();
    if (item == nullptr) return std::nullopt;
    read_.write(item->next);
    return item->value;
  }
  T peek() const {
    const auto item = read_.read().read();
    if (item == nullptr) retry();
    return item->value;
  }
  bool is_empty() const { return read_.read().read() == nullptr; }
  /// Puts it back to the front.
  void unget(T value) const {
    read_.write(Next(std::make_shared<const Item>(Item{std::move(value), read_.read()})));
  }
  basic_tchan dup() const { return basic_tchan(write_, basic_tvar<Next, Stm>(write_.read())); }

 private:
  explicit basic_tchan(Next end) : write_(end), read_(end) {}
  basic_tchan(basic_tvar<Next, Stm> write, basic_tvar<Next, Stm> read)
      : write_(std::move(write)), read_(std::move(read)) {}
  basic_tvar<Next, Stm> write_;
  basic_tvar<Next, Stm> read_;
};

/// Like tchan without duplicates. Readers and writers meet only when the readers' part is used up.
template <class T, class Stm = detail::ExploredStm>
class basic_tqueue {
 public:
  void write(T value) const {
    std::vector<T> back = back_.read();
    back.push_back(std::move(value));
    back_.write(std::move(back));
  }
  std::optional<T> try_read() const {
    std::vector<T> front = front_.read();  // the oldest last
    if (front.empty()) {
      const std::vector<T> back = back_.read();
      if (back.empty()) return std::nullopt;
      front.assign(back.rbegin(), back.rend());
      back_.write({});
    }
    T value = std::move(front.back());
    front.pop_back();
    front_.write(std::move(front));
    return value;
  }
  T read() const {
    std::optional<T> value = try_read();
    if (!value) retry();
    return *std::move(value);
  }
  bool is_empty() const { return front_.read().empty() && back_.read().empty(); }

 private:
  basic_tvar<std::vector<T>, Stm> front_;
  basic_tvar<std::vector<T>, Stm> back_;
};

/// At most so many.
template <class T, class Stm = detail::ExploredStm>
class basic_tbqueue {
 public:
  explicit basic_tbqueue(std::size_t bound) : bound_(bound) {}

  void write(T value) const { check(try_write(std::move(value))); }
  bool try_write(T value) const {
    std::deque<T> items = items_.read();
    if (items.size() >= bound_) return false;
    items.push_back(std::move(value));
    items_.write(std::move(items));
    return true;
  }
  std::optional<T> try_read() const {
    std::deque<T> items = items_.read();
    if (items.empty()) return std::nullopt;
    T value = std::move(items.front());
    items.pop_front();
    items_.write(std::move(items));
    return value;
  }
  T read() const {
    std::optional<T> value = try_read();
    if (!value) retry();
    return *std::move(value);
  }
  bool is_empty() const { return items_.read().empty(); }
  bool is_full() const { return items_.read().size() >= bound_; }

 private:
  std::size_t bound_;
  basic_tvar<std::deque<T>, Stm> items_;
};

template <class Stm = detail::ExploredStm>
class basic_tsem {
 public:
  explicit basic_tsem(int initial) : there_(initial) {}
  void wait() const {
    const int there = there_.read();
    check(there > 0);
    there_.write(there - 1);
  }
  void signal(int amount = 1) const { there_.write(there_.read() + amount); }

 private:
  basic_tvar<int, Stm> there_;
};

namespace real {
template <class T>
using tmvar = basic_tmvar<T, detail::RealStm>;
template <class T>
using tchan = basic_tchan<T, detail::RealStm>;
template <class T>
using tqueue = basic_tqueue<T, detail::RealStm>;
template <class T>
using tbqueue = basic_tbqueue<T, detail::RealStm>;
using tsem = basic_tsem<detail::RealStm>;
}  // namespace real

#ifdef HEDDLE_PRODUCTION
using real::tbqueue;
using real::tchan;
using real::tmvar;
using real::tqueue;
using real::tsem;
#else
template <class T>
using tmvar = basic_tmvar<T>;
template <class T>
using tchan = basic_tchan<T>;
template <class T>
using tqueue = basic_tqueue<T>;
template <class T>
using tbqueue = basic_tbqueue<T>;
using tsem = basic_tsem<>;
#endif

}  // namespace heddle
