// Program: an Erlang program, from its test function on, as the search sees it.
//
// Actors are the processes, and phantom actors: each timer that may fire, the ghost of each dead
// process, which tells others of its death, and, unless delivery is instant, the channel from each
// process to each other one. A step of a process is one visible built-in, one
// receive or its death, and the local computation after it; a new process computes up to its first
// operation in the step that spawns it. What a step touches is in footprint.hpp and
// interference.hpp.
//
//   auto world = std::make_shared<World>(...);
//   core::ProgramFactory factory = [world] { return std::make_unique<Program>(world); };
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "beam/vm/machine.hpp"
#include "beam/vm/step_limit.hpp"
#include "core/program.hpp"
#include "erlang/footprint.hpp"
#include "erlang/interference.hpp"
#include "erlang/options.hpp"
#include "erlang/oracle.hpp"
#include "erlang/shared.hpp"
#include "erlang/source_forms.hpp"

namespace heddle::erlang {

class Program;

/// What all instances share.
struct World {
  /// What is wrong with the state that a run has come to, besides what every program is judged by.
  /// Who took the last step, and where, is added.
  using Judge = std::function<std::optional<core::Finding>(const Program&)>;

  World(beam::CodeBase& code_base, std::string test_module, std::string test_function,
        Options check_options, std::string test_arguments = "[]")
      : code(code_base),
        module(std::move(test_module)),
        function(std::move(test_function)),
        arguments(std::move(test_arguments)),
        options(std::move(check_options)),
        watched(options.virtual_time ? unsigned{kWatchClock} : 0U),
        tables(code_base) {}

  beam::CodeBase& code;
  const std::string module;
  const std::string function;
  const std::string arguments;  // a list, as text
  const Options options;
  void watch(const NeedsWatch& needs) {
    watched |= needs.what_to_watch;
    if (needs.replaced.find('/') != std::string::npos) {
      traced.insert(needs.replaced);
      watched |= kWatchTraces;
    } else if (!needs.replaced.empty()) {
      replaced.insert(beam::intern(needs.replaced).bits());
    }
  }
  unsigned watched;                         // changes only between explorations
  std::unordered_set<beam::Word> replaced;  // likewise: modules, which some run replaces
  std::set<std::string> traced;             // likewise: functions, which some run traces
  Judge judge = {};                         // likewise
  Oracle oracle;
  SourceForms forms;
  SharedTables tables;
};

class Program final : public core::Program {
 public:
  explicit Program(std::shared_ptr<World> world);

  void enabled(std::vector<core::ActorId>& out) const override;
  bool is_enabled(core::ActorId actor) const override;
  core::ActorId first_enabled() const override;
  void blocked(std::vector<core::ActorId>& out) const override;
  void waiting(std::vector<core::ActorId>& out) const override;
  void pending(core::ActorId actor, core::StepRecord& out) const override;
  void step(core::ActorId actor, core::StepRecord& out) override;
  bool pending_yields(core::ActorId actor) const override;

  void restart() override { rewind(0); }
  bool can_rewind() const override { return true; }
  core::Mark mark() override;
  void rewind(core::Mark mark) override;

  bool matches(core::Token constraint, core::Token value) const override;
  core::Token initial_value(core::Location location) const override;

  bool has_errors() const override;
  std::vector<core::Finding> errors() const override;
  std::string outcome() const override;

  core::StepText describe_last_step() const override;
  std::string waits_for(core::ActorId actor) const override;
  std::string actor_name(core::ActorId actor) const override;
  std::string location_name(core::Location location) const override;

  core::ActorTable& actors() const override { return world_->tables.actors(); }

  const beam::Machine& machine() const { return machine_; }

 private:
  using ActorId = core::ActorId;
  using Process = beam::Process;
  using Term = beam::Term;

  /// A reference that outlives what is on the heap.
  struct TimerActor {
    beam::Word object[3];
    Term reference() const { return Term::boxed(object); }
  };
  /// Signals on their way from one process to another.
  struct Channel {
    beam::Word from = 0;  // pids
    beam::Word to = 0;
    bool trace = false;
  };
  /// What describe_last_step needs to know.
  struct Last {
    enum class Kind : std::uint8_t {
      kNone,
      kNative,
      kCall,
      kTraced,
      kReceive,
      kTimeout,
      kExit,
      kFarewell,
      kWake,
      kTimer,
      kDelivery,
      kClock
    };
    Kind kind = Kind::kNone;
    Term pid = Term::none();
    const beam::Native* native = nullptr;
    std::vector<Term> arguments = {};
    Term message = Term::none();
    Term result = Term::none();                    // of a native
    Term module = Term::none();                    // that a call goes to
    Term function = Term::none();                  // that is traced
    beam::Pending pending = beam::Pending::kDone;  // whether it is called, or left, and how
    beam::CodePointer at = nullptr;
    beam::CodePointer returns = nullptr;          // where a native does
    std::vector<beam::CodePointer> callers = {};  // where they go on, the last one first
    beam::CodePointer receive = nullptr;
    core::Token wants = 0;              // its constraint, if it took a message
    beam::Machine::Signal signal = {};  // of a delivery
    Term to = Term::none();
    beam::Word time = 0;    // to which the clock went
    std::size_t child = 0;  // the first process that it made
    std::size_t children = 0;

    /// To the beginning; the memory is kept, as there is one for every step.
    void clear() {
      std::vector<Term> terms = std::move(arguments);
      std::vector<beam::CodePointer> addresses = std::move(callers);
      terms.clear();
      addresses.clear();
      *this = {};
      arguments = std::move(terms);
      callers = std::move(addresses);
    }
  };

  // program.cpp
  void prepare();
  void start_children(std::size_t first);
  void step_process(Process& process);
  /// A process whose step does not end takes no other one; that is its error, not ours.
  void advance(Process& process);
  void step_operation(Process& process, core::StepRecord& out);
  void step_ghost(Process& process);
  void step_timer(Term reference);
  void step_channel(const Channel& channel);
  void go_back(const beam::Machine::Mark& mark) const;

  // actors.cpp
  ActorId actor_of(const Process& process) const;
  Process* process_of(ActorId actor) const;
  /// None if the actor is no timer.
  Term timer_of(ActorId actor) const;
  ActorId timer_actor(Term reference) const;
  ActorId ghost_actor(const Process& process) const;
  /// The dead process whose ghost it is; null if it is none.
  Process* ghost_of(ActorId actor) const;
  /// As the machine knows it; none if nothing was ever sent there.
  Term key_of(const Channel& channel) const;
  ActorId channel_actor(const Process& from, Term to) const;
  /// Null if the actor is none.
  const Channel* channel_of(ActorId actor) const;
  bool has_signals(const Channel& channel) const;

  // readiness.cpp
  /// Something travels: all signals, or what tracers are told.
  bool has_channels() const {
    return !world_->options.instant_delivery || (world_->watched & kWatchTraces) != 0;
  }
  /// Some time, or now.
  bool may_fire(const beam::Timer& timer) const;
  bool may_fire_now(const beam::Timer& timer) const;
  bool may_time_out(const Process& process) const;
  bool may_time_out_now(const Process& process) const;
  /// By itself; out of race or not.
  bool can_go_on(const Process& process) const;
  bool ready(const Process& process) const {
    return can_go_on(process) && !is_out_of_race(process);
  }
  /// The place of the process that comes `turn`th when somebody is looked for who can go on.
  std::size_t in_turn(std::size_t turn) const;
  /// Looks at another process, and not all that it has sent there before has arrived.
  bool awaits_arrivals(const Process& process) const;
  bool waits(const Process& process) const {
    return !ready(process) && !process.dead() && !beam::is_endless(process);
  }
  static bool has_farewells(const Process& process) {
    return process.state.pending == beam::Pending::kFarewell;
  }
  /// Another one ended it before it could take its next step.
  static bool was_killed(const Process& process) {
    return process.dead() && process.state.interrupted != beam::Pending::kDone;
  }
  bool waits_for_nothing(const Process& process) const;

  // step_footprint.cpp
  void touch_system();
  void touch_before(const Process& process);
  void note_early_timers();
  void touch_timer(const beam::Timer& timer);
  void touch_effects(const Process* self);
  void touch_suspension(const Process& process);
  void touch_ghost(const Process& process);
  std::uint64_t fingerprint(const Process& process) const;
  core::Token message_token(Term message, bool down = false) const;
  core::Token receive_token(const Process& process) const;
  const Content& content(core::Token token) const;

  // visible.cpp
  struct Range {
    beam::CodePointer begin;
    beam::CodePointer end;
  };
  void find_visible();
  /// The frame of the outermost visible function that the process is in; none: in none.
  std::optional<beam::Word> visible_frame(const Process& process) const;
  void finish_visible(Process& process, beam::Word frame, core::StepRecord& out);

  // virtual_time.cpp
  /// A timed receive that a process is in, or a timer.
  struct Wait {
    beam::Word due = 0;
    beam::Word key = 0;  // of Family::kWait
    beam::Word began = 0;
  };
  bool has_virtual_time() const { return world_->options.virtual_time; }
  std::optional<Wait> wait_of(Term pid) const;
  /// Nothing that is due before it is still to come.
  bool is_next(beam::Word due) const;
  void begin_wait(const Process& process);
  void end_wait(Term pid);
  void resume_wait(const Process& process);
  void continue_wait(const Process& process);
  void timer_is_over(const Wait& timer);
  static Wait wait_of(const beam::Timer& timer);
  void touch_expiry(const Wait& wait, Term whose);
  void touch_end(const Wait& wait, Term whose);
  void touch_earlier(const Wait& wait, Term whose, bool expires);

  // idle_time.cpp
  bool has_idle_time() const { return world_->options.idle_time; }
  ActorId clock_actor() const;
  bool is_due(const Process& process) const;
  /// The same of the dead, when they died, and of the suspended.
  bool was_due(const Process& process) const;
  /// When the clock stops next; nothing: time is over.
  std::optional<beam::Word> next_due() const;
  /// At a receive; and away from it.
  void arrive(const Process& process);
  void leave(const Process& process);
  void note_stop(const Process& process);
  void touch_turn(ActorId actor);
  void note_turn(ActorId actor);
  void step_clock(core::StepRecord& out);
  bool is_due(const Process& process, beam::Word time) const;
  std::optional<beam::Word> time_of_stop(const Process& process) const;
  Term noted(std::size_t field, const Process& process) const;
  void take_note(std::size_t field, const Process& process, beam::Word time);
  Term idle_note(std::size_t field) const;
  void set_idle_note(std::size_t field, Term value);

  // services.cpp
  /// Part of the system that the program runs on: it waits for ever, as it should.
  bool is_service(const Process& process) const;
  /// In a receive that ends with the answer or the end of one that always answers.
  bool awaits_service(const Process& process) const;
  /// A timer of the system that nobody but who started it ever notices: it never fires.
  bool only_keeps_house(const beam::Timer& timer) const;

  // non_racing.cpp
  /// Named by Options::non_racing_system: no actor, it goes on within the steps of others.
  bool is_out_of_race(const Process& process) const {
    return !out_of_race_.empty() && out_of_race_.contains(process.state.registered_name) &&
           is_service(process);
  }
  void serve(core::StepRecord& out);

  // judgement.cpp
  bool halted_abnormally() const;
  bool answers_by_its_end(const Process& process) const;
  bool is_abnormal(const Process& process) const;
  bool ends_before_its_test(const Process& process) const;
  bool is_reported(const Process& process) const;
  bool is_assertion(Term reason) const;
  bool is_first(const Process& process) const;
  bool is_reported_endless(const Process& process) const;
  core::Finding endless(const Process& process) const;
  core::Finding finding(const Process& process) const;
  bool died_with(const Process& process, const Process& other) const;

  // waiting.cpp
  /// " for {val, M}; stop", or nothing.
  std::string wanted(const Process& process) const;
  std::string mailbox_of(const Process& process) const;
  // What is said of a timeout that the options exclude; empty if there is none.
  std::string excluded_timeout_of(const Process& process) const;
  std::string suspenders_of(const Process& process) const;
  core::Finding deadlock(const std::vector<const Process*>& stuck) const;

  // places.cpp
  /// What the source says about the receive at this address.
  std::optional<SourceReceive> source_receive(beam::CodePointer receive) const;
  void place(Term reason, const Process& process, core::Finding& out) const;
  core::SourceLocation source_of(const Process& process) const;
  /// Where the last step was taken.
  core::SourceLocation source_of_last_step() const;
  core::SourceLocation innermost(std::span<const beam::CodePointer> places) const;

  // steps_in_words.cpp
  void describe_native(core::StepText& out) const;
  std::string first_call(const beam::Process& child, std::span<const beam::Term> arguments) const;
  void describe_delivery(core::StepText& out) const;
  void describe_farewell(const Process& process, core::StepText& out) const;

  // names.cpp
  std::string symbolic_name(const Process& process) const;
  std::string show(Term term) const;
  std::string name(const Process& process) const;
  std::string name(Term pid) const;
  std::string subject(const Footprint::Subject& subject) const;

  std::shared_ptr<World> world_;
  beam::TracedFunctions traced_;  // of World::traced
  mutable beam::Machine machine_;
  std::vector<beam::Machine::Mark> marks_;
  std::vector<Range> visible_;                  // the code of visible functions
  std::unordered_set<beam::Word> out_of_race_;  // names
  mutable Footprint footprint_;
  mutable core::StepRecord scratch_;
  mutable std::unordered_map<beam::Word, ActorId> actors_by_pid_;
  mutable std::vector<beam::Word> pids_;     // by actor; 0: no process
  mutable std::vector<Process*> processes_;  // by actor; null: not looked up, or not running
  mutable std::unordered_map<ActorId, TimerActor> timers_;
  std::unordered_set<std::uint64_t> early_timers_;  // that no step has started: they were there
  mutable std::unordered_map<ActorId, beam::Word> ghosts_;  // to pids
  mutable std::unordered_map<ActorId, Channel> channels_;
  mutable std::vector<Term> destinations_;
  mutable std::vector<Term> monitors_;
  mutable std::vector<beam::Timer> running_;
  mutable std::vector<Term> variables_;
  mutable std::unordered_map<core::Token, const Content*> contents_;
  core::Token wants_ = 0;  // of the last receive whose footprint was asked for
  mutable std::unordered_map<std::uint64_t, bool> accepted_;
  mutable std::unordered_map<core::Location, std::string> names_;
  Last last_;
  bool takes_ = false;  // the last step took, or may have taken, a message
};

}  // namespace heddle::erlang
