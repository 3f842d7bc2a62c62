// heddle::mutex and its family: locks whose every acquisition and release is a step.
#pragma once

#include <mutex>

#include "heddle/detail/runtime.hpp"

namespace heddle {

using std::adopt_lock;
using std::adopt_lock_t;
using std::defer_lock;
using std::defer_lock_t;
using std::lock_guard;
using std::scoped_lock;
using std::try_to_lock;
using std::try_to_lock_t;
using std::unique_lock;

class mutex : public detail::Object {
 public:
  mutex() : Object("mutex") {}

  void lock(place where = place::here()) {
    const detail::Location here = location(where);
    if (owner_ == detail::self()) detail::misuse("locked by the thread that holds it", where);
    detail::Operation op("lock", *this, where);
    op.touch(here, detail::Access::acquire);
    op.wait_until([](const void* m) { return static_cast<const mutex*>(m)->owner_ == kNobody; },
                  this);
    detail::perform(op);
    owner_ = detail::self();
  }
  void unlock(place where = place::here()) {
    const detail::Location here = location(where);
    detail::Operation op("unlock", *this, where);
    op.touch(here, detail::Access::release);
    op.may_throw = false;
    detail::perform(op);
    owner_ = kNobody;
  }

 private:
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};
  void renew() override { owner_ = kNobody; }
  std::uint32_t owner_ = kNobody;
};

}  // namespace heddle
