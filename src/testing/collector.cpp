#include "testing/collector.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "testing/source.hpp"

namespace heddle::detail {

bool shorter(const std::vector<core::ActorId>& a, const std::vector<core::ActorId>& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

namespace {

bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// "x2" before "x10".
bool natural_less(const std::string& a, const std::string& b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (digit(a[i]) && digit(b[j])) {
      std::size_t i_end = i;
      std::size_t j_end = j;
      while (i_end < a.size() && digit(a[i_end])) ++i_end;
      while (j_end < b.size() && digit(b[j_end])) ++j_end;
      if (i_end - i != j_end - j) return i_end - i < j_end - j;
      const int order = a.compare(i, i_end - i, b, j, j_end - j);
      if (order != 0) return order < 0;
      i = i_end;
      j = j_end;
    } else {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i;
      ++j;
    }
  }
  return a.size() - i < b.size() - j;
}

}  // namespace

void tidy(std::vector<Entry>& entries) {
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.kind != b.kind ? a.kind < b.kind : natural_less(a.text, b.text);
  });
  std::vector<Entry> one_each;
  for (Entry& entry : entries) {
    const bool known = !one_each.empty() && one_each.back().kind == entry.kind &&
                       one_each.back().text == entry.text;
    if (!known) {
      one_each.push_back(std::move(entry));
      continue;
    }
    one_each.back().executions += entry.executions;
    if (shorter(entry.schedule, one_each.back().schedule)) {
      one_each.back().schedule = std::move(entry.schedule);
    }
  }
  entries = std::move(one_each);
}

bool Collector::count(condition kind, std::string text, const core::Execution& execution) {
  const bool same_as_last =
      last_ < entries_.size() && entries_[last_].kind == kind && entries_[last_].text == text;
  bool fresh = false;
  if (!same_as_last) {
    const auto [it, unknown] = number_of_.try_emplace({kind, std::move(text)}, entries_.size());
    last_ = it->second;
    fresh = unknown;
    if (unknown) entries_.push_back({kind, it->first.second, 0, {}});
  }
  Entry& entry = entries_[last_];
  ++entry.executions;
  if (fresh) {
    const Test* value = kind == condition::value ? &program_.test() : nullptr;
    const Decision decision = on_found_(kind, entry.text, value);
    known_.push_back({last_, decision.keep});
    entry.traced = decision.keep && decision.keep_trace;
    if (entry.traced) entry.schedule = execution.schedule();
    enough_ = enough_ || decision.stop || (how_.first_error && kind != condition::value);
  } else if (!alone_ && entry.traced && shorter(execution.schedule(), entry.schedule)) {
    entry.schedule = execution.schedule();
  }
  return !enough_;
}

Seen see(threads::Program& program, explore::RunEnd end, const core::Execution& execution,
         const options& how) {
  using Kind = Seen::Kind;
  if (program.learned() || end == explore::RunEnd::kStopped) return {};
  if (end == explore::RunEnd::kSleepSetBlocked || program.redundant()) return {Kind::kBlocked};
  if (program.has_errors()) {
    std::vector<core::Finding> errors = program.errors();
    return {Kind::kOutcome, kind_of(errors[0]), std::move(errors[0].message)};
  }
  if (end != explore::RunEnd::kBounded) {
    return {Kind::kOutcome, condition::value, program.test().result()};
  }
  const bool too_long = how.length && execution.size() >= *how.length;
  if (!too_long || !how.show_aborts) return {Kind::kNoOutcome};
  return {Kind::kOutcome, condition::abort, "did not end within the length bound"};
}

bool Collector::add(explore::RunEnd end, const core::Execution& execution) {
  Seen seen = see(program_, end, execution, how_);
  switch (seen.kind) {
    case Seen::Kind::kNothing:
      return !program_.learned();
    case Seen::Kind::kBlocked:
      ++blocked_;
      return true;
    case Seen::Kind::kNoOutcome:
      ++executions_;
      return true;
    case Seen::Kind::kOutcome:
      ++executions_;
      return count(seen.end, std::move(seen.text), execution);
  }
  return true;
}

std::vector<Entry> Collector::take() {
  std::vector<Entry> kept;
  for (const Known& known : known_) {
    if (known.keep) kept.push_back(std::move(entries_[known.entry]));
  }
  return kept;
}

}  // namespace heddle::detail
