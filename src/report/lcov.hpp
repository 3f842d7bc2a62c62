// LCOV: which lines and clauses ran, as genhtml, editors and coverage services read it
// (`--coverage`).
//
//   SF:src/cache.erl
//   FN:16,cache:get/2          FNDA:1,cache:get/2     the function, and whether it ran
//   BRDA:18,0,0,1              a clause that begins on line 18, of choice 0, was taken
//   DA:19,1                    line 19 ran
//
// All counts are 0 or 1. How often a line runs depends on how the exploration goes back and on the
// number of jobs; whether it runs in some interleaving does not.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

namespace heddle::report {

struct CoveredFunction {
  int line = 0;
  std::string name;  // "cache:get/2"
  bool ran = false;
};

struct CoveredClause {
  int line = 0;
  bool taken = false;
};

struct CoveredFile {
  std::string path;
  std::map<int, bool> lines = {};  // every line that can run -> whether it did
  std::vector<CoveredFunction> functions = {};
  /// Each with the clauses of which one is taken: of a function, case, if, receive, try or fun.
  std::vector<std::vector<CoveredClause>> choices = {};
};

/// The clauses of a choice that was never come to are written with "-", as LCOV has it.
std::string to_lcov(std::span<const CoveredFile> files);

}  // namespace heddle::report
