#include "erlang/tips.hpp"

#include <algorithm>

#include "erlang/shared.hpp"

namespace heddle::erlang {
namespace {

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

// Whether something that follows from the end of the first process happens before the end of
// another one that has an error: its table or name is gone, or its links are cut.
bool first_process_ended_before(const core::Trace& trace) {
  const auto is_first = [&](core::ActorIndex actor) {
    return actor != core::kNoActor && trace.actors[actor].parent == core::kNoActor;
  };
  for (const core::Finding& error : trace.errors) {
    for (const core::ActorIndex actor : error.actors) {
      if (is_first(actor)) continue;
      const auto last = std::find_if(trace.events.rbegin(), trace.events.rend(),
                                     [&](const auto& event) { return event.actor == actor; });
      if (last == trace.events.rend()) continue;
      for (const core::TraceEvent& event : trace.events) {
        const core::TraceActor& who = trace.actors[event.actor];
        if (who.role == kGhostRole && is_first(who.parent) && core::happens_before(event, *last)) {
          return true;
        }
      }
    }
  }
  return false;
}

}  // namespace

std::vector<std::string> tips(const core::Trace& trace) {
  std::vector<std::string> out;
  const auto any = [&](const auto& fits) {
    return std::any_of(trace.errors.begin(), trace.errors.end(), fits);
  };
  // The first process is nobody's child.
  if (any([&](const core::Finding& error) {
        return (has(error.message, "exits with shutdown") ||
                has(error.message, "exits with {shutdown,")) &&
               !error.actors.empty() && trace.actors[error.actors.front()].parent != core::kNoActor;
      })) {
    out.emplace_back(
        "A supervisor stops its children with the reason shutdown. If that is all it is, use "
        "--treat_as_normal shutdown.");
  }
  if (any([](const core::Finding& error) {
        return has(error.message, "{timeout,{gen_server,call,") ||
               has(error.message, "{timeout,{'Elixir.GenServer',call,") ||
               has(error.message, "{timeout,{'Elixir.Task',await,");
      })) {
    out.emplace_back(
        "Any finite timeout may happen here, also that of a call (5000 ms unless it says "
        "otherwise). "
        "If the program does not rely on it, use --timeouts idle: timeouts happen when nobody can "
        "do "
        "anything else; or --after_timeout 5000: those from there on never happen.");
  }
  const bool gave_up =
      std::any_of(trace.events.begin(), trace.events.end(), [](const core::TraceEvent& event) {
        return event.text.operation.starts_with("does not wait any longer");
      });
  const bool killed = gave_up && any([](const core::Finding& error) {
                        return error.message.ends_with("exits with killed");
                      });
  if (killed) {
    out.emplace_back(
        "Somebody has not waited any longer, and a process was killed: so does a supervisor with a "
        "child that does not stop in time (5000 ms unless its specification says otherwise), and "
        "any finite timeout may happen here. Use --timeouts idle: timeouts happen when nobody can "
        "do "
        "anything else; or --after_timeout 5000: those from there on never happen.");
  }
  const bool others_crash = any(
      [](const core::Finding& error) { return error.kind == core::Finding::Kind::kAbnormalExit; });
  if (others_crash && !killed && !any([&](const core::Finding& error) {
        return std::any_of(error.actors.begin(), error.actors.end(), [&](core::ActorIndex actor) {
          return trace.actors[actor].parent == core::kNoActor;
        });
      })) {
    out.emplace_back(
        "Other processes than the first one crash. If the test means them to, use "
        "--first_process_errors_only, --assertions_only, or --treat_as_normal with the reason.");
  }
  if (first_process_ended_before(trace)) {
    out.emplace_back(
        "The first process had ended before, and with it go its tables, its name and its links. If "
        "that is not what the test is about, let it wait for the processes that it starts.");
  }
  if (any([](const core::Finding& error) {
        return error.kind == core::Finding::Kind::kDeadlock;
      }) &&
      std::none_of(trace.errors.begin(), trace.errors.end(), [&](const core::Finding& error) {
        return error.kind == core::Finding::Kind::kDeadlock &&
               std::any_of(error.actors.begin(), error.actors.end(), [&](core::ActorIndex actor) {
                 return trace.actors[actor].parent == core::kNoActor;
               });
      })) {
    out.emplace_back(
        "Only processes that the test has left behind are stuck: servers, perhaps. Stop them at "
        "the "
        "end of the test, or use --ignore_error deadlock.");
  }
  return out;
}

}  // namespace heddle::erlang
