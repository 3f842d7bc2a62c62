// Encodings quoted from OTP 25's term_to_binary; conformance/etf_test.cpp asks it for thousands.
#include "beam/term/etf.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <deque>
#include <random>

#include "beam/term/atom.hpp"
#include "beam/term/bits.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/map.hpp"
#include "beam/term/number.hpp"

namespace heddle::beam {
namespace {

std::string bytes(std::initializer_list<int> list) {
  std::string result;
  for (const int byte : list) result += static_cast<char>(byte);
  return result;
}

class Etf : public testing::Test {
 protected:
  Etf() {
    hooks_.find_export = [this](Term module, Term function, std::uint32_t arity) {
      Export& entry = exports_.emplace_back();
      entry.module = module;
      entry.function = function;
      entry.arity = arity;
      return &entry;
    };
  }
  Decoded decode(std::string_view input) { return decode_external(heap_, input, hooks_); }
  std::string fault(std::string_view input) {
    const Decoded decoded = decode(input);
    EXPECT_EQ(decoded.term.is_none(), !decoded.fault.empty());
    return decoded.fault;
  }
  void expect_both_ways(Term term, const std::string& external) {
    EXPECT_EQ(encode_external(term), external);
    const Decoded decoded = decode(external);
    ASSERT_EQ(decoded.fault, "");
    EXPECT_EQ(decoded.used, external.size());
    EXPECT_TRUE(equal_exact(decoded.term, term));
  }

  Heap heap_;
  EtfHooks hooks_;
  std::deque<Export> exports_;
};

TEST_F(Etf, Integers) {
  expect_both_ways(Term::small(0), bytes({131, 97, 0}));
  expect_both_ways(Term::small(255), bytes({131, 97, 255}));
  expect_both_ways(Term::small(256), bytes({131, 98, 0, 0, 1, 0}));
  expect_both_ways(Term::small(-1), bytes({131, 98, 255, 255, 255, 255}));
  expect_both_ways(Term::small(-2147483648), bytes({131, 98, 128, 0, 0, 0}));
  expect_both_ways(Term::small(2147483648), bytes({131, 110, 4, 0, 0, 0, 0, 128}));
  expect_both_ways(Term::small(-2147483649), bytes({131, 110, 4, 1, 1, 0, 0, 128}));
  expect_both_ways(heap_.integer(std::int64_t{1} << 59),
                   bytes({131, 110, 8, 0, 0, 0, 0, 0, 0, 0, 0, 8}));
  expect_both_ways(negate(heap_, shift_left(heap_, Term::small(1), Term::small(64))),
                   bytes({131, 110, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1}));
  std::string large = bytes({131, 111, 0, 0, 1, 0, 0}) + std::string(255, '\0') + "\x01";
  expect_both_ways(shift_left(heap_, Term::small(1), Term::small(255 * 8)), large);
  // Not the shortest form, and accepted by OTP all the same.
  EXPECT_EQ(decode(bytes({131, 110, 3, 0, 1, 0, 0})).term, Term::small(1));
  EXPECT_EQ(decode(bytes({131, 110, 0, 0})).term, Term::small(0));
  EXPECT_EQ(decode(bytes({131, 110, 1, 2, 5})).term, Term::small(-5));
}

TEST_F(Etf, Atoms) {
  expect_both_ways(atoms::ok, bytes({131, 100, 0, 2, 'o', 'k'}));
  expect_both_ways(intern("\xc3\xa9"), bytes({131, 100, 0, 1, 233}));
  expect_both_ways(intern("\xe6\x97\xa5"), bytes({131, 119, 3, 0xe6, 0x97, 0xa5}));
  std::string many;
  for (int i = 0; i < 255; ++i) many += "\xe6\x97\xa5";
  expect_both_ways(intern(many), bytes({131, 118, 2, 253}) + many);
  EXPECT_EQ(encode_external(atoms::ok, {.minor_version = 2}), bytes({131, 119, 2, 'o', 'k'}));
  EXPECT_EQ(decode(bytes({131, 115, 2, 'o', 'k'})).term, atoms::ok);
  EXPECT_EQ(decode(bytes({131, 118, 0, 2, 'o', 'k'})).term, atoms::ok);
  EXPECT_NE(fault(bytes({131, 119, 1, 255})).find("not UTF-8"), std::string::npos);
  EXPECT_NE(fault(bytes({131, 100, 1, 0}) + std::string(256, 'a')).find("255"), std::string::npos);
}

TEST_F(Etf, SafeMakesNoAtoms) {
  hooks_.safe = true;
  EXPECT_EQ(decode(bytes({131, 100, 0, 2, 'o', 'k'})).term, atoms::ok);
  EXPECT_NE(fault(bytes({131, 100, 0, 6, 'q', 'q', 'n', 'e', 'w', '1'})), "");
  EXPECT_TRUE(find_atom("qqnew1").is_none());
}

TEST_F(Etf, FloatsBinariesLists) {
  expect_both_ways(heap_.floating(1.5), bytes({131, 70, 63, 248, 0, 0, 0, 0, 0, 0}));
  const std::string old =
      "\x83"
      "c1.50000000000000000000e+00" +
      std::string(5, '\0');
  EXPECT_EQ(encode_external(heap_.floating(1.5), {.minor_version = 0}), old);
  EXPECT_TRUE(equal_exact(decode(old).term, heap_.floating(1.5)));
  EXPECT_NE(fault(bytes({131, 70, 127, 240, 0, 0, 0, 0, 0, 0})), "");
  EXPECT_NE(fault("\x83"
                  "c1.5x" +
                  std::string(27, '\0')),
            "");
  expect_both_ways(heap_.string("\x01\x02\x03"), bytes({131, 107, 0, 3, 1, 2, 3}));
  expect_both_ways(heap_.list(std::vector{Term::small(1), Term::small(2)}, Term::small(3)),
                   bytes({131, 108, 0, 0, 0, 2, 97, 1, 97, 2, 97, 3}));
  expect_both_ways(heap_.string(std::string(65535, 'a')),
                   bytes({131, 107, 255, 255}) + std::string(65535, 'a'));
  EXPECT_EQ(encode_external(heap_.string(std::string(65536, 'a')))[1], 108);
  expect_both_ways(sub_bits(heap_, heap_.binary("\x10"), 0, 4),
                   bytes({131, 77, 0, 0, 0, 1, 4, 16}));
  expect_both_ways(heap_.binary("ab"), bytes({131, 109, 0, 0, 0, 2, 'a', 'b'}));
  EXPECT_TRUE(equal_exact(decode(bytes({131, 77, 0, 0, 0, 0, 0})).term, heap_.binary("")));
  EXPECT_NE(fault(bytes({131, 77, 0, 0, 0, 0, 4})), "");
  EXPECT_NE(fault(bytes({131, 77, 0, 0, 0, 1, 0, 255})), "");
  EXPECT_NE(fault(bytes({131, 77, 0, 0, 0, 1, 9, 255})), "");
  EXPECT_EQ(decode(bytes({131, 108, 0, 0, 0, 0, 97, 5})).term, Term::small(5));
  EXPECT_EQ(decode(bytes({131, 97, 1, 2, 3})).used, 3u);
}

TEST_F(Etf, TuplesAndMaps) {
  expect_both_ways(heap_.tuple({}), bytes({131, 104, 0}));
  expect_both_ways(heap_.tuple({atoms::ok, heap_.tuple({Term::nil()})}),
                   bytes({131, 104, 2, 100, 0, 2, 'o', 'k', 104, 1, 106}));
  const std::vector<Term> many(256, Term::nil());
  expect_both_ways(heap_.tuple(many), bytes({131, 105, 0, 0, 1, 0}) + std::string(256, 106));
  const Term pairs[] = {intern("a"), Term::small(1), intern("b"), Term::small(2)};
  expect_both_ways(map_from_pairs(heap_, pairs),
                   bytes({131, 116, 0, 0, 0, 2, 100, 0, 1, 'a', 97, 1, 100, 0, 1, 'b', 97, 2}));
  EXPECT_NE(fault(bytes({131, 116, 0, 0, 0, 2, 97, 1, 97, 1, 97, 1, 97, 2})), "");
}

TEST_F(Etf, IdentifiersOfTheOneNode) {
  const std::string node = bytes({100, 0, 13}) + "nonode@nohost";
  expect_both_ways(Term::pid(9), "\x83X" + node + bytes({0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0}));
  for (const Word number : {Word{1} << 28, (Word{1} << 60) - 1}) {
    EXPECT_EQ(decode(encode_external(Term::pid(number))).term, Term::pid(number));
  }
  const std::string reference = "\x83Z" + bytes({0, 3}) + node +
                                bytes({0, 0, 0, 0, 0, 3, 72, 203, 63, 240, 0, 1, 155, 67, 99, 170});
  const Decoded decoded = decode(reference);
  ASSERT_EQ(decoded.fault, "");
  EXPECT_EQ(encode_external(decoded.term), reference);
  const std::string port = "\x83Y" + node + bytes({0, 0, 0, 7, 0, 0, 0, 0});
  EXPECT_EQ(encode_external(decode(port).term), port);
  Word* far = heap_.object(Kind::kReference, 2);
  far[1] = Term::pid((Word{1} << 60) - 1).bits();
  far[2] = ~Word{0};
  EXPECT_TRUE(equal_exact(decode(encode_external(Term::boxed(far))).term, Term::boxed(far)));
  const std::string other = bytes({100, 0, 3}) + "a@b";
  EXPECT_NE(fault("\x83X" + other + std::string(12, '\0')).find("a@b"), std::string::npos);
}

TEST_F(Etf, ExternalFuns) {
  const std::string fun =
      bytes({131, 113, 100, 0, 5, 'l', 'i', 's', 't', 's', 100, 0, 3, 'm', 'a', 'p', 97, 2});
  const Decoded decoded = decode(fun);
  ASSERT_TRUE(decoded.term.is(Kind::kExport));
  EXPECT_EQ(export_entry(decoded.term).arity, 2u);
  EXPECT_EQ(encode_external(decoded.term), fun);
  EXPECT_NE(fault(bytes({131, 113, 97, 1, 97, 1, 97, 1})), "");
}

TEST_F(Etf, FunsAreWrittenAndNotRead) {
  FunEntry entry{.module = atoms::ok, .function = atoms::ok, .arity = 1, .free = 1};
  Term nested = Term::nil();
  for (int depth = 0; depth < 200000; ++depth) {
    Word* fun = heap_.object(Kind::kFun, 2);
    fun[1] = std::bit_cast<Word>(&entry);
    fun[2] = nested.bits();
    nested = Term::boxed(fun);
    if (depth > 0) continue;
    const std::string one = encode_external(nested);
    // Everything after the tag, the size included.
    EXPECT_EQ(one.substr(0, 6), bytes({131, 112, 0, 0, 0, static_cast<int>(one.size()) - 2}));
    EXPECT_NE(fault(one).find("funs cannot be read"), std::string::npos);
  }
  EXPECT_GT(encode_external(nested).size(), 200000u * 40);
}

TEST_F(Etf, CompressedAsOtpDoesIt) {
  const Term term = heap_.list(std::vector<Term>(100, intern("a")));
  const std::string expected =
      bytes({131, 80, 0,  0,  1,   150, 120, 156, 203, 97, 96, 96, 72, 73,
             97,  96, 76, 28, 197, 131, 7,   103, 1,   0,  48, 70, 78, 147});
  EXPECT_EQ(encode_external(term, {.compressed = 6}), expected);
  const Decoded decoded = decode(expected);
  EXPECT_EQ(decoded.used, expected.size());
  EXPECT_TRUE(equal_exact(decoded.term, term));
  const Term small = heap_.string(std::string(14, 7));  // would become longer
  EXPECT_EQ(encode_external(small, {.compressed = 6}), encode_external(small));
  EXPECT_EQ(encode_external(heap_.string(std::string(15, 7)), {.compressed = 6})[1], 80);
  for (std::size_t size = 0; size < expected.size(); ++size) {
    EXPECT_NE(fault(expected.substr(0, size)), "") << size;
  }
  std::string wrong = expected;
  wrong[5] = static_cast<char>(149);
  EXPECT_NE(fault(wrong), "");
  wrong[2] = static_cast<char>(255);  // four gigabytes
  EXPECT_NE(fault(wrong), "");
}

TEST_F(Etf, NestingOfAMillion) {
  constexpr int kDepth = 1'000'000;
  std::string tuples = "\x83";
  std::string lists = "\x83";
  for (int i = 0; i < kDepth; ++i) {
    tuples += bytes({104, 1});
    lists += bytes({108, 0, 0, 0, 1});
  }
  tuples += 'j';
  lists += 'j';
  lists += std::string(kDepth, 'j');
  for (const std::string& text : {tuples, lists}) {
    const Decoded decoded = decode(text);
    ASSERT_EQ(decoded.fault, "");
    EXPECT_EQ(encode_external(decoded.term), text);
  }
}

TEST_F(Etf, WhatIsCutOffOrUnknownIsAFault) {
  const Term pairs[] = {intern("a"), heap_.floating(2.5), heap_.binary("xyz"), Term::pid(3)};
  const std::string whole = encode_external(heap_.tuple(
      {map_from_pairs(heap_, pairs), heap_.list(std::vector{atoms::ok}, Term::small(-7))}));
  ASSERT_EQ(fault(whole), "");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(fault(whole.substr(0, size)), "") << size;
  }
  for (int tag = 0; tag < 256; ++tag) fault(bytes({131, tag}));
  for (const int tag : {68, 82, 112, 117, 121, 131, 80, 0}) {
    EXPECT_NE(fault(bytes({131, 104, 1, tag}) + std::string(40, '\0')), "") << tag;
  }
  EXPECT_NE(fault(bytes({132, 97, 1})).find("131"), std::string::npos);
}

TEST_F(Etf, ASmallInputAllocatesLittle) {
  for (const int tag : {105, 108, 109, 111, 116, 77}) {
    EXPECT_NE(fault(bytes({131, tag, 255, 255, 255, 255, 0})), "");
  }
  EXPECT_LT(heap_.used(), 100000u);
}

TEST_F(Etf, DamageNeverCrashes) {
  std::mt19937_64 random(5);
  const Term pairs[] = {intern("a"), heap_.floating(2.5), heap_.binary("xyz"), Term::pid(3)};
  const std::string whole = encode_external(
      heap_.tuple({map_from_pairs(heap_, pairs), heap_.string("hello"), Term::small(1 << 30)}));
  for (int round = 0; round < 20000; ++round) {
    std::string damaged = whole;
    for (std::size_t times = 1 + random() % 3; times > 0; --times) {
      damaged[1 + random() % (damaged.size() - 1)] = static_cast<char>(random());
    }
    const Heap::Mark mark = heap_.mark();
    const Decoded decoded = decode(damaged);
    if (!decoded.term.is_none()) {
      ASSERT_TRUE(equal_exact(decode(encode_external(decoded.term)).term, decoded.term));
    }
    heap_.rewind(mark);
  }
}

}  // namespace
}  // namespace heddle::beam
