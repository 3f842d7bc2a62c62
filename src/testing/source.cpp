#include "testing/source.hpp"

#include <algorithm>
#include <utility>

namespace heddle::detail {

Source::Source(Subject subject, options how)
    : make_(std::move(subject.make)),
      how_(std::move(how)),
      identity_(subject.identity + "/" + how_.name),
      shared_(std::make_shared<threads::Shared>()) {}

std::shared_ptr<Source> Source::knowing(unsigned lessons) const {
  auto other = std::shared_ptr<Source>(new Source(*this, std::make_shared<threads::Shared>()));
  other->shared_->lessons().know(lessons);
  return other;
}

heddle::memory Source::memory() const {
  const bool spared = how_.memory == heddle::memory::cpp && how_.strategy.empty() &&
                      !shared_->lessons().known(threads::Lessons::kWeakOrders);
  return spared ? heddle::memory::sc : how_.memory;
}

std::unique_ptr<threads::Program> Source::program() const {
  const threads::EngineOptions engine{
      .stack_bytes = how_.stack_size,
      .memory = memory(),
      .watch_orders = memory() != how_.memory,
      .weak_failures = how_.weak_failures,
      .spurious_wakeups = std::min(how_.spurious_wakeups, 3U),
      .child_exceptions = how_.child_exceptions,
      .spin_detection = how_.spin_detection,
      .retry_detection = how_.retry_detection && how_.strategy.empty(),
      .stuck_threads = how_.stuck_threads,
      .leaks = how_.leaks};
  return std::make_unique<threads::Program>(make_, shared_, engine);
}

condition kind_of(const core::Finding& finding) {
  switch (finding.kind) {
    case core::Finding::Kind::kDeadlock:
      return condition::deadlock;
    case core::Finding::Kind::kAssertion:
      return condition::assertion;
    case core::Finding::Kind::kLimit:
      return condition::abort;
    case core::Finding::Kind::kAbnormalExit:
      return condition::exception;
  }
  return condition::exception;
}

}  // namespace heddle::detail
