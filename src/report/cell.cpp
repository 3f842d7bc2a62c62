#include "report/cell.hpp"

#include <algorithm>

namespace heddle::report {

namespace {

constexpr bool continues(unsigned char byte) { return (byte & 0xc0) == 0x80; }

}  // namespace

std::size_t length(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
    return !continues(static_cast<unsigned char>(byte));
  }));
}

std::string shorten(const std::string& text, std::size_t width) {
  if (length(text) <= width) return text;
  const std::size_t dots = std::min<std::size_t>(width, 3);
  std::size_t end = 0;
  for (std::size_t kept = 0; kept < width - dots; ++kept) {
    do {
      ++end;
    } while (end < text.size() && continues(static_cast<unsigned char>(text[end])));
  }
  return text.substr(0, end) + std::string(dots, '.');
}

std::string pad(std::string text, std::size_t width) {
  const std::size_t size = length(text);
  if (size < width) text.append(width - size, ' ');
  return text;
}

}  // namespace heddle::report
