// The numbers of the external term format, for etf_decode.cpp and etf_encode.cpp.
//
// How the parts of identifiers are numbered here: a pid's number is ID (28 bits) and serial; a
// reference is counter (two words), then its creator's number (one word or two).
#pragma once

#include <cstdint>

namespace heddle::beam::etf {

enum Tag : std::uint8_t {
  kDistributionHeader = 68,
  kNewFloat = 70,
  kBitBinary = 77,
  kCompressed = 80,
  kAtomCacheReference = 82,
  kNewPid = 88,
  kNewPort = 89,
  kNewerReference = 90,
  kSmallInteger = 97,
  kInteger = 98,
  kFloat = 99,
  kAtom = 100,
  kReference = 101,
  kPort = 102,
  kPid = 103,
  kSmallTuple = 104,
  kLargeTuple = 105,
  kNil = 106,
  kString = 107,
  kList = 108,
  kBinary = 109,
  kSmallBig = 110,
  kLargeBig = 111,
  kNewFun = 112,
  kExport = 113,
  kNewReference = 114,
  kSmallAtom = 115,
  kMap = 116,
  kFun = 117,
  kAtomUtf8 = 118,
  kSmallAtomUtf8 = 119,
  kV4Port = 120,
  kLocal = 121,
  kVersion = 131,
};

inline constexpr int kPidIdBits = 28;

}  // namespace heddle::beam::etf
