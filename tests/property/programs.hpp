// Random programs for property tests: how many, which seeds, and what to print when one fails.
//
// HEDDLE_PROPERTY_PROGRAMS programs in each property (CI has fewer than the nightly target);
// HEDDLE_PROPERTY_SEED is the first seed. A failing program is shrunk and printed with its seed.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "tests/support/oracle.hpp"
#include "toy/generate.hpp"

namespace heddle::tests {

/// What is wrong with a program; empty: nothing.
using Property = std::function<std::string(const core::ProgramFactory&)>;

inline std::string judge(const toy::Source& source, const Property& property) {
  const auto factory = toy::make_factory(std::make_shared<toy::Source>(source), {});
  try {
    return property(factory);
  } catch (const std::exception& error) {
    return std::string("exception: ") + error.what();
  }
}

/// Checks `share` of the programs that the environment asks for.
inline void for_all_programs(const toy::GenerateOptions& options, double share,
                             const Property& property) {
  const auto programs = static_cast<std::uint64_t>(
      share * static_cast<double>(from_environment("HEDDLE_PROPERTY_PROGRAMS", 2000)));
  const std::uint64_t first = from_environment("HEDDLE_PROPERTY_SEED", 1);
  for (std::uint64_t seed = first; seed < first + programs; ++seed) {
    const toy::Source source = toy::generate(seed, options);
    const std::string wrong = judge(source, property);
    if (wrong.empty()) continue;
    const toy::Source small = toy::shrink(
        source, [&](const toy::Source& other) { return !judge(other, property).empty(); });
    ADD_FAILURE() << "seed " << seed << ": " << wrong << "\nsmallest program:\n"
                  << toy::print(small) << "there: " << judge(small, property);
    return;
  }
}

}  // namespace heddle::tests
