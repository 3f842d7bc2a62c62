#include "beam/loader/otp_release.hpp"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "support/folder.hpp"

namespace heddle::beam {
namespace {

namespace fs = std::filesystem;

constexpr int kErtsIsLess = 12;

int number_in(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

OtpRelease otp_release(const std::string& root) {
  OtpRelease result;
  int number = 0;
  // An upgraded system keeps its old ones.
  for (const std::string& name : support::names_in(root + "/releases")) {
    std::ifstream file(fs::path(root) / "releases" / name / "OTP_VERSION");
    std::string version;
    if (number_in(name) <= number || !(file >> version)) continue;
    number = number_in(name);
    result.version = version;
  }
  int erts = 0;
  for (const std::string& folder : {root, root + "/lib"}) {
    for (const std::string& name : support::names_in(folder)) {
      constexpr std::string_view kPrefix = "erts-";
      if (!name.starts_with(kPrefix)) continue;
      const std::string version = name.substr(kPrefix.size());
      if (number_in(version) < erts) continue;
      erts = number_in(version);
      result.erts = version;
    }
  }
  if (number == 0 && erts > 0) number = erts + kErtsIsLess;
  if (number > 0) result.number = number;
  return result;
}

}  // namespace heddle::beam
