#include "heddle/thread.hpp"

#include "heddle/detail/border.hpp"
#include "threads/program.hpp"

namespace heddle {

thread::id make_thread_id(std::uint32_t identity) noexcept { return thread::id(identity); }

thread::thread(Start start, std::function<void()> body) {
  number_ = detail::start_thread(std::move(body), start.where);
  id_ = id(detail::identity_of(number_));
}

thread& thread::operator=(thread&& other) noexcept {
  if (joinable() && !detail::unwinding()) {
    detail::report_error("a thread was assigned to that was neither joined nor detached", {});
  }
  number_ = std::exchange(other.number_, detail::kNobody);
  id_ = std::exchange(other.id_, {});
  return *this;
}

thread::~thread() {
  if (joinable() && detail::exploring() && !detail::unwinding()) {
    detail::report_error("a thread was destroyed that was neither joined nor detached", {});
  }
}

void thread::join(place where) {
  if (!joinable()) throw std::system_error(std::make_error_code(std::errc::invalid_argument));
  if (number_ == detail::self()) {
    throw std::system_error(std::make_error_code(std::errc::resource_deadlock_would_occur));
  }
  detail::join_thread(number_, where);
  number_ = detail::kNobody;
  id_ = {};
}

void thread::join_in_destructor() {
  detail::join_thread(number_, {}, false);
  number_ = detail::kNobody;
  id_ = {};
}

void thread::detach(place) {
  if (!joinable()) throw std::system_error(std::make_error_code(std::errc::invalid_argument));
  number_ = detail::kNobody;
  id_ = {};
}

namespace detail {

// A loop that sleeps and looks again is a loop that waits: sleeping itself has no effect. If the
// loop looks at a clock, that has one (read_clock).
void sleep_until_time(const char* name, Timeout time, place where) {
  crossing([&] {
    Operation op(name, where);
    op.yields = true;
    op.changes = false;
    op.acquires = op.releases = false;
    perform(op);
    time.happens();
  });
}

}  // namespace detail

namespace this_thread {

thread::id get_id() noexcept { return make_thread_id(detail::identity()); }

void yield(place where) {
  detail::crossing([&] {
    detail::Operation op("yield", where);
    op.yields = true;
    op.changes = false;
    op.acquires = op.releases = false;
    detail::perform(op);
  });
}

}  // namespace this_thread

}  // namespace heddle
