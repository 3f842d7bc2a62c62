// .beam files in pieces: taken apart into chunks and put together again, for tests that change
// them.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "beam/term/etf.hpp"
#include "support/file.hpp"
#include "tests/support/source_dir.hpp"

namespace heddle::tests {

inline std::string big32(std::size_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
  return bytes;
}

inline std::size_t big32_at(std::string_view bytes, std::size_t at) {
  std::size_t value = 0;
  for (std::size_t i = at; i < at + 4; ++i)
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// Names and contents of the chunks, in order.
using Chunks = std::vector<std::pair<std::string, std::string>>;

/// Of a file that is not damaged.
inline Chunks take_apart(std::string_view bytes) {
  Chunks chunks;
  for (std::size_t at = 12; at < bytes.size();) {
    const std::size_t size = big32_at(bytes, at + 4);
    chunks.emplace_back(bytes.substr(at, 4), bytes.substr(at + 8, size));
    at += 8 + (size + 3) / 4 * 4;
  }
  return chunks;
}

inline std::string put_together(const Chunks& chunks) {
  std::string body = "BEAM";
  for (const auto& [name, content] : chunks) {
    body += name + big32(content.size()) + content;
    body.resize((body.size() + 3) / 4 * 4);
  }
  return "FOR1" + big32(body.size()) + body;
}

inline std::string& chunk(Chunks& chunks, std::string_view name) {
  for (auto& [one, content] : chunks) {
    if (one == name) return content;
  }
  return chunks.emplace_back(name, "").second;
}

/// tests/data/sample.beam
inline std::string sample_beam() {
  return support::read_file(tests::source_path("tests/data/sample.beam"), 1 << 20);
}

/// LitT without compression, as OTP 28 writes it.
inline std::string plain_literals(std::string_view chunk) {
  std::string plain(big32_at(chunk, 0), '\0');
  uLongf size = plain.size();
  ::uncompress(reinterpret_cast<Bytef*>(plain.data()), &size,
               reinterpret_cast<const Bytef*>(chunk.data() + 4), chunk.size() - 4);
  return big32(0) + plain;
}

/// Hooks that make an entry for every external fun.
class Exports {
 public:
  beam::EtfHooks hooks() {
    return {[this](beam::Term module, beam::Term function, std::uint32_t arity) {
              beam::Export& entry = entries_.emplace_back();
              entry.module = module;
              entry.function = function;
              entry.arity = arity;
              return &entry;
            },
            false};
  }

 private:
  std::deque<beam::Export> entries_;
};

}  // namespace heddle::tests
