// fuzz_core_erlang COUNT: damaged Core Erlang is analysed or refused, and nothing else happens.
//
// Takes the models of the library, which are Core Erlang as the compiler writes it, and damages
// them COUNT times: bytes (flipped, deleted, repeated, cut off) and words (deleted, exchanged,
// copied elsewhere). Reading one must give a module or a UserError; a module that was read is
// normalised, or refused with a UserError, and a few hundred states of it are analysed.
// Deterministic: damage number n is the same in every run.
#include <pthread.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "abstraction/acs/system.hpp"
#include "abstraction/cfa/library.hpp"
#include "abstraction/core_erlang/fold_receive.hpp"
#include "abstraction/core_erlang/lexer.hpp"
#include "abstraction/core_erlang/parser.hpp"
#include "support/check.hpp"

namespace {

using namespace heddle;
using namespace heddle::abstraction;

class Damage {
 public:
  explicit Damage(std::uint64_t number) : random_(number) {}

  std::string of(std::string text) {
    const bool words = below(2) == 0;
    for (std::size_t times = 1 + below(3); times > 0; --times) {
      if (words) {
        exchange_words(text);
      } else {
        bytes(text);
      }
    }
    return text;
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

 private:
  void bytes(std::string& text) {
    if (text.empty()) return;
    const std::size_t at = below(text.size());
    switch (below(5)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.erase(at, 1 + below(20));
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), below(200)));
        break;
      case 3:
        text.resize(at);
        break;
      default:
        text.insert(at, std::string(1 + below(3000), "(<[{~#"[below(6)]));
        break;
    }
  }

  // A stretch between two spaces or commas.
  std::pair<std::size_t, std::size_t> word(const std::string& text) {
    if (text.empty()) return {0, 0};
    const std::size_t begin = text.find_first_of(" ,\n(", below(text.size()));
    if (begin == std::string::npos) return {0, 0};
    const std::size_t end = text.find_first_of(" ,\n)", begin + 1);
    return {begin + 1, (end == std::string::npos ? text.size() : end) - begin - 1};
  }
  void exchange_words(std::string& text) {
    const auto [from, from_size] = word(text);
    const std::string moved = text.substr(from, from_size);
    const auto [to, to_size] = word(text);
    switch (below(3)) {
      case 0:
        text.erase(to, to_size);
        break;
      case 1:
        text.replace(to, to_size, moved);
        break;
      default:
        text.insert(to, moved + " ");
        break;
    }
  }

  std::mt19937_64 random_;
};

class Ignore final : public Sink {
 public:
  void internal(StateId, StateId) override {}
  void receive(StateId, TermId, StateId) override {}
  void send(StateId, ClassId, TermId, StateId) override {}
  void spawn(StateId, StateId, StateId) override {}
  void fail(StateId, Failure) override {}
};

// True: it was analysed.
bool try_one(const std::string& text, std::size_t start) {
  try {
    core_erlang::Module module = core_erlang::parse_module(text, "fuzz.core");
    core_erlang::fold_receives(module);
    std::vector<Input> inputs;
    inputs.push_back({.module = std::move(module), .source = "fuzz.core"});
    Code code = normalise(std::move(inputs));
    std::vector<NodeId> functions;
    for (const auto& [key, node] : code.functions) functions.push_back(node);
    if (functions.empty()) return true;
    Machine machine(code, {.data = start % 2}, {.states = 300});
    if (machine.run_open({functions[start % functions.size()]})) {
      Ignore sink;
      machine.emit(sink);
    }
    return true;
  } catch (const support::UserError&) {
    return false;
  }
}

int run(std::uint64_t count) {
  const auto& library = library_modules();
  std::uint64_t analysed = 0;
  for (std::uint64_t number = 0; number < count; ++number) {
    Damage damage(number);
    const LibraryModule& module = library[number % library.size()];
    const std::string text = damage.of(std::string(module.core));
    try {
      analysed += try_one(text, damage.below(100)) ? 1 : 0;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "damage %llu of %.*s: %s\n", static_cast<unsigned long long>(number),
                   static_cast<int>(module.name.size()), module.name.data(), error.what());
      return 1;
    }
  }
  std::printf("%llu damaged modules, %llu of them still analysed\n",
              static_cast<unsigned long long>(count), static_cast<unsigned long long>(analysed));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  // As the program itself does: the deepest text that is not refused needs more than the usual
  // stack, with sanitizers above all.
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, std::size_t{256} << 20);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
  int code = 1;
  std::thread([&] { code = run(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000); }).join();
  return code;
}
