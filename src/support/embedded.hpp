// Files that are part of the program: cmake/Embed.cmake makes a function that returns them.
#pragma once

#include <string_view>

namespace heddle::support {

struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};

}  // namespace heddle::support
