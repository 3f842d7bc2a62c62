#include "erlang/footprint.hpp"

#include <algorithm>

namespace heddle::erlang {

using core::AccessKind;

namespace {

// One access that conflicts with whatever one of the two conflicts with.
AccessKind both(AccessKind a, AccessKind b) {
  if (a == b) return a;
  if (core::is_cell(a) && core::is_cell(b)) return AccessKind::kUpdate;
  return a == AccessKind::kAppend ? b : a;
}

}  // namespace

void Footprint::touch(Family family, std::uint64_t key, AccessKind kind, beam::Term what,
                      beam::Term part, core::Token token, bool decides) {
  const core::Location where = location(family, key);
  for (core::Access& access : record_->accesses) {
    if (access.location != where) continue;
    access.kind = both(access.kind, kind);
    if (token != 0) access.token = token;
    access.decides = access.decides || decides;
    return;
  }
  record_->accesses.push_back({where, token, kind, decides});
  subjects_.push_back({where, what, part});
}

void Footprint::merge(const core::StepRecord& more, core::StepRecord& out) {
  for (const core::Access& access : more.accesses) {
    const auto known =
        std::find_if(out.accesses.begin(), out.accesses.end(),
                     [&](const core::Access& other) { return other.location == access.location; });
    if (known == out.accesses.end()) {
      out.accesses.push_back(access);
      continue;
    }
    known->kind = both(known->kind, access.kind);
    if (access.token != 0) known->token = access.token;
    known->decides = known->decides || access.decides;
  }
}

}  // namespace heddle::erlang
