// SharedTables: what all instances of a program have in common: the numbers of actors, and the
// contents behind tokens (messages, and the patterns of receives).
//
// A token is the 64-bit hash of its content, so it needs no coordination between threads; this
// keeps the content, so that any instance can be asked whether a receive accepts a message. Thread-
// safe.
#pragma once

#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "beam/term/heap.hpp"
#include "beam/vm/machine.hpp"
#include "core/actor.hpp"
#include "core/footprint.hpp"
#include "core/shared_state.hpp"
#include "support/bytes.hpp"

namespace heddle::erlang {

/// Roles of actor keys (core/actor.hpp).
inline constexpr std::uint32_t kProcessRole = 0;  // ordinal: the how-manieth child
inline constexpr std::uint32_t kTimerRole = 1;    // ordinal: the number of its reference
inline constexpr std::uint32_t kGhostRole = 2;    // what a dead process still has to do
inline constexpr std::uint32_t kChannelRole = 3;  // ordinal: the pid of the receiver
inline constexpr std::uint32_t kClockRole = 4;    // idle_time.cpp
inline constexpr std::uint32_t kTraceRole = 5;    // a channel of trace messages; likewise

struct Content {
  enum class Kind : std::uint8_t {
    kMessage,  // terms[0]
    kReceive,  // `receive`, and the variables that its patterns use
    kDown,     // terms[0]: the message of a monitor
  };
  static constexpr std::uint8_t kKinds = 3;
  Kind kind = Kind::kMessage;
  beam::CodePointer receive = nullptr;
  std::vector<beam::Term> terms;
  /// Of a receive: the monitors whose messages may be there. A process that has ended a monitor
  /// with demonitor(R, [flush]) does not accept its message, so that nobody needs to know whether
  /// it came before.
  std::vector<beam::Term> monitors;
};

class SharedTables final : public core::SharedState {
 public:
  explicit SharedTables(beam::CodeBase& code) : code_(code) {}

  core::ActorTable& actors() override { return actors_; }
  void seed(std::span<const core::ActorKey> keys) override;
  std::string save() const override;
  std::string save_new() override;
  void restore(std::string_view bytes) override;

  /// Keeps a copy of the content unless it is known. Never moves.
  const Content* put(core::Token token, Content::Kind kind, beam::CodePointer receive,
                     std::span<const beam::Term> terms, std::span<const beam::Term> monitors = {});
  /// Null if nobody has put it.
  const Content* find(core::Token token) const;

 private:
  void write(support::ByteWriter& out, core::Token token, const Content& content) const;

  beam::CodeBase& code_;
  core::ActorTable actors_;
  mutable std::shared_mutex mutex_;
  beam::Heap heap_;
  std::unordered_map<core::Token, std::unique_ptr<Content>> contents_;
  std::unordered_set<core::Token> fresh_;  // for save_new
};

}  // namespace heddle::erlang
