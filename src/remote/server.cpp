#include "remote/server.hpp"

#include <optional>

#include "remote/wire.hpp"
#include "support/check.hpp"

namespace heddle::remote {

namespace {

using core::ActorId;
using support::ByteReader;
using support::ByteWriter;

class Server {
 public:
  explicit Server(const Served& served) : served_(served) {}

  std::string answer(std::string_view request) {
    ByteWriter results;
    try {
      ByteReader in(request, "a request", "use the heddle that belongs to the library");
      execute(in, results);
    } catch (const std::exception& error) {
      ByteWriter out;
      out.u8(1);
      out.field(error.what());
      return out.take();
    }
    ByteWriter out;
    out.u8(0);
    put_new_actors(out);
    out.raw(results.bytes());
    return out.take();
  }

 private:
  void put_new_actors(ByteWriter& out) {
    const std::size_t size = actors_ == nullptr ? 0 : actors_->size();
    out.varint(size - told_);
    for (; told_ < size; ++told_) {
      const core::ActorKey key = actors_->key(static_cast<ActorId>(told_));
      out.varint(key.parent);
      out.varint(key.role);
      out.varint(key.ordinal);
    }
  }

  core::Program& make(ByteReader& in) {
    Blame blame;
    for (std::size_t left = in.count(2); left > 0; --left) {
      std::string value(in.field());
      blame[std::move(value)] = in.field();
    }
    auto& made = programs_.emplace_back(served_.make(blame));
    actors_ = &made->actors();
    return *made;
  }

  void execute(ByteReader& in, ByteWriter& out) {
    const auto call = static_cast<Call>(in.u8());
    const auto instance = in.number<std::size_t>();
    if (call == Call::kMake) {
      make(in);
      out.varint(programs_.size() - 1);
      return;
    }
    if (instance >= programs_.size() || programs_[instance] == nullptr) {
      in.fail("there is no such instance");
    }
    core::Program& program = *programs_[instance];
    std::vector<ActorId> actors;
    core::StepRecord record;
    const auto actor = [&] { return in.number<std::uint32_t>(); };
    switch (call) {
      case Call::kMake:
        break;
      case Call::kDrop:
        programs_[instance].reset();
        break;
      case Call::kSchedule:
        put(out, served_.schedule);
        break;
      case Call::kRestart:
        program.restart();
        put_enabled(program, out);
        break;
      case Call::kEnabled:
        put_enabled(program, out);
        break;
      case Call::kBlocked:
        program.blocked(actors);
        put(out, actors);
        break;
      case Call::kWaiting:
        program.waiting(actors);
        put(out, actors);
        break;
      case Call::kPending:
        program.pending(actor(), record);
        put(out, record);
        break;
      case Call::kStep: {
        const ActorId who = actor();
        if (!program.is_enabled(who)) in.fail("is a step of an actor that cannot take one");
        program.step(who, record);
        put(out, record);
        put_enabled(program, out);
        break;
      }
      case Call::kGoOn:
        out.u8(program.go_on(actor()) ? 1 : 0);
        put_enabled(program, out);
        break;
      case Call::kPendingYields:
        out.u8(program.pending_yields(actor()) ? 1 : 0);
        break;
      case Call::kAbandoned:
        out.u8(program.abandoned() ? 1 : 0);
        break;
      case Call::kMatches: {
        const core::Token constraint = in.varint();
        out.u8(program.matches(constraint, in.varint()) ? 1 : 0);
        break;
      }
      case Call::kInitialValue:
        out.varint(program.initial_value(in.varint()));
        break;
      case Call::kAdmits: {
        const core::Location location = in.varint();
        const core::Token operation = in.varint();
        std::vector<core::Token> before(in.count(1));
        for (core::Token& token : before) token = in.varint();
        out.u8(program.admits(location, operation, before) ? 1 : 0);
        break;
      }
      case Call::kCommute: {
        const core::Token first = in.varint();
        out.u8(program.commute(first, in.varint()) ? 1 : 0);
        break;
      }
      case Call::kHasErrors:
        out.u8(program.has_errors() ? 1 : 0);
        break;
      case Call::kErrors:
        put(out, program.errors());
        break;
      case Call::kOutcome:
        out.field(program.outcome());
        break;
      case Call::kDescribe:
        put(out, program.describe_last_step());
        break;
      case Call::kWaitsFor:
        out.field(program.waits_for(actor()));
        break;
      case Call::kActorName:
        out.field(program.actor_name(actor()));
        break;
      case Call::kLocationName:
        out.field(program.location_name(in.varint()));
        break;
    }
  }

  static void put_enabled(const core::Program& program, ByteWriter& out) {
    std::vector<ActorId> enabled;
    program.enabled(enabled);
    put(out, enabled);
  }

  const Served& served_;
  std::vector<std::unique_ptr<core::Program>> programs_;
  const core::ActorTable* actors_ = nullptr;
  std::size_t told_ = 0;
};

}  // namespace

void serve(int socket, const Served& served) {
  Server server(served);
  send_frame(socket, kGreeting);
  while (const std::optional<std::string> request = receive_frame(socket)) {
    send_frame(socket, server.answer(*request));
  }
}

}  // namespace heddle::remote
