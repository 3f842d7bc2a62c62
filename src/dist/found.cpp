#include "dist/found.hpp"

#include <algorithm>
#include <utility>

namespace heddle::dist {
namespace {

bool comes_first(const Found& a, const Found& b) {
  if (a.schedule.size() != b.schedule.size()) return a.schedule.size() < b.schedule.size();
  return a.schedule < b.schedule;
}

std::string key_of(const std::vector<core::Finding>& findings) {
  std::string key;
  const auto add = [&](std::uint64_t number) { key.append(std::to_string(number)).append(" "); };
  const auto add_text = [&](const std::string& text) {
    add(text.size());
    key += text;
  };
  for (const core::Finding& finding : findings) {
    add(static_cast<std::uint64_t>(finding.kind));
    add(finding.actors.size());
    for (const core::ActorId actor : finding.actors) add(actor);
    add_text(finding.message);
    add_text(finding.file);
    add(static_cast<std::uint64_t>(finding.line));
  }
  return key;
}

}  // namespace

FoundErrors::FoundErrors(std::vector<Found> found) { add(found); }

void FoundErrors::add(Found found) {
  runs_ += found.runs;
  const auto [at, fresh] = known_.emplace(key_of(found.findings), all_.size());
  if (fresh) {
    all_.push_back(std::move(found));
    return;
  }
  Found& kept = all_[at->second];
  found.runs += kept.runs;
  if (comes_first(found, kept)) {
    kept = std::move(found);
  } else {
    kept.runs = found.runs;
  }
}

void FoundErrors::add(std::span<const Found> found) {
  for (const Found& one : found) add(one);
}

std::vector<Found> FoundErrors::sorted() const {
  std::vector<Found> all = all_;
  std::sort(all.begin(), all.end(), comes_first);
  return all;
}

std::uint64_t runs_of(std::span<const Found> found) {
  std::uint64_t runs = 0;
  for (const Found& one : found) runs += one.runs;
  return runs;
}

}  // namespace heddle::dist
