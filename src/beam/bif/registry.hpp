// All native functions, by module: one file each in this folder.
#pragma once

#include <span>
#include <vector>

#include "beam/vm/native.hpp"

namespace heddle::beam {

/// Every native function there is.
const std::vector<Native>& natives();

std::span<const Native> erlang_arithmetic();
std::span<const Native> erlang_terms();
std::span<const Native> erlang_modules();
std::span<const Native> erlang_processes();
std::span<const Native> erlang_signals();
std::span<const Native> erlang_suspension();
std::span<const Native> erlang_ports();
std::span<const Native> erlang_process_info();
std::span<const Native> erlang_timers();
std::span<const Native> erlang_calendar();
std::span<const Native> erlang_environment();
std::span<const Native> erlang_code();
std::span<const Native> ets_natives();
std::span<const Native> ets_selection();
std::span<const Native> ets_walk();
std::span<const Native> shared_words();
std::span<const Native> erlang_conversions();
std::span<const Native> erlang_bitstrings();
std::span<const Native> erlang_checksums();
std::span<const Native> erlang_system();
std::span<const Native> system_requests();
std::span<const Native> tracing_natives();
std::span<const Native> trace_pattern_natives();
std::span<const Native> sequential_tracing_natives();
std::span<const Native> erts_debug_module();
std::span<const Native> system_settings();
std::span<const Native> binary_module();
std::span<const Native> erts_internal_module();
std::span<const Native> lists_module();
std::span<const Native> maps_module();
std::span<const Native> math_module();
std::span<const Native> prim_buffer_module();
std::span<const Native> prim_file_module();
std::span<const Native> re_module();
std::span<const Native> string_module();
std::span<const Native> unicode_module();
std::span<const Native> prepared_code();
std::span<const Native> zlib_module();
std::span<const Native> crypto_module();
std::span<const Native> decode_packet_natives();
std::span<const Native> coverage_natives();

// What OTP writes in Erlang and the machine does itself (../otp).
std::span<const Native> otp_application();
std::span<const Native> otp_global();
std::span<const Native> otp_code();
std::span<const Native> otp_init();
std::span<const Native> otp_code_server();
std::span<const Native> otp_elixir();
std::span<const Native> otp_file();
std::span<const Native> otp_io();
std::span<const Native> otp_logger();
std::span<const Native> otp_refused();

}  // namespace heddle::beam
