// A recorded run, run again to its end, with its races: what races, variants, explain and the HTML
// page are made from.
//
// A trace usually ends with its error, and a minimised one has no step that the error could do
// without. What raced with the steps that led to it may come later, so the run goes on, always in
// the same way, before its races are looked for.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/trace.hpp"
#include "explore/decisive.hpp"
#include "explore/run_races.hpp"
#include "report/race_list.hpp"
#include "story/subject.hpp"

namespace heddle::story {

struct VariantRun {
  core::Trace trace;
  bool cut_off = false;     // before its end
  bool impossible = false;  // memory cannot behave like this, or somebody only waited in vain
};

class AnalysedRun {
 public:
  /// `schedule` is that of the trace, in a program that was loaded from it. `file`: the trace's,
  /// for commands.
  AnalysedRun(const Subject& subject, const core::Trace& recorded,
              std::span<const core::ActorId> schedule, std::string file);

  /// The whole run; its errors are those of the recorded part.
  const core::Trace& trace() const { return trace_; }
  const report::RaceList& races() const { return list_; }
  const explore::RunRaces& found() const { return *races_; }
  core::Program& program() { return *program_; }

  /// A run of this program as a trace of its own.
  core::Trace record(std::span<const core::ActorId> schedule);
  /// Runs the variant of a race, by its position, and goes on with a strategy; "first" is the one
  /// that is always the same. Throws UserError for an unknown one.
  VariantRun run_variant(std::size_t race, const std::string& strategy, std::uint64_t seed);

 private:
  void list_races();

  const Subject& subject_;
  std::string file_;
  std::unique_ptr<core::Program> program_;
  core::Trace trace_;
  std::unique_ptr<explore::RunRaces> races_;
  report::RaceList list_;
};

/// The trace's schedule in this program. Throws UserError where the program goes another way.
std::vector<core::ActorId> schedule_of(const core::Trace& trace, const std::string& file,
                                       core::Program& program);

/// The run of a trace file. Throws UserError where the program goes another way than the trace.
AnalysedRun analyse(const Subject& subject, const core::Trace& trace, const std::string& file);

/// The first error of a run, as a sentence without its end.
std::string what_went_wrong(const core::Trace& trace);

/// The decisive race and the run without the error, as reports show them.
struct Explanation {
  std::size_t race = 0;  // position in the list
  core::Trace twin;
  bool alone = true;
  std::string story;  // one sentence
};

struct ExplanationSearch {
  std::optional<Explanation> found = {};
  std::uint64_t executions = 0;
};
ExplanationSearch explain(AnalysedRun& run);

/// A run that is so long, or has so long a step, that it should not be run often.
bool reaches_limit(const core::Trace& trace);

}  // namespace heddle::story
