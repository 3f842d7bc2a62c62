// tests/data/sample.beam, read as it is and with one thing changed; and modules put together here.
// conformance/beam_file_test.cpp reads everything that is installed.
#include "beam/loader/beam_file.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <sstream>

#include "beam/loader/listing.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/print.hpp"
#include "support/check.hpp"
#include "tests/support/beam_bytes.hpp"

namespace heddle::beam {
namespace {

using tests::big32;
using tests::chunk;
using tests::Chunks;

std::string bytes(std::initializer_list<int> list) {
  std::string result;
  for (const int byte : list) result += static_cast<char>(byte);
  return result;
}

// Compact terms of values below 16.
int u(int value) { return value << 4; }
int a(int value) { return value << 4 | 2; }
int x(int value) { return value << 4 | 3; }
int y(int value) { return value << 4 | 4; }
int f(int value) { return value << 4 | 5; }
constexpr int kListTag = 0x17;

class BeamFileTest : public testing::Test {
 protected:
  BeamFile parse(const std::string& bytes) { return parse_beam(bytes, "x.beam", hooks_); }

  /// "" if it can be read.
  std::string complaint(const std::string& bytes) {
    try {
      parse(bytes);
      return "";
    } catch (const support::UserError& error) {
      return error.what();
    }
  }
  void expect_complaint(const Chunks& chunks, std::initializer_list<std::string_view> texts) {
    const std::string what = complaint(tests::put_together(chunks));
    EXPECT_TRUE(what.starts_with("x.beam")) << what;
    EXPECT_NE(what.find("; "), std::string::npos) << what;
    for (const std::string_view text : texts) {
      EXPECT_NE(what.find(text), std::string::npos) << what << "\n  without: " << text;
    }
  }

  /// Module m with atoms m, f, ok, and one function f/1 with this body; entry 2, `labels` more.
  static Chunks module(const std::string& body, int labels = 0, const std::string& more_atoms = "",
                       int count = 3) {
    const std::string code = bytes({1, u(1), 2, a(1), a(2), u(1), 1, u(2)}) + body + "\x03";
    return {{"AtU8", big32(static_cast<std::size_t>(count)) + "\1m\1f\2ok" + more_atoms},
            {"Code", big32(16) + big32(0) + big32(184) +
                         big32(static_cast<std::size_t>(3 + labels)) + big32(1) + code},
            {"StrT", "hello"},
            {"ImpT", big32(1) + big32(1) + big32(2) + big32(1)},
            {"ExpT", big32(1) + big32(2) + big32(1) + big32(2)}};
  }

  tests::Exports exports_;
  EtfHooks hooks_ = exports_.hooks();
};

TEST_F(BeamFileTest, SampleIsReadWhole) {
  const BeamFile file = parse(tests::sample_beam());
  EXPECT_EQ(name_of(file.module), "sample");
  EXPECT_EQ(file.exports.size(), 12u);  // those of the source and two module_info
  const auto loop = std::find_if(file.functions.begin(), file.functions.end(),
                                 [](const Function& one) { return name_of(one.name) == "loop"; });
  ASSERT_NE(loop, file.functions.end());
  EXPECT_EQ(loop->arity, 2u);
  EXPECT_EQ(file.instructions[loop->begin].opcode, Opcode::kLabel);
  EXPECT_EQ(file.instructions[loop->begin + 2].opcode, Opcode::kFuncInfo);
  // Line 17 of the source: loop(State, 0) -> State;
  const Operand& line = file.operands_of(file.instructions[loop->begin + 1])[0];
  EXPECT_EQ(file.lines[line.value].line, 17u);
  EXPECT_EQ(file.files[file.lines[line.value].file], "sample.erl");
  EXPECT_EQ(file.lambdas.size(), 3u);
  EXPECT_FALSE(file.on_load);
  EXPECT_EQ(print(file.attributes).substr(0, 7), "[{vsn,[");
  EXPECT_TRUE(file.compile_info.is_cons());
  std::string literals;
  for (const Term literal : file.literals) literals += print(literal) + '\n';
  for (const char* literal : {"3.14159\n", "fun lists:map/2\n", "123456789012345678901234567890"}) {
    EXPECT_NE(literals.find(literal), std::string::npos) << literals;
  }
}

// module_info(md5) of the same file in OTP 25.
TEST_F(BeamFileTest, Md5IsThatOfTheVersion) {
  const BeamFile file = parse(tests::sample_beam());
  // The compiler makes vsn of the md5: [{vsn,[N]}].
  const Term vsn = file.attributes.head().element(1).head();
  ASSERT_TRUE(vsn.is_big());
  for (std::size_t k = 0; k < 16; ++k) {
    EXPECT_EQ(file.md5[k], vsn.word(1 - k / 8) >> (56 - 8 * (k % 8)) & 255);
  }
}

TEST_F(BeamFileTest, GzippedFiles) {
  const std::string plain = tests::sample_beam();
  std::string packed(plain.size() + 100, '\0');
  z_stream stream{};
  ASSERT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.data()));
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  ASSERT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  EXPECT_EQ(parse(packed).instructions.size(), parse(plain).instructions.size());
  EXPECT_NE(complaint(packed.substr(0, packed.size() / 2)).find("gzip"), std::string::npos);
}

// OTP 28: compact lengths of atoms (a negative count says so), literals as they are.
TEST_F(BeamFileTest, TheFormsOfOtp28) {
  const BeamFile before = parse(tests::sample_beam());
  Chunks chunks = tests::take_apart(tests::sample_beam());
  std::string& atoms = chunk(chunks, "AtU8");
  std::string longer = big32(-tests::big32_at(atoms, 0));
  for (std::size_t at = 4; at < atoms.size();) {
    const auto size = static_cast<unsigned char>(atoms[at]);
    if (size < 16) {
      longer += static_cast<char>(size << 4);
    } else {
      longer += bytes({8 | (size >> 8) << 5, size});
    }
    longer += atoms.substr(at + 1, size);
    at += 1 + size;
  }
  atoms = longer;
  chunk(chunks, "LitT") = tests::plain_literals(chunk(chunks, "LitT"));
  const BeamFile after = parse(tests::put_together(chunks));
  EXPECT_EQ(after.atoms, before.atoms);
  ASSERT_EQ(after.literals.size(), before.literals.size());
  for (std::size_t k = 0; k < before.literals.size(); ++k) {
    EXPECT_EQ(print(after.literals[k]), print(before.literals[k]));
  }
}

TEST_F(BeamFileTest, EveryPrefixIsRefused) {
  const std::string whole = tests::sample_beam();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    ASSERT_NE(complaint(whole.substr(0, size)), "") << size;
  }
}

TEST_F(BeamFileTest, WhatIsNoBeamFile) {
  EXPECT_EQ(complaint(""), "x.beam, byte 0: not a .beam file; name a .beam file");
  EXPECT_EQ(complaint("FOR1" + big32(4) + "AIFF"),
            "x.beam, byte 8: an IFF file, but not a .beam file; name a .beam file");
  for (const std::string_view name : {"AtU8", "Code", "ImpT", "ExpT"}) {
    Chunks chunks = tests::take_apart(tests::sample_beam());
    std::erase_if(chunks, [&](const auto& one) { return one.first == name; });
    expect_complaint(chunks, {name, "is missing"});
  }
  expect_complaint({{"Atom", ""}}, {"AtU8", "OTP 24"});
}

TEST_F(BeamFileTest, OptionalChunksMayBeMissing) {
  Chunks chunks = tests::take_apart(tests::sample_beam());
  std::erase_if(chunks, [](const auto& one) {
    return one.first == "Line" || one.first == "Attr" || one.first == "CInf" ||
           one.first == "LocT" || one.first == "Type";
  });
  const BeamFile file = parse(tests::put_together(chunks));
  EXPECT_TRUE(file.attributes.is_none());
  EXPECT_TRUE(file.lines.empty());
  for (const Instruction& instruction : file.instructions) {
    if (instruction.opcode != Opcode::kLine) continue;
    EXPECT_EQ(file.operands_of(instruction)[0].value, 0u);
  }
}

TEST_F(BeamFileTest, ASmallModule) {
  const BeamFile file = parse(tests::put_together(module(bytes({64, a(3), x(0), 19}))));
  ASSERT_EQ(file.functions.size(), 1u);
  EXPECT_EQ(file.functions[0].entry, 2u);
  EXPECT_EQ(file.functions[0].begin, 0u);
  EXPECT_EQ(file.functions[0].end, 5u);
  EXPECT_EQ(file.labels[2], 2u);
  const auto operands = file.operands_of(file.instructions[3]);
  EXPECT_EQ(operands[0].term(), atoms::ok);
  EXPECT_EQ(operands[1].kind, Operand::Kind::kX);
}

TEST_F(BeamFileTest, OperandsOfAllSizes) {
  // move of 11 bits, -1 in two bytes, eight bytes, nine bytes (2^64), and a typed register.
  const BeamFile file = parse(
      tests::put_together(module(bytes({64, 0x29, 0x05, x(0)}) + bytes({64, 0x19, 255, 255, x(0)}) +
                                 bytes({64, 0xd9, 1, 0, 0, 0, 0, 0, 0, 0, x(0)}) +
                                 bytes({64, 0xf9, u(0), 1, 0, 0, 0, 0, 0, 0, 0, 0, x(0)}) +
                                 bytes({64, 0x57, y(1), u(3), x(0)}) + "\x13")));
  const auto source = [&](std::size_t index) {
    return file.operands_of(file.instructions[3 + index])[0];
  };
  EXPECT_EQ(source(0).term(), Term::small(261));
  EXPECT_EQ(source(1).term(), Term::small(-1));
  EXPECT_EQ(source(2).term(), Term::small(std::int64_t{1} << 56));
  EXPECT_EQ(print(source(3).term()), "18446744073709551616");
  EXPECT_EQ(source(4).kind, Operand::Kind::kY);
  EXPECT_EQ(source(4).value, 1u);
}

TEST_F(BeamFileTest, AllocationsBecomeWords) {
  // {alloc,[{words,2},{floats,3},{funs,1}]}: 2 + 3 * 2 + 1 * 2
  const BeamFile file = parse(tests::put_together(
      module(bytes({16, 0x37, u(3), u(0), u(2), u(1), u(3), u(2), u(1), u(1), 19}))));
  EXPECT_EQ(file.operands_of(file.instructions[3])[0].value, 10u);
}

// {bs_match,{f,1},{x,0},{commands,[{ensure_at_least,8,1},{integer,1,nil,8,1,{x,1}},{get_tail,2,1,{x,2}}]}},
// {update_record,{atom,copy},2,{x,0},{x,0},{list,[1,{x,1}]}}
TEST_F(BeamFileTest, InstructionsOfOtp26) {
  const std::string atoms = "\17ensure_at_least\7integer\10get_tail\4copy";
  const std::string body = bytes({182, f(1), x(0), kListTag, u(13), a(4), u(8), u(1), a(5), u(1),
                                  a(0), u(8), u(1), x(1), a(6), u(2), u(1), x(2)}) +
                           bytes({181, a(7), u(2), x(0), x(0), kListTag, u(2), u(1), x(1), 19});
  const BeamFile file = parse(tests::put_together(module(body, 0, atoms, 7)));
  EXPECT_EQ(file.list(file.operands_of(file.instructions[3])[2]).size(), 13u);
  Chunks wrong = module(body, 0, "\17ensure_at_least\7integet\10get_tail\4copy", 7);
  expect_complaint(wrong, {"bs_match", "the unknown command integet"});
}

TEST_F(BeamFileTest, UnknownInstructionsNameThemselves) {
  expect_complaint(module(bytes({186, f(1), x(0)})),
                   {"chunk Code, byte 68", "is_any_native_record (186) of OTP 29", "OTP 24 to 28"});
  expect_complaint(module(bytes({27, f(0), x(0), x(0), x(0)})), {"m_plus (27)", "before OTP 24"});
  expect_complaint(module(bytes({250})), {"there is no instruction 250"});
  Chunks future = module("\x13");
  chunk(future, "Code").replace(8, 4, big32(192));
  expect_complaint(future, {"instructions up to 192", "OTP 24 to 28"});
}

TEST_F(BeamFileTest, EveryIndexIsChecked) {
  expect_complaint(module(bytes({64, a(9), x(0)})), {"atom 9 of 3"});
  expect_complaint(module(bytes({64, 0x47, u(0), x(0)})), {"literal 0; there are 0"});
  expect_complaint(module(bytes({64, 0x8b, 0, x(0)})), {"register 1024"});
  expect_complaint(module(bytes({61, f(3)})), {"label 3 of 2"});
  expect_complaint(module(bytes({61, f(0)})), {"jump: a label expected"});
  expect_complaint(module(bytes({64, x(0), a(3)})), {"move: an x or y register expected"});
  expect_complaint(module(bytes({64, u(0), x(0)})), {"move: a value expected"});
  expect_complaint(module(bytes({7, u(1), u(1)})), {"call_ext: an import expected"});
  expect_complaint(module(bytes({7, u(2), u(0)})), {"call_ext: 2 arguments for m:f/1"});
  expect_complaint(module(bytes({4, u(1), f(1)})), {"call: label 1 is not the entry"});
  expect_complaint(module(bytes({4, u(2), f(2)})), {"call: label 2 is a function of 1 arg"});
  expect_complaint(module(bytes({171, u(0), x(0), kListTag, u(0)})), {"an entry of FunT"});
  expect_complaint(module(bytes({92, u(4), u(2)})), {"bs_put_string", "string table of 5 bytes"});
  expect_complaint(module(bytes({132, f(1), x(0), 0x08, 41, u(0)})), {"bs_match_string"});
  expect_complaint(module(bytes({59, x(0), f(1), kListTag, u(1), a(3)})), {"a list of 1"});
  expect_complaint(module(bytes({164, x(0), x(0)})), {"put_tuple2: a list expected"});
  expect_complaint(module(bytes({164, x(0), kListTag, 0xe8, 255, x(0)})), {"announced"});
  expect_complaint(module(bytes({64, u(0) | 8 | 16, 1, 2})), {"move"});
  EXPECT_EQ(complaint(tests::put_together(module(bytes({132, f(1), x(0), 0x08, 40, u(0)})))), "");
}

TEST_F(BeamFileTest, TheLayoutOfFunctionsIsChecked) {
  expect_complaint(module(bytes({1, u(2)})), {"label 2 is there twice"});
  expect_complaint(module(bytes({1, u(3)})), {"label 3 of 2"});
  expect_complaint(module("\x13", 1), {"label 3 is not there"});
  expect_complaint(module(bytes({19, 2, a(1), a(3), u(0)})), {"does not begin with a label"});
  expect_complaint(module(bytes({1, u(3), 2, a(1), a(3), u(0), 19}), 1), {"has no entry"});
  expect_complaint(module(bytes({1, u(3), 2, a(1), a(3), u(0), 1, u(4)}), 2),
                   {"1 functions announced, 2 found"});
  expect_complaint(module(bytes({2, a(3), a(3), u(0)})), {"a function of another module"});
  expect_complaint(module("\x03"), {"1 bytes too many"});
  Chunks chunks = module("\x13");
  chunk(chunks, "ExpT") = big32(1) + big32(3) + big32(1) + big32(2);
  expect_complaint(chunks, {"chunk ExpT", "label 2 is not the entry of ok/1"});
  // A jump into another function.
  Chunks two = module(bytes({61, f(4), 1, u(3), 2, a(1), a(3), u(0), 1, u(4), 19}), 2);
  chunk(two, "Code").replace(16, 4, big32(2));
  expect_complaint(two, {"jump: label 4 is in another function"});
}

TEST_F(BeamFileTest, OtherChunksAreChecked) {
  const Chunks good = module("\x13");
  const auto with = [&](std::string_view name, const std::string& content) {
    Chunks chunks = good;
    chunk(chunks, name) = content;
    return chunks;
  };
  expect_complaint(with("AtU8", big32(1) + "\1\xff"), {"chunk AtU8, byte 24", "not UTF-8"});
  expect_complaint(with("AtU8", big32(0)), {"no atom"});
  expect_complaint(with("AtU8", big32(1u << 31)), {"announced"});
  expect_complaint(with("ImpT", big32(1) + big32(9) + big32(2) + big32(1)),
                   {"ImpT", "atom 9 of 3"});
  expect_complaint(with("ImpT", big32(0xffffffff)), {"4294967295 entries announced"});
  expect_complaint(with("ImpT", big32(1) + big32(1) + big32(2) + big32(256)), {"256 arguments"});
  expect_complaint(with("LitT", big32(100) + "nonsense"), {"LitT", "zlib"});
  expect_complaint(with("LitT", big32(0xffffffff) + "x"), {"LitT", "cannot be compressed"});
  expect_complaint(with("LitT", big32(0) + big32(1) + big32(2) + "\x83\x01"),
                   {"LitT", "external term"});
  expect_complaint(with("Attr", "\x83"), {"Attr"});
  expect_complaint(with("Line", big32(0) + big32(0) + big32(0) + big32(1) + big32(0) + "\x12"),
                   {"Line", "file 1 of 0"});
  expect_complaint(
      with("FunT", big32(1) + big32(2) + big32(1) + big32(2) + big32(0) + big32(2) + big32(0)),
      {"FunT", "free variables"});
  Chunks twice = good;
  twice.push_back(twice[0]);
  expect_complaint(twice, {"twice"});
}

TEST_F(BeamFileTest, ListingIsReadable) {
  std::ostringstream out;
  ASSERT_TRUE(print_listing(out, parse(tests::sample_beam()), {"area", 1}));
  EXPECT_NE(out.str().find("{function, area, 1, "), std::string::npos);
  for (const char* text : {"{fmove,{literal,3.14159},{fr,1}}.", "{location,\"sample.erl\",26}",
                           "{func_info,{atom,sample},{atom,area},1}."}) {
    EXPECT_NE(out.str().find(text), std::string::npos) << out.str();
  }
  EXPECT_FALSE(print_listing(out, parse(tests::sample_beam()), {"area", 2}));
}

TEST(OpcodeTable, IsThatOfGenop) {
  EXPECT_EQ(info(Opcode::kMove).name, "move");
  EXPECT_EQ(info(Opcode::kBsCreateBin).arity, 6);
  EXPECT_EQ(info(Opcode::kSelectVal).arity, 3);
  EXPECT_EQ(info(Opcode::kUpdateRecord).since, 26);
  EXPECT_EQ(info(Opcode::kGetRecordField).arity, 5);
}

}  // namespace
}  // namespace heddle::beam
