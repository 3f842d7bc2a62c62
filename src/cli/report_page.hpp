// The page of `--html`, as web/ builds it: in the program, so that a report needs no other file.
#pragma once

#include <string_view>

namespace heddle::cli {

std::string_view report_page();

}  // namespace heddle::cli
