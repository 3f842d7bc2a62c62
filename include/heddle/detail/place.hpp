// Where in the source an operation stands: std::source_location for compilers that lack it, too.
#pragma once

namespace heddle {

struct place {
  const char* file = "";
  int line = 0;

  static constexpr place here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return {file, line};
  }
};

}  // namespace heddle
