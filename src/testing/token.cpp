#include "testing/token.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "support/check.hpp"

namespace heddle::testing {

namespace {

using support::UserError;

constexpr std::string_view kPrefix = "h1.";
constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::uint32_t fnv(std::string_view bytes) {
  std::uint32_t hash = 2166136261U;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619U;
  return hash;
}

std::uint32_t checksum(std::string_view bytes) {
  const std::uint32_t hash = fnv(bytes);
  return (hash ^ hash >> 16) & 0xffff;
}

void put(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  bool at_end() const { return bytes_.empty(); }
  std::uint8_t byte() {
    if (bytes_.empty()) throw UserError("the replay token is not whole; copy all of it");
    const auto value = static_cast<std::uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return value;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint8_t next = byte();
      value |= std::uint64_t{next & 0x7fU} << shift;
      if ((next & 0x80U) == 0) return value;
    }
    throw UserError("the replay token is damaged");
  }

 private:
  std::string_view bytes_;
};

std::string to_base64(std::string_view bytes) {
  std::string out;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char byte : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(byte);
    for (count += 8; count >= 6; count -= 6) out += kLetters[bits >> (count - 6) & 63];
  }
  if (count > 0) out += kLetters[bits << (6 - count) & 63];
  return out;
}

std::string from_base64(std::string_view text) {
  std::string out;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char letter : text) {
    const std::size_t value = kLetters.find(letter);
    if (value == std::string_view::npos) {
      throw UserError(fmt::format("the replay token contains '{}'; copy it as it was printed",
                                  std::string(1, letter)));
    }
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    count += 6;
    if (count >= 8) out += static_cast<char>(bits >> (count -= 8));
  }
  // What is left is no letter's worth, and zero; the checksum does not see it.
  if (count >= 6 || (bits & ((1U << count) - 1)) != 0) {
    throw UserError("the replay token is damaged or not whole; copy it as it was printed");
  }
  return out;
}

// More is no schedule of ours, and not worth the memory.
constexpr std::uint64_t kLongest = 10'000'000;

}  // namespace

std::uint32_t hash_of_test(std::string_view identity) { return fnv(identity) & 0xffffff; }

std::uint8_t engine_bits(const options& how) {
  return static_cast<std::uint8_t>(
      static_cast<unsigned>(how.memory) | (how.weak_failures ? 4U : 0U) |
      (how.child_exceptions ? 8U : 0U) | (how.spin_detection ? 16U : 0U) |
      (how.stuck_threads ? 32U : 0U) | std::min(how.spurious_wakeups, 3U) << 6);
}

void apply_engine_bits(std::uint8_t bits, options& how) {
  how.memory = static_cast<memory>(bits & 3U);
  how.weak_failures = (bits & 4U) != 0;
  how.child_exceptions = (bits & 8U) != 0;
  how.spin_detection = (bits & 16U) != 0;
  how.stuck_threads = (bits & 32U) != 0;
  how.spurious_wakeups = bits >> 6;
}

Token make_token(const core::ActorTable& actors, const std::vector<core::ActorId>& schedule,
                 std::string_view identity, const options& how) {
  Token token{hash_of_test(identity), engine_bits(how), {}, {}};
  std::unordered_map<core::ActorId, std::uint32_t> index_of;
  const auto index = [&](core::ActorId actor) {
    std::vector<core::ActorId> line;
    for (core::ActorId a = actor; a != core::kNoActor && !index_of.contains(a);
         a = actors.key(a).parent) {
      line.push_back(a);
    }
    for (auto it = line.rbegin(); it != line.rend(); ++it) {
      core::ActorKey key = actors.key(*it);
      if (key.parent != core::kNoActor) key.parent = index_of.at(key.parent);
      index_of.emplace(*it, static_cast<std::uint32_t>(token.actors.size()));
      token.actors.push_back(key);
    }
    return index_of.at(actor);
  };
  for (const core::ActorId actor : schedule) token.schedule.push_back(index(actor));
  return token;
}

std::string to_text(const Token& token) {
  std::string body;
  for (const unsigned shift : {0U, 8U, 16U}) body += static_cast<char>(token.test >> shift);
  body += static_cast<char>(token.engine);
  put(body, token.actors.size());
  for (const core::ActorKey& key : token.actors) {
    put(body, key.parent == core::kNoActor ? 0 : std::uint64_t{key.parent} + 1);
    put(body, key.role);
    put(body, key.ordinal);
  }
  for (std::size_t begin = 0; begin < token.schedule.size();) {
    std::size_t end = begin;
    while (end < token.schedule.size() && token.schedule[end] == token.schedule[begin]) ++end;
    put(body, (end - begin - 1) * token.actors.size() + token.schedule[begin]);
    begin = end;
  }
  const std::uint32_t check = checksum(body);
  const std::string head{static_cast<char>(check), static_cast<char>(check >> 8)};
  return std::string(kPrefix) + to_base64(head + body);
}

Token parse_token(std::string_view text) {
  if (!text.starts_with(kPrefix)) {
    throw UserError(fmt::format("'{}' is no replay token: those begin with {}", text, kPrefix));
  }
  const std::string bytes = from_base64(text.substr(kPrefix.size()));
  Reader reader(bytes);
  const std::uint32_t low = reader.byte();
  const std::uint32_t check = low | std::uint32_t{reader.byte()} << 8;
  if (check != checksum(std::string_view(bytes).substr(2))) {
    throw UserError("the replay token is damaged or not whole; copy it as it was printed");
  }
  Token token;
  for (const unsigned shift : {0U, 8U, 16U}) token.test |= std::uint32_t{reader.byte()} << shift;
  token.engine = reader.byte();
  const std::uint64_t actors = reader.number();
  for (std::uint64_t i = 0; i < actors; ++i) {
    const std::uint64_t parent = reader.number();
    core::ActorKey key;
    key.role = static_cast<std::uint32_t>(reader.number());
    key.ordinal = reader.number();
    if (parent > i) throw UserError("the replay token is damaged");
    key.parent = parent == 0 ? core::kNoActor : static_cast<core::ActorId>(parent - 1);
    token.actors.push_back(key);
  }
  while (!reader.at_end() && actors > 0) {
    const std::uint64_t block = reader.number();
    const std::uint64_t length = block / actors + 1;
    if (length > kLongest || token.schedule.size() + length > kLongest) {
      throw UserError("the replay token is damaged");
    }
    token.schedule.insert(token.schedule.end(), length, static_cast<std::uint32_t>(block % actors));
  }
  return token;
}

std::vector<core::ActorId> schedule_of(const Token& token, core::ActorTable& actors) {
  std::vector<core::ActorId> ids;
  for (core::ActorKey key : token.actors) {
    if (key.parent != core::kNoActor) key.parent = ids[key.parent];
    ids.push_back(actors.intern(key));
  }
  std::vector<core::ActorId> schedule;
  schedule.reserve(token.schedule.size());
  for (const std::uint32_t actor : token.schedule) schedule.push_back(ids[actor]);
  return schedule;
}

}  // namespace heddle::testing
