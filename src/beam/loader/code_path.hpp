// CodePath: where a module's .beam file is.
//
//   CodePath path({.front = {"ebin"}});
//   path.find("lists")   // /usr/lib/erlang/lib/stdlib-4.2/ebin/lists.beam
//
// The first of these that has the module:
//
//   1. the directories of --pa, in the order given
//   2. the current directory, and ebin in it
//   3. _build/*/lib/*/ebin (rebar3, Mix): of the profiles, test, dev and default come first
//   4. the libraries below the directories of ERL_LIBS
//   5. OTP's libraries: those of --otp, else of the `erl` on the PATH
//   6. Elixir's libraries: those of the `elixir` on the PATH, else /usr/lib/elixir
//   7. the directories of --pz
//
// Of several versions of one library in the same place (stdlib-4.1, stdlib-4.2) only the latest
// counts. Directories are listed when a module was not found before them, and once.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heddle::beam {

struct CodePathOptions {
  std::vector<std::string> front{};  // --pa
  std::vector<std::string> back{};   // --pz
  std::string otp{};                 // --otp; empty: look for it
  std::string current = ".";
};

/// Not thread-safe.
class CodePath {
 public:
  /// Reads the environment (PATH, ERL_LIBS). Throws support::UserError if --otp names something
  /// else than OTP.
  explicit CodePath(CodePathOptions options = {});

  /// The path of the file; none if there is none.
  std::optional<std::string> find(std::string_view module);

  /// Whether a file that was found belongs to OTP or Elixir.
  bool is_library(std::string_view file) const;

  /// Where OTP is: the directory above `lib`. Empty: not found.
  const std::string& otp_root();

  /// All directories, in order: to tell the user where a module was looked for.
  std::vector<std::string> directories();

 private:
  enum class Source { kFront, kCurrent, kBuild, kErlLibs, kOtp, kElixir, kBack, kNoMore };

  bool expand_next_source();
  void list_next_directory();
  void add_libraries(const std::string& folder);
  void add_otp(const std::string& folder);

  CodePathOptions options_;
  std::string search_path_;  // PATH
  std::string erl_libs_;
  std::optional<std::string> otp_root_;
  Source next_source_ = Source::kFront;
  std::vector<std::string> libraries_;  // folders of OTP and Elixir
  std::vector<std::string> directories_;
  std::size_t listed_ = 0;                              // of the directories
  std::unordered_map<std::string, std::size_t> where_;  // module -> directory
};

}  // namespace heddle::beam
