#include "serve/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/check.hpp"

namespace heddle::serve {
namespace {

using nlohmann::json;
using support::UserError;
using enum OptionKind;

// A new option is a line here; the page shows it without any change.
const std::vector<Option> kOptions = {
    {"check", "test", "--test", kName, "Test", 0, 0, {}, true},
    {"check", "suite", "", kChoice, "Run as", 0, 0, {"one test", "EUnit or ExUnit suite"}, true},
    {"check", "keep_going", "--keep_going", kFlag, "Keep going after an error", 0, 0, {}, true},
    {"check", "preemptions", "--bound=preemption:", kNumber, "Preemption bound", 0, 1000, {}, true},
    {"check", "time", "--time", kNumber, "Seconds at most", 0.1, 86400, {}, true},
    {"check",
     "dpor",
     "--dpor",
     kChoice,
     "Algorithm",
     0,
     0,
     {"observers", "optimal", "source", "persistent", "none", "bounded", "variants"}},
    {"check",
     "strategy",
     "--strategy",
     kChoice,
     "Sample runs instead",
     0,
     0,
     {"walk", "weighted", "pct:2", "pct:3", "pos", "portfolio"}},
    {"check", "samples", "--samples", kNumber, "Samples", 1, 1e9},
    {"check", "seed", "--seed", kNumber, "Seed", 0, 1e9},
    {"check", "interleavings", "--interleaving_bound", kNumber, "Interleavings at most", 1, 1e12},
    {"check", "length", "--bound=length:", kNumber, "Steps of a run at most", 1, 200000},
    {"check", "timeouts", "--timeouts", kChoice, "Timeouts", 0, 0, {"possible", "virtual"}},
    {"check", "after_timeout", "--after_timeout", kNumber, "Timeouts that never happen, from ms", 1,
     1e12},
    {"check",
     "delivery",
     "--instant_delivery",
     kChoice,
     "Messages arrive at once",
     0,
     0,
     {"true", "false"}},
    {"check",
     "ignore_error",
     "--ignore_error",
     kChoice,
     "Not an error",
     0,
     0,
     {"abnormal_exit", "abnormal_halt", "deadlock", "depth_bound"}},
    {"check", "treat_as_normal", "--treat_as_normal", kName, "Normal exit reason"},
    {"check", "assertions_only", "--assertions_only", kFlag, "Only failed assertions are errors"},
    {"check", "show_races", "--show_races", kFlag, "List the races"},
    {"check", "all_steps", "--all-steps", kFlag, "Show all steps"},
    {"check", "no_minimise", "--no-minimise", kFlag, "Show the run as it was found"},
    {"native",
     "memory",
     "HEDDLE_MEMORY",
     kChoice,
     "Memory model",
     0,
     0,
     {"sc", "tso", "pso", "cpp"},
     true},
    {"native", "time", "", kNumber, "Seconds at most", 0.1, 86400, {}, true},
    {"native",
     "strategy",
     "HEDDLE_STRATEGY",
     kChoice,
     "Sample runs instead",
     0,
     0,
     {"walk", "weighted", "pct:2", "pct:3", "pos"}},
    {"native", "samples", "HEDDLE_SAMPLES", kNumber, "Samples", 1, 1e9},
    {"native", "seed", "HEDDLE_SEED", kNumber, "Seed", 0, 1e9},
    {"verify", "entry", "--entry", kName, "Entry", 0, 0, {}, true},
    {"verify", "errors", "--errors", kFlag, "Prove that nothing goes wrong", 0, 0, {}, true},
    {"verify", "mailbox_bounds", "--mailbox-bounds", kFlag, "Bounds of mailboxes", 0, 0, {}, true},
    {"verify", "time", "--time", kNumber, "Seconds at most", 0.1, 86400, {}, true},
    {"verify", "open", "--open", kFlag, "Anyone may call and send"},
    {"verify", "analysis_only", "--analysis-only", kFlag, "Only make the ACS"},
    {"verify", "data_depth", "--data-depth", kNumber, "Depth of data", 0, 10},
    {"verify", "message_depth", "--message-depth", kNumber, "Depth of messages", 0, 10},
    {"verify", "context", "--context", kNumber, "Calls that a context remembers", 0, 10},
    {"verify", "no_refinement", "--no-refinement", kFlag, "Do not raise the depths"},
    {"verify", "no_search", "--no-search", kFlag, "Do not look for real executions"},
    {"verify", "search_time", "--search-time", kNumber, "Seconds for each search", 0.1, 3600},
};

// A function or an atom: no word of it can be taken for an option.
bool is_name(std::string_view text) {
  if (text.empty() || text.size() > 100) return false;
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (!letter(text.front()) && text.front() != '_') return false;
  return std::all_of(text.begin(), text.end(), [&](char c) {
    return letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '@' || c == '?' || c == '!';
  });
}

std::string number_text(double number) {
  return number == std::floor(number) ? fmt::format("{:.0f}", number)
                                      : fmt::format("{:.3f}", number);
}

std::string value_of(const Option& option, const json& given) {
  switch (option.kind) {
    case kNumber: {
      if (!given.is_number()) break;
      const double number = given.get<double>();
      if (!(number >= option.least && number <= option.most)) {
        throw UserError(fmt::format("{}: give a number from {} to {}", option.label,
                                    number_text(option.least), number_text(option.most)));
      }
      return number_text(number);
    }
    case kChoice:
      if (!given.is_string()) break;
      if (std::find(option.choices.begin(), option.choices.end(), given.get<std::string>()) !=
          option.choices.end()) {
        return given.get<std::string>();
      }
      break;
    case kName:
      if (given.is_string() && is_name(given.get<std::string>())) return given.get<std::string>();
      break;
    case kFlag:
      break;
  }
  throw UserError(fmt::format("{}: this value is not allowed", option.label));
}

const char* kind_name(OptionKind kind) {
  switch (kind) {
    case kFlag:
      return "flag";
    case kNumber:
      return "number";
    case kChoice:
      return "choice";
    case kName:
      return "name";
  }
  return "";
}

}  // namespace

std::span<const Option> options() { return kOptions; }

std::vector<std::string> option_words(std::string_view command, const json& given) {
  if (!given.is_object()) throw UserError("the options are not an object");
  std::vector<std::string> words;
  for (const auto& [name, value] : given.items()) {
    const auto option =
        std::find_if(kOptions.begin(), kOptions.end(), [&, &name = name](const Option& each) {
          return each.command == command && each.name == name;
        });
    if (option == kOptions.end()) {
      throw UserError(fmt::format("there is no option {} of {} here", name, command));
    }
    if (option->kind == kFlag) {
      if (!value.is_boolean()) throw UserError(fmt::format("{}: give true or false", name));
      if (value.get<bool>()) words.emplace_back(option->flag);
      continue;
    }
    const std::string text = value_of(*option, value);
    if (option->flag.empty()) continue;
    // One word, so that a value is never taken for an option or a file.
    words.push_back(option->flag.ends_with(':') ? fmt::format("{}{}", option->flag, text)
                                                : fmt::format("{}={}", option->flag, text));
  }
  return words;
}

json options_as_json() {
  json all = json::array();
  for (const Option& option : kOptions) {
    const bool native = option.command == "native";
    json one = {{"command", native ? "check" : option.command},
                {"native", native},
                {"name", option.name},
                {"kind", kind_name(option.kind)},
                {"label", option.label},
                {"common", option.common}};
    if (option.kind == kNumber) {
      one["least"] = option.least;
      one["most"] = option.most;
    }
    if (option.kind == kChoice) one["choices"] = option.choices;
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace heddle::serve
