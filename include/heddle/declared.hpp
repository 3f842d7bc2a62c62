// Declared outcomes: every outcome that may come, with a grade and a reason, as a predicate.
//
//   heddle::check(test, heddle::declared(
//       heddle::acceptable(std::pair(0, 1), "T1 ran first"),
//       heddle::interesting(std::pair(1, 1), "both stores before both loads"),
//       heddle::forbidden(std::pair(0, 0), "a store was overtaken by a load")));
//
// It holds if nothing forbidden came; what was not declared is forbidden, unless a grade is given
// for the rest with `otherwise`. An outcome that did not come is no failure: `gives` demands it.
// The judgement's message is a table of all, also if it holds.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "heddle/predicates.hpp"

namespace heddle {

enum class grade : std::uint8_t { acceptable, interesting, forbidden };

struct declaration {
  heddle::grade grade = grade::acceptable;
  detail::Expected expected = {};
  std::string reason = {};
  bool rest = false;  // for everything that no other declaration is about
};

/// A value, or a condition for every outcome of its kind.
template <class T>
declaration acceptable(const T& given, std::string reason = {}) {
  return {grade::acceptable, detail::expected_from(given), std::move(reason)};
}
template <class T>
declaration interesting(const T& given, std::string reason = {}) {
  return {grade::interesting, detail::expected_from(given), std::move(reason)};
}
template <class T>
declaration forbidden(const T& given, std::string reason = {}) {
  return {grade::forbidden, detail::expected_from(given), std::move(reason)};
}
inline declaration otherwise(grade given, std::string reason = {}) {
  return {given, {}, std::move(reason), true};
}

namespace detail {

/// A row of the table: an outcome that came, or one that was declared and did not.
struct GradedRow {
  std::string text;
  std::uint64_t executions;
  heddle::grade grade;
  std::string reason;
};

inline const char* to_string(heddle::grade given) {
  switch (given) {
    case grade::acceptable:
      return "acceptable";
    case grade::interesting:
      return "interesting";
    case grade::forbidden:
      break;
  }
  return "forbidden";
}

inline std::string graded_table(const std::vector<GradedRow>& rows) {
  std::string text = "outcome";
  std::size_t width = text.size();
  for (const GradedRow& row : rows) width = std::max(width, row.text.size());
  text += std::string(width - text.size(), ' ') + "  executions  grade";
  for (const GradedRow& row : rows) {
    const std::string count = std::to_string(row.executions);
    const std::string word = to_string(row.grade);
    text += '\n' + row.text + std::string(width - row.text.size() + 2, ' ');
    text += std::string(count.size() < 10 ? 10 - count.size() : 0, ' ') + count + "  " + word;
    if (!row.reason.empty()) text += std::string(13 - word.size(), ' ') + row.reason;
  }
  return text;
}

}  // namespace detail

template <class... D>
auto declared(const D&... declarations) {
  std::vector<declaration> list{declarations...};
  return [list = std::move(list)](const auto& all) {
    const auto rest =
        std::find_if(list.begin(), list.end(), [](const declaration& one) { return one.rest; });
    judgement result;
    std::vector<detail::GradedRow> rows;
    for (std::size_t i = 0; i < all.entries.size(); ++i) {
      const auto& one = all.entries[i];
      auto found = std::find_if(list.begin(), list.end(), [&](const declaration& candidate) {
        return !candidate.rest && candidate.expected.is(one);
      });
      if (found == list.end()) found = rest;
      const bool known = found != list.end();
      rows.push_back({one.text, one.executions, known ? found->grade : grade::forbidden,
                      known ? found->reason : "not declared"});
      if (rows.back().grade == grade::forbidden) result.failures.push_back(i);
    }
    for (const declaration& one : list) {
      const bool came = std::any_of(all.entries.begin(), all.entries.end(),
                                    [&](const auto& entry) { return one.expected.is(entry); });
      if (!came && !one.rest) rows.push_back({one.expected.words(), 0, one.grade, one.reason});
    }
    result.passed = result.failures.empty();
    result.message = detail::graded_table(rows);
    return result;
  };
}

}  // namespace heddle
