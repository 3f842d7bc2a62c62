// For traces: which step wrote what a load reads.
//
// A write is known by its cell and the number that its value has there. Under sequential
// consistency there are no numbers: the last write is the only one, and has the number 1. Nothing
// of this is kept while nobody records.
#include "heddle/detail/cell.hpp"
#include "threads/program.hpp"

namespace heddle::threads {

using detail::Location;

void Program::note_write(Location cell, std::uint32_t number) {
  if (recording_ && steps_ > 0) written_in_[{cell, number}] = steps_ - 1;
}

// The first one of a step is what was read, those after it are what could have been.
void Program::note_reads(Location cell, std::uint32_t number, const std::string& value) {
  if (!recording_) return;
  const auto step = written_in_.find({cell, number});
  reads_.push_back({step == written_in_.end() ? core::ReadFrom::kInitial : step->second, value});
}

}  // namespace heddle::threads

namespace heddle::detail {

namespace {

constexpr std::uint32_t kLastWrite = 1;

}  // namespace

void note_read(const Cell& cell, const std::string& value) {
  const threads::UserCode engine(false);
  threads::Program::current()->note_reads(cell.home(), kLastWrite, value);
}
void note_write(const Cell& cell) {
  const threads::UserCode engine(false);
  threads::Program::current()->note_write(cell.home(), kLastWrite);
}

}  // namespace heddle::detail
