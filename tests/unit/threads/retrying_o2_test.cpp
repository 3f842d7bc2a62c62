// Compiled with -O2 (tests/CMakeLists.txt). Once is enough for the sanitizers.
#ifndef __SANITIZE_ADDRESS__
#define RETRYING RetryingO2
#include "tests/unit/threads/retry_programs.hpp"

#define WAITING WaitingO2
#include "tests/unit/threads/waiting_programs.hpp"
#endif
