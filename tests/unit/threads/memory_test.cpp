// Memory models against the published litmus tests (tests/data/litmus.json) and against brute force
// (tests/support/memory_oracle.hpp).
#include <gtest/gtest.h>

#include <cstdlib>
#include <deque>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "heddle/atomic.hpp"
#include "heddle/explore.hpp"
#include "heddle/mutex.hpp"
#include "heddle/thread.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/memory_oracle.hpp"
#include "tests/support/source_dir.hpp"

namespace heddle {
namespace {

using tests::Instruction;
using tests::MemoryOutcome;
using tests::MemoryProgram;
using Kind = Instruction::Kind;

// Executes an instruction on an atomic or an atomic_ref.
template <class Cell>
void execute(const Instruction& code, Cell& cell, mutex& lock, std::vector<int>& read) {
  int found = code.expected;
  switch (code.kind) {
    case Kind::kRead:
      read.push_back(cell.load(code.order));
      break;
    case Kind::kWrite:
      cell.store(code.value, code.order);
      break;
    case Kind::kUpdate:
      read.push_back(cell.fetch_add(code.value, code.order));
      break;
    case Kind::kFence:
      heddle::atomic_thread_fence(code.order);
      break;
    case Kind::kCompareExchange:
      cell.compare_exchange_strong(found, code.value, code.order, code.failure);
      read.push_back(found);
      break;
    case Kind::kWeakCompareExchange: {
      const bool done = cell.compare_exchange_weak(found, code.value, code.order, code.failure);
      read.push_back(found);
      read.push_back(done ? 1 : 0);
      break;
    }
    case Kind::kLock:
      lock.lock();
      break;
    case Kind::kUnlock:
      lock.unlock();
      break;
  }
}

MemoryOutcome run(const MemoryProgram& program, bool by_reference = false) {
  std::deque<atomic<int>> cells;
  for (int i = 0; i < program.cells; ++i) cells.emplace_back(0);
  std::vector<int> plain(static_cast<std::size_t>(program.cells));
  std::deque<mutex> locks(static_cast<std::size_t>(std::max(program.locks, 1)));
  std::vector<std::vector<int>> read(program.threads.size());
  std::vector<thread> threads;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    threads.emplace_back([&, t] {
      for (const Instruction& code : program.threads[t]) {
        const auto at = static_cast<std::size_t>(code.cell);
        const bool locks_or_not = code.kind == Kind::kLock || code.kind == Kind::kUnlock;
        mutex& lock = locks[locks_or_not ? at : 0];
        if (by_reference && !locks_or_not) {
          atomic_ref<int> cell(plain[at]);
          execute(code, cell, lock, read[t]);
        } else {
          execute(code, cells[locks_or_not ? 0 : at], lock, read[t]);
        }
      }
    });
  }
  for (thread& t : threads) t.join();
  MemoryOutcome outcome;
  for (const auto& values : read) outcome.insert(outcome.end(), values.begin(), values.end());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    outcome.push_back(by_reference ? atomic_ref<int>(plain[i]).load() : cells[i].load());
  }
  return outcome;
}

struct Explored {
  std::set<MemoryOutcome> outcomes;
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;
};

Explored explored(const MemoryProgram& program, memory model, const char* algorithm,
                  bool by_reference = false) {
  options how;
  how.memory = model;
  how.algorithm = algorithm;
  how.spin_detection = false;
  const auto all = explore([&] { return run(program, by_reference); }, how);
  Explored result{{}, all.executions, all.blocked};
  EXPECT_TRUE(all.complete) << all.cut_off;
  for (const auto& entry : all.entries) {
    EXPECT_EQ(entry.kind, condition::value) << entry.text;
    if (entry.value) result.outcomes.insert(*entry.value);
  }
  return result;
}

std::set<MemoryOutcome> expected(const MemoryProgram& program, memory model) {
  switch (model) {
    case memory::sc:
      return outcomes_sc(program);
    case memory::tso:
      return outcomes_tso(program);
    case memory::pso:
      return outcomes_pso(program);
    case memory::cpp:
      return outcomes_rc11(program);
  }
  return {};
}

std::memory_order order_of(const std::string& kind, const std::string& column) {
  if (column == "C++rlx") return std::memory_order_relaxed;
  if (column == "C++ra") {
    if (kind == "R") return std::memory_order_acquire;
    return kind == "W" ? std::memory_order_release : std::memory_order_acq_rel;
  }
  return std::memory_order_seq_cst;
}

MemoryProgram parse(const nlohmann::json& test, const std::string& column) {
  MemoryProgram program;
  const auto locations = test["locs"].get<std::vector<std::string>>();
  program.cells = static_cast<int>(locations.size());
  for (const auto& thread : test["program"]) {
    tests::Code code;
    for (const auto& words : thread) {
      const std::string kind = words[0];
      Instruction instruction;
      if (kind == "F") {
        instruction.kind = Kind::kFence;
        code.push_back(instruction);
        continue;
      }
      const auto at = std::find(locations.begin(), locations.end(), words[1].get<std::string>());
      instruction.cell = static_cast<int>(at - locations.begin());
      instruction.kind = kind == "R" ? Kind::kRead : kind == "W" ? Kind::kWrite : Kind::kUpdate;
      if (kind != "R") instruction.value = words[2];
      instruction.order = order_of(kind, column);
      code.push_back(instruction);
    }
    program.threads.push_back(std::move(code));
  }
  return program;
}

// The part of an outcome that the table shows.
std::vector<int> projected(const nlohmann::json& test, const MemoryProgram& program,
                           const MemoryOutcome& outcome) {
  const std::string projection = test["projection"];
  std::vector<int> shown;
  std::size_t next = 0;
  for (const auto& thread : program.threads) {
    for (const Instruction& code : thread) {
      if (code.kind != Kind::kRead && code.kind != Kind::kUpdate) continue;
      const int value = outcome[next++];
      if (projection[0] != 'r' || (projection == "r2" && code.kind == Kind::kUpdate)) continue;
      shown.push_back(value);
    }
  }
  const std::size_t finals = outcome.size() - next;
  for (std::size_t cell = 0; cell < finals; ++cell) {
    const bool wanted =
        projection == "f" || projection == "rf" || projection == "rf" + std::to_string(cell);
    if (wanted) shown.push_back(outcome[next + cell]);
  }
  return shown;
}

TEST(Litmus, EveryModelGivesThePublishedSets) {
  std::ifstream file(heddle::tests::source_path("tests/data/litmus.json"));
  const nlohmann::json tests = nlohmann::json::parse(file);
  const std::map<std::string, memory> columns = {{"SC", memory::sc},     {"TSO", memory::tso},
                                                 {"PSO", memory::pso},   {"C++sc", memory::cpp},
                                                 {"C++ra", memory::cpp}, {"C++rlx", memory::cpp}};
  for (const auto& [name, test] : tests.items()) {
    for (const auto& [column, model] : columns) {
      const MemoryProgram program = parse(test, column);
      std::set<std::vector<int>> want;
      for (const auto& row : test["outcomes"][column]) {
        std::vector<int> values;
        for (const auto& value : row) {
          if (value.is_number()) values.push_back(value);
        }
        want.insert(values);
      }
      for (const char* algorithm : {"optimal", "observers"}) {
        const Explored all = explored(program, model, algorithm);
        std::set<std::vector<int>> got;
        for (const MemoryOutcome& outcome : all.outcomes) {
          got.insert(projected(test, program, outcome));
        }
        EXPECT_EQ(got, want) << name << " under " << column << " with " << algorithm;
      }
    }
  }
}

class AgainstBruteForce : public testing::TestWithParam<memory> {};

TEST_P(AgainstBruteForce, NoOutcomeIsMissingAndNoneImpossible) {
  const char* given = std::getenv("HEDDLE_SEED");
  const std::uint64_t seed = given == nullptr ? 1 : std::strtoull(given, nullptr, 10);
  const char* many = std::getenv("HEDDLE_PROGRAMS");
  const int programs = many == nullptr ? 120 : std::atoi(many);
  std::mt19937_64 random(seed);
  for (int i = 0; i < programs; ++i) {
    const int threads = 2 + static_cast<int>(random() % 2);
    const MemoryProgram program = tests::random_program(random, threads, threads == 2 ? 4 : 2, 2);
    const auto want = expected(program, GetParam());
    for (const char* algorithm : {"optimal", "observers"}) {
      const Explored got = explored(program, GetParam(), algorithm);
      ASSERT_EQ(got.outcomes, want)
          << "seed " << seed << ", program " << i << ", " << algorithm << ": " << words(program);
    }
  }
}

// Release sequences, failing compare-exchanges, locks between accesses; atomics and references.
TEST_P(AgainstBruteForce, NorWithUpdatesOfEveryKind) {
  const std::uint64_t seed = tests::from_environment("HEDDLE_SEED", 1);
  const std::uint64_t programs = tests::from_environment("HEDDLE_PROGRAMS", 60);
  for (std::uint64_t i = seed; i < seed + programs; ++i) {
    std::mt19937_64 random(i);
    const int threads = 2 + static_cast<int>(random() % 2);
    const int cells = 1 + static_cast<int>(random() % 2);
    const MemoryProgram program =
        tests::random_update_program(random, threads, threads == 2 ? 3 : 2, cells);
    const bool by_reference = random() % 2 == 0;
    const auto want = expected(program, GetParam());
    for (const char* algorithm : {"optimal", "observers"}) {
      const Explored got = explored(program, GetParam(), algorithm, by_reference);
      ASSERT_EQ(got.outcomes, want) << "seed " << i << ", " << algorithm << ": " << words(program);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, AgainstBruteForce,
                         testing::Values(memory::sc, memory::tso, memory::pso, memory::cpp));

TEST(Executions, OfStoreBuffering) {
  MemoryProgram sb;
  sb.cells = 2;
  sb.threads = {{{Kind::kWrite, 0, 1}, {Kind::kRead, 1}}, {{Kind::kWrite, 1, 1}, {Kind::kRead, 0}}};
  // Three orders of the two writes and reads that differ, and a fourth in which both writes wait.
  const Explored sc = explored(sb, memory::sc, "optimal");
  EXPECT_EQ(sc.executions, 3U);
  EXPECT_EQ(sc.blocked, 0U);
  const Explored tso = explored(sb, memory::tso, "optimal");
  EXPECT_EQ(tso.executions, 4U);
  EXPECT_EQ(tso.blocked, 0U);
}

}  // namespace
}  // namespace heddle
