// Channels: heddle::chan<T> without a bound, heddle::bounded_chan<T> with one.
//
//   heddle::chan<int> numbers;
//   heddle::fork([numbers] { numbers.write(1); });
//   auto copy = numbers.dup();            // gets what is written from now on
//   int n = numbers.read();               // waits while it is empty
//
// Both are handles, first in first out, for any number of writers and readers; every operation is
// one step. A duplicate shares the writing end: what is written to either can be read from both.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "heddle/detail/monitor.hpp"

namespace heddle {

namespace detail {

/// Of the channel and each of its duplicates, how many items are left to read. Which end an
/// operation is for is in the low bits of its argument, the bound above them.
struct ChannelModel {
  static constexpr const char* kName = "channel";
  enum Code : std::uint8_t { kRead, kWrite, kTryRead, kTryWrite, kDup, kLook };
  static constexpr unsigned kEndBits = 8;
  static constexpr std::size_t kMaxEnds = std::size_t{1} << kEndBits;

  struct State {
    std::vector<std::uint64_t> left{0};  // by end
    std::uint64_t bound = 0;             // 0: none
    bool full() const { return bound != 0 && left[0] >= bound; }
  };
  static std::size_t end_of(std::uint64_t argument) { return argument & (kMaxEnds - 1); }
  static State initial(std::uint64_t argument) {
    State state;
    state.bound = argument >> kEndBits;
    return state;
  }
  static bool ready(const State& state, std::uint8_t code, std::uint64_t argument) {
    if (code == kWrite) return !state.full();
    return code != kRead ||
           (end_of(argument) < state.left.size() && state.left[end_of(argument)] > 0);
  }
  static void apply(State& state, std::uint8_t code, std::uint64_t argument) {
    if (code == kDup) state.left.push_back(0);
    if (code == kWrite || (code == kTryWrite && !state.full())) {
      for (std::uint64_t& left : state.left) ++left;
    }
    if (code != kRead && code != kTryRead) return;
    const std::size_t end = end_of(argument);
    if (end < state.left.size() && state.left[end] > 0) --state.left[end];
  }
  // Readers of different ends do not meet; looks leave everything as it was.
  static bool commute(Token first, Token second) {
    return code_of(first) == kLook && code_of(second) == kLook;
  }
};

}  // namespace detail

template <class T, class Monitor = detail::ExploredMonitor<detail::ChannelModel>>
class basic_channel {
  using Model = detail::ChannelModel;

 public:
  using value_type = T;

  void set_name(std::string name) const { state_->set_name(std::move(name)); }
  /// For knowledge.hpp.
  auto home() const { return state_->home(); }

  void write(T value, place where = place::here()) const {
    State& s = *state_;
    s.when(
        {"write", Model::kWrite, argument()}, where, [&s] { return !s.full(); },
        [&] {
          Monitor::note_argument(value);
          s.add(value);
        });
  }
  bool try_write(T value, place where = place::here()) const {
    State& s = *state_;
    return s.now({"try_write", Model::kTryWrite, argument()}, where, [&] {
      Monitor::note_argument(value);
      const bool room = !s.full();
      if (room) {
        s.add(value);
      } else {
        Monitor::unchanged();
      }
      return room;
    });
  }
  T read(place where = place::here()) const {
    State& s = *state_;
    const std::size_t end = end_;
    return s.when(
        {"read", Model::kRead, argument()}, where, [&s, end] { return !s.items[end].empty(); },
        [&] { return s.remove(end); });
  }
  std::optional<T> try_read(place where = place::here()) const {
    State& s = *state_;
    return s.now({"try_read", Model::kTryRead, argument()}, where, [&]() -> std::optional<T> {
      if (s.items[end_].empty()) {
        Monitor::unchanged();
        return std::nullopt;
      }
      return s.remove(end_);
    });
  }
  bool is_empty(place where = place::here()) const {
    State& s = *state_;
    return s.now({"is_empty", Model::kLook, argument(), true}, where,
                 [&] { return s.items[end_].empty(); });
  }

 protected:
  struct State : Monitor {
    explicit State(std::size_t most) : Monitor("channel"), bound(most) {}
    bool full() const { return bound != 0 && items[0].size() >= bound; }
    void add(const T& value) {
      for (auto& end : items) end.push_back(value);
    }
    T remove(std::size_t end) {
      T value = std::move(items[end].front());
      items[end].pop_front();
      Monitor::noted(value);
      return value;
    }
    void renew() override { items.assign(1, {}); }

    std::size_t bound;
    std::deque<std::deque<T>> items{1};  // by end
  };

  explicit basic_channel(std::size_t bound) : state_(std::make_shared<State>(bound)) {}
  basic_channel(std::shared_ptr<State> state, std::size_t end)
      : state_(std::move(state)), end_(end) {}
  std::uint64_t argument() const { return std::uint64_t{state_->bound} << Model::kEndBits | end_; }

  std::shared_ptr<State> state_;
  std::size_t end_ = 0;
};

template <class T, class Monitor = detail::ExploredMonitor<detail::ChannelModel>>
class basic_chan : public basic_channel<T, Monitor> {
  using Base = basic_channel<T, Monitor>;

 public:
  basic_chan() : Base(0) {}
  /// At most 255 of one channel.
  basic_chan dup(place where = place::here()) const {
    auto& s = *this->state_;
    return s.now({"dup", detail::ChannelModel::kDup, this->argument()}, where, [&] {
      s.items.emplace_back();
      return basic_chan(this->state_, s.items.size() - 1);
    });
  }

 private:
  using Base::Base;
};

template <class T, class Monitor = detail::ExploredMonitor<detail::ChannelModel>>
class basic_bounded_chan : public basic_channel<T, Monitor> {
 public:
  explicit basic_bounded_chan(std::size_t bound) : basic_channel<T, Monitor>(bound) {}
};

namespace real {
template <class T>
using chan = basic_chan<T, detail::RealMonitor<detail::ChannelModel>>;
template <class T>
using bounded_chan = basic_bounded_chan<T, detail::RealMonitor<detail::ChannelModel>>;
}  // namespace real

#ifdef HEDDLE_PRODUCTION
using real::bounded_chan;
using real::chan;
#else
template <class T>
using chan = basic_chan<T>;
template <class T>
using bounded_chan = basic_bounded_chan<T>;
#endif

}  // namespace heddle
