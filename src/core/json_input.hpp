// JSON from outside, read without believing anything.
//
//   const JsonInput input(text, "bank.json", "record the trace again");
//   const JsonNode root = input.root();
//   root.fields({"version", "events"});
//   for (std::size_t i = 0; i < root["events"].array_size(); ++i) root["events"][i].text();
//
// Every access checks type and range. What is wrong becomes a support::UserError with the file, the
// place (line and column while it is not JSON, else the path, `events[3].actor`), what was expected
// and found, and the remedy. A field that is there twice, absurd nesting and absurd objects are
// refused while parsing, before they can cost anything.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace heddle::core {

class JsonNode;

class JsonInput {
 public:
  JsonInput(std::string_view text, std::string file, std::string remedy);

  JsonNode root() const;
  const std::string& file() const { return file_; }
  [[noreturn]] void fail(const std::string& place, const std::string& what) const;

 private:
  const std::string file_;
  const std::string remedy_;
  nlohmann::ordered_json json_;
};

/// A value and the way to it. Cheap to copy; lives no longer than its input. An object's field may
/// be asked for only after `fields` or `has` said that it is there.
class JsonNode {
 public:
  [[noreturn]] void fail(const std::string& what) const { input_->fail(path(), what); }
  /// "events[3].actor"; "$" for the whole.
  std::string path() const;

  /// Checks that this is an object with all of `needed`, perhaps some of `optional`, nothing else.
  void fields(std::initializer_list<const char*> needed,
              std::initializer_list<const char*> optional = {}) const;
  bool has(const char* key) const { return value_->is_object() && value_->contains(key); }
  JsonNode operator[](const char* key) const;

  std::size_t array_size() const;
  JsonNode operator[](std::size_t index) const;

  bool is_null() const { return value_->is_null(); }
  const std::string& text() const;
  /// "0x2a": how 64-bit numbers are written, which a reader with floating-point numbers would
  /// round.
  std::uint64_t hex() const;

  template <typename Number>
  Number number(std::uint64_t least = 0,
                std::uint64_t most = std::numeric_limits<Number>::max()) const {
    return static_cast<Number>(whole_number(least, most));
  }

  /// The one of `kinds` that its function `name` calls by this text.
  template <typename Kind, std::size_t size>
  Kind kind(const std::array<Kind, size>& kinds) const {
    std::string names;
    for (const Kind kind : kinds) {
      if (value_->is_string() && text() == name(kind)) return kind;
      names += (names.empty() ? "one of " : ", ") + std::string(name(kind));
    }
    wrong(names);
  }

 private:
  friend class JsonInput;
  static constexpr std::size_t kLongestWay = 8;
  struct Step {
    const char* key;  // null: an element of an array
    std::size_t index;
  };

  JsonNode(const nlohmann::ordered_json& value, const JsonInput& input)
      : value_(&value), input_(&input) {}
  JsonNode child(const char* key, std::size_t index) const;
  std::uint64_t whole_number(std::uint64_t least, std::uint64_t most) const;
  [[noreturn]] void wrong(const std::string& expected) const;

  const nlohmann::ordered_json* value_;
  const JsonInput* input_;
  std::array<Step, kLongestWay> way_{};
  std::size_t depth_ = 0;
};

}  // namespace heddle::core
