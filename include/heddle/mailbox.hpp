// heddle::mailbox<T>: messages for one thread, which receives them selectively.
//
//   heddle::mailbox<message> inbox;
//   heddle::fork([inbox] { inbox.send({1, "hello"}); });
//   message any = inbox.receive();                                      // the oldest
//   message mine = inbox.receive([](const message& m) { return m.to == 1; });
//   auto [which, m] = inbox.receive(is_request, is_stop);               // of the first that
//   matches auto soon = inbox.receive_for(std::chrono::seconds(1), is_request); // or nothing
//
// A receive takes the oldest message that one of its patterns accepts and waits until there is one.
// A timeout passes whenever nothing matches: both are explored. A mailbox is a handle; everybody
// may send, the first thread that receives is the only one that may.
//
// With the algorithm `observers` the order of two messages matters only if a receive could have
// taken either. For that messages and patterns are kept: a message can be copied and compared (==),
// and a pattern is a function object without state of its own, whose captures are numbers and the
// like, by value.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "heddle/detail/pattern.hpp"
#include "heddle/detail/text.hpp"

namespace heddle {

namespace detail {

struct AnyMessage {
  template <class T>
  bool operator()(const T&) const {
    return true;
  }
};

/// Accepts what one of the patterns accepts. A value like them, unlike a std::tuple.
template <class... P>
struct OneOf;
template <class First>
struct OneOf<First> {
  First first;
  template <class T>
  bool operator()(const T& message) const {
    return first(message);
  }
  template <class T>
  std::size_t which(const T&) const {
    return 0;
  }
};
template <class First, class... Rest>
struct OneOf<First, Rest...> {
  First first;
  OneOf<Rest...> rest;
  template <class T>
  bool operator()(const T& message) const {
    return first(message) || rest(message);
  }
  template <class T>
  std::size_t which(const T& message) const {
    return first(message) ? 0 : 1 + rest.which(message);
  }
};
template <class First>
OneOf<First> one_of(First first) {
  return {first};
}
template <class First, class... Rest>
requires(sizeof...(Rest) > 0) OneOf<First, Rest...> one_of(First first, Rest... rest) {
  return {first, one_of(rest...)};
}

/// What both kinds of mailbox have.
template <class T>
class Messages {
 public:
  template <class P>
  bool has(const P& pattern) const {
    return std::any_of(items.begin(), items.end(), pattern);
  }
  template <class P>
  T remove(const P& pattern) {
    const auto found = std::find_if(items.begin(), items.end(), pattern);
    T message = std::move(*found);
    items.erase(found);
    return message;
  }
  std::deque<T> items;
};

template <class T>
class ExploredMailbox : public Object {
 public:
  ExploredMailbox() : Object("mailbox") {}

  void send(T message, place where) {
    Operation op("send", *this, where);
    op.touch(location(where), Access::append, Patterns<T>::instance().message(message));
    perform(op);
    if (recording()) note_arguments(trace_text(message));
    messages_.items.push_back(std::move(message));
  }
  template <class P>
  T receive(const P& pattern, place where) {
    Operation op("receive", *this, where);
    begin(op, Access::take, pattern, where);
    struct Context {
      const Messages<T>* messages;
      const P* pattern;
    } context{&messages_, &pattern};
    op.wait_until(
        [](const void* c) {
          const auto& wanted = *static_cast<const Context*>(c);
          return wanted.messages->has(*wanted.pattern);
        },
        &context);
    perform(op);
    return taken(pattern);
  }
  template <class P>
  std::optional<T> poll(const P& pattern, std::chrono::nanoseconds, place where) {
    Operation op("receive_for", *this, where);
    begin(op, Access::poll, pattern, where);
    perform(op);
    if (messages_.has(pattern)) return taken(pattern);
    no_change();
    return std::nullopt;
  }

 private:
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};

  template <class P>
  void begin(Operation& op, Access access, const P& pattern, place where) {
    op.touch(location(where), access, Patterns<T>::instance().pattern(pattern));
    if (receiver_ == kNobody) receiver_ = self();
    if (receiver_ != self()) misuse("a mailbox has one receiver: another thread received", where);
  }
  template <class P>
  T taken(const P& pattern) {
    T message = messages_.remove(pattern);
    if (recording()) note_value(trace_text(message));
    return message;
  }
  void renew() override {
    messages_.items.clear();
    receiver_ = kNobody;
  }
  Messages<T> messages_;
  std::uint32_t receiver_ = kNobody;
};

template <class T>
class RealMailbox {
 public:
  void send(T message, place) {
    {
      const std::scoped_lock lock(mutex_);
      messages_.items.push_back(std::move(message));
    }
    arrived_.notify_all();
  }
  template <class P>
  T receive(const P& pattern, place) {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [&] { return messages_.has(pattern); });
    return messages_.remove(pattern);
  }
  template <class P>
  std::optional<T> poll(const P& pattern, std::chrono::nanoseconds timeout, place) {
    std::unique_lock lock(mutex_);
    if (!arrived_.wait_for(lock, timeout, [&] { return messages_.has(pattern); })) {
      return std::nullopt;
    }
    return messages_.remove(pattern);
  }
  void set_name(const std::string&) const {}

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  Messages<T> messages_;
};

}  // namespace detail

template <class T, class Box = detail::ExploredMailbox<T>>
class basic_mailbox {
 public:
  using value_type = T;

  basic_mailbox() : box_(std::make_shared<Box>()) {}
  void set_name(std::string name) const { box_->set_name(std::move(name)); }
  /// For knowledge.hpp.
  auto home() const { return box_->home(); }

  void send(T message, place where = place::here()) const { box_->send(std::move(message), where); }

  T receive(place where = place::here()) const {
    return box_->receive(detail::AnyMessage{}, where);
  }
  template <class P>
  requires std::is_invocable_r_v<bool, const P&, const T&> T receive(P pattern,
                                                                     place where = place::here())
  const { return box_->receive(pattern, where); }
  /// Which of the patterns it was, and the message.
  template <class First, class Second, class... More>
  requires std::is_invocable_r_v<bool, const Second&, const T&> std::pair<std::size_t, T> receive(
      First first, Second second, More... more)
  const {
    const auto patterns = detail::one_of(first, second, more...);
    T message = box_->receive(patterns, {});
    const std::size_t which = patterns.which(message);
    return {which, std::move(message)};
  }

  /// Or nothing, if none matches in time.
  template <class Rep, class Period>
  std::optional<T> receive_for(std::chrono::duration<Rep, Period> timeout,
                               place where = place::here()) const {
    return receive_for(timeout, detail::AnyMessage{}, where);
  }
  template <class Rep, class Period, class P>
  requires std::is_invocable_r_v<bool, const P&, const T&> std::optional<T> receive_for(
      std::chrono::duration<Rep, Period> timeout, P pattern, place where = place::here())
  const {
    return box_->poll(pattern, std::chrono::duration_cast<std::chrono::nanoseconds>(timeout),
                      where);
  }

 private:
  std::shared_ptr<Box> box_;
};

namespace real {
template <class T>
using mailbox = basic_mailbox<T, detail::RealMailbox<T>>;
}  // namespace real

#ifdef HEDDLE_PRODUCTION
using real::mailbox;
#else
template <class T>
using mailbox = basic_mailbox<T>;
#endif

}  // namespace heddle
