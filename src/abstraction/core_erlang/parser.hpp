// Parser: Core Erlang text, as `erlc +to_core` of OTP 24 to 27 writes it, to a tree.
//
//   const Module module = parse_module(text, "server.core");
//
// Every form of the language is read, with annotations anywhere the compiler writes them.
#pragma once

#include <string>
#include <string_view>

#include "abstraction/core_erlang/syntax.hpp"

namespace heddle::abstraction::core_erlang {

/// Throws UserError with the place ("server.core:12:7") and what was expected there.
Module parse_module(std::string_view text, const std::string& file);

}  // namespace heddle::abstraction::core_erlang
