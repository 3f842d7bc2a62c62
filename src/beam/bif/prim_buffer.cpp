// prim_buffer: bytes that wait to be read, in a cell: {Bytes, Locked}.
#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

struct Buffer {
  Term bytes;
  Term locked;
};

std::optional<Buffer> buffer_of(Machine& machine, Term reference) {
  const Term cell = machine.cells().get(reference);
  if (!cell.is_tuple(2)) return std::nullopt;
  return Buffer{cell.element(0), cell.element(1)};
}

void store(Machine& machine, Term reference, const Buffer& buffer) {
  machine.cells().set(reference, machine.heap().tuple({buffer.bytes, buffer.locked}));
}

std::size_t size_of(const Buffer& buffer) { return view(buffer.bytes).size / 8; }

std::optional<std::size_t> size_within(const Buffer& buffer, Term size) {
  if (!size.is_small() || size.small_value() < 0) return std::nullopt;
  const auto wanted = static_cast<std::size_t>(size.small_value());
  return wanted <= size_of(buffer) ? std::optional(wanted) : std::nullopt;
}

Term make(Machine& machine, const Term*) {
  const Term reference = machine.make_reference();
  Heap& heap = machine.heap();
  machine.cells().set(reference, heap.tuple({heap.binary(""), atoms::false_}));
  return reference;
}

Term size(Machine& machine, const Term* a) {
  const auto buffer = buffer_of(machine, a[0]);
  return buffer ? Term::small(static_cast<std::int64_t>(size_of(*buffer))) : machine.badarg();
}

Term peek_head(Machine& machine, const Term* a) {
  const auto buffer = buffer_of(machine, a[0]);
  return buffer && size_of(*buffer) > 0 ? buffer->bytes : machine.badarg();
}

Term drop(Machine& machine, Term reference, Buffer buffer, std::size_t size) {
  const Term taken = sub_bits(machine.heap(), buffer.bytes, 0, size * 8);
  buffer.bytes = sub_bits(machine.heap(), buffer.bytes, size * 8, (size_of(buffer) - size) * 8);
  store(machine, reference, buffer);
  return taken;
}

Term copying_read(Machine& machine, const Term* a) {
  const auto buffer = buffer_of(machine, a[0]);
  const auto wanted = buffer ? size_within(*buffer, a[1]) : std::nullopt;
  return wanted ? drop(machine, a[0], *buffer, *wanted) : machine.badarg();
}

Term skip(Machine& machine, const Term* a) {
  const Term taken = copying_read(machine, a);
  return taken.is_none() ? taken : atoms::ok;
}

Term write(Machine& machine, const Term* a) {
  auto buffer = buffer_of(machine, a[0]);
  const auto bytes = iolist_bytes(a[1]);
  if (!buffer || !bytes) return machine.badarg();
  std::string storage;
  buffer->bytes = machine.heap().binary(std::string(bytes_of(buffer->bytes, storage)) + *bytes);
  store(machine, a[0], *buffer);
  return atoms::ok;
}

Term find_byte_index(Machine& machine, const Term* a) {
  const auto buffer = buffer_of(machine, a[0]);
  if (!buffer || !a[1].is_small()) return machine.badarg();
  std::string storage;
  const std::size_t at =
      bytes_of(buffer->bytes, storage).find(static_cast<char>(a[1].small_value()));
  if (at == std::string_view::npos) return intern("not_found");
  return machine.heap().tuple({atoms::ok, Term::small(static_cast<std::int64_t>(at))});
}

Term try_lock(Machine& machine, const Term* a) {
  auto buffer = buffer_of(machine, a[0]);
  if (!buffer) return machine.badarg();
  if (buffer->locked == atoms::true_) return intern("busy");
  buffer->locked = atoms::true_;
  store(machine, a[0], *buffer);
  return intern("acquired");
}

Term unlock(Machine& machine, const Term* a) {
  auto buffer = buffer_of(machine, a[0]);
  if (!buffer || buffer->locked != atoms::true_) return machine.badarg();
  buffer->locked = atoms::false_;
  store(machine, a[0], *buffer);
  return atoms::ok;
}

// Only its owner may use a buffer, so nobody else can tell.
constexpr Native kNatives[] = {
    {"prim_buffer", "new", 0, make},
    {"prim_buffer", "size", 1, size},
    {"prim_buffer", "peek_head", 1, peek_head},
    {"prim_buffer", "copying_read", 2, copying_read},
    {"prim_buffer", "write", 2, write},
    {"prim_buffer", "skip", 2, skip},
    {"prim_buffer", "find_byte_index", 2, find_byte_index},
    {"prim_buffer", "try_lock", 1, try_lock},
    {"prim_buffer", "unlock", 1, unlock},
};

}  // namespace

std::span<const Native> prim_buffer_module() { return kNatives; }

}  // namespace heddle::beam
