#include "lazy.hpp"

#include "heddle/catch2.hpp"

TEST_CASE("a lazy object is made once") {
  const auto test = [] {
    lazy object;
    conc::thread other([&] { object.use(); });
    object.use();
    other.join();
    return object.times_made();
  };
  CHECK_OUTCOMES(test, heddle::gives(1));
  REQUIRE_OUTCOMES(test, {.memory = heddle::memory::tso}, heddle::always_same());
}
