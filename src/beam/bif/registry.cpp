#include "beam/bif/registry.hpp"

namespace heddle::beam {

const std::vector<Native>& natives() {
  static const std::vector<Native> all = [] {
    std::vector<Native> natives;
    for (const std::span<const Native> family : {
             erlang_arithmetic(),
             erlang_terms(),
             erlang_modules(),
             erlang_processes(),
             erlang_signals(),
             erlang_suspension(),
             erlang_ports(),
             erlang_process_info(),
             erlang_timers(),
             erlang_calendar(),
             erlang_environment(),
             erlang_code(),
             ets_natives(),
             ets_selection(),
             ets_walk(),
             shared_words(),
             erlang_conversions(),
             erlang_bitstrings(),
             erlang_checksums(),
             erlang_system(),
             system_requests(),
             tracing_natives(),
             trace_pattern_natives(),
             sequential_tracing_natives(),
             erts_debug_module(),
             system_settings(),
             binary_module(),
             erts_internal_module(),
             lists_module(),
             maps_module(),
             math_module(),
             prim_buffer_module(),
             prim_file_module(),
             re_module(),
             string_module(),
             unicode_module(),
             zlib_module(),
             prepared_code(),
             crypto_module(),
             decode_packet_natives(),
             coverage_natives(),
             otp_application(),
             otp_global(),
             otp_code(),
             otp_init(),
             otp_code_server(),
             otp_elixir(),
             otp_file(),
             otp_io(),
             otp_logger(),
             otp_refused(),
         }) {
      natives.insert(natives.end(), family.begin(), family.end());
    }
    return natives;
  }();
  return all;
}

}  // namespace heddle::beam
