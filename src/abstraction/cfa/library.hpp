// The library: which functions of other modules are known, and how.
//
// Some have a small model, written in Erlang (library/*.erl, made into Core Erlang by the script
// beside them). Of others it is known that they only compute: they return any value. All the rest
// is unknown, and may also send messages.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "abstraction/term.hpp"

namespace heddle::abstraction {

/// The module with the models of erlang's own functions.
inline constexpr const char* kErlangModel = "heddle_erlang";

struct LibraryModule {
  std::string_view name;
  std::string_view core;  // Core Erlang text
};

const std::vector<LibraryModule>& library_modules();

/// Only computes, writes or waits: sends no messages to processes of the program.
bool is_harmless(const std::string& module, const std::string& function);

/// Of a function that only computes ("erlang:abs/1"): what its first argument has to be for it
/// never to fail; empty: anything at all; none: it may fail whatever it is.
std::optional<std::vector<TermKind>> taken_by(const std::string& name);

/// Shows processes of the program, or their mailboxes, to whoever calls it.
bool shows_others(const std::string& name);

/// Runs Erlang that it was given as data: it calls whatever stands there.
bool runs_text(const std::string& name);

/// A key under which OTP keeps something in the dictionary of a process ("$ancestors").
bool is_key_of_otp(const std::string& name);

/// Gives all that is in the dictionary of its process.
bool shows_dictionary(const std::string& name);

/// A name under which OTP has a process of its own ("user").
bool is_of_otp(const std::string& name);

/// Of functions of io ("io:nl/1"): whether the first argument is where to write to; whether they
/// never fail whatever the arguments are; how many values a format wants, if it takes any values at
/// all
/// (~p, ~w and their like), none if it does not.
bool takes_device(const std::string& name);
bool writes_anything(const std::string& name);
std::optional<std::size_t> values_wanted(const std::string& format);

/// The name under which models keep those whom group_leader/2 has made group leaders.
inline constexpr const char* kGroupLeader = "$group_leader";

/// So ordinary that a report does not mention it ("io:format/2").
bool is_quiet(const std::string& name);

}  // namespace heddle::abstraction
