// OtpRelease: which release of OTP an installation is.
//
//   otp_release("/usr/lib/erlang")   // 25, "25.2.3", "13.1.5"
//
// The number comes from releases/<number>/OTP_VERSION, else from the version of erts, which has had
// a number of its own since R13: that of a release is twelve less.
#pragma once

#include <string>

namespace heddle::beam {

struct OtpRelease {
  int number = 25;              // what is assumed if nothing says it
  std::string version{};        // "25.2.3"; empty if it is not known
  std::string erts = "13.1.5";  // of the runtime system
};

OtpRelease otp_release(const std::string& root);

}  // namespace heddle::beam
