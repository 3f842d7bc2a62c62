// Steps and what holds them as bytes: what a checkpoint and the log of a shared run are made of.
//
// The same step sleeps in many nodes, so each distinct step is written once and named by its number
// everywhere else: a TreeWriter collects them, and its `steps()` go before the rest.
//
//   TreeWriter tree(subject, remedy);       ByteReader in(bytes, file, remedy);
//   ByteWriter rest;                        TreeReader tree(in.part());
//   tree.put(rest, sequence);               ByteReader rest = in.part();
//   out.field(tree.steps());                sequence = tree.sequence(rest);
//   out.field(rest.bytes());
//
// Reading believes nothing (support/bytes.hpp). Wakeup trees are as deep as a run is long: nothing
// here recurses over them, and neither side handles trees deeper than `kDeepestTree`.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "dist/equal_steps.hpp"
#include "dist/work_queue.hpp"
#include "support/bytes.hpp"

namespace heddle::dist {

inline constexpr std::size_t kDeepestTree = 20'000;

class TreeWriter {
 public:
  /// Both are parts of the support::UserError about a tree that is too deep.
  TreeWriter(std::string subject, std::string remedy)
      : subject_(std::move(subject)), remedy_(std::move(remedy)) {}

  /// One more than the number, and 0 for none.
  static void put_optional(support::ByteWriter& out, core::ActorId actor);
  static void put(support::ByteWriter& out, const std::vector<core::ActorId>& actors);
  static void put(support::ByteWriter& out, const Found& found);
  static void put(support::ByteWriter& out, const explore::Counts& counts);
  /// 0 for none.
  void put(support::ByteWriter& out, const core::StepRef& step);
  void put(support::ByteWriter& out, const explore::Sequence& sequence);
  /// Without those below it.
  void put_alone(support::ByteWriter& out, const explore::Branch& branch);
  /// Each branch before those below it.
  void put(support::ByteWriter& out, const std::vector<explore::Branch>& tree);
  void put(support::ByteWriter& out, const explore::Node& node);
  void put(support::ByteWriter& out, const std::vector<explore::OpenNode>& open);
  /// Of a parsimonious exploration: prefix and deviations, or the parts.
  void put(support::ByteWriter& out, const explore::Task& task);

  /// All steps that were put so far.
  std::string steps() const;

 private:
  std::size_t number_of(const core::StepRef& step);

  const std::string subject_;
  const std::string remedy_;
  support::ByteWriter steps_;
  std::unordered_map<core::StepRef, std::size_t, StepHash, StepEqual> numbers_;  // from 1
};

class TreeReader {
 public:
  explicit TreeReader(support::ByteReader steps);

  // The fewest bytes that each of them takes.
  static constexpr std::size_t kLeastActor = 3;
  static constexpr std::size_t kLeastStep = 13;
  static constexpr std::size_t kLeastAccess = 3;
  static constexpr std::size_t kLeastSleeper = 2;
  static constexpr std::size_t kLeastBranch = 2;  // of a tree, with the number of those below it
  static constexpr std::size_t kLeastTask = 4;
  static constexpr std::size_t kLeastOpenNode = 11;
  static constexpr std::size_t kLeastDeviation = 3;
  static constexpr std::size_t kLeastFinding = 5;
  static constexpr std::size_t kLeastFound = 3;

  template <typename Value, typename Read>
  static void list(support::ByteReader& in, std::vector<Value>& out, std::size_t least_size,
                   Read read) {
    const std::size_t size = in.count(least_size);
    out.reserve(size);
    for (std::size_t i = 0; i < size; ++i) out.push_back(read(in));
  }
  static bool flag(support::ByteReader& in);
  /// Of an enumeration whose last enumerator is `last`.
  template <typename Kind>
  static Kind kind(support::ByteReader& in, Kind last) {
    const std::uint8_t value = in.u8();
    if (value > static_cast<std::uint8_t>(last)) refuse_kind(in, value);
    return static_cast<Kind>(value);
  }

  static core::ActorId optional_actor(support::ByteReader& in);
  static std::vector<core::ActorId> actors(support::ByteReader& in);
  static Found found(support::ByteReader& in);
  static explore::Counts counts(support::ByteReader& in);
  core::StepRef step(support::ByteReader& in) const;
  explore::Sequence sequence(support::ByteReader& in) const;
  explore::Branch branch_alone(support::ByteReader& in) const;
  std::vector<explore::Branch> wakeup_tree(support::ByteReader& in) const;
  explore::Node node(support::ByteReader& in) const;
  std::vector<explore::OpenNode> open_nodes(support::ByteReader& in) const;
  explore::Task task(support::ByteReader& in) const;

 private:
  explore::Task whole_task(support::ByteReader& in) const;
  [[noreturn]] static void refuse_kind(support::ByteReader& in, std::uint8_t value);

  std::vector<core::StepRef> steps_;
};

}  // namespace heddle::dist
