// A program behind a socket is the program itself: same traces, same races, same errors.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>
#include <thread>

#include "core/trace.hpp"
#include "explore/explorer.hpp"
#include "explore/replay.hpp"
#include "remote/remote_program.hpp"
#include "remote/server.hpp"
#include "remote/wire.hpp"
#include "support/check.hpp"
#include "toy/toy.hpp"

namespace heddle::remote {
namespace {

// A toy program, served by another thread.
class Served {
 public:
  explicit Served(core::ProgramFactory factory) {
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    server_ = std::thread([factory = std::move(factory), socket = ends[1]] {
      serve(socket, {.make = [&](const Blame&) { return factory(); }, .schedule = {}});
      close(socket);
    });
    connection_ = std::make_shared<Connection>(ends[0]);
  }
  ~Served() {
    connection_.reset();
    server_.join();
  }
  std::unique_ptr<core::Program> program() { return connection_->factory({})(); }

 private:
  std::thread server_;
  std::shared_ptr<Connection> connection_;
};

core::ProgramFactory toy_program(const char* name) {
  return toy::make_factory(toy::builtin(name), {}, toy::make_shared_state());
}

std::vector<std::string> traces(core::Program& program) {
  const auto algorithm = explore::make_algorithm("optimal");
  const auto search = explore::make_explorer(program, *algorithm, {});
  std::vector<std::vector<core::ActorId>> schedules;
  search->start({});
  while (search->next_run()) schedules.push_back(search->schedule());
  std::vector<std::string> out;
  for (const auto& schedule : schedules) {
    out.push_back(core::to_json(explore::record(program, schedule)));
  }
  return out;
}

TEST(Remote, ExploresTheSameRuns) {
  for (const char* name : {"bank", "lastzero(3)"}) {
    Served served(toy_program(name));
    const auto here = toy_program(name)();
    const auto there = served.program();
    const std::vector<std::string> expected = traces(*here);
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(traces(*there), expected) << name;
  }
}

TEST(Remote, InstancesShareActors) {
  Served served(toy_program("bank"));
  const auto first = served.program();
  const auto second = served.program();
  first->restart();
  second->restart();
  std::vector<core::ActorId> a;
  std::vector<core::ActorId> b;
  first->enabled(a);
  second->enabled(b);
  EXPECT_EQ(a, b);
  EXPECT_EQ(&first->actors(), &second->actors());
}

TEST(Remote, SaysWhatIsWrong) {
  Served served(toy_program("bank"));
  const auto program = served.program();
  program->restart();
  core::StepRecord record;
  EXPECT_THROW(program->step(4711, record), support::UserError);
  // And goes on.
  std::vector<core::ActorId> enabled;
  program->enabled(enabled);
  EXPECT_FALSE(enabled.empty());
}

TEST(Remote, WhoDoesNotGreetIsRefused) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  send_frame(ends[1], "hello");
  EXPECT_THROW(Connection{ends[0]}, support::UserError);
  close(ends[1]);
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  close(ends[1]);
  EXPECT_THROW(Connection{ends[0]}, support::UserError);
}

}  // namespace
}  // namespace heddle::remote
