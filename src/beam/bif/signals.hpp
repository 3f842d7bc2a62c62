// What the natives about processes have in common: links, monitors and the settings of a process.
#pragma once

#include <optional>

#include "beam/vm/machine.hpp"

namespace heddle::beam {

inline bool is_proper_list(Term list) {
  while (list.is_cons()) list = list.tail();
  return list.is_nil();
}

/// Stops the run: `option` of OTP 28 asks for messages that overtake others.
[[noreturn]] void refuse_priority();
/// Whether the options of exit/3 and link/2 are valid. Of these, link/2 asks for a priority message
/// and exit/3 only allows one, to a process that asked for it.
bool are_priority_options(Term options);

void link_processes(Machine& machine, Process& a, Process& b);

struct MonitorOptions {
  Term alias;  // explicit_unalias, demonitor or reply_demonitor; none: no alias
  Term tag;    // none: 'DOWN'
};
/// Nothing if they are not valid.
std::optional<MonitorOptions> monitor_options(Term list);
/// The current process monitors a living process, which it knows as `item`. Gives the reference.
Term monitor_process(Machine& machine, Process& process, Term item, const MonitorOptions& options);

/// Of a process whose max_heap_size is set to a number of words.
Term max_heap_size(Machine& machine, Term words);
/// Whether a process can be spawned with {Name, Value}.
bool is_spawn_setting(Machine& machine, Term name, Term value);
/// Of a valid setting.
void set_setting(Machine& machine, Process& process, Term name, Term value);

}  // namespace heddle::beam
