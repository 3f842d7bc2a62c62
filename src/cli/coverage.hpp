// Coverage: which lines and clauses of a program's own modules run in some interleaving
// (`--coverage`).
//
// The modules are instrumented before they are loaded (erlang/heddle_instrument.erl): copies that
// call heddle_coverage:mark(N) where a line or a clause begins. That call is local and makes no
// step, so the interleavings are the same ones. Without --coverage nothing is instrumented and
// nothing costs.
//
//   Coverage coverage({"ebin"}, folder, path);   // folder/*.beam are the copies
//   code.marks().resize(coverage.marks());
//   ...
//   coverage.lcov(code)
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "beam/loader/code_path.hpp"
#include "beam/vm/code.hpp"

namespace heddle::cli {

class Coverage {
 public:
  /// The modules in `folders`, the first of each name, into `into`. Modules without debug
  /// information are left out, which is said on standard error. Throws UserError.
  Coverage(const std::vector<std::string>& folders, const std::string& into,
           const beam::CodePathOptions& path);

  std::size_t marks() const { return marks_; }

  /// What has run, as LCOV: files by name, relative to the current folder if they are below it.
  /// Functions whose file is not there, or is a library's, came from macros and are left out.
  std::string lcov(const beam::CodeBase& code) const;

 private:
  struct Function {
    int line = 0;
    std::vector<std::size_t> marks = {};  // of its clauses
    std::string name = {};
  };
  struct Place {
    int line = 0;
    std::size_t mark = 0;
  };
  struct File {
    std::string path = {};
    std::vector<Function> functions = {};
    std::vector<Place> lines = {};
    std::vector<std::vector<Place>> choices = {};
  };

  void read(const std::string& description);

  std::vector<File> files_;
  std::size_t marks_ = 0;
};

}  // namespace heddle::cli
