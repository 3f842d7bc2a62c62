#include "threads/heap.hpp"

#include <link.h>
#include <pthread.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "heddle/detail/heap.hpp"
#include "support/bytes.hpp"
#include "threads/program.hpp"

namespace heddle::threads {

// Stands directly before the memory that the program gets.
struct alignas(16) Block {
  static constexpr std::uint64_t kMagic = 0x6864646c20686561;
  std::uint64_t magic = kMagic;
  std::size_t size = 0;
  void* base = nullptr;   // of the allocation
  Heap* owner = nullptr;  // null: nobody watches it
  Block* previous = nullptr;
  Block* next = nullptr;
  HeapPlace allocated;
  HeapPlace freed;
  std::uint64_t checksum = 0;  // of the bytes, when they were freed
  enum class State : std::uint8_t { kLive, kFound, kFreed, kKept };
  State state = State::kLive;

  char* begin() { return reinterpret_cast<char*>(this + 1); }
  const char* begin() const { return reinterpret_cast<const char*>(this + 1); }
  std::uint64_t sum() const { return support::checksum({begin(), size}); }
};

namespace {

Block* block_of(void* memory) { return static_cast<Block*>(memory) - 1; }

Block* make_block(std::size_t size, std::size_t alignment) {
  alignment = std::max(alignment, alignof(Block));
  void* const base = std::malloc(size + sizeof(Block) + alignment);
  if (base == nullptr) throw std::bad_alloc();
  const auto first = reinterpret_cast<std::uintptr_t>(base) + sizeof(Block);
  const std::uintptr_t memory = (first + alignment - 1) / alignment * alignment;
  Block* const block = new (reinterpret_cast<void*>(memory - sizeof(Block))) Block;
  block->size = size;
  block->base = base;
  return block;
}

void push(Block*& list, Block& block) {
  block.previous = nullptr;
  block.next = list;
  if (list != nullptr) list->previous = &block;
  list = &block;
}

void take_out(Block*& list, Block& block) {
  (block.previous == nullptr ? list : block.previous->next) = block.next;
  if (block.next != nullptr) block.next->previous = block.previous;
}

// Blocks of earlier runs that were found when these ended: static variables may lead through them
// to blocks of later runs, of any worker.
struct Kept {
  std::mutex mutex;
  Block* blocks = nullptr;
};
Kept& kept() {
  static Kept all;
  return all;
}

void keep(Block& block) {
  Kept& all = kept();
  const std::scoped_lock lock(all.mutex);
  block.state = Block::State::kKept;
  push(all.blocks, block);
}

void give_back(Block& block) {
  if (block.state == Block::State::kKept) {
    Kept& all = kept();
    const std::scoped_lock lock(all.mutex);
    take_out(all.blocks, block);
  }
  block.magic = 0;
  std::free(block.base);
}

Heap::Misuse misuse_of(const Block& block) { return {block.size, block.allocated, block.freed}; }

// Blocks that words of memory lead to.
class Search {
 public:
  void add(Block* blocks) {
    for (Block* block = blocks; block != nullptr; block = block->next) {
      lost_.emplace(reinterpret_cast<std::uintptr_t>(block->begin()), block);
      if (block->state != Block::State::kKept) ++wanted_;
    }
  }
  void scan(const char* begin, std::size_t size) {
    look(begin, size);
    while (!found_.empty()) {
      const Block* block = found_.back();
      found_.pop_back();
      look(block->begin(), block->size);
    }
  }
  /// Of this run.
  std::vector<const Block*> lost() const {
    std::vector<const Block*> out;
    for (const auto& [address, block] : lost_) {
      if (block->state != Block::State::kKept) out.push_back(block);
    }
    return out;
  }
  bool none() const { return wanted_ == 0; }

 private:
  [[gnu::no_sanitize_address]] void look(const char* begin, std::size_t size) {
    for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= size && wanted_ > 0;
         at += sizeof(std::uintptr_t)) {
      std::uintptr_t word;
      std::memcpy(&word, begin + at, sizeof word);
      const auto it = lost_.find(word);
      if (it == lost_.end()) continue;
      if (it->second->state != Block::State::kKept) {
        it->second->state = Block::State::kFound;
        --wanted_;
      }
      found_.push_back(it->second);
      lost_.erase(it);
    }
  }

  std::unordered_map<std::uintptr_t, Block*> lost_;
  std::vector<const Block*> found_;
  std::size_t wanted_ = 0;
};

// Static variables of the program and of its libraries.
void scan_statics(Search& search) {
  dl_iterate_phdr(
      [](dl_phdr_info* module, std::size_t, void* to) {
        for (int i = 0; i < module->dlpi_phnum; ++i) {
          const auto& part = module->dlpi_phdr[i];
          if (part.p_type != PT_LOAD || (part.p_flags & PF_W) == 0) continue;
          const std::uintptr_t begin = (module->dlpi_addr + part.p_vaddr + 7) & ~std::uintptr_t{7};
          const std::uintptr_t end = module->dlpi_addr + part.p_vaddr + part.p_memsz;
          if (end > begin) {
            static_cast<Search*>(to)->scan(reinterpret_cast<const char*>(begin), end - begin);
          }
        }
        return 0;
      },
      &search);
}

// What the test refers to, if it is a variable of who calls heddle::explore.
void scan_stack(Search& search) {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  void* lowest = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  const char* const here = static_cast<const char*>(__builtin_frame_address(0));
  const char* const end = static_cast<const char*>(lowest) + size;
  if (lowest < here && here < end) search.scan(here, static_cast<std::size_t>(end - here));
}

}  // namespace

void Heap::restart() {
  while (live_ != nullptr) {
    Block& block = *live_;
    take_out(live_, block);
    block.owner = nullptr;
    if (block.state == Block::State::kFound) keep(block);
  }
  while (freed_ != nullptr) {
    Block* const block = freed_;
    freed_ = block->next;
    std::free(block->base);
  }
}

void* Heap::allocate(std::size_t size, std::size_t alignment, HeapPlace where) {
  Block* const block = make_block(size, alignment);
  block->owner = this;
  block->allocated = where;
  push(live_, *block);
  return block->begin();
}

std::optional<Heap::Misuse> Heap::free(Block& block, HeapPlace where) {
  if (block.state == Block::State::kFreed) return misuse_of(block);
  take_out(block.owner->live_, block);
  block.state = Block::State::kFreed;
  block.freed = where;
  block.checksum = block.sum();
  push(block.owner->freed_, block);
  return std::nullopt;
}

std::optional<Heap::Misuse> Heap::freed_around(const void* address) const {
  const auto* at = static_cast<const char*>(address);
  for (const Block* block = freed_; block != nullptr; block = block->next) {
    if (block->begin() <= at && at < block->begin() + block->size) return misuse_of(*block);
  }
  return std::nullopt;
}

std::optional<Heap::Misuse> Heap::written_after_free() const {
  for (const Block* block = freed_; block != nullptr; block = block->next) {
    if (block->sum() != block->checksum) return misuse_of(*block);
  }
  return std::nullopt;
}

std::optional<Heap::Leak> Heap::leak(const void* result) {
  if (live_ == nullptr) return std::nullopt;
  const std::scoped_lock lock(kept().mutex);
  Search search;
  search.add(live_);
  search.add(kept().blocks);
  const Block* const home = block_of(const_cast<void*>(result));
  search.scan(home->begin(), home->size);
  if (!search.none()) scan_statics(search);
  if (!search.none()) scan_stack(search);
  const std::vector<const Block*> lost = search.lost();
  if (lost.empty()) return std::nullopt;
  const auto order = [](const Block* block) {
    return std::tuple(block->allocated.thread, std::string_view(block->allocated.after.file),
                      block->allocated.after.line, block->size);
  };
  Leak leak;
  const Block* first = lost.front();
  for (const Block* block : lost) {
    ++leak.blocks;
    leak.bytes += block->size;
    if (order(block) < order(first)) first = block;
  }
  leak.size = first->size;
  leak.allocated = first->allocated;
  return leak;
}

}  // namespace heddle::threads

namespace heddle::detail {

using threads::Block;
using threads::Program;

void* allocate(std::size_t size, std::size_t alignment) {
  threads::Heap::replace();
  Program* const program = threads::UserCode::runs() ? Program::current() : nullptr;
  if (program != nullptr && !program->unwinding()) return program->allocate(size, alignment);
  return threads::make_block(size, alignment)->begin();
}

void deallocate(void* memory) noexcept {
  if (memory == nullptr) return;
  Block* const block = threads::block_of(memory);
  if (block->magic != Block::kMagic) {
    std::free(memory);  // from a library that has its own `new`
  } else if (block->owner == nullptr) {
    threads::give_back(*block);
  } else {
    Program* const program = Program::current();
    if (program != nullptr) {
      program->deallocate(*block);
    } else {
      threads::Heap::free(*block, {});
    }
  }
}

}  // namespace heddle::detail
