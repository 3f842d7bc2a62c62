// What `heddle serve` is told, and how it tells heddle-serve, the program that it becomes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::serve {

struct ServeOptions {
  std::uint16_t port = 0;  // 0: any
  std::vector<std::string> folders = {};
  std::size_t jobs = 1;
  double time = 60;             // seconds
  std::uint64_t memory = 2048;  // MiB
  bool allow_native = false;
  std::string keep = {};     // the folder where runs are kept; empty: they go with the server
  std::string queue = {};    // its address; empty: none
  std::string program = {};  // the path of heddle

  bool operator==(const ServeOptions&) const = default;
};

/// As one word of a command line: JSON, whatever bytes the names of folders have.
std::string as_word(const ServeOptions& options);
/// The inverse. Throws support::UserError if the word is not one of as_word.
ServeOptions from_word(std::string_view word);

}  // namespace heddle::serve
