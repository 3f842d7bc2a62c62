// Program: the modules of a program and of the library, read and normalised, ready to be analysed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "abstraction/acs/property.hpp"
#include "abstraction/core_erlang/normal_form.hpp"

namespace heddle::abstraction {

/// Core Erlang text of one module.
struct ModuleText {
  std::string text = {};
  std::string file = {};    // of the text, for its own errors
  std::string source = {};  // for reports: the .erl file it was made from, or the same
  /// Labels of the source, if it is known: the compiler leaves out code that is never reached.
  std::vector<std::string> labels = {};
};

struct Program {
  std::unique_ptr<Code> code;
  std::vector<Directive> directives;
  std::vector<std::string> labels;  // all that the text or its source mentions
  NodeId entry = kNone;
  std::vector<NodeId> exported;  // of the entry module
  std::string module = {};       // the entry module
  std::string function = {};
};

/// The arguments of ?label and ?label_mail in Erlang text, as far as they are constants.
std::vector<std::string> labels_in_source(const std::string& erlang);

/// `module` may be empty if there is one module; `function` has no arguments. What the modules call
/// of the library comes with its models. Throws UserError.
Program load_program(const std::vector<ModuleText>& texts, const std::string& module,
                     const std::string& function, bool open);

}  // namespace heddle::abstraction
