#include "serve/serve_options.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/check.hpp"

namespace heddle::serve {
namespace {

using nlohmann::json;

// JSON has characters, not bytes: what is not ASCII goes as numbers.
json bytes(const std::string& text) {
  if (std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; })) return text;
  json numbers = json::array();
  for (const char c : text) numbers.push_back(static_cast<unsigned char>(c));
  return numbers;
}

std::string text(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  std::string result;
  for (const json& number : value) result += static_cast<char>(number.get<unsigned char>());
  return result;
}

}  // namespace

std::string as_word(const ServeOptions& options) {
  json folders = json::array();
  for (const std::string& folder : options.folders) folders.push_back(bytes(folder));
  return json{{"port", options.port},
              {"folders", folders},
              {"jobs", options.jobs},
              {"time", options.time},
              {"memory", options.memory},
              {"allow_native", options.allow_native},
              {"keep", bytes(options.keep)},
              {"queue", bytes(options.queue)},
              {"program", bytes(options.program)}}
      .dump();
}

ServeOptions from_word(std::string_view word) try {
  const json given = json::parse(word);
  ServeOptions options;
  given.at("port").get_to(options.port);
  for (const json& folder : given.at("folders")) options.folders.push_back(text(folder));
  given.at("jobs").get_to(options.jobs);
  given.at("time").get_to(options.time);
  given.at("memory").get_to(options.memory);
  given.at("allow_native").get_to(options.allow_native);
  options.keep = text(given.at("keep"));
  options.queue = text(given.at("queue"));
  options.program = text(given.at("program"));
  return options;
} catch (const json::exception&) {
  throw support::UserError("heddle-serve is a part of heddle; start it with 'heddle serve'");
}

}  // namespace heddle::serve
