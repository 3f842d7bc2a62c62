// Compiled as all unit tests are, with -O1.
#define RETRYING Retrying
#include "tests/unit/threads/retry_programs.hpp"
