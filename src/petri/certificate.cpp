#include "petri/certificate.hpp"

#include <fmt/format.h>

#include <iterator>

namespace heddle::petri {
namespace {

constexpr const char* kHead = "{\"format\": \"heddle-cover-certificate\", \"version\": 1,\n";

void append(std::string& text, const std::vector<Tokens>& tokens) {
  text += '[';
  const char* comma = "";
  for (const Tokens& each : tokens) {
    fmt::format_to(std::back_inserter(text), "{}{},{}", comma, each.place, each.count);
    comma = ",";
  }
  text += ']';
}

void append(std::string& text, const std::vector<PlaceId>& places) {
  text += '[';
  const char* comma = "";
  for (const PlaceId place : places) {
    fmt::format_to(std::back_inserter(text), "{}{}", comma, place);
    comma = ",";
  }
  text += ']';
}

}  // namespace

std::string certificate_of(const Firing& firing) {
  std::string text = kHead;
  text += " \"answer\": \"coverable\",\n \"start\": ";
  append(text, firing.start);
  text += ",\n \"firing\": [";
  const char* comma = "";
  for (std::size_t i = 0; i < firing.transitions.size();) {
    std::size_t end = i;
    while (end < firing.transitions.size() && firing.transitions[end] == firing.transitions[i]) {
      ++end;
    }
    fmt::format_to(std::back_inserter(text), "{}{},{}", comma, firing.transitions[i], end - i);
    comma = ",";
    i = end;
  }
  return text + "]}\n";
}

std::string certificate_of(const Proof& proof) {
  std::string text = kHead;
  text += " \"answer\": \"safe\",\n \"empty\": ";
  append(text, proof.empty);
  text += ",\n \"places\": [";
  const char* comma = "";
  for (const auto& place : proof.places) {
    text += comma;
    append(text, place);
    comma = ",";
  }
  text += "],\n \"inequalities\": [";
  comma = "";
  for (const Inequality& inequality : proof.inequalities) {
    fmt::format_to(std::back_inserter(text), "{}\n  {{\"weights\": ", comma);
    append(text, inequality.weights);
    fmt::format_to(std::back_inserter(text), ", \"bound\": {}, \"traps\": [", inequality.bound);
    for (std::size_t i = 0; i < inequality.traps.size(); ++i) {
      fmt::format_to(std::back_inserter(text), "{}{{\"times\": {}, \"places\": ", i > 0 ? ", " : "",
                     inequality.multiples[i]);
      append(text, inequality.traps[i]);
      text += '}';
    }
    text += "]}";
    comma = ",";
  }
  text += "],\n \"basis\": [";
  comma = "";
  for (const auto& element : proof.basis) {
    fmt::format_to(std::back_inserter(text), "{}\n  ", comma);
    append(text, element);
    comma = ",";
  }
  return text + "]}\n";
}

}  // namespace heddle::petri
