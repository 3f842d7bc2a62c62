// zlib: streams, as the C part of OTP's module zlib. A stream is a cell (vm/cells.hpp):
//
//   {Owner, State, Queue, Flags, Stash, BufferSize, Checksum}
//
// State is the number of a compressor (vm/compressors.hpp), or `none`; Queue holds what is still to
// be read, oldest first.
#include <zlib.h>

#include <algorithm>

#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

constexpr std::int64_t kEndSeen = 1;
constexpr std::int64_t kOnEndShift = 1;  // two bits: what to do with what follows the end
constexpr std::int64_t kOnEndError = 0;
constexpr std::int64_t kOnEndReset = 1;
constexpr std::int64_t kOnEndCut = 2;
constexpr std::int64_t kDefaultBuffer = 4000;

struct Stream {
  Term owner;
  std::optional<std::size_t> state;
  std::string queue;
  std::int64_t flags = 0;
  Term stash;
  std::int64_t buffer = kDefaultBuffer;
  std::uint32_t checksum = 0;
};

void store(Machine& machine, Term name, const Stream& stream) {
  Heap& heap = machine.heap();
  machine.cells().set(
      name, heap.tuple({stream.owner,
                        stream.state ? Term::small(static_cast<std::int64_t>(*stream.state))
                                     : atoms::undefined,
                        heap.binary(stream.queue), Term::small(stream.flags),
                        stream.stash.is_none() ? atoms::undefined : stream.stash,
                        Term::small(stream.buffer), Term::small(stream.checksum)}));
}

// Calls `work(stream)` for the owner of a stream.
template <typename Work>
Term with_stream(Machine& machine, Term name, const Work& work) {
  const Term cell = machine.cells().get(name);
  if (cell == intern("closed")) return machine.error(intern("not_initialized"));
  if (!cell.is_tuple(7)) return machine.badarg();
  if (cell.element(0) != machine.current().pid()) {
    return machine.error(intern("not_on_controlling_process"));
  }
  Stream stream;
  stream.owner = cell.element(0);
  if (cell.element(1).is_small()) {
    stream.state = static_cast<std::size_t>(cell.element(1).small_value());
  }
  stream.queue = *binary_bytes(cell.element(2));
  stream.flags = cell.element(3).small_value();
  stream.stash = cell.element(4) == atoms::undefined ? Term::none() : cell.element(4);
  stream.buffer = cell.element(5).small_value();
  stream.checksum = static_cast<std::uint32_t>(cell.element(6).small_value());
  return work(stream);
}

using Kind = Compressor::Kind;

// The same for one that compresses, or one that expands; what `work` gets may be changed.
template <typename Work>
Term with_state(Machine& machine, Term name, Kind kind, const Work& work) {
  return with_stream(machine, name, [&](Stream& stream) {
    if (!stream.state || machine.compressors().at(*stream.state).kind() != kind) {
      return machine.error(intern("not_initialized"));
    }
    stream.state = machine.compressors().to_change(*stream.state, machine.epoch());
    return work(stream, machine.compressors().at(*stream.state).stream());
  });
}

Term status(Machine& machine, int code) {
  switch (code) {
    case Z_OK:
    case Z_STREAM_END:
      return atoms::ok;
    case Z_STREAM_ERROR:
      return machine.error(intern("stream_error"));
    case Z_DATA_ERROR:
      return machine.error(intern("data_error"));
    case Z_MEM_ERROR:
      return machine.error(intern("mem_error"));
    case Z_BUF_ERROR:
      return machine.error(intern("buf_error"));
    default:
      return machine.error(intern("unknown_error"));
  }
}

Term open(Machine& machine, const Term*) {
  const Term name = machine.make_reference();
  Stream stream;
  stream.owner = machine.current().pid();
  store(machine, name, stream);
  return name;
}

Term close(Machine& machine, const Term* a) {
  return with_stream(machine, a[0], [&](const Stream&) {
    machine.cells().set(a[0], intern("closed"));
    return atoms::ok;
  });
}

Term set_controller(Machine& machine, const Term* a) {
  if (!a[1].is_pid()) return machine.badarg();
  return with_stream(machine, a[0], [&](Stream& stream) {
    stream.owner = a[1];
    store(machine, a[0], stream);
    return atoms::ok;
  });
}

int int_of(Term term) { return static_cast<int>(term.small_value()); }

// deflateInit_nif(Stream, Level, Method, WindowBits, MemoryLevel, Strategy)
Term deflate_init(Machine& machine, const Term* a) {
  return with_stream(machine, a[0], [&](Stream& stream) {
    if (stream.state) return machine.error(intern("already_initialized"));
    auto made = std::make_unique<Compressor>(Kind::kDeflate, machine.epoch());
    const int code = deflateInit2(&made->stream(), int_of(a[1]), int_of(a[2]), int_of(a[3]),
                                  int_of(a[4]), int_of(a[5]));
    if (code != Z_OK) return status(machine, code);
    stream.state = machine.compressors().add(std::move(made));
    stream.flags = 0;
    stream.checksum = 0;
    store(machine, a[0], stream);
    return atoms::ok;
  });
}

// inflateInit_nif(Stream, WindowBits, OnEnd)
Term inflate_init(Machine& machine, const Term* a) {
  return with_stream(machine, a[0], [&](Stream& stream) {
    if (stream.state) return machine.error(intern("already_initialized"));
    auto made = std::make_unique<Compressor>(Kind::kInflate, machine.epoch());
    const int code = inflateInit2(&made->stream(), int_of(a[1]));
    if (code != Z_OK) return status(machine, code);
    stream.state = machine.compressors().add(std::move(made));
    stream.flags = a[2].small_value() << kOnEndShift;
    stream.checksum = 0;
    store(machine, a[0], stream);
    return atoms::ok;
  });
}

template <Kind kKind>
Term set_dictionary(Machine& machine, const Term* a) {
  const auto bytes = iolist_bytes(a[1]);
  if (!bytes) return machine.badarg();
  return with_state(machine, a[0], kKind, [&](Stream& stream, z_stream& z) {
    const auto* data = reinterpret_cast<const Bytef*>(bytes->data());
    const auto size = static_cast<uInt>(bytes->size());
    const int code = kKind == Kind::kDeflate ? deflateSetDictionary(&z, data, size)
                                             : inflateSetDictionary(&z, data, size);
    store(machine, a[0], stream);
    const Term result = status(machine, code);
    if (result.is_none() || kKind == Kind::kInflate) return result;
    return Term::small(static_cast<std::int64_t>(z.adler));
  });
}

Term get_dictionary(Machine& machine, const Term* a) {
  return with_state(machine, a[0], Kind::kInflate, [&](Stream& stream, z_stream& z) {
    store(machine, a[0], stream);
    uInt size = 0;
    int code = inflateGetDictionary(&z, nullptr, &size);
    std::string bytes(size, '\0');
    if (code == Z_OK) {
      code = inflateGetDictionary(&z, reinterpret_cast<Bytef*>(bytes.data()), &size);
    }
    return code == Z_OK ? machine.heap().binary(bytes) : status(machine, code);
  });
}

template <Kind kKind>
Term reset(Machine& machine, const Term* a) {
  return with_state(machine, a[0], kKind, [&](Stream& stream, z_stream& z) {
    const int code = kKind == Kind::kDeflate ? deflateReset(&z) : inflateReset(&z);
    stream.queue.clear();
    stream.flags &= ~kEndSeen;
    stream.checksum = 0;
    store(machine, a[0], stream);
    return status(machine, code);
  });
}

// deflateParams_nif(Stream, Level, Strategy)
Term deflate_params(Machine& machine, const Term* a) {
  return with_state(machine, a[0], Kind::kDeflate, [&](Stream& stream, z_stream& z) {
    // Everything was flushed before, so nothing is written.
    Bytef nowhere = 0;
    z.next_out = &nowhere;
    z.avail_out = 1;
    z.avail_in = 0;
    const int code = deflateParams(&z, int_of(a[1]), int_of(a[2]));
    store(machine, a[0], stream);
    return status(machine, code == Z_BUF_ERROR ? Z_OK : code);
  });
}

// What fits into `output_size` bytes of what `input_size` bytes of the queue give.
Term work(Machine& machine, Term name, Stream& stream, z_stream& z, const Term* a, Kind kind) {
  const std::size_t input_size =
      std::min(stream.queue.size(), static_cast<std::size_t>(a[1].small_value()));
  const auto output_size = static_cast<std::size_t>(a[2].small_value());
  std::string output(output_size, '\0');
  z.next_in = reinterpret_cast<Bytef*>(stream.queue.data());
  z.avail_in = static_cast<uInt>(input_size);
  z.next_out = reinterpret_cast<Bytef*>(output.data());
  z.avail_out = static_cast<uInt>(output_size);
  const int flush = input_size == stream.queue.size() ? int_of(a[3]) : Z_NO_FLUSH;
  const int code = kind == Kind::kDeflate ? deflate(&z, flush) : inflate(&z, flush);
  const std::size_t consumed = input_size - z.avail_in;
  output.resize(output_size - z.avail_out);
  if (code < 0 && code != Z_BUF_ERROR) {
    store(machine, name, stream);
    return status(machine, code);
  }
  const std::string_view summed =
      kind == Kind::kDeflate ? std::string_view(stream.queue).substr(0, consumed) : output;
  stream.checksum = static_cast<std::uint32_t>(
      crc32_z(stream.checksum, reinterpret_cast<const Bytef*>(summed.data()), summed.size()));
  stream.queue.erase(0, consumed);
  if (code == Z_STREAM_END) stream.flags |= kEndSeen;
  store(machine, name, stream);
  Heap& heap = machine.heap();
  const Term produced = output.empty() ? Term::nil() : heap.cons(heap.binary(output), Term::nil());
  if (code == Z_NEED_DICT) {
    return heap.tuple(
        {intern("need_dictionary"), Term::small(static_cast<std::int64_t>(z.adler)), produced});
  }
  const bool finished = stream.queue.empty() && output.size() < output_size;
  return heap.tuple({intern(finished ? "finished" : "continue"), produced});
}

// deflate_nif(Stream, InputSize, OutputSize, Flush)
Term deflate_piece(Machine& machine, const Term* a) {
  return with_state(machine, a[0], Kind::kDeflate, [&](Stream& stream, z_stream& z) {
    return work(machine, a[0], stream, z, a, Kind::kDeflate);
  });
}

// inflate_nif(Stream, InputSize, OutputSize, Flush)
Term inflate_piece(Machine& machine, const Term* a) {
  return with_state(machine, a[0], Kind::kInflate, [&](Stream& stream, z_stream& z) {
    if ((stream.flags & kEndSeen) != 0 && !stream.queue.empty()) {
      switch (stream.flags >> kOnEndShift) {
        case kOnEndError:
          return machine.error(intern("data_error"));
        case kOnEndReset:
          inflateReset(&z);
          stream.flags &= ~kEndSeen;
          break;
        default:
          stream.queue.clear();
      }
    }
    return work(machine, a[0], stream, z, a, Kind::kInflate);
  });
}

template <Kind kKind>
Term end(Machine& machine, const Term* a) {
  return with_state(machine, a[0], kKind, [&](Stream& stream, z_stream&) {
    const bool complete = (stream.flags & kEndSeen) != 0 && stream.queue.empty();
    stream.state.reset();
    stream.queue.clear();
    store(machine, a[0], stream);
    return complete ? atoms::ok : machine.error(intern("data_error"));
  });
}

// enqueue_nif(Stream, Vector)
Term enqueue(Machine& machine, const Term* a) {
  const auto bytes = iolist_bytes(a[1]);
  if (!bytes) return machine.badarg();
  return with_stream(machine, a[0], [&](Stream& stream) {
    if (!stream.state) return machine.error(intern("not_initialized"));
    stream.queue += *bytes;
    store(machine, a[0], stream);
    return atoms::ok;
  });
}

Term set_stash(Machine& machine, const Term* a) {
  return with_stream(machine, a[0], [&](Stream& stream) {
    stream.stash = a[1];
    store(machine, a[0], stream);
    return atoms::ok;
  });
}
Term clear_stash(Machine& machine, const Term* a) {
  return with_stream(machine, a[0], [&](Stream& stream) {
    stream.stash = Term::none();
    store(machine, a[0], stream);
    return atoms::ok;
  });
}
Term get_stash(Machine& machine, const Term* a) {
  return with_stream(machine, a[0], [&](const Stream& stream) {
    return stream.stash.is_none() ? intern("empty")
                                  : machine.heap().tuple({atoms::ok, stream.stash});
  });
}

Term set_buffer_size(Machine& machine, const Term* a) {
  return with_stream(machine, a[0], [&](Stream& stream) {
    stream.buffer = a[1].small_value();
    store(machine, a[0], stream);
    return atoms::ok;
  });
}
Term get_buffer_size(Machine& machine, const Term* a) {
  return with_stream(machine, a[0],
                     [](const Stream& stream) { return Term::small(stream.buffer); });
}
Term checksum(Machine& machine, const Term* a) {
  return with_stream(machine, a[0], [&](const Stream& stream) {
    return stream.state ? Term::small(stream.checksum) : machine.error(intern("not_initialized"));
  });
}

// Only its owner may use a stream, so nobody else can tell.
constexpr Native kNatives[] = {
    {"zlib", "open_nif", 0, open},
    {"zlib", "close_nif", 1, close},
    {"zlib", "set_controller_nif", 2, set_controller},
    {"zlib", "deflateInit_nif", 6, deflate_init},
    {"zlib", "deflateSetDictionary_nif", 2, set_dictionary<Kind::kDeflate>},
    {"zlib", "deflateReset_nif", 1, reset<Kind::kDeflate>},
    {"zlib", "deflateParams_nif", 3, deflate_params},
    {"zlib", "deflate_nif", 4, deflate_piece},
    {"zlib", "deflateEnd_nif", 1, end<Kind::kDeflate>},
    {"zlib", "inflateInit_nif", 3, inflate_init},
    {"zlib", "inflateSetDictionary_nif", 2, set_dictionary<Kind::kInflate>},
    {"zlib", "inflateGetDictionary_nif", 1, get_dictionary},
    {"zlib", "inflateReset_nif", 1, reset<Kind::kInflate>},
    {"zlib", "inflate_nif", 4, inflate_piece},
    {"zlib", "inflateEnd_nif", 1, end<Kind::kInflate>},
    {"zlib", "enqueue_nif", 2, enqueue},
    {"zlib", "setStash_nif", 2, set_stash},
    {"zlib", "clearStash_nif", 1, clear_stash},
    {"zlib", "getStash_nif", 1, get_stash},
    {"zlib", "setBufSize_nif", 2, set_buffer_size},
    {"zlib", "getBufSize_nif", 1, get_buffer_size},
    {"zlib", "crc32_nif", 1, checksum},
};

}  // namespace

std::span<const Native> zlib_module() { return kNatives; }

}  // namespace heddle::beam
