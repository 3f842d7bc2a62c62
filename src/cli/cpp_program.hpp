// A test of a program that links the C++ library, run in a process of its own (src/remote).
#pragma once

#include <string>
#include <vector>

#include "cli/subject.hpp"
#include "core/trace.hpp"

namespace heddle::cli {

/// The test and its schedule are named by a replay token.
struct CppTest {
  std::string token;
  std::string program;
  std::vector<std::string> arguments;
};

/// From the command kept in a trace.
bool is_cpp_command(const std::vector<std::string>& command);
CppTest cpp_test(const std::vector<std::string>& command, const std::string& file);

/// Starts it. `trace`: of which it is, if there is one: a value that it has as its error is one.
/// Throws UserError if the program is not there, is none of ours, or has no such test.
Subject load_cpp(const CppTest& test, const core::Trace* trace);

}  // namespace heddle::cli
