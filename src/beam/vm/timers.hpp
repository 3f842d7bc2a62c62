// Timers: messages that virtual time brings.
//
// Ordered by their time and, at the same time, by their creation. Both roots are immutable terms
// and change through the undo log. A timer whose receiver is a dead process counts as gone; it is
// dropped when it would fire.
#pragma once

#include <optional>
#include <vector>

#include "beam/term/heap.hpp"
#include "beam/vm/undo_log.hpp"

namespace heddle::beam {

struct Timer {
  Term reference;
  Word at = 0;     // milliseconds
  Word after = 0;  // of which it waits so many
  Term destination;
  Term message;
  Word cancelled = 0;  // what the clock showed then, if it was
};

class Timers {
 public:
  Timers(Heap& heap, UndoLog& undo);

  void add(const Timer& timer);
  /// The one that fires next.
  std::optional<Timer> first() const;
  std::optional<Timer> find(Term reference) const;
  void remove(Term reference);
  /// The same, but it can still be asked for: what would have happened.
  void cancel(Term reference, Word clock);
  std::optional<Timer> find_cancelled(Term reference) const;
  void all_cancelled(std::vector<Timer>& out) const;
  /// In the order in which they fire.
  void all(std::vector<Timer>& out) const;
  bool empty() const;

 private:
  Heap& heap_;
  UndoLog& undo_;
  Word queue_;         // a tree from {time, number} to {reference, destination, message}
  Word by_reference_;  // a map from reference to {time, number}
  Word cancelled_;     // a map from reference to {key in the queue, what was there, when}
  Word made_ = 0;
};

}  // namespace heddle::beam
