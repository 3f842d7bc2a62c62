// Store: what the abstract machine knows, all of it only ever growing.
//
// Following the papers, values and continuations live at addresses, and an address holds a set. A
// cell is such a set; states that have read it are looked at again when it grows.
//
//   paper                     here
//   value address (i,x,d,t)   CellKey kVariable: process class, variable, data, time
//   continuation address      CellKey kReturn: process class, node, environment, time (and handler)
//   mailbox of a class        CellKey kMailbox
//   closure (node, env)       Value kClosure: a fun, or a constructor applied to addresses
//   local state q             State
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "abstraction/cfa/interned.hpp"
#include "abstraction/core_erlang/normal_form.hpp"
#include "abstraction/term.hpp"

namespace heddle::abstraction {

using ValueId = std::uint32_t;
using EnvironmentId = std::uint32_t;
using CellId = std::uint32_t;
using StateId = std::uint32_t;
using ClassId = std::uint32_t;
using TimeId = std::uint32_t;
using FrameId = std::uint32_t;

struct Value {
  enum class Kind : std::uint8_t { kTerm, kClosure };
  Kind kind = Kind::kTerm;
  std::uint32_t id = 0;  // of the term, or of the node
  EnvironmentId environment = 0;
  bool operator==(const Value&) const = default;
  std::size_t hash() const { return mix(mix(static_cast<std::size_t>(kind), id), environment); }
};

/// Addresses of variables, sorted by variable.
struct Environment {
  std::vector<std::pair<VariableId, CellId>> cells = {};
  bool operator==(const Environment&) const = default;
  std::size_t hash() const {
    std::size_t out = cells.size();
    for (const auto& [variable, cell] : cells) out = mix(mix(out, variable), cell);
    return out;
  }
};

struct CellKey {
  enum class Kind : std::uint8_t {
    kStop,      // the end of a process: nothing to return to
    kVariable,  // values
    kReturn,    // frames
    kMailbox,   // values
    kName,      // values: the pids registered under a name
    kNamed,     // not empty: unknown functions may register processes under a name
    // Values that a class has put into its process dictionary under a key: a term; `_`: some key;
    // kNone: any of them.
    kDictionary,
    kNumbers,  // values: the results of an arithmetic operation
    kEscaped,  // values that `_` may stand for
    kLeaked,   // values that unknown functions were given
    kEnded,    // values: how processes of a class end (normal, crash)
    kParent,   // values: the pids of those that have spawned processes of a class
    kTraps,    // not empty: processes of a class trap exits
    // Not empty: functions that are not known are called (of 0), in processes of a class (of 1).
    kForeign,
  };
  Kind kind = Kind::kStop;
  ClassId process = 0;
  std::uint32_t of = 0;    // the variable, the node, or the term of the name
  std::uint32_t data = 0;  // the term, or the environment
  TimeId time = 0;
  CellId handler = kNone;  // kReturn: the cell whose `try` is around
  bool operator==(const CellKey&) const = default;
  std::size_t hash() const {
    std::size_t out = mix(static_cast<std::size_t>(kind), process);
    return mix(mix(mix(mix(out, of), data), time), handler);
  }
};

/// What a value returns to.
struct Frame {
  enum class Kind : std::uint8_t { kLet, kTry, kAgain };
  Kind kind = Kind::kLet;
  NodeId node = kNone;  // the let or try; kAgain: the node to run again
  EnvironmentId environment = 0;
  CellId parent = 0;
  TimeId time = 0;
  bool operator==(const Frame&) const = default;
  std::size_t hash() const {
    std::size_t out = mix(static_cast<std::size_t>(kind), node);
    return mix(mix(mix(out, environment), parent), time);
  }
};

struct State {
  ClassId process = 0;
  NodeId node = kNone;
  EnvironmentId environment = 0;
  CellId next = 0;  // where its value returns to
  TimeId time = 0;
  bool operator==(const State&) const = default;
  std::size_t hash() const { return mix(mix(mix(mix(process, node), environment), next), time); }
};

/// A class of processes: where they are spawned, and when.
struct ProcessClass {
  NodeId spawn = kNone;  // none: the initial process
  TimeId time = 0;
  bool operator==(const ProcessClass&) const = default;
  std::size_t hash() const { return mix(spawn, time); }
};

/// The last call sites, the latest first.
struct Time {
  std::vector<NodeId> calls = {};
  bool operator==(const Time&) const = default;
  std::size_t hash() const {
    std::size_t out = calls.size();
    for (const NodeId call : calls) out = mix(out, call);
    return out;
  }
};

class Store {
 public:
  Interned<Value> values;
  Interned<Environment> environments;
  Interned<CellKey> cells;
  Interned<Frame> frames;
  Interned<State> states;
  Interned<ProcessClass> classes;
  Interned<Time> times;

  CellId cell(const CellKey& key);
  const std::vector<std::uint32_t>& items(CellId cell) const { return contents_[cell].items; }
  /// The same, and `reader` is woken when it grows.
  const std::vector<std::uint32_t>& read(CellId cell, StateId reader);
  void add(CellId cell, std::uint32_t item);
  /// The states to look at again, each once; forgets them.
  std::vector<StateId> take_woken();
  void wake(StateId state);

  ValueId term(TermId id) { return values({Value::Kind::kTerm, id, 0}); }

 private:
  struct Content {
    std::vector<std::uint32_t> items;  // sorted
    std::vector<StateId> readers;      // sorted
  };
  std::deque<Content> contents_;
  std::vector<bool> awake_;
  std::vector<StateId> woken_;
};

}  // namespace heddle::abstraction
