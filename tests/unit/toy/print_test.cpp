// print and parse are inverse to each other.
#include <gtest/gtest.h>

#include "toy/generate.hpp"
#include "toy/toy.hpp"

namespace heddle::toy {
namespace {

void expect_round_trip(const Source& source) {
  const std::string text = print(source);
  const auto again = parse(text, "again.toy");
  EXPECT_EQ(*again, source) << text;
  EXPECT_EQ(print(*again), text);
}

TEST(Print, GivesBackTheBuiltInPrograms) {
  for (const BuiltinInfo& info : builtins()) {
    SCOPED_TRACE(info.name);
    expect_round_trip(*builtin(info.name));
  }
}

TEST(Print, GivesBackGeneratedPrograms) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    expect_round_trip(generate(seed));
  }
}

// One of everything, laid out as the printer does.
TEST(Print, KeepsTheLayout) {
  const char* text = R"(const one = 1
var x = 0
array a[3] = -1
mutex m
mutex ms[2]
condition c
delivery delayed

proc main() {
  h = spawn worker(1, -2)
  spawn worker(one, self)
  join h
  fail "a \"quoted\" \\ word"
}

proc worker(i, n) {
  r = read a[i]
  read x
  write a[i + 1] = r * (i + n) - -(3)
  r = cas(x, 0, one)
  cas(x, 0, 1)
  r = add(x, -1)
  await a[0] >= r + 1
  await x == (r == 1)
  lock ms[i % 2]
  lock m
  wait c m
  signal c
  broadcast c
  unlock m
  while !(r < 3) && i != n || r {
    r = (r - 1) - (2 - 3)
    break
  }
  if r {
    yield
  } else if i == 1 {
    assert r == -1
  } else {
    exit
  }
  send handle(i + 1) (1, r, self)
  send (r + 1) ()
  receive {
    (one, -1, v, ^r, _) when v > 0 && self != v -> {
      r = v
    }
    () -> {}
    after -> {
      r = 0
    }
  }
}
)";
  // The parentheses of (r - 1) are not needed; the printer leaves them out.
  std::string expected = text;
  const std::string loose = "(r - 1) - (2 - 3)";
  expected.replace(expected.find(loose), loose.size(), "r - 1 - (2 - 3)");
  EXPECT_EQ(print(*parse(text, "a.toy")), expected);
}

TEST(Print, ShowsStatementsInOneLine) {
  const auto source = parse("proc main() { receive { (1, x) when x > 0 -> {} (2) -> {} } }", "");
  EXPECT_EQ(print(source->procedures[0].body[0]), "receive (1, x) when x > 0 | (2)");
}

}  // namespace
}  // namespace heddle::toy
