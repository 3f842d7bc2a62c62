#include "beam/loader/otp_release.hpp"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace heddle::beam {
namespace {

namespace fs = std::filesystem;

constexpr int kErtsIsLess = 12;

int number_in(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

template <typename Look>
void each_name(const fs::path& folder, const Look& look) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    look(it->path().filename().string());
  }
}

}  // namespace

OtpRelease otp_release(const std::string& root) {
  OtpRelease result;
  int number = 0;
  // An upgraded system keeps its old ones.
  each_name(fs::path(root) / "releases", [&](const std::string& name) {
    std::ifstream file(fs::path(root) / "releases" / name / "OTP_VERSION");
    std::string version;
    if (number_in(name) <= number || !(file >> version)) return;
    number = number_in(name);
    result.version = version;
  });
  int erts = 0;
  for (const fs::path& folder : {fs::path(root), fs::path(root) / "lib"}) {
    each_name(folder, [&](const std::string& name) {
      constexpr std::string_view kPrefix = "erts-";
      if (!name.starts_with(kPrefix)) return;
      const std::string version = name.substr(kPrefix.size());
      if (number_in(version) < erts) return;
      erts = number_in(version);
      result.erts = version;
    });
  }
  if (number == 0 && erts > 0) number = erts + kErtsIsLess;
  if (number > 0) result.number = number;
  return result;
}

}  // namespace heddle::beam
