#include "core/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::core {

const char* name(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::kAbnormalExit:
      return "abnormal_exit";
    case Finding::Kind::kAssertion:
      return "assertion";
    case Finding::Kind::kDeadlock:
      return "deadlock";
    case Finding::Kind::kLimit:
      return "limit";
  }
  return "?";
}

Verdict judge(bool found_error, bool samples, std::vector<CutOff> cut_off) {
  Verdict verdict;
  verdict.cut_off = std::move(cut_off);
  if (found_error) {
    verdict.answer = Answer::kError;
  } else if (std::any_of(verdict.cut_off.begin(), verdict.cut_off.end(),
                         [](const CutOff& c) { return !c.bound; })) {
    verdict.answer = samples ? Answer::kNoErrorInSamples : Answer::kInconclusive;
  } else if (samples) {
    verdict.answer = Answer::kNoErrorInSamples;
  } else if (!verdict.cut_off.empty()) {
    verdict.answer = Answer::kVerifiedUpToBound;
  }
  return verdict;
}

std::string words(const Verdict& verdict, std::uint64_t interleavings) {
  switch (verdict.answer) {
    case Answer::kVerified:
      return "verified";
    case Answer::kVerifiedUpToBound: {
      std::string bounds;
      for (const CutOff& cut : verdict.cut_off) {
        if (!bounds.empty()) bounds += " and ";
        bounds += cut.what;
      }
      return "verified up to " + bounds;
    }
    case Answer::kNoErrorInSamples:
      return fmt::format("no error in {} samples", interleavings);
    case Answer::kError:
      return "error";
    case Answer::kInconclusive:
      return "inconclusive";
  }
  return "?";
}

int exit_code(const Verdict& verdict) {
  switch (verdict.answer) {
    case Answer::kVerified:
      return 0;
    case Answer::kError:
      return 1;
    default:
      return 3;
  }
}

}  // namespace heddle::core
