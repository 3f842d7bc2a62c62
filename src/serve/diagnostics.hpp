// What a compiler complains about, by line: erlc, elixirc, g++, and heddle's own messages that name
// a place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::serve {

struct Diagnostic {
  std::size_t line = 0;    // from 1
  std::size_t column = 0;  // from 1; 0: not known
  bool warning = false;
  std::string message;
  bool operator==(const Diagnostic&) const = default;
};

/// The places in `file` that `text` complains about, at most a hundred.
std::vector<Diagnostic> diagnostics(std::string_view text, std::string_view file);

}  // namespace heddle::serve
