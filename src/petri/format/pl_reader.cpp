// Petrinizer's .pl, facts of Prolog:
//
//   place(p).  transition(t, [p, q], [r]).  init(p, 1).  target(1, [([p, q], 2), ([r], 1)]).
//
// A place named twice in a list has weight two. A target is a conjunction of "these places together
// hold at least n tokens"; several targets are alternatives. A place is declared before it is used.
#include <fmt/format.h>

#include "petri/format/formats.hpp"
#include "petri/format/net_builder.hpp"
#include "petri/format/text_cursor.hpp"

namespace heddle::petri {
namespace {

constexpr std::size_t kMostConjunctions = 100'000;

class PlReader {
 public:
  PlReader(std::string_view text, const std::string& file) : in_(text, file, "%") {}

  NetFile read() {
    while (!in_.at_end()) fact();
    NetFile file;
    file.net = builder_.finish();
    file.question = std::move(question_);
    return file;
  }

 private:
  void fact() {
    const std::size_t at = in_.offset();
    const std::string_view kind = in_.word();
    in_.expect("(");
    if (kind == "place") {
      const std::size_t place = in_.offset();
      const std::string name = atom();
      if (!builder_.add_place(name)) {
        in_.fail_at(place, fmt::format("the place {} is declared twice; remove one", name));
      }
    } else if (kind == "transition") {
      std::string name = atom();
      in_.expect(",");
      std::vector<Tokens> take = weights();
      in_.expect(",");
      builder_.add_transition(std::move(name), std::move(take), weights());
    } else if (kind == "init") {
      const PlaceId id = place();
      in_.expect(",");
      builder_.place(id).initial = in_.expect_number("a number of tokens");
    } else if (kind == "target") {
      target();
    } else {
      in_.fail_at(at, fmt::format("'{}' is unknown; a net has the facts place, transition, init "
                                  "and target",
                                  kind));
    }
    in_.expect(")");
    in_.expect(".");
  }

  std::string atom() {
    if (in_.accept("'")) return in_.quoted();
    const std::string_view name = in_.word();
    if (!name.empty()) return std::string(name);
    if (const auto number = in_.number()) return std::to_string(*number);
    in_.fail(fmt::format("expected a name, found {}", in_.here()));
  }

  PlaceId place() {
    const std::size_t at = in_.offset();
    const std::string name = atom();
    const auto id = builder_.find(name);
    if (!id) {
      in_.fail_at(at,
                  fmt::format("the place {} is not declared; add place('{}'). before", name, name));
    }
    return *id;
  }

  std::vector<PlaceId> places() {
    std::vector<PlaceId> list;
    in_.expect("[");
    if (in_.accept("]")) return list;
    do list.push_back(place());
    while (in_.accept(","));
    in_.expect("]");
    return list;
  }

  std::vector<Tokens> weights() {
    std::vector<Tokens> tokens;
    for (const PlaceId id : places()) tokens.push_back({id, 1});
    return tokens;
  }

  void target() {
    const std::size_t at = in_.offset();
    atom();
    in_.expect(",");
    in_.expect("[");
    std::vector<std::vector<Tokens>> conjunctions{{}};
    while (!in_.sees("]")) {
      in_.expect("(");
      const std::vector<PlaceId> summed = places();
      in_.expect(",");
      const std::uint64_t count = in_.expect_number("a number of tokens");
      in_.expect(")");
      auto more = with_sum(conjunctions, summed, count, kMostConjunctions);
      if (!more) {
        in_.fail_at(at, fmt::format("the sums of this target stand for more than {} conjunctions; "
                                    "ask about fewer tokens at a time",
                                    kMostConjunctions));
      }
      conjunctions = std::move(*more);
      if (!in_.accept(",")) break;
    }
    in_.expect("]");
    if (!question_) question_.emplace();
    auto& all = question_->conjunctions;
    all.insert(all.end(), conjunctions.begin(), conjunctions.end());
  }

  TextCursor in_;
  NetBuilder builder_;
  std::optional<Question> question_;
};

}  // namespace

NetFile read_pl(std::string_view text, const std::string& file) {
  return PlReader(text, file).read();
}

}  // namespace heddle::petri
