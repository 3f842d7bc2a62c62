// Trace files, read whole and replaced whole.
#include "core/trace.hpp"
#include "support/file.hpp"

namespace heddle::core {

namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 30;

}  // namespace

Trace read_trace(const std::string& path) {
  return parse_trace(support::read_file(path, kLargestFile, "trace"), path);
}

void write_trace(const std::string& path, const Trace& trace) {
  support::write_file_atomically(path, to_json(trace), "trace");
}

}  // namespace heddle::core
