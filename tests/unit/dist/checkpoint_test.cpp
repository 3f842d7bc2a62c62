#include "dist/checkpoint.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <thread>

#include "dist/checkpoint_rules.hpp"
#include "dist/worker.hpp"
#include "support/bytes.hpp"
#include "support/check.hpp"
#include "support/file.hpp"
#include "toy/toy.hpp"

namespace heddle::dist {
namespace {

namespace fs = std::filesystem;
using core::AccessKind;
using core::kNoActor;
using core::StepRef;
using explore::Branch;
using support::ByteWriter;
using support::InternalError;
using support::UserError;

/// What `action` complains about; "" if it does not.
template <typename Action>
std::string complaint(Action action) {
  try {
    action();
    return "";
  } catch (const UserError& error) {
    return error.what();
  }
}

std::string bytes_of(const Checkpoint& checkpoint) { return to_bytes(checkpoint, "x.heddle"); }
Checkpoint parse(std::string_view bytes) { return parse_checkpoint(bytes, "x.heddle"); }
std::string complaint_about(std::string_view bytes) {
  return complaint([&] { parse(bytes); });
}

/// The same bytes with a checksum that fits them.
std::string sealed(std::string bytes) {
  bytes.resize(bytes.size() - 8);
  ByteWriter sum;
  sum.little(support::checksum(bytes));
  return bytes + sum.bytes();
}

// ---- All of a checkpoint in words, written without the code under test

std::string show(const StepRef& step) {
  if (!step) return "-";
  std::string text = fmt::format("{}.{}#{:x}<{}.{}", step->actor(), step->id().ordinal,
                                 step->fingerprint(), step->taken().actor, step->taken().ordinal);
  for (const core::Access& access : step->accesses()) {
    text += fmt::format(" {}{}@{:x}={:x}", core::name(access.kind), access.decides ? "!" : "",
                        access.location, access.token);
  }
  return text;
}

std::string show(const Branch& branch) {
  std::string text = fmt::format("({} {}", branch.actor, show(branch.step));
  for (const Branch& next : branch.next) text += show(next);
  return text + ")";
}

std::string show(const std::vector<core::ActorId>& actors) {
  return fmt::format("[{}]", fmt::join(actors, " "));
}

std::string show(const SavedChild& child) {
  return fmt::format("child {} {} {} node {}\n", static_cast<int>(child.state), show(child.step),
                     show(child.branch), child.node);
}

std::string show(const Checkpoint& checkpoint) {
  const SavedTree& tree = checkpoint.tree;
  const explore::Counts& counts = tree.counts;
  std::string text =
      fmt::format("{}|{}|{}|{}|{}|{}\n{} {} {} {} {}\n", checkpoint.program, checkpoint.digest,
                  checkpoint.options, checkpoint.shared_state, checkpoint.seconds,
                  checkpoint.complete, counts.interleavings, counts.sleep_set_blocked,
                  counts.events, counts.races, counts.bounds_hit.bits());
  for (const core::ActorKey& key : checkpoint.actors) {
    text += fmt::format("actor {} {} {}\n", key.parent, key.role, key.ordinal);
  }
  for (const StepRef& step : tree.prefix) text += "prefix " + show(step) + "\n";
  text += show(tree.root);
  for (const auto& [node, children] : tree.nodes) {
    text += "node";
    for (const explore::Sleeper& sleeper : node.sleep) {
      text += fmt::format(" sleep {}@{}", show(sleeper.step), sleeper.depth);
    }
    for (const Branch& branch : node.wakeup) text += " wakeup " + show(branch);
    text += fmt::format(" {} {} {} {} {} {} {}\n", show(node.begun), show(node.enabled),
                        show(node.yielding), node.preemptions, node.delays, node.divergences,
                        node.runs_done);
    for (const SavedChild& child : children) text += show(child);
  }
  for (const explore::Task& task : tree.independent) {
    text += fmt::format("task {}", task.fixed);
    for (const StepRef& step : task.prefix) text += " " + show(step);
    for (const explore::Deviation& deviation : task.deviations) {
      text += fmt::format(" [{}-{} {}]", deviation.node, deviation.head, show(deviation.reversed));
    }
    text += "\n";
  }
  for (const Found& found : tree.found) {
    text += fmt::format("found {} {}\n", show(found.schedule), found.runs);
    for (const core::Finding& finding : found.findings) {
      text += fmt::format("  {} {} {} {}:{}\n", core::name(finding.kind), show(finding.actors),
                          finding.message, finding.file, finding.line);
    }
  }
  return text;
}

// ---- Made by hand: something of everything

StepRef step(core::ActorId actor, std::uint32_t ordinal, std::vector<core::Access> accesses = {},
             core::EventId taken = {}) {
  return StepRef::make({actor, ordinal}, accesses, 0xfeed'0000'0000'0000ULL + ordinal, taken);
}

Checkpoint sample() {
  Checkpoint checkpoint;
  checkpoint.program = "toy bank";
  checkpoint.digest = std::string("\0\xff digest", 9);
  checkpoint.options = "--dpor optimal";
  checkpoint.shared_state = std::string(300, '\xab');
  checkpoint.seconds = 12.75;
  checkpoint.actors = {{kNoActor, 0, 0}, {0, 0, 1}, {1, 1, ~0ULL}};
  SavedTree& tree = checkpoint.tree;
  tree.counts.interleavings = 1'000'000;
  tree.counts.sleep_set_blocked = 3;
  tree.counts.events = ~0ULL;
  tree.counts.races = 7;
  tree.counts.bounds_hit.add(explore::BoundKind::kLength);

  const StepRef spawn = step(0, 0, {{1ULL << 63, 0, AccessKind::kProduce}});
  const StepRef write =
      step(1, 0, {{1ULL << 63, 0, AccessKind::kConsume}, {7, ~0ULL, AccessKind::kWrite}});
  const StepRef take = step(0, 1, {{9, 77, AccessKind::kTake, true}}, {2, 5});
  tree.prefix = {spawn};
  tree.root.state = ChildState::kOwned;
  tree.root.node = 0;
  tree.nodes.resize(2);
  explore::Node& first = tree.nodes[0].node;
  first.sleep = {{spawn, 0}, {take, 1}};
  first.wakeup = {{1, write, {{0, take, {}}, {1, step(1, 1), {{2, step(2, 0), {}}}}}}, {2, {}, {}}};
  first.begun = {0, 1, 2, 0};
  first.enabled = {0, 1};
  first.yielding = {1};
  first.preemptions = 1;
  first.delays = 200;
  first.divergences = ~0U;
  first.runs_done = 12345;
  tree.nodes[0].children.resize(4);
  tree.nodes[0].children[0].state = ChildState::kFinished;
  tree.nodes[0].children[0].step = take;
  SavedChild& given = tree.nodes[0].children[1];
  given.state = ChildState::kGiven;
  given.step = write;
  given.branch = {1, write, {{0, take, {}}}};
  tree.nodes[0].children[2].state = ChildState::kFinished;
  tree.nodes[0].children[2].step = step(2, 0);
  SavedChild& owned = tree.nodes[0].children[3];
  owned.state = ChildState::kOwned;
  owned.step = spawn;
  owned.node = 1;
  tree.nodes[1].children.resize(1);
  tree.nodes[1].children[0].state = ChildState::kGiven;
  tree.nodes[1].children[0].branch.actor = 2;  // of a backtrack set: no step is known

  tree.independent.resize(1);
  tree.independent[0].prefix = {spawn, step(2, 0, {{3, 1, AccessKind::kGuarded}}), write, take};
  tree.independent[0].fixed = 1;
  tree.independent[0].deviations = {{1, 1, take}, {2, 3, write}};

  tree.found = {{{0, 1, 0},
                 {{core::Finding::Kind::kAssertion, {0, 2}, "x == 0", "bank.toy", 12},
                  {core::Finding::Kind::kLimit, {}, "", "", -1}},
                 0,
                 300},
                {{}, {}}};
  return checkpoint;
}

SavedNode& node(Checkpoint& c, std::size_t index) { return c.tree.nodes[index]; }
SavedChild& child(Checkpoint& c, std::size_t index) { return c.tree.nodes[0].children[index]; }

/// A folder of its own for each test, gone afterwards.
class CheckpointFile : public testing::Test {
 protected:
  CheckpointFile() {
    std::string name = fs::temp_directory_path() / "heddle-checkpoint-XXXXXX";
    folder_ = ::mkdtemp(name.data());
  }
  ~CheckpointFile() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return folder_ / name; }

  fs::path folder_;
};

TEST(Checkpoint, EverythingSurvives) {
  EXPECT_EQ(show(parse(bytes_of(sample()))), show(sample()));
  EXPECT_EQ(show(parse(bytes_of(Checkpoint{}))), show(Checkpoint{})) << "a finished exploration";
  Checkpoint fresh;
  fresh.tree.root.state = ChildState::kGiven;
  EXPECT_EQ(show(parse(bytes_of(fresh))), show(fresh)) << "nothing has been begun";
}

TEST(Checkpoint, TheSameCheckpointGivesTheSameBytes) {
  EXPECT_EQ(bytes_of(sample()), bytes_of(sample()));
  EXPECT_EQ(bytes_of(parse(bytes_of(sample()))), bytes_of(sample()));
}

TEST(Checkpoint, EqualStepsAreOneStep) {
  const Checkpoint read = parse(bytes_of(sample()));
  EXPECT_EQ(&*read.tree.prefix[0], &*read.tree.nodes[0].node.sleep[0].step);
  Checkpoint many = sample();
  const std::size_t before = bytes_of(many).size();
  for (int i = 0; i < 100; ++i) many.tree.prefix.push_back(step(1, 1));
  EXPECT_LE(bytes_of(many).size(), before + 100 + 1) << "a byte for each, and the section's length";
}

// ---- The bytes of docs/formats/checkpoint.md, put together by hand

std::string from_the_manual(std::size_t depth_of_wakeup_tree) {
  ByteWriter totals;
  for (int i = 0; i < 5; ++i) totals.varint(0);
  totals.little<std::uint64_t>(0);  // 0.0 seconds
  totals.u8(0);                     // not complete
  ByteWriter actors;
  actors.varint(1);
  for (const unsigned number : {0, 0, 0}) actors.varint(number);  // no parent, role 0, ordinal 0
  ByteWriter steps;
  steps.varint(1);
  for (const unsigned number : {0, 4, 0, 0})
    steps.varint(number);  // fifth event of main, no message
  steps.little<std::uint64_t>(0xabc);
  steps.varint(1);
  steps.u8(1);        // writes
  steps.varint(300);  // the location 300
  steps.varint(5);    // the value behind token 5
  ByteWriter nodes;
  nodes.varint(0);  // no prefix
  nodes.u8(2);      // the root is owned,
  nodes.varint(0);  // no step leads to it,
  nodes.varint(0);  // it is node 0
  nodes.varint(1);  // the only one
  nodes.varint(0);  // nothing sleeps
  nodes.varint(1);  // one branch waits
  for (std::size_t i = 0; i < depth_of_wakeup_tree; ++i) {
    nodes.varint(1);  // step number 1
    nodes.varint(i + 1 < depth_of_wakeup_tree ? 1 : 0);
  }
  for (int i = 0; i < 8; ++i) nodes.varint(0);  // lists of actors, costs, runs, children
  ByteWriter tasks;
  tasks.varint(0);
  ByteWriter found;
  found.varint(0);
  ByteWriter body;
  for (const char* text : {"p", "d", "o", "s"}) body.field(text);
  body.raw(totals.bytes());
  for (const ByteWriter* section : {&actors, &steps, &nodes, &tasks, &found}) {
    body.field(section->bytes());
  }
  ByteWriter file;
  file.raw("HEDDLECP");
  file.little<std::uint32_t>(4);
  file.little<std::uint64_t>(20 + body.bytes().size() + 8);
  file.raw(body.bytes());
  return sealed(file.bytes() + std::string(8, '\0'));
}

TEST(Checkpoint, IsWhatTheManualSays) {
  Checkpoint checkpoint;
  checkpoint.program = "p";
  checkpoint.digest = "d";
  checkpoint.options = "o";
  checkpoint.shared_state = "s";
  checkpoint.actors = {{kNoActor, 0, 0}};
  checkpoint.tree.root.state = ChildState::kOwned;
  checkpoint.tree.root.node = 0;
  checkpoint.tree.nodes.resize(1);
  const std::vector<core::Access> accesses = {{300, 5, AccessKind::kWrite}};
  checkpoint.tree.nodes[0].node.wakeup = {{0, StepRef::make({0, 4}, accesses, 0xabc), {}}};
  EXPECT_EQ(bytes_of(checkpoint), from_the_manual(1));
  EXPECT_EQ(show(parse(from_the_manual(1))), show(checkpoint));
}

TEST(Checkpoint, DeepWakeupTreesFitOrAreRefused) {
  Checkpoint checkpoint = parse(from_the_manual(20'000));
  EXPECT_EQ(bytes_of(checkpoint), from_the_manual(20'000));
  Branch& top = checkpoint.tree.nodes[0].node.wakeup[0];
  Branch deeper{0, top.step, {}};
  deeper.next.push_back(std::move(top));  // a list of initialisers would copy it all, recursively
  checkpoint.tree.nodes[0].node.wakeup[0] = std::move(deeper);
  EXPECT_EQ(
      complaint([&] { bytes_of(checkpoint); }),
      "x.heddle: cannot write the checkpoint: it has a run of more than 20000 steps; bound the "
      "length of runs, or explore without a checkpoint");
  EXPECT_NE(complaint_about(from_the_manual(5'000'000)).find("a wakeup tree that is too deep"),
            std::string::npos);
}

// ---- Files that are no checkpoint, not this version's, or not whole

TEST_F(CheckpointFile, IsReadAndReplaced) {
  write_checkpoint(path("a"), sample());
  EXPECT_EQ(show(read_checkpoint(path("a"))), show(sample()));
  write_checkpoint(path("a"), Checkpoint{});
  EXPECT_EQ(show(read_checkpoint(path("a"))), show(Checkpoint{}));
}

TEST_F(CheckpointFile, SaysWhyItCannotBeReadOrWritten) {
  EXPECT_EQ(
      complaint([&] { read_checkpoint(path("none")); }),
      path("none") + ": cannot read the checkpoint: No such file or directory; check the path");
  EXPECT_EQ(complaint([&] { write_checkpoint(path("none/a"), sample()); }),
            path("none/a") +
                ": cannot write the checkpoint: No such file or directory; check the path and "
                "whether its folder exists");
  EXPECT_NE(complaint([&] {
              write_checkpoint("/dev/full", sample());
            }).find("/dev/full: cannot write the checkpoint: No space left on device; free some"),
            std::string::npos);
}

TEST_F(CheckpointFile, EndlessFilesAreNotReadToTheEnd) {
  EXPECT_EQ(complaint([&] { read_checkpoint("/dev/zero"); }),
            "/dev/zero: not a checkpoint of Heddle (those begin with HEDDLECP); check the path");
  // A header that promises more than any memory holds.
  ByteWriter huge;
  huge.raw("HEDDLECP");
  huge.little<std::uint32_t>(4);
  huge.little<std::uint64_t>(~0ULL);
  huge.raw("abc");
  support::write_file_atomically(path("a"), huge.bytes());
  EXPECT_EQ(complaint([&] { read_checkpoint(path("a")); }),
            path("a") +
                ": cut short: 23 of 18446744073709551615 bytes; go on from a copy of it, or "
                "start the exploration again without this checkpoint");
}

TEST(Checkpoint, OtherFilesAreRefused) {
  EXPECT_EQ(complaint_about("#!/bin/sh\necho no checkpoint at all\n"),
            "x.heddle: not a checkpoint of Heddle (those begin with HEDDLECP); check the path");
  EXPECT_EQ(complaint_about(""),
            "x.heddle: empty, not a checkpoint; go on from a copy of it, or start the exploration "
            "again without this checkpoint");
}

TEST(Checkpoint, NewerVersionsAreRefused) {
  std::string newer = bytes_of(sample());
  newer[8] = 5;
  const std::string text =
      "x.heddle: a checkpoint of format version 5; this Heddle knows version 4; go on with the "
      "version of Heddle that wrote it, or start the exploration again without this checkpoint";
  EXPECT_EQ(complaint_about(newer), text);
  EXPECT_EQ(complaint_about(sealed(newer)), text);
  EXPECT_EQ(complaint_about(newer.substr(0, 50)), text) << "whatever else is wrong";
  newer[8] = 0;
  EXPECT_NE(complaint_about(sealed(newer)), "");
}

// Version 3 did not say how often an error was found.
TEST(Checkpoint, OlderVersionsAreRefused) {
  std::string older = bytes_of(sample());
  older[8] = 3;
  const std::string text =
      "x.heddle: a checkpoint of format version 3; this Heddle knows version 4; go on with the "
      "version of Heddle that wrote it, or start the exploration again without this checkpoint";
  EXPECT_EQ(complaint_about(older), text);
  EXPECT_EQ(complaint_about(sealed(older)), text);
}

TEST(Checkpoint, EveryTruncationIsNoticed) {
  const std::string bytes = bytes_of(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_EQ(complaint_about(bytes.substr(0, size)).substr(0, 10), "x.heddle: ") << size;
  }
  EXPECT_EQ(
      complaint_about(bytes.substr(0, 100)),
      fmt::format("x.heddle: cut short: 100 of {} bytes; go on from a copy of it, or start the "
                  "exploration again without this checkpoint",
                  bytes.size()));
  EXPECT_NE(complaint_about(bytes + "x").find("damaged: more than"), std::string::npos);
}

TEST(Checkpoint, EveryFlippedBitIsNoticed) {
  const std::string bytes = bytes_of(sample());
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    EXPECT_EQ(complaint_about(flipped).substr(0, 10), "x.heddle: ") << bit;
  }
}

// The checksum keeps accidents out; behind it, the reader still believes nothing.
TEST(Checkpoint, AnyOtherByteIsReadOrRefused) {
  const std::string bytes = bytes_of(sample());
  std::size_t refused = 0;
  for (std::size_t i = 20; i + 8 < bytes.size(); ++i) {
    for (const unsigned value : {0x00, 0x01, 0x03, 0x7f, 0x80, 0xff}) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(value);
      try {
        EXPECT_EQ(fault_of(parse(sealed(changed))), "");
      } catch (const UserError& error) {
        ++refused;
        EXPECT_EQ(std::string(error.what()).find("x.heddle: damaged"), 0U) << error.what();
      }
    }
  }
  EXPECT_GT(refused, 500U);
}

// ---- The rules

struct Broken {
  const char* fault;
  std::function<void(Checkpoint&)> damage;
};

const std::vector<Broken> kBroken = {
    {"a time below zero", [](auto& c) { c.seconds = -1; }},
    {"a time below zero", [](auto& c) { c.seconds = std::nan(""); }},
    {"an actor that is there twice or before its parent", [](auto& c) { c.actors[1].parent = 1; }},
    {"an actor that is there twice or before its parent",
     [](auto& c) { c.actors.push_back(c.actors[1]); }},
    {"the prefix has a step missing", [](auto& c) { c.tree.prefix.push_back({}); }},
    {"the root has a step or a branch", [](auto& c) { c.tree.root.step = step(0, 0); }},
    {"the root has a step or a branch", [](auto& c) { c.tree.root.branch.actor = 0; }},
    {"the root has a child that does not come after it", [](auto& c) { c.tree.root.node = -1; }},
    {"the root has a child that does not come after it", [](auto& c) { c.tree.root.node = 2; }},
    {"node 0 is nobody's child", [](auto& c) { c.tree.root.node = 1; }},
    {"node 0 is nobody's child", [](auto& c) { c.tree.root.state = ChildState::kFinished; }},
    {"node 0 has a child that does not come after it", [](auto& c) { child(c, 3).node = 0; }},
    {"node 0 has a child that has another parent",
     [](auto& c) { node(c, 0).children.push_back(child(c, 3)); }},
    {"node 1 is nobody's child", [](auto& c) { node(c, 0).children.pop_back(); }},
    {"node 0 has an owned child without a step", [](auto& c) { child(c, 3).step = {}; }},
    {"node 0 has a step missing", [](auto& c) { node(c, 0).node.sleep[0].step = {}; }},
    {"node 0 has the step of an unknown actor",
     [](auto& c) { node(c, 0).node.sleep[0].step = step(3, 0); }},
    {"node 0 has the step of an unknown actor",
     [](auto& c) {
       node(c, 0).node.sleep[0].step = step(0, 0, {}, {3, 0});
     }},
    {"node 0 has a sleeper from a deeper node",
     [](auto& c) { node(c, 0).node.sleep[0].depth = 2; }},  // it is at depth 1, after the prefix
    {"node 0 has a branch with another actor's step",
     [](auto& c) { node(c, 0).node.wakeup[0].actor = 0; }},
    {"node 0 has a branch with another actor's step",
     [](auto& c) { node(c, 0).node.wakeup[0].next[1].next[0].actor = 0; }},
    {"node 0 has a wakeup sequence with a step missing",
     [](auto& c) { node(c, 0).node.wakeup[0].step = {}; }},
    {"node 0 has a step missing", [](auto& c) { node(c, 0).node.wakeup[0].next[0].step = {}; }},
    {"node 0 has a branch of an unknown actor",
     [](auto& c) { node(c, 0).node.wakeup[1].actor = 3; }},
    {"node 0 lists an unknown actor", [](auto& c) { node(c, 0).node.begun[0] = 3; }},
    {"node 0 lists an unknown actor", [](auto& c) { node(c, 0).node.enabled[0] = kNoActor; }},
    {"node 0 lists an unknown actor", [](auto& c) { node(c, 0).node.yielding[0] = 3; }},
    {"node 0 has the step of an unknown actor", [](auto& c) { child(c, 0).step = step(3, 0); }},
    {"node 0 has a step missing", [](auto& c) { child(c, 1).branch.next[0].step = {}; }},
    {"node 0 has a child with another step than its branch",
     [](auto& c) { child(c, 1).branch.step = step(1, 1); }},
    {"node 0 has a child with another step than its branch",
     [](auto& c) { child(c, 1).step = {}; }},
    {"node 1 has a branch of an unknown actor",
     [](auto& c) { node(c, 1).children[0].branch.actor = kNoActor; }},
    {"error 0 has an unknown actor in its schedule",
     [](auto& c) { c.tree.found[0].schedule[0] = 3; }},
    {"error 0 was never found", [](auto& c) { c.tree.found[0].runs = 0; }},
    {"error 0 is the error of an unknown actor",
     [](auto& c) { c.tree.found[0].findings[0].actors[0] = 3; }},
    {"task 0 deviates from nothing", [](auto& c) { c.tree.independent[0].deviations.clear(); }},
    {"task 0 deviates from what is fixed", [](auto& c) { c.tree.independent[0].fixed = 2; }},
    {"task 0 has a head outside of its deviation",
     [](auto& c) { c.tree.independent[0].deviations[1].head = 4; }},
    {"task 0 has a head outside of its deviation",
     [](auto& c) { c.tree.independent[0].deviations[1].head = 1; }},
    {"task 0 has deviations out of order",
     [](auto& c) { c.tree.independent[0].deviations[1].node = 1; }},
    {"task 0 has a step missing",
     [](auto& c) { c.tree.independent[0].deviations[0].reversed = {}; }},
    {"task 0 has a step missing", [](auto& c) { c.tree.independent[0].prefix[1] = {}; }},
    {"branches left to explore, although it is said to be complete",
     [](auto& c) { c.complete = true; }},
};

TEST(CheckpointRules, EachIsKept) {
  EXPECT_EQ(fault_of(sample()), "");
  EXPECT_EQ(fault_of(Checkpoint{}), "");
  for (const Broken& broken : kBroken) {
    Checkpoint checkpoint = sample();
    broken.damage(checkpoint);
    EXPECT_EQ(fault_of(checkpoint), broken.fault);
    EXPECT_THROW(bytes_of(checkpoint), InternalError) << broken.fault;
  }
}

TEST(CheckpointRules, CompleteMeansThatNothingIsLeft) {
  Checkpoint checkpoint;
  checkpoint.complete = true;
  EXPECT_EQ(fault_of(checkpoint), "");
  checkpoint.tree.root.state = ChildState::kGiven;
  EXPECT_NE(fault_of(checkpoint), "");
}

// ---- Explorations that are interrupted

struct Search {
  const char* program;
  const char* algorithm;
};

void PrintTo(const Search& search, std::ostream* out) {
  *out << search.algorithm << " " << search.program;
}

struct Totals {
  std::uint64_t interleavings = 0;
  std::uint64_t sleep_set_blocked = 0;
  std::map<std::string, int> errors;  // by their outcomes
  bool operator==(const Totals&) const = default;
};

void PrintTo(const Totals& totals, std::ostream* out) {
  *out << totals.interleavings << " interleavings, " << totals.sleep_set_blocked << " blocked, "
       << totals.errors.size() << " kinds of errors";
}

/// One process's part of an exploration: it starts from nothing or from a checkpoint.
class Session {
 public:
  explicit Session(const Search& search) : Session(search, nullptr) {}
  Session(const Search& search, Checkpoint checkpoint) : Session(search, nullptr) {
    shared_->seed(checkpoint.actors);
    shared_->restore(checkpoint.shared_state);
    queue_ = std::make_unique<LocalQueue>(*algorithm_, std::move(checkpoint.tree));
  }

  LocalQueue& queue() { return *queue_; }
  std::unique_ptr<core::Program> program() const { return factory_(); }

  /// Explores on until `more_runs` further runs are made, or to the end.
  void explore(std::uint64_t more_runs = 0) {
    const auto program = factory_();
    Monitor monitor;
    work(*queue_, *program, *algorithm_, options(more_runs), monitor);
  }
  void explore_with_threads(unsigned threads) {
    Monitor monitor;
    std::vector<std::thread> workers;
    for (unsigned i = 0; i < threads; ++i) {
      workers.emplace_back([&] {
        const auto program = factory_();
        work(*queue_, *program, *algorithm_, options(0), monitor);
      });
    }
    for (std::thread& worker : workers) worker.join();
  }

  Checkpoint checkpoint() const {
    Checkpoint checkpoint;
    checkpoint.complete = queue_->open() == 0;  // before the snapshot: workers may be running
    checkpoint.tree = queue_->snapshot();
    checkpoint.actors = shared_->actors().keys();
    checkpoint.shared_state = shared_->save();
    return checkpoint;
  }
  std::string save() const { return bytes_of(checkpoint()); }

  Totals totals() const {
    const explore::Counts counts = queue_->counts();
    Totals totals{counts.interleavings, counts.sleep_set_blocked, {}};
    for (const Found& found : queue_->found().sorted()) {
      for (const core::Finding& finding : found.findings) {
        totals.errors[fmt::format("{} {}", show(finding.actors), finding.message)] += found.runs;
      }
    }
    return totals;
  }

 private:
  Session(const Search& search, std::nullptr_t)
      : algorithm_(explore::make_algorithm(search.algorithm)),
        shared_(toy::make_shared_state()),
        factory_(toy::make_factory(toy::builtin(search.program), {}, shared_)),
        queue_(std::make_unique<LocalQueue>(*algorithm_)) {}

  static WorkerOptions options(std::uint64_t max_runs) {
    WorkerOptions options;
    options.stop_after_errors = 0;
    options.max_runs = max_runs;
    options.shortest_task = std::chrono::microseconds(0);
    options.runs_between_looks = 1;
    return options;
  }

  std::unique_ptr<explore::Algorithm> algorithm_;
  std::shared_ptr<toy::SharedState> shared_;
  core::ProgramFactory factory_;
  std::unique_ptr<LocalQueue> queue_;
};

Totals uninterrupted(const Search& search) {
  Session session(search);
  session.explore();
  return session.totals();
}

class Resume : public testing::TestWithParam<Search> {};

// However often it is interrupted, and wherever.
TEST_P(Resume, EndsWithTheSameTotals) {
  const Totals expected = uninterrupted(GetParam());
  for (const std::uint64_t every : {1, 2, 3, 5, 13}) {
    std::string saved = Session(GetParam()).save();
    for (std::uint64_t left = expected.interleavings + 10; left > 0; --left) {
      Session session(GetParam(), parse(saved));
      session.explore(every);
      saved = session.save();
      if (session.queue().open() == 0) break;
    }
    EXPECT_TRUE(parse(saved).complete);
    EXPECT_EQ(Session(GetParam(), parse(saved)).totals(), expected)
        << "interrupted every " << every << " runs";
  }
}

// Tasks that were given away and never handed in are done again.
TEST_P(Resume, LosesNothingThatWasInFlight) {
  const Totals expected = uninterrupted(GetParam());
  for (const std::uint64_t runs : {0, 1, 2, 4, 9}) {
    if (runs >= expected.interleavings) break;
    Session first(GetParam());
    if (runs != 0) first.explore(runs);
    Session second(GetParam(), parse(first.save()));
    const auto program = second.program();
    EXPECT_TRUE(second.queue().take_now(*program));
    for (int i = 0; i < 2; ++i) second.queue().take_now(*program);  // others, if there are any
    Session third(GetParam(), parse(second.save()));
    EXPECT_GE(third.queue().open(), second.queue().open());  // one task may hold several branches
    third.explore();
    EXPECT_EQ(third.totals(), expected) << "after " << runs << " runs";
  }
}

// Each number can be had from the uninterrupted exploration, which tests/papers holds to the
// published ones.
INSTANTIATE_TEST_SUITE_P(
    Toy, Resume,
    testing::Values(Search{"bank", "optimal"}, Search{"bank", "observers"}, Search{"bank", "none"},
                    Search{"bank", "parsimonious"}, Search{"lastzero(4)", "parsimonious"},
                    Search{"mutexes", "none"}, Search{"lastzero(4)", "optimal"},
                    Search{"lastzero(4)", "observers"}, Search{"lock(3)", "optimal"},
                    Search{"lock(3)", "observers"}, Search{"philosophers(3)", "optimal"},
                    Search{"vidal3", "observers"}, Search{"firstof(3)", "none"}));

// Checkpoints of a search with several workers, taken while they run.
TEST_F(CheckpointFile, CanBeTakenWhileWorkersRun) {
  for (const Search search :
       {Search{"lastzero(7)", "optimal"}, Search{"lock(4)", "optimal"},
        Search{"lastzero(7)", "parsimonious"}, Search{"lock(4)", "observers"}}) {
    const Totals expected = uninterrupted(search);
    Session session(search);
    std::thread workers([&] { session.explore_with_threads(3); });
    constexpr int kSaved = 8;
    for (int i = 0; i < kSaved; ++i)
      write_checkpoint(path(std::to_string(i)), session.checkpoint());
    workers.join();
    EXPECT_EQ(session.totals(), expected);
    for (int i = 0; i < kSaved; ++i) {
      Session resumed(search, read_checkpoint(path(std::to_string(i))));
      resumed.explore_with_threads(2);
      EXPECT_EQ(resumed.totals(), expected) << search.program << ", checkpoint " << i;
    }
  }
}

TEST_F(CheckpointFile, SurvivesKill) {
  Checkpoint other = sample();
  other.program = "another";
  other.shared_state = std::string(100'000, 'x');
  write_checkpoint(path("a"), sample());
  for (int round = 0; round < 10; ++round) {
    const pid_t writer = ::fork();
    ASSERT_GE(writer, 0);
    if (writer == 0) {
      while (true) {
        write_checkpoint(path("a"), other);
        write_checkpoint(path("a"), sample());
      }
    }
    std::this_thread::sleep_for(std::chrono::microseconds(700 + 911 * round));
    ASSERT_EQ(::kill(writer, SIGKILL), 0);
    ASSERT_EQ(::waitpid(writer, nullptr, 0), writer);
    const std::string program = read_checkpoint(path("a")).program;
    EXPECT_TRUE(program == "toy bank" || program == "another");
  }
}

}  // namespace
}  // namespace heddle::dist
