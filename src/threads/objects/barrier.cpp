#include "heddle/barrier.hpp"

namespace heddle::detail {

bool BarrierState::apply(Token operation) {
  const std::uint8_t code = code_of(operation);
  if (code == kWait) return false;
  if (code == kBegin) {
    completing = false;
    missing = expected;
    ++phase;
    return false;
  }
  // Out of its phase: an error, which must not let anybody go on.
  const bool commutes = code == kArrive || code == kDrop;
  if (commutes && phase != phase_of(operation)) return false;
  missing -= static_cast<std::int64_t>(argument_of(operation) & 0xff);
  if (code == kDrop || code == kDropLast) --expected;
  if (missing > 0) return false;
  if (code == kArriveLast || code == kDropLast) {
    completing = true;
  } else {
    missing = expected;
    ++phase;
  }
  return true;
}

// Arrivals of one phase commute, and so do those of a later phase with the waits for an earlier
// one.
bool BarrierState::commute(Token first, Token second) {
  const auto arrives = [](Token t) { return code_of(t) == kArrive || code_of(t) == kDrop; };
  const auto waits = [](Token t) { return code_of(t) == kWait; };
  if (waits(first) && waits(second)) return true;
  if (arrives(first) && arrives(second)) return phase_of(first) == phase_of(second);
  if (arrives(first) && waits(second)) return phase_of(first) > phase_of(second);
  return arrives(second) && waits(first) && phase_of(second) > phase_of(first);
}

Barrier::Barrier(std::ptrdiff_t expected, bool with_function, place made)
    : GuardedObject("barrier", static_cast<std::uint64_t>(expected) << 24, made),
      with_function_(with_function) {
  if (exploring() && (expected < 0 || expected > 0xffff)) {
    misuse("barrier made for a number of threads that is negative or above its maximum", made);
  }
}

std::pair<std::uint64_t, bool> Barrier::arrive_by(std::ptrdiff_t n, bool drops, place where) {
  if (n < 1 || n > 0xff) misuse("arrives at a barrier an impossible number of times", where);
  location(where);
  const std::uint64_t predicted = arrivals_[self()]++;
  using Code = BarrierState::Code;
  const Code code = with_function_ ? (drops ? Code::kDropLast : Code::kArriveLast)
                                   : (drops ? Code::kDrop : Code::kArrive);
  const Token arrival =
      token(code, BarrierState::argument(predicted, static_cast<std::uint64_t>(n)));
  Operation op(drops ? "arrive_and_drop" : "arrive", *this, where);
  touch(op, arrival, where);
  op.acquires = with_function_;
  op.may_throw = !drops;  // dropping out is what destructors do
  perform(op);
  const std::uint64_t phase = state().phase;
  const bool too_many = state().completing || state().missing < n;
  const bool completed = apply(arrival);
  // Arrivals commute: an error must not stop the thread.
  if (too_many) {
    report_error("more arrivals at a barrier than it expects in this phase", where);
  } else if (!with_function_ && phase != predicted) {
    report_error(
        "arrives at a barrier in another phase than its own: a thread has to arrive once in every "
        "phase from the first one on (heddle/barrier.hpp)",
        where);
  }
  return {phase, completed};
}

void Barrier::wait_for(std::uint64_t phase, place where) {
  execute("wait", Kind::waits, token(BarrierState::kWait, BarrierState::argument(phase, 0)), where,
          Sync::acquire);
}

void Barrier::begin_phase(place where) {
  execute("begin phase", Kind::releases, token(BarrierState::kBegin), where);
}

void Barrier::renew() {
  GuardedObject::renew();
  arrivals_.clear();
}

}  // namespace heddle::detail
