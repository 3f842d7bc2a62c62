// The result as one JSON object: what `--json` prints (docs/formats/result.schema.json).
#pragma once

#include <string>

#include "report/result.hpp"
#include "report/suite.hpp"

namespace heddle::report {

/// Indented, with a line feed at the end. Apart from `seconds` the same result gives the same
/// bytes.
std::string to_json(const Result& result);
/// The totals as those of a single result, and an array `tests`.
std::string to_json(const SuiteResult& suite);

/// "verified", "error", "bounded", "inconclusive", "sampled": the verdict for programs.
const char* word(core::Answer answer);

}  // namespace heddle::report
