// The options of check and verify that a page may set, with the values that they may have. What is
// not in the table cannot reach a command line: no option that names a file is in it.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::serve {

enum class OptionKind { kFlag, kNumber, kChoice, kName };

struct Option {
  std::string_view command;  // check, verify, or native: the check of a C++ program
  std::string_view name;     // of the field, and in the page
  // A word of the command line, or a variable of a native program's environment; empty: the server
  // looks at it.
  std::string_view flag;
  OptionKind kind;
  std::string_view label;
  double least = 0;
  double most = 0;
  std::vector<std::string_view> choices = {};
  bool common = false;  // shown at once, not under "more options"
};

std::span<const Option> options();

/// The words for the options in `given`, an object. Throws support::UserError that names the field
/// if there is another one or a value that is not allowed.
std::vector<std::string> option_words(std::string_view command, const nlohmann::json& given);

/// The table for the page.
nlohmann::json options_as_json();

}  // namespace heddle::serve
