// Who may talk to the server. It listens on 127.0.0.1, but every page that a browser shows can send
// requests there, and so can every user of the machine:
//
// - a foreign Origin (a page of another site) and a foreign Host (a name that was made to point to
//   127.0.0.1, DNS rebinding) are refused;
// - every request has to bring the token.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::serve {

/// What a request says about where it comes from; absent headers are empty.
struct Caller {
  std::string host;
  std::string origin;
  std::string fetch_site;  // Sec-Fetch-Site
  std::string token;
  bool several = false;  // Host or Origin came more than once
};

class Guard {
 public:
  Guard(std::uint16_t port, std::string token);

  /// Why the caller is refused, in words; nothing if it may go on.
  std::optional<std::string> refuses(const Caller& caller) const;
  /// The same without the token, for what has a key of its own.
  std::optional<std::string> refuses_place(const Caller& caller) const;
  const std::string& token() const { return token_; }

 private:
  bool is_ours(std::string_view authority) const;

  std::uint16_t port_;
  std::string token_;
};

}  // namespace heddle::serve
