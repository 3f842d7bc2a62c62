// The rules of a checkpoint: what a queue relies on when it goes on from one.
//
// A file can have a correct checksum and still be no sensible tree, if a defect of ours or
// somebody's editor wrote it. So the reader enforces these rules, and the writer is checked against
// them. They are listed in docs/formats/checkpoint.md.
#pragma once

#include <string>

namespace heddle::dist {

struct Checkpoint;

/// The first rule that it breaks, in words ("node 3 does not come after its parent"); empty if it
/// breaks none.
std::string fault_of(const Checkpoint& checkpoint);

}  // namespace heddle::dist
