#include <cstdio>

#include "counter.hpp"

int main() {
  counter hits;
  conc::thread other([&] { hits.increment(); });
  hits.increment();
  other.join();
  std::printf("%d\n", hits.value());
  return hits.value() == 2 ? 0 : 1;
}
