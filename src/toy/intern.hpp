// Tokens and handles: names for messages, constraints and processes that mean the same in every
// instance.
//
// A token is the 64-bit hash of its content, so it needs no coordination between threads or
// machines; the interner keeps the content behind it. Two contents with one hash would be a wrong
// answer, so every insertion compares.
//
// A handle is what the program sees of a process: the hash of its path (main, main.1, main.1.2),
// marked by its top byte. It does not depend on the dense actor ids, whose numbering depends on
// what was explored first.
//
// `SharedTables` is thread-safe and serves all instances; `Cache` belongs to one instance and keeps
// the hot path free of locks: an open-addressing table from token or handle to what is behind it.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/actor.hpp"
#include "core/footprint.hpp"
#include "support/mix.hpp"
#include "toy/toy.hpp"

namespace heddle::toy {

using support::mix;

/// The content behind a token. Never moves, never changes.
struct Content {
  enum class Kind : std::uint8_t {
    kMessage = 1,     // the values
    kAwait = 2,       // comparison, value
    kReceive = 3,     // site, captured values
    kTicket = 4,      // the ticket that has to be signalled
    kWaitingSet = 5,  // state of a condition: ticket, signalled, ticket, signalled, ...
  };
  core::Token token = 0;
  Kind kind = Kind::kMessage;
  std::uint32_t size = 0;
  std::unique_ptr<std::int64_t[]> words;

  std::span<const std::int64_t> values() const { return {words.get(), size}; }
  bool is(Kind other, std::span<const std::int64_t> values) const;
};

core::Token token_of(Content::Kind kind, std::span<const std::int64_t> words);

inline constexpr std::int64_t kMainHandle = 0x4800'0000'0000'0001;
constexpr bool looks_like_handle(std::int64_t value) { return (value >> 56) == 0x48; }
constexpr std::int64_t child_handle(std::int64_t parent, std::uint64_t ordinal) {
  const std::uint64_t h = mix(static_cast<std::uint64_t>(parent), ordinal);
  return static_cast<std::int64_t>((h & 0x00ff'ffff'ffff'ffffULL) | 0x4800'0000'0000'0000ULL);
}

/// Roles of actor keys (core/actor.hpp).
inline constexpr std::uint32_t kProcessRole = 0;  // ordinal: the n-th spawn of the parent, from 1
inline constexpr std::uint32_t kChannelRole = 1;  // ordinal: the handle of the receiver

class SharedTables : public SharedState {
 public:
  SharedTables();
  core::ActorTable& actors() override { return actors_; }
  void seed(std::span<const core::ActorKey> keys) override;
  std::string save() const override;
  std::string save_new() override;
  void restore(std::string_view bytes) override;

  const Content* intern(Content::Kind kind, std::span<const std::int64_t> words) {
    return intern(kind, words, true);
  }
  /// Null if nobody interned such a content.
  const Content* find(core::Token token) const;

  core::ActorId child(core::ActorId parent, std::int64_t handle, std::uint64_t ordinal);
  core::ActorId channel(core::ActorId sender, core::ActorId receiver);
  /// kNoActor if the value is not the handle of a known process.
  core::ActorId process(std::int64_t handle) const;

  /// The handle of a process, from the ordinals on the way to it.
  std::int64_t handle(core::ActorId process) const;
  /// Stable names: main, main.1.2, main.1->main.2.
  std::string name(core::ActorId actor) const;
  /// The ordinals on the way from main: an order that does not depend on ids.
  std::vector<std::uint64_t> path(core::ActorId process) const;

 private:
  const Content* intern(Content::Kind kind, std::span<const std::int64_t> words, bool fresh);
  void add_handle(std::int64_t handle, core::ActorId actor);

  core::ActorTable actors_;
  mutable std::shared_mutex mutex_;
  std::unordered_map<core::Token, std::unique_ptr<Content>> contents_;
  std::unordered_map<std::int64_t, core::ActorId> handles_;
  std::set<core::Token> fresh_;  // for save_new
};

/// Key to pointer or id; keys are hashes already. Grows, never forgets.
template <typename Value>
class Cache {
 public:
  Cache() : entries_(64) {}
  /// Null if absent.
  const Value* find(std::uint64_t key) const {
    for (std::size_t i = key & (entries_.size() - 1);; i = (i + 1) & (entries_.size() - 1)) {
      if (!entries_[i].used) return nullptr;
      if (entries_[i].key == key) return &entries_[i].value;
    }
  }
  void add(std::uint64_t key, Value value) {
    if (2 * ++used_ > entries_.size()) {
      std::vector<Entry> old(entries_.size() * 2);
      old.swap(entries_);
      for (const Entry& entry : old) {
        if (entry.used) place(entry);
      }
    }
    place({key, value, true});
  }

 private:
  struct Entry {
    std::uint64_t key = 0;
    Value value{};
    bool used = false;
  };
  void place(const Entry& entry) {
    std::size_t i = entry.key & (entries_.size() - 1);
    while (entries_[i].used) i = (i + 1) & (entries_.size() - 1);
    entries_[i] = entry;
  }
  std::vector<Entry> entries_;
  std::size_t used_ = 0;
};

}  // namespace heddle::toy
