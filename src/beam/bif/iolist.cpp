#include "beam/bif/iolist.hpp"

namespace heddle::beam {

std::optional<std::string> binary_bytes(Term data) {
  if (!data.is_bitstring() || !view(data).is_binary()) return std::nullopt;
  std::string storage;
  return std::string(bytes_of(data, storage));
}

std::optional<std::string> iolist_bytes(Term data) {
  if (data.is_bitstring()) return binary_bytes(data);
  std::string bytes;
  std::string storage;
  const bool fine = for_each_part(
      data, [&](std::uint8_t byte) { bytes += static_cast<char>(byte); },
      [&](Term bits) {
        if (!view(bits).is_binary()) return false;
        bytes += bytes_of(bits, storage);
        return true;
      });
  if (!fine) return std::nullopt;
  return bytes;
}

std::optional<std::string> byte_list(Term list) {
  std::string bytes;
  for (; list.is_cons(); list = list.tail()) {
    const Term head = list.head();
    if (!head.is_small() || head.small_value() < 0 || head.small_value() > 255) {
      return std::nullopt;
    }
    bytes += static_cast<char>(head.small_value());
  }
  if (!list.is_nil()) return std::nullopt;
  return bytes;
}

CharacterList character_list(Term list, std::size_t most_characters) {
  using State = CharacterList::State;
  BitBuilder builder;
  for (; list.is_cons(); list = list.tail()) {
    if (most_characters-- == 0) return {State::kTooLong, {}};
    const Term head = list.head();
    if (!head.is_small() || !builder.utf8(head.small_value())) return {State::kWrong, {}};
  }
  if (!list.is_nil()) return {State::kWrong, {}};
  return {State::kFine, builder.padded()};
}

}  // namespace heddle::beam
