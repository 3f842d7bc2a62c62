// file_server_2 and erl_prim_loader: OTP's processes between a program and its files. Nobody can
// tell whether they are there, so each caller does their work itself (prim_file).
//
// An open file that is not raw is a process of OTP's own code (file_io_server), as ever; it is the
// opener's child, not the file server's.
#include <fmt/format.h>

#include <cerrno>

#include "beam/bif/call.hpp"
#include "beam/bif/file_errors.hpp"
#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/bif/time.hpp"
#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

// file:call(Command, Arguments): to the server, unless the program has started one itself.
Term call_server(Machine& machine, const Term* a) {
  static const Term server = intern("file_server_2");
  static const Term open = intern("open");
  static const Term copy = intern("copy");
  if (machine.whereis(server) != atoms::undefined || !a[0].is_atom()) return Term::none();
  std::vector<Term> arguments;
  for (Term list = a[1]; list.is_cons(); list = list.tail()) arguments.push_back(list.head());
  if (a[0] == open) {
    if (arguments.size() != 2 || !arguments[1].is_list()) {
      return file_error(machine, EINVAL);
    }
    const Term start[] = {machine.current().pid(), arguments[0], arguments[1]};
    return call_instead(machine, "file_io_server", "start", start);
  }
  if (a[0] == copy) return call_instead(machine, "heddle", "copy_file", arguments);
  return call_instead(machine, "prim_file", std::string(name_of(a[0])).c_str(), arguments);
}

std::optional<std::string> name_of_file(Term name) {
  if (name.is_bitstring()) return binary_bytes(name);
  const CharacterList characters = character_list(name, SIZE_MAX);
  if (characters.state != CharacterList::State::kFine) return std::nullopt;
  return characters.utf8;
}

// heddle:copy_file(Source, SourceOptions, Destination, DestinationOptions, Length): as the file
// server does it.
Term copy_file(Machine& machine, const Term* a) {
  const auto from = name_of_file(a[0]);
  const auto to = name_of_file(a[2]);
  if (!from || !to) return file_error(machine, EINVAL);
  for (const Term options : {a[1], a[3]}) {
    for (Term list = options; list.is_cons(); list = list.tail()) {
      static const Term read = intern("read");
      static const Term write = intern("write");
      static const Term binary = intern("binary");
      static const Term raw = intern("raw");
      const Term option = list.head();
      if (option == read || option == write || option == binary || option == raw) continue;
      throw support::UserError(
          "file:copy with other options than read, write, binary and raw: Heddle does not have "
          "it; open the files, and copy from one to the other");
    }
  }
  Files& files = machine.files();
  const std::int64_t now = system_milliseconds(machine) / 1000;
  const Files::Found source = files.find(*from);
  if (source.error != 0) return file_error(machine, source.error);
  if (files.information(source.node).type != Files::Type::kRegular) {
    return file_error(machine, EISDIR);
  }
  if (const int error = files.readable(source.node); error != 0) return file_error(machine, error);
  Files::Found target = files.find(*to);
  if (target.error == ENOENT) target = files.make_file(*to, now);
  if (target.error != 0) return file_error(machine, target.error);
  if (files.information(target.node).type != Files::Type::kRegular) {
    return file_error(machine, EISDIR);
  }
  const std::uint64_t most =
      a[4].is_small() ? static_cast<std::uint64_t>(a[4].small_value()) : files.size(source.node);
  const std::string bytes = files.read(source.node, 0, most);
  files.resize(target.node, 0, now);
  files.write(target.node, 0, bytes, now);
  return machine.heap().tuple({atoms::ok, Term::small(static_cast<std::int64_t>(bytes.size()))});
}

// ---- erl_prim_loader: answers `error` without a reason

Term get_file(Machine& machine, const Term* a) {
  const auto name = name_of_file(a[0].is_atom() ? machine.heap().binary(name_of(a[0])) : a[0]);
  if (!name) return atoms::error;
  Files& files = machine.files();
  const Files::Found found = files.find(*name);
  if (found.error != 0 || files.information(found.node).type != Files::Type::kRegular ||
      files.readable(found.node) != 0) {
    return atoms::error;
  }
  Heap& heap = machine.heap();
  return heap.tuple({atoms::ok, heap.binary(files.read(found.node, 0, files.size(found.node))),
                     list_of_utf8(heap, *name)});
}

Term list_directory(Machine& machine, const Term* a) {
  const auto name = name_of_file(a[0]);
  if (!name) return atoms::error;
  Files& files = machine.files();
  const Files::Found found = files.find(*name);
  if (found.error != 0) return atoms::error;
  const Files::Names listing = files.list(found.node);
  if (listing.error != 0) return atoms::error;
  Heap& heap = machine.heap();
  std::vector<Term> names;
  for (const std::string& entry : listing.names) names.push_back(list_of_utf8(heap, entry));
  return heap.tuple({atoms::ok, heap.list(names)});
}

template <const char* const& kFunction>
Term of_prim_file(Machine& machine, const Term* a) {
  return call_instead(machine, "prim_file", kFunction, {a, 1});
}
constexpr const char* kReadFileInfo = "read_file_info";
constexpr const char* kReadLinkInfo = "read_link_info";

Term get_cwd(Machine& machine, const Term*) {
  return call_instead(machine, "prim_file", "get_cwd", {});
}

constexpr NativeKind kVisible = NativeKind::kVisible;
constexpr Native kNatives[] = {
    {"file", "call", 2, call_server, NativeKind::kFirst},
    {"heddle", "copy_file", 5, copy_file, kVisible},
    {"erl_prim_loader", "get_file", 1, get_file, kVisible},
    {"erl_prim_loader", "list_dir", 1, list_directory, kVisible},
    {"erl_prim_loader", "read_file_info", 1, of_prim_file<kReadFileInfo>},
    {"erl_prim_loader", "read_link_info", 1, of_prim_file<kReadLinkInfo>},
    {"erl_prim_loader", "get_cwd", 0, get_cwd},
};

}  // namespace

std::span<const Native> otp_file() { return kNatives; }

}  // namespace heddle::beam
