#include "tests/support/erlang_outcomes.hpp"

#include "erlang/program.hpp"
#include "explore/explorer.hpp"

namespace heddle::tests {
namespace {

ErlangOutcomes explore_watching(const std::shared_ptr<erlang::World>& world, const char* algorithm,
                                std::uint64_t most) {
  ErlangOutcomes result;
  erlang::Program program(world);
  const auto how = explore::make_algorithm(algorithm);
  const auto search = explore::make_explorer(program, *how, {});
  explore::Explorer& explorer = *search;
  explorer.start({});
  while (result.complete && explorer.next_run()) {
    if (explorer.run_end() != explore::RunEnd::kSleepSetBlocked) {
      result.outcomes.insert(program.outcome());
    }
    result.complete = most == 0 || explorer.counts().interleavings <= most;
  }
  result.interleavings = explorer.counts().interleavings;
  return result;
}

}  // namespace

ErlangOutcomes explore_all(beam::CodeBase& code, const std::string& module,
                           const std::string& function, const char* algorithm, std::uint64_t most,
                           const erlang::Options& options) {
  const auto world = std::make_shared<erlang::World>(code, module, function, options);
  while (true) {
    try {
      return explore_watching(world, algorithm, most);
    } catch (const erlang::NeedsWatch& needs) {
      world->watch(needs);
    }
  }
}

}  // namespace heddle::tests
