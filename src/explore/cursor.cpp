#include "explore/cursor.hpp"

#include <fmt/format.h>

#include "support/check.hpp"

namespace heddle::explore {

using core::ActorId;

Cursor::Cursor(core::Program& program) : program_(program), hb_(execution_, program, false) {
  program_.restart();
}

const core::HappensBefore& Cursor::happens_before() {
  hb_.extend();
  return hb_;
}

std::vector<ActorId> Cursor::schedule() const {
  std::vector<ActorId> schedule(depth());
  for (std::uint32_t i = 0; i < depth(); ++i) schedule[i] = execution_[i].actor();
  return schedule;
}

void Cursor::step(ActorId actor) {
  if (program_.can_rewind()) marks_.push_back(program_.mark());
  record_.clear();
  program_.step(actor, record_);
  execution_.push(actor, record_);
}

void Cursor::back_to(std::uint32_t depth) {
  if (depth >= this->depth()) return;
  hb_.truncate(depth);
  execution_.truncate(depth);
  if (program_.can_rewind()) {
    program_.rewind(marks_[depth]);
    marks_.resize(depth);
    return;
  }
  program_.restart();
  for (std::uint32_t i = 0; i < depth; ++i) {
    const core::Step& before = execution_[i];
    record_.clear();
    if (program_.is_enabled(before.actor()) || program_.go_on(before.actor())) {
      program_.step(before.actor(), record_);
    }
    if (record_.fingerprint != before.fingerprint()) {
      throw support::UserError(
          fmt::format("the program is not deterministic: at step {} {} does not do what it did "
                      "before after the same steps",
                      i + 1, program_.actor_name(before.actor())));
    }
  }
}

}  // namespace heddle::explore
