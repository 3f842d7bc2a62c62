#include "report/divergence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "report/cell.hpp"
#include "report/words.hpp"

namespace heddle::report {
namespace {

using core::Trace;
using core::TraceEvent;

constexpr std::size_t kColumn = 56;

/// Keys of actors, written out: "0/1;0/2" is the second child of the first.
std::vector<std::string> keys(const Trace& trace) {
  std::vector<std::string> out;
  for (const core::TraceActor& actor : trace.actors) {
    const std::string parent = actor.parent == core::kNoActor ? "" : out[actor.parent] + ";";
    out.push_back(fmt::format("{}{}/{}", parent, actor.role, actor.ordinal));
  }
  return out;
}

using Identity = std::pair<std::string, std::uint32_t>;

std::vector<Identity> identities(const Trace& trace) {
  const std::vector<std::string> actors = keys(trace);
  std::vector<Identity> out;
  for (const TraceEvent& event : trace.events) out.emplace_back(actors[event.actor], event.ordinal);
  return out;
}

bool same_words(const TraceEvent& a, const TraceEvent& b) {
  return a.text.operation == b.text.operation && a.text.value == b.text.value &&
         a.text.message == b.text.message && a.text.target == b.text.target;
}

/// The widest name of a process or thread; what acts for one (its buffer, its channel) stands out.
std::size_t name_width(const Trace& trace) {
  constexpr std::size_t kWidest = 10;
  std::size_t width = 0;
  for (core::ActorIndex actor = 0; actor < trace.actors.size(); ++actor) {
    if (trace.actors[actor].role != 0) continue;
    width = std::max(width, length(name_of(trace, actor)));
  }
  return std::min(width, kWidest);
}

/// What a step got is what differs: where all is too long, the operation is cut first.
std::string in_room(const TraceEvent& event, std::size_t room) {
  constexpr std::size_t kUncut = 1'000;
  const std::string all = what_happened(without_patterns(event), kUncut);
  const std::size_t at = all.find("  -> ");
  if (length(all) <= room || at == std::string::npos) return shorten(all, room);
  const std::string got = shorten(all.substr(at), room * 2 / 3);
  return shorten(all.substr(0, at), room - length(got)) + got;
}

std::string cell(const Trace& trace, std::size_t event, std::size_t names) {
  if (event >= trace.events.size()) return "";
  const TraceEvent& e = trace.events[event];
  const std::string who =
      fmt::format("{:>4}  {}  ", event + 1, pad(name_of(trace, e.actor), names));
  return who + in_room(e, kColumn - length(who));
}

std::string more_steps(const Trace& trace, std::size_t shown) {
  if (trace.events.size() <= shown) return "";
  return "and " + counted(trace.events.size() - shown, "more step");
}

std::string end_of(const Trace& trace) {
  return trace.errors.empty() ? "no error" : "error: " + printable(trace.errors.front().message);
}

}  // namespace

Divergence diverge(const Trace& a, const Trace& b) {
  const std::vector<Identity> in_a = identities(a);
  const std::vector<Identity> in_b = identities(b);
  Divergence out;
  const std::size_t shorter = std::min(in_a.size(), in_b.size());
  while (out.common < shorter && in_a[out.common] == in_b[out.common] &&
         same_words(a.events[out.common], b.events[out.common])) {
    ++out.common;
  }
  std::map<Identity, std::size_t> index;
  for (std::size_t i = 0; i < in_b.size(); ++i) index[in_b[i]] = i;
  out.same_events = in_a.size() == in_b.size();
  for (std::size_t i = 0; i < in_a.size(); ++i) {
    const auto it = index.find(in_a[i]);
    if (it == index.end()) {
      out.same_events = false;
    } else if (!same_words(a.events[i], b.events[it->second])) {
      out.same_events = false;
      out.changed = {i, it->second};
      break;
    }
  }
  return out;
}

void print_side_by_side(std::ostream& out, const Trace& a, const Trace& b, const char* heading_a,
                        const char* heading_b, std::size_t last) {
  const std::size_t common = diverge(a, b).common;
  const auto row = [&](const std::string& left, const std::string& right) {
    out << fmt::format("  {} | {}\n", pad(left, kColumn), right);
  };
  row(heading_a, heading_b);
  row(std::string(kColumn, '-'), std::string(kColumn, '-'));
  if (common > 0) {
    const std::string same =
        common == 1 ? "step 1 is the same" : fmt::format("steps 1 to {} are the same", common);
    row(same, same);
  }
  const std::size_t rows = std::max(a.events.size(), b.events.size());
  const std::size_t shown = std::max(common, std::min(rows, last));
  const std::size_t names = std::max(name_width(a), name_width(b));
  for (std::size_t i = common; i < shown; ++i) row(cell(a, i, names), cell(b, i, names));
  if (shown < rows) row(more_steps(a, shown), more_steps(b, shown));
  row(shorten(end_of(a), kColumn), shorten(end_of(b), kColumn));
}

}  // namespace heddle::report
