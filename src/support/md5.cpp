#include "support/md5.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace heddle::support {
namespace {

constexpr std::size_t kBlock = 64;
constexpr int kShifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

/// RFC 1321, section 3.4: the whole part of 2^32 * abs(sin(i + 1)).
const std::array<std::uint32_t, 64>& sines() {
  static const auto kTable = [] {
    std::array<std::uint32_t, 64> table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
      table[i] = static_cast<std::uint32_t>(
          std::floor(std::ldexp(std::fabs(std::sin(static_cast<double>(i + 1))), 32)));
    }
    return table;
  }();
  return kTable;
}

}  // namespace

void Md5::add(std::string_view bytes) {
  size_ += bytes.size();
  if (!rest_.empty()) {
    const std::size_t missing = std::min(kBlock - rest_.size(), bytes.size());
    rest_ += bytes.substr(0, missing);
    bytes.remove_prefix(missing);
    if (rest_.size() < kBlock) return;
    block(rest_.data());
    rest_.clear();
  }
  for (; bytes.size() >= kBlock; bytes.remove_prefix(kBlock)) block(bytes.data());
  rest_ = bytes;
}

std::array<std::uint8_t, 16> Md5::finish() {
  const std::uint64_t bits = 8 * size_;
  std::string padding(1, static_cast<char>(0x80));
  padding.resize(1 + (kBlock + kBlock - 9 - rest_.size()) % kBlock);
  for (int i = 0; i < 8; ++i) padding += static_cast<char>(bits >> (8 * i));
  add(padding);
  std::array<std::uint8_t, 16> result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = static_cast<std::uint8_t>(state_[i / 4] >> (8 * (i % 4)));
  }
  return result;
}

std::string Md5::context() const {
  std::string bytes;
  for (std::size_t i = 0; i < 16; ++i) {
    bytes += static_cast<char>(state_[i / 4] >> (8 * (i % 4)));
  }
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>((8 * size_) >> (8 * i));
  bytes += rest_;
  bytes.resize(kContextSize);
  return bytes;
}

Md5 Md5::from_context(std::string_view context) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(context[i]); };
  Md5 md5;
  for (std::size_t i = 0; i < 4; ++i) {
    md5.state_[i] = byte(4 * i) | byte(4 * i + 1) << 8 | byte(4 * i + 2) << 16 |
                    std::uint32_t{byte(4 * i + 3)} << 24;
  }
  std::uint64_t bits = 0;
  for (std::size_t i = 8; i-- > 0;) bits = bits << 8 | byte(16 + i);
  md5.size_ = bits / 8;
  md5.rest_ = context.substr(24, md5.size_ % kBlock);
  return md5;
}

void Md5::block(const char* bytes) {
  const auto& sines = support::sines();
  std::uint32_t words[16];
  for (std::size_t i = 0; i < 16; ++i) {
    words[i] = 0;
    for (std::size_t k = 4; k-- > 0;) {
      words[i] = words[i] << 8 | static_cast<unsigned char>(bytes[4 * i + k]);
    }
  }
  std::array<std::uint32_t, 4> working = state_;
  // Four steps give each variable the place that it had: none is moved.
  const auto round = [&](std::size_t first, auto mix, std::size_t factor, std::size_t offset) {
    auto& [a, b, c, d] = working;
    const int* shifts = kShifts[first / 16];
    const auto step = [&](std::size_t i, auto& p, auto q, auto r, auto s, int shift) {
      p = q + std::rotl(p + mix(q, r, s) + words[(factor * i + offset) % 16] + sines[i], shift);
    };
    for (std::size_t i = first; i < first + 16; i += 4) {
      step(i, a, b, c, d, shifts[0]);
      step(i + 1, d, a, b, c, shifts[1]);
      step(i + 2, c, d, a, b, shifts[2]);
      step(i + 3, b, c, d, a, shifts[3]);
    }
  };
  using Word = std::uint32_t;
  round(
      0, [](Word q, Word r, Word s) { return s ^ (q & (r ^ s)); }, 1, 0);
  round(
      16, [](Word q, Word r, Word s) { return r ^ (s & (q ^ r)); }, 5, 1);
  round(
      32, [](Word q, Word r, Word s) { return q ^ r ^ s; }, 3, 5);
  round(
      48, [](Word q, Word r, Word s) { return r ^ (q | ~s); }, 7, 0);
  for (std::size_t i = 0; i < 4; ++i) state_[i] += working[i];
}

}  // namespace heddle::support
