#include "heddle/capabilities.hpp"

#include "threads/locations.hpp"
#include "threads/program.hpp"

namespace heddle::detail {

namespace {

constexpr Location kCapabilities = threads::own_location(9, 0);

void visit(const char* name, Access access, place where) {
  Operation operation(name, where);
  operation.touch(kCapabilities, access);
  operation.changes = access != Access::read;
  operation.acquires = operation.releases = false;
  perform(operation);
}

}  // namespace

std::uint32_t get_capabilities(place where) {
  visit("get_num_capabilities", Access::read, where);
  return threads::Program::current()->capabilities();
}

void set_capabilities(std::uint32_t number, place where) {
  visit("set_num_capabilities", Access::write, where);
  threads::Program::current()->capabilities() = number;
}

}  // namespace heddle::detail
