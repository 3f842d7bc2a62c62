#include "support/md5.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace heddle::support {
namespace {

std::string md5(std::string_view bytes, std::size_t piece = 1000) {
  Md5 hash;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
    hash.add(bytes.substr(0, piece));
  }
  std::string text;
  for (const std::uint8_t byte : hash.finish()) text += fmt::format("{:02x}", byte);
  return text;
}

// RFC 1321, A.5.
TEST(Md5, TestSuiteOfTheRfc) {
  EXPECT_EQ(md5(""), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(md5("a"), "0cc175b9c0f1b6a831c399e269772661");
  EXPECT_EQ(md5("abc"), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(md5("message digest"), "f96b697d7cb7938d525a2f31aaf161d0");
  EXPECT_EQ(md5("abcdefghijklmnopqrstuvwxyz"), "c3fcd3d76192e4007dfb496cca67e13b");
  EXPECT_EQ(md5("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"),
            "d174ab98d277d9f5a5611c2c9f419d9f");
  EXPECT_EQ(md5("12345678901234567890123456789012345678901234567890123456789012345678901234567890"),
            "57edf4a22be3c955ac49da2e2107b67a");
}

TEST(Md5, PiecesDoNotMatter) {
  for (std::size_t size = 0; size < 200; ++size) {
    const std::string text(size, 'x');
    for (const std::size_t piece : {1u, 7u, 63u, 64u, 65u}) EXPECT_EQ(md5(text, piece), md5(text));
  }
}

}  // namespace
}  // namespace heddle::support
