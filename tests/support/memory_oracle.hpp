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
  /// A compare-exchange writes if it finds `expected`; a weak one may also do nothing for no
  /// reason.
  enum class Kind : std::uint8_t {
    kRead,
    kWrite,
    kUpdate,
    kFence,
    kCompareExchange,
    kWeakCompareExchange,
    kLock,
    kUnlock
  };
  Kind kind = Kind::kRead;
  int cell = 0;   // or lock
  int value = 0;  // written; of an update: added
  std::memory_order order = std::memory_order_seq_cst;
  int expected = 0;
  std::memory_order failure = std::memory_order_seq_cst;
};
using Code = std::vector<Instruction>;  // of one thread

struct MemoryProgram {
  int cells = 1;
  std::vector<Code> threads;
  int locks = 0;
};

/// What all reads, updates and compare-exchanges found, thread by thread, then the final value of
/// each cell. Whether a weak compare-exchange wrote comes after what it found.
using MemoryOutcome = std::vector<int>;

std::set<MemoryOutcome> outcomes_sc(const MemoryProgram& program);
std::set<MemoryOutcome> outcomes_tso(const MemoryProgram& program);
std::set<MemoryOutcome> outcomes_pso(const MemoryProgram& program);
std::set<MemoryOutcome> outcomes_rc11(const MemoryProgram& program);

/// Written values are all different, so an outcome says who read from whom.
MemoryProgram random_program(std::mt19937_64& random, int threads, int instructions, int cells);
/// The same with compare-exchanges of all orders, long chains of updates, and parts of some threads
/// under a lock; values may be written twice.
MemoryProgram random_update_program(std::mt19937_64& random, int threads, int instructions,
                                    int cells);
std::string words(const MemoryProgram& program);

}  // namespace heddle::tests
