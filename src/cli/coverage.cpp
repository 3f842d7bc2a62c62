#include "cli/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <span>
#include <sstream>

#include "beam/loader/compile.hpp"
#include "report/lcov.hpp"
#include "support/check.hpp"
#include "support/embedded.hpp"
#include "support/file.hpp"
#include "support/source_path.hpp"

namespace heddle::cli {

std::span<const support::EmbeddedFile> embedded_instrumenter();  // cmake/Embed.cmake

namespace {

namespace fs = std::filesystem;

// Sorted, so that marks have the same numbers every time.
std::vector<std::string> modules_in(const std::vector<std::string>& folders) {
  std::vector<std::string> all;
  std::set<std::string> names;
  for (const std::string& folder : folders) {
    std::vector<std::string> files;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
      if (it->path().extension() == ".beam") files.push_back(it->path().string());
    }
    std::sort(files.begin(), files.end());
    for (std::string& file : files) {
      if (names.insert(fs::path(file).stem().string()).second) all.push_back(std::move(file));
    }
  }
  return all;
}

}  // namespace

Coverage::Coverage(const std::vector<std::string>& folders, const std::string& into,
                   const beam::CodePathOptions& path) {
  fs::create_directories(into);
  std::string list;
  for (const std::string& file : modules_in(folders)) list += file + "\n";
  const std::string names = into + "/modules";
  support::write_file_atomically(names, list, "list of modules");
  // The debug information of an Elixir module is read by Elixir.
  std::vector<std::string> libraries;
  if (const auto elixir = beam::CodePath(path).find("elixir_erl")) {
    libraries.push_back(fs::path(*elixir).parent_path().string());
  }
  beam::run_text("heddle_instrument", embedded_instrumenter().front().text, into, libraries,
                 {names, into});
  constexpr std::size_t kMost = std::size_t{1} << 30;
  read(support::read_file(into + "/marks", kMost, "list of marks"));
}

void Coverage::read(const std::string& description) {
  std::istringstream in(description);
  std::map<std::string, std::size_t> known;
  std::size_t current = 0;
  std::string word;
  std::string rest;
  while (in >> word && std::getline(in >> std::ws, rest)) {
    std::istringstream words(rest);
    if (word == "file") {
      const auto [it, is_new] = known.try_emplace(rest, files_.size());
      if (is_new) files_.push_back({.path = rest});
      current = it->second;
    } else if (word == "function") {
      Function function;
      std::string marks;
      words >> function.line >> marks;
      std::getline(words >> std::ws, function.name);
      std::istringstream each(marks);
      for (std::string mark; std::getline(each, mark, ',');) {
        function.marks.push_back(std::stoull(mark));
      }
      files_.at(current).functions.push_back(std::move(function));
    } else if (word == "line") {
      Place line;
      words >> line.line >> line.mark;
      files_.at(current).lines.push_back(line);
    } else if (word == "choice") {
      std::vector<Place> clauses;
      char colon = ' ';
      for (Place clause; words >> clause.line >> colon >> clause.mark;) clauses.push_back(clause);
      files_.at(current).choices.push_back(std::move(clauses));
    } else if (word == "left_out") {
      std::cerr << fmt::format(
          "heddle: --coverage leaves {} out: it has no debug information; compile it with "
          "+debug_info\n",
          rest);
    } else {
      HEDDLE_CHECK(word == "marks", "what the instrumenter writes");
      marks_ = std::stoull(rest);
    }
  }
}

std::string Coverage::lcov(const beam::CodeBase& code) const {
  const auto ran = [&](std::size_t mark) { return code.marks().is_set(mark); };
  std::map<std::string, report::CoveredFile> files;
  for (const File& file : files_) {
    std::error_code error;
    if (!fs::is_regular_file(file.path, error) || code.is_library(file.path)) continue;
    const std::string path = support::below(".", file.path);
    report::CoveredFile& out = files[path];
    out.path = path;
    for (const Function& function : file.functions) {
      out.functions.push_back({function.line, function.name,
                               std::any_of(function.marks.begin(), function.marks.end(), ran)});
    }
    for (const Place& line : file.lines) out.lines[line.line] |= ran(line.mark);
    for (const auto& choice : file.choices) {
      auto& clauses = out.choices.emplace_back();
      for (const Place& clause : choice) clauses.push_back({clause.line, ran(clause.mark)});
    }
  }
  std::vector<report::CoveredFile> list;
  for (auto& [path, file] : files) {
    if (file.lines.empty() && file.functions.empty()) continue;
    std::sort(file.functions.begin(), file.functions.end(),
              [](const auto& a, const auto& b) { return a.line < b.line; });
    list.push_back(std::move(file));
  }
  return report::to_lcov(list);
}

}  // namespace heddle::cli
