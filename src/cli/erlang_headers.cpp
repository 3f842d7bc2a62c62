#include "cli/erlang_headers.hpp"

#include "cli/erlang_headers_text.hpp"
#include "support/file.hpp"

namespace heddle::cli {

void write_erlang_headers(const std::string& folder) {
  support::write_file_atomically(folder + "/heddle.hrl", kHeddleHeader, "header");
  support::write_file_atomically(folder + "/soter.hrl", kSoterHeader, "header");
}

}  // namespace heddle::cli
