#include "beam/bif/libcrypto.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "support/check.hpp"

namespace heddle::beam {
namespace {

constexpr const char* kFile = "libcrypto.so.3";  // the one whose headers are included

[[noreturn]] void refuse(const std::string& why) {
  throw support::UserError(fmt::format(
      "the program uses crypto, which needs OpenSSL 3: {}; install it (Debian: libssl3)", why));
}

template <typename Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) refuse(fmt::format("{} has no {}", kFile, name));
}

Libcrypto load() {
  void* const library = dlopen(kFile, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) refuse(dlerror());
  Libcrypto found{};
  find(library, "EVP_get_digestbyname", found.get_digest_by_name);
  find(library, "EVP_Digest", found.digest);
  find(library, "EVP_MD_get_block_size", found.block_size);
  find(library, "EVP_MD_get_size", found.size);
  find(library, "EVP_MD_get_type", found.type);
  find(library, "HMAC", found.hmac);
  find(library, "PKCS5_PBKDF2_HMAC", found.pbkdf2);
  find(library, "OpenSSL_version", found.version);
  return found;
}

}  // namespace

const Libcrypto& libcrypto() {
  static const Libcrypto functions = load();
  return functions;
}

}  // namespace heddle::beam
