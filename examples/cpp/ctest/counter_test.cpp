// Without a framework: a program whose exit code is the verdict.
#include "counter.hpp"

#include "heddle/check.hpp"

int main() {
  const auto test = [] {
    counter hits;
    conc::thread other([&] { hits.increment(); });
    hits.increment();
    other.join();
    return hits.value();
  };
  return heddle::passes(heddle::check(test, {.name = "counter"}, heddle::gives(2))) ? 0 : 1;
}
