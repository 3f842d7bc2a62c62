// Independent answers to "what can these threads read?": straight-line programs over a few cells,
// enumerated by brute force. sc, tso and pso by running the machines in every order; cpp by trying
// every reads-from and every modification order against the axioms of RC11 (Lahav, Vafeiadis, Kang,
// Hur, Dreyer, PLDI 2017, with C++20's release sequences), written with plain relations. Nothing
// here is shared with src/threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace heddle::tests {

struct Instruction {
  enum class Kind : std::uint8_t { kRead, kWrite, kUpdate, kFence };
  Kind kind = Kind::kRead;
  int cell = 0;
  int value = 0;  // written; of an update: added
  std::memory_order order = std::memory_order_seq_cst;
};
using Code = std::vector<Instruction>;  // of one thread

struct MemoryProgram {
  int cells = 1;
  std::vector<Code> threads;
};

/// What all reads and updates found, thread by thread, then the final value of each cell.
using MemoryOutcome = std::vector<int>;

std::set<MemoryOutcome> outcomes_sc(const MemoryProgram& program);
std::set<MemoryOutcome> outcomes_tso(const MemoryProgram& program);
std::set<MemoryOutcome> outcomes_pso(const MemoryProgram& program);
std::set<MemoryOutcome> outcomes_rc11(const MemoryProgram& program);

/// Written values are all different, so an outcome says who read from whom.
MemoryProgram random_program(std::mt19937_64& random, int threads, int instructions, int cells);
std::string words(const MemoryProgram& program);

}  // namespace heddle::tests
