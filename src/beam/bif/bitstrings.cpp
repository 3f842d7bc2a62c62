// erlang: binaries and bitstrings, iolists, and the external term format.
#include "beam/bif/iolist.hpp"
#include "beam/bif/part.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/bit_bytes.hpp"
#include "beam/term/etf.hpp"
#include "beam/term/number.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

const Term kSafe = intern("safe");
const Term kUsed = intern("used");
const Term kCompressed = intern("compressed");
const Term kDeterministic = intern("deterministic");
const Term kMinorVersion = intern("minor_version");

// ---- Lists

/// `count` bytes from `first` on, as a list.
Term bytes_to_list(Heap& heap, const BitView& bits, std::size_t first, std::size_t count,
                   Term list = Term::nil()) {
  for (std::size_t i = count; i-- > 0;) {
    list = heap.cons(Term::small(byte_at(bits, first + i)), list);
  }
  return list;
}
Term binary_to_list(Machine& machine, const Term* a) {
  if (!a[0].is_bitstring() || !view(a[0]).is_binary()) return machine.badarg();
  const BitView bits = view(a[0]);
  return bytes_to_list(machine.heap(), bits, 0, bits.size / 8);
}
Term binary_to_list_part(Machine& machine, const Term* a) {
  const auto first = uint64_of(a[1]);
  const auto last = uint64_of(a[2]);
  if (!has_parts(machine, a[0]) || !first || !last) return machine.badarg();
  const BitView bits = view(a[0]);
  if (*first < 1 || *last < *first || *last > bits.size / 8) return machine.badarg();
  return bytes_to_list(machine.heap(), bits, *first - 1, *last - *first + 1);
}
Term bitstring_to_list(Machine& machine, const Term* a) {
  if (!a[0].is_bitstring()) return machine.badarg();
  const BitView bits = view(a[0]);
  const std::size_t whole = bits.size / 8;
  Term list = Term::nil();
  if (!bits.is_binary()) {
    list = machine.heap().cons(sub_bits(machine.heap(), a[0], 8 * whole, bits.size % 8), list);
  }
  return bytes_to_list(machine.heap(), bits, 0, whole, list);
}

Term list_to_binary(Machine& machine, const Term* a) {
  const auto bytes = a[0].is_list() ? iolist_bytes(a[0]) : std::nullopt;
  return bytes ? machine.heap().binary(*bytes) : machine.badarg();
}
Term iolist_to_binary(Machine& machine, const Term* a) {
  if (!a[0].is_bitstring()) return list_to_binary(machine, a);
  return view(a[0]).is_binary() ? a[0] : machine.badarg();
}
Term list_to_bitstring(Machine& machine, const Term* a) {
  if (!a[0].is_list()) return machine.badarg();
  BitBuilder builder;
  const bool fine = for_each_part(
      a[0], [&](std::uint8_t byte) { builder.integer(Term::small(byte), 8, {}); },
      [&](Term bits) {
        builder.bits(view(bits), view(bits).size);
        return true;
      });
  return fine ? builder.finish(machine.heap()) : machine.badarg();
}
Term iolist_size(Machine& machine, const Term* a) {
  std::size_t size = 0;
  const auto add = [&](Term bits) {
    size += view(bits).size / 8;
    return view(bits).is_binary();
  };
  const bool fine = a[0].is_bitstring() ? add(a[0])
                                        : for_each_part(
                                              a[0], [&](std::uint8_t) { ++size; }, add);
  return fine ? machine.heap().unsigned_integer(size) : machine.badarg();
}

// OTP's way to cut: binaries of 256 bytes or more stay as they are, smaller parts are put together,
// and what was put together takes from a large binary what it needs to get as long.
Term iolist_to_iovec(Machine& machine, const Term* a) {
  constexpr std::size_t kSmall = 256;
  Heap& heap = machine.heap();
  if (a[0].is_bitstring()) {
    const BitView bits = view(a[0]);
    if (!bits.is_binary()) return machine.badarg();
    return bits.size == 0 ? Term::nil() : heap.cons(a[0], Term::nil());
  }
  std::vector<Term> parts;
  std::string collected;
  std::string storage;
  const auto flush = [&] {
    if (!collected.empty()) parts.push_back(heap.binary(collected));
    collected.clear();
  };
  const bool fine = for_each_part(
      a[0], [&](std::uint8_t byte) { collected += static_cast<char>(byte); },
      [&](Term binary) {
        const BitView bits = view(binary);
        if (!bits.is_binary()) return false;
        const std::size_t size = bits.size / 8;
        if (size >= kSmall && (collected.empty() || collected.size() >= kSmall)) {
          flush();
          parts.push_back(binary);
        } else if (size < kSmall || size + collected.size() < 2 * kSmall) {
          collected += bytes_of(binary, storage);
        } else {
          const std::size_t missing = kSmall - collected.size();
          collected += bytes_of(binary, storage).substr(0, missing);
          flush();
          parts.push_back(sub_bits(heap, binary, 8 * missing, 8 * (size - missing)));
        }
        return true;
      });
  if (!fine) return machine.badarg();
  flush();
  return heap.list(parts);
}

// ---- Parts

Term split_binary(Machine& machine, const Term* a) {
  const auto position = uint64_of(a[1]);
  if (!a[0].is_bitstring() || !position) return machine.badarg();
  const std::size_t size = view(a[0]).size;
  if (*position > size / 8) return machine.badarg();
  Heap& heap = machine.heap();
  const std::size_t left = 8 * *position;
  return heap.tuple({sub_bits(heap, a[0], 0, left), sub_bits(heap, a[0], left, size - left)});
}
Term binary_part(Machine& machine, const Term* a) {
  return part_of_binary(machine, a[0], a[1], a[2]);
}
Term binary_part_pair(Machine& machine, const Term* a) {
  if (!a[1].is_tuple(2)) return machine.badarg();
  return part_of_binary(machine, a[0], a[1].element(0), a[1].element(1));
}

// ---- External terms

// What is not said: since OTP 26, atoms are in UTF-8.
EncodeOptions default_encoding(Machine& machine) {
  EncodeOptions encode;
  if (machine.code().release().number >= 26) encode.minor_version = 2;
  return encode;
}

struct ExternalOptions {
  EncodeOptions encode;
  bool fine = true;
};
ExternalOptions external_options(Machine& machine, Term options) {
  ExternalOptions result;
  result.encode = default_encoding(machine);
  for (; options.is_cons(); options = options.tail()) {
    const Term option = options.head();
    if (option == kCompressed) {
      result.encode.compressed = 6;
    } else if (option == kDeterministic) {
      // Encoding is deterministic here.
    } else if (option.is_tuple(2) && option.element(1).is_small()) {
      const std::int64_t value = option.element(1).small_value();
      if (option.element(0) == kMinorVersion && value >= 0 && value <= 2) {
        result.encode.minor_version = static_cast<int>(value);
      } else if (option.element(0) == kCompressed && value >= 0 && value <= 9) {
        result.encode.compressed = static_cast<int>(value);
      } else {
        return {{}, false};
      }
    } else {
      return {{}, false};
    }
  }
  result.fine = options.is_nil();
  return result;
}
Term term_to_binary(Machine& machine, const Term* a) {
  return machine.heap().binary(encode_external(a[0], default_encoding(machine)));
}
Term term_to_binary_with(Machine& machine, const Term* a) {
  const ExternalOptions options = external_options(machine, a[1]);
  if (!options.fine) return machine.badarg();
  return machine.heap().binary(encode_external(a[0], options.encode));
}
Term term_to_iovec(Machine& machine, const Term* a) {
  return machine.heap().cons(term_to_binary(machine, a), Term::nil());
}
Term term_to_iovec_with(Machine& machine, const Term* a) {
  const Term binary = term_to_binary_with(machine, a);
  return binary.is_none() ? binary : machine.heap().cons(binary, Term::nil());
}
Term external_size(Machine& machine, const Term* a) {
  return machine.heap().unsigned_integer(encode_external(a[0], default_encoding(machine)).size());
}
Term external_size_with(Machine& machine, const Term* a) {
  if (machine.code().release().number >= 26) {
    ExternalOptions options = external_options(machine, a[1]);
    if (!options.fine) return machine.badarg();
    options.encode.compressed = 0;  // nobody tries that
    return machine.heap().unsigned_integer(encode_external(a[0], options.encode).size());
  }
  EncodeOptions encode;
  Term options = a[1];
  for (; options.is_cons(); options = options.tail()) {
    const Term option = options.head();
    if (!option.is_tuple(2) || option.element(0) != kMinorVersion) return machine.badarg();
    const Term version = option.element(1);
    if (version != Term::small(0) && version != Term::small(1)) return machine.badarg();
    encode.minor_version = static_cast<int>(version.small_value());
  }
  if (!options.is_nil()) return machine.badarg();
  return machine.heap().unsigned_integer(encode_external(a[0], encode).size());
}

Term decode(Machine& machine, Term binary, bool safe, bool used) {
  const auto bytes = binary_bytes(binary);
  if (!bytes) return machine.badarg();
  EtfHooks hooks;
  hooks.find_export = [&](Term module, Term function, std::uint32_t arity) {
    return machine.code().find_export(module, function, arity);
  };
  hooks.find_fun = [&](Term name, std::uint32_t index) -> const FunEntry* {
    const Module* module = machine.load(name);
    return module == nullptr || index >= module->funs->size() ? nullptr : &(*module->funs)[index];
  };
  hooks.safe = safe;
  const Decoded decoded = decode_external(machine.heap(), *bytes, hooks);
  if (decoded.term.is_none()) return machine.badarg();
  if (!used) return decoded.term;
  return machine.heap().tuple({decoded.term, machine.heap().unsigned_integer(decoded.used)});
}
Term binary_to_term(Machine& machine, const Term* a) { return decode(machine, a[0], false, false); }
Term binary_to_term_with(Machine& machine, const Term* a) {
  bool safe = false;
  bool used = false;
  Term options = a[1];
  for (; options.is_cons(); options = options.tail()) {
    if (options.head() == kSafe) {
      safe = true;
    } else if (options.head() == kUsed) {
      used = true;
    } else {
      break;
    }
  }
  static const Term kBadOption = intern("badopt");
  if (!options.is_nil()) return machine.error(atoms::badarg, kBadOption);
  return decode(machine, a[0], safe, used);
}

constexpr Native kNatives[] = {
    {"erlang", "binary_to_list", 1, binary_to_list},
    {"erlang", "binary_to_list", 3, binary_to_list_part},
    {"erlang", "bitstring_to_list", 1, bitstring_to_list},
    {"erlang", "list_to_binary", 1, list_to_binary},
    {"erlang", "iolist_to_binary", 1, iolist_to_binary},
    {"erlang", "list_to_bitstring", 1, list_to_bitstring},
    {"erlang", "iolist_size", 1, iolist_size},
    {"erlang", "iolist_to_iovec", 1, iolist_to_iovec},
    {"erlang", "split_binary", 2, split_binary},
    {"erlang", "binary_part", 2, binary_part_pair},
    {"erlang", "binary_part", 3, binary_part},
    {"erlang", "term_to_binary", 1, term_to_binary},
    {"erlang", "term_to_binary", 2, term_to_binary_with},
    {"erlang", "term_to_iovec", 1, term_to_iovec},
    {"erlang", "term_to_iovec", 2, term_to_iovec_with},
    {"erlang", "external_size", 1, external_size},
    {"erlang", "external_size", 2, external_size_with},
    {"erlang", "binary_to_term", 1, binary_to_term},
    {"erlang", "binary_to_term", 2, binary_to_term_with},
};

}  // namespace

bool has_parts(Machine& machine, Term term) {
  if (!term.is_bitstring()) return false;
  return view(term).is_binary() || machine.code().release().number < 27;
}

Term part_of_binary(Machine& machine, Term binary, Term position, Term length) {
  if (!has_parts(machine, binary)) return machine.badarg();
  const auto part = byte_range(position, length, view(binary).size / 8);
  if (!part) return machine.badarg();
  return sub_bits(machine.heap(), binary, 8 * part->first, 8 * part->size);
}

std::optional<ByteRange> byte_range(Term position, Term length, std::uint64_t size) {
  const auto first = position.is_integer() ? uint64_of(position) : std::nullopt;
  const auto count = length.is_integer() ? int64_of(length) : std::nullopt;
  if (!first || !count || *first > size) return std::nullopt;
  if (*count < 0) {
    const std::uint64_t back = -static_cast<std::uint64_t>(*count);
    if (back > *first) return std::nullopt;
    return ByteRange{*first - back, back};
  }
  const auto ahead = static_cast<std::uint64_t>(*count);
  if (ahead > size - *first) return std::nullopt;
  return ByteRange{*first, ahead};
}

std::span<const Native> erlang_bitstrings() { return kNatives; }

}  // namespace heddle::beam
