#include "tests/support/oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "explore/variants.hpp"

namespace heddle::tests {

using core::Execution;

std::uint64_t class_of(const Execution& execution, const core::HappensBefore& hb) {
  std::vector<std::uint32_t> order(execution.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return execution[a].id() < execution[b].id();
  });
  std::uint64_t hash = 0x243f6a8885a308d3ULL;
  const auto mix = [&](std::uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
  };
  for (const std::uint32_t event : order) {
    mix(execution[event].actor());
    mix(execution[event].fingerprint());
    const auto clock = hb.clock(event);
    for (std::uint32_t actor = 0; actor < clock.size(); ++actor) {
      if (clock[actor] != 0) mix((std::uint64_t{actor} << 32) | clock[actor]);
    }
  }
  return hash;
}

Explored explore_with(std::string_view name, const core::ProgramFactory& factory,
                      const ExploreOptions& options) {
  Explored result;
  const auto program = factory();
  const auto algorithm = explore::make_algorithm(name);
  if (algorithm == nullptr) {
    ADD_FAILURE() << "no algorithm " << name;
    return result;
  }
  const auto search = explore::make_explorer(*program, *algorithm, {options.bounds});
  explore::Explorer& explorer = *search;
  explorer.start({});
  while (explorer.next_run()) {
    if (explorer.counts().interleavings > options.limit) {
      result.complete = false;
      break;
    }
    if (explorer.run_end() == explore::RunEnd::kSleepSetBlocked) continue;
    if (explorer.run_end() == explore::RunEnd::kMaximal) {
      result.outcomes.insert(program->outcome());
      if (options.classes) {
        const auto& hb = explorer.happens_before();
        if (!result.classes.insert(class_of(explorer.execution(), hb)).second) {
          ++result.repeated_classes;
        }
      }
    }
    if (options.on_run) options.on_run(explorer);
  }
  result.counts = explorer.counts();
  return result;
}

Explored explore_variants(const core::ProgramFactory& factory) {
  Explored result;
  const auto program = factory();
  explore::Variants variants(*program);
  while (variants.next_run()) result.outcomes.insert(program->outcome());
  result.counts.interleavings = variants.runs();
  return result;
}

std::uint64_t count(std::string_view algorithm, std::string_view builtin) {
  const Explored explored =
      explore_with(algorithm, toy::make_factory(toy::builtin(builtin), {}), {.classes = false});
  EXPECT_TRUE(explored.complete) << builtin << " with " << algorithm;
  return explored.counts.interleavings;
}

}  // namespace heddle::tests
