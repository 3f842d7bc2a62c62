#include "cli/attribute_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "support/check.hpp"

namespace heddle::cli {
namespace {

// A list of what is allowed: a new option that writes a file must not be forgotten here.
constexpr std::string_view kHarmless[] = {
    "--test",
    "--use_receive_patterns",
    "--observers",
    "--assume_racing",
    "--scheduling_bound_type",
    "--scheduling_bound",
    "--depth_bound",
    "--after_timeout",
    "--timeouts",
    "--instant_delivery",
    "--treat_as_normal",
    "--ignore_error",
    "--assertions_only",
    "--first_process_errors_only",
    "--symbolic_names",
    "--print_depth",
    "--step-limit",
    "--visible",
    "--dpor",
    "--strategy",
    "--samples",
    "--seed",
    "--bound",
    "--interleaving_bound",
    "--keep_going",
    "--errors",
    "--show_races",
    "--no-start",
    "--no-minimise",
    "--all-steps",
    "--non_racing_system",
    "--exclude_module",
    "--strict_scheduling",
    "--scheduling",
    "--disable_sleep_sets",
    "--optimal",
    "--ignore_first_crash",
    "--timeout",
    "--log_all",
    "--verbosity",
    "--quiet",
};

}  // namespace

void refuse_file_options(const std::vector<std::string>& words, const std::string& source) {
  for (const std::string& word : words) {
    const std::string_view name = std::string_view(word).substr(0, word.find('='));
    if (std::find(std::begin(kHarmless), std::end(kHarmless), name) == std::end(kHarmless)) {
      throw support::UserError(
          fmt::format("{}: {} is not allowed in a program that is checked here", source, name));
    }
  }
}

}  // namespace heddle::cli
