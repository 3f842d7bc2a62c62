// The words in which every report speaks of a trace: who, what, where.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/trace.hpp"

namespace heddle::report {

/// "a, b, c"
std::string joined(const std::vector<std::string>& words, const char* separator = ", ");

/// "1 step", "3 steps"
std::string counted(std::size_t count, const char* noun, const char* plural = nullptr);

/// "bank.toy:11"; "line 11" without a file; empty if nothing is known.
std::string place(const std::string& file, int line);

/// An actor's name, printable and at most 24 characters long.
std::string name_of(const core::Trace& trace, core::ActorIndex actor);

/// "receive (1, x)  -> (1, 7)  [main.1:2]": operation, what came of it and the message, each
/// printable and at most `width` characters long.
std::string what_happened(const core::TraceEvent& event, std::size_t width);

/// The event without the patterns of its receive ("receives 7 (accepts N when N > 0)"), where they
/// stand elsewhere or there is no room for them.
core::TraceEvent without_patterns(core::TraceEvent event);

/// "waits for a message ...", "waits in m.lock (bank.cpp:9)": threads say how they wait, a process
/// or the toy language's actors what for.
std::string waiting_in_words(const std::string& waits_for);

}  // namespace heddle::report
