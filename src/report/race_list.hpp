// The races of a run as reports show them (`heddle races`, `heddle variants`, the HTML page).
//
// They are found by running the program again (explore/run_races.hpp); here they are plain data
// about a trace. Races are numbered from 1, in this list, in `heddle variants --race N` and in the
// page.
#pragma once

#include <cstddef>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "core/trace.hpp"

namespace heddle::report {

struct ListedRace {
  enum class Kind : std::uint8_t { kReceive, kMemory };
  std::size_t id = 0;  // from 1
  Kind kind = Kind::kMemory;
  /// Events of the trace. kReceive: the receive, and the send of a message it could have taken
  /// instead. kMemory: the earlier and the later step. If somebody `waits`, the later one was never
  /// taken, and `second` is the last step before it.
  std::size_t first = 0;
  std::size_t second = 0;
  std::optional<std::size_t> taken = {};  // kReceive: the send of the message it took
  std::string waits = {};                 // who
  /// Not an order of two steps, but what one of them read: another value was there to be read.
  bool other_read = false;
  std::string object;  // "the mailbox of P", "key answer of table #Ref<P.1>"
  bool reversible = true;
  std::string why;                        // why not, or what would happen instead
  std::vector<std::size_t> variant = {};  // events that the variant keeps, in order
  std::optional<core::Trace> run = {};    // of the variant, if it was run
  std::string command = {};               // that runs it
};

struct RaceList {
  std::vector<ListedRace> races;
  std::vector<std::size_t>
      receives;                      // all receives of the trace, also those with an empty race set
  std::vector<std::size_t> orphans;  // events that sent messages which nobody received
  std::size_t recorded = 0;          // steps that the trace file has; the run goes on from there
  bool cut_off = false;              // before its end
};

/// For each receive its race set, then the racing pairs of steps, then the orphans.
void print_race_list(std::ostream& out, const core::Trace& trace, const RaceList& list);
/// The same for programs (docs/formats/races.md).
std::string to_json(const core::Trace& trace, const RaceList& list);

/// One race in two or three lines.
void print_race(std::ostream& out, const core::Trace& trace, const ListedRace& race);
/// "step 5, P.1: receives {val,2}, f1e.erl:8"
std::string step_in_words(const core::Trace& trace, std::size_t event);

}  // namespace heddle::report
