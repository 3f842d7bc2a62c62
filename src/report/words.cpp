#include "report/words.hpp"

#include <fmt/format.h>

#include "report/cell.hpp"

namespace heddle::report {

std::string joined(const std::vector<std::string>& words, const char* separator) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : separator) + word;
  return out;
}

std::string counted(std::size_t count, const char* noun, const char* plural) {
  if (count == 1) return fmt::format("1 {}", noun);
  return plural != nullptr ? fmt::format("{} {}", count, plural)
                           : fmt::format("{} {}s", count, noun);
}

std::string place(const std::string& file, int line) {
  if (file.empty()) return line > 0 ? fmt::format("line {}", line) : "";
  return line > 0 ? fmt::format("{}:{}", printable(file), line) : printable(file);
}

std::string name_of(const core::Trace& trace, core::ActorIndex actor) {
  constexpr std::size_t kWidestName = 24;
  return shorten(printable(trace.actors.at(actor).name), kWidestName);
}

std::string what_happened(const core::TraceEvent& event, std::size_t width) {
  const core::StepText& text = event.text;
  const auto cell = [&](const std::string& part) { return shorten(printable(part), width); };
  std::string operation = text.operation;
  if (!text.constraint.empty() && operation.find(text.constraint) == std::string::npos) {
    operation += " " + text.constraint;
  }
  std::string out = cell(operation);
  if (text.clause != 0) out += fmt::format("  by clause {}", text.clause);
  // A message whose value is told needs no tag to be recognised.
  const bool told = !text.message.empty() && !text.value.empty() &&
                    text.operation.find(text.value) != std::string::npos;
  if (told) return out;
  if (!text.value.empty()) out += "  -> " + cell(text.value);
  if (!text.message.empty()) out += "  [" + cell(text.message) + "]";
  return out;
}

core::TraceEvent without_patterns(core::TraceEvent event) {
  const std::string patterns = fmt::format(" (accepts {})", event.text.constraint);
  if (!event.text.constraint.empty() && event.text.operation.ends_with(patterns)) {
    event.text.operation.erase(event.text.operation.size() - patterns.size());
    event.text.constraint.clear();
  }
  return event;
}

std::string waiting_in_words(const std::string& waits_for) {
  const bool says_how = waits_for.starts_with("waits in ") || waits_for.starts_with("spins at ");
  return says_how ? waits_for : "waits for " + waits_for;
}

}  // namespace heddle::report
