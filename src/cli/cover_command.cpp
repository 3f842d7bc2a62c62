// heddle cover NET: can a Petri net reach a marking that covers the target? With a certificate, or
// checking one.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <thread>

#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "petri/cover.hpp"
#include "petri/format/formats.hpp"
#include "petri_check/check.hpp"
#include "support/check.hpp"
#include "support/file.hpp"
#include "support/interrupt.hpp"
#include "support/printable.hpp"

namespace heddle::cli {
namespace {

using petri::Answer;
using petri::NetFile;
using petri::Outcome;
using support::UserError;

constexpr int kSafe = 0;
constexpr int kCoverable = 1;
constexpr int kUnknown = 3;
constexpr std::size_t kLargestCertificate = std::size_t{1} << 32;
// A longer firing sequence is cut in the report; the certificate has all of it.
constexpr std::size_t kShownSteps = 100;
constexpr auto kGlance = std::chrono::milliseconds(50);

struct CoverArguments {
  std::string net;
  std::string target;
  std::string certificate;
  std::string check;
  std::string format;
  std::string output;
  std::string json;
  std::optional<double> time;
  std::uint64_t memory = 8192;  // MiB
  unsigned threads = 1;
  bool quiet = false;
};

/// Looks after a running search: Ctrl-C becomes a request to stop, the progress becomes a line.
class Watcher {
 public:
  explicit Watcher(bool quiet) : line_(quiet), interrupted_(support::watch_for_interrupt()) {
    thread_ = std::jthread([this](const std::stop_token& done) {
      while (!done.stop_requested()) {
        if (interrupted_) stop_.request_stop();
        line_.show_text(fmt::format("{}: {} markings forwards, {} backwards",
                                    progress_.phase.load(), progress_.markings.load(),
                                    progress_.elements.load()));
        std::this_thread::sleep_for(kGlance);
      }
      line_.clear();
    });
  }

  petri::Progress* progress() { return &progress_; }
  std::stop_token stop() const { return stop_.get_token(); }

 private:
  ProgressLine line_;
  const std::atomic<bool>& interrupted_;
  petri::Progress progress_;
  std::stop_source stop_;
  std::jthread thread_;  // last: it uses all of the above
};

void write_net(const CoverArguments& arguments, const NetFile& file) {
  const std::string text =
      petri::write_net(arguments.format, file.net, file.question.value_or(petri::Question{}));
  if (arguments.output.empty() || arguments.output == "-") {
    std::cout << text;
  } else {
    support::write_file_atomically(arguments.output, text, "net");
  }
}

std::string name_of(const std::string& name) { return support::printable(name); }

void print_firing(const petri::Net& net, const Outcome& outcome) {
  if (!outcome.start.empty()) {
    std::cout << "\nStart with:\n";
    for (const petri::Tokens& tokens : outcome.start) {
      std::cout << fmt::format("  {} in {}\n", tokens.count,
                               name_of(net.places[tokens.place].name));
    }
  }
  std::cout << fmt::format("\nFire {} transition{}:\n", outcome.firing.size(),
                           outcome.firing.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < std::min(kShownSteps, outcome.firing.size()); ++i) {
    std::cout << fmt::format("  {:>4}. {}\n", i + 1,
                             name_of(net.transitions[outcome.firing[i]].name));
  }
  if (outcome.firing.size() > kShownSteps) {
    std::cout << "  ... (--certificate FILE keeps all of them)\n";
  }
}

const char* word(Answer answer) {
  switch (answer) {
    case Answer::kSafe:
      return "safe";
    case Answer::kCoverable:
      return "coverable";
    default:
      return "unknown";
  }
}

std::string to_json(const CoverArguments& arguments, const NetFile& file, const Outcome& outcome) {
  nlohmann::ordered_json json;
  json["format"] = "heddle-cover-result";
  json["version"] = 1;
  json["net"] = arguments.net;
  json["places"] = file.net.places.size();
  json["transitions"] = file.net.transitions.size();
  json["answer"] = word(outcome.answer);
  json[outcome.answer == Answer::kUnknown ? "cut_off_by" : "decided_by"] = outcome.by;
  json["certificate_accepted"] = outcome.answer != Answer::kUnknown;
  if (outcome.answer == Answer::kCoverable) {
    json["start"] = nlohmann::ordered_json::array();
    for (const petri::Tokens& tokens : outcome.start) {
      json["start"].push_back(
          {{"place", file.net.places[tokens.place].name}, {"tokens", tokens.count}});
    }
    json["firing"] = nlohmann::ordered_json::array();
    for (const petri::TransitionId t : outcome.firing) {
      json["firing"].push_back(file.net.transitions[t].name);
    }
  }
  return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

int report(const CoverArguments& arguments, const NetFile& file, const Outcome& outcome,
           double seconds) {
  if (arguments.json == "-") {
    std::cout << to_json(arguments, file, outcome);
  } else {
    std::cout << fmt::format(
        "Verdict: {}\n",
        outcome.answer == Answer::kSafe        ? "safe, no reachable marking covers the target"
        : outcome.answer == Answer::kCoverable ? "coverable, a firing sequence leads to the target"
                                               : "inconclusive");
    std::cout << fmt::format("  net          {} place{}, {} transition{}\n", file.net.places.size(),
                             file.net.places.size() == 1 ? "" : "s", file.net.transitions.size(),
                             file.net.transitions.size() == 1 ? "" : "s");
    std::cout << fmt::format("  {}{}\n",
                             outcome.answer == Answer::kUnknown ? "cut off by   " : "decided by   ",
                             outcome.by);
    if (outcome.answer != Answer::kUnknown) {
      std::cout << fmt::format("  certificate  accepted by the checker{}\n",
                               arguments.certificate.empty()
                                   ? ""
                                   : fmt::format(", in {}", name_of(arguments.certificate)));
    }
    std::cout << fmt::format("  time         {:.2f} s\n", seconds);
    if (outcome.answer == Answer::kCoverable) print_firing(file.net, outcome);
  }
  if (!arguments.certificate.empty() && outcome.answer != Answer::kUnknown) {
    support::write_file_atomically(arguments.certificate, outcome.certificate, "certificate");
  }
  if (!arguments.json.empty() && arguments.json != "-") {
    support::write_file_atomically(arguments.json, to_json(arguments, file, outcome), "result");
  }
  return outcome.answer == Answer::kSafe        ? kSafe
         : outcome.answer == Answer::kCoverable ? kCoverable
                                                : kUnknown;
}

int check_certificate(const CoverArguments& arguments, const NetFile& file) {
  const std::string text = support::read_file(arguments.check, kLargestCertificate, "certificate");
  const petri_check::Verdict verdict = petri_check::check(file.net, *file.question, text);
  if (!verdict.accepted) {
    throw UserError(
        fmt::format("{}: the certificate is rejected: {}", arguments.check, verdict.reason));
  }
  std::cout << fmt::format("Verdict: the certificate proves that the target is {}\n",
                           verdict.coverable ? "coverable" : "not coverable");
  return verdict.coverable ? kCoverable : kSafe;
}

int cover(const CoverArguments& arguments) {
  if (!arguments.output.empty() && arguments.format.empty()) {
    throw UserError("--output is where --to writes the net; give --to spec, pnml or dot, too");
  }
  if (!arguments.certificate.empty() && arguments.certificate == arguments.json) {
    throw UserError(
        fmt::format("--certificate {} and --json {}: one would replace the other; give two files",
                    arguments.certificate, arguments.json));
  }
  const NetFile file = petri::read_net(arguments.net, arguments.target);
  if (!arguments.format.empty()) {
    write_net(arguments, file);
    return kSafe;
  }
  if (!file.question) {
    throw UserError(
        fmt::format("{}: the net has no target; give one with --target, e.g. --target "
                    "'{} >= 1'",
                    arguments.net, file.net.places.empty() ? "p" : file.net.places.front().name));
  }
  if (!arguments.check.empty()) return check_certificate(arguments, file);

  const auto start = std::chrono::steady_clock::now();
  Outcome outcome;
  {
    Watcher watcher(arguments.quiet);
    petri::Limits limits;
    if (arguments.time) {
      limits.time = std::chrono::milliseconds(static_cast<std::int64_t>(*arguments.time * 1000));
    }
    limits.bytes = arguments.memory << 20;
    limits.threads = arguments.threads;
    limits.stop = watcher.stop();
    limits.progress = watcher.progress();
    outcome = petri::cover(file.net, *file.question, limits);
  }
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  return report(arguments, file, outcome, passed.count());
}

}  // namespace

Command add_cover(CommandParser& heddle) {
  auto arguments = std::make_shared<CoverArguments>();
  CommandParser command = heddle.add_command(
      "cover", "decide whether a Petri net can cover a target, with a certificate");
  command.add_option("net", arguments->net, "a net: .spec, .tts, .pl or .pnml").required();
  command.add_option("--target", arguments->target,
                     "what to cover instead of the net's own target: a formula such as "
                     "'p >= 1, q >= 2', or a file (.prop, .xml, or a formula)");
  command.add_option("--certificate", arguments->certificate, "write the certificate here");
  command.add_option("--check", arguments->check,
                     "do not search: check this certificate for the net");
  command.add_option("--to", arguments->format,
                     "do not search: write the net as spec, pnml or dot");
  command.add_option("--output", arguments->output, "where --to writes (default: standard output)");
  command.add_option("--json", arguments->json, "write the result as JSON (-: standard output)");
  command.add_option("--threads", arguments->threads, "2: search forwards and backwards at once")
      .between(1, 2)
      .shows_default();
  command.add_option("--time", arguments->time, "stop after this many seconds").between(0.0, 1e9);
  command.add_option("--memory", arguments->memory, "the most memory of each search, in MiB")
      .between(std::uint64_t{1}, std::uint64_t{1} << 30)
      .shows_default();
  command.add_flag("--quiet", arguments->quiet, "no progress line");
  return [arguments] { return cover(*arguments); };
}

}  // namespace heddle::cli
