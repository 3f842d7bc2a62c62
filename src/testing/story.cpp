#include "testing/story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "explore/minimise.hpp"
#include "explore/recorder.hpp"
#include "support/check.hpp"
#include "testing/invocation.hpp"
#include "testing/token.hpp"

namespace heddle::detail {

namespace {

using core::ActorId;

// Who takes a step (src/threads): a thread, an alternative of a choice, a store that leaves its
// buffer, or one of the ways in which a thread's own operation can meet memory.
constexpr std::uint32_t kThreadRole = 0;
constexpr std::uint32_t kChoiceRole = 1;
constexpr std::uint32_t kCommitRole = 2;

// Minimising repeats whole runs: about so many steps may be spent on one trace.
constexpr std::uint64_t kStepsForMinimising = 2'000'000;

// Déjà Fu's notation, one letter a switch and a dash a step.
class ScheduleLine {
 public:
  /// Before the step: whether the thread that ran last could have gone on, and whether it yields.
  void step(std::size_t thread, std::uint32_t role, bool could_go_on, bool yields) {
    if (role == kChoiceRole || role == kCommitRole) {
      line_ += role == kChoiceRole ? "?-" : "C-";
      return;
    }
    if (!begun_ || thread != last_) {
      const char how = !begun_ || !could_go_on ? 'S' : yields ? 'p' : 'P';
      line_ += fmt::format("{}{}", how, thread);
    }
    line_ += '-';
    begun_ = true;
    last_ = thread;
  }
  std::string take() { return std::move(line_); }

 private:
  std::string line_;
  std::size_t last_ = 0;
  bool begun_ = false;
};

// Only where memory left a choice: elsewhere a load reads the last write.
std::string reads_in_words(const std::vector<core::ReadFrom>& reads) {
  if (reads.size() < 2) return {};
  const auto where = [](const core::ReadFrom& read) {
    const bool initial = read.step == core::ReadFrom::kInitial;
    return initial ? std::string("initial") : fmt::format("step {}", read.step + 1);
  };
  std::string text = where(reads[0]);
  for (std::size_t i = 1; i < reads.size(); ++i) {
    const bool initial = reads[i].step == core::ReadFrom::kInitial;
    text += fmt::format("{}{} {}{}", i == 1 ? "; or " : ", ", reads[i].value, initial ? "" : "of ",
                        where(reads[i]));
  }
  return text;
}

// A value is one at the end of a run only. So is an error under the C++ memory model, where a run
// may turn out to be impossible.
explore::Goal same_outcome(const Entry& entry, memory model) {
  return [kind = entry.kind, text = entry.text, model](const core::Program& any) {
    // Whether the run is possible is worked out when it is asked for; the state stays the same.
    auto& program = static_cast<threads::Program&>(const_cast<core::Program&>(any));
    if (kind == condition::value ? !program.thread_ended(0) : !program.has_errors()) return false;
    if (kind == condition::value || model == memory::cpp) {
      std::vector<ActorId> enabled;
      program.enabled(enabled);
      if (!enabled.empty() || program.redundant()) return false;
    }
    if (kind == condition::value) return !program.has_errors() && program.test().result() == text;
    const std::vector<core::Finding> errors = program.errors();
    return kind_of(errors[0]) == kind && errors[0].message == text;
  };
}

}  // namespace

std::vector<ActorId> easiest_way(const Source& source, const Entry& entry) {
  if (entry.schedule.empty() || entry.kind == condition::abort) return entry.schedule;
  const auto program = source.program();
  explore::MinimiseOptions effort;
  effort.executions =
      std::clamp<std::uint64_t>(kStepsForMinimising / entry.schedule.size(), 50, 20'000);
  effort.same_error = same_outcome(entry, source.memory());
  return explore::minimise(*program, entry.schedule, effort).schedule;
}

Story tell(threads::Program& program, const Source& source, std::span<const ActorId> schedule) {
  program.set_recording(true);
  explore::Recorder recorder(program);
  Story story;
  ScheduleLine line;
  std::unordered_map<ActorId, std::size_t> column_of;
  const auto column = [&](ActorId actor) {
    const auto [it, fresh] = column_of.try_emplace(actor, story.told.threads.size());
    if (fresh) story.told.threads.push_back(program.actor_name(actor));
    return it->second;
  };
  const core::ActorTable& actors = source.actors();
  const auto could_go_on = [&](ActorId thread) {
    const auto& able = recorder.able();
    return std::any_of(able.begin(), able.end(), [&](ActorId actor) {
      if (actor == thread) return true;
      const core::ActorKey key = actors.key(actor);
      return key.parent == thread && key.role > kCommitRole;
    });
  };
  ActorId last = core::kNoActor;  // thread
  bool yielded = false;           // its last step
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const ActorId actor = schedule[i];
    if (!recorder.is_able(actor)) throw explore::schedule_error(program, schedule.first(i + 1));
    const core::ActorKey key = actors.key(actor);
    const ActorId owner = key.role == kThreadRole ? actor : key.parent;
    const bool own = key.role != kChoiceRole && key.role != kCommitRole;
    const std::size_t thread = column(owner);
    line.step(thread, key.role, could_go_on(last), yielded);
    if (own) {
      yielded = key.role == kThreadRole && program.pending_yields(actor);
      last = owner;
    }
    const core::TraceEvent& event = recorder.step(actor);
    story.told.steps.push_back({thread, own, event.text.operation, event.text.value,
                                reads_in_words(event.text.reads), event.text.source.file,
                                event.text.source.line});
  }
  story.told.schedule = line.take();
  options as_explored = source.how();
  as_explored.memory = source.memory();
  story.told.token =
      to_text(testing::make_token(actors, std::vector<ActorId>(schedule.begin(), schedule.end()),
                                  source.identity(), as_explored));
  const std::string& name = source.how().name;
  story.record = recorder.finish({.program = name.empty() ? "C++ test" : name,
                                  .command = replay_words(story.told.token),
                                  .algorithm = source.how().algorithm},
                                 true);
  // A thread may have got its name after its first step.
  for (const auto& [actor, number] : column_of) {
    story.told.threads[number] = program.actor_name(actor);
  }
  for (const core::TraceBlocked& blocked : story.record.blocked) {
    story.told.waiting.push_back(
        fmt::format("{} {}", story.record.actors[blocked.actor].name, blocked.waits_for));
  }
  return story;
}

trace make_trace(const Source& source, const Entry& entry) {
  if (!entry.traced) throw support::UserError("the trace of this outcome was discarded");
  const auto program = source.program();
  return tell(*program, source, easiest_way(source, entry)).told;
}

}  // namespace heddle::detail
