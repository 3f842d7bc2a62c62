// Disk: the real file system, as it was when the run first looked.
//
// Every answer is kept, so that a run that goes back and asks again hears the same, whatever other
// programs do in the meantime. Nothing is ever written.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::beam {

class Disk {
 public:
  struct Status {
    int error = 0;  // as errno; 0: the rest is valid
    struct stat stat {};
  };
  /// Of the file itself, also if it is a symbolic link.
  const Status& status(const std::string& path);

  struct Text {
    int error = 0;
    std::string bytes;
  };
  /// Stays where it is for ever.
  const Text& content(const std::string& path);
  const Text& link_target(const std::string& path);

  struct Listing {
    int error = 0;
    std::vector<std::string> names;  // sorted, without . and ..
  };
  const Listing& listing(const std::string& path);

 private:
  std::unordered_map<std::string, Status> statuses_;
  std::unordered_map<std::string, Text> contents_;
  std::unordered_map<std::string, Text> targets_;
  std::unordered_map<std::string, Listing> listings_;
};

}  // namespace heddle::beam
