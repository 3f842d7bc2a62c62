#include "erlang/interference.hpp"

#include <string>
#include <unordered_map>
#include <vector>

#include "beam/bif/registry.hpp"
#include "support/bytes.hpp"
#include "support/check.hpp"

namespace heddle::erlang {
namespace {

// By the place of the native in beam::natives(): it is asked for every step.
using Table = std::vector<Known>;

Table make_table() {
  std::unordered_map<std::string, const Interference*> by_name;
  const auto key = [](const auto& entry) {
    return std::string(entry.module) + ":" + entry.function + "/" + std::to_string(entry.arity);
  };
  for (const auto group : {process_interference(), table_interference(), shared_interference(),
                           trace_interference()}) {
    for (const Interference& entry : group) by_name.emplace(key(entry), &entry);
  }
  Table table;
  table.reserve(beam::natives().size());
  for (const beam::Native& native : beam::natives()) {
    // No process stops before these, which are most of them.
    const bool stops =
        native.kind != beam::NativeKind::kPure && native.kind != beam::NativeKind::kFirst;
    const auto it = stops ? by_name.find(key(native)) : by_name.end();
    table.push_back(it == by_name.end() ? Known{nullptr, 0}
                                        : Known{it->second, support::checksum(it->first)});
  }
  return table;
}

}  // namespace

NeedsWatch NeedsWatch::from_text(const std::string& text) {
  if (text.starts_with("code ")) return NeedsWatch{text.substr(5)};
  return NeedsWatch{static_cast<unsigned>(std::stoul(text))};
}

std::string NeedsWatch::text() const {
  return replaced.empty() ? std::to_string(what_to_watch) : "code " + replaced;
}

const Known& interference_of(const beam::Native& native) {
  static const Table table = make_table();
  const Known& known = table[static_cast<std::size_t>(&native - beam::natives().data())];
  HEDDLE_CHECK(known.interference != nullptr, "{}:{}/{} has no footprint", native.module,
               native.function, native.arity);
  return known;
}

}  // namespace heddle::erlang
