// Compiled with -O0.
#define MACHINE MachineO0
#include "tests/unit/threads/machine_programs.hpp"
