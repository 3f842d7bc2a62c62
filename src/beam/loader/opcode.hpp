// The instructions of .beam files, as the compilers of OTP 24 to 29 number them (genop.tab).
//
//   info(Opcode::kMove).name == "move"
//
// A row: number, constant, name, the first release that has it (24: that one or an earlier one),
// the first that has it no longer (0: none), and its operands, a letter each:
//
//   s  a value: x or y register, integer, atom, [], literal    u  a number
//   r  an x or y register that is read                         i  an import
//   d  an x or y register that is written                      l  an entry of FunT
//   x  an x register      y  a y register                      n  an entry of Line, or 0
//   f  a label in the same function, or 0: none                w  heap words
//   j  a label in the same function                            a  an atom
//   c  the entry of a function                                 e  a float register
//   t  f or an atom       q  e or s      Q  e or d             b  u or s
//   k  a small number: registers, arguments, stack slots       ?  anything
//   [sj]  a list: values and labels by turns                   *  a list with a grammar of its own
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heddle::beam {

// clang-format off
#define HEDDLE_OPCODES(X) \
  X(1, kLabel, "label", 24, 0, "u")                                                                \
  X(2, kFuncInfo, "func_info", 24, 0, "aak")                                                       \
  X(3, kIntCodeEnd, "int_code_end", 24, 0, "")                                                     \
  X(4, kCall, "call", 24, 0, "kc")                                                                 \
  X(5, kCallLast, "call_last", 24, 0, "kck")                                                       \
  X(6, kCallOnly, "call_only", 24, 0, "kc")                                                        \
  X(7, kCallExt, "call_ext", 24, 0, "ki")                                                          \
  X(8, kCallExtLast, "call_ext_last", 24, 0, "kik")                                                \
  X(9, kBif0, "bif0", 24, 0, "id")                                                                 \
  X(10, kBif1, "bif1", 24, 0, "fisd")                                                              \
  X(11, kBif2, "bif2", 24, 0, "fissd")                                                             \
  X(12, kAllocate, "allocate", 24, 0, "kk")                                                        \
  X(13, kAllocateHeap, "allocate_heap", 24, 0, "kwk")                                              \
  X(14, kAllocateZero, "allocate_zero", 24, 27, "kk")                                              \
  X(15, kAllocateHeapZero, "allocate_heap_zero", 24, 27, "kwk")                                    \
  X(16, kTestHeap, "test_heap", 24, 0, "wk")                                                       \
  X(17, kInit, "init", 24, 27, "y")                                                                \
  X(18, kDeallocate, "deallocate", 24, 0, "k")                                                     \
  X(19, kReturn, "return", 24, 0, "")                                                              \
  X(20, kSend, "send", 24, 0, "")                                                                  \
  X(21, kRemoveMessage, "remove_message", 24, 0, "")                                               \
  X(22, kTimeout, "timeout", 24, 0, "")                                                            \
  X(23, kLoopRec, "loop_rec", 24, 0, "jx")                                                         \
  X(24, kLoopRecEnd, "loop_rec_end", 24, 0, "j")                                                   \
  X(25, kWait, "wait", 24, 0, "j")                                                                 \
  X(26, kWaitTimeout, "wait_timeout", 24, 0, "js")                                                 \
  X(27, kMPlus, "m_plus", 24, 24, "????")                                                          \
  X(28, kMMinus, "m_minus", 24, 24, "????")                                                        \
  X(29, kMTimes, "m_times", 24, 24, "????")                                                        \
  X(30, kMDiv, "m_div", 24, 24, "????")                                                            \
  X(31, kIntDiv, "int_div", 24, 24, "????")                                                        \
  X(32, kIntRem, "int_rem", 24, 24, "????")                                                        \
  X(33, kIntBand, "int_band", 24, 24, "????")                                                      \
  X(34, kIntBor, "int_bor", 24, 24, "????")                                                        \
  X(35, kIntBxor, "int_bxor", 24, 24, "????")                                                      \
  X(36, kIntBsl, "int_bsl", 24, 24, "????")                                                        \
  X(37, kIntBsr, "int_bsr", 24, 24, "????")                                                        \
  X(38, kIntBnot, "int_bnot", 24, 24, "???")                                                       \
  X(39, kIsLt, "is_lt", 24, 0, "jss")                                                              \
  X(40, kIsGe, "is_ge", 24, 0, "jss")                                                              \
  X(41, kIsEq, "is_eq", 24, 0, "jss")                                                              \
  X(42, kIsNe, "is_ne", 24, 0, "jss")                                                              \
  X(43, kIsEqExact, "is_eq_exact", 24, 0, "jss")                                                   \
  X(44, kIsNeExact, "is_ne_exact", 24, 0, "jss")                                                   \
  X(45, kIsInteger, "is_integer", 24, 0, "js")                                                     \
  X(46, kIsFloat, "is_float", 24, 0, "js")                                                         \
  X(47, kIsNumber, "is_number", 24, 0, "js")                                                       \
  X(48, kIsAtom, "is_atom", 24, 0, "js")                                                           \
  X(49, kIsPid, "is_pid", 24, 0, "js")                                                             \
  X(50, kIsReference, "is_reference", 24, 0, "js")                                                 \
  X(51, kIsPort, "is_port", 24, 0, "js")                                                           \
  X(52, kIsNil, "is_nil", 24, 0, "js")                                                             \
  X(53, kIsBinary, "is_binary", 24, 0, "js")                                                       \
  X(54, kIsConstant, "is_constant", 24, 24, "??")                                                  \
  X(55, kIsList, "is_list", 24, 0, "js")                                                           \
  X(56, kIsNonemptyList, "is_nonempty_list", 24, 0, "js")                                          \
  X(57, kIsTuple, "is_tuple", 24, 0, "js")                                                         \
  X(58, kTestArity, "test_arity", 24, 0, "jsu")                                                    \
  X(59, kSelectVal, "select_val", 24, 0, "sj[sj]")                                                 \
  X(60, kSelectTupleArity, "select_tuple_arity", 24, 0, "sj[uj]")                                  \
  X(61, kJump, "jump", 24, 0, "j")                                                                 \
  X(62, kCatch, "catch", 24, 0, "yj")                                                              \
  X(63, kCatchEnd, "catch_end", 24, 0, "y")                                                        \
  X(64, kMove, "move", 24, 0, "sd")                                                                \
  X(65, kGetList, "get_list", 24, 0, "rdd")                                                        \
  X(66, kGetTupleElement, "get_tuple_element", 24, 0, "rud")                                       \
  X(67, kSetTupleElement, "set_tuple_element", 24, 0, "sru")                                       \
  X(68, kPutString, "put_string", 24, 24, "???")                                                   \
  X(69, kPutList, "put_list", 24, 0, "ssd")                                                        \
  X(70, kPutTuple, "put_tuple", 24, 25, "ud")                                                      \
  X(71, kPut, "put", 24, 25, "s")                                                                  \
  X(72, kBadmatch, "badmatch", 24, 0, "s")                                                         \
  X(73, kIfEnd, "if_end", 24, 0, "")                                                               \
  X(74, kCaseEnd, "case_end", 24, 0, "s")                                                          \
  X(75, kCallFun, "call_fun", 24, 0, "k")                                                          \
  X(76, kMakeFun, "make_fun", 24, 24, "???")                                                       \
  X(77, kIsFunction, "is_function", 24, 0, "js")                                                   \
  X(78, kCallExtOnly, "call_ext_only", 24, 0, "ki")                                                \
  X(79, kBsStartMatch, "bs_start_match", 24, 24, "??")                                             \
  X(80, kBsGetInteger, "bs_get_integer", 24, 24, "?????")                                          \
  X(81, kBsGetFloat, "bs_get_float", 24, 24, "?????")                                              \
  X(82, kBsGetBinary, "bs_get_binary", 24, 24, "?????")                                            \
  X(83, kBsSkipBits, "bs_skip_bits", 24, 24, "????")                                               \
  X(84, kBsTestTail, "bs_test_tail", 24, 24, "??")                                                 \
  X(85, kBsSave, "bs_save", 24, 24, "?")                                                           \
  X(86, kBsRestore, "bs_restore", 24, 24, "?")                                                     \
  X(87, kBsInit, "bs_init", 24, 24, "??")                                                          \
  X(88, kBsFinal, "bs_final", 24, 24, "??")                                                        \
  X(89, kBsPutInteger, "bs_put_integer", 24, 28, "fsuus")                                          \
  X(90, kBsPutBinary, "bs_put_binary", 24, 28, "fsuus")                                            \
  X(91, kBsPutFloat, "bs_put_float", 24, 28, "fsuus")                                              \
  X(92, kBsPutString, "bs_put_string", 24, 28, "uu")                                               \
  X(93, kBsNeedBuf, "bs_need_buf", 24, 24, "?")                                                    \
  X(94, kFclearerror, "fclearerror", 24, 27, "")                                                   \
  X(95, kFcheckerror, "fcheckerror", 24, 27, "f")                                                  \
  X(96, kFmove, "fmove", 24, 0, "qQ")                                                              \
  X(97, kFconv, "fconv", 24, 0, "se")                                                              \
  X(98, kFadd, "fadd", 24, 0, "feee")                                                              \
  X(99, kFsub, "fsub", 24, 0, "feee")                                                              \
  X(100, kFmul, "fmul", 24, 0, "feee")                                                             \
  X(101, kFdiv, "fdiv", 24, 0, "feee")                                                             \
  X(102, kFnegate, "fnegate", 24, 0, "fee")                                                        \
  X(103, kMakeFun2, "make_fun2", 24, 27, "l")                                                      \
  X(104, kTry, "try", 24, 0, "yj")                                                                 \
  X(105, kTryEnd, "try_end", 24, 0, "y")                                                           \
  X(106, kTryCase, "try_case", 24, 0, "y")                                                         \
  X(107, kTryCaseEnd, "try_case_end", 24, 0, "s")                                                  \
  X(108, kRaise, "raise", 24, 0, "ss")                                                             \
  X(109, kBsInit2, "bs_init2", 24, 28, "fbwkud")                                                   \
  X(110, kBsBitsToBytes, "bs_bits_to_bytes", 24, 24, "???")                                        \
  X(111, kBsAdd, "bs_add", 24, 28, "fssud")                                                        \
  X(112, kApply, "apply", 24, 0, "k")                                                              \
  X(113, kApplyLast, "apply_last", 24, 0, "kk")                                                    \
  X(114, kIsBoolean, "is_boolean", 24, 0, "js")                                                    \
  X(115, kIsFunction2, "is_function2", 24, 0, "jss")                                               \
  X(116, kBsStartMatch2, "bs_start_match2", 24, 25, "fskud")                                       \
  X(117, kBsGetInteger2, "bs_get_integer2", 24, 0, "frksuud")                                      \
  X(118, kBsGetFloat2, "bs_get_float2", 24, 0, "frksuud")                                          \
  X(119, kBsGetBinary2, "bs_get_binary2", 24, 0, "frksuud")                                        \
  X(120, kBsSkipBits2, "bs_skip_bits2", 24, 0, "frsuu")                                            \
  X(121, kBsTestTail2, "bs_test_tail2", 24, 0, "fru")                                              \
  X(122, kBsSave2, "bs_save2", 24, 25, "r?")                                                       \
  X(123, kBsRestore2, "bs_restore2", 24, 25, "r?")                                                 \
  X(124, kGcBif1, "gc_bif1", 24, 0, "fkisd")                                                       \
  X(125, kGcBif2, "gc_bif2", 24, 0, "fkissd")                                                      \
  X(126, kBsFinal2, "bs_final2", 24, 24, "??")                                                     \
  X(127, kBsBitsToBytes2, "bs_bits_to_bytes2", 24, 24, "??")                                       \
  X(128, kPutLiteral, "put_literal", 24, 24, "??")                                                 \
  X(129, kIsBitstr, "is_bitstr", 24, 0, "js")                                                      \
  X(130, kBsContextToBinary, "bs_context_to_binary", 24, 25, "r")                                  \
  X(131, kBsTestUnit, "bs_test_unit", 24, 29, "fru")                                               \
  X(132, kBsMatchString, "bs_match_string", 24, 0, "fruu")                                         \
  X(133, kBsInitWritable, "bs_init_writable", 24, 0, "")                                           \
  X(134, kBsAppend, "bs_append", 24, 28, "fswkusud")                                               \
  X(135, kBsPrivateAppend, "bs_private_append", 24, 28, "fsusud")                                  \
  X(136, kTrim, "trim", 24, 0, "kk")                                                               \
  X(137, kBsInitBits, "bs_init_bits", 24, 28, "fbwkud")                                            \
  X(138, kBsGetUtf8, "bs_get_utf8", 24, 0, "frkud")                                                \
  X(139, kBsSkipUtf8, "bs_skip_utf8", 24, 0, "frku")                                               \
  X(140, kBsGetUtf16, "bs_get_utf16", 24, 0, "frkud")                                              \
  X(141, kBsSkipUtf16, "bs_skip_utf16", 24, 0, "frku")                                             \
  X(142, kBsGetUtf32, "bs_get_utf32", 24, 0, "frkud")                                              \
  X(143, kBsSkipUtf32, "bs_skip_utf32", 24, 0, "frku")                                             \
  X(144, kBsUtf8Size, "bs_utf8_size", 24, 28, "fsd")                                               \
  X(145, kBsPutUtf8, "bs_put_utf8", 24, 28, "fus")                                                 \
  X(146, kBsUtf16Size, "bs_utf16_size", 24, 28, "fsd")                                             \
  X(147, kBsPutUtf16, "bs_put_utf16", 24, 28, "fus")                                               \
  X(148, kBsPutUtf32, "bs_put_utf32", 24, 28, "fus")                                               \
  X(149, kOnLoad, "on_load", 24, 0, "")                                                            \
  X(150, kRecvMark, "recv_mark", 24, 27, "j")                                                      \
  X(151, kRecvSet, "recv_set", 24, 27, "j")                                                        \
  X(152, kGcBif3, "gc_bif3", 24, 0, "fkisssd")                                                     \
  X(153, kLine, "line", 24, 0, "n")                                                                \
  X(154, kPutMapAssoc, "put_map_assoc", 24, 0, "fsdk[ss]")                                         \
  X(155, kPutMapExact, "put_map_exact", 24, 0, "fsdk[ss]")                                         \
  X(156, kIsMap, "is_map", 24, 0, "js")                                                            \
  X(157, kHasMapFields, "has_map_fields", 24, 0, "js[s]")                                          \
  X(158, kGetMapElements, "get_map_elements", 24, 0, "js[sd]")                                     \
  X(159, kIsTaggedTuple, "is_tagged_tuple", 24, 0, "jsua")                                         \
  X(160, kBuildStacktrace, "build_stacktrace", 24, 0, "")                                          \
  X(161, kRawRaise, "raw_raise", 24, 0, "")                                                        \
  X(162, kGetHd, "get_hd", 24, 0, "rd")                                                            \
  X(163, kGetTl, "get_tl", 24, 0, "rd")                                                            \
  X(164, kPutTuple2, "put_tuple2", 24, 0, "d[s]")                                                  \
  X(165, kBsGetTail, "bs_get_tail", 24, 0, "rdk")                                                  \
  X(166, kBsStartMatch3, "bs_start_match3", 24, 0, "fskd")                                         \
  X(167, kBsGetPosition, "bs_get_position", 24, 0, "rdk")                                          \
  X(168, kBsSetPosition, "bs_set_position", 24, 0, "rr")                                           \
  X(169, kSwap, "swap", 24, 0, "dd")                                                               \
  X(170, kBsStartMatch4, "bs_start_match4", 24, 0, "tksd")                                         \
  X(171, kMakeFun3, "make_fun3", 24, 0, "ld[s]")                                                   \
  X(172, kInitYregs, "init_yregs", 24, 0, "[y]")                                                   \
  X(173, kRecvMarkerBind, "recv_marker_bind", 24, 0, "rr")                                         \
  X(174, kRecvMarkerClear, "recv_marker_clear", 24, 0, "r")                                        \
  X(175, kRecvMarkerReserve, "recv_marker_reserve", 24, 0, "d")                                    \
  X(176, kRecvMarkerUse, "recv_marker_use", 24, 0, "r")                                            \
  X(177, kBsCreateBin, "bs_create_bin", 25, 0, "fwkud*")                                           \
  X(178, kCallFun2, "call_fun2", 25, 0, "?ks")                                                     \
  X(179, kNifStart, "nif_start", 25, 0, "")                                                        \
  X(180, kBadrecord, "badrecord", 25, 0, "s")                                                      \
  X(181, kUpdateRecord, "update_record", 26, 0, "ausd[us]")                                        \
  X(182, kBsMatch, "bs_match", 26, 0, "fr*")                                                       \
  X(183, kExecutableLine, "executable_line", 27, 0, "nu")                                          \
  X(184, kDebugLine, "debug_line", 28, 0, "anuk")                                                  \
  X(185, kBif3, "bif3", 29, 0, "??????")                                                           \
  X(186, kIsAnyNativeRecord, "is_any_native_record", 29, 0, "??")                                  \
  X(187, kIsNativeRecord, "is_native_record", 29, 0, "????")                                       \
  X(188, kGetRecordElements, "get_record_elements", 29, 0, "???")                                  \
  X(189, kPutRecord, "put_record", 29, 0, "??????")                                                \
  X(190, kIsRecordAccessible, "is_record_accessible", 29, 0, "???")                                \
  X(191, kGetRecordField, "get_record_field", 29, 0, "?????")
// clang-format on

enum class Opcode : std::uint8_t {
#define X(number, id, name, since, until, operands) id = (number),
  HEDDLE_OPCODES(X)
#undef X
};

struct OpcodeInfo {
  std::string_view name;
  std::uint8_t since = 0;
  std::uint8_t until = 0;
  std::string_view operands;
  std::uint8_t arity = 0;
};

namespace detail {
constexpr std::uint8_t count_operands(std::string_view operands) {
  std::uint8_t count = 0;
  bool in_list = false;
  for (const char c : operands) {
    if (!in_list) ++count;
    if (c == '[') in_list = true;
    if (c == ']') in_list = false;
  }
  return count;
}
}  // namespace detail

/// By number; 0 is no instruction.
inline constexpr OpcodeInfo kOpcodes[] = {{},
#define X(number, id, name, since, until, operands) \
  {name, since, until, operands, detail::count_operands(operands)},
                                          HEDDLE_OPCODES(X)
#undef X
};
inline constexpr std::size_t kKnownOpcodes = sizeof(kOpcodes) / sizeof(kOpcodes[0]);  // 0 included
/// Later ones have a name, but their meaning is not known here.
inline constexpr std::size_t kLastOpcode = 184;
static_assert(kKnownOpcodes == 192);

constexpr const OpcodeInfo& info(Opcode opcode) {
  return kOpcodes[static_cast<std::size_t>(opcode)];
}

}  // namespace heddle::beam
