#include "toy/intern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "support/check.hpp"

namespace heddle::toy {

using core::ActorId;
using core::ActorKey;

bool Content::is(Kind other, std::span<const std::int64_t> values) const {
  return kind == other && std::equal(values.begin(), values.end(), words.get(), words.get() + size);
}

core::Token token_of(Content::Kind kind, std::span<const std::int64_t> words) {
  std::uint64_t h = mix(static_cast<std::uint64_t>(kind), words.size());
  for (std::int64_t word : words) h = mix(h, static_cast<std::uint64_t>(word));
  return h;
}

SharedTables::SharedTables() { add_handle(kMainHandle, actors_.intern({core::kNoActor, 0, 0})); }

std::shared_ptr<SharedState> make_shared_state() { return std::make_shared<SharedTables>(); }

void SharedTables::seed(std::span<const ActorKey> keys) {
  // A child stands after its parent, so the parent's handle is known when the child's turn comes.
  std::vector<std::int64_t> handles;
  for (const ActorKey& key : keys) {
    const ActorId actor = actors_.intern(key);
    HEDDLE_CHECK(actor == handles.size(), "actor {} was seeded as {}", handles.size(), actor);
    if (key.parent == core::kNoActor) {
      handles.push_back(kMainHandle);
    } else if (key.role == kProcessRole) {
      handles.push_back(child_handle(handles.at(key.parent), key.ordinal));
      add_handle(handles.back(), actor);
    } else {
      handles.push_back(0);
    }
  }
}

const Content* SharedTables::intern(Content::Kind kind, std::span<const std::int64_t> words,
                                    bool fresh) {
  const core::Token token = token_of(kind, words);
  {
    std::shared_lock lock(mutex_);
    if (const auto it = contents_.find(token); it != contents_.end()) {
      HEDDLE_CHECK(it->second->is(kind, words), "two contents have the token {:x}", token);
      return it->second.get();
    }
  }
  auto content = std::make_unique<Content>();
  content->token = token;
  content->kind = kind;
  content->size = static_cast<std::uint32_t>(words.size());
  content->words = std::make_unique<std::int64_t[]>(words.size());
  std::copy(words.begin(), words.end(), content->words.get());
  std::unique_lock lock(mutex_);
  const auto [it, inserted] = contents_.try_emplace(token, std::move(content));
  if (inserted && fresh) fresh_.insert(token);
  HEDDLE_CHECK(it->second->is(kind, words), "two contents have the token {:x}", token);
  return it->second.get();
}

const Content* SharedTables::find(core::Token token) const {
  std::shared_lock lock(mutex_);
  const auto it = contents_.find(token);
  return it == contents_.end() ? nullptr : it->second.get();
}

void SharedTables::add_handle(std::int64_t handle, ActorId actor) {
  std::unique_lock lock(mutex_);
  const auto [it, inserted] = handles_.emplace(handle, actor);
  HEDDLE_CHECK(it->second == actor, "actors {} and {} have one handle", it->second, actor);
}

ActorId SharedTables::child(ActorId parent, std::int64_t handle, std::uint64_t ordinal) {
  const ActorId actor = actors_.intern({parent, kProcessRole, ordinal});
  add_handle(handle, actor);
  return actor;
}

ActorId SharedTables::channel(ActorId sender, ActorId receiver) {
  // Not its id, which depends on what was explored before: the key goes into traces.
  return actors_.intern({sender, kChannelRole, static_cast<std::uint64_t>(handle(receiver))});
}

ActorId SharedTables::process(std::int64_t handle) const {
  std::shared_lock lock(mutex_);
  const auto it = handles_.find(handle);
  return it == handles_.end() ? core::kNoActor : it->second;
}

std::int64_t SharedTables::handle(ActorId process) const {
  std::int64_t handle = kMainHandle;
  for (const std::uint64_t ordinal : path(process)) handle = child_handle(handle, ordinal);
  return handle;
}

std::string SharedTables::name(ActorId actor) const {
  const ActorKey key = actors_.key(actor);
  if (key.parent == core::kNoActor) return "main";
  if (key.role == kChannelRole) {
    const ActorId receiver = process(static_cast<std::int64_t>(key.ordinal));
    return name(key.parent) + "->" + (receiver == core::kNoActor ? "?" : name(receiver));
  }
  return fmt::format("{}.{}", name(key.parent), key.ordinal);
}

std::vector<std::uint64_t> SharedTables::path(ActorId process) const {
  std::vector<std::uint64_t> out;
  for (ActorKey key = actors_.key(process); key.parent != core::kNoActor;
       key = actors_.key(key.parent)) {
    out.push_back(key.ordinal);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

// The format: 64-bit little-endian words; the number of contents, then for each its kind, its size
// and its words, in order of tokens so that equal tables give equal bytes.

namespace {

void put(std::string& out, std::uint64_t word) {
  for (int i = 0; i < 8; ++i) out += static_cast<char>((word >> (8 * i)) & 0xff);
}

std::uint64_t take(std::string_view& bytes) {
  if (bytes.size() < 8) {
    throw support::UserError(
        "the saved messages of the program are cut short; start without the checkpoint");
  }
  std::uint64_t word = 0;
  for (int i = 7; i >= 0; --i) {
    word = (word << 8) | static_cast<unsigned char>(bytes[static_cast<std::size_t>(i)]);
  }
  bytes.remove_prefix(8);
  return word;
}

std::string bytes_of(const std::map<core::Token, const Content*>& contents) {
  std::string out;
  put(out, contents.size());
  for (const auto& [token, content] : contents) {
    put(out, static_cast<std::uint64_t>(content->kind));
    put(out, content->size);
    for (std::int64_t word : content->values()) put(out, static_cast<std::uint64_t>(word));
  }
  return out;
}

}  // namespace

std::string SharedTables::save() const {
  std::shared_lock lock(mutex_);
  std::map<core::Token, const Content*> sorted;
  for (const auto& [token, content] : contents_) sorted.emplace(token, content.get());
  return bytes_of(sorted);
}

std::string SharedTables::save_new() {
  std::unique_lock lock(mutex_);
  std::map<core::Token, const Content*> sorted;
  for (const core::Token token : fresh_) sorted.emplace(token, contents_.at(token).get());
  fresh_.clear();
  return sorted.empty() ? std::string() : bytes_of(sorted);
}

void SharedTables::restore(std::string_view bytes) {
  std::vector<std::int64_t> words;
  for (std::uint64_t left = take(bytes); left > 0; --left) {
    const std::uint64_t kind = take(bytes);
    const std::uint64_t size = take(bytes);
    if (kind < 1 || kind > 5 || size > bytes.size() / 8) {
      throw support::UserError(
          "the saved messages of the program are damaged; start without the checkpoint");
    }
    words.clear();
    for (std::uint64_t i = 0; i < size; ++i)
      words.push_back(static_cast<std::int64_t>(take(bytes)));
    const Content* content = intern(static_cast<Content::Kind>(kind), words, false);
    std::unique_lock lock(mutex_);
    fresh_.erase(content->token);
  }
}

}  // namespace heddle::toy
