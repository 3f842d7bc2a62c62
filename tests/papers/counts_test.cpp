// Published numbers of interleavings. Each number is from the table or formula named beside it:
// "seed 002" is Aronis' dissertation, "peers" are measurements of other tools on the same program
// (facts/peers.md). Programs: heddle programs NAME.
#include <gtest/gtest.h>

#include "tests/support/oracle.hpp"

namespace heddle::tests {
namespace {

struct Row {
  const char* program;
  std::uint64_t optimal;
  std::uint64_t observers;
  const char* source;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.program; }

class PublishedCount : public testing::TestWithParam<Row> {};

TEST_P(PublishedCount, IsTheNumberOfInterleavings) {
  const Row& row = GetParam();
  const auto factory = toy::make_factory(toy::builtin(row.program), {.allow_deadlock = true});
  for (const char* name : {"optimal", "parsimonious", "observers"}) {
    const Explored explored = explore_with(name, factory, {.classes = false});
    const bool observers = name == std::string("observers");
    EXPECT_EQ(explored.counts.interleavings, observers ? row.observers : row.optimal)
        << row.source << ", " << name;
    EXPECT_EQ(explored.counts.sleep_set_blocked, 0U) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Tables, PublishedCount,
    testing::Values(
        Row{"fig21", 4, 4, "seed 002 section 2.4.1: four Mazurkiewicz traces"},
        Row{"readers(2)", 4, 4, "seed 002 table 3.1: 2^N"},
        Row{"readers(8)", 256, 256, "seed 002 table 3.1: 2^N"},
        Row{"readers(13)", 8192, 8192, "seed 002 table 3.1: 2^N"},
        Row{"lastzero(5)", 64, 64, "seed 002 table 3.1"},
        Row{"lastzero(10)", 3328, 3328, "seed 002 table 3.1"},
        Row{"lastzero(15)", 147456, 147456, "seed 002 table 3.1"},
        Row{"example31", 7, 7, "seed 002 section 3.5, n = 1"},
        Row{"example31moved", 5, 5, "seed 002 figure 6.1"},
        Row{"example31ext(2)", 13, 13, "seed 002 section 3.5, n = 2"},
        Row{"example31ext(9)", 55, 55, "seed 002 section 3.5, n = 9"},
        Row{"example31movedext(7)", 29, 29, "seed 002 table 3.1, example-3.1-ext(7)"},
        Row{"example31movedext(8)", 33, 33, "seed 002 table 3.1, example-3.1-ext(8)"},
        Row{"example31movedext(9)", 37, 37, "seed 002 table 3.1, example-3.1-ext(9)"},
        Row{"indexer(12)", 8, 8, "seed 002 table 3.1"},
        Row{"indexer(15)", 4096, 4096, "seed 002 table 3.1"},
        Row{"filesystem(14)", 2, 2, "seed 002 table 3.1"},
        Row{"filesystem(16)", 8, 8, "seed 002 table 3.1"},
        Row{"filesystem(18)", 32, 32, "seed 002 table 3.1"},
        Row{"filesystem(19)", 64, 64, "seed 002 table 3.1"},
        Row{"writers(4)", 24, 4, "seed 002 section 4.1: N! and N"},
        Row{"writers(7)", 5040, 7, "seed 002 section 4.1: N! and N"},
        Row{"firstof(4)", 24, 4, "seed 002 section 4.1: N! and N"},
        Row{"firstof(7)", 5040, 7, "seed 002 section 4.1: N! and N"},
        Row{"lock(3)", 30, 6, "seed 002 table 4.1"}, Row{"lock(4)", 336, 24, "seed 002 table 4.1"},
        Row{"lock(5)", 5040, 120, "seed 002 table 4.1"},
        Row{"lock(6)", 95040, 720, "seed 002 table 4.1"},
        Row{"selective(2)", 2, 1, "seed 002 table 4.1"},
        Row{"selective(6)", 720, 1, "seed 002 table 4.1"},
        Row{"selective(7)", 5040, 1, "seed 002 table 4.1"},
        Row{"selective(8)", 40320, 1, "seed 002 table 4.1"},
        Row{"dialogue(3)", 20, 20, "the orders of two clients' questions: (2N)!/(N!N!)"},
        Row{"counter(3)", 6, 6, "peers: mutex_counter(3), N! orders of the critical sections"},
        Row{"counter(4)", 24, 24, "peers: mutex_counter(4), N! orders of the critical sections"}));

// Seed 002 section 3.5: Source DPOR on the extended program, all runs including the blocked ones.
// Which ones are blocked depends on the choices the scheduler is free to make; for n = 1 there is
// no choice that matters.
TEST(SourceCount, OfFigure31) {
  const auto factory = toy::make_factory(toy::builtin("example31"), {});
  const Explored source = explore_with("source", factory);
  EXPECT_EQ(source.counts.interleavings + source.counts.sleep_set_blocked, 12U);
}

// Seed 002 table 3.1, column classic: readers(N) needs (3^N + 1) / 2 runs with persistent sets.
TEST(PersistentCount, OfReaders) {
  for (const auto& [program, runs] : {std::pair{"readers(2)", 5U}, {"readers(8)", 3281U}}) {
    const auto factory = toy::make_factory(toy::builtin(program), {});
    const Explored classic = explore_with("persistent", factory, {.classes = false});
    EXPECT_EQ(classic.counts.interleavings + classic.counts.sleep_set_blocked, runs) << program;
  }
}

// Peers: Nidhugg's Source DPOR finishes 3,328 runs of lastzero(10) and blocks 16,867.
TEST(SourceCount, OfLastzero) {
  const auto factory = toy::make_factory(toy::builtin("lastzero(10)"), {});
  const Explored source = explore_with("source", factory, {.classes = false});
  EXPECT_EQ(source.counts.interleavings, 3328U);
  EXPECT_EQ(source.counts.sleep_set_blocked, 16867U);
}

// The weaker algorithms never need fewer runs than the stronger ones.
TEST(Ordering, OfTheAlgorithms) {
  for (const char* program :
       {"lastzero(6)", "readers(5)", "indexer(13)", "filesystem(15)", "example31ext(3)", "lock(3)",
        "philosophers(3)", "peterson", "producer_consumer", "delayed", "timeout"}) {
    const auto factory = toy::make_factory(toy::builtin(program), {.allow_deadlock = true});
    std::uint64_t runs[4];
    const char* const names[] = {"observers", "optimal", "source", "persistent"};
    for (int i = 0; i < 4; ++i) {
      const explore::Counts counts = explore_with(names[i], factory, {.classes = false}).counts;
      runs[i] = counts.interleavings + counts.sleep_set_blocked;
    }
    EXPECT_LE(runs[0], runs[1]) << program;
    EXPECT_LE(runs[1], runs[2]) << program;
    EXPECT_LE(runs[1], runs[3]) << program;
  }
}

}  // namespace
}  // namespace heddle::tests
