#include "report/result.hpp"

#include <utility>

namespace heddle::report {

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
  return out;
}

}  // namespace heddle::report
