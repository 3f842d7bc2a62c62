// Checkpoint: an exploration on disk, to go on with after an interrupt, a kill or a crash of the
// machine.
//
//   checkpoint.tree = queue.snapshot();  // first: the tables grow and must know its ids
//   checkpoint.actors = shared->actors().keys();
//   checkpoint.shared_state = shared->save();
//   write_checkpoint("run.heddle", checkpoint);
//
//   Checkpoint read = read_checkpoint("run.heddle");
//   if (read.digest != digest) ...  // another program, other options: the caller's to judge
//   shared->seed(read.actors);
//   shared->restore(read.shared_state);
//   LocalQueue queue(*algorithm, std::move(read.tree));
//
// Writing replaces the file atomically: whenever the process is killed, the path holds the old
// checkpoint or the new one. Reading believes nothing: what it returns obeys the rules of
// checkpoint_rules.hpp, and anything else is one support::UserError. The same checkpoint gives the
// same bytes. Layout: docs/formats/checkpoint.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/actor.hpp"
#include "dist/local_queue.hpp"

namespace heddle::dist {

/// Raised by every change of the layout. Other versions are refused.
inline constexpr std::uint32_t kCheckpointVersion = 4;

/// Steps that were equal come back as one step with several owners, so a tree that was read belongs
/// to one thread.
struct Checkpoint {
  std::string program;  // what is explored: in words, with the arguments that run it again
  std::string digest;   // of the program's text, the options and the version of the tool
  std::string options;  // the caller's
  std::vector<core::ActorKey> actors;  // ActorTable::keys()
  std::string shared_state;            // the front end's
  SavedTree tree;
  double seconds = 0;     // of exploring so far
  bool complete = false;  // nothing is left to explore
};

/// The bytes of the file. Throws support::UserError, naming `file`, if a wakeup tree is too deep
/// for a checkpoint.
std::string to_bytes(const Checkpoint& checkpoint, const std::string& file);
/// The opposite. Throws support::UserError, naming `file`, for bytes that are not exactly a valid
/// checkpoint.
Checkpoint parse_checkpoint(std::string_view bytes, const std::string& file);

/// Both throw support::UserError with the path, the cause and what to do. After an error in
/// writing, the old file is there as it was.
void write_checkpoint(const std::string& path, const Checkpoint& checkpoint);
Checkpoint read_checkpoint(const std::string& path);

}  // namespace heddle::dist
