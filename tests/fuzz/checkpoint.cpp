// fuzz_checkpoint COUNT: damaged checkpoints are read or refused, and nothing else happens.
//
// Takes checkpoints of real explorations, cut open at many places and with tasks in flight, and
// damages them COUNT times. Half of the damage is what happens to files: bits flipped, bytes
// overwritten, the end cut off, zeros, pieces of another checkpoint; all of it must be refused. The
// other half has a correct length and checksum, as if a defect of ours had written it: bytes and
// numbers changed, removed, inserted, moved. Reading one must give a checkpoint or a UserError. A
// checkpoint that was read obeys the rules by definition: written and read again it is the same.
// Deterministic: damage number n is the same in every run.
#include "dist/checkpoint.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>
#include <string>
#include <vector>

#include "dist/worker.hpp"
#include "support/bytes.hpp"
#include "support/check.hpp"
#include "toy/toy.hpp"

namespace {

using namespace heddle;

constexpr std::size_t kHeaderSize = 20;
constexpr std::size_t kChecksumSize = 8;

/// An exploration stopped after `runs` runs, then resumed only to have up to `lost` tasks in
/// flight.
std::string checkpoint_of(const char* program_name, const char* algorithm_name, std::uint64_t runs,
                          std::size_t lost) {
  const auto algorithm = explore::make_algorithm(algorithm_name);
  const auto shared = toy::make_shared_state();
  const core::ProgramFactory factory = toy::make_factory(toy::builtin(program_name), {}, shared);
  const auto program = factory();
  dist::LocalQueue queue(*algorithm);
  dist::Monitor monitor;
  dist::WorkerOptions options;
  options.stop_after_errors = 0;
  options.max_runs = runs;
  dist::work(queue, *program, *algorithm, options, monitor);

  dist::LocalQueue resumed(*algorithm, queue.snapshot());
  for (std::size_t i = 0; i < lost && resumed.take_now(*program); ++i) continue;
  dist::Checkpoint checkpoint;
  checkpoint.program = program_name;
  checkpoint.digest = "digest";
  checkpoint.options = algorithm_name;
  checkpoint.tree = resumed.snapshot();
  checkpoint.actors = shared->actors().keys();
  checkpoint.shared_state = shared->save();
  checkpoint.seconds = 1.5;
  return dist::to_bytes(checkpoint, "fuzz");
}

std::vector<std::string> originals() {
  std::vector<std::string> files;
  for (const char* program : {"bank", "lastzero(4)", "lock(3)", "philosophers(3)"}) {
    for (const char* algorithm : {"observers", "optimal", "parsimonious", "source", "none"}) {
      for (const std::uint64_t runs : {1, 3, 4}) {
        files.push_back(checkpoint_of(program, algorithm, runs, runs % 3));
      }
    }
  }
  return files;
}

class Damage {
 public:
  explicit Damage(std::uint64_t number) : random_(number) {}

  // Not a standard distribution: those differ between libraries.
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  /// What can happen to a file. Never gives the original.
  std::string accident(const std::string& original, const std::string& other) {
    std::string bytes = original;
    const std::size_t at = below(bytes.size());
    const std::size_t size = 1 + below(std::min<std::size_t>(64, bytes.size() - at));
    switch (below(6)) {
      case 0:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 1:
        bytes[at] = static_cast<char>(random_());
        break;
      case 2:
        bytes.resize(at);
        break;
      case 3:
        bytes.replace(at, size, size, '\0');
        break;
      case 4:
        bytes += other.substr(0, below(other.size() + 1));
        break;
      default:
        bytes = bytes.substr(0, at) + other.substr(std::min(at, other.size()));
        break;
    }
    return bytes;
  }

  /// Damage behind a correct length and checksum.
  std::string defect(const std::string& original, const std::string& other) {
    std::string body = original.substr(kHeaderSize, original.size() - kHeaderSize - kChecksumSize);
    for (std::size_t times = 1 + below(4); times > 0; --times) change(body, other);
    support::ByteWriter out;
    out.raw(original.substr(0, kHeaderSize - 8));
    out.little<std::uint64_t>(kHeaderSize + body.size() + kChecksumSize);
    out.raw(body);
    out.little(support::checksum(out.bytes()));
    return out.take();
  }

 private:
  void change(std::string& body, const std::string& other) {
    const std::size_t at = below(body.size());
    const std::size_t size = 1 + below(8);
    switch (below(8)) {
      case 0:
        body[at] = static_cast<char>(random_());
        break;
      case 1:
        body[at] = static_cast<char>(body[at] + (below(2) == 0 ? 1 : -1));
        break;
      case 2:
        body[at] = static_cast<char>(below(4));
        break;
      case 3:
        body.erase(at, size);
        break;
      case 4:
        body.insert(at, number());
        break;
      case 5:
        body.replace(at, 1, number());
        break;
      case 6:
        body.insert(at, body.substr(below(body.size()), size));
        break;
      default:
        body.insert(at, other.substr(below(other.size()), size));
        break;
    }
    if (body.empty()) body = "x";
  }

  /// Mostly at the borders of something.
  std::string number() {
    support::ByteWriter out;
    const std::uint64_t power = std::uint64_t{1} << below(64);
    out.varint(power - below(2));
    return out.take();
  }

  std::mt19937_64 random_;
};

/// Whether `bytes` were read. What goes wrong in the wrong way is thrown.
bool was_read(const std::string& bytes) {
  dist::Checkpoint checkpoint;
  try {
    checkpoint = dist::parse_checkpoint(bytes, "fuzz");
  } catch (const support::UserError& error) {
    if (std::string(error.what()).rfind("fuzz: ", 0) != 0) throw;
    return false;
  }
  const std::string again = dist::to_bytes(checkpoint, "fuzz");
  if (dist::to_bytes(dist::parse_checkpoint(again, "fuzz"), "fuzz") != again) {
    throw std::runtime_error("what was read, written and read again is not the same");
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000;
  const std::vector<std::string> files = originals();
  for (const std::string& file : files) {
    if (!was_read(file)) {
      std::fprintf(stderr, "an undamaged checkpoint was refused\n");
      return 1;
    }
  }
  std::uint64_t read = 0;
  std::size_t bytes = 0;
  for (std::uint64_t number = 0; number < count; ++number) {
    Damage damage(number);
    const std::string& original = files[damage.below(files.size())];
    const std::string& other = files[damage.below(files.size())];
    const bool accident = number % 2 == 0;
    const std::string damaged =
        accident ? damage.accident(original, other) : damage.defect(original, other);
    bytes += damaged.size();
    try {
      const bool survived = was_read(damaged);
      read += survived ? 1 : 0;
      // A piece of another checkpoint can be a whole one, and a byte can be overwritten by itself.
      if (accident && survived && damaged != original && damaged != other) {
        std::fprintf(stderr, "damage %llu was not noticed\n",
                     static_cast<unsigned long long>(number));
        return 1;
      }
    } catch (const std::exception& error) {
      std::fprintf(stderr, "damage %llu: %s\n", static_cast<unsigned long long>(number),
                   error.what());
      return 1;
    }
  }
  std::printf("%llu damaged checkpoints (%zu bytes): %llu read, %llu refused\n",
              static_cast<unsigned long long>(count), bytes, static_cast<unsigned long long>(read),
              static_cast<unsigned long long>(count - read));
  return 0;
}
