// Oracle: built-ins that the machine does not have, computed by the real erl.
//
// Right only if they depend on their arguments alone: the verdict says which were asked for. An
// answer is remembered; a question costs a start of erl. Thread-safe.
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <unordered_map>

#include "beam/vm/machine.hpp"

namespace heddle::erlang {

class Oracle {
 public:
  /// The result, or none after raising what the function raises. Throws UserError if erl cannot be
  /// asked.
  beam::Term ask(beam::Machine& machine, const beam::Export& callee, const beam::Term* arguments);
  /// The functions that were asked for: "m:f/2".
  std::set<std::string> asked() const;

 private:
  mutable std::mutex mutex_;
  std::set<std::string> asked_;
  std::unordered_map<std::string, std::string> answers_;  // terms, in the external format
};

}  // namespace heddle::erlang
