// prim_file: what OTP does with the file system in C, on the files of the run (vm/files.hpp). All
// else of OTP's file modules is Erlang above it.
//
// An open file is a cell: {Node, Position, Flags}, or `closed`. Whether a process may use it, and
// what is read ahead, is the business of prim_file's Erlang part.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "beam/bif/file_errors.hpp"
#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/bif/time.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/number.hpp"
#include "beam/term/utf8.hpp"
#include "beam/vm/machine.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

constexpr std::int64_t kReading = 1;
constexpr std::int64_t kWriting = 2;
constexpr std::int64_t kAppending = 4;
constexpr std::uint64_t kMostAtOnce = 0x7ffff000;  // that Linux reads

Term ok(Machine& machine, Term value) { return machine.heap().tuple({atoms::ok, value}); }

Term failed(Machine& machine, int error) { return file_error(machine, error); }

Term done(Machine& machine, int error) { return error == 0 ? atoms::ok : failed(machine, error); }

std::int64_t now(const Machine& machine) { return system_milliseconds(machine) / 1000; }

// ---- Names: a binary with a zero at the end, as the system wants them.

std::optional<std::string> path_of(Term name) {
  std::optional<std::string> bytes = binary_bytes(name);
  if (!bytes || bytes->empty() || bytes->back() != '\0') return std::nullopt;
  bytes->pop_back();
  return bytes;
}

// prim_file:internal_name2native(Name)
Term name_to_native(Machine& machine, const Term* a) {
  std::optional<std::string> bytes;
  if (a[0].is_bitstring()) {
    bytes = binary_bytes(a[0]);
  } else {
    const CharacterList characters = character_list(a[0], SIZE_MAX);
    if (characters.state == CharacterList::State::kFine) bytes = characters.utf8;
  }
  if (!bytes || bytes->find('\0') != std::string::npos) return machine.badarg();
  return machine.heap().binary(*bytes + '\0');
}

// prim_file:internal_native2name(Binary), prim_file:internal_normalize_utf8(Binary)
Term native_to_name(Machine& machine, const Term* a) {
  const std::optional<std::string> bytes = binary_bytes(a[0]);
  if (!bytes) return machine.badarg();
  std::string_view rest = *bytes;
  if (rest.ends_with('\0')) rest.remove_suffix(1);
  if (!utf8_length(rest)) return machine.heap().tuple({atoms::error, intern("warning")});
  return list_of_utf8(machine.heap(), rest);
}

// prim_file:is_translatable(Binary)
Term is_translatable(Machine& machine, const Term* a) {
  return boolean(native_to_name(machine, a).is_list());
}

// ---- Open files

struct Handle {
  Files::Node node = 0;
  std::uint64_t position = 0;
  std::int64_t flags = 0;
};

enum class HandleState : std::uint8_t { kOpen, kClosed, kWrong };

HandleState handle_of(Machine& machine, Term reference, Handle& handle) {
  const Term cell = machine.cells().get(reference);
  if (cell == intern("closed")) return HandleState::kClosed;
  if (!cell.is_tuple(3)) return HandleState::kWrong;
  handle.node = static_cast<Files::Node>(cell.element(0).small_value());
  handle.position = static_cast<std::uint64_t>(cell.element(1).small_value());
  handle.flags = cell.element(2).small_value();
  return HandleState::kOpen;
}

Term cell_of(Machine& machine, const Handle& handle) {
  return machine.heap().tuple({Term::small(static_cast<std::int64_t>(handle.node)),
                               Term::small(static_cast<std::int64_t>(handle.position)),
                               Term::small(handle.flags)});
}

// Calls `work(handle)` if the file is open.
template <typename Work>
Term with_handle(Machine& machine, Term reference, const Work& work) {
  Handle handle;
  switch (handle_of(machine, reference, handle)) {
    case HandleState::kOpen:
      return work(handle);
    case HandleState::kClosed:
      return failed(machine, EINVAL);
    case HandleState::kWrong:
      break;
  }
  return machine.badarg();
}

std::optional<std::int64_t> modes_of(Term list, bool& exclusive, bool& directory, bool& any) {
  std::int64_t flags = 0;
  for (; list.is_cons(); list = list.tail()) {
    if (!list.head().is_atom()) continue;
    const std::string_view mode = name_of(list.head());
    if (mode == "read") flags |= kReading;
    if (mode == "write") flags |= kWriting;
    if (mode == "append") flags |= kAppending | kWriting;
    if (mode == "exclusive") {
      exclusive = true;
      flags |= kWriting;
    }
    if (mode == "directory") directory = true;
    if (mode == "skip_type_check") any = true;
  }
  if (!list.is_nil()) return std::nullopt;
  return (flags & (kReading | kWriting)) == 0 ? flags | kReading : flags;
}

bool is_null_device(const Files::Information& information) {
  return information.type == Files::Type::kDevice &&
         information.special_device == 0x103;  // 1:3 in Linux
}

void refuse_devices(const Files::Information& information, const std::string& path) {
  if (information.type == Files::Type::kRegular || is_null_device(information)) return;
  throw support::UserError(fmt::format(
      "the program opens {}: devices, pipes and sockets are outside of the run, and Heddle does "
      "not have them",
      path));
}

// prim_file:open_nif(Name, Modes)
Term open_file(Machine& machine, const Term* a) {
  const auto path = path_of(a[0]);
  bool exclusive = false;
  bool directory = false;
  bool any = false;
  const auto flags = modes_of(a[1], exclusive, directory, any);
  if (!path || !flags) return machine.badarg();
  Files& files = machine.files();
  Files::Found found = files.find(*path);
  const bool writes = (*flags & kWriting) != 0;
  if (found.error == ENOENT && writes) {
    found = files.make_file(*path, now(machine));
  } else if (found.error == 0 && exclusive) {
    found.error = EEXIST;
  }
  if (found.error != 0) return failed(machine, found.error);
  const Files::Information information = files.information(found.node);
  if (information.type == Files::Type::kDirectory) {
    if (writes || !(directory || any)) return failed(machine, EISDIR);
  } else if (directory) {
    return failed(machine, ENOTDIR);
  } else {
    refuse_devices(information, *path);
  }
  if ((*flags & kReading) != 0) {
    if (const int error = files.readable(found.node); error != 0) return failed(machine, error);
  }
  if (writes && !information.may_write) return failed(machine, EACCES);
  if (writes && (*flags & (kReading | kAppending)) == 0) {
    files.resize(found.node, 0, now(machine));
  }
  const Term reference = machine.make_reference();
  machine.cells().set(reference, cell_of(machine, {found.node, 0, *flags}));
  return ok(machine, reference);
}

// prim_file:close_nif(File), prim_file:delayed_close_nif(File)
Term close_file(Machine& machine, const Term* a) {
  return with_handle(machine, a[0], [&](const Handle&) {
    machine.cells().set(a[0], intern("closed"));
    return atoms::ok;
  });
}

Term data(Machine& machine, const std::string& bytes, std::uint64_t wanted) {
  if (bytes.empty() && wanted > 0) return intern("eof");
  return ok(machine, machine.heap().binary(bytes));
}

std::optional<std::uint64_t> count_of(Term term) {
  if (!term.is_small() || term.small_value() < 0) return std::nullopt;
  return static_cast<std::uint64_t>(term.small_value());
}

// prim_file:read_nif(File, Size)
Term read_file(Machine& machine, const Term* a) {
  const auto size = count_of(a[1]);
  if (!size) return machine.badarg();
  return with_handle(machine, a[0], [&](Handle handle) {
    if ((handle.flags & kReading) == 0) return failed(machine, EBADF);
    const std::string bytes =
        machine.files().read(handle.node, handle.position, std::min(*size, kMostAtOnce));
    handle.position += bytes.size();
    machine.cells().set(a[0], cell_of(machine, handle));
    return data(machine, bytes, *size);
  });
}

// prim_file:pread_nif(File, Position, Size)
Term read_file_at(Machine& machine, const Term* a) {
  const auto size = count_of(a[2]);
  if (!size || !a[1].is_small()) return machine.badarg();
  return with_handle(machine, a[0], [&](const Handle& handle) {
    if (a[1].small_value() < 0) return failed(machine, EINVAL);
    if ((handle.flags & kReading) == 0) return failed(machine, EBADF);
    const auto at = static_cast<std::uint64_t>(a[1].small_value());
    return data(machine, machine.files().read(handle.node, at, std::min(*size, kMostAtOnce)),
                *size);
  });
}

void write_bytes(Machine& machine, Files::Node node, std::uint64_t at, const std::string& bytes) {
  if (is_null_device(machine.files().information(node))) return;
  machine.files().write(node, at, bytes, now(machine));
}

// prim_file:write_nif(File, Vector)
Term write_file(Machine& machine, const Term* a) {
  const auto bytes = iolist_bytes(a[1]);
  if (!bytes) return machine.badarg();
  return with_handle(machine, a[0], [&](Handle handle) {
    if ((handle.flags & kWriting) == 0) return failed(machine, EBADF);
    if ((handle.flags & kAppending) != 0) handle.position = machine.files().size(handle.node);
    write_bytes(machine, handle.node, handle.position, *bytes);
    handle.position += bytes->size();
    machine.cells().set(a[0], cell_of(machine, handle));
    return atoms::ok;
  });
}

// prim_file:pwrite_nif(File, Position, Vector)
Term write_file_at(Machine& machine, const Term* a) {
  const auto bytes = iolist_bytes(a[2]);
  if (!bytes || !a[1].is_small()) return machine.badarg();
  return with_handle(machine, a[0], [&](const Handle& handle) {
    if (a[1].small_value() < 0) return failed(machine, EINVAL);
    if ((handle.flags & kWriting) == 0) return failed(machine, EBADF);
    // Linux appends even then.
    const std::uint64_t at = (handle.flags & kAppending) != 0
                                 ? machine.files().size(handle.node)
                                 : static_cast<std::uint64_t>(a[1].small_value());
    write_bytes(machine, handle.node, at, *bytes);
    return atoms::ok;
  });
}

// prim_file:seek_nif(File, Mark, Offset)
Term seek(Machine& machine, const Term* a) {
  static const Term bof = intern("bof");
  static const Term cur = intern("cur");
  static const Term eof = intern("eof");
  if (!a[2].is_small()) return machine.badarg();
  return with_handle(machine, a[0], [&](Handle handle) {
    std::int64_t start = 0;
    if (a[1] == cur) {
      start = static_cast<std::int64_t>(handle.position);
    } else if (a[1] == eof) {
      start = static_cast<std::int64_t>(machine.files().size(handle.node));
    } else if (a[1] != bof) {
      return machine.badarg();
    }
    const std::int64_t position = start + a[2].small_value();
    if (position < 0) return failed(machine, EINVAL);
    handle.position = static_cast<std::uint64_t>(position);
    machine.cells().set(a[0], cell_of(machine, handle));
    return ok(machine, Term::small(position));
  });
}

// prim_file:truncate_nif(File): at the position
Term truncate_file(Machine& machine, const Term* a) {
  return with_handle(machine, a[0], [&](const Handle& handle) {
    if ((handle.flags & kWriting) == 0) return failed(machine, EINVAL);
    machine.files().resize(handle.node, handle.position, now(machine));
    return atoms::ok;
  });
}

// prim_file:allocate_nif(File, Offset, Length)
Term allocate(Machine& machine, const Term* a) {
  const auto offset = count_of(a[1]);
  const auto length = count_of(a[2]);
  if (!offset || !length) return machine.badarg();
  return with_handle(machine, a[0], [&](const Handle& handle) {
    if ((handle.flags & kWriting) == 0) return failed(machine, EBADF);
    if (*offset + *length > machine.files().size(handle.node)) {
      machine.files().resize(handle.node, *offset + *length, now(machine));
    }
    return atoms::ok;
  });
}

// prim_file:sync_nif(File, DataOnly), prim_file:advise_nif(File, Offset, Length, Advise): there is
// no disk to wait for.
Term nothing_to_do(Machine& machine, const Term* a) {
  return with_handle(machine, a[0], [](const Handle&) { return atoms::ok; });
}

// prim_file:ipread_s32bu_p32bu_nif(File, Offset, MaxSize): what a pointer with a size leads to
Term read_indirectly(Machine& machine, const Term* a) {
  static const Term eof = intern("eof");
  const auto most = count_of(a[2]);
  if (!most || !a[1].is_small()) return machine.badarg();
  return with_handle(machine, a[0], [&](const Handle& handle) {
    if (a[1].small_value() < 0) return failed(machine, EINVAL);
    Files& files = machine.files();
    const std::string head =
        files.read(handle.node, static_cast<std::uint64_t>(a[1].small_value()), 8);
    if (head.size() < 8) return eof;
    const auto number = [&](std::size_t at) {
      std::uint32_t value = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        value = value << 8 | static_cast<std::uint8_t>(head[at + i]);
      }
      return value;
    };
    const std::uint32_t size = number(0);
    const std::uint32_t position = number(4);
    if (size > *most) return eof;
    Heap& heap = machine.heap();
    const std::string bytes = files.read(handle.node, position, size);
    const Term found = bytes.empty() ? eof : heap.binary(bytes);
    return ok(machine, heap.tuple({Term::small(size), Term::small(position), found}));
  });
}

// ---- Names of files

// Calls `work(path)`.
template <typename Work>
Term with_path(Machine& machine, Term name, const Work& work) {
  const auto path = path_of(name);
  return path ? work(*path) : machine.badarg();
}

// Calls `work(node)` if there is such a file.
template <typename Work>
Term with_node(Machine& machine, Term name, bool follow, const Work& work) {
  return with_path(machine, name, [&](const std::string& path) {
    const Files::Found found = machine.files().find(path, follow);
    return found.error != 0 ? failed(machine, found.error) : work(found.node);
  });
}

// prim_file:read_file_nif(Name)
Term read_whole_file(Machine& machine, const Term* a) {
  return with_node(machine, a[0], true, [&](Files::Node node) {
    Files& files = machine.files();
    const Files::Information information = files.information(node);
    if (information.type == Files::Type::kDirectory) return failed(machine, EISDIR);
    refuse_devices(information, *path_of(a[0]));
    if (const int error = files.readable(node); error != 0) return failed(machine, error);
    return ok(machine, machine.heap().binary(files.read(node, 0, files.size(node))));
  });
}

Term file_info(Machine& machine, Files::Node node) {
  const Files::Information information = machine.files().information(node);
  static const Term kTypes[] = {intern("regular"), intern("directory"), intern("symlink"),
                                intern("device"), intern("other")};
  const Term type = kTypes[static_cast<std::size_t>(information.type)];
  const char* access = information.may_read && information.may_write ? "read_write"
                       : information.may_read                        ? "read"
                       : information.may_write                       ? "write"
                                                                     : "none";
  Heap& heap = machine.heap();
  const auto number = [&](std::uint64_t value) { return heap.unsigned_integer(value); };
  return heap.tuple({intern("file_info"), number(information.size), type, intern(access),
                     heap.integer(information.accessed), heap.integer(information.modified),
                     heap.integer(information.changed), number(information.mode),
                     number(information.links), number(information.device),
                     number(information.special_device), number(information.number),
                     number(information.owner), number(information.group)});
}

// prim_file:read_info_nif(Name, FollowLinks)
Term read_info(Machine& machine, const Term* a) {
  return with_node(machine, a[0], a[1] == Term::small(1),
                   [&](Files::Node node) { return file_info(machine, node); });
}

// prim_file:read_handle_info_nif(File)
Term read_handle_info(Machine& machine, const Term* a) {
  return with_handle(machine, a[0],
                     [&](const Handle& handle) { return file_info(machine, handle.node); });
}

// prim_file:set_permissions_nif(Name, Permissions)
Term set_permissions(Machine& machine, const Term* a) {
  const auto permissions = count_of(a[1]);
  if (!permissions) return machine.badarg();
  return with_node(machine, a[0], true, [&](Files::Node node) {
    machine.files().set_mode(node, *permissions);
    return atoms::ok;
  });
}

// prim_file:set_owner_nif(Name, User, Group): -1 leaves it
Term set_owner(Machine& machine, const Term* a) {
  if (!a[1].is_small() || !a[2].is_small()) return machine.badarg();
  return with_node(machine, a[0], true, [&](Files::Node node) {
    const Files::Information old = machine.files().information(node);
    const auto or_old = [](Term value, std::uint64_t other) {
      return value.small_value() < 0 ? other : static_cast<std::uint64_t>(value.small_value());
    };
    machine.files().set_owner(node, or_old(a[1], old.owner), or_old(a[2], old.group));
    return atoms::ok;
  });
}

// prim_file:set_time_nif(Name, Accessed, Modified, Created)
Term set_time(Machine& machine, const Term* a) {
  const auto accessed = a[1].is_integer() ? int64_of(a[1]) : std::nullopt;
  const auto modified = a[2].is_integer() ? int64_of(a[2]) : std::nullopt;
  if (!accessed || !modified) return machine.badarg();
  return with_node(machine, a[0], true, [&](Files::Node node) {
    machine.files().set_times(node, *accessed, *modified);
    return atoms::ok;
  });
}

// prim_file:read_link_nif(Name)
Term read_link(Machine& machine, const Term* a) {
  return with_node(machine, a[0], false, [&](Files::Node node) {
    const Disk::Text target = machine.files().link_target(node);
    return target.error != 0 ? failed(machine, target.error)
                             : ok(machine, machine.heap().binary(target.bytes));
  });
}

// prim_file:list_dir_nif(Name)
Term list_directory(Machine& machine, const Term* a) {
  return with_node(machine, a[0], true, [&](Files::Node node) {
    const Files::Names listing = machine.files().list(node);
    if (listing.error != 0) return failed(machine, listing.error);
    // prim_file turns it round.
    Term names = Term::nil();
    for (const std::string& name : listing.names) {
      names = machine.heap().cons(machine.heap().binary(name), names);
    }
    return ok(machine, names);
  });
}

// prim_file:make_dir_nif(Name)
Term make_directory(Machine& machine, const Term* a) {
  return with_path(machine, a[0], [&](const std::string& path) {
    return done(machine, machine.files().make_directory(path, now(machine)));
  });
}

// prim_file:del_file_nif(Name)
Term delete_file(Machine& machine, const Term* a) {
  return with_path(machine, a[0], [&](const std::string& path) {
    const int error = machine.files().remove_file(path, now(machine));
    return done(machine, error == EISDIR ? EPERM : error);
  });
}

// prim_file:del_dir_nif(Name)
Term delete_directory(Machine& machine, const Term* a) {
  return with_path(machine, a[0], [&](const std::string& path) {
    const int error = machine.files().remove_directory(path, now(machine));
    return done(machine, error == ENOTEMPTY ? EEXIST : error);
  });
}

// Calls `work(old, new)`.
template <typename Work>
Term with_paths(Machine& machine, const Term* a, const Work& work) {
  const auto from = path_of(a[0]);
  const auto to = path_of(a[1]);
  return from && to ? done(machine, work(*from, *to)) : machine.badarg();
}

// prim_file:rename_nif(From, To)
Term rename_file(Machine& machine, const Term* a) {
  return with_paths(machine, a, [&](const std::string& from, const std::string& to) {
    const int error = machine.files().rename(from, to, now(machine));
    return error == ENOTEMPTY ? EEXIST : error;
  });
}

// prim_file:make_hard_link_nif(Existing, New)
Term make_link(Machine& machine, const Term* a) {
  return with_paths(machine, a, [&](const std::string& existing, const std::string& path) {
    return machine.files().make_link(existing, path, now(machine));
  });
}

// prim_file:make_soft_link_nif(Existing, New)
Term make_symlink(Machine& machine, const Term* a) {
  return with_paths(machine, a, [&](const std::string& existing, const std::string& path) {
    return machine.files().make_symlink(existing, path, now(machine));
  });
}

// prim_file:get_cwd_nif()
Term get_cwd(Machine& machine, const Term*) {
  return ok(machine, machine.heap().binary(machine.files().current_directory()));
}

// prim_file:set_cwd_nif(Name)
Term set_cwd(Machine& machine, const Term* a) {
  return with_path(machine, a[0], [&](const std::string& path) {
    return done(machine, machine.files().set_current_directory(path));
  });
}

// prim_file:altname_nif(Name), prim_file:get_device_cwd_nif(Device): for Windows
Term not_supported(Machine& machine, const Term*) { return failed(machine, ENOTSUP); }

constexpr NativeKind kVisible = NativeKind::kVisible;
constexpr Native kNatives[] = {
    {"prim_file", "internal_name2native", 1, name_to_native},
    {"prim_file", "internal_native2name", 1, native_to_name},
    {"prim_file", "internal_normalize_utf8", 1, native_to_name},
    {"prim_file", "is_translatable", 1, is_translatable},
    {"prim_file", "open_nif", 2, open_file, kVisible},
    {"prim_file", "close_nif", 1, close_file, kVisible},
    {"prim_file", "delayed_close_nif", 1, close_file, kVisible},
    {"prim_file", "read_nif", 2, read_file, kVisible},
    {"prim_file", "pread_nif", 3, read_file_at, kVisible},
    {"prim_file", "write_nif", 2, write_file, kVisible},
    {"prim_file", "pwrite_nif", 3, write_file_at, kVisible},
    {"prim_file", "seek_nif", 3, seek, kVisible},
    {"prim_file", "truncate_nif", 1, truncate_file, kVisible},
    {"prim_file", "allocate_nif", 3, allocate, kVisible},
    {"prim_file", "sync_nif", 2, nothing_to_do},
    {"prim_file", "advise_nif", 4, nothing_to_do},
    {"prim_file", "ipread_s32bu_p32bu_nif", 3, read_indirectly, kVisible},
    {"prim_file", "read_file_nif", 1, read_whole_file, kVisible},
    {"prim_file", "read_info_nif", 2, read_info, kVisible},
    {"prim_file", "read_handle_info_nif", 1, read_handle_info, kVisible},
    {"prim_file", "set_permissions_nif", 2, set_permissions, kVisible},
    {"prim_file", "set_owner_nif", 3, set_owner, kVisible},
    {"prim_file", "set_time_nif", 4, set_time, kVisible},
    {"prim_file", "read_link_nif", 1, read_link, kVisible},
    {"prim_file", "list_dir_nif", 1, list_directory, kVisible},
    {"prim_file", "make_dir_nif", 1, make_directory, kVisible},
    {"prim_file", "del_file_nif", 1, delete_file, kVisible},
    {"prim_file", "del_dir_nif", 1, delete_directory, kVisible},
    {"prim_file", "rename_nif", 2, rename_file, kVisible},
    {"prim_file", "make_hard_link_nif", 2, make_link, kVisible},
    {"prim_file", "make_soft_link_nif", 2, make_symlink, kVisible},
    {"prim_file", "get_cwd_nif", 0, get_cwd, kVisible},
    {"prim_file", "set_cwd_nif", 1, set_cwd, kVisible},
    {"prim_file", "altname_nif", 1, not_supported},
    {"prim_file", "get_device_cwd_nif", 1, not_supported},
};

}  // namespace

std::span<const Native> prim_file_module() { return kNatives; }

}  // namespace heddle::beam
