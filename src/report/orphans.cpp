#include "report/orphans.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace heddle::report {
namespace {

bool touches(const core::TraceEvent& event, auto&& is_wanted) {
  return std::any_of(event.footprint.begin(), event.footprint.end(),
                     [&](const core::TraceAccess& a) { return is_wanted(a.access.kind); });
}

}  // namespace

std::vector<std::size_t> orphans(const core::Trace& trace) {
  using core::AccessKind;
  std::map<std::string, std::size_t> first;  // event with this tag: the send
  std::set<std::string> arrived;
  std::set<std::string> received;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const core::TraceEvent& event = trace.events[i];
    const std::string& tag = event.text.message;
    if (tag.empty()) continue;
    first.emplace(tag, i);
    if (touches(event, [](AccessKind kind) { return kind == AccessKind::kAppend; })) {
      arrived.insert(tag);
    }
    if (touches(event, [](AccessKind kind) {
          return kind == AccessKind::kTake || kind == AccessKind::kPoll;
        })) {
      received.insert(tag);
    }
  }
  std::vector<std::size_t> out;
  for (const std::string& tag : arrived) {
    if (!received.contains(tag)) out.push_back(first.at(tag));
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace heddle::report
