// What each instruction of a .beam file becomes.
#include "beam/vm/predecode.hpp"

#include <fmt/format.h>

#include "beam/vm/predecoder.hpp"
#include "support/check.hpp"

namespace heddle::beam {

void Predecoder::add(const Instruction& instruction, std::uint32_t at) {
  const std::span<const Operand> operands = file_.operands_of(instruction);
  switch (instruction.opcode) {
    case Opcode::kLabel:
      offsets_[operands[0].value] = here();
      return;
    case Opcode::kLine:
      return line(operands[0].value);
    // Nothing to do: what they promise is always so here, or they only help a compiler.
    case Opcode::kIntCodeEnd:
    case Opcode::kOnLoad:
    case Opcode::kNifStart:
    case Opcode::kExecutableLine:
    case Opcode::kDebugLine:
    case Opcode::kRecvMark:
    case Opcode::kRecvSet:
    case Opcode::kRecvMarkerBind:
    case Opcode::kRecvMarkerClear:
    case Opcode::kRecvMarkerUse:
    case Opcode::kFclearerror:
    case Opcode::kFcheckerror:
    case Opcode::kPut:  // taken with its put_tuple
      return;
    case Opcode::kFuncInfo:
      return emit_all(Op::func_info, operands);
    case Opcode::kCall:
      return local_call(Op::call, operands);
    case Opcode::kCallLast:
      return local_call(Op::call_last, operands);
    case Opcode::kCallOnly:
      return local_call(Op::call_only, operands);
    case Opcode::kCallExt:
      return call_ext(Op::call_ext, operands);
    case Opcode::kCallExtLast:
      return call_ext(Op::call_ext_last, operands);
    case Opcode::kCallExtOnly:
      return call_ext(Op::call_ext_only, operands);
    case Opcode::kBif0:
      return bif(operands, 0);
    case Opcode::kBif1:
    case Opcode::kBif2:
      return bif(operands, 1);
    case Opcode::kGcBif1:
    case Opcode::kGcBif2:
    case Opcode::kGcBif3: {
      std::vector<Operand> without_live(operands.begin(), operands.end());
      without_live.erase(without_live.begin() + 1);
      return bif(without_live, 1);
    }
    case Opcode::kAllocate:
    case Opcode::kAllocateZero:
      return emit(Op::allocate, operands, {0, 1});
    case Opcode::kAllocateHeap:
    case Opcode::kAllocateHeapZero:
      return emit(Op::allocate, operands, {0, 2});
    case Opcode::kTestHeap:
      return emit(Op::test_heap, operands, {1});
    case Opcode::kInit: {
      std::vector<Word>& table = new_table();
      table = {1, word_of(operands[0])};
      op(Op::init_yregs);
      return put(std::bit_cast<Word>(table.data()));
    }
    case Opcode::kInitYregs:
      return emit_all(Op::init_yregs, operands);
    case Opcode::kDeallocate:
      return op(Op::deallocate);
    case Opcode::kTrim:
      return emit_all(Op::trim, operands);
    case Opcode::kReturn:
      return op(Op::return_);
    case Opcode::kSend:
      return op(Op::send);
    case Opcode::kRemoveMessage:
      return op(Op::remove_message);
    case Opcode::kTimeout:
      return op(Op::timeout);
    case Opcode::kLoopRec:
      emit_all(Op::loop_rec, operands);
      return put(std::bit_cast<Word>(receive_variables(at)));
    case Opcode::kLoopRecEnd:
      return emit_all(Op::loop_rec_end, operands);
    case Opcode::kWait:
      return emit_all(Op::wait, operands);
    case Opcode::kWaitTimeout:
      return emit_all(Op::wait_timeout, operands);
    case Opcode::kRecvMarkerReserve:
      return emit_all(Op::recv_marker_reserve, operands);
    case Opcode::kIsLt:
      return emit_all(Op::is_lt, operands);
    case Opcode::kIsGe:
      return emit_all(Op::is_ge, operands);
    case Opcode::kIsEq:
      return emit_all(Op::is_eq, operands);
    case Opcode::kIsNe:
      return emit_all(Op::is_ne, operands);
    case Opcode::kIsEqExact: {
      const bool immediate =
          operands[2].kind == Operand::Kind::kTerm && operands[2].term().is_immediate();
      return emit_all(immediate ? Op::is_eq_exact_immediate : Op::is_eq_exact, operands);
    }
    case Opcode::kIsNeExact:
      return emit_all(Op::is_ne_exact, operands);
    case Opcode::kIsInteger:
      return emit_all(Op::is_integer, operands);
    case Opcode::kIsFloat:
      return emit_all(Op::is_float, operands);
    case Opcode::kIsNumber:
      return emit_all(Op::is_number, operands);
    case Opcode::kIsAtom:
      return emit_all(Op::is_atom, operands);
    case Opcode::kIsPid:
      return emit_all(Op::is_pid, operands);
    case Opcode::kIsReference:
      return emit_all(Op::is_reference, operands);
    case Opcode::kIsPort:
      return emit_all(Op::is_port, operands);
    case Opcode::kIsNil:
      return emit_all(Op::is_nil, operands);
    case Opcode::kIsBinary:
      return emit_all(Op::is_binary, operands);
    case Opcode::kIsBitstr:
      return emit_all(Op::is_bitstr, operands);
    case Opcode::kIsList:
      return emit_all(Op::is_list, operands);
    case Opcode::kIsNonemptyList:
      return emit_all(Op::is_nonempty_list, operands);
    case Opcode::kIsTuple:
      return emit_all(Op::is_tuple, operands);
    case Opcode::kTestArity:
      return emit_all(Op::test_arity, operands);
    case Opcode::kIsTaggedTuple:
      return emit_all(Op::is_tagged_tuple, operands);
    case Opcode::kIsFunction:
      return emit_all(Op::is_function, operands);
    case Opcode::kIsFunction2:
      return emit_all(Op::is_function2, operands);
    case Opcode::kIsBoolean:
      return emit_all(Op::is_boolean, operands);
    case Opcode::kIsMap:
      return emit_all(Op::is_map, operands);
    case Opcode::kHasMapFields:
      return emit_all(Op::has_map_fields, operands);
    case Opcode::kGetMapElements:
      return emit_all(Op::get_map_elements, operands);
    case Opcode::kSelectVal:
      return select(Op::select_val, operands);
    case Opcode::kSelectTupleArity:
      return select(Op::select_tuple_arity, operands);
    case Opcode::kJump:
      return emit_all(Op::jump, operands);
    case Opcode::kMove:
      return move(operands);
    case Opcode::kSwap:
      return emit_all(Op::swap, operands);
    case Opcode::kGetList:
      return emit_all(Op::get_list, operands);
    case Opcode::kGetHd:
      return emit_all(Op::get_hd, operands);
    case Opcode::kGetTl:
      return emit_all(Op::get_tl, operands);
    case Opcode::kGetTupleElement:
      return emit_all(Op::get_tuple_element, operands);
    case Opcode::kSetTupleElement:
      return emit_all(Op::set_tuple_element, operands);
    case Opcode::kPutList:
      return emit_all(Op::put_list, operands);
    case Opcode::kPutTuple:
      return put_tuple(operands, at);
    case Opcode::kPutTuple2:
      return emit_all(Op::put_tuple2, operands);
    case Opcode::kUpdateRecord:
      return emit(Op::update_record, operands, {1, 2, 3, 4});
    case Opcode::kPutMapAssoc:
      return emit(Op::put_map_assoc, operands, {0, 1, 2, 4});
    case Opcode::kPutMapExact:
      return emit(Op::put_map_exact, operands, {0, 1, 2, 4});
    case Opcode::kMakeFun3:
      return make_fun(operands[0], &operands[1], list(operands[2]));
    case Opcode::kMakeFun2: {
      std::vector<Word>& table = new_table();
      const Word free = (*module_.funs)[operands[0].value].free;
      table.push_back(free);
      for (Word i = 0; i < free; ++i) table.push_back(x_operand(i));
      return make_fun(operands[0], nullptr, table.data());
    }
    case Opcode::kCallFun:
      return emit_all(returns_after(at) ? Op::call_fun_last : Op::call_fun, operands);
    case Opcode::kCallFun2:
      op(returns_after(at) ? Op::call_fun2_last : Op::call_fun2);
      put(Word{0});
      put(operands[1]);
      return put(operands[2]);
    case Opcode::kApply:
      return emit_all(Op::apply, operands);
    case Opcode::kApplyLast:
      return emit_all(Op::apply_last, operands);
    case Opcode::kBadmatch:
      return emit_all(Op::badmatch, operands);
    case Opcode::kIfEnd:
      return op(Op::if_end);
    case Opcode::kCaseEnd:
      return emit_all(Op::case_end, operands);
    case Opcode::kBadrecord:
      return emit_all(Op::badrecord, operands);
    case Opcode::kTry:
      return emit_all(Op::try_, operands);
    case Opcode::kTryEnd:
      return emit_all(Op::try_end, operands);
    case Opcode::kTryCase:
      return emit_all(Op::try_case, operands);
    case Opcode::kTryCaseEnd:
      return emit_all(Op::try_case_end, operands);
    case Opcode::kCatch:
      return emit_all(Op::catch_, operands);
    case Opcode::kCatchEnd:
      return emit_all(Op::catch_end, operands);
    case Opcode::kRaise:
      return emit_all(Op::raise, operands);
    case Opcode::kRawRaise:
      return op(Op::raw_raise);
    case Opcode::kBuildStacktrace:
      return op(Op::build_stacktrace);
    case Opcode::kFmove:
      return emit_all(operands[0].kind == Operand::Kind::kFloat ? Op::fmove_out : Op::fmove_in,
                      operands);
    case Opcode::kFconv:
      return emit_all(Op::fconv, operands);
    case Opcode::kFadd:
      return emit_all(Op::fadd, operands);
    case Opcode::kFsub:
      return emit_all(Op::fsub, operands);
    case Opcode::kFmul:
      return emit_all(Op::fmul, operands);
    case Opcode::kFdiv:
      return emit_all(Op::fdiv, operands);
    case Opcode::kFnegate:
      return emit_all(Op::fnegate, operands);
    case Opcode::kBsStartMatch3:
      return emit(Op::bs_start_match, operands, {0, 1, 3});
    case Opcode::kBsStartMatch2:
      return emit(Op::bs_start_match, operands, {0, 1, 4});
    case Opcode::kBsStartMatch4: {
      op(Op::bs_start_match);
      if (operands[0].kind == Operand::Kind::kLabel) {
        put(operands[0]);
      } else {
        put(Word{0});
      }
      put(operands[2]);
      return put(operands[3]);
    }
    case Opcode::kBsGetInteger2:
      return emit(Op::bs_get_integer, operands, {0, 1, 3, 4, 5, 6});
    case Opcode::kBsGetFloat2:
      return emit(Op::bs_get_float, operands, {0, 1, 3, 4, 5, 6});
    case Opcode::kBsGetBinary2:
      return emit(Op::bs_get_binary, operands, {0, 1, 3, 4, 5, 6});
    case Opcode::kBsSkipBits2:
      return emit(Op::bs_skip_bits, operands, {0, 1, 2, 3});
    case Opcode::kBsTestTail2:
      return emit_all(Op::bs_test_tail, operands);
    case Opcode::kBsTestUnit:
      return emit_all(Op::bs_test_unit, operands);
    case Opcode::kBsMatchString:
      op(Op::bs_match_string);
      put(operands[0]);
      put(operands[1]);
      put(operands[2]);
      return put(std::bit_cast<Word>(string_at(operands[3].value)));
    case Opcode::kBsGetTail:
      return emit(Op::bs_get_tail, operands, {0, 1});
    case Opcode::kBsGetPosition:
      return emit(Op::bs_get_position, operands, {0, 1});
    case Opcode::kBsSetPosition:
      return emit_all(Op::bs_set_position, operands);
    case Opcode::kBsGetUtf8:
      return emit(Op::bs_get_utf8, operands, {0, 1, 3, 4});
    case Opcode::kBsGetUtf16:
      return emit(Op::bs_get_utf16, operands, {0, 1, 3, 4});
    case Opcode::kBsGetUtf32:
      return emit(Op::bs_get_utf32, operands, {0, 1, 3, 4});
    case Opcode::kBsSkipUtf8:
      return emit(Op::bs_skip_utf8, operands, {0, 1, 3});
    case Opcode::kBsSkipUtf16:
      return emit(Op::bs_skip_utf16, operands, {0, 1, 3});
    case Opcode::kBsSkipUtf32:
      return emit(Op::bs_skip_utf32, operands, {0, 1, 3});
    case Opcode::kBsCreateBin:
      return create_bin(operands);
    case Opcode::kBsMatch:
      return bs_match(operands);
    case Opcode::kBsInitWritable:
      return op(Op::bs_init_writable);
    case Opcode::kBsInit2:
      return emit_sized(Op::bs_init, operands, {0, 1, 5});
    case Opcode::kBsInitBits:
      return emit_sized(Op::bs_init_bits, operands, {0, 1, 5});
    case Opcode::kBsAppend:
      return emit_sized(Op::bs_append, operands, {0, 1, 4, 5, 7});
    case Opcode::kBsPrivateAppend:
      return emit_sized(Op::bs_append, operands, {0, 1, 2, 3, 5});
    case Opcode::kBsAdd:
      return emit_all(Op::bs_add, operands);
    case Opcode::kBsPutInteger:
      return emit_all(Op::bs_put_integer, operands);
    case Opcode::kBsPutBinary:
      return emit_all(Op::bs_put_binary, operands);
    case Opcode::kBsPutFloat:
      return emit_all(Op::bs_put_float, operands);
    case Opcode::kBsPutString:
      op(Op::bs_put_string);
      put(std::bit_cast<Word>(string_at(operands[1].value)));
      return put(operands[0]);
    case Opcode::kBsPutUtf8:
      return emit_all(Op::bs_put_utf8, operands);
    case Opcode::kBsPutUtf16:
      return emit_all(Op::bs_put_utf16, operands);
    case Opcode::kBsPutUtf32:
      return emit_all(Op::bs_put_utf32, operands);
    case Opcode::kBsUtf8Size:
      return emit(Op::bs_utf8_size, operands, {1, 2});
    case Opcode::kBsUtf16Size:
      return emit(Op::bs_utf16_size, operands, {1, 2});
    default:
      throw support::UserError(fmt::format(
          "{}: the instruction {} is not supported; compile the module with OTP 24 to 28",
          module_.path, info(instruction.opcode).name));
  }
}

void predecode(Module& module, CodeBase& code) { Predecoder(module, code).run(); }

}  // namespace heddle::beam
