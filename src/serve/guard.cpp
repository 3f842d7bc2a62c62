#include "serve/guard.hpp"

#include <fmt/format.h>

#include <utility>

#include "serve/token.hpp"

namespace heddle::serve {

Guard::Guard(std::uint16_t port, std::string token) : port_(port), token_(std::move(token)) {}

bool Guard::is_ours(std::string_view authority) const {
  for (const char* name : {"127.0.0.1", "localhost"}) {
    if (authority == fmt::format("{}:{}", name, port_)) return true;
    if (port_ == 80 && authority == name) return true;  // browsers leave the usual port out
  }
  return false;
}

std::optional<std::string> Guard::refuses_place(const Caller& caller) const {
  if (caller.several) return "a header came twice";
  if (!is_ours(caller.host)) return "the Host header does not name this server";
  constexpr std::string_view kScheme = "http://";
  if (!caller.origin.empty()) {
    const std::string_view origin = caller.origin;
    if (!origin.starts_with(kScheme) || !is_ours(origin.substr(kScheme.size()))) {
      return "the request comes from a page of another origin";
    }
  }
  if (caller.fetch_site == "cross-site" || caller.fetch_site == "same-site") {
    return "the request comes from a page of another site";
  }
  return std::nullopt;
}

std::optional<std::string> Guard::refuses(const Caller& caller) const {
  if (auto why = refuses_place(caller)) return why;
  if (!equal_in_constant_time(caller.token, token_)) {
    return "the token is missing or wrong; open the address that heddle serve has printed";
  }
  return std::nullopt;
}

}  // namespace heddle::serve
