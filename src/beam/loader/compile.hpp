// Source files as they are given: compiled with erlc or elixirc into a folder of their own first.
#pragma once

#include <string>
#include <vector>

namespace heddle::beam {

struct CompileOptions {
  std::vector<std::string> includes;  // -I
  std::string erlc_options;           // as the user wrote them
};

/// A folder that goes when this does.
class PrivateFolder {
 public:
  PrivateFolder();
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Whether a name is that of a source file: .erl, .ex, .exs.
bool is_source(const std::string& file);
/// Compiles `file` into `folder`, with debug information and -DHEDDLE; the modules it made. What
/// the compiler prints about errors is the message of the support::UserError.
std::vector<std::string> compile_source(const std::string& file, const std::string& folder,
                                        const CompileOptions& options);

}  // namespace heddle::beam
