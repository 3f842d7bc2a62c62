// Operations: what happens to the tree of a run that several processes share, as values that
// travel.
//
// The log of a run is a list of records; a record is what one commit has done: the contents behind
// the tokens that its steps are the first to mention, and operations in order. Whoever applies all
// records in order to a TreeReplica has the same tree as everybody else. Layout:
// docs/formats/queue.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dist/owned_tree.hpp"

namespace heddle::dist {

struct Operation {
  enum class Kind : std::uint8_t {
    kGive,        // the next branch that is worth it becomes a task
    kEscape,      // `escaped` are reversals for nodes above a task that goes on
    kHandIn,      // a task is finished, or put aside
    kQuarantine,  // a task is not tried again
  };
  Kind kind = Kind::kGive;
  TaskId task = 0;
  core::StepRef first;                   // kHandIn: the step that the task began with
  std::vector<explore::OpenNode> upper;  // kHandIn: its upper part, for others to help with
  bool aside = false;                    // kHandIn: the task's row has what is left below that
  std::vector<explore::Reversal> escaped;
  std::uint64_t runs = 0;          // kHandIn: since it was taken
  std::uint64_t microseconds = 0;  // kHandIn: that they took
};

struct Record {
  std::string contents;  // SharedState::save_new()
  std::vector<Operation> operations;
};

/// Throws support::UserError if a run is too long for it.
std::string to_bytes(const Record& record);
/// Throws support::UserError for bytes that are not exactly a record.
Record parse_record(std::string_view bytes);

}  // namespace heddle::dist
