#include "abstraction/cfa/store.hpp"

#include <algorithm>

namespace heddle::abstraction {
namespace {

bool insert(std::vector<std::uint32_t>& sorted, std::uint32_t item) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), item);
  if (at != sorted.end() && *at == item) return false;
  sorted.insert(at, item);
  return true;
}

}  // namespace

CellId Store::cell(const CellKey& key) {
  const CellId id = cells(key);
  if (id == contents_.size()) contents_.emplace_back();
  return id;
}

const std::vector<std::uint32_t>& Store::read(CellId cell, StateId reader) {
  Content& content = contents_[cell];
  if (reader != kNone) insert(content.readers, reader);
  return content.items;
}

void Store::add(CellId cell, std::uint32_t item) {
  Content& content = contents_[cell];
  if (!insert(content.items, item)) return;
  for (const StateId reader : content.readers) wake(reader);
}

void Store::wake(StateId state) {
  if (awake_.size() <= state) awake_.resize(state + 1, false);
  if (awake_[state]) return;
  awake_[state] = true;
  woken_.push_back(state);
}

std::vector<StateId> Store::take_woken() {
  std::vector<StateId> out;
  out.swap(woken_);
  for (const StateId state : out) awake_[state] = false;
  return out;
}

}  // namespace heddle::abstraction
