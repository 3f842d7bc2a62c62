// A test as the engine runs it, whatever type it returns.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace heddle::detail {

class Test {
 public:
  virtual ~Test() = default;
  /// Executed in the main thread of every run.
  virtual void run() = 0;
  /// What `run` gave, as the key of an outcome. Asked after a run whose main thread has ended
  /// normally.
  virtual std::string result() const = 0;
};

/// Makes one for each worker.
using TestFactory = std::function<std::unique_ptr<Test>()>;

}  // namespace heddle::detail
