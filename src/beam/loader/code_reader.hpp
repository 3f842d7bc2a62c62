// The Code chunk: instructions, labels, functions.
#pragma once

#include "beam/loader/beam_file.hpp"
#include "beam/loader/chunk.hpp"

namespace heddle::beam {

/// Fills in instructions, operands, labels, functions and on_load. Everything else but exports,
/// locals and lambdas must be in `file` already.
void read_code(ChunkReader in, BeamFile& file);

}  // namespace heddle::beam
