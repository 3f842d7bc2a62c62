// A net while it is being read: places by name, arcs in any order.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "petri/net.hpp"

namespace heddle::petri {

/// The largest number in a file of a net. Sums of many still fit into 64 bits, and it is a whole
/// number as a double, too.
constexpr std::uint64_t kMostTokens = 1'000'000'000'000'000;

/// Sorted by place, each place once, no zeros: the form in which net.hpp wants lists of tokens.
/// Equal places are added up; throws UserError when the sum is beyond any count.
std::vector<Tokens> normalised(std::vector<Tokens> tokens);

class NetBuilder {
 public:
  /// Nothing if the name is taken.
  std::optional<PlaceId> add_place(std::string_view name);
  std::optional<PlaceId> find(std::string_view name) const;
  Place& place(PlaceId id) { return net_.places[id]; }
  const Place& place(PlaceId id) const { return net_.places[id]; }
  std::size_t places() const { return net_.places.size(); }
  std::size_t transitions() const { return net_.transitions.size(); }
  void add_transition(std::string name, std::vector<Tokens> take, std::vector<Tokens> put);
  Net finish() { return std::move(net_); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  Net net_;
  std::unordered_map<std::string, PlaceId, Hash, std::equal_to<>> ids_;
};

/// Adds "at least `count` tokens in these places together" to each of the conjunctions: the
/// smallest ways to distribute the tokens. Nothing if that makes more than `most` conjunctions.
std::optional<std::vector<std::vector<Tokens>>> with_sum(
    const std::vector<std::vector<Tokens>>& conjunctions, const std::vector<PlaceId>& places,
    std::uint64_t count, std::size_t most);

}  // namespace heddle::petri
