#include "threads/machine/readable.hpp"

#include <link.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace heddle::threads {

namespace {

using Ranges = std::vector<Range>;

constexpr std::uint64_t kPage = 4096;

bool has(const Range& range, std::uint64_t address) { return address - range.address < range.size; }

// A read of our own would end the process.
bool kernel_says(std::uint64_t address) {
  static const pid_t self = getpid();
  std::byte byte{};
  const iovec local{&byte, 1};
  const iovec remote{reinterpret_cast<void*>(address), 1};  // NOLINT: it is a number here
  return process_vm_readv(self, &local, 1, &remote, 1, 0) == 1;
}

// Of the program and of the libraries that it has loaded when this is asked for the first time.
const Ranges& segments() {
  static const Ranges all = [] {
    Ranges found;
    dl_iterate_phdr(
        [](dl_phdr_info* module, std::size_t, void* to) {
          for (int i = 0; i < module->dlpi_phnum; ++i) {
            const ElfW(Phdr)& header = module->dlpi_phdr[i];
            if (header.p_type != PT_LOAD || (header.p_flags & PF_R) == 0) continue;
            const std::uint64_t begin = module->dlpi_addr + header.p_vaddr;
            const std::uint64_t page = begin & ~(kPage - 1);
            static_cast<Ranges*>(to)->push_back({page, begin + header.p_memsz - page});
          }
          return 0;
        },
        &found);
    return found;
  }();
  return all;
}

// What is below its end and no part of a segment is the heap, which has no holes.
bool in_heap(std::uint64_t address) {
  static thread_local std::uint64_t lowest = ~std::uint64_t{0};
  const auto end = reinterpret_cast<std::uint64_t>(sbrk(0));
  if (address >= end) return false;
  if (address >= lowest) return true;
  if (!kernel_says(address)) return false;
  lowest = address;
  return true;
}

}  // namespace

constinit thread_local ReadableRange* ReadableRange::first_ = nullptr;

bool is_readable(std::uint64_t address) {
  for (const ReadableRange* known = ReadableRange::first_; known != nullptr; known = known->next_) {
    if (has(known->range_, address)) return true;
  }
  const Ranges& loaded = segments();
  return std::any_of(loaded.begin(), loaded.end(),
                     [&](const Range& range) { return has(range, address); }) ||
         in_heap(address) || kernel_says(address);
}

ReadableRange::ReadableRange(Range range) : range_(range), next_(std::exchange(first_, this)) {
  if (next_ != nullptr) next_->before_ = this;
}

ReadableRange::~ReadableRange() {
  (before_ == nullptr ? first_ : before_->next_) = next_;
  if (next_ != nullptr) next_->before_ = before_;
}

}  // namespace heddle::threads
