// The checker must reject what does not prove its claim. Certificates are made by hand here, one
// for each way to be wrong; and by damage: whatever it accepts must be true.
#include "petri_check/check.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "petri/cover.hpp"
#include "petri/format/formats.hpp"
#include "tests/support/random_net.hpp"
#include "tests/support/source_dir.hpp"

namespace heddle::petri_check {
namespace {

using Json = nlohmann::ordered_json;
using petri::NetFile;

/// A lock and critical sections: idle (unbounded), waiting, critical, lock = 0..3; the target is
/// two tokens in critical.
NetFile mutex() { return petri::read_net(tests::source_path("tests/data/nets/mutex.spec"), ""); }

std::string reason(const NetFile& file, const std::string& body) {
  const std::string text =
      "{\"format\": \"heddle-cover-certificate\", \"version\": 1, " + body + "}";
  return check(file.net, *file.question, text).reason;
}

std::string safe(const std::string& places, const std::string& inequalities,
                 const std::string& basis, const std::string& empty = "[]") {
  return fmt::format(
      "\"answer\": \"safe\", \"empty\": {}, \"places\": {}, \"inequalities\": {}, \"basis\": {}",
      empty, places, inequalities, basis);
}

std::string inequality(const std::string& weights, int bound, const std::string& traps = "[]") {
  return fmt::format("[{{\"weights\": {}, \"bound\": {}, \"traps\": {}}}]", weights, bound, traps);
}

TEST(Checker, AcceptsAnInequality) {
  EXPECT_EQ(reason(mutex(), safe("[[2],[3]]", inequality("[0,1,1,1]", 1), "[]")), "");
  EXPECT_EQ(reason(mutex(), safe("[[2,3]]", inequality("[0,1]", 1), "[]")), "") << "merged";
}

TEST(Checker, AcceptsABasis) {
  // Two critical, or one and the lock, or two locks.
  EXPECT_EQ(reason(mutex(), safe("[[2],[3]]", "[]", "[[0,2],[0,1,1,1],[1,2]]")), "");
}

TEST(Checker, RejectsInequalitiesThatDoNotHold) {
  const NetFile net = mutex();
  EXPECT_EQ(reason(net, safe("[[2],[3]]", inequality("[0,1,1,1]", 0), "[]")),
            "an inequality does not hold at the start");
  EXPECT_EQ(reason(net, safe("[[2],[3]]", inequality("[0,1]", 1), "[]")),
            "a transition does not keep an inequality");
  EXPECT_EQ(reason(net, safe("[[2],[3]]", inequality("[0,1,1,1]", 2), "[]")),
            "nothing excludes one of the targets");
  EXPECT_EQ(reason(net, safe("[[0],[2]]", inequality("[0,1]", 9), "[]")),
            "an inequality speaks of set 0, which has any number of tokens");
  EXPECT_EQ(reason(net, safe("[[2],[3],[3]]", inequality("[0,1,1,1]", 1), "[]")),
            "place 3 stands in two sets");
  EXPECT_EQ(reason(net, safe("[[2],[3]]", "[]", "[]")), "nothing excludes one of the targets");
}

TEST(Checker, RejectsTrapsThatAreNone) {
  const NetFile net = mutex();
  const auto trap = [](const std::string& places) {
    return "[{\"times\": 1, \"places\": " + places + "}]";
  };
  EXPECT_EQ(reason(net, safe("[[2],[3]]", inequality("[0,1]", 0, trap("[1]")), "[]")),
            "a trap can lose its last token");
  EXPECT_EQ(reason(net, safe("[[2],[3]]", inequality("[1,1]", 0, trap("[0]")), "[]")),
            "a trap has no token at the start");
  // critical + lock is a trap with a token, and is at most 1: so nothing is left for 0 <= 0.
  EXPECT_EQ(reason(net, safe("[[2],[3]]", inequality("[]", 0, trap("[0,1]")), "[]")),
            "nothing excludes one of the targets");
  EXPECT_EQ(reason(net, safe("[[2],[3]]", inequality("[]", -1, trap("[0,1]")), "[]")),
            "an inequality does not hold at the start");
}

TEST(Checker, RejectsABasisThatIsNotClosed) {
  const NetFile net = mutex();
  EXPECT_EQ(reason(net, safe("[[2],[3]]", "[]", "[[0,2],[1,2]]")),
            "a transition leads to a marking above element 0 of the basis");
  EXPECT_EQ(reason(net, safe("[[2],[3]]", "[]", "[[0,2],[0,1,1,1],[1,1]]")),
            "an initial marking is above element 2 of the basis");
  EXPECT_EQ(reason(net, safe("[[2],[3]]", "[]", "[[]]")),
            "an initial marking is above element 0 of the basis");
}

TEST(Checker, RejectsEmptyPlacesThatAreNot) {
  const NetFile net = mutex();
  EXPECT_EQ(reason(net, safe("[]", "[]", "[]", "[2]")),
            "transition t1 puts a token into a place that must stay empty");
  EXPECT_EQ(reason(net, safe("[]", "[]", "[]", "[2,3]")), "place 3 has tokens at the start");
}

TEST(Checker, ReplaysFiringSequences) {
  const NetFile net = petri::read_net(tests::source_path("tests/data/nets/two_locks.spec"), "");
  const auto run = [&](const std::string& start, const std::string& firing) {
    return reason(net, fmt::format("\"answer\": \"coverable\", \"start\": {}, \"firing\": {}",
                                   start, firing));
  };
  EXPECT_EQ(run("[0,2]", "[0,2,1,2]"), "");
  EXPECT_EQ(run("[0,2]", "[0,1,1,1,0,1,1,1]"), "");
  EXPECT_EQ(run("[0,2]", "[1,1]"), "transition 1 (t1) cannot fire");
  EXPECT_EQ(run("[0,2]", "[0,3,1,2]"), "transition 0 (t0) cannot fire that often");
  EXPECT_EQ(run("[0,2]", "[0,2,1,1]"),
            "the firing sequence ends in a marking that covers no target");
  EXPECT_EQ(run("[0,1]", "[0,2,1,2]"), "place 0 starts with fewer tokens than it has");
  EXPECT_EQ(run("[2,2]", "[]"), "place 2 does not start with any number of tokens");
  EXPECT_EQ(run("[0,2]", "[9,1]"), "transition 9 does not exist");
  EXPECT_EQ(run("[0,2]", "[0,9223372036854775807,0,9223372036854775807]"),
            "transition 0 (t0) cannot fire that often");
}

TEST(Checker, RejectsWhatIsNoCertificate) {
  const NetFile net = mutex();
  const auto why = [&](const std::string& text) {
    return check(net.net, *net.question, text).reason;
  };
  EXPECT_EQ(why(""), "it is not JSON");
  EXPECT_EQ(why("[]"), "'format' is missing");
  EXPECT_EQ(why("{\"format\": \"x\", \"version\": 1}"), "it is not a certificate of version 1");
  EXPECT_EQ(reason(net, "\"answer\": \"maybe\""), "its answer is neither safe nor coverable");
  EXPECT_EQ(reason(net, safe("[[9]]", "[]", "[]")), "place 9 does not exist");
  EXPECT_EQ(reason(net, safe("[[2]]", "[]", "[[0,-1]]")),
            "a count is not a whole number from 0 up");
  EXPECT_EQ(reason(net, safe("[[2],[3]]", "[]", "[[1,1,0,1]]")), "a list of places is not sorted");
}

/// Numbers changed, parts left out, copied or exchanged: what keeps the file well formed.
class Damage {
 public:
  explicit Damage(std::uint64_t seed) : random_(seed) {}
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  void certificate(Json& json) {
    for (std::size_t times = 1 + below(2); times > 0; --times) {
      Json* node = &json;
      while (node->is_structured() && !node->empty() && (node == &json || below(4) != 0)) {
        node = &*std::next(node->begin(), static_cast<std::ptrdiff_t>(below(node->size())));
      }
      if (node->is_number_integer()) {
        *node = node->get<std::int64_t>() + static_cast<std::int64_t>(below(5)) - 2;
      } else if (node->is_array() && !node->empty()) {
        const std::size_t i = below(node->size());
        const std::size_t j = below(node->size());
        const std::size_t what = below(4);
        if (what == 0) node->erase(i);
        if (what == 1) std::swap((*node)[i], (*node)[j]);
        if (what == 2) node->push_back(Json((*node)[i]));
        if (what == 3) node->clear();
      }
    }
  }

  void net(petri::Net& net) {
    switch (below(4)) {
      case 0:
        net.places[below(net.places.size())].initial += 1;
        break;
      case 1:
        net.places[below(net.places.size())].unbounded = true;
        break;
      case 2: {
        auto& put = net.transitions[below(net.transitions.size())].put;
        if (!put.empty()) put[below(put.size())].count += 1;
        break;
      }
      default: {
        auto& take = net.transitions[below(net.transitions.size())].take;
        if (!take.empty()) take.erase(take.begin());
      }
    }
  }

 private:
  std::mt19937_64 random_;
};

TEST(Checker, AcceptsNoDamagedCertificateThatIsFalse) {
  std::size_t rejected = 0;
  std::size_t accepted = 0;
  std::size_t false_claims = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const tests::AskedNet asked = tests::random_net(seed);
    const auto truth = tests::karp_miller(asked.net, asked.question);
    if (!truth) continue;
    const std::string text = petri::cover(asked.net, asked.question, {}).certificate;
    for (std::uint64_t number = 0; number < 10; ++number) {
      Damage damage(seed * 100 + number);
      // Either the certificate is changed or the net below it, which makes many claims false.
      Json json = Json::parse(text);
      petri::Net net = asked.net;
      const bool changes_net = number % 2 == 0;
      if (changes_net) {
        damage.net(net);
      } else {
        damage.certificate(json);
      }
      const Verdict verdict = check(net, asked.question, json.dump());
      (verdict.accepted ? accepted : rejected) += 1;
      const auto now = tests::karp_miller(net, asked.question);
      if (!now) continue;
      const bool claims_coverable = json["answer"] == "coverable";
      false_claims += claims_coverable != *now ? 1 : 0;
      ASSERT_TRUE(!verdict.accepted || verdict.coverable == *now)
          << "seed " << seed << ", damage " << number << '\n'
          << tests::words({net, asked.question}) << json.dump();
    }
  }
  // Some damage is harmless, much is not, and claims do become false; otherwise nothing was tested.
  EXPECT_GT(rejected, 500U);
  EXPECT_GT(accepted, 500U);
  EXPECT_GT(false_claims, 100U);
}

TEST(Checker, NeedsEveryPartOfABasis) {
  // The smallest basis has no element to spare, and no number in it can change.
  const NetFile net = mutex();
  const Json basis = Json::parse("[[0,2],[0,1,1,1],[1,2]]");
  for (std::size_t i = 0; i < basis.size(); ++i) {
    Json less = basis;
    less.erase(i);
    EXPECT_NE(reason(net, safe("[[2],[3]]", "[]", less.dump())), "") << "without element " << i;
    Json more = basis;
    more[i][1] = more[i][1].get<int>() + 1;
    EXPECT_NE(reason(net, safe("[[2],[3]]", "[]", more.dump())), "")
        << "element " << i << " raised";
  }
}

}  // namespace
}  // namespace heddle::petri_check
