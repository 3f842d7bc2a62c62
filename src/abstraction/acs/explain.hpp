// Explanation: an abstract execution in words, and what in it may be the abstraction's doing.
#pragma once

#include <string>
#include <vector>

#include "abstraction/acs/blurred.hpp"
#include "abstraction/acs/property.hpp"
#include "petri/net.hpp"

namespace heddle::abstraction {

/// What an ACS forgets, and an abstract execution may have made use of.
struct Losses {
  bool order = false;         // a message overtook an older one of the same sender
  bool stack = false;         // a function may have returned to another caller
  bool identity = false;      // processes of one class were mixed up
  bool data = false;          // values that differ were not told apart
  std::string order_at = {};  // where, in words
  std::string stack_at = {};
  std::string identity_at = {};
  std::string data_at = {};
};

struct Explanation {
  std::vector<std::string> steps = {};  // one line each, with source lines
  /// The places in the source where a process communicates, in order: a guide for a search.
  std::vector<std::string> places = {};
  Losses losses = {};
  Blurred blurred = {};  // where an analysis would have to look deeper
};

/// `system`: the one that was encoded.
Explanation explain(const Machine& machine, const System& system, const Encoded& encoded,
                    const std::vector<petri::TransitionId>& firing);

/// "messages may have been received in another order than they were sent (at ...)".
std::vector<std::string> words(const Losses& losses);

}  // namespace heddle::abstraction
