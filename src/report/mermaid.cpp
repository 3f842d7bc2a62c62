#include "report/mermaid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "report/cell.hpp"
#include "report/orphans.hpp"
#include "report/words.hpp"

namespace heddle::report {
namespace {

using core::AccessKind;
using core::ActorIndex;
using core::Trace;
using core::TraceEvent;

constexpr std::size_t kWidth = 60;

/// What would end a statement or begin something is written as an entity.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("#;<>&\"").find(c) != std::string_view::npos) {
      out += fmt::format("#{};", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out;
}

class Chart {
 public:
  explicit Chart(const Trace& trace) : trace_(trace) {
    for (const TraceEvent& event : trace.events) present_.insert(event.actor);
    for (const core::TraceBlocked& blocked : trace.blocked) present_.insert(blocked.actor);
    for (const ActorIndex actor : present_) by_name_[trace.actors[actor].name] = actor;
    for (const TraceEvent& event : trace.events) find_receiver(event);
    for (const std::size_t send : orphans(trace)) orphans_.insert(send);
  }

  std::string text() {
    out_ = "sequenceDiagram\n";
    for (const ActorIndex actor : present_) {
      const auto registered = registered_.find(actor);
      line(fmt::format("participant a{} as {}{}", actor, escaped(name_of(trace_, actor)),
                       registered == registered_.end() ? "" : escaped(registered->second)));
    }
    for (std::size_t i = 0; i < trace_.events.size(); ++i) step(i);
    for (const core::TraceBlocked& blocked : trace_.blocked) {
      note(blocked.actor, shorten(printable(waiting_in_words(blocked.waits_for)), kWidth));
    }
    for (const core::Finding& error : trace_.errors) {
      const std::string what = "Error: " + printable(error.message);
      if (error.actors.empty() || !present_.contains(error.actors.front())) {
        if (!present_.empty()) note(*present_.begin(), what);
      } else {
        note(error.actors.front(), what);
      }
    }
    return std::move(out_);
  }

 private:
  void line(const std::string& text) { out_ += "  " + text + "\n"; }
  void note(ActorIndex actor, const std::string& text) {
    line(fmt::format("Note over a{}: {}", actor, escaped(text)));
  }

  static bool does(const TraceEvent& event, AccessKind kind) {
    return std::any_of(event.footprint.begin(), event.footprint.end(),
                       [&](const core::TraceAccess& a) { return a.access.kind == kind; });
  }

  // A message that is sent to a registered name says so; whose mailbox it comes into, the footprint
  // says: "the mailbox of P.1 (bank)".
  void find_receiver(const TraceEvent& event) {
    constexpr std::string_view kMailbox = "the mailbox of ";
    for (const core::TraceAccess& access : event.footprint) {
      const AccessKind kind = access.access.kind;
      const bool takes = kind == AccessKind::kTake || kind == AccessKind::kPoll;
      if (!takes && kind != AccessKind::kAppend) continue;
      const std::string_view name = access.name;
      const std::string_view owner = name.starts_with(kMailbox) ? name.substr(kMailbox.size()) : "";
      const std::size_t end = owner.find(" (");
      const auto actor = by_name_.find(owner.substr(0, end));
      if (actor == by_name_.end()) continue;
      if (end != std::string_view::npos) registered_[actor->second] = owner.substr(end);
      if (!event.text.message.empty()) receivers_[event.text.message] = actor->second;
    }
  }

  std::optional<ActorIndex> target_of(const TraceEvent& event) const {
    if (const auto named = by_name_.find(event.text.target); named != by_name_.end()) {
      return named->second;
    }
    const auto receiver = receivers_.find(event.text.message);
    if (receiver == receivers_.end()) return std::nullopt;
    return receiver->second;
  }

  void step(std::size_t i) {
    const TraceEvent& event = trace_.events[i];
    const std::optional<ActorIndex> target = target_of(event);
    const std::string what = fmt::format("{}. {}", i + 1, what_happened(event, kWidth));
    // Who ends makes what tells the others, and the message is that one's.
    const bool ends =
        event.text.operation.starts_with("ends") || event.text.operation.starts_with("exits with ");
    const bool makes = !ends && does(event, AccessKind::kProduce);
    const bool sends = (makes || does(event, AccessKind::kAppend)) && !event.text.message.empty();
    if (!target || (!sends && !makes)) {
      note(event.actor, what);
      return;
    }
    const char* arrow = sends ? (orphans_.contains(i) ? "-x" : "-)") : "--)";
    line(fmt::format("a{}{}a{}: {}{}", event.actor, arrow, *target, escaped(what),
                     orphans_.contains(i) ? " (never received)" : ""));
  }

  const Trace& trace_;
  std::set<ActorIndex> present_;
  std::map<std::string, ActorIndex, std::less<>> by_name_;
  std::map<ActorIndex, std::string> registered_;  // " (bank)"
  std::map<std::string, ActorIndex> receivers_;   // by the message
  std::set<std::size_t> orphans_;
  std::string out_;
};

}  // namespace

std::string to_mermaid(const Trace& trace) { return Chart(trace).text(); }

}  // namespace heddle::report
