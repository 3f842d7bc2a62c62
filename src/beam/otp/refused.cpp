// What a run cannot have: the world outside. The first call says so, and who made it.
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
    {"gen_tcp", "connect", 3, "sockets"},      {"gen_tcp", "connect", 4, "sockets"},
    {"gen_tcp", "listen", 2, "sockets"},       {"gen_udp", "open", 1, "sockets"},
    {"gen_udp", "open", 2, "sockets"},         {"gen_sctp", "open", 0, "sockets"},
    {"gen_sctp", "open", 1, "sockets"},        {"socket", "open", 2, "sockets"},
    {"socket", "open", 3, "sockets"},          {"socket", "open", 4, "sockets"},
    {"ssl", "connect", 3, "sockets"},          {"ssl", "listen", 2, "sockets"},
    {"erlang", "open_port", 2, "ports"},       {"erts_internal", "open_port", 2, "ports"},
    {"os", "cmd", 1, "other programs"},        {"os", "cmd", 2, "other programs"},
    {"net_kernel", "start", 1, "other nodes"}, {"net_kernel", "start", 2, "other nodes"},
    {"net_adm", "ping", 1, "other nodes"},     {"init", "stop", 0, kShutdowns},
    {"init", "stop", 1, kShutdowns},           {"init", "restart", 0, kShutdowns},
    {"init", "restart", 1, kShutdowns},        {"init", "reboot", 0, kShutdowns},
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

}  // namespace heddle::beam
