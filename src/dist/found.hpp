// The errors of an exploration, each with how often it was found.
//
//   FoundErrors errors;
//   errors.add({schedule, program.errors()});      // for every run that went wrong
//   errors.runs(); errors.sorted();
//
// A program may go wrong in a million interleavings, nearly always in the same few ways. Runs with
// the same findings are therefore one entry, with the schedule that comes first in order of length
// and actors: what is kept does not depend on who found what when.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/actor.hpp"
#include "core/verdict.hpp"

namespace heddle::dist {

/// An error that workers found: the schedule that leads to it and what went wrong there.
struct Found {
  std::vector<core::ActorId> schedule;
  std::vector<core::Finding> findings;
  /// The how-manieth run it was, from 1; 0 if that depends on how the work was shared out or saved.
  /// Not kept in a checkpoint.
  std::uint64_t interleaving = 0;
  std::uint64_t runs = 1;
};

class FoundErrors {
 public:
  FoundErrors() = default;
  explicit FoundErrors(std::vector<Found> found);

  void add(Found found);
  void add(std::span<const Found> found);

  bool empty() const { return all_.empty(); }
  /// How many runs went wrong.
  std::uint64_t runs() const { return runs_; }
  const std::vector<Found>& all() const { return all_; }
  /// By schedule: an order that reports can show.
  std::vector<Found> sorted() const;

 private:
  std::vector<Found> all_;
  std::unordered_map<std::string, std::size_t> known_;
  std::uint64_t runs_ = 0;
};

/// How many runs these are.
std::uint64_t runs_of(std::span<const Found> found);

}  // namespace heddle::dist
