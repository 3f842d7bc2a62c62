#include "threads/memory.hpp"

#include <utility>

#include "heddle/detail/border.hpp"
#include "support/check.hpp"
#include "threads/outside.hpp"
#include "threads/program.hpp"

namespace heddle::threads {

std::unique_ptr<Memory> make_memory(Program& program, memory model) {
  switch (model) {
    case memory::sc:
      return nullptr;
    case memory::tso:
      return make_store_buffers(program, false);
    case memory::pso:
      return make_store_buffers(program, true);
    case memory::cpp:
      return make_cpp_memory(program);
  }
  return nullptr;
}

}  // namespace heddle::threads

namespace heddle::detail {

using threads::from_outside;

namespace {

threads::Memory& current_memory() { return *threads::Program::current()->memory(); }

}  // namespace

memory model() noexcept {
  const threads::Program* program = threads::Program::current();
  return program == nullptr ? memory::sc : program->options().memory;
}

std::uint32_t read_cell(const Cell& cell, std::memory_order order, const char* name, place where) {
  return from_outside([&] { return current_memory().read(cell, order, name, where); });
}
void write_cell(Cell& cell, std::uint32_t value, std::memory_order order, const char* name,
                place where) {
  from_outside([&] { current_memory().write(cell, value, order, name, where); });
}
std::uint32_t begin_update(Cell& cell, std::memory_order success, std::memory_order failure,
                           Writes writes, const char* name, place where) {
  return from_outside([&] {
    return current_memory().begin_update(cell, success, failure, std::move(writes), name, where);
  });
}
void end_update(Cell& cell, bool written, std::uint32_t value) {
  const threads::UserCode engine(false);
  current_memory().end_update(cell, written, value);
}

void fence(std::memory_order order, place where) {
  crossing([&] {
    if (model() != memory::sc) {
      from_outside([&] { current_memory().fence(order, where); });
      return;
    }
    Operation op("fence", where);
    op.acquires = op.releases = op.changes = false;
    op.cell = true;
    op.order = order;
    perform(op);
  });
}

Cell::~Cell() {
  const threads::Program* program = threads::Program::current();
  if (program != nullptr && program->memory() != nullptr) program->memory()->destroyed(*this);
}

}  // namespace heddle::detail
