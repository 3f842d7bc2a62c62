#include "petri_check/parsed.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "petri_check/rejection.hpp"

namespace heddle::petri_check {
namespace {

using Json = nlohmann::json;
using petri::PlaceId;
using petri::Tokens;

const Json& member(const Json& object, const char* name) {
  require(object.is_object() && object.contains(name), "'{}' is missing", name);
  return object.at(name);
}

const Json& list(const Json& object, const char* name) {
  const Json& value = member(object, name);
  require(value.is_array(), "'{}' is not a list", name);
  return value;
}

std::uint64_t number(const Json& value, const char* what) {
  require(value.is_number_unsigned(), "{} is not a whole number from 0 up", what);
  const auto count = value.get<std::uint64_t>();
  require(count <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()),
          "{} is too large", what);
  return count;
}

std::uint32_t index(const Json& value, std::size_t size, const char* what) {
  const std::uint64_t i = number(value, what);
  require(i < size, "{} {} does not exist", what, i);
  return static_cast<std::uint32_t>(i);
}

/// [index, count, index, count, ...]
std::vector<Tokens> pairs(const Json& values, std::size_t size, const char* what, bool sorted) {
  require(values.is_array() && values.size() % 2 == 0, "a list of pairs is none");
  std::vector<Tokens> result;
  for (std::size_t i = 0; i < values.size(); i += 2) {
    const Tokens next{index(values[i], size, what), number(values[i + 1], "a count")};
    require(next.count > 0, "a count is 0");
    require(!sorted || result.empty() || result.back().place < next.place,
            "a list of places is not sorted");
    result.push_back(next);
  }
  return result;
}

std::vector<PlaceId> places(const Json& values, std::size_t size) {
  require(values.is_array(), "a list of places is none");
  std::vector<PlaceId> result;
  for (const Json& value : values) {
    const std::uint32_t next = index(value, size, "place");
    require(result.empty() || result.back() < next, "a list of places is not sorted");
    result.push_back(next);
  }
  return result;
}

InequalityPart inequality(const Json& json, std::size_t size) {
  InequalityPart part;
  part.weights = pairs(member(json, "weights"), size, "place", true);
  const Json& bound = member(json, "bound");
  require(bound.is_number_integer() &&
              (!bound.is_number_unsigned() ||
               bound.get<std::uint64_t>() <=
                   static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())),
          "a bound is not a whole number, or too large");
  part.bound = bound.get<std::int64_t>();
  for (const Json& trap : list(json, "traps")) {
    part.traps.push_back(
        {number(member(trap, "times"), "'times'"), places(member(trap, "places"), size)});
  }
  return part;
}

}  // namespace

Parsed parse(const petri::Net& net, std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  require(!json.is_discarded(), "it is not JSON");
  const Json& format = member(json, "format");
  require(format == "heddle-cover-certificate" && member(json, "version") == 1,
          "it is not a certificate of version 1");
  Parsed parsed;
  const Json& answer = member(json, "answer");
  const std::size_t size = net.places.size();
  if (answer == "coverable") {
    parsed.coverable = true;
    parsed.start = pairs(member(json, "start"), size, "place", true);
    parsed.firing = pairs(member(json, "firing"), net.transitions.size(), "transition", false);
    return parsed;
  }
  require(answer == "safe", "its answer is neither safe nor coverable");
  parsed.empty = places(member(json, "empty"), size);
  for (const Json& set : list(json, "places")) parsed.places.push_back(places(set, size));
  const std::size_t sets = parsed.places.size();
  for (const Json& part : list(json, "inequalities")) {
    parsed.inequalities.push_back(inequality(part, sets));
  }
  for (const Json& element : list(json, "basis")) {
    parsed.basis.push_back(pairs(element, sets, "place", true));
  }
  return parsed;
}

}  // namespace heddle::petri_check
