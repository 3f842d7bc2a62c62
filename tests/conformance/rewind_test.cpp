// After any number of random steps, marks and rewinds the machine is in the state that a fresh
// replay of the same schedule leads to.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "beam/term/atom.hpp"
#include "beam/term/print.hpp"
#include "beam/vm/machine.hpp"
#include "explore/random_stream.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/source_dir.hpp"

namespace heddle::tests {
namespace {

namespace fs = std::filesystem;
using beam::Machine;
using beam::Process;
using beam::Term;
using beam::Word;

// Everything that a program could ever tell, in words. Addresses of code are the same in all
// machines.
std::string text_of(Machine& machine) {
  std::string text = fmt::format("time {} names {}\n", machine.now(), print(machine.names()));
  for (const auto& process : machine.processes()) {
    const Process::State& state = process->state;
    text += fmt::format("{}: status {} pending {} ip {:x} cp {:x} native {} catches {}",
                        print(process->pid()), static_cast<int>(state.status),
                        static_cast<int>(state.pending), std::bit_cast<Word>(state.ip),
                        std::bit_cast<Word>(state.cp),
                        state.native == nullptr ? "" : state.native->function, state.catches);
    for (Word i = 0; i < state.live; ++i) {
      text += " x " + print(Term::from_bits(state.saved_x[i]));
    }
    const Word* frame = process->stack() + state.frame;
    while (true) {
      text += fmt::format(" frame {:x}", frame[0]);
      for (Word i = 0; i < beam::own_size(frame[1]); ++i) {
        const Term term = Term::from_bits(frame[beam::kFrameHeader + i]);
        text += (frame[beam::kFrameHeader + i] & 15) == Term::kSpecialTag && !term.is_nil()
                    ? fmt::format(" catch {:x}", term.bits())
                    : " " + print(term);
      }
      if (frame == process->stack()) break;
      frame -= beam::kFrameHeader + beam::size_below(frame[1]);
    }
    for (const auto* node = state.first_message; node != nullptr;
         node = std::bit_cast<const beam::MessageNode*>(node->next)) {
      const Term token = Term::from_bits(node->token);
      text += fmt::format(" {}{} with {}", node == state.save ? "*" : "",
                          print(Term::from_bits(node->term)),
                          token.is_none() ? "nothing" : print(token));
    }
    text +=
        fmt::format(" save {} after {:x} timeout {} flags {} spawned {}", state.save_set,
                    std::bit_cast<Word>(state.after), state.timeout_at, state.flags, state.spawned);
    for (const Word word :
         {state.dictionary, state.links, state.monitors, state.monitored_by, state.registered_name,
          state.exit_reason, state.result, state.aliases, state.settings, state.suspending,
          state.tracing == 0 ? Term::nil().bits() : state.tracing,
          state.sequence == 0 ? Term::nil().bits() : state.sequence,
          Term::small(static_cast<std::int64_t>(state.suspenders)).bits()}) {
      text += Term::from_bits(word).is_none() ? " -" : " " + print(Term::from_bits(word));
    }
    text += "\n";
  }
  for (const auto& table : machine.ets().all()) {
    text += fmt::format("table {} {} {}\n", print(table->id()), table->state.alive,
                        print(table->objects()));
  }
  if (const auto folder = machine.files().find("/heddle"); folder.error == 0) {
    for (const std::string& name : machine.files().list(folder.node).names) {
      const auto file = machine.files().find("/heddle/" + name, false);
      const auto information = machine.files().information(file.node);
      text += fmt::format("file {} {} {} {}\n", name, information.links, information.modified,
                          machine.files().read(file.node, 0, information.size));
    }
  }
  text += fmt::format("system {} {} {}\n", print(machine.system_settings()),
                      print(machine.new_settings()), print(machine.traces()));
  const Term replaced = beam::intern("rewind_module");
  for (const beam::Module* version :
       {machine.current_version(replaced), machine.old_code(replaced)}) {
    text += fmt::format("code {}\n", static_cast<const void*>(version));
  }
  const auto timer = machine.timers().first();
  text += timer ? fmt::format("timer {} {}", timer->at, print(timer->message)) : "no timer";
  return text + print(machine.persistent_terms());
}

constexpr std::size_t kClock = ~std::size_t{0};  // in a schedule: time goes on

struct World {
  explicit World(beam::CodeBase& code, const std::string& function) : machine(code) {
    const Term argument = Term::small(5);
    machine.spawn(nullptr, beam::intern("rewind_programs"), beam::intern(function),
                  machine.heap().list({&argument, 1}));
  }
  std::vector<std::size_t> choices() {
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < machine.processes().size(); ++i) {
      if (machine.processes()[i]->runnable()) ready.push_back(i);
    }
    return ready;
  }
  bool take(std::size_t choice) {
    if (choice == kClock) return machine.advance_clock();
    Process& process = *machine.processes()[choice];
    const bool receives = process.state.pending == beam::Pending::kReceive;
    const std::vector<const beam::MessageNode*> before = mailbox(process);
    const beam::MessageNode* first = nullptr;
    for (const auto* node : before) {
      if (receives && first == nullptr && machine.accepts(process, Term::from_bits(node->term))) {
        first = node;
      }
    }
    machine.step(process);
    // What the receive took is the first message that it accepts.
    if (receives && process.state.status != beam::Status::kExited) {
      std::vector<const beam::MessageNode*> after = mailbox(process);
      after.push_back(nullptr);
      for (const auto* node : before) {
        const bool there = std::find(after.begin(), after.end(), node) != after.end();
        EXPECT_EQ(there, node != first) << print(Term::from_bits(node->term));
      }
    }
    return true;
  }
  static std::vector<const beam::MessageNode*> mailbox(const Process& process) {
    std::vector<const beam::MessageNode*> nodes;
    for (const auto* node = process.state.first_message; node != nullptr;
         node = std::bit_cast<const beam::MessageNode*>(node->next)) {
      nodes.push_back(node);
    }
    return nodes;
  }
  Machine machine;
};

class Rewind : public testing::TestWithParam<const char*> {};

TEST_P(Rewind, LeadsToTheStateOfAFreshReplay) {
  if (std::system("command -v erlc >/dev/null 2>&1") != 0) GTEST_SKIP() << "erlc is not installed";
  const std::string folder =
      fmt::format("{}/heddle-rewind-{}", fs::temp_directory_path().string(), getpid());
  fs::create_directories(folder);
  const std::string command = fmt::format(
      "erlc -o {} {}", folder, tests::source_path("tests/conformance/rewind_programs.erl"));
  ASSERT_EQ(std::system(command.c_str()), 0);
  for (const int version : {1, 2}) {
    const std::string into = fmt::format("{}/{}", folder, version);
    fs::create_directories(into);
    const std::string compile =
        fmt::format("erlc -DVERSION={} -o {} {}", version, into,
                    tests::source_path("tests/conformance/rewind_module.erl"));
    ASSERT_EQ(std::system(compile.c_str()), 0);
  }
  beam::CodeBase code{beam::CodePath{{.front = {folder}}}};

  const std::uint64_t seeds = from_environment("HEDDLE_PROPERTY_PROGRAMS", 2000) / 20 + 1;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    explore::RandomStream random(seed, 0);
    World world(code, GetParam());
    struct Saved {
      Machine::Mark mark;
      std::size_t steps;
      std::string text;
    };
    std::vector<Saved> saved;
    std::vector<std::size_t> schedule;
    for (int action = 0; action < 120; ++action) {
      if (random.below(3) == 0) {
        saved.push_back({world.machine.mark(), schedule.size(), text_of(world.machine)});
      }
      if (!saved.empty() && random.below(8) == 0) {
        saved.resize(1 + random.below(saved.size()));
        world.machine.rewind(saved.back().mark);
        schedule.resize(saved.back().steps);
        ASSERT_EQ(text_of(world.machine), saved.back().text) << "seed " << seed;
      }
      const std::vector<std::size_t> choices = world.choices();
      const std::size_t choice = choices.empty() ? kClock : choices[random.below(choices.size())];
      if (!world.take(choice)) break;
      schedule.push_back(choice);
    }
    World fresh(code, GetParam());
    for (const std::size_t choice : schedule) ASSERT_TRUE(fresh.take(choice)) << "seed " << seed;
    ASSERT_EQ(text_of(world.machine), text_of(fresh.machine)) << "seed " << seed;
  }
  fs::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Programs, Rewind,
                         testing::Values("ring", "crowd", "deep", "crash", "shared", "files",
                                         "applications", "replaced", "suspended", "traced",
                                         "counted", "sequenced"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace heddle::tests
