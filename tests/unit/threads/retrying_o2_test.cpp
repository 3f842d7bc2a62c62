// Compiled with -O2 (tests/CMakeLists.txt). Once is enough for the sanitizers.
#ifndef __SANITIZE_ADDRESS__
#define RETRYING RetryingO2
#include "tests/unit/threads/retry_programs.hpp"
#endif
