// OpenSSL's libcrypto, loaded when a program first uses crypto: linked, it would take a tenth of
// the start of every other one.
#pragma once

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace heddle::beam {

struct Libcrypto {
  decltype(&::EVP_get_digestbyname) get_digest_by_name;
  decltype(&::EVP_Digest) digest;
  decltype(&::EVP_MD_get_block_size) block_size;
  decltype(&::EVP_MD_get_size) size;
  decltype(&::EVP_MD_get_type) type;
  decltype(&::HMAC) hmac;
  decltype(&::PKCS5_PBKDF2_HMAC) pbkdf2;
  decltype(&::OpenSSL_version) version;
};

/// Throws support::UserError if it is not there, or too old.
const Libcrypto& libcrypto();

}  // namespace heddle::beam
