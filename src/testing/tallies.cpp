#include "testing/tallies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace heddle::detail {

namespace {

constexpr char kWithout = 'x';
constexpr char kBlocked = 'b';
constexpr char kLoop = 'l';

}  // namespace

bool Tallies::count(condition kind, std::string text, const core::Execution& execution) {
  const auto [it, unknown] =
      counts_.try_emplace(static_cast<char>('0' + static_cast<int>(kind)) + text);
  Count& counted = it->second;
  // Of each task anew: what was handed in may be lost.
  if (counted.runs++ == 0 || shorter(execution.schedule(), counted.schedule)) {
    counted.schedule = execution.schedule();
  }
  if (!unknown) return true;
  const bool value = kind == condition::value;
  return !on_found_(kind, text, value ? &program_.test() : nullptr).stop &&
         (value || !source_.how().first_error);
}

bool Tallies::add(explore::RunEnd end, const core::Execution& execution) {
  Seen seen = see(program_, end, execution, source_.how());
  switch (seen.kind) {
    case Seen::Kind::kNothing:
      break;
    case Seen::Kind::kBlocked:
      ++blocked_;
      break;
    case Seen::Kind::kNoOutcome:
      ++without_;
      break;
    case Seen::Kind::kOutcome:
      return count(seen.end, std::move(seen.text), execution);
  }
  return true;
}

std::vector<dist::Tally> Tallies::hand_in() {
  std::vector<dist::Tally> tallies;
  for (auto& [what, counted] : counts_) {
    if (counted.runs == 0) continue;
    tallies.push_back({what, std::exchange(counted.runs, 0), std::move(counted.schedule)});
  }
  const auto sum = [&](char what, std::uint64_t& runs) {
    if (runs > 0) tallies.push_back({std::string(1, what), std::exchange(runs, 0), {}});
  };
  sum(kWithout, without_);
  sum(kBlocked, blocked_);
  for (const place& loop : source_.loops()) {
    tallies.push_back({fmt::format("{}{}:{}", kLoop, loop.file, loop.line), 0, {}});
  }
  // In one order everywhere: two workers that hand in the same outcomes must not wait for each
  // other.
  std::sort(tallies.begin(), tallies.end(),
            [](const dist::Tally& a, const dist::Tally& b) { return a.what < b.what; });
  return tallies;
}

void add_to(Explored& explored, const Source& source, std::vector<dist::Tally> tallies) {
  for (dist::Tally& tally : tallies) {
    const char kind = tally.what.front();
    std::string rest = tally.what.substr(1);
    if (kind == kBlocked) {
      explored.blocked += tally.runs;
    } else if (kind == kLoop) {
      const std::size_t colon = rest.rfind(':');
      source.saw_loop(rest.substr(0, colon), std::stoi(rest.substr(colon + 1)));
    } else {
      explored.executions += tally.runs;
      if (kind == kWithout) continue;
      explored.entries.push_back({static_cast<condition>(kind - '0'), std::move(rest), tally.runs,
                                  std::move(tally.schedule)});
    }
  }
}

}  // namespace heddle::detail
