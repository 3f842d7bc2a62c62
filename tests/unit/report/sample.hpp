// A small failed run for the tests of the report formats.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/result.hpp"

namespace heddle::report {

using Clock = std::vector<std::pair<core::ActorIndex, std::uint32_t>>;

inline core::TraceAccess at(core::Location location, core::AccessKind kind, std::string name) {
  return {{location, 0, kind}, std::move(name)};
}

/// Adds a step at t.erl:<10 + its index>.
inline core::TraceEvent& add_step(core::Trace& trace, core::ActorIndex actor,
                                  const std::string& operation,
                                  std::vector<core::TraceAccess> footprint, Clock clock) {
  core::TraceEvent event;
  event.actor = actor;
  for (const core::ActorIndex other : trace.schedule) event.ordinal += other == actor ? 1 : 0;
  event.text.operation = operation;
  event.text.source = {"t.erl", static_cast<int>(10 + trace.events.size())};
  event.footprint = std::move(footprint);
  event.clock = std::move(clock);
  trace.schedule.push_back(actor);
  return trace.events.emplace_back(std::move(event));
}

/// 1 main spawns a; 2 main spawns b; 3 a writes x; 4 b writes y; 5 main reads x and fails.
/// b's step cannot have influenced that. The only race is at x, of steps 3 and 5.
inline core::Trace sample_trace() {
  using core::AccessKind;
  core::Trace trace;
  trace.actors = {{"main", core::kNoActor, 0, 0}, {"a", 0, 0, 1}, {"b", 0, 0, 2}};
  add_step(trace, 0, "spawn a", {at(1, AccessKind::kProduce, "start of a")}, {{0, 1}});
  add_step(trace, 0, "spawn b", {at(2, AccessKind::kProduce, "start of b")}, {{0, 2}});
  add_step(trace, 1, "x := 1",
           {at(1, AccessKind::kConsume, "start of a"), at(3, AccessKind::kWrite, "x")},
           {{0, 1}, {1, 1}});
  add_step(trace, 2, "y := 1",
           {at(2, AccessKind::kConsume, "start of b"), at(4, AccessKind::kWrite, "y")},
           {{0, 2}, {2, 1}});
  add_step(trace, 0, "read x", {at(3, AccessKind::kRead, "x")}, {{0, 3}, {1, 1}}).text.value = "1";
  trace.errors = {{core::Finding::Kind::kAssertion, {0}, "x is not 0", "t.erl", 7}};
  return trace;
}

inline Checked checked(core::Trace trace) {
  Checked out{.test = "t:some_test/0", .result = {}};
  out.result.verdict = core::judge(true, false, {});
  out.result.interleavings = 4;
  out.result.seconds = 0.0126;
  for (const core::Finding& error : trace.errors) {
    out.result.add(describe(trace, error, 3, "t.json"));
  }
  out.trace = std::move(trace);
  out.text = "Error: x is not 0\n  and more\n";
  return out;
}

/// A test without an error.
inline Checked passed(std::vector<core::CutOff> cut_off = {}) {
  Checked out{.test = "t:other_test/0", .result = {}};
  out.result.verdict = core::judge(false, false, std::move(cut_off));
  out.result.interleavings = 2;
  out.result.seconds = 1;
  return out;
}

/// Everything that a careless writer trips over: quotes, markup, controls, broken UTF-8, a
/// character that XML does not have, DOT's and SARIF's own escapes.
inline const std::string kNasty =
    "\"'<b>&amp;]]>\\n\\\"{0}[a](1)\x1b[31m\t\x01\x7f\xc2\x9b\xff\xc3\xef\xbf\xbf "
    "gr\xc3\xbc\xc3\x9f\nend";

/// The nasty text wherever the program under test can put one.
inline Checked nasty() {
  core::Trace trace = sample_trace();
  for (core::TraceActor& actor : trace.actors) actor.name += kNasty;
  for (core::TraceEvent& event : trace.events) {
    event.text = {kNasty, kNasty, kNasty, kNasty, kNasty, {kNasty, 3}};
    for (core::TraceAccess& access : event.footprint) access.name += kNasty;
  }
  trace.errors[0].message = kNasty;
  trace.errors[0].file = kNasty;
  trace.blocked = {{2, kNasty, {}}};
  Checked out = checked(std::move(trace));
  out.test = kNasty;
  out.text = kNasty;
  out.result.verdict.cut_off = {{kNasty, false}};
  return out;
}

}  // namespace heddle::report
