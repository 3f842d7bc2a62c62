#include "abstraction/analysis.hpp"

#include <algorithm>
#include <map>

namespace heddle::abstraction {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

Analysis analyse(Program& program, const AnalysisOptions& options) {
  Analysis out;
  const auto start = Clock::now();
  out.machine = std::make_unique<Machine>(*program.code, options.depths, options.limits);
  out.complete =
      options.open ? out.machine->run_open(program.exported) : out.machine->run(program.entry);
  if (!out.complete) {
    out.analysis_seconds = since(start);
    return out;
  }
  out.full = make_system(*out.machine);
  out.analysis_seconds = since(start);
  const auto simplifying = Clock::now();
  switch (options.mode) {
    case Mode::kProperties:
      out.queries = stated_queries(out.full, *program.code, program.directives, program.labels);
      break;
    case Mode::kErrors:
      out.queries = failure_queries(out.full, *program.code);
      break;
    case Mode::kMailboxes:
      for (ClassId process = 0; process < out.full.classes.size(); ++process) {
        out.queries.push_back(mailbox_query(out.full, process, 1));
      }
      break;
  }
  std::vector<PlaceIndex> kept = places_of(out.queries);
  const std::vector<PlaceIndex> before = kept;
  out.simple = simplify(out.full, kept);
  std::map<PlaceIndex, PlaceIndex> moved;
  for (std::size_t i = 0; i < kept.size(); ++i) moved[before[i]] = kept[i];
  for (Query& query : out.queries) {
    for (Atom& atom : query.atoms) {
      for (PlaceIndex& place : atom.places) place = moved[place];
    }
  }
  out.simplification_seconds = since(simplifying);
  out.places_before = size_of(out.full);
  out.places_after = size_of(out.simple);
  return out;
}

}  // namespace heddle::abstraction
