// What the fuzzers of the net readers share: valid texts are damaged, and reading one must give a
// value or one clean complaint, nothing else. Deterministic: damage number n is the same in every
// run.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/check.hpp"

namespace heddle::tests {

struct ReaderFuzz {
  std::string name;                  // as in fuzz_NAME
  std::string file;                  // what complaints begin with
  std::vector<std::string> samples;  // valid texts
  std::vector<std::string> pieces;   // tokens of the format, inserted anywhere
  /// Reads the text and looks at the result; throws UserError to refuse it.
  std::function<void(const std::string& text)> read;
};

class TextDamage {
 public:
  TextDamage(std::uint64_t number, const std::vector<std::string>& pieces)
      : random_(number), pieces_(pieces) {}

  std::string of(std::string text) {
    for (std::size_t times = 1 + below(4); times > 0; --times) once(text);
    return text;
  }

 private:
  // Not a standard distribution: those differ between libraries.
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  void once(std::string& text) {
    static const std::string kNasty[] = {
        "",   "\n",   "99999999999999999999", "9223372036854775807",
        "-1", "\xff", std::string(1, '\0'),   "#",
        "'"};
    const std::size_t at = below(text.size());
    const std::size_t size = 1 + below(12);
    switch (below(7)) {
      case 0:
        if (!text.empty()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      case 1:
        text.erase(at, size);
        break;
      case 2:
        text.insert(at, pieces_[below(pieces_.size())]);
        break;
      case 3:
        text.insert(at, kNasty[below(std::size(kNasty))]);
        break;
      case 4:
        text.insert(below(text.size()), text.substr(at, size * 10));
        break;
      case 5:
        text.resize(at);
        break;
      default:
        if (const auto digit = text.find_first_of("0123456789", at); digit != std::string::npos) {
          text[digit] = static_cast<char>('0' + below(10));
        }
    }
  }

  std::mt19937_64 random_;
  const std::vector<std::string>& pieces_;
};

/// The main function of a fuzzer.
inline int fuzz_reader(int argc, char** argv, const ReaderFuzz& fuzz) {
  const long count = argc == 2 ? std::strtol(argv[1], nullptr, 10) : 0;
  if (count <= 0) {
    std::fprintf(stderr, "usage: fuzz_%s COUNT\n", fuzz.name.c_str());
    return 2;
  }
  for (const std::string& sample : fuzz.samples) fuzz.read(sample);
  long accepted = 0;
  for (long number = 0; number < count; ++number) {
    const std::string& sample =
        fuzz.samples[static_cast<std::size_t>(number) % fuzz.samples.size()];
    const std::string text = TextDamage(static_cast<std::uint64_t>(number), fuzz.pieces).of(sample);
    try {
      fuzz.read(text);
      ++accepted;
    } catch (const support::UserError& error) {
      const std::string what = error.what();
      if (what.starts_with(fuzz.file) && what.find('\n') == std::string::npos &&
          what.size() < 500) {
        continue;
      }
      std::fprintf(stderr, "damage %ld: a strange complaint: %s\n%s\n", number, what.c_str(),
                   text.c_str());
      return 1;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "damage %ld: %s\n%s\n", number, error.what(), text.c_str());
      return 1;
    }
  }
  std::printf("%ld damaged texts: %ld read, %ld refused\n", count, accepted, count - accepted);
  // Some damage is harmless and most is not. Otherwise this has tested nothing.
  if (count >= 1000 && (accepted == 0 || accepted > count * 9 / 10)) {
    std::fprintf(stderr, "that is not plausible\n");
    return 1;
  }
  return 0;
}

}  // namespace heddle::tests
