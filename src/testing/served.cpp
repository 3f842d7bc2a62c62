#include "testing/served.hpp"

#include <cstdlib>
#include <utility>

#include "explore/replay.hpp"
#include "remote/server.hpp"
#include "remote/wire.hpp"

namespace heddle::detail {

namespace {

// Threads of the test may throw into others, which is known only after a run that does
// (Lessons::kThrows). The schedule of the token shows it, if any does.
std::shared_ptr<Source> knowing_throws(std::shared_ptr<Source> source,
                                       const testing::Token& token) {
  try {
    explore::record(*source->program(), schedule_of(token, source->actors()));
  } catch (const support::UserError&) {
    // A changed program: the other side will find out where.
  }
  return source->learned() ? source->again() : source;
}

}  // namespace

std::unique_ptr<threads::Program> retelling(const Source& source, const Blame& blame) {
  auto program = source.program();
  program->set_recording(true);
  program->judge_by(blame);
  return program;
}

bool started_by_heddle() { return std::getenv(remote::kVariable) != nullptr; }

void serve_test(std::shared_ptr<Source> source, const testing::Token& token) {
  source = knowing_throws(std::move(source), token);
  remote::serve(std::atoi(std::getenv(remote::kVariable)),
                {.make = [&](const Blame& blame) { return retelling(*source, blame); },
                 .schedule = schedule_of(token, source->actors())});
  std::_Exit(0);
}

}  // namespace heddle::detail
