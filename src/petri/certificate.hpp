// Writes the certificate of an answer, as docs/formats/certificate.md says. The checker that reads
// it (src/petri_check) shares no code with this.
#pragma once

#include <string>
#include <vector>

#include "petri/inequality.hpp"
#include "petri/net.hpp"
#include "petri/prune.hpp"

namespace heddle::petri {

/// What proves that no target is coverable.
struct Proof {
  std::vector<PlaceId> empty;  // places of the net
  /// What the proof speaks about: sets of places of the net, each looked at as one place.
  std::vector<std::vector<PlaceId>> places;
  // In the numbers of `places`:
  std::vector<Inequality> inequalities;
  std::vector<std::vector<Tokens>> basis;
};

std::string certificate_of(const Firing& firing);
std::string certificate_of(const Proof& proof);

}  // namespace heddle::petri
