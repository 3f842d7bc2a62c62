// MD5 (RFC 1321): what OTP names versions of modules by. Not for secrets.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::support {

class Md5 {
 public:
  void add(std::string_view bytes);
  /// Of everything added; the object is used up.
  std::array<std::uint8_t, 16> finish();

  /// The work so far as bytes, and an object that goes on with it. The layout is that of OTP's
  /// erlang:md5_init/0: the state, the number of bits, the unfinished block.
  static constexpr std::size_t kContextSize = 88;
  std::string context() const;
  static Md5 from_context(std::string_view context);

 private:
  void block(const char* bytes);

  std::array<std::uint32_t, 4> state_{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  std::uint64_t size_ = 0;
  std::string rest_;  // less than a block
};

}  // namespace heddle::support
