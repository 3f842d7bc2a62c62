// Ctrl-C: the first one asks the exploration to stop and to report what it has; a second one ends
// the process at once.
#pragma once

#include <atomic>

namespace heddle::support {

/// Installs the handler; the flag is true from the first SIGINT or SIGTERM on.
const std::atomic<bool>& watch_for_interrupt();

}  // namespace heddle::support
