#include "petri/format/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace heddle::petri {
namespace {

bool is_word(const std::string& text) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  // Words of mist's own and of the formulas.
  for (const char* kept :
       {"vars", "rules", "init", "target", "invariants", "true", "in", "or", "and"}) {
    if (text == kept) return false;
  }
  return !text.empty() && letter(text.front()) &&
         std::all_of(text.begin(), text.end(),
                     [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '.'; });
}

template <typename List>
std::vector<std::string> words(const List& named, const char* prefix,
                               const std::vector<std::string>& taken) {
  std::unordered_set<std::string> used(taken.begin(), taken.end());
  std::unordered_map<std::string, int> times;
  for (const auto& each : named) ++times[each.name];
  const auto keeps = [&](const std::string& name) {
    return is_word(name) && times[name] == 1 &&
           std::find(taken.begin(), taken.end(), name) == taken.end();
  };
  for (const auto& each : named) {
    if (keeps(each.name)) used.insert(each.name);
  }
  std::vector<std::string> result;
  for (std::size_t i = 0; i < named.size(); ++i) {
    std::string word = named[i].name;
    if (!keeps(word)) {
      word = fmt::format("{}{}", prefix, i);
      while (!used.insert(word).second) word += '_';
    }
    result.push_back(std::move(word));
  }
  return result;
}

}  // namespace

std::vector<std::string> place_words(const Net& net) { return words(net.places, "p", {}); }

std::vector<std::string> transition_words(const Net& net, const std::vector<std::string>& taken) {
  return words(net.transitions, "t", taken);
}

std::string formula_of(const Question& question, const std::vector<std::string>& places) {
  std::string text;
  for (const auto& conjunction : question.conjunctions) {
    if (!text.empty()) text += " or ";
    if (conjunction.empty()) text += "true";
    const char* comma = "";
    for (const Tokens& tokens : conjunction) {
      text += fmt::format("{}{} >= {}", comma, places[tokens.place], tokens.count);
      comma = ", ";
    }
  }
  return text;
}

}  // namespace heddle::petri
