#include "petri_check/check.hpp"

#include "petri_check/firing.hpp"
#include "petri_check/invariant.hpp"
#include "petri_check/parsed.hpp"
#include "petri_check/rejection.hpp"

namespace heddle::petri_check {

Verdict check(const petri::Net& net, const petri::Question& question,
              std::string_view certificate) {
  Verdict verdict;
  try {
    const Parsed parsed = parse(net, certificate);
    verdict.coverable = parsed.coverable;
    if (parsed.coverable) {
      check_firing(net, question, parsed);
    } else {
      check_invariant(net, question, parsed);
    }
    verdict.accepted = true;
  } catch (const Rejection& rejection) {
    verdict.reason = rejection.what();
  }
  return verdict;
}

}  // namespace heddle::petri_check
