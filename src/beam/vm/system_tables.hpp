// The tables and persistent terms that OTP's kernel makes when it starts and that library code
// reads without asking: the environment of applications and the configuration of the logger, which
// has no handlers.
#pragma once

namespace heddle::beam {

class Machine;

void make_system_tables(Machine& machine);

}  // namespace heddle::beam
