// Without a framework: a program whose exit code is the verdict.
#include "counter.hpp"
#include "heddle/check.hpp"
#include "heddle/declared.hpp"

int main() {
  const auto test = [] {
    counter hits;
    conc::thread other([&] { hits.increment_carelessly(); });
    hits.increment_carelessly();
    other.join();
    return hits.value();
  };
  const auto grades = heddle::declared(heddle::acceptable(2, "both came through"),
                                       heddle::interesting(1, "one was lost"));
  return heddle::passes(heddle::check(test, {.name = "careless counter"}, grades)) ? 0 : 1;
}
