// Three processes that share a run, simulated in one thread and driven by a seed: each step one of
// them takes a task, makes a run, hands in, puts aside, splits, dies, is fenced off, or the server
// crashes. Each has its own tables of actors and tokens, as processes have.
#pragma once

#include <functional>
#include <memory>

#include "core/shared_state.hpp"
#include "tests/support/simulated_workers.hpp"
#include "toy/toy.hpp"

namespace heddle::tests {

struct Disasters {
  unsigned death = 0;  // per thousand steps
  unsigned freeze = 0;
  unsigned crash = 0;
};

/// What a process begins with.
struct ProcessState {
  std::shared_ptr<core::SharedState> shared;
  core::ProgramFactory factory;
};
using ProcessMaker = std::function<ProcessState()>;

Totals explore_with_processes(const char* algorithm, const ProcessMaker& maker, std::uint64_t seed,
                              const Disasters& disasters);
Totals explore_with_processes(const char* algorithm, std::shared_ptr<const toy::Source> source,
                              std::uint64_t seed, const Disasters& disasters);

}  // namespace heddle::tests
