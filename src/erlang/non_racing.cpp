// --non_racing_system: of the processes of the system that it names, the order of requests is taken
// not to matter, as Concuerror takes it.
//
// So nobody races for their mailboxes, which appear in no footprint. They are no actors, either:
// whoever sends them something lets them work until they wait again, within the same step, so that
// an answer comes after its question whatever else is reversed. Time alone never lets them go on.
#include <fmt/format.h>

#include <algorithm>

#include "beam/term/atom.hpp"
#include "erlang/program.hpp"
#include "support/check.hpp"

namespace heddle::erlang {

using beam::Pending;
using beam::Term;

void Program::serve(core::StepRecord& out) {
  const std::uint64_t fingerprint = out.fingerprint;
  const Last first = last_;
  const auto works = [this](const auto& process) {
    const bool idles =
        process->state.pending == Pending::kReceive && process->state.match == nullptr;
    return is_out_of_race(*process) && !idles && can_go_on(*process);
  };
  core::StepRecord more;
  while (true) {
    const auto& all = machine_.processes();
    const auto server = std::find_if(all.begin(), all.end(), works);
    if (server == all.end()) break;
    const Term name = Term::from_bits((*server)->state.registered_name);
    footprint_.go_on(more);
    machine_.forget_effects();
    step_operation(**server, more);
    for (const core::Access& access : more.accesses) {
      const bool twice =
          core::is_mailbox(access.kind) &&
          std::any_of(out.accesses.begin(), out.accesses.end(),
                      [&](const core::Access& other) { return other.location == access.location; });
      if (!twice) continue;
      throw support::UserError(fmt::format(
          "--non_racing_system {}: it sends two messages to one process at once, which is "
          "not supported; leave this name out",
          beam::name_of(name)));
    }
    Footprint::merge(more, out);
  }
  out.fingerprint = fingerprint;
  last_ = first;
}

}  // namespace heddle::erlang
