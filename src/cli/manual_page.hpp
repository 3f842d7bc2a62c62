// heddle(1), the manual page, as text for man and groff.
#pragma once

#include <string>

#include "cli/command_help.hpp"

namespace heddle::cli {

std::string manual_page(const CommandHelp& heddle);

}  // namespace heddle::cli
