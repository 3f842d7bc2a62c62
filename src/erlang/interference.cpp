#include "erlang/interference.hpp"

#include <string>
#include <unordered_map>

#include "beam/bif/registry.hpp"
#include "support/bytes.hpp"
#include "support/check.hpp"

namespace heddle::erlang {
namespace {

using Table = std::unordered_map<const beam::Native*, Known>;

Table make_table() {
  std::unordered_map<std::string, const Interference*> by_name;
  const auto key = [](const auto& entry) {
    return std::string(entry.module) + ":" + entry.function + "/" + std::to_string(entry.arity);
  };
  for (const auto group : {process_interference(), table_interference(), shared_interference()}) {
    for (const Interference& entry : group) by_name.emplace(key(entry), &entry);
  }
  Table table;
  for (const beam::Native& native : beam::natives()) {
    const auto it = by_name.find(key(native));
    if (it == by_name.end()) continue;
    table.emplace(&native, Known{it->second, support::checksum(it->first)});
  }
  return table;
}

}  // namespace

const Known& interference_of(const beam::Native& native) {
  static const Table table = make_table();
  const auto it = table.find(&native);
  HEDDLE_CHECK(it != table.end(), "{}:{}/{} has no footprint", native.module, native.function,
               native.arity);
  return it->second;
}

}  // namespace heddle::erlang
