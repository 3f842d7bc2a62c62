#include "core/json_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "support/check.hpp"

namespace heddle::core {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostFields = 64;  // of an object; far above what any format here needs

/// A piece of the file as it may be shown: one line, ASCII, short.
std::string quote(const std::string& text) {
  constexpr std::size_t kWidth = 40;
  std::string out =
      Json(text.substr(0, kWidth)).dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > kWidth) out.insert(out.size() - 1, "...");
  return out;
}

/// One step of a path: a field, or an element of an array if `key` is null.
void append(std::string& path, const char* key, std::size_t index) {
  if (key == nullptr) {
    path += fmt::format("[{}]", index);
    return;
  }
  const std::string_view word = key;
  const bool plain = word.size() <= 40 && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") ==
                                              std::string_view::npos;
  path +=
      plain ? fmt::format("{}{}", path.empty() ? "" : ".", word) : fmt::format("[{}]", quote(key));
}

/// Follows the parser and refuses what would be ambiguous or expensive.
class Shape {
 public:
  Shape(const JsonInput& input, std::size_t deepest) : input_(input), deepest_(deepest) {}

  bool operator()(int /*depth*/, Json::parse_event_t event, const Json& parsed) {
    using Event = Json::parse_event_t;
    switch (event) {
      case Event::object_start:
      case Event::array_start:
        if (levels_.size() == deepest_) fail(levels_.size(), "nested too deeply");
        levels_.emplace_back().array = event == Event::array_start;
        break;
      case Event::key:
        key(parsed.get_ref<const std::string&>());
        break;
      case Event::object_end:
      case Event::array_end:
        levels_.pop_back();
        [[fallthrough]];
      case Event::value:
        if (!levels_.empty()) ++levels_.back().index;
        break;
    }
    return true;
  }

 private:
  struct Level {
    bool array = false;
    std::size_t index = 0;          // of the present element
    std::vector<std::string> keys;  // the last one is the present field
  };

  void key(const std::string& key) {
    auto& keys = levels_.back().keys;
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) {
      fail(levels_.size() - 1, fmt::format("the field {} is there twice", quote(key)));
    }
    if (keys.size() == kMostFields) fail(levels_.size() - 1, "an object with too many fields");
    keys.push_back(key);
  }

  /// `depth`: how many of the levels lead to the culprit.
  [[noreturn]] void fail(std::size_t depth, const std::string& what) const {
    std::string path;
    for (std::size_t i = 0; i < depth; ++i) {
      const Level& level = levels_[i];
      append(path, level.array ? nullptr : level.keys.back().c_str(), level.index);
    }
    input_.fail(path.empty() ? "$" : path, what);
  }

  const JsonInput& input_;
  const std::size_t deepest_;
  std::vector<Level> levels_;
};

/// "line 3, column 7" of the byte that the parser stopped at, counted from 1.
std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte == 0 ? 0 : byte - 1);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 == 0
  return fmt::format("line {}, column {}", line, before.size() - line_start + 1);
}

}  // namespace

JsonInput::JsonInput(std::string_view text, std::string file, std::string remedy)
    : file_(std::move(file)), remedy_(std::move(remedy)) {
  if (text.empty()) fail("line 1, column 1", "the file is empty");
  try {
    json_ = Json::parse(text, Shape(*this, JsonNode::kLongestWay));
  } catch (const Json::parse_error& error) {
    fail(place_of(text, error.byte),
         error.byte > text.size() ? "the file ends too early" : "this is not JSON");
  } catch (const Json::exception&) {  // the parser does not say where
    fail("$", "contains a number that is too large");
  }
}

JsonNode JsonInput::root() const { return {json_, *this}; }

void JsonInput::fail(const std::string& place, const std::string& what) const {
  throw support::UserError(fmt::format("{}: {}: {}; {}", file_, place, what, remedy_));
}

std::string JsonNode::path() const {
  std::string out;
  for (std::size_t i = 0; i < depth_; ++i) append(out, way_[i].key, way_[i].index);
  return out.empty() ? "$" : out;
}

void JsonNode::fields(std::initializer_list<const char*> needed,
                      std::initializer_list<const char*> optional) const {
  if (!value_->is_object()) wrong("an object");
  for (const char* key : needed) {
    if (!has(key)) child(key, 0).fail("this field is missing");
  }
  for (const auto& item : value_->items()) {
    const auto same = [&](const char* key) { return item.key() == key; };
    if (std::none_of(needed.begin(), needed.end(), same) &&
        std::none_of(optional.begin(), optional.end(), same)) {
      fail(fmt::format("unknown field {}", quote(item.key())));
    }
  }
}

JsonNode JsonNode::operator[](const char* key) const {
  HEDDLE_CHECK(has(key), "{}: the field {} was not checked", path(), key);
  JsonNode node = child(key, 0);
  node.value_ = &value_->at(key);
  return node;
}

JsonNode JsonNode::operator[](std::size_t index) const {
  HEDDLE_CHECK(index < array_size(), "{}: there is no element {}", path(), index);
  JsonNode node = child(nullptr, index);
  node.value_ = &(*value_)[index];
  return node;
}

JsonNode JsonNode::child(const char* key, std::size_t index) const {
  HEDDLE_CHECK(depth_ < kLongestWay, "the way below {} is too long", path());
  JsonNode node = *this;
  node.way_[node.depth_++] = {key, index};
  return node;
}

std::size_t JsonNode::array_size() const {
  if (!value_->is_array()) wrong("an array");
  return value_->size();
}

const std::string& JsonNode::text() const {
  if (!value_->is_string()) wrong("a string");
  return value_->get_ref<const std::string&>();
}

std::uint64_t JsonNode::hex() const {
  const std::string& digits = text();
  const bool canonical =
      digits == "0x0" ||
      (digits.size() > 2 && digits.size() <= 18 && digits.starts_with("0x") && digits[2] != '0' &&
       digits.find_first_not_of("0123456789abcdef", 2) == std::string::npos);
  if (!canonical) wrong("a 64-bit number such as \"0x2a\"");
  return std::stoull(digits.substr(2), nullptr, 16);
}

std::uint64_t JsonNode::whole_number(std::uint64_t least, std::uint64_t most) const {
  if (value_->is_number_unsigned()) {
    const auto number = value_->get<std::uint64_t>();
    if (least <= number && number <= most) return number;
  }
  wrong(least == most ? fmt::format("the number {}", least)
                      : fmt::format("a whole number from {} to {}", least, most));
}

void JsonNode::wrong(const std::string& expected) const {
  const std::string found = value_->is_string()       ? quote(value_->get_ref<const std::string&>())
                            : value_->is_structured() ? fmt::format("an {}", value_->type_name())
                                                      : value_->dump();
  fail(fmt::format("expected {}, found {}", expected, found));
}

}  // namespace heddle::core
