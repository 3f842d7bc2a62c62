#include "testing/environment.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <thread>

#include "support/check.hpp"

namespace heddle::detail {

namespace {

using support::UserError;

constexpr memory kModels[] = {memory::sc, memory::tso, memory::pso, memory::cpp};

std::string_view variable(const char* name) {
  const char* const text = std::getenv(name);
  return text == nullptr ? std::string_view() : std::string_view(text);
}

// Looking for a variable takes as long as the environment is large, and most have none of ours.
bool any_given() {
  for (char** one = environ; one != nullptr && *one != nullptr; ++one) {
    if (**one == 'H' && std::strncmp(*one, "HEDDLE_", 7) == 0) return true;
  }
  return false;
}

std::uint64_t number(const char* name, std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw UserError(fmt::format("{}={}: is no number", name, text));
  }
  return value;
}

memory model_named(std::string_view text) {
  for (const memory model : kModels) {
    if (text == name_of(model)) return model;
  }
  throw UserError(fmt::format("HEDDLE_MEMORY={}: give sc, tso, pso or cpp", text));
}

std::chrono::milliseconds seconds(const char* name, std::string_view text, bool none = false) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() ||
      !(none ? value >= 0 : value > 0)) {
    throw UserError(
        fmt::format("{}={}: give a number of seconds{}", name, text, none ? "" : " above 0"));
  }
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(value * 1000)));
}

void apply_environment(options& how) {
  if (const auto text = variable("HEDDLE_MEMORY"); !text.empty()) how.memory = model_named(text);
  if (const auto text = variable("HEDDLE_STRATEGY"); !text.empty()) {
    how.strategy = text == "systematic" ? std::string_view() : text;
  }
  if (const auto text = variable("HEDDLE_SEED"); !text.empty()) {
    how.seed = number("HEDDLE_SEED", text);
  }
  if (const auto text = variable("HEDDLE_SAMPLES"); !text.empty()) {
    how.samples = number("HEDDLE_SAMPLES", text);
  }
  if (const auto text = variable("HEDDLE_TIME"); !text.empty()) {
    how.time = seconds("HEDDLE_TIME", text);
  }
  if (const auto text = variable("HEDDLE_JOBS"); !text.empty()) {
    how.jobs = text == "auto" ? 0 : static_cast<unsigned>(number("HEDDLE_JOBS", text));
  }
}

}  // namespace

const char* name_of(memory model) {
  switch (model) {
    case memory::sc:
      return "sc";
    case memory::tso:
      return "tso";
    case memory::pso:
      return "pso";
    case memory::cpp:
      return "cpp";
  }
  return "?";
}

options settled(options how) {
  if (any_given()) apply_environment(how);
  if (how.jobs == 0) how.jobs = std::max(1U, std::thread::hardware_concurrency());
  if (how.strategy == "uniform") how.strategy = "walk";
  if (how.algorithm.empty()) {
    how.algorithm = how.delays ? "none" : how.preemptions || how.fair ? "bounded" : "observers";
  }
  return how;
}

QueueSettings queue_from_environment() {
  QueueSettings settings;
  if (!any_given()) return settings;
  settings.url = variable("HEDDLE_QUEUE");
  if (const auto text = variable("HEDDLE_QUEUE_AFTER"); !text.empty()) {
    settings.after = seconds("HEDDLE_QUEUE_AFTER", text, true);
  }
  return settings;
}

bool progress_from_environment() { return !variable("HEDDLE_PROGRESS").empty(); }

std::string replay_from_environment() { return std::string(variable("HEDDLE_REPLAY")); }

}  // namespace heddle::detail
