// The same schedule twice: does the program keep its promise to be deterministic
// (core/program.hpp)?
//
// The first run is kept step by step, the second is compared with it while it runs, so the first
// difference is the one reported: what comes after it is usually its consequence.
#include <fmt/format.h>

#include <algorithm>

#include "explore/recorder.hpp"
#include "explore/replay.hpp"

namespace heddle::explore {

namespace {

using core::ActorId;

struct Observed {
  std::vector<ActorId> able;  // before the step
  core::StepRecord record;
  std::string operation;
  std::string footprint;
};

/// Two things that differ may read the same; then their numbers tell them apart.
NonDeterminism differ(std::size_t step, const char* what, std::string first, std::string second,
                      std::uint64_t first_number = 0, std::uint64_t second_number = 0) {
  if (first == second) {
    first += fmt::format(" [{:#x}]", first_number);
    second += fmt::format(" [{:#x}]", second_number);
  }
  return {step, what, std::move(first), std::move(second)};
}

std::uint64_t digest(const core::StepRecord& record) {
  std::uint64_t h = record.fingerprint;
  for (const core::Access& access : record.accesses) {
    h = (h ^ access.location) * 0x9e3779b97f4a7c15ULL;
    h = (h ^ access.token ^ (h >> 29)) * 0xbf58476d1ce4e5b9ULL;
  }
  return h;
}

std::string errors_in_words(const std::vector<core::Finding>& errors) {
  std::string out;
  for (const core::Finding& error : errors) {
    out +=
        fmt::format("{}{} ({}:{})", out.empty() ? "" : "; ", error.message, error.file, error.line);
  }
  return out.empty() ? "none" : out;
}

}  // namespace

NonDeterminism check_deterministic(core::Program& program, std::span<const ActorId> schedule) {
  std::vector<Observed> first;
  first.reserve(schedule.size());
  const auto observe = [&](ActorId actor, Observed& out) {
    program.step(actor, out.record);
    out.operation = program.describe_last_step().operation;
    out.footprint = footprint_words(footprint(program, out.record));
  };

  program.restart();
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    Observed& step = first.emplace_back();
    program.enabled(step.able);
    if (std::find(step.able.begin(), step.able.end(), schedule[i]) == step.able.end()) {
      throw schedule_error(program, schedule.first(i + 1));
    }
    observe(schedule[i], step);
  }
  std::vector<ActorId> able_at_end;
  program.enabled(able_at_end);
  const auto errors = program.errors();
  const std::string outcome = program.outcome();

  program.restart();
  std::size_t number = 0;
  Observed second;
  for (const Observed& expected : first) {
    ++number;
    program.enabled(second.able);
    if (second.able != expected.able) {
      return differ(number, "the enabled actors", name_list(actor_names(program, expected.able)),
                    name_list(actor_names(program, second.able)));
    }
    second.record.clear();
    observe(schedule[number - 1], second);
    const core::StepRecord& a = expected.record;
    const core::StepRecord& b = second.record;
    if (a.fingerprint != b.fingerprint) {
      return differ(number, "the operation", expected.operation, second.operation, a.fingerprint,
                    b.fingerprint);
    }
    if (a.accesses != b.accesses) {
      return differ(number, "the footprint", expected.footprint, second.footprint, digest(a),
                    digest(b));
    }
  }
  ++number;
  program.enabled(second.able);
  if (second.able != able_at_end) {
    return differ(number, "the enabled actors", name_list(actor_names(program, able_at_end)),
                  name_list(actor_names(program, second.able)));
  }
  if (program.errors() != errors) {
    return differ(number, "the errors", errors_in_words(errors), errors_in_words(program.errors()));
  }
  if (program.outcome() != outcome) {
    return differ(number, "the outcome", outcome, program.outcome());
  }
  return {};
}

std::string words(const NonDeterminism& difference) {
  if (!difference) return "deterministic";
  return fmt::format(
      "the program is not deterministic: two runs of the same schedule differ at step {} in {}\n"
      "  first:  {}\n  second: {}\nremove what depends on time, addresses, random "
      "numbers or the world outside",
      difference.step, difference.what, difference.first, difference.second);
}

}  // namespace heddle::explore
