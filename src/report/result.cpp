#include "report/result.hpp"

#include <fmt/format.h>

#include <utility>

namespace heddle::report {

void Result::add(ErrorResult error) {
  std::string key =
      fmt::format("{} {}:{} {}", name(error.kind), error.file, error.line, error.reason);
  for (const std::string& process : error.processes) key += '\0' + process;
  const auto [it, fresh] = known_.emplace(std::move(key), errors.size());
  if (fresh) {
    errors.push_back(std::move(error));
  } else {
    errors[it->second].times += error.times;
  }
}

std::uint64_t Result::error_count() const {
  std::uint64_t count = 0;
  for (const ErrorResult& error : errors) count += error.times;
  return count;
}

std::string why_cut_off(const Result& result) {
  std::string out = core::words(result.verdict, result.interleavings);
  for (const core::CutOff& cut : result.verdict.cut_off) {
    if (out.find(cut.what) == std::string::npos) out += "; cut off by " + cut.what;
  }
  return out;
}

ErrorResult describe(const core::Trace& trace, const core::Finding& error,
                     std::uint64_t interleaving, std::string trace_file) {
  ErrorResult out;
  out.kind = error.kind;
  for (const core::ActorIndex actor : error.actors) {
    out.processes.push_back(trace.actors.at(actor).name);
  }
  out.reason = error.message;
  out.file = error.file;
  out.line = error.line;
  out.interleaving = interleaving;
  out.trace_file = std::move(trace_file);
  out.in_trace = true;
  return out;
}

}  // namespace heddle::report
