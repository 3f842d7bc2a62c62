// zlib and gzip streams, without believing what they say about their size.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heddle::beam {

struct Inflated {
  std::string bytes;
  std::size_t used = 0;  // of the input
  std::string fault;     // empty: the stream was whole
};
/// A zlib or gzip stream at the start of `stream`. More than `limit` bytes are a fault. Memory
/// grows with what comes out, not with what is announced.
Inflated inflate(std::string_view stream, std::size_t limit);

}  // namespace heddle::beam
