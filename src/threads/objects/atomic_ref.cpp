#include "heddle/atomic_ref.hpp"

#include "threads/program.hpp"

namespace heddle::detail {

namespace {

constexpr Location kReferred = threads::Program::kReferredObjects;

struct Search {
  const Referral& referral;
  std::shared_ptr<Object>& entry;

  bool finds() const { return entry != nullptr && referral.usable(*entry); }
};

}  // namespace

// Who finds the object has only looked; who is the first to refer to it changes what others find.
std::shared_ptr<Object> referred(const Referral& referral, place where) {
  Operation op("make atomic_ref", where);
  if (!exploring()) perform(op);  // which refuses
  const Search search{referral, threads::Program::current()->referred(referral.object)};
  op.context = &search;
  op.prepare = [](Operation& operation) {
    operation.touches = 0;
    operation.touch(kReferred, Access::read, 0, true);
    const bool finds = static_cast<const Search*>(operation.context)->finds();
    if (!finds) operation.touch(kReferred, Access::write);
  };
  op.prepare(op);
  op.acquires = op.releases = false;
  perform(op);
  if (search.finds()) {
    no_change();
  } else {
    search.entry = referral.make(referral.object);
  }
  return search.entry;
}

}  // namespace heddle::detail
