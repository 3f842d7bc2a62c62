// Compressors: the states of zlib's streams. One is copied before it changes unless it was made in
// the same step, so a rewind finds the older ones as they were.
#pragma once

#include <zlib.h>

#include <memory>
#include <vector>

#include "beam/term/term.hpp"

namespace heddle::beam {

class Compressor {
 public:
  enum class Kind : std::uint8_t { kDeflate, kInflate };

  Compressor(Kind kind, Word epoch) : kind_(kind), epoch_(epoch) {}
  ~Compressor() { kind_ == Kind::kDeflate ? deflateEnd(&stream_) : inflateEnd(&stream_); }
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  z_stream& stream() { return stream_; }
  Kind kind() const { return kind_; }
  Word epoch() const { return epoch_; }
  std::unique_ptr<Compressor> copy(Word epoch) {
    auto result = std::make_unique<Compressor>(kind_, epoch);
    kind_ == Kind::kDeflate ? deflateCopy(&result->stream_, &stream_)
                            : inflateCopy(&result->stream_, &stream_);
    return result;
  }

 private:
  Kind kind_;
  Word epoch_;
  z_stream stream_{};
};

class Compressors {
 public:
  std::size_t add(std::unique_ptr<Compressor> compressor) {
    states_.push_back(std::move(compressor));
    return states_.size() - 1;
  }
  Compressor& at(std::size_t index) { return *states_[index]; }
  /// One that may be changed in the step `epoch`: the same or a copy.
  std::size_t to_change(std::size_t index, Word epoch) {
    return at(index).epoch() == epoch ? index : add(at(index).copy(epoch));
  }
  std::size_t count() const { return states_.size(); }
  void shrink(std::size_t count) { states_.resize(count); }

 private:
  std::vector<std::unique_ptr<Compressor>> states_;
};

}  // namespace heddle::beam
