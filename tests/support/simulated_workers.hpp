// Three workers in one thread, driven by a seed: each step one of them takes a task, makes a run,
// hands in, puts its task aside, or gives a part of it away. Every order in which threads could do
// this has a seed. With odd seeds checkpoints are taken, and now and then all are killed: what was
// not handed in is lost, and others go on from the last checkpoint.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "core/program.hpp"

namespace heddle::tests {

struct Totals {
  std::uint64_t runs = 0;  // maximal ones
  std::set<std::uint64_t> classes;
  std::set<std::string> outcomes;
  std::uint64_t sleep_set_blocked = 0;
  std::string wrong;  // what must not happen, empty if it did not
};

Totals explore_with_workers(const char* algorithm, const core::ProgramFactory& factory,
                            std::uint64_t seed);

}  // namespace heddle::tests
