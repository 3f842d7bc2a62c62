#include "erlang/interference.hpp"

#include <gtest/gtest.h>

#include "beam/bif/registry.hpp"

namespace heddle::erlang {
namespace {

TEST(Interference, IsKnownOfEveryVisibleNative) {
  for (const beam::Native& native : beam::natives()) {
    if (native.kind != beam::NativeKind::kVisible) continue;
    EXPECT_NO_THROW(interference_of(native))
        << native.module << ":" << native.function << "/" << native.arity;
  }
}

}  // namespace
}  // namespace heddle::erlang
