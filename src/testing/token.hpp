// Tokens: one schedule of one test as a short word that can be copied from a report.
//
//   h1.<letters, digits, - and _>
//
// Below the letters (base64 of RFC 4648, the alphabet for file names) are bytes; numbers are
// varints, seven bits a byte, low ones first:
//
//   check      2 bytes: the low half of an FNV-1a hash of all that follows
//   test       3 bytes: of a hash of the test's identity
//   options    1 byte: memory model (2 bits), weak failures, child exceptions, spin detection,
//              stuck threads
//   actors     their number n, and for each the index of its parent plus one (0: none), its role
//   and
//              its ordinal: its path, the same in every process
//   blocks     (length - 1) * n + actor for each block of steps of one actor
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/actor.hpp"
#include "heddle/options.hpp"

namespace heddle::testing {

struct Token {
  std::uint32_t test = 0;
  std::uint8_t engine = 0;
  std::vector<core::ActorKey> actors;  // parents are indices here, and come first
  std::vector<std::uint32_t> schedule;

  bool operator==(const Token&) const = default;
};

std::uint32_t hash_of_test(std::string_view identity);
std::uint8_t engine_bits(const options& how);
/// Sets what `engine_bits` tells.
void apply_engine_bits(std::uint8_t bits, options& how);

Token make_token(const core::ActorTable& actors, const std::vector<core::ActorId>& schedule,
                 std::string_view identity, const options& how);
std::string to_text(const Token& token);
/// Throws support::UserError that says what is wrong with it.
Token parse_token(std::string_view text);
/// The schedule in the numbers of this table.
std::vector<core::ActorId> schedule_of(const Token& token, core::ActorTable& actors);

}  // namespace heddle::testing
