// What a check says: made in the library from the answers of predicates, whatever the test returns.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "heddle/outcomes.hpp"
#include "heddle/predicates.hpp"

namespace heddle {

class check_result {
 public:
  check_result(bool passed, std::string verdict, std::string text)
      : passed_(passed), verdict_(std::move(verdict)), text_(std::move(text)) {}

  explicit operator bool() const { return passed_; }
  bool passed() const { return passed_; }
  /// "verified: ...", "failed: ..."; one line.
  const std::string& verdict() const { return verdict_; }
  /// Everything there is to read, with a line feed at the end.
  const std::string& text() const { return text_; }

 private:
  bool passed_;
  std::string verdict_;
  std::string text_;
};

namespace detail {

/// One predicate's answer; the name may be empty.
struct Answer {
  std::string name;
  judgement judged;
};

check_result make_report(const Explored& explored, const std::vector<Answer>& answers,
                         const options& how);
/// There are no outcomes to judge.
check_result make_report(const std::string& error, const options& how);

}  // namespace detail

}  // namespace heddle
