// Actors: what the scheduler can choose.
//
// A process, a thread, or a phantom actor (a message in flight, a store buffer, a timer). An actor
// is identified by its creator and by the how-manieth actor of its creator it is, never by when it
// was created: the same actor has the same `ActorId` in every interleaving. One `ActorTable` serves
// all instances of a program, so ids mean the same in every worker thread; the ids themselves are
// dense (clocks are indexed by them).
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

namespace heddle::core {

using ActorId = std::uint32_t;
inline constexpr ActorId kNoActor = 0xffffffffU;

/// What makes an actor that actor. `role` separates families of children (a front end's own
/// numbering: spawned processes, the channel to process n, ...).
struct ActorKey {
  ActorId parent = kNoActor;
  std::uint32_t role = 0;
  std::uint64_t ordinal = 0;
  bool operator==(const ActorKey&) const = default;
};

/// Thread-safe. Grows for the length of an exploration, never shrinks.
class ActorTable {
 public:
  /// Where ids come from when several processes explore one program: asked for a key that is not
  /// known here and how many are, it gives the keys of all later ids, that one among them.
  using Source = std::function<std::vector<ActorKey>(const ActorKey& key, std::size_t known)>;
  /// Empty: the next id is the next number.
  void set_source(Source source);

  ActorId intern(const ActorKey& key);
  ActorKey key(ActorId actor) const;
  std::size_t size() const;
  /// All keys in order of their ids: what a checkpoint has to keep so that ids mean the same after
  /// a resume.
  std::vector<ActorKey> keys() const;

 private:
  struct Hash {
    std::size_t operator()(const ActorKey& key) const;
  };
  mutable std::shared_mutex mutex_;
  std::vector<ActorKey> keys_;
  std::unordered_map<ActorKey, ActorId, Hash> ids_;
  Source source_;
};

}  // namespace heddle::core
