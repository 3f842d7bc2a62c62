// Compiled with -O2 (tests/CMakeLists.txt).
#define RETRYING RetryingO2
#include "tests/unit/threads/retry_programs.hpp"
