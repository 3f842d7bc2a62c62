#include "testing/failure_files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <mutex>

#include "core/trace.hpp"
#include "story/page.hpp"
#include "support/check.hpp"
#include "support/file.hpp"
#include "testing/environment.hpp"

namespace heddle::detail {

namespace {

std::string wanted(const char* variable, const std::string& option) {
  const char* const given = std::getenv(variable);
  return given == nullptr ? option : given;
}

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
}

std::string for_file_name(std::string text) {
  for (char& c : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-';
    if (!plain) c = '_';
  }
  return text;
}

// "x.html" for the first failure, "x-2.html" for the second.
std::string file_for(std::string path, const std::string& test) {
  if (path.empty()) return path;
  replace_all(path, "%p", std::to_string(getpid()));
  replace_all(path, "%t", for_file_name(test));
  static std::mutex mutex;
  static std::map<std::string, unsigned> used;
  const std::scoped_lock lock(mutex);
  const unsigned times = ++used[path];
  if (times == 1) return path;
  const std::filesystem::path name(path);
  return (name.parent_path() /
          fmt::format("{}-{}{}", name.stem().string(), times, name.extension().string()))
      .string();
}

}  // namespace

void write_failure_files(report::Checked& checked, const std::shared_ptr<const Source>& source,
                         const Blame& blame, const options& how) {
  if (!checked.trace || source == nullptr) return;
  const std::string html = file_for(wanted("HEDDLE_HTML", how.html), checked.test);
  std::string trace = file_for(wanted("HEDDLE_TRACE", how.trace), checked.test);
  if (trace.empty() && !html.empty()) {
    trace = std::filesystem::path(html).replace_extension(".json").string();
  }
  checked.trace->blamed = blame;
  try {
    if (!trace.empty()) {
      core::write_trace(trace, *checked.trace);
      for (report::ErrorResult& error : checked.result.errors) {
        if (error.in_trace) error.trace_file = trace;
      }
    }
    if (!html.empty()) {
      if (!source->how().strategy.empty()) checked.seed = source->how().seed;
      story::Subject subject;
      subject.title = checked.trace->program;
      subject.command = checked.trace->command;
      subject.model = name_of(source->how().memory);
      subject.factory = [source, blame] { return retelling(*source, blame); };
      support::write_file_atomically(
          html, story::html_of(subject, checked, source->how().algorithm, trace), "HTML report");
    }
  } catch (const support::UserError& error) {
    std::cerr << "heddle: " << error.what() << '\n';
  }
}

}  // namespace heddle::detail
