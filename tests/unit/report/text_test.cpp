#include "report/text.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "report/causal_past.hpp"
#include "report/cell.hpp"

namespace heddle::report {
namespace {

using core::AccessKind;
using core::Finding;
using core::Trace;

/// A step of `actor` that touches `location` and has this clock.
void add_event(Trace& trace, core::ActorIndex actor, const std::string& operation,
               core::Location location,
               std::vector<std::pair<core::ActorIndex, std::uint32_t>> clock) {
  core::TraceEvent event;
  event.actor = actor;
  for (const core::ActorIndex a : trace.schedule) event.ordinal += a == actor ? 1 : 0;
  event.text.operation = operation;
  event.text.source = {"t.toy", static_cast<int>(10 + trace.events.size())};
  event.footprint = {{{location, 0, AccessKind::kUpdate}, "x"}};
  event.clock = std::move(clock);
  trace.events.push_back(event);
  trace.schedule.push_back(actor);
}

// main acts, a and b act independently of each other, main sees a's step and fails. So b's step
// (the third) is the only one that could not influence the error.
Trace sample() {
  Trace trace;
  trace.actors = {{"main", core::kNoActor, 0, 0}, {"a", 0, 0, 1}, {"b", 0, 0, 2}};
  add_event(trace, 0, "start", 1, {{0, 1}});
  add_event(trace, 1, "x := 1", 2, {{0, 1}, {1, 1}});
  add_event(trace, 2, "y := 1", 3, {{0, 1}, {2, 1}});
  add_event(trace, 0, "r = read x", 2, {{0, 2}, {1, 1}});
  trace.events[3].text.value = "1";
  trace.errors = {{Finding::Kind::kAssertion, {0}, "r == 0 does not hold", "t.toy", 7}};
  return trace;
}

std::string error_text(const Trace& trace, const TextOptions& options) {
  std::ostringstream out;
  print_error(out, trace, options);
  return out.str();
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

/// Whether one line contains all these words in this order.
bool has_line(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& line : lines(text)) {
    std::size_t at = 0;
    bool all = true;
    for (const std::string& word : words) {
      at = all ? line.find(word, at) : at;
      all = all && at != std::string::npos;
    }
    if (all) return true;
  }
  return false;
}

TEST(PrintError, SaysTheErrorFirstThenTheNumberedSteps) {
  const std::string text = error_text(sample(), {});
  EXPECT_TRUE(lines(text)[0].starts_with("Error: r == 0 does not hold")) << text;
  EXPECT_TRUE(has_line(text, {"assertion in main at t.toy:7"})) << text;
  EXPECT_TRUE(has_line(text, {"4 steps, 3 context switches"})) << text;  // main a b main
  EXPECT_TRUE(has_line(text, {"1 >", "main", "start", "t.toy:10"})) << text;
  EXPECT_TRUE(has_line(text, {"4 >", "main", "r = read x", "-> 1", "t.toy:13"})) << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos) << "colours although nobody asked";
}

TEST(PrintError, MarksAStepOnlyWhereAnotherActorGoesOn) {
  Trace trace = sample();
  add_event(trace, 0, "last", 1, {{0, 3}, {1, 1}});
  const std::string text = error_text(trace, {});
  EXPECT_TRUE(has_line(text, {"5 steps, 3 context switches"})) << text;
  EXPECT_TRUE(has_line(text, {"4 > main"})) << text;
  EXPECT_TRUE(has_line(text, {"5   main", "last"})) << text;
}

TEST(PrintError, CausalPastLeavesOutWhatCouldNotMatter) {
  EXPECT_EQ(causal_past(sample()), (std::vector<bool>{true, true, false, true}));
  const std::string text = error_text(sample(), {.causal_past_only = true});
  EXPECT_TRUE(has_line(text, {"3 of 4 steps, 2 context switches"})) << text;
  EXPECT_EQ(text.find("y := 1"), std::string::npos) << text;
  EXPECT_TRUE(has_line(text, {"4 >", "read x"})) << "numbers are those of the whole run: " << text;
  EXPECT_TRUE(has_line(text, {"Left out: 1 step that"})) << text;
}

TEST(CausalPast, WithoutAnErrorIsEverything) {
  Trace trace = sample();
  trace.errors.clear();
  EXPECT_EQ(causal_past(trace), std::vector<bool>(4, true));
  EXPECT_TRUE(has_line(error_text(trace, {}), {"No error in this run."}));
}

TEST(CausalPast, OfAWaitingActorContainsWhatItWaitsFor) {
  // main waits for location 3, which b touched last: b's step is why main waits, though main has
  // not seen it.
  Trace trace = sample();
  trace.errors[0].kind = Finding::Kind::kDeadlock;
  trace.blocked = {{0, "the lock y", {{{3, 0, AccessKind::kAcquire}, "y"}}}};
  EXPECT_EQ(causal_past(trace), std::vector<bool>(4, true));
  trace.blocked[0].footprint[0].access.location = 99;  // nobody was there
  EXPECT_EQ(causal_past(trace), (std::vector<bool>{true, true, false, true}));
  trace.blocked[0] = {1, "the lock y", {{{3, 0, AccessKind::kAcquire}, "y"}}};  // not main's error
  EXPECT_EQ(causal_past(trace), (std::vector<bool>{true, true, false, true}));
}

TEST(PrintError, SaysWhoWaitsAndHowToReplay) {
  Trace trace = sample();
  trace.blocked = {{1, "the lock m", {}}};
  trace.command = {"explore", "it's.toy"};
  EXPECT_TRUE(has_line(error_text(trace, {}), {"a", "for the lock m"}));
  EXPECT_EQ(error_text(trace, {}).find("Replay"), std::string::npos) << "there is no trace file";
  const std::string text = error_text(trace, {.trace_file = "my trace.json"});
  EXPECT_TRUE(has_line(text, {"heddle replay 'my trace.json'"})) << text;
  EXPECT_TRUE(has_line(text, {"heddle explore 'it'\\''s.toy'"})) << text;
}

TEST(PrintError, ShowsTheConstraintOfAReceiveOnce) {
  Trace trace = sample();
  trace.events[0].text.operation = "receive";
  trace.events[0].text.constraint = "(1, x) when x > 0";
  trace.events[0].text.message = "a:1";
  trace.events[1].text.operation = "receive (2)";
  trace.events[1].text.constraint = "(2)";
  const std::string text = error_text(trace, {});
  EXPECT_TRUE(has_line(text, {"receive (1, x) when x > 0", "[a:1]"})) << text;
  EXPECT_EQ(text.find("(2) (2)"), std::string::npos) << text;
}

TEST(PrintError, TextOfTheProgramStaysOnItsLineAndWithinItsWidth) {
  Trace trace = sample();
  trace.events[3].text.value = "two\nlines \x1b[31m" + std::string(1000, 'z');
  trace.actors[0].name = "main\r";
  trace.errors[0].message = "\x1b]0;title\x07 " + std::string(200, 'm');
  const std::string text = error_text(trace, {.width = 20});
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\r'), std::string::npos);
  EXPECT_EQ(text.find('\x07'), std::string::npos);
  EXPECT_TRUE(has_line(text, {"-> two\\nlines \\x1b[3..."})) << text;  // 17 characters and dots: 20
  EXPECT_TRUE(has_line(text, {std::string(200, 'm')})) << "the message is never shortened";
}

TEST(PrintError, ColoursOnlyAdd) {
  Trace trace = sample();
  trace.blocked = {{1, "the lock m", {}}};
  const std::string plain = error_text(trace, {});
  std::string coloured = error_text(trace, {.colour = true});
  EXPECT_NE(coloured, plain);
  // Without the escape sequences (ESC [ digits m) it is the same text.
  for (std::size_t at; (at = coloured.find('\x1b')) != std::string::npos;) {
    coloured.erase(at, coloured.find('m', at) - at + 1);
  }
  EXPECT_EQ(coloured, plain);
}

TEST(PrintError, ListsTheRacesIfAsked) {
  // main's read of x (the fourth step) and a's update before it; everybody touches other places
  // otherwise.
  const std::string text = error_text(sample(), {.show_races = true});
  EXPECT_TRUE(has_line(text, {"1 race: pairs of steps that might also have come"})) << text;
  EXPECT_TRUE(has_line(text, {"1. at x: a before main, or main before a"})) << text;
  EXPECT_TRUE(has_line(text, {"2 a  x := 1  t.toy:11"})) << text;
  EXPECT_TRUE(has_line(text, {"4 main  r = read x  -> 1  t.toy:13"})) << text;
  EXPECT_EQ(error_text(sample(), {}).find("race"), std::string::npos);
}

TEST(PrintError, ListsTheRacesOfThoseWhoWait) {
  Trace trace = sample();
  trace.events[1].footprint[0].access.kind = AccessKind::kAcquire;
  trace.events[3].footprint.clear();
  trace.blocked = {{2, "the lock m", {{{2, 0, AccessKind::kAcquire}, "m"}}}};
  const std::string text = error_text(trace, {.show_races = true});
  EXPECT_TRUE(has_line(text, {"1. at m: a before b, or b before a"})) << text;
  EXPECT_TRUE(has_line(text, {"- b  waits for the lock m"})) << text;
}

TEST(PrintError, SaysThatThereAreNoRaces) {
  EXPECT_TRUE(has_line(error_text({}, {.show_races = true}), {"No races"}));
}

TEST(PrintError, AnEmptyTraceIsNoProblem) {
  EXPECT_TRUE(has_line(error_text({}, {.causal_past_only = true}), {"0 steps, 0 context"}));
}

TEST(PrintSummary, SaysVerdictCountsAndWhatWasCutOff) {
  Result result;
  result.verdict = core::judge(false, false, {{"preemption bound 2", true}});
  result.interleavings = 17;
  result.sleep_set_blocked = 3;
  result.events = 123;
  result.seconds = 1.2344;
  std::ostringstream out;
  print_summary(out, result, {});
  const std::string text = out.str();
  EXPECT_EQ(lines(text)[0], "Verdict: verified up to preemption bound 2");
  EXPECT_TRUE(has_line(text, {"interleavings", "17"})) << text;
  EXPECT_TRUE(has_line(text, {"sleep-set blocked", "3"})) << text;
  EXPECT_TRUE(has_line(text, {"events", "123"})) << text;
  EXPECT_TRUE(has_line(text, {"time", "1.234 s"})) << text;
  EXPECT_TRUE(has_line(text, {"errors", "0"})) << text;
  EXPECT_TRUE(has_line(text, {"cut off by", "preemption bound 2"})) << text;
}

TEST(PrintSummary, ListsTheErrors) {
  Result result;
  result.verdict = core::judge(true, false, {});
  result.errors = {describe(sample(), sample().errors[0], 5, "t.json")};
  std::ostringstream out;
  print_summary(out, result, {});
  EXPECT_EQ(lines(out.str())[0], "Verdict: error");
  EXPECT_TRUE(has_line(out.str(), {"1. r == 0 does not hold (assertion, t.toy:7, interleaving 5, "
                                   "trace t.json)"}))
      << out.str();
  EXPECT_EQ(out.str().find("cut off"), std::string::npos);
}

TEST(Cell, EscapesControlCharactersAndBrokenText) {
  EXPECT_EQ(printable("a\tb\n"), "a\\tb\\n");
  EXPECT_EQ(printable("\x1b\x7f"), "\\x1b\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\xc2\\x9b31m");  // U+009B begins an escape sequence, too
  EXPECT_EQ(printable("gr\xc3\xbc\xc3\x9f"), "gr\xc3\xbc\xc3\x9f");
  EXPECT_EQ(printable("\xc3"), "\\xc3");                         // cut off
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");                // '/' in too long a form
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");       // a surrogate
  EXPECT_EQ(printable("\xf0\x9f\x90\x9d"), "\xf0\x9f\x90\x9d");  // U+1F41D
}

TEST(Cell, CountsCharactersNotBytes) {
  EXPECT_EQ(length("gr\xc3\xbc\xc3\x9f"), 4U);
  EXPECT_EQ(shorten("gr\xc3\xbc\xc3\x9f", 4), "gr\xc3\xbc\xc3\x9f");
  EXPECT_EQ(shorten("\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc", 4), "\xc3\xbc...");
  EXPECT_EQ(shorten("abcdef", 2), "..");
  EXPECT_EQ(pad("\xc3\xbc", 3), "\xc3\xbc  ");
  EXPECT_EQ(pad("abcd", 3), "abcd");
}

}  // namespace
}  // namespace heddle::report
