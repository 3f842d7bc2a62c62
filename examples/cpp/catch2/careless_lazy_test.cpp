// Fails on purpose, to show what that looks like.
#include "heddle/catch2.hpp"
#include "lazy.hpp"

TEST_CASE("a careless lazy object is made once") {
  const auto test = [] {
    lazy object;
    conc::thread other([&] { object.use_carelessly(); });
    object.use_carelessly();
    other.join();
    return object.times_made();
  };
  CHECK_OUTCOMES(test, heddle::gives(1));
}
