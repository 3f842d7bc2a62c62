// crypto: hashes, HMAC and random bytes, on OpenSSL's libcrypto as OTP's. Ciphers and keys are
// missing.
//
// A hash or HMAC that is being computed is a cell with what was given so far: {Key, Type, Pieces},
// the newest piece first. Random bytes depend on the process and on how many it has asked for.
#include <array>
#include <string_view>

#include "beam/bif/iolist.hpp"
#include "beam/bif/libcrypto.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/term/number.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

struct Digest {
  const char* name;     // OTP's
  const char* openssl;  // OpenSSL's
};
constexpr Digest kDigests[] = {
    {"blake2s", "BLAKE2s256"},
    {"blake2b", "BLAKE2b512"},
    {"sha3_512", "SHA3-512"},
    {"sha3_384", "SHA3-384"},
    {"sha3_256", "SHA3-256"},
    {"sha3_224", "SHA3-224"},
    {"sha512", "SHA512"},
    {"sha384", "SHA384"},
    {"sha256", "SHA256"},
    {"sha224", "SHA224"},
    {"sha", "SHA1"},
    {"ripemd160", "RIPEMD160"},
    {"md5", "MD5"},
};

const EVP_MD* digest_of(Term type) {
  if (!type.is_atom()) return nullptr;
  for (const Digest& digest : kDigests) {
    if (name_of(type) == digest.name) return libcrypto().get_digest_by_name(digest.openssl);
  }
  return nullptr;
}

// As OTP's C code says where it found what: crypto.erl makes the error of it.
Term bad(Machine& machine, const char* file, int line, int argument, const char* message) {
  Heap& heap = machine.heap();
  const Term where[] = {intern("c_file_name"),        heap.string(file),
                        intern("c_file_line_num"),    Term::small(line),
                        intern("c_function_arg_num"), Term::small(argument)};
  return machine.error(
      heap.tuple({atoms::badarg, map_from_pairs(heap, where), heap.string(message)}));
}

Term hash_of(Machine& machine, const EVP_MD* digest, std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
  unsigned size = 0;
  libcrypto().digest(bytes.data(), bytes.size(), out.data(), &size, digest, nullptr);
  return machine.heap().binary({reinterpret_cast<const char*>(out.data()), size});
}

Term hmac_of(Machine& machine, const EVP_MD* digest, std::string_view key, std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
  unsigned size = 0;
  libcrypto().hmac(digest, key.data(), static_cast<int>(key.size()),
                   reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), out.data(),
                   &size);
  return machine.heap().binary({reinterpret_cast<const char*>(out.data()), size});
}

// crypto:hash(Type, Data, Size, MaxSize): without its pieces. OTP's code finds the errors.
Term hash(Machine& machine, const Term* a) {
  const EVP_MD* digest = digest_of(a[0]);
  const auto bytes = binary_bytes(a[1]);
  return digest == nullptr || !bytes ? Term::none() : hash_of(machine, digest, *bytes);
}
Term hash_nif(Machine& machine, const Term*) {
  return bad(machine, "hash.c", 108, 0, "Bad digest type");
}

// ---- In pieces

Term make_cell(Machine& machine, Term key, Term type, Term pieces) {
  const Term name = machine.make_reference();
  machine.cells().set(name, machine.heap().tuple({key, type, pieces}));
  return name;
}

struct Unfinished {
  Term key;
  Term type;
  Term pieces;
};
std::optional<Unfinished> unfinished(Machine& machine, Term name) {
  const Term cell = machine.cells().get(name);
  if (!cell.is_tuple(3) || digest_of(cell.element(1)) == nullptr) return std::nullopt;
  return Unfinished{cell.element(0), cell.element(1), cell.element(2)};
}
std::string all_pieces(Term pieces) {
  std::vector<Term> list;
  for (; pieces.is_cons(); pieces = pieces.tail()) list.push_back(pieces.head());
  std::string bytes;
  std::string storage;
  for (auto piece = list.rbegin(); piece != list.rend(); ++piece) {
    bytes += bytes_of(*piece, storage);
  }
  return bytes;
}

Term hash_init(Machine& machine, const Term* a) {
  if (digest_of(a[0]) == nullptr) return bad(machine, "hash.c", 142, 0, "Bad digest type");
  return make_cell(machine, atoms::undefined, a[0], Term::nil());
}
// The old state stays as it is.
Term hash_update(Machine& machine, const Term* a) {
  const auto state = unfinished(machine, a[0]);
  const auto bytes = binary_bytes(a[1]);
  if (!state || state->key != atoms::undefined) {
    return bad(machine, "hash.c", 171, 0, "Bad state");
  }
  if (!bytes) return bad(machine, "hash.c", 173, 1, "Bad data");
  return make_cell(machine, atoms::undefined, state->type,
                   machine.heap().cons(a[1], state->pieces));
}
Term hash_final(Machine& machine, const Term* a) {
  const auto state = unfinished(machine, a[0]);
  if (!state || state->key != atoms::undefined) {
    return bad(machine, "hash.c", 205, 0, "Bad state");
  }
  return hash_of(machine, digest_of(state->type), all_pieces(state->pieces));
}

// ---- HMAC

Term mac(Machine& machine, const Term* a) {
  const auto key = binary_bytes(a[2]);
  const auto bytes = iolist_bytes(a[3]);
  if (!key) return bad(machine, "mac.c", 172, 2, "Bad key");
  if (!bytes) return bad(machine, "mac.c", 175, 3, "Bad text");
  if (a[0] != intern("hmac")) return bad(machine, "mac.c", 233, 0, "Unknown mac algorithm");
  const EVP_MD* digest = digest_of(a[1]);
  if (digest == nullptr) return bad(machine, "mac.c", 263, 1, "Bad digest algorithm for HMAC");
  return hmac_of(machine, digest, *key, *bytes);
}
Term mac_init(Machine& machine, const Term* a) {
  if (a[0] != intern("hmac")) return bad(machine, "mac.c", 587, 0, "Unknown mac algorithm");
  if (digest_of(a[1]) == nullptr) {
    return bad(machine, "mac.c", 617, 1, "Bad digest algorithm for HMAC");
  }
  return make_cell(machine, a[2], a[1], Term::nil());
}
// Changes the state in place.
Term mac_update(Machine& machine, const Term* a) {
  const auto state = unfinished(machine, a[0]);
  if (!state || state->key == atoms::undefined) {
    return bad(machine, "mac.c", 817, 0, "Bad ref");
  }
  const auto bytes = iolist_bytes(a[1]);
  if (!bytes) return bad(machine, "mac.c", 820, 1, "Bad text");
  Heap& heap = machine.heap();
  machine.cells().set(
      a[0], heap.tuple({state->key, state->type, heap.cons(heap.binary(*bytes), state->pieces)}));
  return a[0];
}
Term mac_final(Machine& machine, const Term* a) {
  const auto state = unfinished(machine, a[0]);
  const auto key = state ? binary_bytes(state->key) : std::nullopt;
  if (!key) return bad(machine, "mac.c", 846, 0, "Bad ref");
  return hmac_of(machine, digest_of(state->type), *key, all_pieces(state->pieces));
}

// crypto:pbkdf2_hmac_nif(Digest, Password, Salt, Iterations, Size)
Term pbkdf2(Machine& machine, const Term* a) {
  const EVP_MD* digest = digest_of(a[0]);
  if (digest == nullptr) return bad(machine, "pbkdf2_hmac.c", 34, 0, "Bad digest type");
  const auto password = binary_bytes(a[1]);
  if (!password) return bad(machine, "pbkdf2_hmac.c", 41, 1, "Not binary");
  const auto salt = binary_bytes(a[2]);
  if (!salt) return bad(machine, "pbkdf2_hmac.c", 44, 2, "Not binary");
  if (!a[3].is_small() || !a[4].is_small() || a[3].small_value() <= 0 || a[4].small_value() <= 0) {
    return machine.badarg();
  }
  std::string out(static_cast<std::size_t>(a[4].small_value()), '\0');
  libcrypto().pbkdf2(password->data(), static_cast<int>(password->size()),
                     reinterpret_cast<const unsigned char*>(salt->data()),
                     static_cast<int>(salt->size()), static_cast<int>(a[3].small_value()), digest,
                     static_cast<int>(out.size()), reinterpret_cast<unsigned char*>(out.data()));
  return machine.heap().binary(out);
}

Term hash_info(Machine& machine, const Term* a) {
  const EVP_MD* digest = digest_of(a[0]);
  if (digest == nullptr) return machine.badarg();
  const Term pairs[] = {intern("block_size"), Term::small(libcrypto().block_size(digest)),
                        intern("size"),       Term::small(libcrypto().size(digest)),
                        intern("type"),       Term::small(libcrypto().type(digest))};
  return map_from_pairs(machine.heap(), pairs);
}

Term hash_equals(Machine& machine, const Term* a) {
  const auto first = binary_bytes(a[0]);
  const auto second = binary_bytes(a[1]);
  if (!first || !second || first->size() != second->size()) return machine.badarg();
  return boolean(*first == *second);
}

// ---- Random bytes

std::string random_bytes(Machine& machine, std::size_t size) {
  const Process& process = machine.current();
  const std::string seed = std::to_string(process.pid().bits()) + ":" +
                           std::to_string(++machine.current().state.integers);
  const EVP_MD* sha512 = libcrypto().get_digest_by_name("SHA512");
  std::string bytes;
  for (std::uint64_t block = 0; bytes.size() < size; ++block) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
    unsigned length = 0;
    const std::string text = seed + ":" + std::to_string(block);
    libcrypto().digest(text.data(), text.size(), out.data(), &length, sha512, nullptr);
    bytes.append(reinterpret_cast<const char*>(out.data()), length);
  }
  bytes.resize(size);
  return bytes;
}

Term strong_rand_bytes(Machine& machine, const Term* a) {
  if (!a[0].is_small() || a[0].small_value() < 0) return machine.badarg();
  return machine.heap().binary(random_bytes(machine, static_cast<std::size_t>(a[0].small_value())));
}

// In [0, range), as the shortest big-endian bytes. 64 bits more than needed leave no bias to see.
std::string random_below(Machine& machine, Term range, std::size_t size) {
  Heap& heap = machine.heap();
  const Term number = integer_remainder(
      heap, integer_from_bytes(heap, random_bytes(machine, size + 8), false), range);
  std::string bytes = integer_to_bytes(number, 8 * size);
  bytes.erase(0, std::min(bytes.find_first_not_of('\0'), bytes.size() - 1));
  return bytes;
}

// crypto:strong_rand_range_nif(Range)
Term strong_rand_range(Machine& machine, const Term* a) {
  const auto bytes = binary_bytes(a[0]);
  if (!bytes) return machine.badarg();
  const Term range = integer_from_bytes(machine.heap(), *bytes, false);
  if (range == Term::small(0)) return machine.badarg();
  return machine.heap().binary(random_below(machine, range, bytes->size()));
}

// crypto:rand_uniform_nif(From, To): numbers with their length in front
Term rand_uniform(Machine& machine, const Term* a) {
  const auto from = binary_bytes(a[0]);
  const auto to = binary_bytes(a[1]);
  if (!from || !to || from->size() < 4 || to->size() < 4) return machine.badarg();
  Heap& heap = machine.heap();
  const Term low = integer_from_bytes(heap, from->substr(4), false);
  const Term range = subtract(heap, integer_from_bytes(heap, to->substr(4), false), low);
  const std::size_t size = to->size() - 4;
  const Term number =
      add(heap, low, integer_from_bytes(heap, random_below(machine, range, size), false));
  std::string bytes = integer_to_bytes(number, 8 * size);
  bytes.erase(0, std::min(bytes.find_first_not_of('\0'), bytes.size() - 1));
  const std::string length =
      integer_to_bytes(Term::small(static_cast<std::int64_t>(bytes.size())), 32);
  return heap.binary(length + bytes);
}

// ---- What there is

Term hash_algorithms(Machine& machine, const Term*) {
  std::vector<Term> list;
  for (const Digest& digest : kDigests) list.push_back(intern(digest.name));
  return machine.heap().list(list);
}
Term mac_algorithms(Machine& machine, const Term*) {
  return machine.heap().cons(intern("hmac"), Term::nil());
}
Term none(Machine&, const Term*) { return Term::nil(); }
Term info_fips(Machine&, const Term*) { return intern("not_enabled"); }
Term info_lib(Machine& machine, const Term*) {
  Heap& heap = machine.heap();
  return heap.cons(
      heap.tuple({heap.binary("OpenSSL"), heap.unsigned_integer(OPENSSL_VERSION_NUMBER),
                  heap.binary(libcrypto().version(OPENSSL_VERSION))}),
      Term::nil());
}

constexpr NativeKind kFirst = NativeKind::kFirst;
constexpr Native kNatives[] = {
    {"crypto", "hash", 4, hash, kFirst},
    {"crypto", "hash_nif", 2, hash_nif},
    {"crypto", "hash_init_nif", 1, hash_init},
    {"crypto", "hash_update_nif", 2, hash_update},
    {"crypto", "hash_final_nif", 1, hash_final},
    {"crypto", "hash_info_nif", 1, hash_info},
    {"crypto", "hash_equals_nif", 2, hash_equals},
    {"crypto", "mac_nif", 4, mac},
    {"crypto", "mac_init_nif", 3, mac_init},
    {"crypto", "mac_update_nif", 2, mac_update},
    {"crypto", "mac_final_nif", 1, mac_final},
    {"crypto", "pbkdf2_hmac_nif", 5, pbkdf2},
    {"crypto", "strong_rand_bytes_nif", 1, strong_rand_bytes},
    {"crypto", "strong_rand_range_nif", 1, strong_rand_range},
    {"crypto", "rand_uniform_nif", 2, rand_uniform},
    {"crypto", "hash_algorithms", 0, hash_algorithms},
    {"crypto", "mac_algorithms", 0, mac_algorithms},
    {"crypto", "cipher_algorithms", 0, none},
    {"crypto", "pubkey_algorithms", 0, none},
    {"crypto", "curve_algorithms", 0, none},
    {"crypto", "rsa_opts_algorithms", 0, none},
    {"crypto", "info_fips", 0, info_fips},
    {"crypto", "info_lib", 0, info_lib},
};

}  // namespace

std::span<const Native> crypto_module() { return kNatives; }

}  // namespace heddle::beam
