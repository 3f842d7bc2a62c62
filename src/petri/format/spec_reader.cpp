// mist's .spec:
//
//   vars  x y          rules  x >= 1 -> x' = x - 1, y' = y + 1;
//   init  x >= 1, y = 0                    (>=: any number from there up)
//   target y >= 2                          (atoms without a comma between begin a new conjunction)
//   invariants ...                         (hints for other tools; not read)
//
// A guard that is larger than what the rule takes is a test that tokens are there: taken and put
// back.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "petri/format/formats.hpp"
#include "petri/format/net_builder.hpp"
#include "petri/format/text_cursor.hpp"

namespace heddle::petri {
namespace {

bool is_section(std::string_view word) {
  return word == "vars" || word == "rules" || word == "init" || word == "target" ||
         word == "invariants";
}

class SpecReader {
 public:
  SpecReader(std::string_view text, const std::string& file) : in_(text, file, "#") {}

  NetFile read() {
    section("vars");
    variables();
    section("rules");
    while (!is_section(in_.peek_word())) rule();
    section("init");
    initial();
    NetFile file;
    if (in_.peek_word() == "target") {
      in_.word();
      file.question = target();
    }
    if (!in_.at_end() && in_.peek_word() != "invariants") {
      in_.fail(fmt::format("expected 'target' or the end of the file, found {}", in_.here()));
    }
    file.net = builder_.finish();
    return file;
  }

 private:
  void section(std::string_view name) {
    if (in_.peek_word() != name) {
      in_.fail(fmt::format("expected the section '{}', found {}", name, in_.here()));
    }
    in_.word();
  }

  void variables() {
    while (!in_.at_end() && !is_section(in_.peek_word())) {
      const std::size_t at = in_.offset();
      const std::string_view name = in_.word();
      if (name.empty()) in_.fail(fmt::format("expected a variable, found {}", in_.here()));
      if (!builder_.add_place(name)) {
        in_.fail_at(at, fmt::format("the variable {} is declared twice; remove one", name));
      }
      in_.accept(",");
    }
    if (builder_.places() == 0) in_.fail("there are no variables; name them after 'vars'");
  }

  PlaceId variable() {
    const std::size_t at = in_.offset();
    const std::string_view name = in_.word();
    if (name.empty() || is_section(name)) {
      in_.fail_at(at, fmt::format("expected a variable, found {}",
                                  name.empty() ? in_.here() : fmt::format("'{}'", name)));
    }
    const auto place = builder_.find(name);
    if (!place) {
      in_.fail_at(at, fmt::format("the variable {} is not declared; add it after 'vars'", name));
    }
    return *place;
  }

  [[noreturn]] void refuse(std::size_t at, std::string_view arc) {
    in_.fail_at(at, fmt::format("{}: heddle cover reads nets that only take and put tokens; "
                                "such a net is another problem",
                                arc));
  }

  struct Change {
    std::uint64_t guard = 0;
    std::uint64_t take = 0;
    std::uint64_t put = 0;
    bool written = false;
  };

  void guard(std::map<PlaceId, Change>& changes) {
    const std::size_t at = in_.offset();
    const PlaceId place = variable();
    if (in_.accept(">=")) {
      Change& change = changes[place];
      change.guard = std::max(change.guard, in_.expect_number("a number of tokens"));
      return;
    }
    if (in_.sees("=") || in_.sees("<") || in_.peek_word() == "in") {
      refuse(at, "inhibitor arc (a guard that bounds a variable from above)");
    }
    in_.fail(fmt::format("expected '>=', found {}", in_.here()));
  }

  void update(std::map<PlaceId, Change>& changes) {
    const std::size_t at = in_.offset();
    const PlaceId place = variable();
    in_.expect("'");
    in_.expect("=");
    Change& change = changes[place];
    if (change.written) in_.fail_at(at, "the rule changes this variable twice; keep one");
    change.written = true;
    const std::size_t right = in_.offset();
    if (in_.number()) refuse(right, "reset arc (a variable is set to a number)");
    if (variable() != place) refuse(right, "transfer arc (a variable gets another's tokens)");
    if (in_.accept("-")) {
      change.take = in_.expect_number("a number of tokens");
    } else if (in_.accept("+")) {
      if (!in_.peek_word().empty()) {
        refuse(in_.offset(), "transfer arc (a variable gets another's tokens)");
      }
      change.put = in_.expect_number("a number of tokens");
    }
    if (in_.sees("+") || in_.sees("-")) in_.fail("expected one number added or subtracted");
  }

  void rule() {
    std::map<PlaceId, Change> changes;
    if (in_.at_end()) in_.fail("expected the section 'init', found the end of the file");
    if (in_.peek_word() == "true") {
      in_.word();
    } else if (!in_.sees("->")) {
      do guard(changes);
      while (in_.accept(","));
    }
    in_.expect("->");
    if (!in_.sees(";")) {
      do update(changes);
      while (in_.accept(","));
    }
    in_.expect(";");
    std::vector<Tokens> take;
    std::vector<Tokens> put;
    for (const auto& [place, change] : changes) {
      const std::uint64_t needed = std::max(change.guard, change.take);
      take.push_back({place, needed});
      put.push_back({place, needed - change.take + change.put});
    }
    builder_.add_transition(fmt::format("t{}", builder_.transitions()), std::move(take),
                            std::move(put));
  }

  void initial() {
    std::vector<bool> said(builder_.places());
    while (!in_.at_end() && !is_section(in_.peek_word())) {
      const std::size_t at = in_.offset();
      const PlaceId place = variable();
      const bool unbounded = in_.accept(">=");
      if (!unbounded) in_.expect("=");
      if (said[place]) in_.fail_at(at, "'init' speaks of this variable twice; keep one");
      said[place] = true;
      builder_.place(place).unbounded = unbounded;
      builder_.place(place).initial = in_.expect_number("a number of tokens");
      in_.accept(",");
    }
    for (PlaceId place = 0; place < said.size(); ++place) {
      if (said[place]) continue;
      const std::string& name = builder_.place(place).name;
      in_.fail(fmt::format("'init' does not say how many tokens {} has; add {} = 0 or {} >= 0",
                           name, name, name));
    }
  }

  Question target() {
    Question question;
    while (!in_.at_end() && !is_section(in_.peek_word())) {
      std::vector<Tokens> conjunction;
      do {
        const PlaceId place = variable();
        if (!in_.accept(">=")) {
          in_.fail(
              fmt::format("a target is a number of tokens at least, '>= n'; found {}", in_.here()));
        }
        const std::uint64_t count = in_.expect_number("a number of tokens");
        const auto same = std::find_if(conjunction.begin(), conjunction.end(),
                                       [&](const Tokens& other) { return other.place == place; });
        if (same == conjunction.end()) {
          conjunction.push_back({place, count});
        } else {
          same->count = std::max(same->count, count);
        }
      } while (in_.accept(","));
      question.conjunctions.push_back(normalised(std::move(conjunction)));
    }
    return question;
  }

  TextCursor in_;
  NetBuilder builder_;
};

}  // namespace

NetFile read_spec(std::string_view text, const std::string& file) {
  return SpecReader(text, file).read();
}

}  // namespace heddle::petri
