#include "serve/serve_options.hpp"

#include <gtest/gtest.h>

#include "support/check.hpp"

namespace heddle::serve {
namespace {

TEST(ServeOptions, ArriveAsTheyWereGiven) {
  ServeOptions options;
  options.port = 65535;
  options.folders = {"with space", "quote\" and \\", "caf\xc3\xa9", "no \xff utf-8"};
  options.jobs = 3;
  options.time = 0.1;
  options.memory = std::uint64_t{1} << 24;
  options.allow_native = true;
  options.keep = "kept";
  options.queue = "postgres:///x?host=/tmp";
  options.program = "/opt/\xe2\x98\x83/bin/heddle";
  EXPECT_EQ(from_word(as_word(options)), options);
  EXPECT_EQ(from_word(as_word({})), ServeOptions{});
}

TEST(ServeOptions, OtherWordsAreRefused) {
  for (const char* word : {"", "--port", "{}", "[]", R"({"port": "x"})"}) {
    EXPECT_THROW(from_word(word), support::UserError) << word;
  }
}

}  // namespace
}  // namespace heddle::serve
