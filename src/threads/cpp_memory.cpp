#include "threads/memory.hpp"
namespace heddle::threads {
std::unique_ptr<Memory> make_cpp_memory(Program&) { return nullptr; }
}  // namespace heddle::threads
