// Reports of `heddle verify`: text for people, JSON for programs (docs/formats/verify.md).
#pragma once

#include <ostream>
#include <string>

#include "abstraction/program.hpp"
#include "cli/verify.hpp"

namespace heddle::cli {

struct VerifyReportOptions {
  bool verbose = false;         // also how each property was proved
  std::string trace_file = {};  // where the trace of the first refuted property is
};

void print_verified(std::ostream& out, const abstraction::Program& program,
                    const VerifyResult& result, const VerifyReportOptions& options);

/// Without times, so that the same program gives the same bytes.
std::string to_json(const abstraction::Program& program, const VerifyResult& result);

/// 0 all proved, 1 some refuted, 3 some unknown.
int exit_code(const VerifyResult& result);

}  // namespace heddle::cli
