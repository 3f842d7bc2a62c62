// A logger: a thread that writes down messages until it is told to stop. Seed 004's small example.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "heddle/exceptions.hpp"
#include "heddle/mvar.hpp"

namespace examples {

class Logger {
 public:
  Logger() {
    heddle::fork([command = command_, log = log_] {
      std::vector<std::string> lines;
      while (true) {
        const std::string message = command.take();
        if (message.empty()) break;
        lines.push_back(message);
        log.try_take();
        log.put(lines);
      }
    });
  }
  void write(const std::string& message) const { command_.put(message); }
  void stop() const { command_.put(""); }
  /// What has been written down. Stopping does not wait for the last line: a bug of the user.
  std::vector<std::string> lines() const { return log_.read(); }

 private:
  heddle::mvar<std::string> command_;
  heddle::mvar<std::vector<std::string>> log_;
};

}  // namespace examples
