#include "counter.hpp"
#include "heddle/catch2.hpp"

TEST_CASE("a counter loses nothing") {
  const auto test = [] {
    counter hits;
    conc::thread other([&] { hits.increment(); });
    hits.increment();
    other.join();
    return hits.value();
  };
  CHECK_OUTCOMES(test, heddle::gives(2));
  REQUIRE_OUTCOMES(test, {.memory = heddle::memory::tso}, heddle::always_same());
}
