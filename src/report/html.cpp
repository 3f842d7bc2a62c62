#include "report/html.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "report/json.hpp"
#include "support/check.hpp"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kPlaceholder =
    R"(<script id="heddle-report" type="application/json">null</script>)";
constexpr std::string_view kOpening = R"(<script id="heddle-report" type="application/json">)";
constexpr std::uintmax_t kLargestSource = 1 << 20;

Json trace_or_null(const std::optional<core::Trace>& trace) {
  return trace ? Json::parse(core::to_json(*trace)) : Json();
}

Json summary(const HtmlReport& report) {
  Json out = Json::object();
  if (!report.algorithm.empty()) out["algorithm"] = report.algorithm;
  if (report.seed) out["seed"] = *report.seed;
  if (!report.model.empty()) out["model"] = report.model;
  if (!report.result) return out;
  const Result& result = *report.result;
  out["interleavings"] = result.interleavings;
  out["blocked"] = result.sleep_set_blocked;
  out["events"] = result.events;
  out["seconds"] = std::round(result.seconds * 1000) / 1000;
  Json bounds = Json::array();
  Json incomplete = Json::array();
  for (const core::CutOff& cut : result.verdict.cut_off) {
    (cut.bound ? bounds : incomplete).push_back(cut.what);
  }
  if (!bounds.empty()) out["bounds"] = std::move(bounds);
  if (!incomplete.empty()) out["incomplete"] = std::move(incomplete);
  return out;
}

Json to_value(const ListedRace& race) {
  Json out = {{"id", race.id},
              {"kind", race.kind == ListedRace::Kind::kReceive ? "receive" : "memory"},
              {"first", race.first},
              {"second", race.second}};
  if (race.taken) out["taken"] = *race.taken;
  if (race.other_read) {
    out["read"] = true;
  } else if (!race.waits.empty()) {
    out["waits"] = race.waits;
  }
  out["object"] = race.object;
  out["reversible"] = race.reversible;
  out["why"] = race.why;
  out["variant"] = race.reversible ? Json(race.variant) : Json();
  out["run"] = trace_or_null(race.run);
  out["command"] = race.command;
  return out;
}

Json to_value(const Tree& tree) {
  Json nodes = Json::array();
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    nodes.push_back({{"id", i},
                     {"parent", node.parent ? Json(*node.parent) : Json()},
                     {"label", node.label},
                     {"kind", name(node.kind)}});
    if (!node.races.empty()) nodes.back()["races"] = node.races;
  }
  return {{"nodes", std::move(nodes)}, {"complete", tree.complete}};
}

// Build tools and ccache give compilers names that are relative to the build folder; a test program
// is there, or below it.
std::filesystem::path find_source(const std::filesystem::path& file) {
  std::error_code error;
  if (file.is_absolute() || std::filesystem::exists(file, error)) return file;
  std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", error);
  while (folder.has_relative_path()) {
    folder = folder.parent_path();
    if (std::filesystem::is_regular_file(folder / file, error)) return folder / file;
  }
  return file;
}

std::optional<std::string> source_text(const std::string& name) {
  std::error_code error;
  const std::filesystem::path file = find_source(name);
  if (!std::filesystem::is_regular_file(file, error)) return std::nullopt;
  if (std::filesystem::file_size(file, error) > kLargestSource || error) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return in ? std::optional(std::move(text).str()) : std::nullopt;
}

void add_files(const std::optional<core::Trace>& trace, std::set<std::string>& files) {
  if (!trace) return;
  for (const core::TraceEvent& event : trace->events) files.insert(event.text.source.file);
  for (const core::Finding& error : trace->errors) files.insert(error.file);
}

Json sources(const HtmlReport& report) {
  std::set<std::string> files;
  add_files(report.trace, files);
  add_files(report.twin, files);
  for (const ListedRace& race : report.races.races) add_files(race.run, files);
  Json out = Json::object();
  for (const std::string& file : files) {
    if (file.empty()) continue;
    if (auto text = source_text(file)) out[file] = std::move(*text);
  }
  return out;
}

/// '<' would let data end the element; U+2028 and U+2029 are line ends to some readers.
std::string for_script(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string_view rest(json.data() + i, std::min<std::size_t>(3, json.size() - i));
    if (json[i] == '<') {
      out += "\\u003c";
    } else if (rest == "\xe2\x80\xa8" || rest == "\xe2\x80\xa9") {
      out += rest == "\xe2\x80\xa8" ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      out += json[i];
    }
  }
  return out;
}

}  // namespace

std::string to_html(const HtmlReport& report, std::string_view page) {
  const std::size_t at = page.find(kPlaceholder);
  HEDDLE_CHECK(at != std::string_view::npos, "the report page has no place for its document");
  Json races = Json::array();
  for (const ListedRace& race : report.races.races) races.push_back(to_value(race));
  const Json document = {{"version", 1},
                         {"title", report.title},
                         {"verdict", report.verdict},
                         {"summary", summary(report)},
                         {"story", report.story},
                         {"replay", report.replay.empty() ? Json() : Json(report.replay)},
                         {"trace", trace_or_null(report.trace)},
                         {"twin", trace_or_null(report.twin)},
                         {"decisive", report.decisive ? Json({{"first", report.decisive->first},
                                                              {"second", report.decisive->second},
                                                              {"alone", report.decides_alone}})
                                                      : Json()},
                         {"analysed", report.analysed},
                         {"races", std::move(races)},
                         {"orphans", report.races.orphans},
                         {"sources", sources(report)},
                         {"tree", report.tree ? to_value(*report.tree) : Json()}};
  std::string out(page.substr(0, at));
  out += kOpening;
  out += for_script(document.dump(-1, ' ', false, Json::error_handler_t::replace));
  out += "</script>";
  out += page.substr(at + kPlaceholder.size());
  return out;
}

}  // namespace heddle::report
