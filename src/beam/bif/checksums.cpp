// erlang: hashes of terms and checksums of bytes.
//
// The context of md5_init, md5_update and md5_final is a binary of 88 bytes, as OTP's: the four
// words of the state, the number of bits so far and the 64 bytes of the unfinished block.
#include <zlib.h>

#include <cstring>

#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/hash.hpp"
#include "beam/term/number.hpp"
#include "beam/vm/machine.hpp"
#include "support/md5.hpp"

namespace heddle::beam {
namespace {

constexpr std::uint64_t kTwoTo32 = std::uint64_t{1} << 32;

/// 1 to 2^32
std::optional<std::uint64_t> range_of(Term term) {
  const auto range = term.is_integer() ? uint64_of(term) : std::nullopt;
  if (!range || *range == 0 || *range > kTwoTo32) return std::nullopt;
  return range;
}
Term phash(Machine& machine, const Term* a) {
  const auto range = range_of(a[1]);
  if (!range) return machine.badarg();
  return Term::small(static_cast<std::int64_t>(beam::phash(a[0]) % *range + 1));
}
Term phash2(Machine&, const Term* a) { return Term::small(beam::phash2(a[0])); }
Term phash2_in_range(Machine& machine, const Term* a) {
  const auto range = range_of(a[1]);
  if (!range) return machine.badarg();
  return Term::small(static_cast<std::int64_t>(portable_hash(a[0]) % *range));
}

// ---- crc32 and adler32

using Checksum = uLong (*)(uLong, const Bytef*, z_size_t);
using Combine = uLong (*)(uLong, uLong, z_off_t);

std::optional<uLong> word_of(Term term) {
  const auto value = term.is_integer() ? uint64_of(term) : std::nullopt;
  if (!value || *value >= kTwoTo32) return std::nullopt;
  return *value;
}
template <Checksum checksum>
Term checksum_from(Machine& machine, std::optional<uLong> start, Term data) {
  const auto bytes = start ? iolist_bytes(data) : std::nullopt;
  if (!bytes) return machine.badarg();
  // zlib brings a wrong start into its range even then.
  if (bytes->empty() && data.is_list()) return Term::small(static_cast<std::int64_t>(*start));
  const uLong sum = checksum(*start, reinterpret_cast<const Bytef*>(bytes->data()), bytes->size());
  return Term::small(static_cast<std::int64_t>(sum));
}
template <Checksum checksum>
Term checksum_of(Machine& machine, const Term* a) {
  return checksum_from<checksum>(machine, checksum(0, nullptr, 0), a[0]);
}
template <Checksum checksum>
Term checksum_continued(Machine& machine, const Term* a) {
  return checksum_from<checksum>(machine, word_of(a[0]), a[1]);
}
template <Combine combine>
Term checksum_combined(Machine& machine, const Term* a) {
  const auto first = word_of(a[0]);
  const auto second = word_of(a[1]);
  const auto length = word_of(a[2]);
  if (!first || !second || !length) return machine.badarg();
  if (*length == 0 && combine == adler32_combine) {
    return Term::small(static_cast<std::int64_t>(*first));
  }
  const uLong sum = combine(*first, *second, static_cast<z_off_t>(*length));
  return Term::small(static_cast<std::int64_t>(sum & 0xffffffff));
}

// ---- md5

Term md5(Machine& machine, const Term* a) {
  const auto bytes = iolist_bytes(a[0]);
  if (!bytes) return machine.badarg();
  support::Md5 md5;
  md5.add(*bytes);
  const auto digest = md5.finish();
  return machine.heap().binary({reinterpret_cast<const char*>(digest.data()), digest.size()});
}
Term md5_init(Machine& machine, const Term*) {
  return machine.heap().binary(support::Md5().context());
}
std::optional<support::Md5> md5_context(Term term) {
  const auto bytes = binary_bytes(term);
  if (!bytes || bytes->size() != support::Md5::kContextSize) return std::nullopt;
  return support::Md5::from_context(*bytes);
}
Term md5_update(Machine& machine, const Term* a) {
  auto md5 = md5_context(a[0]);
  const auto bytes = iolist_bytes(a[1]);
  if (!md5 || !bytes) return machine.badarg();
  md5->add(*bytes);
  return machine.heap().binary(md5->context());
}
Term md5_final(Machine& machine, const Term* a) {
  auto md5 = md5_context(a[0]);
  if (!md5) return machine.badarg();
  const auto digest = md5->finish();
  return machine.heap().binary({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

constexpr Native kNatives[] = {
    {"erlang", "phash", 2, phash},
    {"erlang", "phash2", 1, phash2},
    {"erlang", "phash2", 2, phash2_in_range},
    {"erlang", "crc32", 1, checksum_of<crc32_z>},
    {"erlang", "crc32", 2, checksum_continued<crc32_z>},
    {"erlang", "crc32_combine", 3, checksum_combined<crc32_combine>},
    {"erlang", "adler32", 1, checksum_of<adler32_z>},
    {"erlang", "adler32", 2, checksum_continued<adler32_z>},
    {"erlang", "adler32_combine", 3, checksum_combined<adler32_combine>},
    {"erlang", "md5", 1, md5},
    {"erlang", "md5_init", 0, md5_init},
    {"erlang", "md5_update", 2, md5_update},
    {"erlang", "md5_final", 1, md5_final},
};

}  // namespace

std::span<const Native> erlang_checksums() { return kNatives; }

}  // namespace heddle::beam
