// A run sees its own folder, the compilers and libraries of the system, and the folders that the
// user gave; the kernel refuses the rest (Landlock, Linux 5.13 and newer, no rights needed).
#pragma once

#include <string>
#include <vector>

namespace heddle::serve {

struct View {
  std::vector<std::string> readable;
  std::vector<std::string> writable;
};

/// The rules of one run. Made before the fork, because it allocates; entered after it.
class Confinement {
 public:
  explicit Confinement(const View& view);
  ~Confinement();
  Confinement(const Confinement&) = delete;
  Confinement& operator=(const Confinement&) = delete;

  /// In the child, for good; only makes system calls. Does nothing where the kernel has no
  /// Landlock.
  void enter() const;

  /// Whether this kernel can do it.
  static bool available();

 private:
  int ruleset_ = -1;
};

}  // namespace heddle::serve
