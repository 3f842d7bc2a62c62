// Compiled as all unit tests are, with -O1.
#define RETRYING Retrying
#include "tests/unit/threads/retry_programs.hpp"

#define WAITING Waiting
#include "tests/unit/threads/waiting_programs.hpp"
