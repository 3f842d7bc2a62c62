// Writes the certificate of an answer, as docs/formats/certificate.md says. The checker that reads
// it (src/petri_check) shares no code with this.
#pragma once

#include <string>
#include <vector>

#include "petri/inequality.hpp"
#include "petri/net.hpp"
#include "petri/prune.hpp"

namespace heddle::petri {

/// What proves that no target is coverable, in the numbers of the net.
struct Proof {
  std::vector<PlaceId> empty;
  std::vector<PlaceId> places;  // what the proof speaks about
  std::vector<Inequality> inequalities;
  std::vector<std::vector<Tokens>> basis;
};

std::string certificate_of(const Firing& firing);
std::string certificate_of(const Proof& proof);

}  // namespace heddle::petri
