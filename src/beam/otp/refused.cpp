// What a run cannot have: the world outside. The first call says so, and who made it.
#include "beam/otp/refused.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "beam/bif/registry.hpp"
#include "beam/vm/machine.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

struct Refused {
  const char* module;
  const char* function;
  std::uint32_t arity;
  const char* what;
};

constexpr const char* kShutdowns = "orderly shutdowns of the system (erlang:halt/0 is no such)";

constexpr Refused kRefused[] = {
    {"gen_tcp", "connect", 3, "sockets"},
    {"gen_tcp", "connect", 4, "sockets"},
    {"gen_tcp", "listen", 2, "sockets"},
    {"gen_udp", "open", 1, "sockets"},
    {"gen_udp", "open", 2, "sockets"},
    {"gen_sctp", "open", 0, "sockets"},
    {"gen_sctp", "open", 1, "sockets"},
    {"socket", "open", 2, "sockets"},
    {"socket", "open", 3, "sockets"},
    {"socket", "open", 4, "sockets"},
    {"ssl", "connect", 3, "sockets"},
    {"ssl", "listen", 2, "sockets"},
    {"erlang", "open_port", 2, "ports"},
    {"erts_internal", "open_port", 2, "ports"},
    {"os", "cmd", 1, "other programs"},
    {"os", "cmd", 2, "other programs"},
    {"net_kernel", "start", 1, "other nodes"},
    {"net_kernel", "start", 2, "other nodes"},
    {"net_adm", "ping", 1, "other nodes"},
    {"init", "stop", 0, kShutdowns},
    {"init", "stop", 1, kShutdowns},
    {"init", "restart", 0, kShutdowns},
    {"init", "restart", 1, kShutdowns},
    {"init", "reboot", 0, kShutdowns},
    {"prim_net", "nif_command", 1, "sockets"},
    {"prim_net", "nif_get_adapters_addresses", 1, "sockets"},
    {"prim_net", "nif_get_if_entry", 1, "sockets"},
    {"prim_net", "nif_get_interface_info", 1, "sockets"},
    {"prim_net", "nif_get_ip_address_table", 1, "sockets"},
    {"prim_net", "nif_getaddrinfo", 3, "sockets"},
    {"prim_net", "nif_gethostname", 0, "sockets"},
    {"prim_net", "nif_getifaddrs", 1, "sockets"},
    {"prim_net", "nif_getnameinfo", 2, "sockets"},
    {"prim_net", "nif_if_index2name", 1, "sockets"},
    {"prim_net", "nif_if_name2index", 1, "sockets"},
    {"prim_net", "nif_if_names", 0, "sockets"},
    {"prim_net", "nif_info", 0, "sockets"},
    {"prim_socket", "nif_accept", 2, "sockets"},
    {"prim_socket", "nif_bind", 2, "sockets"},
    {"prim_socket", "nif_bind", 3, "sockets"},
    {"prim_socket", "nif_cancel", 3, "sockets"},
    {"prim_socket", "nif_close", 1, "sockets"},
    {"prim_socket", "nif_command", 1, "sockets"},
    {"prim_socket", "nif_connect", 1, "sockets"},
    {"prim_socket", "nif_connect", 3, "sockets"},
    {"prim_socket", "nif_finalize_close", 1, "sockets"},
    {"prim_socket", "nif_getopt", 3, "sockets"},
    {"prim_socket", "nif_getopt", 4, "sockets"},
    {"prim_socket", "nif_info", 0, "sockets"},
    {"prim_socket", "nif_info", 1, "sockets"},
    {"prim_socket", "nif_ioctl", 2, "sockets"},
    {"prim_socket", "nif_ioctl", 3, "sockets"},
    {"prim_socket", "nif_ioctl", 4, "sockets"},
    {"prim_socket", "nif_listen", 2, "sockets"},
    {"prim_socket", "nif_open", 2, "sockets"},
    {"prim_socket", "nif_open", 4, "sockets"},
    {"prim_socket", "nif_peername", 1, "sockets"},
    {"prim_socket", "nif_recv", 4, "sockets"},
    {"prim_socket", "nif_recvfrom", 4, "sockets"},
    {"prim_socket", "nif_recvmsg", 5, "sockets"},
    {"prim_socket", "nif_send", 4, "sockets"},
    {"prim_socket", "nif_sendfile", 1, "sockets"},
    {"prim_socket", "nif_sendfile", 4, "sockets"},
    {"prim_socket", "nif_sendfile", 5, "sockets"},
    {"prim_socket", "nif_sendmsg", 5, "sockets"},
    {"prim_socket", "nif_sendto", 5, "sockets"},
    {"prim_socket", "nif_setopt", 5, "sockets"},
    {"prim_socket", "nif_shutdown", 2, "sockets"},
    {"prim_socket", "nif_sockname", 1, "sockets"},
    {"prim_socket", "nif_supports", 0, "sockets"},
    {"prim_socket", "nif_supports", 1, "sockets"},
    {"erlang", "setnode", 2, "other nodes"},
    {"erlang", "setnode", 3, "other nodes"},
    {"erlang", "dist_get_stat", 1, "other nodes"},
    {"erlang", "dist_ctrl_put_data", 2, "other nodes"},
    {"erlang", "dist_ctrl_get_data", 1, "other nodes"},
    {"erlang", "dist_ctrl_get_data_notification", 1, "other nodes"},
    {"erlang", "dist_ctrl_get_opt", 2, "other nodes"},
    {"erlang", "dist_ctrl_set_opt", 3, "other nodes"},
    {"erlang", "dist_ctrl_input_handler", 2, "other nodes"},
    {"erts_internal", "get_dflags", 0, "other nodes"},
    {"erts_internal", "new_connection", 1, "other nodes"},
    {"erts_internal", "abort_pending_connection", 2, "other nodes"},
    {"erts_internal", "create_dist_channel", 3, "other nodes"},
    {"erl_ddll", "try_load", 3, "drivers"},
    {"erl_ddll", "try_unload", 2, "drivers"},
    {"erl_ddll", "info", 2, "drivers"},
    {"erl_ddll", "loaded_drivers", 0, "drivers"},
    {"erl_ddll", "format_error_int", 1, "drivers"},
    {"erl_ddll", "monitor", 2, "drivers"},
    {"erl_ddll", "demonitor", 1, "drivers"},
    {"erlang", "load_nif", 2, "functions written in C"},
    {"prim_file", "file_desc_to_ref_nif", 1, "open files of the system"},
    {"prim_file", "get_handle_nif", 1, "open files of the system"},
};

template <std::size_t I>
Term refuse(Machine& machine, const Term*) {
  throw support::UserError(
      fmt::format("{} calls {}:{}/{}: {} are outside of the run, and Heddle does not have them",
                  machine.place(machine.calling()), kRefused[I].module, kRefused[I].function,
                  kRefused[I].arity, kRefused[I].what));
}

template <std::size_t... I>
constexpr std::array<Native, sizeof...(I)> all(std::index_sequence<I...>) {
  return {Native{kRefused[I].module, kRefused[I].function, kRefused[I].arity, refuse<I>}...};
}

constexpr auto kNatives = all(std::make_index_sequence<std::size(kRefused)>());

}  // namespace

std::span<const Native> otp_refused() { return kNatives; }

std::map<std::string, std::string> refused_functions() {
  std::map<std::string, std::string> all;
  for (const Refused& one : kRefused) {
    all[fmt::format("{}:{}/{}", one.module, one.function, one.arity)] = one.what;
  }
  return all;
}

}  // namespace heddle::beam
