#include "core/actor.hpp"

#include <utility>

#include "support/check.hpp"

namespace heddle::core {

std::size_t ActorTable::Hash::operator()(const ActorKey& key) const {
  std::uint64_t h = key.ordinal * 0x9e3779b97f4a7c15ULL;
  h ^= (static_cast<std::uint64_t>(key.parent) << 32) | key.role;
  h *= 0xff51afd7ed558ccdULL;
  return h ^ (h >> 32);
}

ActorId ActorTable::intern(const ActorKey& key) {
  {
    std::shared_lock lock(mutex_);
    if (auto it = ids_.find(key); it != ids_.end()) return it->second;
  }
  std::unique_lock lock(mutex_);
  const auto add = [this](const ActorKey& one) {
    const auto [it, inserted] = ids_.try_emplace(one, static_cast<ActorId>(keys_.size()));
    if (inserted) keys_.push_back(one);
    return it->second;
  };
  if (source_ && !ids_.contains(key)) {
    for (const ActorKey& one : source_(key, keys_.size())) add(one);
    HEDDLE_CHECK(ids_.contains(key), "the source of actors does not know what it was asked for");
  }
  return add(key);
}

void ActorTable::set_source(Source source) {
  std::unique_lock lock(mutex_);
  source_ = std::move(source);
}

ActorKey ActorTable::key(ActorId actor) const {
  std::shared_lock lock(mutex_);
  return keys_.at(actor);
}

std::size_t ActorTable::size() const {
  std::shared_lock lock(mutex_);
  return keys_.size();
}

std::vector<ActorKey> ActorTable::keys() const {
  std::shared_lock lock(mutex_);
  return keys_;
}

}  // namespace heddle::core
