// The report of `--html`: what is known of a run and what running it again in other orders shows.
#pragma once

#include <optional>
#include <string>

#include "report/result.hpp"
#include "story/analysed_run.hpp"

namespace heddle::story {

/// Of an exploration. `trace_file`: where its trace was written, or empty.
std::string html_of(const Subject& subject, const report::Checked& checked,
                    const std::string& algorithm, const std::string& trace_file);

/// Of a run that was explained already.
std::string html_of(AnalysedRun& run, const std::optional<Explanation>& explanation,
                    const std::string& trace_file);

/// Of a trace that could be run again.
std::string html_of(const Subject& subject, const core::Trace& trace,
                    const std::string& trace_file);

/// Writes it; `-` is standard output. Throws UserError.
void write_html(const std::string& file, const std::string& html);

}  // namespace heddle::story
