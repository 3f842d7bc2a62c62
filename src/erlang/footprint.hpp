// Footprint: what a step of an Erlang program touches, while it is being put together.
//
// A location is `family << 56 | hash of what it is`. The families, and who touches them:
//
//   mailbox    of a process                  append(delivery) take, poll(receive)
//   length     of a mailbox, if watched      update(delivery, receive) read(process_info)
//                                            await(hibernate)
//   life       of a process                  read(link, monitor, is_process_alive) update(death)
//   reins      of a process, if watched      await(its every step) update(a kill, a look into it)
//   suspended  a process, if watched         await(its every step) update(suspend, resume, death of
//                                            the suspender)
//   leader     its group leader              read(group_leader/0, spawn) write(group_leader/2)
//   trap       its flag trap_exit            write(process_flag) read(exit signals)
//   ties       links, monitors, tables       add(link, monitor) read(death)
//   title      its registered name           update(register, unregister) read(death)
//   link       of two processes; one side    update(link, process_info) read(exit signal)
//              of it, if signals travel      add(unlink, normal end)
//   monitor    by its reference              update(monitor, demonitor) read(its message)
//   monitors   that a process has            add(monitor, demonitor, death) read(process_info)
//   alias      by its reference              update(unalias) add(end of its monitor) read(send)
//   name       of a process                  update(register, unregister, death) read(whereis)
//   table      of ETS                        read(every operation) update(delete, give_away)
//   table name                               read(operations by name) update(new, delete, rename)
//   fixed      a table                       update(safe_fixtable) read(delete, info)
//   objects    which keys a table has        add(insert, delete) read(first, select, info)
//   key        of a table                    read(lookup) write(insert) update(insert_new, delete)
//   word       of atomics and counters       read(get) add(add) update(put, exchange)
//   term       persistent_term               read(get) write(put) update(erase)
//   variable   of the environment            read(getenv) update(putenv)
//   timer      by its reference              update(start, cancel, expiry) read(read_timer)
//   armed      a timer                       update(cancel) await(expiry)
//   clock      if time is virtual            read(start of a timer or wait) update(expiry)
//   wait       a timer or timed receive,     update(its start and end) await(expiry of those that
//              if time is virtual                are due later)
//   tick       if time is idle               produce(every step) consume, produce(the clock)
//                                            consume(every step after it)
//   start      of a process, ghost or timer  produce(what makes it) consume(its first step)
//   flight     of a signal, if it travels    produce(what sends it) consume(its delivery)
//   arrived    a signal, if watched          produce(its delivery) consume(who looks at the
//                                            receiver after it sent it)
//   line       of signals of the dead        update(farewells, answers to requests)
//   numbers    unique monotonic integers     update
//   code       of a module that is replaced  read(calls, funs) update(load, delete, purge, a call
//              in some run                   that loads it); which there are: add(these)
//                                            read(all_loaded)
//   traced     a process, or new ones        read(what a tracer may be told of) update(trace)
//   pattern    of a function that is traced  read(calls) update(trace_pattern); which there are:
//              in some run; of messages      add, update
//   files, code path, system                 read, update
//   processes, names, tables                 if watched: who looks at all of them
//   everything, halt                         if watched: await(every step) update, acquire(halt)
#pragma once

#include <cstdint>
#include <vector>

#include "beam/term/term.hpp"
#include "core/program.hpp"
#include "erlang/term_hash.hpp"

namespace heddle::erlang {

enum class Family : std::uint8_t {
  kMailbox = 1,
  kLength,
  kLife,
  kReins,
  kSuspended,
  kLeader,
  kTrap,
  kTies,
  kTitle,
  kLink,
  kMonitor,
  kMonitors,
  kAlias,
  kName,
  kTable,
  kTableName,
  kObjects,
  kFixed,
  kKey,
  kWord,
  kTerm,
  kVariable,
  kTimer,
  kArmed,
  kClock,
  kWait,
  kStart,
  kTick,
  kFlight,
  kArrived,
  kLine,
  kNumbers,
  kProcesses,
  kNames,
  kTables,
  kTerms,
  kVariables,
  kEverything,
  kHalt,
  kFiles,
  kCode,
  kSystem,
  kTraced,
  kPattern,
};

constexpr core::Location location(Family family, std::uint64_t key) {
  return (static_cast<std::uint64_t>(family) << 56) | (mix(key) >> 8);
}

/// The values of what can be awaited, and what awaits them.
inline constexpr core::Token kNo = 0;
inline constexpr core::Token kYes = 1;
inline constexpr core::Token kWantsNo = 0x77616e74732d6e6f;
inline constexpr core::Token kWantsYes = 0x77616e7473796573;

class Footprint {
 public:
  void begin(core::StepRecord& record) {
    record_ = &record;
    record.clear();
    subjects_.clear();
  }
  /// For the next part of the same step.
  void go_on(core::StepRecord& record) {
    record_ = &record;
    record.clear();
  }
  /// `what` and `part` are for the name of the location. What is touched twice is touched in the
  /// stronger way.
  void touch(Family family, std::uint64_t key, core::AccessKind kind, beam::Term what,
             beam::Term part = beam::Term::none(), core::Token token = 0, bool decides = false);

  /// Adds the accesses of `more` to those of `out`.
  static void merge(const core::StepRecord& more, core::StepRecord& out);

  void read(Family family, beam::Term what) { cell(family, what, core::AccessKind::kRead); }
  /// A read that decides what else is touched.
  void find(Family family, beam::Term what) {
    touch(family, hash_(what), core::AccessKind::kRead, what, beam::Term::none(), 0, true);
  }
  void write(Family family, beam::Term what) { cell(family, what, core::AccessKind::kWrite); }
  void update(Family family, beam::Term what) { cell(family, what, core::AccessKind::kUpdate); }
  void await(Family family, beam::Term what, core::Token constraint) {
    touch(family, hash_(what), core::AccessKind::kAwait, what, beam::Term::none(), constraint);
  }
  /// To a value that somebody may await.
  void set(Family family, beam::Term what, core::Token value) {
    touch(family, hash_(what), core::AccessKind::kUpdate, what, beam::Term::none(), value);
  }
  void add(Family family, beam::Term what) { cell(family, what, core::AccessKind::kAdd); }
  /// A part of something: a key of a table, a word of an array.
  void part(Family family, beam::Term whole, beam::Term part, core::AccessKind kind) {
    touch(family, mix(hash_(whole), hash_(part)), kind, whole, part);
  }
  /// Of two processes, whichever comes first; or the side of `a`.
  void link(beam::Term a, beam::Term b, core::AccessKind kind, bool side) {
    const std::uint64_t key = side ? mix(hash_(a), hash_(b)) : hash_(a) ^ hash_(b);
    touch(Family::kLink, key, kind, a, b, 0, kind != core::AccessKind::kAdd);
  }
  TermHash& hash() { return hash_; }

  struct Subject {
    core::Location location;
    beam::Term what;
    beam::Term part;
  };
  const std::vector<Subject>& subjects() const { return subjects_; }

 private:
  void cell(Family family, beam::Term what, core::AccessKind kind) {
    touch(family, hash_(what), kind, what);
  }

  TermHash hash_;
  core::StepRecord* record_ = nullptr;
  std::vector<Subject> subjects_;
};

}  // namespace heddle::erlang
