// Modules of Heddle's own, in Erlang (erlang/): they do what OTP's processes do, where those cannot
// be had or would be too much. They are found when no other module has their name.
#pragma once

#include <cstddef>
#include <span>

namespace heddle::beam {

struct OwnModule {
  const char* name;
  const unsigned char* bytes;
  std::size_t size;
};

std::span<const OwnModule> own_modules();

}  // namespace heddle::beam
