// Compiled with -O2.
#define MACHINE MachineO2
#include "tests/unit/threads/machine_programs.hpp"
