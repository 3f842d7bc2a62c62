// Verdicts, findings and exit codes (DESIGN.md section 9).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/actor.hpp"

namespace heddle::core {

/// An error of the checked program.
struct Finding {
  enum class Kind : std::uint8_t { kAbnormalExit, kAssertion, kDeadlock, kLimit };
  Kind kind = Kind::kAbnormalExit;
  std::vector<ActorId> actors;  // whose error it is; for a deadlock all that wait
  std::string message;          // one line, without the place
  std::string file;
  int line = 0;
  bool operator==(const Finding&) const = default;
};

const char* name(Finding::Kind kind);

/// Why an exploration did not look at everything. Each is said in the verdict.
struct CutOff {
  std::string what;    // "preemption bound 2", "time limit 10 s", "interrupted"
  bool bound = false;  // a bound with a guarantee (verified up to it), not just a stop
  bool operator==(const CutOff&) const = default;
};

enum class Answer : std::uint8_t {
  kVerified,
  kVerifiedUpToBound,
  kNoErrorInSamples,
  kError,
  kInconclusive
};

struct Verdict {
  Answer answer = Answer::kVerified;
  std::vector<CutOff> cut_off;
};

/// `samples`: the runs were sampled, not enumerated.
Verdict judge(bool found_error, bool samples, std::vector<CutOff> cut_off);

/// "verified", "verified up to preemption bound 2", "no error in 1000 samples", "error",
/// "inconclusive".
std::string words(const Verdict& verdict, std::uint64_t interleavings);

/// 0 verified, 1 error, 3 something was cut off. (2, bad input or a defect of ours, is never a
/// verdict.)
int exit_code(const Verdict& verdict);

}  // namespace heddle::core
