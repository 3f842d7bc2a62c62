// Instructions and uses of instructions that came with OTP 25 to 28, executed: modules put together
// here, as the installed compiler may be older. What each must give is what OTP's documentation of
// the source expression says (genop.tab, beam_ssa_codegen.erl name the expressions).
#include <gtest/gtest.h>

#include "beam/term/atom.hpp"
#include "beam/term/bits.hpp"
#include "beam/term/parse.hpp"
#include "beam/term/print.hpp"
#include "beam/vm/machine.hpp"
#include "tests/support/beam_assembler.hpp"

namespace heddle::beam {
namespace {

using tests::BeamAssembler;

class NewerOpcodes : public testing::Test {
 protected:
  static BeamAssembler::Code u(std::uint64_t n) { return BeamAssembler::u(n); }
  static BeamAssembler::Code x(std::uint64_t n) { return BeamAssembler::x(n); }
  static BeamAssembler::Code f(std::uint64_t n) { return BeamAssembler::f(n); }

  /// The module is another one.
  void restart() {
    m = BeamAssembler("m");
    code_.reset();
  }

  /// m:f(Argument) as text: its value, or the reason of its end without the trace.
  std::string call(const std::string& argument) {
    return call_with([&](Heap& heap) { return parse_term(heap, argument); });
  }
  /// With these bytes, the last `less` bits left out.
  std::string call_bits(std::string_view bytes, std::size_t less = 0) {
    return call_with([&](Heap& heap) {
      const Term binary = heap.binary(bytes);
      return sub_bits(heap, binary, 0, 8 * bytes.size() - less);
    });
  }

  template <typename Make>
  std::string call_with(const Make& make) {
    if (code_ == nullptr) {
      code_ = std::make_unique<CodeBase>(CodePath{});
      code_->add(std::make_unique<BeamFile>(parse_beam(m.file(), "m.beam", exports_.hooks())),
                 "m.beam");
    }
    Machine machine(*code_);
    const Term argument = make(machine.heap());
    Process& process =
        machine.spawn(nullptr, intern("m"), intern("f"), machine.heap().list({&argument, 1}));
    while (process.state.status == Status::kReady) machine.step(process);
    const Term result = Term::from_bits(process.state.result);
    if (!result.is_none()) return print(result);
    const Term reason = Term::from_bits(process.state.exit_reason);
    return "exit " + print(reason.is_tuple(2) ? reason.element(0) : reason);
  }

  /// f(Bin) -> case Bin of <<...>> -> x(1); _ -> no end, of one bs_match with these commands.
  void match(std::initializer_list<BeamAssembler::Code> commands) {
    m.begin("f", 1);
    const std::size_t no = m.later();
    m.op(Opcode::kBsStartMatch4, {m.a("no_fail"), u(1), x(0), x(0)});
    m.op(Opcode::kBsMatch, {f(no), x(0), BeamAssembler::list(commands)});
    m.op(Opcode::kMove, {x(1), x(0)});
    m.op(Opcode::kReturn, {});
    m.label_here(no);
    m.op(Opcode::kMove, {m.a("no"), x(0)});
    m.op(Opcode::kReturn, {});
  }

  BeamAssembler m{"m"};

 private:
  tests::Exports exports_;
  std::unique_ptr<CodeBase> code_;
};

// f(R) -> {R#r{second = new}, R}: whatever the hint is, the old record stays.
TEST_F(NewerOpcodes, UpdateRecordLeavesTheOldOne) {
  for (const char* hint : {"copy", "reuse", "inplace"}) {
    restart();
    m.begin("f", 1);
    m.op(Opcode::kUpdateRecord,
         {m.a(hint), u(3), x(0), x(1), BeamAssembler::list({u(2), m.a("new"), u(3), x(0)})});
    m.op(Opcode::kPutTuple2, {x(0), BeamAssembler::list({x(1), x(0)})});
    m.op(Opcode::kReturn, {});
    EXPECT_EQ(call("{r, 1, 2}"), "{{r,new,{r,1,2}},{r,1,2}}") << hint;
  }
}

// <<X:8, _/bitstring>>
TEST_F(NewerOpcodes, MatchEnsuresAtLeast) {
  match({m.a("ensure_at_least"), u(8), u(1), m.a("integer"), u(1), BeamAssembler::nil(), u(8), u(1),
         x(1)});
  EXPECT_EQ(call_bits("\7"), "7");
  EXPECT_EQ(call_bits("\7\10\40", 5), "7");
  EXPECT_EQ(call_bits(""), "no");
  EXPECT_EQ(call_bits("\2", 1), "no");
}

// <<X:8, _/binary>>: what is left must be whole bytes
TEST_F(NewerOpcodes, MatchEnsuresAUnit) {
  match({m.a("ensure_at_least"), u(8), u(8), m.a("integer"), u(1), BeamAssembler::nil(), u(8), u(1),
         x(1)});
  EXPECT_EQ(call_bits("\7\10"), "7");
  EXPECT_EQ(call_bits("\7\40", 5), "no");
}

// <<X:16/little-signed>>
TEST_F(NewerOpcodes, MatchEnsuresExactly) {
  // [little, signed]
  const auto flags = m.literal(std::string("l\0\0\0\2w\6littlew\6signedj", 5 + 8 + 8 + 1));
  match({m.a("ensure_exactly"), u(16), m.a("integer"), u(1), flags, u(16), u(1), x(1)});
  EXPECT_EQ(call_bits("\376\377"), "-2");
  EXPECT_EQ(call_bits("\1\2"), "513");
  EXPECT_EQ(call_bits("\1\2\3"), "no");
}

// <<_:4, B:2/binary, _/bitstring>>
TEST_F(NewerOpcodes, MatchSkipsAndTakesBinaries) {
  match({m.a("ensure_at_least"), u(20), u(1), m.a("skip"), u(4), m.a("binary"), u(1),
         BeamAssembler::nil(), u(2), u(8), x(1)});
  EXPECT_EQ(call_bits("\x14\x14\x29"), "<<\"AB\">>");
}

// <<_, T/bitstring>>
TEST_F(NewerOpcodes, MatchGivesTheTail) {
  match({m.a("ensure_at_least"), u(8), u(1), m.a("skip"), u(8), m.a("get_tail"), u(1), u(1), x(1)});
  EXPECT_EQ(call_bits("\1\2\140", 5), "<<2,3:3>>");
  EXPECT_EQ(call_bits("\1"), "<<>>");
}

// <<"pin", X>>: pieces of 31 bits since 26.1, up to 64 bits before
TEST_F(NewerOpcodes, MatchComparesBits) {
  match({m.a("ensure_exactly"), u(72), m.a("=:="), BeamAssembler::nil(), u(64),
         u(0xfedcba9876543210), m.a("integer"), u(1), BeamAssembler::nil(), u(8), u(1), x(1)});
  EXPECT_EQ(call_bits("\xfe\xdc\xba\x98\x76\x54\x32\x10\5"), "5");
  EXPECT_EQ(call_bits("\xfe\xdc\xba\x98\x76\x54\x32\x11\5"), "no");
  EXPECT_EQ(call_bits("\x7e\xdc\xba\x98\x76\x54\x32\x10\5"), "no");
}

// f(<<_, T/bitstring>>) -> {bit_size(T), byte_size(T)}: since 27 T is never made
TEST_F(NewerOpcodes, SizesOfWhatIsStillToBeMatched) {
  m.begin("f", 1);
  const std::size_t no = m.later();
  m.op(Opcode::kBsStartMatch4, {m.a("no_fail"), u(1), x(0), x(0)});
  m.op(Opcode::kBsMatch,
       {f(no), x(0), BeamAssembler::list({m.a("ensure_at_least"), u(8), u(1), m.a("skip"), u(8)})});
  m.op(Opcode::kGcBif1, {f(0), u(1), m.import("erlang", "bit_size", 1), x(0), x(1)});
  m.op(Opcode::kGcBif1, {f(0), u(2), m.import("erlang", "byte_size", 1), x(0), x(2)});
  m.op(Opcode::kPutTuple2, {x(0), BeamAssembler::list({x(1), x(2)})});
  m.label_here(no);
  m.op(Opcode::kReturn, {});
  EXPECT_EQ(call_bits("\1\2\140", 5), "{11,2}");
  EXPECT_EQ(call_bits("\1"), "{0,0}");
}

// Fun(A): the compiler knows the fun (its entry), that it is one (unsafe), or that it may be (safe)
TEST_F(NewerOpcodes, CallFun2) {
  for (const char* tag : {"entry", "safe", "unsafe"}) {
    restart();
    const std::size_t pair = m.begin("pair", 1);
    m.op(Opcode::kPutTuple2, {x(0), BeamAssembler::list({x(0), m.a("called")})});
    m.op(Opcode::kReturn, {});
    m.begin("f", 1);
    const auto lambda = m.lambda("pair", 1, pair);
    m.op(Opcode::kMakeFun3, {lambda, x(1), BeamAssembler::list({})});
    m.op(Opcode::kAllocate, {u(0), u(2)});
    m.op(Opcode::kCallFun2, {std::string_view(tag) == "entry" ? lambda : m.a(tag), u(1), x(1)});
    m.op(Opcode::kDeallocate, {u(0)});
    m.op(Opcode::kReturn, {});
    EXPECT_EQ(call("1"), "{1,called}") << tag;
  }
}

TEST_F(NewerOpcodes, CallFun2OfWhatIsNoFun) {
  m.begin("f", 1);
  m.op(Opcode::kAllocate, {u(0), u(1)});
  m.op(Opcode::kCallFun2, {m.a("safe"), u(0), x(0)});
  m.op(Opcode::kDeallocate, {u(0)});
  m.op(Opcode::kReturn, {});
  EXPECT_EQ(call("a"), "exit {badfun,a}");
}

// A module without the chunk Line (stripped), with instructions that only name lines.
TEST_F(NewerOpcodes, LinesDoNothing) {
  m.begin("f", 1);
  m.op(Opcode::kLine, {u(3)});
  m.op(Opcode::kExecutableLine, {u(4), u(1)});
  m.op(Opcode::kDebugLine, {m.a("entry"), u(5), u(1), u(1)});
  m.op(Opcode::kReturn, {});
  EXPECT_EQ(call("a"), "a");
}

TEST_F(NewerOpcodes, Badrecord) {
  m.begin("f", 1);
  m.op(Opcode::kBadrecord, {x(0)});
  EXPECT_EQ(call("{r}"), "exit {badrecord,{r}}");
}

}  // namespace
}  // namespace heddle::beam
