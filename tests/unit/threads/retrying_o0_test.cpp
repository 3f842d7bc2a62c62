// Compiled with -O0 (tests/CMakeLists.txt). Once is enough for the sanitizers.
#ifndef __SANITIZE_ADDRESS__
#define RETRYING RetryingO0
#include "tests/unit/threads/retry_programs.hpp"

#define WAITING WaitingO0
#include "tests/unit/threads/waiting_programs.hpp"
#endif
