// Asks the OTP of this machine. Tests that need it are skipped where it is missing.
#pragma once

#include <cstdlib>
#include <deque>
#include <filesystem>
#include <string>

#include "beam/term/etf.hpp"
#include "support/file.hpp"

namespace heddle::tests {

inline bool has_otp() { return std::system("escript 2>/dev/null >&2; test $? -ne 127") == 0; }

/// The file that `otp.escript ARGUMENTS FILE` writes; empty if that went wrong.
inline std::string ask_otp(const std::string& arguments) {
  const std::string file = (std::filesystem::temp_directory_path() /
                            ("heddle-otp-" + std::to_string(std::rand()) + ".tmp"))
                               .string();
  const std::string command = "timeout 120 escript " HEDDLE_SOURCE_DIR
                              "/tests/conformance/otp.escript " +
                              arguments + " " + file;
  if (std::system(command.c_str()) != 0) return "";
  std::string answer = support::read_file(file, std::size_t{1} << 28);
  std::filesystem::remove(file);
  return answer;
}

/// Hooks that make an entry for every external fun.
class Exports {
 public:
  beam::EtfHooks hooks() {
    return {[this](beam::Term module, beam::Term function, std::uint32_t arity) {
              beam::Export& entry = entries_.emplace_back();
              entry.module = module;
              entry.function = function;
              entry.arity = arity;
              return &entry;
            },
            false};
  }

 private:
  std::deque<beam::Export> entries_;
};

}  // namespace heddle::tests
