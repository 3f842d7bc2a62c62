// What the library's types ask of the engine (include/heddle/detail/runtime.hpp).
#include "heddle/detail/runtime.hpp"

#include <atomic>
#include <utility>

#include "heddle/choice.hpp"
#include "heddle/var.hpp"
#include "support/check.hpp"
#include "threads/outside.hpp"
#include "threads/program.hpp"

namespace heddle::detail {

using threads::from_outside;
using threads::Program;

namespace {

/// The engine, called from the program: what it allocates is its own.
class Engine {
 public:
  explicit Engine(Program& program) : program_(program) {}
  Program* operator->() const { return &program_; }

 private:
  const threads::UserCode inside_{false};
  Program& program_;
};

Engine engine() {
  Program* program = Program::current();
  if (program == nullptr) {
    throw support::UserError(
        "an operation of heddle was used outside an exploration; call heddle::explore, or build "
        "with HEDDLE_CONC=std for real threads");
  }
  return Engine(*program);
}

// Of objects that were not made by a thread of a run.
constexpr Location kOutside = Location{1} << 50;
constexpr std::uint64_t kDestroyed = ~std::uint64_t{0};

Location outside_location() {
  static std::atomic<Location> made{0};
  return kOutside | ++made;
}

}  // namespace

bool exploring() noexcept { return Program::current() != nullptr; }
void perform(Operation& operation) {
  from_outside([&] { engine()->perform(operation); });
}
void no_change() noexcept {
  if (Program* program = Program::current()) program->no_change();
}
void begins(const void* what) { engine()->begins(what); }
void ends(const void* what, unsigned operations) noexcept { engine()->ends(what, operations); }
void perform_last(Operation& operation) noexcept { engine()->perform_last(operation); }
void failed_update() noexcept {
  if (Program* program = Program::current()) program->failed_update();
}
void will_look(const Look& look) noexcept {
  if (Program* program = Program::current()) program->will_look(look);
}
void looked(Location location, std::memory_order order, const void* found,
            std::size_t size) noexcept {
  if (Program* program = Program::current()) program->looked(location, order, found, size);
}
void check_access(Location location, const Object&, bool write, place where) {
  engine()->check_access(location, write, where);
}
bool recording() noexcept {
  const Program* program = Program::current();
  return program != nullptr && program->recording();
}
void note_arguments(const std::string& text) { engine()->note_arguments(text); }
void note_value(const std::string& text) { engine()->note_value(text); }
Location new_location() { return engine()->new_location(); }
std::uint32_t self() noexcept { return Program::current()->self(); }
std::uint32_t identity() noexcept { return identity_of(self()); }
std::uint32_t identity_of(std::uint32_t thread) noexcept {
  return Program::current()->identity(thread);
}
std::chrono::nanoseconds virtual_time() noexcept {
  const Program* program = Program::current();
  return program == nullptr ? std::chrono::nanoseconds{0} : program->time();
}
void pass_time_until(std::chrono::nanoseconds time) noexcept {
  if (Program* program = Program::current()) program->pass_time_until(time);
}
void at_thread_exit(std::function<void()> function) {
  engine()->at_thread_exit(std::move(function));
}
bool wakes_spuriously(place where) {
  return from_outside([&] { return engine()->wakes_spuriously(where); });
}
std::size_t choose(std::size_t count, const char* what, place where) {
  return from_outside([&] { return engine()->choose(count, what, where); });
}
bool fails_weakly(place where) {
  return from_outside([&] { return engine()->fails_weakly(where); });
}
void refute(place where) {
  from_outside([&] { engine()->refute(where); });
}
OpaqueStep::OpaqueStep(place where) { engine()->begin_opaque_step(where); }
OpaqueStep::~OpaqueStep() { Program::current()->end_opaque_step(); }
bool unwinding() noexcept {
  const Program* program = Program::current();
  return program != nullptr && program->unwinding();
}

void misuse(const std::string& message, place where) {
  report_error(message, where);
  throw Unwind{};
}
void report_error(const std::string& message, place where) noexcept {
  engine()->add_error(core::Finding::Kind::kAbnormalExit, message, where);
}
void assertion_failed(const std::string& message, place where) {
  engine()->add_error(core::Finding::Kind::kAssertion, message, where);
  throw Unwind{};
}

std::uint32_t start_thread(std::function<void()> body, place where) {
  return engine()->start_thread(std::move(body), where);
}
std::uint32_t fork_thread(std::function<void()> body, place where) {
  return engine()->start_thread(std::move(body), where, true);
}
void touch_more(Location location, Access access, bool decides) {
  engine()->touch_more(location, access, decides);
}
std::size_t touched_so_far() { return engine()->touched_so_far(); }
void wait_for_change(std::size_t touched_since, const char* name, place where) {
  engine()->wait_for_change(touched_since, name, where);
}
masking get_masking() noexcept { return Program::current()->get_masking(); }
void set_masking(masking state) noexcept { Program::current()->set_masking(state); }
void become_target() noexcept { Program::current()->become_target(); }
void interruption_point(place where) {
  if (!engine()->is_target()) return;
  Operation operation("unmask", where);
  operation.changes = operation.acquires = operation.releases = false;
  engine()->perform(operation);
}
void throw_to(std::uint32_t thread, std::exception_ptr exception, place where) {
  engine()->throw_to(thread, std::move(exception), where);
}
void begin_setup() { engine()->begin_setup(); }
void end_setup() { engine()->end_setup(); }
void at_teardown(std::function<void()> body) { engine()->at_teardown(std::move(body)); }
void add_invariant(std::function<void()> check) { engine()->add_invariant(std::move(check)); }
void inspected(Location location) { engine()->inspected(location); }

void join_thread(std::uint32_t thread, place where, bool may_throw) {
  engine()->join_thread(thread, where, may_throw);
}
bool thread_ended(std::uint32_t thread) noexcept {
  return Program::current()->thread_ended(thread);
}
void name_thread(std::uint32_t thread, const std::string& name) {
  engine()->name_thread(thread, name);
}

Object::Object(const char* type) noexcept : type_(type) {
  if (Program* program = Program::current()) {
    const threads::UserCode engine(false);
    run_ = program->run();
    location_ = program->new_location();
    program->name_object(location_, type_, {});
  }
}

Object::~Object() {
  Program* const program = Program::current();
  const bool again = run_ == kDestroyed;
  if (program != nullptr && (again || run_ == program->run())) {
    program->destroys(location_, type_, again);
  }
  // Whoever uses it after that is to find it: to the compiler, nobody can.
  *const_cast<volatile std::uint64_t*>(&run_) = kDestroyed;
}

std::uint64_t Object::current_run() noexcept {
  const Program* program = Program::current();
  return program == nullptr ? 0 : program->run();
}

std::string Object::gone_words() const {
  return std::string("use of a destroyed ") + type_ + engine()->freed_words(this);
}

// It could have been the other way round.
void Object::find_destroyed() const {
  engine()->touch_more(part_of(location_, kLifePart), Access::read, true);
}

void Object::adopt(place where) const {
  if (unwinding()) return;
  if (run_ == kDestroyed) {
    find_destroyed();
    misuse(gone_words(), where);
  }
  const Engine program = engine();
  if ((location_ & kOutside) == 0) location_ = outside_location();
  run_ = program->run();
  program->name_object(location_, type_, {});
  const_cast<Object*>(this)->renew();
}

bool Object::gone(place where) const noexcept {
  if (run_ != kDestroyed || unwinding()) return false;
  find_destroyed();
  report_error(gone_words(), where);
  return true;
}

void Object::set_name(const std::string& name) const {
  if (Program* program = Program::current()) {
    const Location here = location(place::here());
    const threads::UserCode engine(false);
    program->name_object(here, type_, name);
  }
}

}  // namespace heddle::detail
