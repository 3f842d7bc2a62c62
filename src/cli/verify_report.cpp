#include "cli/verify_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/monitor_steps.hpp"
#include "report/text.hpp"
#include "support/printable.hpp"

namespace heddle::cli {
namespace {

using abstraction::Depths;
using abstraction::Query;

// A longer abstract execution is cut in the text; the JSON has all of it.
constexpr std::size_t kShownSteps = 40;

const char* word(Verified::Answer answer) {
  switch (answer) {
    case Verified::Answer::kProved:
      return "proved";
    case Verified::Answer::kRefuted:
      return "refuted";
    case Verified::Answer::kUnknown:
      break;
  }
  return "unknown";
}

const char* word(Query::Kind kind) {
  switch (kind) {
    case Query::Kind::kUncoverable:
      return "uncoverable";
    case Query::Kind::kAssertion:
      return "assertion";
    case Query::Kind::kUserError:
      return "error";
    case Query::Kind::kFailure:
      return "failure";
    case Query::Kind::kMailbox:
      return "mailbox";
  }
  return "";
}

std::size_t count(const VerifyResult& result, Verified::Answer answer) {
  return static_cast<std::size_t>(
      std::count_if(result.properties.begin(), result.properties.end(),
                    [&](const Verified& each) { return each.answer == answer; }));
}

void print_unknown(std::ostream& out, const Verified& verified) {
  const abstraction::Explanation& abstract = verified.abstract;
  if (abstract.steps.empty()) {
    out << "    " << support::printable(verified.by) << "\n";
    return;
  }
  out << "    an abstract execution that may not be real:\n";
  for (std::size_t i = 0; i < std::min(kShownSteps, abstract.steps.size()); ++i) {
    out << fmt::format("      {:>3}. {}\n", i + 1, support::printable(abstract.steps[i]));
  }
  if (abstract.steps.size() > kShownSteps) {
    out << fmt::format("      ... {} more\n", abstract.steps.size() - kShownSteps);
  }
  const auto reasons = words(abstract.losses);
  out << (verified.searched ? "    no real execution of this was found;"
                            : "    no real execution was looked for;")
      << (reasons.empty() ? " nothing was lost on the way, so it may well be real\n"
                          : " the abstraction may have made it up:\n");
  for (const std::string& reason : reasons) {
    out << "      " << support::printable(reason) << "\n";
  }
}

}  // namespace

void print_verified(std::ostream& out, const abstraction::Program& program,
                    const VerifyResult& result, const VerifyReportOptions& options) {
  for (const Pass& pass : result.passes) {
    if (!pass.complete) {
      out << fmt::format("Analysis of {} at {}: {} after {} control states\n", program.module,
                         words(pass.depths), pass.at_single_places ? "left" : "cut off",
                         pass.states);
      continue;
    }
    out << fmt::format(
        "Analysis of {} at {}: {} places of {} ({} %)\n", program.module, words(pass.depths),
        pass.places_after, pass.places_before,
        pass.places_before == 0
            ? 0
            : (100 * pass.places_after + pass.places_before / 2) / pass.places_before);
    if (options.verbose) {
      out << fmt::format("  analysis {:.2f} s, simplification {:.2f} s, coverability {:.2f} s\n",
                         pass.analysis_seconds, pass.simplification_seconds,
                         pass.coverability_seconds);
    }
  }
  if (!result.notes.empty()) {
    out << "Taken for more than it is:\n";
    for (const std::string& note : result.notes) out << "  " << support::printable(note) << "\n";
  }
  out << "\n";
  bool shown = false;
  for (const Verified& verified : result.properties) {
    const bool proved = verified.answer == Verified::Answer::kProved;
    if (proved && verified.kind == Query::Kind::kFailure && !options.verbose) continue;
    out << fmt::format("{:8} {}  {}\n", word(verified.answer), verified.where,
                       support::printable(verified.text));
    if (proved && verified.trivial) {
      out << fmt::format("    it is trivially true: {}\n", verified.by);
    } else if (proved && options.verbose) {
      out << fmt::format("    by {} at {}\n", verified.by, words(verified.depths));
    }
    if (verified.answer == Verified::Answer::kUnknown) print_unknown(out, verified);
    if (verified.answer == Verified::Answer::kRefuted) {
      if (shown) continue;
      shown = true;
      out << "\n";
      core::Trace trace = readable(*verified.trace);
      trace.command.clear();  // of the replay; to search again is to verify again
      report::print_error(out, trace, {.trace_file = options.trace_file});
      out << "\n";
    }
  }
  for (const MailboxBound& bound : result.bounds) {
    if (bound.bound) {
      out << fmt::format("proved   mailboxes of <{}>: at most {} message{} in all\n", bound.process,
                         *bound.bound, *bound.bound == 1 ? "" : "s");
    } else {
      out << fmt::format("unknown  mailboxes of <{}>: no bound was proved\n", bound.process);
    }
  }
  if (result.bounds.empty()) {
    out << fmt::format(
        "{} proved, {} refuted, {} unknown\n", count(result, Verified::Answer::kProved),
        count(result, Verified::Answer::kRefuted), count(result, Verified::Answer::kUnknown));
  }
}

std::string to_json(const abstraction::Program& program, const VerifyResult& result) {
  using Json = nlohmann::ordered_json;
  Json out;
  out["format"] = "heddle-verify-result";
  out["version"] = 1;
  out["module"] = program.module;
  const auto three = [](const Depths& of) {
    return Json{{"data", of.data},
                {"message", of.message ? Json(*of.message) : Json()},
                {"context", of.context}};
  };
  const auto depths = [&](const Depths& of) {
    Json out = three(of);
    out["most"] = three(most(of));
    return out;
  };
  out["analyses"] = Json::array();
  for (const Pass& pass : result.passes) {
    out["analyses"].push_back({{"depths", depths(pass.depths)},
                               {"complete", pass.complete},
                               {"control_states", pass.states},
                               {"places_before", pass.places_before},
                               {"places_after", pass.places_after}});
  }
  out["properties"] = Json::array();
  for (const Verified& verified : result.properties) {
    Json each{{"kind", word(verified.kind)}, {"property", verified.text},
              {"where", verified.where},     {"answer", word(verified.answer)},
              {"by", verified.by},           {"depths", depths(verified.depths)}};
    if (verified.trivial) each["trivial"] = true;
    if (!verified.certificate.empty()) each["certificate"] = verified.certificate;
    if (verified.answer == Verified::Answer::kUnknown) {
      each["abstract_execution"] = verified.abstract.steps;
      each["reasons"] = words(verified.abstract.losses);
    }
    if (verified.trace) each["trace"] = Json::parse(core::to_json(*verified.trace));
    out["properties"].push_back(std::move(each));
  }
  if (!result.bounds.empty()) {
    out["mailboxes"] = Json::array();
    for (const MailboxBound& bound : result.bounds) {
      Json each{{"class", bound.process}};
      each["bound"] = bound.bound ? Json(*bound.bound) : Json(nullptr);
      out["mailboxes"].push_back(std::move(each));
    }
  }
  out["notes"] = result.notes;
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

int exit_code(const VerifyResult& result) {
  if (count(result, Verified::Answer::kRefuted) > 0) return 1;
  const bool bounds = std::all_of(result.bounds.begin(), result.bounds.end(),
                                  [](const MailboxBound& each) { return each.bound.has_value(); });
  const bool complete = std::all_of(result.passes.begin(), result.passes.end(),
                                    [](const Pass& pass) { return pass.complete; });
  const bool unknown = count(result, Verified::Answer::kUnknown) > 0;
  return unknown || !bounds || (!complete && result.properties.empty()) ? 3 : 0;
}

}  // namespace heddle::cli
