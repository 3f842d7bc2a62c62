#include "report/lcov.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/cell.hpp"

namespace heddle::report {
namespace {

/// A comma ends a field, and there is no escape.
std::string field(const std::string& text) {
  std::string out = printable(text);
  std::replace(out.begin(), out.end(), ',', '_');
  return out;
}

std::string totals(const char* found, std::size_t all, const char* hit, std::size_t ran) {
  return fmt::format("{}:{}\n{}:{}\n", found, all, hit, ran);
}

std::string functions(const CoveredFile& file) {
  std::string out;
  std::string counts;
  std::size_t ran = 0;
  for (const CoveredFunction& function : file.functions) {
    const std::string name = field(function.name);
    out += fmt::format("FN:{},{}\n", function.line, name);
    counts += fmt::format("FNDA:{:d},{}\n", function.ran, name);
    ran += function.ran ? 1 : 0;
  }
  return out + counts + totals("FNF", file.functions.size(), "FNH", ran);
}

std::string branches(const CoveredFile& file) {
  std::string out;
  std::size_t all = 0;
  std::size_t ran = 0;
  for (std::size_t i = 0; i < file.choices.size(); ++i) {
    const auto& clauses = file.choices[i];
    const bool reached = std::any_of(clauses.begin(), clauses.end(),
                                     [](const CoveredClause& clause) { return clause.taken; });
    for (std::size_t k = 0; k < clauses.size(); ++k) {
      out += fmt::format("BRDA:{},{},{},{}\n", clauses[k].line, i, k,
                         !reached ? "-" : (clauses[k].taken ? "1" : "0"));
      ran += clauses[k].taken ? 1 : 0;
    }
    all += clauses.size();
  }
  return out + totals("BRF", all, "BRH", ran);
}

std::string lines(const CoveredFile& file) {
  std::string out;
  std::size_t hit = 0;
  for (const auto& [line, ran] : file.lines) {
    out += fmt::format("DA:{},{:d}\n", line, ran);
    hit += ran ? 1 : 0;
  }
  return out + totals("LF", file.lines.size(), "LH", hit);
}

}  // namespace

std::string to_lcov(std::span<const CoveredFile> files) {
  std::string out;
  for (const CoveredFile& file : files) {
    out += fmt::format("TN:\nSF:{}\n{}{}{}end_of_record\n", printable(file.path), functions(file),
                       branches(file), lines(file));
  }
  return out;
}

}  // namespace heddle::report
