// Small functions that are executed twice: by the processor, and by src/threads/machine. Compiled
// at several levels of optimisation: included once by each of the tests machine_*_test.cpp, which
// define MACHINE, the name of its test suite.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "threads/machine/machine.hpp"

namespace heddle::threads {
namespace {  // the same names in every program, with code of their own

// Not changed by a function (the machine does not tell what it was before from what it became), and
// what it writes.
struct In {
  std::uint64_t a, b;
  std::int32_t c, d;
  std::int16_t e;
  std::uint8_t f, g;
  double x, y;
  std::array<std::uint32_t, 8> list;
};
struct Out {
  std::array<std::uint64_t, 8> words;
  std::array<std::int32_t, 8> numbers;
  std::array<std::uint8_t, 16> bytes;
  In copy;
  const In* from;
};
using Function = std::uint64_t (*)(const In& in, Out& out);

struct Small {
  std::int32_t one;
  std::int16_t two;
  std::int8_t three;
};
[[gnu::noinline]] Small make_small(std::int32_t one, std::int16_t two) {
  return {one, two, static_cast<std::int8_t>(one ^ two)};
}
[[gnu::noinline]] std::uint64_t sum_of(std::uint64_t a, std::uint64_t b, std::uint64_t c,
                                       std::uint64_t d, std::uint64_t e, std::uint64_t f,
                                       std::uint64_t on_stack, std::uint64_t last) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * on_stack + 8 * last;
}
[[gnu::noinline]] std::uint64_t down(std::uint64_t n) { return n == 0 ? 1 : n + down(n - 1); }
inline thread_local std::uint64_t own_word = 17;
inline std::uint64_t the_word = 23;

struct Case {
  const char* name;
  Function function;
};
const Case kCases[] = {
    {"add and subtract",
     [](const In& in, Out& out) {
       out.words[0] = in.a + in.b;
       out.words[1] = in.a - in.b;
       out.numbers[0] = static_cast<std::int32_t>(static_cast<std::uint32_t>(in.c) +
                                                  static_cast<std::uint32_t>(in.d));
       out.bytes[0] = static_cast<std::uint8_t>(in.f + in.g);
       return in.a + 1;
     }},
    {"with carry",
     [](const In& in, Out& out) {
       const auto wide = (static_cast<unsigned __int128>(in.a) << 64 | in.b) +
                         (static_cast<unsigned __int128>(in.b) << 64 | in.a);
       out.words[0] = static_cast<std::uint64_t>(wide);
       out.words[1] = static_cast<std::uint64_t>(wide >> 64);
       return out.words[0];
     }},
    {"bits",
     [](const In& in, Out& out) {
       out.words[0] = (in.a & in.b) | (~in.a & 0xff00ff00ff00ff00U);
       out.words[1] = in.a ^ in.b;
       out.bytes[1] = static_cast<std::uint8_t>(in.f & ~in.g);
       return -in.b;
     }},
    {"shifts",
     [](const In& in, Out& out) {
       out.words[0] = in.a << (in.f & 63);
       out.words[1] = in.a >> (in.g & 63);
       out.numbers[0] = in.c >> (in.f & 31);
       out.numbers[1] = static_cast<std::int32_t>(static_cast<std::uint32_t>(in.c) << 3);
       return in.b << 13 | in.b >> 51;
     }},
    {"multiply",
     [](const In& in, Out& out) {
       out.words[0] = in.a * in.b;
       out.words[1] = in.a * 1000003;
       out.numbers[0] = (in.c & 0xffff) * (in.d & 0x7fff);
       return static_cast<std::uint64_t>((static_cast<unsigned __int128>(in.a) * in.b) >> 64);
     }},
    {"divide",
     [](const In& in, Out& out) {
       out.words[0] = in.a / (in.b | 1);
       out.words[1] = in.a % (in.b | 1);
       out.numbers[0] = in.c / (in.e | 1);
       out.numbers[1] = in.c % 10;
       return in.a / 7;
     }},
    {"compare",
     [](const In& in, Out& out) {
       out.bytes[0] = in.a < in.b ? 1 : 0;
       out.bytes[1] = in.c < in.d ? 1 : 0;
       out.bytes[2] = in.c <= in.d ? 3 : 4;
       out.bytes[3] = in.a >= in.b ? 5 : 6;
       out.bytes[4] = in.f > in.g ? 7 : 8;
       out.bytes[5] = in.e < 0 ? 9 : 10;
       out.numbers[0] = in.c < in.d ? in.c : in.d;
       out.words[0] = in.a > in.b ? in.a : in.b;
       return std::uint64_t{in.c == in.d};
     }},
    {"widen and narrow",
     [](const In& in, Out& out) {
       out.words[0] = static_cast<std::uint64_t>(std::int64_t{in.c});
       out.words[1] = static_cast<std::uint64_t>(std::int64_t{in.e});
       out.words[2] = in.f;
       out.numbers[0] = in.e;
       out.numbers[1] = static_cast<std::int8_t>(in.g);
       out.bytes[0] = static_cast<std::uint8_t>(in.a);
       return std::uint64_t{static_cast<std::uint32_t>(in.b)};
     }},
    {"a loop",
     [](const In& in, Out& out) {
       std::uint64_t sum = 0;
       for (std::size_t i = 0; i < in.list.size(); ++i) {
         if ((in.list[i] & 1) != 0) sum += in.list[i];
         out.numbers[i & 3] = static_cast<std::int32_t>(i);
       }
       return sum;
     }},
    {"a switch",
     [](const In& in, Out& out) {
       switch (in.f & 7) {
         case 0:
           return in.a;
         case 1:
           out.words[1] = 5;
           return in.b;
         case 2:
           return in.a + in.b;
         case 3:
           out.words[3] = in.a;
           return std::uint64_t{3};
         case 4:
           return ~in.a;
         case 5:
           out.bytes[5] = in.g;
           return std::uint64_t{in.g};
         default:
           return std::uint64_t{77};
       }
     }},
    {"by index",
     [](const In& in, Out& out) {
       out.words[in.f & 7] = in.list[in.g & 7];
       out.bytes[in.a & 15] = in.f;
       out.from = &in;
       return std::uint64_t{in.list[(in.f ^ in.g) & 7]};
     }},
    {"copies",
     [](const In& in, Out& out) {
       out.copy = in;
       return in.a;
     }},
    {"fills",
     [](const In& in, Out& out) {
       for (std::size_t i = 0; i < 5; ++i) out.bytes[i] = 7;
       out.words[0] = out.words[1] = out.words[2] = 0;
       return in.b;
     }},
    {"moves of floating point",
     [](const In& in, Out& out) {
       out.copy.x = in.y;
       out.copy.y = in.x;
       return in.a;
     }},
    {"calls",
     [](const In& in, Out& out) {
       const Small small = make_small(in.c, in.e);
       out.numbers[0] = small.one;
       out.numbers[1] = small.two + small.three;
       out.words[0] = sum_of(in.a, in.b, 3, in.f, 5, in.g, in.a, in.b);
       return down(in.f & 15);
     }},
    {"by pointer to function",
     [](const In& in, Out& out) {
       std::uint64_t (*const chosen[])(std::uint64_t) = {&down,
                                                         [](std::uint64_t n) { return n * 3; }};
       out.words[2] = chosen[in.a & 1](in.f & 7);
       return out.words[2] + 1;
     }},
    {"static and thread_local",
     [](const In& in, Out& out) {
       out.words[0] = own_word + in.a;
       out.words[1] = the_word + in.b;
       return own_word ^ the_word;
     }},
};

// Executes a function on the machine, then on the processor, and compares what they wrote.
void expect_same(const Case& one, const In& in) {
  constexpr Machine::Word kBack = 0x1000;
  std::vector<std::byte> stack(1024);
  Out out{};
  const Out before = out;
  const auto number = [](const auto* pointer) { return reinterpret_cast<Machine::Word>(pointer); };
  Machine machine(stack, number(stack.data()));
  machine.set(Machine::kSp, (number(stack.data()) + 512) & ~Machine::Word{15});
  machine.set(Machine::kBp, 0);
  for (const unsigned saved : {3U, 12U, 13U, 14U, 15U}) machine.set(saved, saved);
  machine.set(Machine::kDi, number(&in));
  machine.set(Machine::kSi, number(&out));
  machine.call(reinterpret_cast<Machine::Word>(one.function), kBack);
  int steps = 0;
  while (machine.next() != kBack) {
    ASSERT_TRUE(machine.step()) << "gives up after " << steps << " instructions";
    ASSERT_LT(++steps, 4000);
  }
  ASSERT_EQ(std::memcmp(&out, &before, sizeof out), 0) << "it was to leave memory alone";

  const std::uint64_t result = one.function(in, out);
  EXPECT_EQ(machine.sure(machine.get(Machine::kAx), 8), result);
  EXPECT_TRUE(machine.memory().differences().empty());
  const auto* const then = reinterpret_cast<const unsigned char*>(&before);
  const auto* const now = reinterpret_cast<const unsigned char*>(&out);
  for (std::size_t i = 0; i < sizeof out; ++i) {
    if (then[i] == now[i]) continue;
    EXPECT_TRUE(machine.memory().wrote({number(now + i), 1})) << "byte " << i;
  }
  for (const unsigned saved : {3U, 12U, 13U, 14U, 15U}) {
    EXPECT_EQ(machine.sure(machine.get(saved), 8), saved) << "the caller's register";
  }
  EXPECT_FALSE(machine.failed());
}

TEST(MACHINE, DoesWhatTheProcessorDoes) {
#if defined(__SANITIZE_ADDRESS__) || !defined(__x86_64__)
  GTEST_SKIP();  // what a sanitizer adds is not followed
#endif
  std::mt19937_64 random(1);
  for (const Case& one : kCases) {
    for (int i = 0; i < 20; ++i) {
      SCOPED_TRACE(one.name + std::string(", input ") + std::to_string(i));
      In in{};
      const auto any = [&] {  // small and large, of either sign
        const std::uint64_t value = random() >> (random() % 64);
        return random() % 2 == 0 ? value : ~value;
      };
      in.a = any();
      in.b = any();
      in.c = static_cast<std::int32_t>(any());
      in.d = static_cast<std::int32_t>(any());
      in.e = static_cast<std::int16_t>(any());
      in.f = static_cast<std::uint8_t>(any());
      in.g = static_cast<std::uint8_t>(any());
      in.x = 1.5 * i;
      in.y = -0.25 * i;
      for (auto& element : in.list) element = static_cast<std::uint32_t>(any());
      expect_same(one, in);
      if (HasFatalFailure()) break;
    }
  }
}

// What it cannot know makes it give up: none of these may give an answer.
const Case kRefused[] = {
    {"a change of what it was",
     [](const In&, Out& out) {
       ++out.words[0];
       return out.words[0];
     }},
    {"memory that is not there",
     [](const In& in, Out&) { return *reinterpret_cast<const volatile std::uint64_t*>(in.a); }},
    {"arithmetic with vectors",
     [](const In& in, Out& out) {
       out.copy.x = in.x * in.y;
       return std::uint64_t{0};
     }},
    {"what nobody has written", nullptr},
};

TEST(MACHINE, GivesUp) {
#if defined(__SANITIZE_ADDRESS__) || !defined(__x86_64__)
  GTEST_SKIP();
#endif
  constexpr Machine::Word kBack = 0x1000;
  for (const Case& one : kRefused) {
    SCOPED_TRACE(one.name);
    std::vector<std::byte> stack(1024);
    In in{};
    in.a = 64;
    Out out{};
    const auto number = [](const auto* pointer) {
      return reinterpret_cast<Machine::Word>(pointer);
    };
    Machine machine(stack, number(stack.data()));
    machine.set(Machine::kSp, (number(stack.data()) + 512) & ~Machine::Word{15});
    machine.set(Machine::kBp, 0);
    // The last one is given no arguments.
    if (one.function != nullptr) machine.set(Machine::kDi, number(&in));
    if (one.function != nullptr) machine.set(Machine::kSi, number(&out));
    machine.call(reinterpret_cast<Machine::Word>(one.function != nullptr ? one.function
                                                                         : kCases[0].function),
                 kBack);
    for (int i = 0; i < 1000 && machine.next() != kBack && machine.step(); ++i) continue;
    EXPECT_TRUE(machine.failed());
  }
}

}  // namespace
}  // namespace heddle::threads
