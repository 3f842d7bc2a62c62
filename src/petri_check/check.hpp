// Is this certificate right? Small, simple, and independent of everything that searches: it shares
// only the type of nets with the engine, so a mistake there cannot hide here.
//
//   const Verdict verdict = check(net, question, text);
//   if (!verdict.accepted) ... verdict.reason says what does not hold ...
//
// docs/formats/certificate.md has the format and the argument why accepting it proves the answer.
// Every number is an integer and every sum is checked for overflow; what does not fit is rejected.
#pragma once

#include <string>
#include <string_view>

#include "petri/net.hpp"

namespace heddle::petri_check {

struct Verdict {
  bool accepted = false;
  bool coverable = false;  // what the certificate claims
  std::string reason;      // why it is rejected
};

Verdict check(const petri::Net& net, const petri::Question& question, std::string_view certificate);

}  // namespace heddle::petri_check
