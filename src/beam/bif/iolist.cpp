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

Term list_of_utf8(Heap& heap, std::string_view utf8) {
  std::vector<Term> characters;
  for (std::size_t i = 0; i < utf8.size();) {
    const auto first = static_cast<std::uint8_t>(utf8[i]);
    const std::size_t size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    std::int64_t character = size == 1 ? first : first & (0x7f >> size);
    for (std::size_t k = 1; k < size; ++k) character = character << 6 | (utf8[i + k] & 0x3f);
    characters.push_back(Term::small(character));
    i += size;
  }
  return heap.list(characters);
}

}  // namespace heddle::beam
