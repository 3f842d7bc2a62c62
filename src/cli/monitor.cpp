#include "cli/monitor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/check.hpp"

namespace heddle::cli {

bool Watch::violated() const {
  if (monitor_.crash) return crashed();
  if (monitor_.user_error) return counts_.at("error", monitor_.line) > 0;
  return std::all_of(monitor_.bounds.begin(), monitor_.bounds.end(),
                     [&](const Monitor::Bound& bound) { return count(bound) >= bound.least; });
}

std::string Watch::counts() const {
  std::string out;
  for (const Monitor::Bound& bound : monitor_.bounds) {
    out += out.empty() ? "" : ", ";
    out += bound.point != 0 ? fmt::format("{} processes at line {}", count(bound), bound.point)
                            : fmt::format("{} = {}", bound.label, count(bound));
  }
  return out;
}

std::uint64_t Watch::count(const Monitor::Bound& bound) const {
  return bound.point != 0 ? counts_.at("point", bound.point)
                          : counts_.at_label(bound.label) + counts_.in_mailboxes(bound.label);
}

bool Watch::crashed() const {
  const auto lines = counts_.crashes();
  return std::any_of(lines.begin(), lines.end(), [&](const core::SourceLocation& place) {
    return place.line == monitor_.line &&
           std::filesystem::path(place.file).filename() == monitor_.file;
  });
}

std::string to_word(const Monitor& monitor) {
  nlohmann::ordered_json bounds = nlohmann::ordered_json::array();
  for (const Monitor::Bound& bound : monitor.bounds) {
    bounds.push_back({{"label", bound.label}, {"point", bound.point}, {"least", bound.least}});
  }
  const nlohmann::ordered_json out = {{"property", monitor.property},
                                      {"bounds", std::move(bounds)},
                                      {"user_error", monitor.user_error},
                                      {"crash", monitor.crash},
                                      {"file", monitor.file},
                                      {"line", monitor.line}};
  return out.dump();
}

Monitor parse_monitor(const std::string& word, const std::string& source) {
  try {
    const nlohmann::json in = nlohmann::json::parse(word);
    Monitor out;
    in.at("property").get_to(out.property);
    for (const nlohmann::json& each : in.at("bounds")) {
      out.bounds.push_back({.label = each.at("label").get<std::string>(),
                            .point = each.at("point").get<int>(),
                            .least = each.at("least").get<std::uint64_t>()});
    }
    in.at("user_error").get_to(out.user_error);
    in.at("crash").get_to(out.crash);
    in.at("file").get_to(out.file);
    in.at("line").get_to(out.line);
    return out;
  } catch (const nlohmann::json::exception&) {
    throw support::UserError(
        fmt::format("{}: --monitor {}: is not what heddle verify writes into a trace; make the "
                    "trace again with heddle verify --trace",
                    source, word));
  }
}

std::function<std::optional<core::Finding>(const erlang::Program&)> judge_of(Monitor monitor) {
  return [monitor =
              std::move(monitor)](const erlang::Program& program) -> std::optional<core::Finding> {
    const Watch watch(monitor, program);
    if (monitor.crash || !watch.violated()) return std::nullopt;
    const std::string counts = watch.counts();
    core::Finding out;
    out.kind = core::Finding::Kind::kAssertion;
    out.message = counts.empty() ? monitor.property : monitor.property + " (" + counts + ")";
    return out;
  };
}

}  // namespace heddle::cli
