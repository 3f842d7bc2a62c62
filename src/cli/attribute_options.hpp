// The options that a module may give itself (-heddle([...]), -concuerror_options([...])) when
// somebody else's program is checked, as `heddle serve` does: none that names a file or starts a
// program.
#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

/// Throws support::UserError that names the first of `words` (--name or --name=value) that is not
/// among them.
void refuse_file_options(const std::vector<std::string>& words, const std::string& source);

}  // namespace heddle::cli
