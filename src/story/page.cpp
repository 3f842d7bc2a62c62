#include "story/page.hpp"

#include <fmt/format.h>

#include <iostream>
#include <span>

#include "explore/replay.hpp"
#include "report/html.hpp"
#include "report/json.hpp"
#include "report/words.hpp"
#include "story/exploration_tree.hpp"
#include "support/embedded.hpp"
#include "support/file.hpp"

namespace heddle::story {

std::span<const support::EmbeddedFile> embedded_page();  // cmake/Embed.cmake

namespace {

using report::HtmlReport;
using report::ListedRace;

// The races of longer runs take longer to find than people wait, and the page longer to draw.
constexpr std::size_t kMostSteps = 2'000;
// How much of the page the runs of variants may fill.
constexpr std::size_t kMostVariantSteps = 5'000;

// So that the page can show a variant without running anything.
void run_variants(AnalysedRun& run, report::RaceList& list) {
  if (reaches_limit(run.trace())) return;
  std::size_t left = kMostVariantSteps;
  for (ListedRace& race : list.races) {
    if (!race.reversible || left < run.trace().events.size()) continue;
    try {
      VariantRun variant = run.run_variant(race.id - 1, "first", 0);
      if (variant.cut_off || variant.impossible || variant.trace.events.size() > left) continue;
      left -= variant.trace.events.size();
      race.run = std::move(variant.trace);
    } catch (const explore::ScheduleError&) {
      // Its command says why.
    }
  }
}

// Of a receive, the two messages change places.
std::pair<std::size_t, std::size_t> decisive_pair(const ListedRace& race) {
  if (race.kind == ListedRace::Kind::kReceive && race.taken) return {*race.taken, race.second};
  return {race.first, race.second};
}

void add_run(HtmlReport& report, AnalysedRun& run, const std::optional<Explanation>& explanation) {
  report.trace = run.trace();
  report.races = run.races();
  run_variants(run, report.races);
  if (explanation) {
    report.story = explanation->story;
    report.twin = explanation->twin;
    report.decisive = decisive_pair(report.races.races[explanation->race]);
    report.decides_alone = explanation->alone;
  }
}

// A trace of a C++ test has the command for its one schedule in itself.
std::string replay_command(const core::Trace& trace, const std::string& trace_file) {
  if (!trace_file.empty()) return "heddle replay " + trace_file;
  const bool itself = !trace.command.empty() && trace.command.front() == "replay";
  return itself ? "heddle " + report::joined(trace.command, " ") : std::string();
}

void add_trace(HtmlReport& report, const Subject& subject, const core::Trace& trace,
               const std::string& trace_file) {
  const std::string file = trace_file.empty() ? "heddle-trace.json" : trace_file;
  report.replay = replay_command(trace, trace_file);
  if (!trace.errors.empty()) report.story = what_went_wrong(trace);
  report.trace = trace;
  report.analysed = trace.events.size() <= kMostSteps;
  if (!report.analysed) return;
  AnalysedRun run = analyse(subject, trace, file);
  const auto explanation = trace.errors.empty() ? std::nullopt : explain(run).found;
  add_run(report, run, explanation);
}

std::string verdict_of(const core::Trace& trace) {
  return trace.errors.empty() ? "no error in this run" : "error";
}

}  // namespace

std::string html_of(const Subject& subject, const report::Checked& checked,
                    const std::string& algorithm, const std::string& trace_file) {
  HtmlReport report;
  report.title = checked.test;
  report.verdict = report::word(checked.result.verdict.answer);
  report.result = checked.result;
  report.algorithm = algorithm;
  report.seed = checked.seed;
  report.model = subject.model;
  if (checked.trace) add_trace(report, subject, *checked.trace, trace_file);
  if (!checked.trace || !reaches_limit(*checked.trace)) {
    report::Tree tree = exploration_tree(subject, algorithm);
    if (!tree.nodes.empty()) report.tree = std::move(tree);
  }
  return report::to_html(report, embedded_page().front().text);
}

std::string html_of(const Subject& subject, const core::Trace& trace,
                    const std::string& trace_file) {
  HtmlReport report;
  report.title = trace.program;
  report.verdict = verdict_of(trace);
  report.algorithm = trace.algorithm;
  add_trace(report, subject, trace, trace_file);
  return report::to_html(report, embedded_page().front().text);
}

std::string html_of(AnalysedRun& run, const std::optional<Explanation>& explanation,
                    const std::string& trace_file) {
  HtmlReport report;
  report.title = run.trace().program;
  report.verdict = verdict_of(run.trace());
  report.algorithm = run.trace().algorithm;
  report.replay = "heddle replay " + trace_file;
  if (!run.trace().errors.empty()) report.story = what_went_wrong(run.trace());
  add_run(report, run, explanation);
  return report::to_html(report, embedded_page().front().text);
}

void write_html(const std::string& file, const std::string& html) {
  if (file == "-") {
    std::cout << html;
  } else {
    support::write_file_atomically(file, html, "HTML report");
  }
}

}  // namespace heddle::story
