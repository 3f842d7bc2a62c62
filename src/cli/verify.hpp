// The loop of `heddle verify`: prove, or refute with a real execution, or refine and try again.
//
//   analyse at D, M, K -> each open property: coverable?
//     no  -> proved
//     yes -> a real execution? (refute.hpp)  yes -> refuted
//            no -> the abstract execution says where precision was lost: look deeper there,
//                  or everywhere (refinement.hpp)
//   until nothing is open, or there is nothing left to raise: unknown
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "abstraction/acs/explain.hpp"
#include "abstraction/analysis.hpp"
#include "cli/refinement.hpp"
#include "cli/refute.hpp"
#include "cli/verify_progress.hpp"
#include "core/trace.hpp"
#include "petri/net.hpp"

namespace heddle::cli {

struct VerifySettings {
  abstraction::Mode mode = abstraction::Mode::kProperties;
  bool open = false;
  abstraction::Depths depths = {};
  bool refine = true;
  RefinementLimits most = {};
  std::size_t states = 100'000;
  std::uint64_t most_messages = 8;  // mailbox bounds: larger ones are not looked for
  std::optional<std::chrono::milliseconds> time = {};  // for all
  std::chrono::milliseconds search_time{1000};         // for each search of a real execution
};

struct Verified {
  enum class Answer { kProved, kRefuted, kUnknown };
  Answer answer = Answer::kUnknown;
  abstraction::Query::Kind kind = abstraction::Query::Kind::kUncoverable;
  std::string text = {};
  std::string where = {};
  abstraction::Depths depths = {};  // at which it was decided
  std::string by = {};              // how it was decided, or what ran out
  std::string certificate = {};     // kProved by the coverability engine
  petri::Net net = {};              // what it certifies
  petri::Question question = {};
  std::optional<core::Trace> trace = {};   // kRefuted
  abstraction::Explanation abstract = {};  // kUnknown
  bool trivial = false;                    // what is counted cannot exist
  bool searched = false;                   // a real execution was looked for
};

/// One analysis, for the table of a report.
struct Pass {
  abstraction::Depths depths = {};
  bool complete = false;
  bool at_single_places = false;  // not complete: more than its share of the work
  std::size_t states = 0;
  std::size_t places_before = 0;
  std::size_t places_after = 0;
  double analysis_seconds = 0;
  double simplification_seconds = 0;
  double coverability_seconds = 0;
};

struct MailboxBound {
  std::string process = {};                 // the class
  std::optional<std::uint64_t> bound = {};  // none: none was proved
};

struct VerifyResult {
  std::vector<Verified> properties;
  std::vector<MailboxBound> bounds;
  std::vector<Pass> passes;
  std::vector<std::string> notes;
  std::string dot = {};  // the last ACS, simplified
  std::string json = {};
};

/// `refuter` may be null: then nothing is run. `progress`, if any, is told what is
/// done.
VerifyResult verify_program(abstraction::Program& program, const VerifySettings& settings,
                            Refuter* refuter, VerifyProgress* progress = nullptr);

}  // namespace heddle::cli
