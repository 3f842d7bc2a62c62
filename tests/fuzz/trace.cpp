// fuzz_trace COUNT: damaged traces are read or refused, and nothing else happens.
//
// Takes valid traces, recorded from toy programs, and damages them COUNT times: bytes (flipped,
// deleted, inserted, repeated, cut off) and structure (a value replaced, removed, copied elsewhere,
// two exchanged). Reading one must give a trace or a UserError. A trace that was read is valid by
// definition: written and read again it is the same, the clocks can be asked and the report can be
// printed. Deterministic: damage number n is the same in every run.
#include "core/trace.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "explore/replay.hpp"
#include "report/text.hpp"
#include "support/check.hpp"
#include "toy/toy.hpp"

namespace {

using namespace heddle;
using Json = nlohmann::ordered_json;

constexpr const char* kPrograms[] = {
    "var x = 0 proc main() { spawn p() r = read x assert r == 0 } proc p() { write x = 1 }",
    "delivery delayed mutex m proc main() { spawn p(self) receive { (1, v) when v > 0 -> { } } "
    "lock m lock m } "
    "proc p(to) { send to (2) send to (1, 7) }",
};

/// The run in which the youngest actor always goes first.
std::string record_one(const char* text) {
  const auto program = toy::make_factory(toy::parse(text, "fuzz.toy"))();
  std::vector<core::ActorId> schedule;
  std::vector<core::ActorId> enabled;
  core::StepRecord record;
  program->restart();
  for (program->enabled(enabled); !enabled.empty(); program->enabled(enabled)) {
    schedule.push_back(enabled.back());
    record.clear();
    program->step(enabled.back(), record);
  }
  return core::to_json(explore::record(
      *program, schedule, {.program = "toy fuzz", .command = {"explore", "fuzz.toy"}}));
}

class Damage {
 public:
  explicit Damage(std::uint64_t number) : random_(number) {}

  std::string of(std::string text) {
    if (below(2) == 0) {
      for (std::size_t times = 1 + below(4); times > 0; --times) bytes(text);
      return text;
    }
    Json json = Json::parse(text);
    for (std::size_t times = 1 + below(3); times > 0; --times) structure(json);
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

 private:
  // Not a standard distribution: those differ between libraries.
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  void bytes(std::string& text) {
    static const std::string kPieces[] = {"\"",         "{",     "[",
                                          "]",          "}",     ",",
                                          ":",          "null",  "-1",
                                          "1e99",       "1e999", "18446744073709551616",
                                          "\\u0000",    "\xff",  std::string(1, '\0'),
                                          "4294967295", "true",  "\\ud800"};
    const std::size_t at = below(text.size());
    const std::size_t size = 1 + below(16);
    switch (below(6)) {
      case 0:
        text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      case 1:
        text.erase(at, size);
        break;
      case 2:
        text.insert(at, kPieces[below(std::size(kPieces))]);
        break;
      case 3:
        text.insert(below(text.size()), text.substr(at, size * 20));
        break;
      case 4:
        text.resize(at);
        break;
      default:
        // Digits: the damage that leaves the file well formed and makes an index wrong.
        if (const auto digit = text.find_first_of("0123456789", at); digit != std::string::npos) {
          text[digit] = static_cast<char>('0' + below(10));
        }
    }
    if (text.empty()) text = " ";
  }

  Json& somewhere(Json& root) {
    Json* node = &root;
    while (node->is_structured() && !node->empty() && below(5) != 0) {
      node = &*std::next(node->begin(), static_cast<std::ptrdiff_t>(below(node->size())));
    }
    return *node;
  }

  Json odd_value() {
    static const Json kValues[] = {nullptr,
                                   true,
                                   0,
                                   1,
                                   -1,
                                   1.5,
                                   2147483648,
                                   4294967295,
                                   ~0ULL,
                                   1e300,
                                   "",
                                   "0x0",
                                   "0xffffffffffffffff",
                                   "read",
                                   "deadlock",
                                   Json::array(),
                                   Json::object(),
                                   Json::array({0, 1}),
                                   std::string(300, 'x'),
                                   "\x01\n"};
    return kValues[below(std::size(kValues))];
  }

  void structure(Json& root) {
    Json& victim = somewhere(root);
    switch (below(6)) {
      case 0:
        victim = odd_value();
        break;
      case 1:
        if (victim.is_structured() && !victim.empty()) {
          victim.erase(
              std::next(victim.begin(), static_cast<std::ptrdiff_t>(below(victim.size()))));
        }
        break;
      case 2:
        victim = Json(somewhere(root));
        break;
      case 3: {
        const Json copy = somewhere(root);
        if (victim.is_array()) victim.push_back(copy);
        if (victim.is_object()) victim["k" + std::to_string(below(3))] = copy;
        break;
      }
      case 4:
        if (victim.is_array() && victim.size() > 1) {
          std::swap(victim[below(victim.size())], victim[below(victim.size())]);
        }
        break;
      default:
        if (victim.is_number_unsigned()) victim = victim.get<std::uint64_t>() + 1 - 2 * below(2);
    }
  }

  std::mt19937_64 random_;
};

/// Whether the text was read. Throws what must not be thrown.
bool read(const std::string& text) {
  core::Trace trace;
  try {
    trace = core::parse_trace(text, "fuzz.json");
  } catch (const support::UserError& error) {
    const std::string what = error.what();
    if (!what.starts_with("fuzz.json: ") || what.find('\n') != std::string::npos ||
        what.size() > 500) {
      throw std::runtime_error("a strange complaint: " + what);
    }
    return false;
  }
  const std::string once = core::to_json(trace);
  if (core::to_json(core::parse_trace(once, "again.json")) != once) {
    throw std::runtime_error("written and read again, it is another trace");
  }
  std::ostringstream out;
  report::print_error(out, trace, {.causal_past_only = true});
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const long count = argc == 2 ? std::strtol(argv[1], nullptr, 10) : 0;
  if (count <= 0) {
    std::fprintf(stderr, "usage: fuzz_trace COUNT\n");
    return 2;
  }
  std::vector<std::string> traces;
  for (const char* program : kPrograms) traces.push_back(record_one(program));
  for (const std::string& trace : traces) {
    if (!read(trace)) return std::fprintf(stderr, "an undamaged trace is refused\n"), 1;
  }
  long accepted = 0;
  for (long number = 0; number < count; ++number) {
    const std::string damaged = Damage(static_cast<std::uint64_t>(number))
                                    .of(traces[static_cast<std::size_t>(number) % traces.size()]);
    try {
      accepted += read(damaged) ? 1 : 0;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "damage %ld: %s\n%s\n", number, error.what(), damaged.c_str());
      return 1;
    }
  }
  std::printf("%ld damaged traces: %ld read, %ld refused\n", count, accepted, count - accepted);
  // Some damage is harmless and most is not. Otherwise this has tested nothing.
  if (count >= 1000 && (accepted == 0 || accepted > count / 2)) {
    std::fprintf(stderr, "that is not plausible\n");
    return 1;
  }
  return 0;
}
