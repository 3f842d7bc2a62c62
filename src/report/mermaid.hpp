// Mermaid: a run as a sequence chart that issue trackers and wikis draw from text.
//
//   ```mermaid
//   sequenceDiagram
//     participant a0 as P
//     a0-)a1: 3. {val,1}
//   ```
//
// A message is an arrow from the step that sends it (with a cross at its end if nobody received
// it), making an actor a dashed one; every other step is a note on its actor's line.
#pragma once

#include <string>

#include "core/trace.hpp"

namespace heddle::report {

std::string to_mermaid(const core::Trace& trace);

}  // namespace heddle::report
