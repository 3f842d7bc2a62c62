#include "heddle/atomic_ref.hpp"

#include "threads/program.hpp"

namespace heddle::detail {

std::shared_ptr<void>& referred(const void* object, const char* name, place where) {
  Operation op(name, where);
  op.touch(threads::Program::kReferredObjects, Access::update);
  op.acquires = op.releases = false;
  op.may_throw = false;
  perform(op);
  const threads::UserCode engine(false);
  return threads::Program::current()->referred(object);
}

}  // namespace heddle::detail
