#include "threads/fiber.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "support/check.hpp"

namespace heddle::threads {

namespace context = boost::context::detail;

namespace {

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

}  // namespace

Fiber::Fiber(std::size_t stack_bytes) {
  const std::size_t page = guard_ = page_size();
  bytes_ = (stack_bytes + page - 1) / page * page + page;
  void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) {
    throw support::UserError(
        "there is no memory for the stack of another thread; smaller stacks "
        "(options::stack_size) or fewer threads need less");
  }
  memory_ = static_cast<std::byte*>(memory);
  lowest_ = memory_ + bytes_;
  mprotect(memory_, page, PROT_NONE);
  readable_.emplace(Range{reinterpret_cast<std::uint64_t>(memory_ + page), bytes_ - page});
}

Fiber::~Fiber() { munmap(memory_, bytes_); }

// Variables that are not initialised must not hold what an earlier run left there: whether two
// stacks are equal has to be the same in every run.
#ifdef __SANITIZE_ADDRESS__
[[gnu::no_sanitize_address]]
#endif
void Fiber::clear() {
  constexpr std::ptrdiff_t kBelow = 1024;  // used by calls that returned
  std::byte* const bottom = memory_ + guard_;
  std::byte* const end = memory_ + bytes_;
  std::byte* const from = lowest_ - bottom > kBelow ? lowest_ - kBelow : bottom;
  if (lowest_ == end) return;
#ifdef __SANITIZE_ADDRESS__
  for (volatile std::byte* byte = from; byte != end; ++byte) *byte = std::byte{0};
#else
  std::memset(from, 0, static_cast<std::size_t>(end - from));
#endif
  lowest_ = end;
}

void Fiber::prepare(Entry entry, void* argument) {
  clear();
  entry_ = entry;
  argument_ = argument;
  ended_ = false;
  exceptions_ = {};
  fake_stack_ = nullptr;
  context_ =
      context::make_fcontext(memory_ + bytes_, bytes_ - guard_, [](context::transfer_t from) {
        auto* self = static_cast<Fiber*>(from.data);
        self->outside_ = from.fctx;
        run(self);
      });
}

void Fiber::run(void* self) {
  auto* fiber = static_cast<Fiber*>(self);
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber(nullptr, &fiber->outside_bottom_, &fiber->outside_size_);
#endif
  fiber->entry_(fiber->argument_);
  fiber->ended_ = true;
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber(nullptr, fiber->outside_bottom_, fiber->outside_size_);
#endif
  context::jump_fcontext(fiber->outside_, nullptr);
  HEDDLE_CHECK(false, "a fiber went on after its end");
}

std::span<const std::byte> Fiber::live_stack(const std::byte* from) const {
  return {from == nullptr ? static_cast<const std::byte*>(context_) : from, memory_ + bytes_};
}

#ifdef __SANITIZE_ADDRESS__

// Not with memcmp and memcpy, which the sanitizer watches.
[[gnu::no_sanitize_address]] bool same_bytes(std::span<const std::byte> a,
                                             std::span<const std::byte> b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const volatile std::byte* left = a.data() + i;
    if (*left != b.data()[i]) return false;
  }
  return true;
}

[[gnu::no_sanitize_address]] void copy_bytes(std::span<const std::byte> from,
                                             std::vector<std::byte>& to) {
  to.resize(from.size());
  std::byte* const bytes = to.data();
  for (std::size_t i = 0; i < from.size(); ++i) {
    const volatile std::byte* byte = from.data() + i;
    bytes[i] = *byte;
  }
}

[[gnu::no_sanitize_address]] void copy_bytes(std::span<const std::byte> from, std::uint8_t* to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const volatile std::byte* byte = from.data() + i;
    to[i] = static_cast<std::uint8_t>(*byte);
  }
}

#else

bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

void copy_bytes(std::span<const std::byte> from, std::vector<std::byte>& to) {
  to.assign(from.begin(), from.end());
}

void copy_bytes(std::span<const std::byte> from, std::uint8_t* to) {
  std::memcpy(to, from.data(), from.size());
}

#endif

FiberPool& FiberPool::of_this_thread(std::size_t stack_bytes) {
  thread_local std::map<std::size_t, FiberPool> pools;
  return pools.try_emplace(stack_bytes, stack_bytes).first->second;
}

Fiber* FiberPool::take(Fiber::Entry entry, void* argument) {
  if (free_.empty()) {
    all_.push_back(std::make_unique<Fiber>(stack_bytes_));
    free_.push_back(all_.back().get());
  }
  Fiber* fiber = free_.back();
  free_.pop_back();
  fiber->prepare(entry, argument);
  return fiber;
}

}  // namespace heddle::threads
