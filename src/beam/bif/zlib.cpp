// zlib: the functions that take and give whole data. Streams are in zlib_streams.cpp.
#include <zlib.h>

#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

// What deflateInit2 and inflateInit2 call window bits; the sign and the size say the format.
constexpr int kZlib = 15;
constexpr int kRaw = -15;
constexpr int kGzip = 15 + 16;
constexpr int kMemoryLevel = 8;
constexpr std::size_t kPiece = 64 * 1024;

// Runs `work` (deflate or inflate) until it has read all and says that this is the end.
template <typename Work>
int run(z_stream& stream, std::string& input, std::string& output, const Work& work) {
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  std::string piece(kPiece, '\0');
  int status = Z_OK;
  do {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    status = work();
    output.append(piece, 0, piece.size() - stream.avail_out);
  } while (status == Z_OK);
  return status;
}

template <int kFormat>
Term compress(Machine& machine, const Term* a) {
  std::optional<std::string> input = iolist_bytes(a[0]);
  if (!input) return machine.badarg();
  z_stream stream{};
  deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kFormat, kMemoryLevel,
               Z_DEFAULT_STRATEGY);
  std::string output;
  run(stream, *input, output, [&] { return deflate(&stream, Z_FINISH); });
  deflateEnd(&stream);
  return machine.heap().binary(output);
}

template <int kFormat>
Term uncompress(Machine& machine, const Term* a) {
  static const Term data_error = intern("data_error");
  std::optional<std::string> input = iolist_bytes(a[0]);
  if (!input) return machine.badarg();
  z_stream stream{};
  inflateInit2(&stream, kFormat);
  std::string output;
  int status = Z_STREAM_END;
  do {  // gzip files may be put one behind the other
    status = run(stream, *input, output, [&] { return inflate(&stream, Z_NO_FLUSH); });
    input->erase(0, input->size() - stream.avail_in);
  } while (kFormat == kGzip && status == Z_STREAM_END && !input->empty() &&
           inflateReset(&stream) == Z_OK);
  inflateEnd(&stream);
  if (status != Z_STREAM_END) return machine.raise(atoms::error, data_error);
  return machine.heap().binary(output);
}

constexpr Native kNatives[] = {
    {"zlib", "compress", 1, compress<kZlib>}, {"zlib", "uncompress", 1, uncompress<kZlib>},
    {"zlib", "zip", 1, compress<kRaw>},       {"zlib", "unzip", 1, uncompress<kRaw>},
    {"zlib", "gzip", 1, compress<kGzip>},     {"zlib", "gunzip", 1, uncompress<kGzip>},
};

}  // namespace

std::span<const Native> zlib_module() { return kNatives; }

}  // namespace heddle::beam
