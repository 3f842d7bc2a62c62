#include "report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "report/causal_past.hpp"
#include "report/cell.hpp"
#include "report/races.hpp"
#include "report/words.hpp"

namespace heddle::report {

namespace {

using core::Trace;
using core::TraceEvent;

constexpr std::size_t kLeastWidth = 8;
constexpr std::size_t kMostErrors = 20;

class Writer {
 public:
  Writer(std::ostream& out, const TextOptions& options)
      : out_(out), colour_(options.colour), width_(std::max(options.width, kLeastWidth)) {}

  std::string bad(const std::string& text) const { return paint(text, "1;31"); }
  std::string good(const std::string& text) const { return paint(text, "1;32"); }
  std::string doubtful(const std::string& text) const { return paint(text, "1;33"); }
  std::string faint(const std::string& text) const { return paint(text, "2"); }
  std::string of_actor(const std::string& text, core::ActorIndex actor) const {
    static constexpr std::array kColours = {"36", "33", "35", "34", "32", "96", "93", "95"};
    return paint(text, kColours[actor % kColours.size()]);
  }

  std::string cell(const std::string& text) const { return shorten(printable(text), width_); }
  std::string step(const TraceEvent& event) const { return what_happened(event, width_); }

  template <typename... Parts>
  void line(fmt::format_string<Parts...> format, Parts&&... parts) {
    out_ << fmt::format(format, std::forward<Parts>(parts)...) << '\n';
  }
  void line() { out_ << '\n'; }

 private:
  std::string paint(const std::string& text, const char* code) const {
    return colour_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  }

  std::ostream& out_;
  const bool colour_;
  const std::size_t width_;
};

void print_what_went_wrong(Writer& writer, const Trace& trace) {
  if (trace.errors.empty()) writer.line("No error in this run.");
  for (const core::Finding& error : trace.errors) {
    // The message is the point of the report: never shortened.
    writer.line("{} {}", writer.bad("Error:"), printable(error.message));
    std::vector<std::string> actors;
    for (const core::ActorIndex actor : error.actors) actors.push_back(name_of(trace, actor));
    const std::string where = place(error.file, error.line);
    if (!actors.empty() || !where.empty()) {
      writer.line("  {}{}{}{}{}", name(error.kind), actors.empty() ? "" : " in ", joined(actors),
                  where.empty() ? "" : " at ", where);
    }
  }
}

void print_steps(Writer& writer, const Trace& trace, const std::vector<bool>& shown) {
  constexpr std::size_t kWidestStep = 80;  // wider ones push their place to the right
  std::size_t count = 0;
  std::size_t switches = 0;
  std::size_t name_width = 0;
  std::size_t step_width = 0;
  core::ActorIndex last = core::kNoActor;
  std::vector<std::string> steps(trace.events.size());
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    if (!shown[i]) continue;
    const TraceEvent& event = trace.events[i];
    steps[i] = writer.step(event);
    ++count;
    if (last != core::kNoActor && event.actor != last) ++switches;
    last = event.actor;
    name_width = std::max(name_width, length(name_of(trace, event.actor)));
    step_width = std::max(step_width, std::min(length(steps[i]), kWidestStep));
  }
  const bool all = count == trace.events.size();
  writer.line("{}{}, {}; > marks where another actor goes on:",
              all ? "" : fmt::format("{} of ", count), counted(trace.events.size(), "step"),
              counted(switches, "context switch", "context switches"));
  const std::size_t number_width = std::max<std::size_t>(4, fmt::formatted_size("{}", count));
  last = core::kNoActor;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    if (!shown[i]) continue;
    const TraceEvent& event = trace.events[i];
    const core::SourceLocation& source = event.text.source;
    const std::string where = place(source.file, source.line);
    const std::string step = where.empty() ? steps[i] : pad(steps[i], step_width) + "  ";
    writer.line("{:>{}} {} {}  {}{}", i + 1, number_width, event.actor == last ? ' ' : '>',
                writer.of_actor(pad(name_of(trace, event.actor), name_width), event.actor), step,
                writer.faint(where));
    last = event.actor;
  }
}

void print_blocked(Writer& writer, const Trace& trace) {
  if (trace.blocked.empty()) return;
  writer.line();
  writer.line("Waiting at the end:");
  std::size_t name_width = 0;
  for (const core::TraceBlocked& blocked : trace.blocked) {
    name_width = std::max(name_width, length(name_of(trace, blocked.actor)));
  }
  constexpr std::string_view kWaits = "waits ";  // the heading says that
  constexpr std::size_t kWidestWait = 200;       // with a file, patterns and a mailbox
  for (const core::TraceBlocked& blocked : trace.blocked) {
    std::string how = waiting_in_words(blocked.waits_for);
    if (how.starts_with(kWaits)) how.erase(0, kWaits.size());
    writer.line("  {}  {}",
                writer.of_actor(pad(name_of(trace, blocked.actor), name_width), blocked.actor),
                shorten(printable(how), kWidestWait));
  }
}

// Each race with both of its orders, then its steps in the one that was taken.
void print_races(Writer& writer, const Trace& trace) {
  const std::vector<Race> found = races(trace);
  writer.line();
  if (found.empty()) {
    writer.line("No races: no two steps might have come in the other order.");
    return;
  }
  writer.line("{}: pairs of steps that might also have come in the other order:",
              counted(found.size(), "race"));
  const auto print_step = [&](const std::string& number, core::ActorIndex actor,
                              const std::string& what, const std::string& where) {
    writer.line("  {:>6} {}  {}{}", number, writer.of_actor(name_of(trace, actor), actor), what,
                where.empty() ? "" : "  " + writer.faint(where));
  };
  const auto print_event = [&](std::size_t i) {
    const TraceEvent& event = trace.events[i];
    const core::SourceLocation& source = event.text.source;
    print_step(std::to_string(i + 1), event.actor, writer.step(event),
               place(source.file, source.line));
  };
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Race& race = found[i];
    const core::ActorIndex first = trace.events[race.first].actor;
    const core::ActorIndex second =
        race.waits ? trace.blocked[race.second].actor : trace.events[race.second].actor;
    writer.line("{:>3}. at {}: {} before {}, or {} before {}", i + 1, writer.cell(race.location),
                name_of(trace, first), name_of(trace, second), name_of(trace, second),
                name_of(trace, first));
    print_event(race.first);
    if (race.waits) {
      print_step("-", second, writer.cell(waiting_in_words(trace.blocked[race.second].waits_for)),
                 "");
    } else {
      print_event(race.second);
    }
  }
}

/// As the shell reads it back.
std::string shell_word(const std::string& text) {
  const std::string word = printable(text);
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("_-+=./:,@%").find(c) != std::string::npos;
  });
  if (plain) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

void print_commands(Writer& writer, const Trace& trace, const TextOptions& options) {
  if (options.trace_file.empty() && trace.command.empty()) return;
  writer.line();
  const std::string tool = shell_word(options.tool);
  if (!options.trace_file.empty()) {
    writer.line("Replay it:    {} replay {}", tool, shell_word(options.trace_file));
  }
  if (!trace.command.empty()) {
    std::string words;
    for (const std::string& word : trace.command) {
      // A search finds these out by itself; they are in the trace so that a replay need not.
      if (word.starts_with("--watch=") || word.starts_with("--replaced=")) continue;
      words += " " + shell_word(word);
    }
    writer.line("Search again: {}{}", tool, words);
  }
}

std::string headline(const Writer& writer, const Result& result) {
  const std::string text = core::words(result.verdict, result.interleavings);
  switch (result.verdict.answer) {
    case core::Answer::kVerified:
      return writer.good(text);
    case core::Answer::kError:
      return writer.bad(text);
    default:
      return writer.doubtful(text);
  }
}

}  // namespace

void print_steps(std::ostream& out, const Trace& trace, const TextOptions& options) {
  Writer writer(out, options);
  std::vector<bool> shown =
      options.causal_past_only ? causal_past(trace) : std::vector<bool>(trace.events.size(), true);
  const auto left_out = static_cast<std::size_t>(std::count(shown.begin(), shown.end(), false));
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const bool wanted = options.only == core::kNoActor || trace.events[i].actor == options.only;
    if (i + 1 < options.from || !wanted) shown[i] = false;
  }
  print_steps(writer, trace, shown);
  if (left_out > 0) {
    writer.line("Left out: {} that could not influence the error.", counted(left_out, "step"));
  }
}

void print_error(std::ostream& out, const Trace& trace, const TextOptions& options) {
  Writer writer(out, options);
  print_what_went_wrong(writer, trace);
  writer.line();
  print_steps(out, trace, options);
  print_blocked(writer, trace);
  if (options.show_races) print_races(writer, trace);
  print_commands(writer, trace, options);
}

void print_summary(std::ostream& out, const Result& result, const TextOptions& options) {
  Writer writer(out, options);
  writer.line("Verdict: {}", headline(writer, result));
  const auto row = [&](const char* name, const std::string& value) {
    writer.line("  {:<18} {}", name, value);
  };
  row("interleavings", std::to_string(result.interleavings));
  row("sleep-set blocked", std::to_string(result.sleep_set_blocked));
  row("events", std::to_string(result.events));
  row("time", fmt::format("{:.3f} s", result.seconds));
  row("errors", std::to_string(result.error_count()));
  for (const core::CutOff& cut : result.verdict.cut_off) row("cut off by", printable(cut.what));
  const std::size_t listed = std::min(result.errors.size(), kMostErrors);
  for (std::size_t i = 0; i < listed; ++i) {
    const ErrorResult& error = result.errors[i];
    std::vector<std::string> notes = {name(error.kind)};
    const std::string where = place(error.file, error.line);
    if (!where.empty()) notes.push_back(where);
    if (error.interleaving > 0) notes.push_back(fmt::format("interleaving {}", error.interleaving));
    if (!error.trace_file.empty()) notes.push_back("trace " + printable(error.trace_file));
    if (error.times > 1) notes.push_back(fmt::format("{} times", error.times));
    writer.line("{}. {} {}", i + 1, printable(error.reason),
                writer.faint("(" + joined(notes) + ")"));
  }
  if (listed < result.errors.size()) {
    writer.line("and {}; --json FILE lists all of them",
                counted(result.errors.size() - listed, "other error"));
  }
}

}  // namespace heddle::report
