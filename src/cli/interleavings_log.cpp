#include "cli/interleavings_log.hpp"

#include <fmt/format.h>

#include <sstream>

#include "explore/explorer.hpp"
#include "explore/replay.hpp"
#include "report/text.hpp"
#include "support/printable.hpp"

namespace heddle::cli {

std::string log_of_interleavings(const Subject& program, const std::string& algorithm,
                                 const explore::Bounds& bounds, std::uint64_t most) {
  const auto how = explore::make_algorithm(algorithm);
  if (how == nullptr) return "";
  const auto instance = program.factory();
  const auto describer = program.factory();
  explore::ExplorerOptions options;
  options.bounds = bounds;
  const auto explorer = explore::make_explorer(*instance, *how, options);
  explorer->start({});
  std::ostringstream out;
  while (explorer->counts().interleavings < most && explorer->next_run()) {
    if (explorer->run_end() == explore::RunEnd::kSleepSetBlocked) continue;
    const core::Trace trace = explore::record(*describer, explorer->schedule());
    const std::string ends = trace.errors.empty() ? "no error" : trace.errors.front().message;
    out << fmt::format("Interleaving {}: {}\n", explorer->counts().interleavings,
                       support::printable(ends));
    report::print_steps(out, trace, {});
    out << '\n';
  }
  return std::move(out).str();
}

}  // namespace heddle::cli
