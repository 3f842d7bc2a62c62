// Properties of the Model Checking Contest, as far as they are coverability questions:
//
//   <property-set><property><id/><formula><exists-path><finally> F </finally></exists-path>...
//
// F is built from <conjunction>, <disjunction>, <integer-le> of a constant and <tokens-count>, and
// <is-fireable>. The first property of the file is taken.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "petri/format/formats.hpp"
#include "petri/format/net_builder.hpp"
#include "petri/format/text_cursor.hpp"
#include "petri/format/xml.hpp"

namespace heddle::petri {
namespace {

constexpr std::size_t kMostConjunctions = 100'000;
using Conjunctions = std::vector<std::vector<Tokens>>;

class PropertyReader {
 public:
  PropertyReader(std::string_view text, const std::string& file, const Net& net)
      : text_(text), file_(file), net_(net) {
    for (const Place& place : net.places) names_.add_place(place.name);
    for (TransitionId t = 0; t < net.transitions.size(); ++t) {
      transitions_.emplace(net.transitions[t].name, t);
    }
  }

  Question read() {
    const XmlElement root = read_xml(text_, file_);
    const XmlElement* property = root.name == "property" ? &root : root.child("property");
    if (property == nullptr) fail(root, "there is no <property> in it");
    const XmlElement* formula = only_child(*property, "formula");
    const XmlElement* path = only_child(*formula, "exists-path");
    const XmlElement* finally = only_child(*path, "finally");
    if (finally->children.size() != 1) fail(*finally, "expected one formula here");
    return {formula_of(finally->children.front())};
  }

 private:
  [[noreturn]] void fail(const XmlElement& at, std::string_view what) const {
    fail_in_text(text_, file_, at.offset, what);
  }

  const XmlElement* only_child(const XmlElement& owner, const char* name) const {
    const XmlElement* found = owner.child(name);
    if (found == nullptr) {
      fail(owner, fmt::format("expected <{}> in <{}>: only 'exists a path that finally has ...' is "
                              "a coverability question",
                              name, owner.name));
    }
    return found;
  }

  void check_size(const XmlElement& at, std::size_t size) const {
    if (size <= kMostConjunctions) return;
    fail(at, fmt::format("this formula stands for more than {} conjunctions; ask about less at a "
                         "time",
                         kMostConjunctions));
  }

  Conjunctions formula_of(const XmlElement& element) const {
    Conjunctions result;
    if (element.name == "disjunction") {
      for (const XmlElement& each : element.children) {
        const Conjunctions more = formula_of(each);
        result.insert(result.end(), more.begin(), more.end());
        check_size(each, result.size());
      }
      return result;
    }
    if (element.name == "conjunction") {
      result = {{}};
      for (const XmlElement& each : element.children) {
        const Conjunctions right = formula_of(each);
        check_size(each, result.size() * right.size());
        Conjunctions both;
        for (const auto& a : result) {
          for (const auto& b : right) both.push_back(larger(a, b));
        }
        result = std::move(both);
      }
      return result;
    }
    if (element.name == "integer-le") return at_least(element);
    if (element.name == "is-fireable") {
      for (const XmlElement& each : element.children) {
        const auto found = transitions_.find(trimmed(each.text));
        if (found == transitions_.end()) fail(each, "the net has no such transition");
        result.push_back(net_.transitions[found->second].take);
      }
      return result;
    }
    fail(element, fmt::format("<{}> is not part of a coverability question", element.name));
  }

  static std::vector<Tokens> larger(const std::vector<Tokens>& a, const std::vector<Tokens>& b) {
    std::vector<Tokens> result = a;
    for (const Tokens& tokens : b) {
      const auto same = std::find_if(result.begin(), result.end(), [&](const Tokens& each) {
        return each.place == tokens.place;
      });
      if (same == result.end()) {
        result.push_back(tokens);
      } else {
        same->count = std::max(same->count, tokens.count);
      }
    }
    return normalised(std::move(result));
  }

  Conjunctions at_least(const XmlElement& element) const {
    if (element.children.size() != 2 || element.children[0].name != "integer-constant" ||
        element.children[1].name != "tokens-count") {
      fail(
          element,
          "expected <integer-constant> and then <tokens-count>: a target asks for tokens at least");
    }
    const std::string digits = trimmed(element.children[0].text);
    std::uint64_t count = 0;
    const char* const end = digits.data() + digits.size();
    const auto [last, error] = std::from_chars(digits.data(), end, count);
    if (error != std::errc() || last != end || count > kMostTokens) {
      fail(element.children[0], fmt::format("expected a number of tokens, found '{}'", digits));
    }
    std::vector<PlaceId> places;
    for (const XmlElement& each : element.children[1].children) {
      const auto id = names_.find(trimmed(each.text));
      if (!id) fail(each, fmt::format("the net has no place {}", trimmed(each.text)));
      places.push_back(*id);
    }
    auto result = with_sum({{}}, places, count, kMostConjunctions);
    if (!result) check_size(element, kMostConjunctions + 1);
    return std::move(*result);
  }

  std::string_view text_;
  const std::string& file_;
  const Net& net_;
  NetBuilder names_;
  std::unordered_map<std::string, TransitionId> transitions_;
};

}  // namespace

Question read_property_xml(std::string_view text, const std::string& file, const Net& net) {
  return PropertyReader(text, file, net).read();
}

}  // namespace heddle::petri
