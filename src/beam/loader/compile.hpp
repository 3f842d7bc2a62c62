// Source files as they are given: compiled with erlc or elixirc into a folder of their own first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::beam {

struct CompileOptions {
  std::vector<std::string> includes;  // -I
  std::string erlc_options;           // as the user wrote them
  std::vector<std::string> path;      // where the compiler finds modules that the files use
  // Of a mix project, for a suite: config/config.exs, and the files test_helper.exs of the suite.
  std::string config = {};
  std::vector<std::string> helpers = {};
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

/// The same for the files of a test suite, all in one language: Erlang with -DTEST too, Elixir with
/// an ExUnit that runs nothing, whatever the files tell it, and a module heddle_suite with what
/// they have told it (elixir_suite.cpp).
std::vector<std::string> compile_suite(const std::vector<std::string>& files,
                                       const std::string& folder, const CompileOptions& options);

/// Compiles a module of our own from its text; without lines, so that no report points into it.
void compile_text(const std::string& module, std::string_view text, const std::string& folder);

/// Runs main/1 of a module of our own under erl, with the arguments as strings; `folder` is for its
/// text, `path` for modules that it needs. What it prints if it fails is the message of the
/// support::UserError.
void run_text(const std::string& module, std::string_view text, const std::string& folder,
              const std::vector<std::string>& path, const std::vector<std::string>& arguments);

}  // namespace heddle::beam
