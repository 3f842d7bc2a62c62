// SharedState: what the instances of one program have in common: the actors, and the contents
// behind the tokens.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/actor.hpp"

namespace heddle::core {

class SharedState {
 public:
  virtual ~SharedState() = default;
  virtual ActorTable& actors() = 0;
  /// Makes ids mean the same as where `keys` came from (ActorTable::keys()). Call before the first
  /// instance is made.
  virtual void seed(std::span<const ActorKey> keys) = 0;
  /// All contents of tokens seen so far, as bytes; `restore` adds them. For the same program only.
  virtual std::string save() const = 0;
  /// The same for those that were seen here since the last call; what `restore` added is not among
  /// them. Empty: none.
  virtual std::string save_new() = 0;
  /// Throws support::UserError if the bytes are damaged.
  virtual void restore(std::string_view bytes) = 0;
};

}  // namespace heddle::core
