// fuzz_beam_file COUNT: damaged .beam files are read or refused, and nothing else happens.
//
// Takes tests/data/sample.beam and damages it COUNT times: bytes anywhere (flipped, deleted,
// inserted, repeated, cut off), and bytes within one chunk, with sizes that fit again and literals
// that are not compressed, so that the damage gets past the container. Reading one must give a
// module or a UserError of one line. A module that was read can be listed, and its literals can be
// written and read again. Deterministic: damage number n is the same in every run.
#include "beam/loader/beam_file.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>
#include <sstream>
#include <string>

#include "beam/loader/listing.hpp"
#include "support/check.hpp"
#include "tests/support/beam_bytes.hpp"

namespace {

using namespace heddle;

class Damage {
 public:
  explicit Damage(std::uint64_t number) : random_(number) {}

  std::string of(const std::string& file) {
    if (below(4) == 0) {
      std::string damaged = file;
      several(damaged);
      return damaged;
    }
    tests::Chunks chunks = tests::take_apart(file);
    for (auto& [name, content] : chunks) {
      if (name == "LitT") content = tests::plain_literals(content);
    }
    // Half of the time the code: it has the most to be wrong.
    std::string& content =
        below(2) == 0 ? tests::chunk(chunks, "Code") : chunks[below(chunks.size())].second;
    several(content);
    if (below(16) == 0)
      chunks.erase(chunks.begin() + static_cast<std::ptrdiff_t>(below(chunks.size())));
    return tests::put_together(chunks);
  }

 private:
  // Not a standard distribution: those differ between libraries.
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  void several(std::string& bytes) {
    for (std::size_t times = 1 + below(3); times > 0; --times) one(bytes);
  }

  void one(std::string& bytes) {
    if (bytes.empty()) bytes = std::string(1, '\0');
    const std::size_t at = below(bytes.size());
    switch (below(7)) {
      case 0:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 1:
        bytes[at] = static_cast<char>(random_());
        break;
      case 2:
        bytes.erase(at, 1 + below(8));
        break;
      case 3:
        bytes.insert(at, std::string(1 + below(4), static_cast<char>(random_())));
        break;
      case 4:
        bytes.insert(below(bytes.size()), bytes.substr(at, 1 + below(40)));
        break;
      case 5:
        // A count or a size.
        for (std::size_t i = at / 4 * 4; i < std::min(at / 4 * 4 + 4, bytes.size()); ++i) {
          bytes[i] = static_cast<char>(below(3) == 0 ? 0xff : below(2));
        }
        break;
      default:
        if (below(4) == 0) bytes.resize(at);
        // A small change leaves operands what they are and makes an index wrong.
        else
          bytes[at] = static_cast<char>(bytes[at] + 16);
    }
  }

  std::mt19937_64 random_;
};

/// Whether the module was read. Throws what must not be thrown.
bool read(const std::string& bytes) {
  tests::Exports exports;
  const beam::EtfHooks hooks = exports.hooks();
  beam::BeamFile file;
  try {
    file = beam::parse_beam(bytes, "fuzz.beam", hooks);
  } catch (const support::UserError& error) {
    const std::string what = error.what();
    if (!what.starts_with("fuzz.beam") || what.find("; ") == std::string::npos ||
        what.size() > 900) {
      throw std::runtime_error("a strange complaint: " + what);
    }
    return false;
  }
  std::ostringstream out;
  beam::print_listing(out, file);
  for (const beam::Term literal : file.literals) {
    const beam::Decoded again =
        beam::decode_external(*file.heap, beam::encode_external(literal), hooks);
    if (again.term.is_none()) throw std::runtime_error("a literal cannot be read again");
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const long count = argc == 2 ? std::strtol(argv[1], nullptr, 10) : 0;
  if (count <= 0) {
    std::fprintf(stderr, "usage: fuzz_beam_file COUNT\n");
    return 2;
  }
  const std::string sample = tests::sample_beam();
  if (!read(sample)) return std::fprintf(stderr, "the undamaged file is refused\n"), 1;
  long accepted = 0;
  for (long number = 0; number < count; ++number) {
    try {
      accepted += read(Damage(static_cast<std::uint64_t>(number)).of(sample)) ? 1 : 0;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "damage %ld: %s\n", number, error.what());
      return 1;
    }
  }
  std::printf("%ld damaged files: %ld read, %ld refused\n", count, accepted, count - accepted);
  // Some damage is harmless and most is not. Otherwise this has tested nothing.
  if (count >= 1000 && (accepted == 0 || accepted > count / 2)) {
    std::fprintf(stderr, "that is not plausible\n");
    return 1;
  }
  return 0;
}
