// Workers that share the samples of one seed.
#include "dist/sampling.hpp"

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "toy/toy.hpp"

namespace heddle::dist {
namespace {

ExplorationResult sample_bank(SamplingOptions options) {
  options.strategy = "portfolio";
  options.seed = 7;
  return sample(toy::make_factory(toy::builtin("bank")), options);
}

using Error = std::tuple<std::vector<core::ActorId>, std::uint64_t, std::uint64_t>;

std::vector<Error> errors_of(const ExplorationResult& result) {
  std::vector<Error> out;
  for (const Found& found : result.found) {
    out.emplace_back(found.schedule, found.interleaving, found.runs);
  }
  return out;
}

TEST(Sampling, GivesTheSameWithAnyNumberOfJobs) {
  for (const std::uint64_t errors : {0U, 1U, 7U}) {
    const ExplorationResult one = sample_bank({.samples = 500, .stop_after_errors = errors});
    EXPECT_EQ(errors == 0 ? 500U : one.counts.interleavings, one.counts.interleavings);
    if (errors != 0) {
      EXPECT_EQ(runs_of(one.found), errors);
    }
    for (const unsigned jobs : {2U, 5U}) {
      const ExplorationResult many =
          sample_bank({.samples = 500, .jobs = jobs, .stop_after_errors = errors});
      EXPECT_EQ(many.counts.interleavings, one.counts.interleavings);
      EXPECT_EQ(many.counts.events, one.counts.events);
      EXPECT_EQ(errors_of(many), errors_of(one));
    }
  }
}

TEST(Sampling, SaysWhatCutItOff) {
  const auto factory =
      toy::make_factory(toy::parse("var x proc main() { while 1 { write x = 1 } }", "a.toy"));
  SamplingOptions options;
  options.samples = 20;
  options.length = 50;
  const ExplorationResult bounded = sample(factory, options);
  EXPECT_EQ(bounded.cut_off, (std::vector<core::CutOff>{{"length bound 50", false}}));
  EXPECT_EQ(bounded.goes_on, "main");
  EXPECT_EQ(bounded.counts.events, 20U * 50U);
  options.length.reset();
  options.time = std::chrono::milliseconds(50);
  const ExplorationResult stopped = sample(factory, options);
  EXPECT_EQ(stopped.counts.interleavings, 0U) << "a part of a run is no sample";
  EXPECT_EQ(stopped.cut_off, (std::vector<core::CutOff>{{"time limit 0.05 s", false}}));
}

TEST(Sampling, RefusesAnUnknownStrategy) {
  EXPECT_THROW(sample(toy::make_factory(toy::builtin("bank")), {.strategy = "luck"}),
               support::UserError);
}

}  // namespace
}  // namespace heddle::dist
