#include "support/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::support {

std::size_t character(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xc2 && first <= 0xdf   ? 2
                           : first >= 0xe0 && first <= 0xef ? 3
                           : first >= 0xf0 && first <= 0xf4 ? 4
                                                            : 0;
  if (size == 0 || text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  if (first == 0xe0 && byte(1) < 0xa0) return 0;  // too long a form
  if (first == 0xed && byte(1) > 0x9f) return 0;  // surrogates
  if (first == 0xf0 && byte(1) < 0x90) return 0;
  if (first == 0xf4 && byte(1) > 0x8f) return 0;  // above U+10FFFF
  return size;
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text[0]);
    const std::size_t size = character(text);
    const bool control = first < 0x20 || first == 0x7f ||
                         (size == 2 && first == 0xc2 && static_cast<unsigned char>(text[1]) < 0xa0);
    if (first == '\n') {
      out += "\\n";
    } else if (first == '\t') {
      out += "\\t";
    } else if (size == 0 || control) {
      for (std::size_t i = 0; i < std::max<std::size_t>(size, 1); ++i) {
        out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[i]));
      }
    } else {
      out += text.substr(0, size);
    }
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return out;
}

}  // namespace heddle::support
