#include "serve/runs.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "serve/child.hpp"
#include "serve/limits.hpp"

namespace heddle::serve {
namespace {

using namespace std::chrono_literals;

// Waits until the run is over, or for ten seconds.
serve::Run end_of(const RunQueue& queue, std::uint64_t id) {
  std::uint64_t seen = 0;
  const auto until = std::chrono::steady_clock::now() + 10s;
  while (std::chrono::steady_clock::now() < until) {
    const auto run = queue.wait(id, seen, 1s);
    if (!run || run->over()) return run.value_or(serve::Run{});
    seen = run->version;
  }
  return {};
}

void until_stopped(const serve::Run&, const std::atomic<bool>& stop,
                   const RunQueue::Publish& publish) {
  while (!stop) std::this_thread::sleep_for(1ms);
  publish([](serve::Run& run) { run.state = RunState::kStopped; });
}

TEST(RunQueue, DoesWhatItIsGiven) {
  RunQueue queue(
      1, [](const serve::Run& run, const std::atomic<bool>&, const RunQueue::Publish& publish) {
        publish([&](serve::Run& shown) { shown.text = run.request.source + "!"; });
      });
  const auto id = queue.submit({.name = "n", .command = "check", .options = {}, .source = "s"});
  ASSERT_TRUE(id);
  const serve::Run run = end_of(queue, *id);
  EXPECT_EQ(run.state, RunState::kDone);
  EXPECT_EQ(run.text, "s!");
  EXPECT_EQ(as_json(run, true)["text"], "s!");
  EXPECT_FALSE(as_json(run, false).contains("source"));
}

TEST(RunQueue, OthersWaitInLine) {
  RunQueue queue(1, until_stopped);
  const auto first = queue.submit({});
  const auto second = queue.submit({});
  const auto third = queue.submit({});
  queue.wait(*first, 1, 5s);
  EXPECT_EQ(queue.find(*first)->state, RunState::kRunning);
  EXPECT_EQ(queue.find(*second)->state, RunState::kQueued);
  EXPECT_EQ(queue.find(*third)->before, 1U);
  EXPECT_TRUE(queue.stop(*second));  // leaves the line at once
  EXPECT_EQ(queue.find(*second)->state, RunState::kStopped);
  EXPECT_EQ(queue.find(*third)->before, 0U);
  EXPECT_TRUE(queue.stop(*first));
  EXPECT_EQ(end_of(queue, *first).state, RunState::kStopped);
  queue.stop(*third);
  EXPECT_EQ(end_of(queue, *third).state, RunState::kStopped);
  EXPECT_EQ(queue.list().front().id, *third);
}

TEST(RunQueue, AFailureIsTheRuns) {
  RunQueue queue(1, [](const serve::Run&, const std::atomic<bool>&, const RunQueue::Publish&) {
    throw std::runtime_error("no disk");
  });
  const serve::Run run = end_of(queue, *queue.submit({}));
  EXPECT_EQ(run.state, RunState::kFailed);
  EXPECT_EQ(run.message, "no disk");
}

TEST(RunQueue, IsFullAtSomePoint) {
  RunQueue queue(1, until_stopped);
  const auto first = queue.submit({});
  queue.wait(*first, 1, 5s);
  for (std::size_t i = 0; i < kMostWaiting; ++i) EXPECT_TRUE(queue.submit({}));
  EXPECT_FALSE(queue.submit({}));
  queue.close();
  EXPECT_FALSE(queue.submit({}));
}

TEST(RunQueue, ForgetsTheOldest) {
  std::atomic<int> forgotten{0};
  {
    RunQueue queue(
        1, [](const serve::Run&, const std::atomic<bool>&, const RunQueue::Publish&) {},
        [&](const serve::Run&) { ++forgotten; });
    for (std::size_t i = 0; i < kMostKept + 5; ++i) end_of(queue, *queue.submit({}));
    end_of(queue, *queue.submit({}));
    EXPECT_LE(queue.list().size(), kMostKept + 2);
    EXPECT_FALSE(queue.find(1));
  }
  EXPECT_GE(forgotten.load(), 4);
}

TEST(RunQueue, UnknownRunsAreNone) {
  RunQueue queue(1, until_stopped);
  EXPECT_FALSE(queue.stop(7));
  EXPECT_FALSE(queue.find(7));
  EXPECT_FALSE(queue.wait(7, 0, 1ms));
}

ChildResult shell(const std::string& script, const ChildLimits& limits,
                  const std::atomic<bool>& stop, std::vector<Progress>* progress = nullptr) {
  return run_child({.words = {"/bin/sh", "-c", script},
                    .folder = "/",
                    .environment = {"PATH=/usr/bin:/bin", "A=b"},
                    .view = {}},
                   limits, stop, [&](const Progress& one) {
                     if (progress != nullptr) progress->push_back(one);
                   });
}

TEST(Child, ItsOutputAndItsCode) {
  const std::atomic<bool> never{false};
  const ChildResult result = shell("echo $A $HOME.; echo err >&2; exit 3", {.time = 10s}, never);
  EXPECT_EQ(result.end, ChildEnd::kExited);
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.out, "b .\n");
  EXPECT_EQ(result.err, "err\n");
}

TEST(Child, ItsProgress) {
  const std::atomic<bool> never{false};
  std::vector<Progress> progress;
  const ChildResult result = shell(
      "test -t 2 && printf '\\r\\033[K7 interleavings, 70/s, 0 errors' >&2; sleep 0.2; "
      "printf '\\r\\033[K' >&2; echo over >&2",
      {.time = 10s}, never, &progress);
  ASSERT_FALSE(progress.empty());
  EXPECT_EQ(progress.back().interleavings, 7U);
  EXPECT_EQ(result.err, "over\n");
}

TEST(Child, EndsAtItsTime) {
  const std::atomic<bool> never{false};
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(shell("sleep 30 & sleep 30", {.time = 200ms}, never).end, ChildEnd::kTime);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
}

TEST(Child, EndsAtItsMemory) {
  const std::atomic<bool> never{false};
  const ChildResult result = shell("x=$(head -c 300000000 /dev/zero | tr '\\0' x); sleep 20",
                                   {.time = 20s, .memory = std::uint64_t{64} << 20}, never);
  EXPECT_EQ(result.end, ChildEnd::kMemory);
}

TEST(Child, IsStoppedWithAllItsProcesses) {
  std::atomic<bool> stop{false};
  std::thread later([&] {
    std::this_thread::sleep_for(300ms);
    stop = true;
  });
  const ChildResult result =
      shell("trap '' INT; echo $$; sh -c 'trap \"\" INT; sleep 30' & sleep 30",
            {.time = 20s, .mercy = 500ms}, stop);
  later.join();
  EXPECT_EQ(result.end, ChildEnd::kStopped);
  // The dead that nobody has buried yet do not count.
  const std::string group = std::to_string(std::stoi(result.out));
  const ChildResult left =
      run_child({.words = {"/bin/sh", "-c",
                           "ps -eo pgid=,stat= | awk '$1 == " + group + " && $2 !~ /^Z/' | wc -l"},
                 .folder = "/",
                 .environment = {"PATH=/usr/bin:/bin"},
                 .view = {}},
                {.time = 10s}, std::atomic<bool>{false}, {});
  EXPECT_EQ(left.out, "0\n");
}

TEST(Child, ThatDoesNotExist) {
  const std::atomic<bool> never{false};
  EXPECT_EQ(run_child({.words = {"/nowhere"}, .folder = "/", .environment = {}, .view = {}},
                      {.time = 5s}, never, {})
                .end,
            ChildEnd::kNotStarted);
}

TEST(Confinement, HidesWhatWasNotGiven) {
  if (!Confinement::available()) GTEST_SKIP() << "this kernel has no Landlock";
  char folder[] = "/var/tmp/heddle-serve-XXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  const std::atomic<bool> never{false};
  const std::string script = std::string("echo x > ") + folder + "/f && cat " + folder + "/f";
  EXPECT_NE(shell(script, {.time = 10s}, never).code, 0);
  const ChildResult allowed = run_child({.words = {"/bin/sh", "-c", script},
                                         .folder = "/",
                                         .environment = {"PATH=/usr/bin:/bin"},
                                         .view = {.readable = {}, .writable = {folder}}},
                                        {.time = 10s}, never, {});
  EXPECT_EQ(allowed.out, "x\n");
  unlink((std::string(folder) + "/f").c_str());
  rmdir(folder);
}

}  // namespace
}  // namespace heddle::serve
