#include "remote/remote_program.hpp"

#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "remote/wire.hpp"
#include "support/check.hpp"

namespace heddle::remote {

namespace {

using core::ActorId;
using support::ByteReader;
using support::ByteWriter;
using support::UserError;

ByteReader reader(const std::string& bytes) {
  return {bytes, "an answer of the program under test", "build it with the library of this heddle"};
}

class RemoteProgram final : public core::Program {
 public:
  RemoteProgram(std::shared_ptr<Connection> connection,
                const std::map<std::string, std::string>& blame)
      : connection_(std::move(connection)) {
    ByteWriter request;
    request.u8(static_cast<std::uint8_t>(Call::kMake));
    request.varint(0);
    request.varint(blame.size());
    for (const auto& [value, wrong] : blame) {
      request.field(value);
      request.field(wrong);
    }
    const std::string answer = connection_->ask(request);
    instance_ = reader(answer).number<std::uint32_t>();
  }
  ~RemoteProgram() override {
    try {
      call(Call::kDrop);
    } catch (const UserError&) {
      // Then it is gone already.
    }
  }

  void enabled(std::vector<ActorId>& out) const override { out = now_enabled(); }
  bool is_enabled(ActorId actor) const override {
    const auto& able = now_enabled();
    return std::find(able.begin(), able.end(), actor) != able.end();
  }
  void blocked(std::vector<ActorId>& out) const override { out = actors_by(Call::kBlocked); }
  void waiting(std::vector<ActorId>& out) const override { out = actors_by(Call::kWaiting); }
  void pending(ActorId actor, core::StepRecord& out) const override {
    const std::string answer = call(Call::kPending, {actor});
    ByteReader in = reader(answer);
    out = get_record(in);
  }
  void step(ActorId actor, core::StepRecord& out) override {
    const std::string answer = call(Call::kStep, {actor});
    ByteReader in = reader(answer);
    out = get_record(in);
    enabled_ = get_actors(in);
  }
  bool go_on(ActorId actor) override {
    const std::string answer = call(Call::kGoOn, {actor});
    ByteReader in = reader(answer);
    const bool can = in.u8() != 0;
    enabled_ = get_actors(in);
    return can;
  }
  bool pending_yields(ActorId actor) const override { return truth(Call::kPendingYields, {actor}); }
  bool abandoned() const override { return truth(Call::kAbandoned); }
  void restart() override {
    const std::string answer = call(Call::kRestart);
    ByteReader in = reader(answer);
    enabled_ = get_actors(in);
  }
  bool matches(core::Token constraint, core::Token value) const override {
    return truth(Call::kMatches, {constraint, value});
  }
  core::Token initial_value(core::Location location) const override {
    const std::string answer = call(Call::kInitialValue, {location});
    return reader(answer).varint();
  }
  bool admits(core::Location location, core::Token operation,
              std::span<const core::Token> before) const override {
    std::vector<std::uint64_t> numbers{location, operation, before.size()};
    numbers.insert(numbers.end(), before.begin(), before.end());
    return truth(Call::kAdmits, numbers);
  }
  bool commute(core::Token first, core::Token second) const override {
    return truth(Call::kCommute, {first, second});
  }
  bool has_errors() const override { return truth(Call::kHasErrors); }
  std::vector<core::Finding> errors() const override {
    const std::string answer = call(Call::kErrors);
    ByteReader in = reader(answer);
    return get_findings(in);
  }
  std::string outcome() const override { return text(Call::kOutcome); }
  core::StepText describe_last_step() const override {
    const std::string answer = call(Call::kDescribe);
    ByteReader in = reader(answer);
    return get_text(in);
  }
  std::string waits_for(ActorId actor) const override { return text(Call::kWaitsFor, {actor}); }
  std::string actor_name(ActorId actor) const override { return text(Call::kActorName, {actor}); }
  std::string location_name(core::Location location) const override {
    return text(Call::kLocationName, {location});
  }
  core::ActorTable& actors() const override { return connection_->actors(); }

  std::vector<ActorId> actors_by(Call which) const {
    const std::string answer = call(which);
    ByteReader in = reader(answer);
    return get_actors(in);
  }

 private:
  std::string call(Call which, const std::vector<std::uint64_t>& numbers = {}) const {
    ByteWriter request;
    request.u8(static_cast<std::uint8_t>(which));
    request.varint(instance_);
    for (const std::uint64_t number : numbers) request.varint(number);
    return connection_->ask(request);
  }
  bool truth(Call which, const std::vector<std::uint64_t>& numbers = {}) const {
    const std::string answer = call(which, numbers);
    return reader(answer).u8() != 0;
  }
  std::string text(Call which, const std::vector<std::uint64_t>& numbers = {}) const {
    const std::string answer = call(which, numbers);
    return std::string(reader(answer).field());
  }
  const std::vector<ActorId>& now_enabled() const {
    if (!enabled_) enabled_ = actors_by(Call::kEnabled);
    return *enabled_;
  }

  const std::shared_ptr<Connection> connection_;
  std::uint32_t instance_ = 0;
  mutable std::optional<std::vector<ActorId>> enabled_;
};

}  // namespace

Connection::Connection(int socket) : socket_(socket) {
  const std::optional<std::string> greeting = receive_frame(socket_);
  if (greeting == kGreeting) return;
  close(socket_);
  throw UserError(greeting ? "it was built with another version of the library"
                           : "it ended without running the test");
}

Connection::~Connection() { close(socket_); }

core::ProgramFactory Connection::factory(std::map<std::string, std::string> blame) {
  return [self = shared_from_this(), blame = std::move(blame)] {
    return std::make_unique<RemoteProgram>(self, blame);
  };
}

std::string Connection::ask(const ByteWriter& request) {
  send_frame(socket_, request.bytes());
  const std::optional<std::string> answer = receive_frame(socket_);
  if (!answer) throw UserError("the program under test has ended unexpectedly");
  ByteReader in = reader(*answer);
  if (in.u8() != 0) throw UserError(std::string(in.field()));
  for (std::size_t left = in.count(3); left > 0; --left) {
    core::ActorKey key;
    key.parent = in.number<std::uint32_t>();
    key.role = in.number<std::uint32_t>();
    key.ordinal = in.varint();
    actors_.intern(key);
  }
  return std::string(in.raw(in.remaining()));
}

std::vector<ActorId> served_schedule(core::Program& remote) {
  return static_cast<RemoteProgram&>(remote).actors_by(Call::kSchedule);
}

}  // namespace heddle::remote
