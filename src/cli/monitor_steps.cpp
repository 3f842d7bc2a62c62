#include "cli/monitor_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <regex>

namespace heddle::cli {
namespace {

bool is_monitor(const std::string& file) {
  return std::filesystem::path(file).filename() == "heddle_monitor.erl";
}
bool in_monitor(const core::TraceEvent& event) { return is_monitor(event.text.source.file); }

void name_step(core::StepText& text) {
  static const std::regex kChosen(
      R"re(persistent_term:get\(\{'\$heddle_chosen',\{"([^"]*)",(\d+)\},([^]*)\}, none\))re");
  static const std::regex kAt(
      R"re(persistent_term:get\(\{'\$heddle_at',\{(\w+),([^]*)\}\}, none\))re");
  std::smatch found;
  if (std::regex_match(text.operation, found, kChosen)) {
    text.source = {found[1].str(), std::stoi(found[2].str())};
    text.operation = "chooses " + found[3].str();
    text.value.clear();
  } else if (std::regex_match(text.operation, found, kAt)) {
    const std::string what = found[2].str();
    const std::string line = what.substr(what.rfind(',') + 1);
    text.operation = found[1] == "label"   ? "is at the label " + what
                     : found[1] == "point" ? "is at ?assert_uncoverable of line " + line
                                           : "comes to the error of line " + line;
    text.value.clear();
  }
}

}  // namespace

core::Trace named_monitor_steps(core::Trace trace) {
  for (core::TraceEvent& event : trace.events) {
    if (in_monitor(event)) name_step(event.text);
  }
  return trace;
}

core::Trace readable(core::Trace trace) {
  trace = named_monitor_steps(std::move(trace));
  std::erase_if(trace.events, [](const core::TraceEvent& event) {
    const std::string& words = event.text.operation;
    const bool says = words.starts_with("is at ") || words.starts_with("comes to the error");
    return in_monitor(event) && !says;
  });
  // The property itself says where it is broken.
  for (core::Finding& error : trace.errors) {
    if (!is_monitor(error.file)) continue;
    error.file.clear();
    error.line = 0;
  }
  return trace;
}

}  // namespace heddle::cli
