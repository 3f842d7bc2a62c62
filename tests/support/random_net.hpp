// Small random nets, and the answer by brute force: the oracle of the coverability engine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "petri/net.hpp"

namespace heddle::tests {

struct AskedNet {
  petri::Net net;
  petri::Question question;
};

/// Deterministic in the seed. Many transitions carry a single token, so that there is something to
/// reduce; weights, tests, several targets and unbounded places occur.
AskedNet random_net(std::uint64_t seed);

/// Two processes with a control state and a variable each, and channels between them: a receive
/// overwrites the variable whatever its value was, which makes families of transitions.
AskedNet random_protocol(std::uint64_t seed);

/// The Karp–Miller tree, as it was published in 1969, without any refinement: whether some node
/// covers a conjunction. Nothing if it has more than `most` nodes.
std::optional<bool> karp_miller(const petri::Net& net, const petri::Question& question,
                                std::size_t most = 5000);

/// As .spec, for a message.
std::string words(const AskedNet& asked);

}  // namespace heddle::tests
