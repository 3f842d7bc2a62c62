#include "cli/run_once.hpp"

#include <fmt/format.h>

#include <deque>
#include <vector>

#include "explore/random_stream.hpp"
#include "support/check.hpp"

namespace heddle::cli {
namespace {

using beam::Machine;
using beam::Process;

// The process to run next: by turns, or by the seed.
class Schedule {
 public:
  explicit Schedule(std::optional<std::uint64_t> seed) {
    if (seed) random_.emplace(*seed, 0);
  }
  /// Null if nobody is ready.
  Process* next(Machine& machine) {
    for (Process* process : machine.take_woken()) ready_.push_back(process);
    std::erase_if(suspended_, [this](Process* process) {
      if (process->suspended()) return false;
      ready_.push_back(process);
      return true;
    });
    while (!ready_.empty()) {
      const std::size_t at = random_ ? random_->below(ready_.size()) : 0;
      Process* process = ready_[at];
      ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(at));
      if (process->runnable()) return process;
      if (process->suspended()) suspended_.push_back(process);
    }
    return nullptr;
  }
  void done(Process& process) {
    if (process.state.status == beam::Status::kReady) ready_.push_back(&process);
  }

 private:
  std::optional<explore::RandomStream> random_;
  std::deque<Process*> ready_;
  std::vector<Process*> suspended_;  // whose turn it was
};

}  // namespace

void run_once(Machine& machine, const Process& main, const RunOnceOptions& options) {
  Schedule schedule(options.seed);
  for (std::uint64_t step = 0; main.state.status != beam::Status::kExited; ++step) {
    Process* next = schedule.next(machine);
    if (next == nullptr) {
      if (!machine.advance_clock()) break;
      continue;
    }
    if (step == options.steps) {
      throw support::UserError(
          fmt::format("{} steps, and no end; if it is not endless, raise --steps", options.steps));
    }
    machine.step(*next);
    schedule.done(*next);
  }
}

}  // namespace heddle::cli
