#include <fmt/format.h>

#include "petri/format/formats.hpp"
#include "petri/format/net_builder.hpp"
#include "petri/format/text_cursor.hpp"

namespace heddle::petri {
namespace {

constexpr std::size_t kMostConjunctions = 100'000;

class FormulaReader {
 public:
  FormulaReader(std::string_view text, const std::string& file, const Net& net)
      : in_(text, file, "#") {
    for (const Place& place : net.places) names_.add_place(place.name);
  }

  Question read() {
    Question question;
    do {
      const auto more = conjunction();
      question.conjunctions.insert(question.conjunctions.end(), more.begin(), more.end());
    } while (accept("or") || in_.accept("||") || (in_.accept(";") && !in_.at_end()));
    if (!in_.at_end()) {
      in_.fail(fmt::format("expected ',' or 'or' or the end, found {}", in_.here()));
    }
    return question;
  }

 private:
  bool accept(std::string_view word) {
    if (in_.peek_word() != word) return false;
    in_.word();
    return true;
  }

  std::vector<std::vector<Tokens>> conjunction() {
    std::vector<std::vector<Tokens>> result{{}};
    const std::size_t begin = in_.offset();
    if (accept("true")) return result;
    do {
      std::vector<PlaceId> places;
      do places.push_back(place());
      while (in_.accept("+"));
      const bool equal = in_.accept(">=");
      if (!equal && !in_.accept(">")) {
        in_.fail(
            fmt::format("expected '>=', found {}; a target asks for tokens at least", in_.here()));
      }
      const std::uint64_t count = in_.expect_number("a number of tokens") + (equal ? 0 : 1);
      auto more = with_sum(result, places, count, kMostConjunctions);
      if (!more) {
        in_.fail_at(begin, fmt::format("the sums stand for more than {} conjunctions; ask about "
                                       "fewer tokens at a time",
                                       kMostConjunctions));
      }
      result = std::move(*more);
    } while (in_.accept(",") || in_.accept("&&") || accept("and"));
    return result;
  }

  PlaceId place() {
    const std::size_t at = in_.offset();
    const std::string name = in_.accept("'") ? in_.quoted() : std::string(in_.word());
    if (name.empty()) in_.fail_at(at, fmt::format("expected a place, found {}", in_.here()));
    const auto id = names_.find(name);
    if (!id) in_.fail_at(at, fmt::format("the net has no place {}; check the name", name));
    return *id;
  }

  TextCursor in_;
  NetBuilder names_;
};

}  // namespace

Question read_formula(std::string_view text, const std::string& file, const Net& net) {
  return FormulaReader(text, file, net).read();
}

}  // namespace heddle::petri
