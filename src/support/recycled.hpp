// Recycled: containers that lend their memory to the next object of their type.
//
// Explorations are often short, and a test may have hundreds of them: allocating what a search
// works with would take longer than the search. A class that is made for each of them derives from
// Recycled<Memory>, where Memory has its containers as members and two functions:
//
//   void clear();        // as new, but for the capacity of containers
//   bool small() const;  // worth keeping
//
// What is kept belongs to the OS thread. Not under a sanitizer, which should see every object on
// its own.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace heddle::support {

#ifdef __SANITIZE_ADDRESS__
constexpr bool kKeepMemory = false;
#else
constexpr bool kKeepMemory = true;
#endif

template <class Memory>
class Recycled : protected Memory {
 public:
  Recycled(const Recycled&) = delete;
  Recycled& operator=(const Recycled&) = delete;

 protected:
  Recycled() {
    std::vector<Memory>& kept = spare();
    if (kept.empty()) return;
    static_cast<Memory&>(*this) = std::move(kept.back());
    kept.pop_back();
  }
  ~Recycled() {
    Memory& own = *this;
    if (!kKeepMemory || !own.small() || spare().size() == kMost) return;
    own.clear();
    spare().push_back(std::move(own));
  }

 private:
  static constexpr std::size_t kMost = 4;
  static std::vector<Memory>& spare() {
    thread_local std::vector<Memory> kept;
    return kept;
  }
};

}  // namespace heddle::support
