// Asks the OTP of this machine. Tests that need it are skipped where it is missing.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/file.hpp"
#include "tests/support/beam_bytes.hpp"
#include "tests/support/source_dir.hpp"

namespace heddle::tests {

inline bool has_otp() { return std::system("escript 2>/dev/null >&2; test $? -ne 127") == 0; }

/// The file that `otp.escript ARGUMENTS FILE` writes; empty if that went wrong.
inline std::string ask_otp(const std::string& arguments) {
  const std::string file = (std::filesystem::temp_directory_path() /
                            ("heddle-otp-" + std::to_string(::getpid()) + ".tmp"))
                               .string();
  const std::string command = "timeout 120 escript " +
                              source_path("tests/conformance/otp.escript") + " " + arguments + " " +
                              file;
  if (std::system(command.c_str()) != 0) return "";
  std::string answer = support::read_file(file, std::size_t{1} << 28);
  std::filesystem::remove(file);
  return answer;
}

}  // namespace heddle::tests
