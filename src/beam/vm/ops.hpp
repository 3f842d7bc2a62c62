// The instructions of the interpreter: what the loader's instructions become (predecode.cpp).
//
// Most have the name and the operands of the BEAM instruction. Names with a suffix are special
// cases: of operand kinds (move_xy), or of the function called (add).
#pragma once

#include <cstdint>

namespace heddle::beam {

// clang-format off
#define HEDDLE_OPS(X) \
  X(func_info) X(call) X(call_last) X(call_only) X(call_ext) X(call_ext_last) X(call_ext_only) \
  X(apply) X(apply_last) \
  X(call_fun) X(call_fun2) X(call_fun_last) X(call_fun2_last) X(return_) \
  X(bif0) X(bif1) X(bif2) X(bif3) X(add) X(subtract) X(add_small) X(multiply) X(tuple_element) \
  X(allocate) X(deallocate) X(trim) X(init_yregs) X(test_heap) \
  X(send) X(remove_message) X(timeout) X(loop_rec) X(loop_rec_end) X(wait) X(wait_timeout) \
  X(recv_marker_reserve) \
  X(is_lt) X(is_ge) X(is_eq) X(is_ne) X(is_eq_exact) X(is_eq_exact_immediate) X(is_ne_exact) \
  X(is_integer) X(is_float) X(is_number) X(is_atom) X(is_pid) X(is_reference) X(is_port) X(is_nil) \
  X(is_binary) X(is_bitstr) X(is_list) X(is_nonempty_list) X(is_tuple) X(test_arity) \
  X(is_tagged_tuple) X(is_function) X(is_function2) X(is_boolean) X(is_map) X(has_map_fields) \
  X(get_map_elements) X(select_val) X(select_tuple_arity) X(jump) \
  X(move) X(move_xx) X(move_xy) X(move_yx) X(move_cx) X(swap) \
  X(get_list) X(get_hd) X(get_tl) X(get_tuple_element) X(set_tuple_element) \
  X(put_list) X(put_tuple2) X(update_record) X(put_map_assoc) X(put_map_exact) \
  X(make_fun) \
  X(badmatch) X(if_end) X(case_end) X(badrecord) X(try_) X(try_end) X(try_case) X(try_case_end) \
  X(catch_) X(catch_end) X(raise) X(raw_raise) X(build_stacktrace) \
  X(fmove_in) X(fmove_out) X(fconv) X(fadd) X(fsub) X(fmul) X(fdiv) X(fnegate) \
  X(bs_start_match) X(bs_get_integer) X(bs_get_float) X(bs_get_binary) X(bs_skip_bits) \
  X(bs_test_tail) X(bs_test_unit) X(bs_match_string) X(bs_get_tail) X(bs_get_position) \
  X(bs_set_position) X(bs_get_utf8) X(bs_get_utf16) X(bs_get_utf32) X(bs_skip_utf8) \
  X(bs_skip_utf16) X(bs_skip_utf32) X(bs_create_bin) X(bs_match) X(bs_init_writable) \
  X(bs_init) X(bs_init_bits) X(bs_append) X(bs_add) X(bs_put_integer) X(bs_put_binary) \
  X(bs_put_float) X(bs_put_string) X(bs_put_utf8) X(bs_put_utf16) X(bs_put_utf32) X(bs_utf8_size) \
  X(bs_utf16_size) X(end_of_process) X(unsupported) X(ask_native) X(raise_pending) \
  X(ask_version) X(resume_call) X(trace_external) X(trace_local) X(resume_traced) X(trace_return) \
  X(leave_traced) X(trace_unwind) X(unwind_on)
// clang-format on

enum class Op : std::uint16_t {
#define X(name) name,
  HEDDLE_OPS(X)
#undef X
};

}  // namespace heddle::beam
