// SourceForms: what the debug information of a module says about its receives: where each stands in
// the source and which patterns it has.
//
// The compiler keeps lines for calls only, so the receive at an address is found by order: of those
// in the source of the same function, the first whose line is not before the last call's, the
// second if the code has two receives after that call, and so on. Only modules of Erlang that were
// compiled with debug_info have it. Thread-safe.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "beam/vm/code.hpp"

namespace heddle::erlang {

struct SourceReceive {
  int line = 0;
  std::string patterns;  // "{val, M} when M > 0; stop"
};

class SourceForms {
 public:
  /// `receive`: its first instruction.
  std::optional<SourceReceive> find(const beam::Module& module, beam::CodePointer receive);

 private:
  using Function = std::pair<std::string, std::uint32_t>;
  using Receives = std::map<Function, std::vector<SourceReceive>>;
  const Receives& receives_of(const beam::Module& module);

  std::mutex mutex_;
  std::map<std::string, Receives> modules_;
};

}  // namespace heddle::erlang
