// Our machine against the real Erlang: the cases of each cases_*.erl are evaluated on both, and
// every value and every exception must be the same.
//
// With HEDDLE_OTP_ROOTS=/opt/otp26:/opt/otp27 (directories with bin/erl and lib) also against those
// releases: their compiler's code with their libraries. Two things are not compared there: the
// order in which the keys of a map come, which OTP leaves open and has changed in 26, where it
// depends on the atoms that the emulator happens to know; and what kKnown lists.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "beam/term/atom.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/etf.hpp"
#include "beam/term/print.hpp"
#include "beam/vm/machine.hpp"
#include "tests/support/source_dir.hpp"

namespace heddle::tests {
namespace {

namespace fs = std::filesystem;
using beam::Term;

// An installation of OTP: where it is, and the prefix of its programs; both empty: that of the
// PATH.
struct Otp {
  std::string root;
  std::string bin;
};

struct Case {
  Otp otp;
  std::string module;
};

std::vector<Otp> other_releases() {
  const char* variable = std::getenv("HEDDLE_OTP_ROOTS");
  std::vector<Otp> releases;
  std::stringstream roots(variable == nullptr ? "" : variable);
  for (std::string root; std::getline(roots, root, ':');) {
    if (!root.empty()) releases.push_back({root, root + "/bin/"});
  }
  return releases;
}

bool have_erlang(const Otp& otp) {
  return std::system(fmt::format("command -v {}erl >/dev/null 2>&1", otp.bin).c_str()) == 0;
}

// Where the modules of Elixir are, for cases_elixir*; empty if it is not installed.
std::vector<std::string> elixir_folders() {
  std::vector<std::string> folders;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator("/usr/lib/elixir/lib", missing)) {
    folders.push_back((entry.path() / "ebin").string());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

std::vector<std::string> case_modules() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(tests::source_path("tests/conformance"))) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() == ".erl" && name.starts_with("cases_")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

struct Known {
  std::string_view module;
  std::string_view text;  // of the expected value
};
constexpr Known kKnown[] = {
    // An emulator without its JIT compiler names the caller once.
    {"cases_frames", "{ok,{error,badarity"},
    {"cases_frames", "{ok,{error,badfun"},
    // Lines of C files in OTP's crypto.
    {"cases_streams", "{ok,{hash_errors"},
    // Where iolist_to_iovec cuts.
    {"cases_conversions", "{ok,[<<\""},
    // list_to_pid("<0.32768.0>")
    {"cases_conversions", "{ok,<0.0.1>}"},
    // Maps in a narrow column, and cut off after fifty keys: the order of their keys shows.
    {"cases_stdlib", "{ok,[[35,123,"},
    {"cases_elixir", "{ok,<<\"%{"},
};

// Whether two values of another release count as equal.
bool same_there(const std::string& module, Term expected, Term ours) {
  std::string theirs = beam::print(expected);
  std::string mine = beam::print(ours);
  for (const Known& known : kKnown) {
    if (module == known.module && theirs.starts_with(known.text)) return true;
  }
  std::sort(theirs.begin(), theirs.end());
  std::sort(mine.begin(), mine.end());
  return theirs == mine;
}

// Between what erl wrote and ours, in words.
std::string differences(beam::Machine& machine, const std::string& expected_file, Term ours,
                        const Case& test) {
  std::ifstream in(expected_file, std::ios::binary);
  std::stringstream bytes;
  bytes << in.rdbuf();
  beam::EtfHooks hooks;
  hooks.find_export = [&](Term m, Term f, std::uint32_t a) {
    return machine.code().find_export(m, f, a);
  };
  const beam::Decoded decoded = beam::decode_external(machine.heap(), bytes.str(), hooks);
  if (!decoded.fault.empty()) return decoded.fault;
  Term expected = decoded.term;
  int number = 0;
  int wrong = 0;
  std::string text;
  for (; expected.is_cons() && ours.is_cons(); expected = expected.tail(), ours = ours.tail()) {
    ++number;
    if (beam::equal_exact(expected.head(), ours.head())) continue;
    if (!test.otp.root.empty() && same_there(test.module, expected.head(), ours.head())) continue;
    if (++wrong > 20) continue;
    text += fmt::format("case {}: Erlang gives {}\n  but ours is {}\n", number,
                        beam::print(expected.head()), beam::print(ours.head()));
  }
  if (number == 0) text += "no cases\n";
  if (!expected.is_nil() || !ours.is_nil()) text += "not as many results\n";
  if (wrong > 0) text += fmt::format("{} of {} are wrong\n", wrong, number);
  return text;
}

std::vector<Case> cases_of(const std::vector<Otp>& releases) {
  std::vector<Case> cases;
  for (const Otp& otp : releases) {
    for (const std::string& module : case_modules()) cases.push_back({otp, module});
  }
  return cases;
}

std::string name_of(const Case& test) {
  const std::string name = test.module.substr(6);
  if (test.otp.root.empty()) return name;
  return fmt::format("otp{}_{}", beam::otp_release(test.otp.root).number, name);
}

class Conformance : public testing::TestWithParam<Case> {};

TEST_P(Conformance, EveryCaseGivesWhatErlangGives) {
  const auto& [otp, module] = GetParam();
  if (!have_erlang(otp)) GTEST_SKIP() << "erl is not installed";
  std::vector<std::string> path;
  if (module.starts_with("cases_elixir")) path = elixir_folders();
  if (module.starts_with("cases_elixir") && path.empty()) GTEST_SKIP() << "no Elixir";
  const std::string folder =
      fmt::format("{}/heddle-conformance-{}-{}", fs::temp_directory_path().string(),
                  name_of(GetParam()), getpid());
  fs::create_directories(folder);
  const std::string sources = tests::source_path("tests/conformance/");
  const std::string expected_file = folder + "/expected";
  const std::string command = fmt::format(
      "cd {0} && {5}erlc +debug_info {1}{2}.erl {1}conformance_generator.erl "
      "{1}conformance_runner.erl "
      "&& {5}erl -noshell -pa {0} {4} -eval "
      "'conformance_runner:write({2}, \"{3}\"), halt().' 2>/dev/null >/dev/null",
      folder, sources, module, expected_file, fmt::join(path, " "), otp.bin);
  const int status = std::system(command.c_str());
  // The installed Elixir was made for other releases.
  if (status != 0 && !otp.root.empty() && module.starts_with("cases_elixir")) {
    GTEST_SKIP() << "Elixir does not run there";
  }
  ASSERT_EQ(status, 0) << command;

  path.insert(path.begin(), folder);
  beam::CodeBase code{beam::CodePath{{.front = path, .otp = otp.root}}};
  beam::Machine machine(code);
  const Term name = beam::intern(module);
  beam::Process& main = machine.spawn(nullptr, beam::intern("conformance_runner"),
                                      beam::intern("run"), machine.heap().list({&name, 1}));
  // By turns: some programs look again and again whether another process has got somewhere.
  std::deque<beam::Process*> ready;
  std::vector<beam::Process*> suspended;
  while (main.state.status != beam::Status::kExited) {
    for (beam::Process* process : machine.take_woken()) ready.push_back(process);
    std::erase_if(suspended, [&](beam::Process* process) {
      if (!process->suspended()) ready.push_back(process);
      return !process->suspended();
    });
    if (ready.empty()) {
      if (!machine.advance_clock()) break;
      continue;
    }
    beam::Process* next = ready.front();
    ready.pop_front();
    if (next->suspended()) suspended.push_back(next);
    if (!next->runnable()) continue;
    machine.step(*next);
    if (next->state.status == beam::Status::kReady) ready.push_back(next);
  }
  Term ours = Term::from_bits(main.state.result);
  ASSERT_FALSE(ours.is_none()) << "it ended with "
                               << beam::print(Term::from_bits(main.state.exit_reason));

  // Ours is the same every time. The real Erlang's time is real: on a busy machine a message may
  // come too late for a case, so it may try again.
  std::string wrong;
  for (int attempt = 0; attempt < 4; ++attempt) {
    if (attempt > 0) {
      ASSERT_EQ(std::system(command.c_str()), 0) << command;
    }
    wrong = differences(machine, expected_file, ours, GetParam());
    if (wrong.empty()) break;
  }
  EXPECT_EQ(wrong, "");
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

INSTANTIATE_TEST_SUITE_P(Cases, Conformance, testing::ValuesIn(cases_of({Otp{}})),
                         [](const auto& info) { return name_of(info.param); });
INSTANTIATE_TEST_SUITE_P(Releases, Conformance, testing::ValuesIn(cases_of(other_releases())),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace heddle::tests
