// Terms that OTP writes are read and written again, byte for byte.
#include "beam/term/etf.hpp"

#include <gtest/gtest.h>

#include "tests/conformance/otp.hpp"

namespace heddle::beam {
namespace {

TEST(EtfConformance, WhatOtpWritesComesBackByteForByte) {
  if (!tests::has_otp()) GTEST_SKIP() << "escript is not installed";
  const std::string answer = tests::ask_otp("terms 6000");
  ASSERT_FALSE(answer.empty());
  tests::Exports exports;
  const EtfHooks hooks = exports.hooks();
  std::size_t count = 0;
  for (std::size_t at = 0; at < answer.size(); ++count) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < 4; ++i)
      size = size << 8 | static_cast<unsigned char>(answer[at + i]);
    const int kind = answer[at + 4];
    const std::string_view bytes = std::string_view(answer).substr(at + 5, size);
    at += 5 + size;
    Heap heap;
    const Decoded decoded = decode_external(heap, bytes, hooks);
    ASSERT_EQ(decoded.fault, "") << count;
    ASSERT_EQ(decoded.used, bytes.size()) << count;
    const EncodeOptions options{.compressed = kind == 1 ? 6 : 0,
                                .minor_version = kind == 2 ? 2 : 1};
    ASSERT_TRUE(encode_external(decoded.term, options) == bytes) << "term " << count;
  }
  EXPECT_EQ(count, 6000u);
}

}  // namespace
}  // namespace heddle::beam
