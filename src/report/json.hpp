// The result as one JSON object: what `--json` prints (docs/formats/result.schema.json).
#pragma once

#include <string>

#include "report/result.hpp"

namespace heddle::report {

/// Indented, with a line feed at the end. Apart from `seconds` the same result gives the same
/// bytes.
std::string to_json(const Result& result);

/// "verified", "error", "bounded", "inconclusive", "sampled": the verdict for programs.
const char* word(core::Answer answer);

}  // namespace heddle::report
