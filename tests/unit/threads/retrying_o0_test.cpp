// Compiled with -O0 (tests/CMakeLists.txt).
#define RETRYING RetryingO0
#include "tests/unit/threads/retry_programs.hpp"
