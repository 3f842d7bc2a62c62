#include "beam/term/inflate.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>

namespace heddle::beam {
namespace {

constexpr int kZlibOrGzip = 15 + 32;
constexpr std::size_t kFirstPiece = 4096;

/// zlib's state, freed whatever happens.
struct Stream {
  z_stream state{};
  bool ready = false;
  Stream() { ready = inflateInit2(&state, kZlibOrGzip) == Z_OK; }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() {
    if (ready) inflateEnd(&state);
  }
};

}  // namespace

Inflated inflate(std::string_view stream, std::size_t limit) {
  Inflated result;
  Stream zlib;
  if (!zlib.ready) {
    result.fault = "zlib cannot start";
    return result;
  }
  z_stream& state = zlib.state;
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(stream.data()));
  state.avail_in = static_cast<uInt>(std::min<std::size_t>(stream.size(), uInt(-1)));
  std::size_t size = 0;
  int status = Z_OK;
  while (status == Z_OK) {
    if (size == result.bytes.size()) {
      // One byte beyond the limit shows that there is more.
      if (size > limit) {
        result.fault = fmt::format("more than {} bytes when uncompressed", limit);
        return result;
      }
      result.bytes.resize(std::min(limit + 1, std::max(kFirstPiece, 2 * size)));
    }
    const std::size_t room = std::min<std::size_t>(result.bytes.size() - size, 1u << 30);
    state.next_out = reinterpret_cast<Bytef*>(result.bytes.data() + size);
    state.avail_out = static_cast<uInt>(room);
    status = ::inflate(&state, Z_NO_FLUSH);
    size += room - state.avail_out;
  }
  result.bytes.resize(size);
  result.used = state.total_in;
  if (status != Z_STREAM_END) {
    result.fault = state.msg != nullptr ? fmt::format("zlib says: {}", state.msg)
                                        : "the compressed data end too early";
  } else if (size > limit) {
    result.fault = fmt::format("more than {} bytes when uncompressed", limit);
  }
  return result;
}

}  // namespace heddle::beam
