// History: the runs of a server that are over, in a folder (`heddle serve --keep DIR`), so that the
// next server has them too.
//
// A run is one file, DIR/run-N.json, with its report and ACS inside. Neither more than kMostKept
// runs nor more than kMostHistory bytes are kept: the oldest go. A report that is too large is left
// out, not cut. What is in the folder and is no such file is left alone.
//
//   History history("/home/me/runs");              // throws UserError
//   for (Run& run : history.load(folder)) ...      // the oldest first
//   history.save(run);
//
// All functions are thread-safe.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "serve/runs.hpp"

namespace heddle::serve {

class History {
 public:
  /// Makes the folder, for its owner only, if it is not there. Throws support::UserError if that
  /// cannot be done or another server uses it.
  explicit History(std::string folder);
  ~History();
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  /// The runs, the oldest first, with new keys. Their files are put below `folder`, where those of
  /// new runs are, too. Files that cannot be read as runs are left alone and counted.
  std::vector<Run> load(const std::string& folder);
  /// After `load`: a number that no file in the folder has, nor any above it.
  std::uint64_t next() const { return next_; }
  /// What `load` could not use, in one sentence; empty: everything was fine.
  const std::string& problem() const { return problem_; }
  /// Keeps a run that is over. Throws support::UserError if it cannot be written.
  void save(const Run& run);
  void forget(const Run& run);

 private:
  std::string file_of(std::uint64_t id) const;
  void drop_oldest();

  const std::string folder_;
  int lock_ = -1;
  std::uint64_t next_ = 1;
  std::string problem_;
  std::mutex mutex_;
};

}  // namespace heddle::serve
