// Explores toy programs and collects what tests compare: classes, outcomes, counts.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "explore/explorer.hpp"
#include "tests/support/environment.hpp"
#include "toy/toy.hpp"

namespace heddle::tests {

struct Explored {
  explore::Counts counts;
  std::set<std::uint64_t> classes;  // happens-before of maximal runs, without observers
  std::set<std::string> outcomes;
  std::uint64_t repeated_classes = 0;  // maximal runs whose class had been seen before
  bool complete = true;                // false: more interleavings than allowed
};

struct ExploreOptions {
  explore::Bounds bounds = {};
  std::uint64_t limit = 1'000'000;
  bool classes = true;
  /// Called for each finished run.
  std::function<void(explore::Explorer&)> on_run = {};
};

/// A number for the happens-before class of the run: equal for equivalent runs of programs from the
/// same factory.
std::uint64_t class_of(const core::Execution& execution, const core::HappensBefore& hb);

Explored explore_with(std::string_view algorithm, const core::ProgramFactory& factory,
                      const ExploreOptions& options = {});
/// Vidal's variants: counts.interleavings and outcomes only.
Explored explore_variants(const core::ProgramFactory& factory);

/// How many interleavings of a built-in program an algorithm needs.
std::uint64_t count(std::string_view algorithm, std::string_view builtin);

}  // namespace heddle::tests
