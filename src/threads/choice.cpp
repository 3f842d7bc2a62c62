// Choices: what the program does not decide itself (a weak compare-exchange that fails, a wake-up
// for no reason) is decided by the scheduler, so that all of it is explored. Each possibility is a
// phantom actor.
#include <fmt/format.h>

#include "threads/program.hpp"
#include "threads/roles.hpp"

namespace heddle::threads {

using detail::Location;

namespace {

// One of the possibilities of a choice: the first that is taken excludes the others.
class Alternative final : public Phantom {
 public:
  Alternative(std::size_t number, std::size_t* chosen, Location choice, bool born, const char* what,
              place where, Ration* ration)
      : number_(number), chosen_(chosen), ration_(ration), operation_(what, where) {
    operation_.touch(choice, detail::Access::acquire);
    operation_.touch(detail::part_of(choice, 0), detail::Access::produce);
    if (born) operation_.touch(detail::part_of(choice, 1), detail::Access::consume);
    if (ration != nullptr)
      operation_.touch(ration->location, detail::Access::guarded, ration->token);
  }
  const Operation& pending() const override { return operation_; }
  bool ready() const override {
    return *chosen_ == kOpen && (ration_ == nullptr || ration_->left > 0);
  }
  bool execute() override {
    *chosen_ = number_;
    if (ration_ != nullptr) --ration_->left;
    return false;
  }

  static constexpr std::size_t kOpen = ~std::size_t{0};

 private:
  std::size_t number_;
  std::size_t* chosen_;
  Ration* ration_;
  Operation operation_;
};

}  // namespace

std::size_t Program::choose(std::size_t count, const char* what, place where, Ration* ration,
                            bool barrier) {
  if (count <= 1 || unwinding()) return 0;
  const Location choice = new_location();
  const bool born = record_ != nullptr;
  touch_now(detail::part_of(choice, 1), core::AccessKind::kProduce);
  std::size_t& chosen = choices_.emplace_front(Alternative::kOpen);
  for (std::size_t i = 0; i < count; ++i) {
    add_phantom(std::make_unique<Alternative>(i, &chosen, choice, born, what, where,
                                              i > 0 ? ration : nullptr),
                kChoiceRole, threads_[running_].phantoms++);
  }
  Operation operation(what, where);
  operation.touch(detail::part_of(choice, 0), detail::Access::consume);
  operation.acquires = operation.releases = false;
  operation.barrier = barrier;
  operation.wait_until(
      [](const void* number) {
        return *static_cast<const std::size_t*>(number) != Alternative::kOpen;
      },
      &chosen);
  perform(operation);
  return chosen == Alternative::kOpen ? 0 : chosen;
}

// An update waits for the stores of its thread, even if it fails.
bool Program::fails_weakly(place where) {
  if (!options_.weak_failures) return false;
  const bool fails = choose(2, "weak compare_exchange", where, nullptr, true) == 1;
  if (!unwinding()) no_change();
  return fails;
}

// The others go on to their ends: what they do may be what the assumption needed.
void Program::refute(place where) {
  refuted_ = true;
  Operation operation("assume", where);
  operation.acquires = operation.releases = false;
  operation.wait_until([](const void*) { return false; }, nullptr);
  perform(operation);
}

void Program::begin_opaque_step(place where) {
  Operation operation("atomic_step", where);
  operation.touch(kOpaqueSteps, detail::Access::update);
  perform(operation);
  if (recording_) name_object(kOpaqueSteps, "", "opaque code");
  threads_[running_].opaque = true;
}
void Program::end_opaque_step() { threads_[running_].opaque = false; }

// The wake-ups of a run are counted like a semaphore's: who gets one is explored.
bool Program::wakes_spuriously(place where) {
  if (options_.spurious_wakeups == 0) return false;
  return choose(2, "spurious wake-up", where, &spurious_wakeups_) == 1;
}

}  // namespace heddle::threads
