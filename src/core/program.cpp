#include "core/program.hpp"

#include "support/check.hpp"

namespace heddle::core {

ActorId Program::first_enabled() const {
  std::vector<ActorId> all;
  enabled(all);
  return all.empty() ? kNoActor : all.front();
}

bool Program::admits(Location location, Token /*operation*/,
                     std::span<const Token> /*before*/) const {
  HEDDLE_CHECK(false, "{} is guarded, but its front end does not say how", location_name(location));
  return false;
}

bool Program::commute(Token /*first*/, Token /*second*/) const { return false; }

}  // namespace heddle::core
