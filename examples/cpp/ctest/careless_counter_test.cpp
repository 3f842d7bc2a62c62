// Fails on purpose, to show what that looks like.
#include "counter.hpp"
#include "heddle/check.hpp"

int main() {
  const auto test = [] {
    counter hits;
    conc::thread other([&] { hits.increment_carelessly(); });
    hits.increment_carelessly();
    other.join();
    return hits.value();
  };
  return heddle::passes(heddle::check(test, {.name = "careless counter"}, heddle::gives(2))) ? 0
                                                                                             : 1;
}
