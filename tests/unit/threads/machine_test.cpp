#define MACHINE Machine
#include "tests/unit/threads/machine_programs.hpp"
