#include "cli/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "petri/cover.hpp"
#include "support/check.hpp"

namespace heddle::cli {
namespace {

using abstraction::Analysis;
using abstraction::Depths;
using abstraction::Query;
using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Verifier {
 public:
  Verifier(abstraction::Program& program, const VerifySettings& settings, Refuter* refuter,
           VerifyProgress* progress)
      : program_(program),
        settings_(settings),
        refuter_(refuter),
        progress_(progress),
        refinement_(settings.depths, settings.most) {
    if (settings.time) deadline_ = Clock::now() + *settings.time;
  }

  VerifyResult run() {
    bool again = true;
    while (again) {
      const std::size_t before = done_.size();
      Analysis analysis = analyse();
      if (analysis.complete && settings_.mode == abstraction::Mode::kMailboxes) {
        find_bounds(analysis);
        break;
      }
      if (analysis.complete) {
        look_at(analysis);
      } else if (!refinement_.at_single_places()) {
        give_up(analysis);
      }
      again = settings_.refine && !open_.empty() && !passes_end() && !out_of_time() &&
              refinement_.next({.complete = analysis.complete,
                                .steps = analysis.machine->steps(),
                                .decided = done_.size() - before},
                               lost(), blurred());
    }
    last_searches();
    for (auto& [key, verified] : open_) done_[key] = std::move(verified);
    for (const Key& key : order_) out_.properties.push_back(std::move(done_.at(key)));
    out_.notes.assign(notes_.begin(), notes_.end());
    return std::move(out_);
  }

 private:
  // A property is the same in every analysis if it says the same about the same place.
  using Key = std::tuple<std::string, std::string, std::uint32_t>;

  bool out_of_time() const { return deadline_ && Clock::now() > *deadline_; }

  // The first analysis was cut off: there is nothing to refine.
  bool passes_end() const { return !out_.passes.front().complete; }

  Analysis analyse() {
    const Depths& depths = refinement_.depths();
    if (progress_ != nullptr) progress_->analysing(depths);
    abstraction::MachineLimits limits{.states = settings_.states, .deadline = deadline_};
    if (const auto allowance = refinement_.allowance()) limits.steps = *allowance;
    Analysis analysis = abstraction::analyse(
        program_,
        {.depths = depths, .limits = limits, .mode = settings_.mode, .open = settings_.open});
    Depths used = depths;
    if (analysis.complete) used.message = analysis.machine->message_depth();
    out_.passes.push_back({.depths = used,
                           .complete = analysis.complete,
                           .at_single_places = refinement_.at_single_places(),
                           .states = analysis.machine->store().states.size(),
                           .places_before = analysis.places_before,
                           .places_after = analysis.places_after,
                           .analysis_seconds = analysis.analysis_seconds,
                           .simplification_seconds = analysis.simplification_seconds});
    const auto& notes = analysis.machine->notes();
    if (analysis.complete || !refinement_.at_single_places()) {
      notes_.insert(notes.begin(), notes.end());
    }
    if (analysis.complete) {
      out_.dot = to_dot(analysis.simple);
      out_.json = to_json(analysis.simple);
    }
    return analysis;
  }

  petri::Outcome cover(const abstraction::Encoded& encoded) {
    const auto start = Clock::now();
    petri::Limits limits;
    if (deadline_) {
      limits.time = std::max(
          std::chrono::milliseconds(1),
          std::chrono::duration_cast<std::chrono::milliseconds>(*deadline_ - Clock::now()));
    }
    petri::Outcome outcome = petri::cover(encoded.net, encoded.question, limits);
    out_.passes.back().coverability_seconds += since(start);
    return outcome;
  }

  void look_at(Analysis& analysis) {
    const Depths depths = out_.passes.back().depths;
    std::set<Key> present;
    const bool first = order_.empty();
    for (const Query& query : analysis.queries) {
      const Key key{query.where, query.text, query.site};
      present.insert(key);
      if (!open_.contains(key) && !done_.contains(key)) {
        order_.push_back(key);
        open_[key] = {.kind = query.kind, .text = query.text, .where = query.where};
      }
      if (!open_.contains(key)) continue;
      Verified& verified = open_[key];
      verified.depths = depths;
      if (!query.trivial.empty()) {
        verified.trivial = query.kind == Query::Kind::kUncoverable && first;
        prove(key, query.trivial, {});
        continue;
      }
      if (progress_ != nullptr)
        progress_->asking(static_cast<std::size_t>(&query - analysis.queries.data()) + 1,
                          analysis.queries.size());
      const abstraction::Focused focused = focus(analysis.simple, query);
      abstraction::Encoded encoded = encode(focused.system, focused.query);
      petri::Outcome outcome = cover(encoded);
      if (outcome.answer == petri::Answer::kSafe) {
        verified.net = std::move(encoded.net);
        verified.question = std::move(encoded.question);
        prove(key, outcome.by, std::move(outcome.certificate));
      } else if (outcome.answer == petri::Answer::kUnknown) {
        verified.by = outcome.by;
      } else {
        verified.by = "the abstraction has an execution";
        verified.abstract = explain(*analysis.machine, focused.system, encoded, outcome.firing);
        const abstraction::Losses& losses = verified.abstract.losses;
        if (refinement_.at_single_places()) continue;
        lost_[key] = {.data = losses.data, .stack = losses.stack};
        // Again at every depth, but not for long: the abstract execution is another one each time.
        if (search(query, verified, first ? settings_.search_time : settings_.search_time / 4)) {
          done_[key] = std::move(verified);
          open_.erase(key);
          if (progress_ != nullptr) progress_->decided();
        }
      }
    }
    // What a finer analysis no longer finds cannot happen.
    for (const Key& key : order_) {
      if (open_.contains(key) && !present.contains(key)) {
        open_[key].depths = depths;
        prove(key, "the analysis alone: no way leads there", {});
      }
    }
  }

  void prove(const Key& key, const std::string& by, std::string certificate) {
    Verified& verified = open_[key];
    verified.answer = Verified::Answer::kProved;
    verified.by = by;
    verified.certificate = std::move(certificate);
    verified.abstract = {};
    done_[key] = std::move(verified);
    open_.erase(key);
    if (progress_ != nullptr) progress_->decided();
  }

  static Monitor monitor_of(const Query& query) {
    Monitor out{.property = query.text};
    const std::size_t colon = query.where.rfind(':');
    if (colon != std::string::npos) {
      out.file = query.where.substr(0, colon);
      out.line = std::atoi(query.where.c_str() + colon + 1);
    }
    out.crash = query.kind == Query::Kind::kFailure;
    out.user_error = query.kind == Query::Kind::kUserError;
    for (const abstraction::Atom& atom : query.atoms) {
      out.bounds.push_back({.label = atom.label,
                            .point = query.kind == Query::Kind::kAssertion ? out.line : 0,
                            .least = atom.least});
    }
    if (out.crash || out.user_error) out.bounds.clear();
    return out;
  }

  bool search(const Query& query, Verified& verified, std::chrono::milliseconds time) {
    if (refuter_ == nullptr || settings_.open) return false;
    verified.searched = true;
    monitors_[{query.where, query.text}] = monitor_of(query);
    return search(monitors_[{query.where, query.text}], verified, time);
  }
  bool search(const Monitor& monitor, Verified& verified, std::chrono::milliseconds time) {
    if (progress_ != nullptr) progress_->searching();
    try {
      verified.trace = refuter_->search(monitor, verified.abstract.places, time);
    } catch (const support::UserError& error) {
      notes_.insert(fmt::format("no real execution can be looked for: {}", error.what()));
      refuter_ = nullptr;
      return false;
    }
    if (!verified.trace) return false;
    verified.answer = Verified::Answer::kRefuted;
    verified.by = "a real execution";
    return true;
  }

  // Where refinement could not help, look once more, and longer.
  void last_searches() {
    if (refuter_ == nullptr || settings_.open) return;
    for (auto& [key, verified] : open_) {
      const auto monitor = monitors_.find({verified.where, verified.text});
      if (monitor == monitors_.end() || refuter_ == nullptr) continue;
      search(monitor->second, verified, 2 * settings_.search_time);
    }
  }

  Lost lost() const {
    Lost out;
    for (const auto& [key, verified] : open_) {
      const auto found = lost_.find(key);
      if (found == lost_.end()) continue;
      out.data = out.data || found->second.data;
      out.stack = out.stack || found->second.stack;
    }
    return out;
  }
  abstraction::Blurred blurred() const {
    abstraction::Blurred out;
    for (const auto& [key, verified] : open_) out.merge(verified.abstract.blurred);
    return out;
  }

  // The analysis was cut off: what was not decided before stays unknown.
  void give_up(const Analysis& analysis) {
    std::string what = "the analysis was cut off";
    for (const std::string& note : analysis.machine->notes()) {
      if (note.starts_with("more than") || note.starts_with("out of time")) what = note;
    }
    what += fmt::format(": {} control states and {} classes of processes were reached",
                        analysis.machine->store().states.size(),
                        analysis.machine->store().classes.size());
    if (order_.empty() && settings_.mode != abstraction::Mode::kMailboxes) {
      for (const abstraction::Directive& directive : program_.directives) {
        const Key key{fmt::format("{}:{}", directive.file, directive.line),
                      fmt::format("uncoverable \"{}\"", directive.text),
                      static_cast<std::uint32_t>(order_.size())};
        order_.push_back(key);
        open_[key] = {.text = std::get<1>(key), .where = std::get<0>(key)};
      }
      if (order_.empty()) {
        const Key key{program_.module, "all properties", 0};
        order_.push_back(key);
        open_[key] = {.text = "all properties", .where = program_.module};
      }
    }
    for (auto& [key, verified] : open_) verified.by = what;
  }

  void find_bounds(const Analysis& analysis) {
    for (abstraction::ClassId process = 0; process < analysis.simple.classes.size(); ++process) {
      MailboxBound found{.process = analysis.simple.classes[process]};
      for (std::uint64_t bound = 0; bound <= settings_.most_messages && !out_of_time(); ++bound) {
        const Query query = mailbox_query(analysis.simple, process, bound + 1);
        if (!query.trivial.empty()) {
          found.bound = 0;
          break;
        }
        const abstraction::Focused focused = focus(analysis.simple, query);
        if (cover(encode(focused.system, focused.query)).answer == petri::Answer::kSafe) {
          found.bound = bound;
          break;
        }
      }
      out_.bounds.push_back(std::move(found));
    }
  }

  abstraction::Program& program_;
  const VerifySettings& settings_;
  Refuter* refuter_;
  VerifyProgress* progress_;
  std::optional<Clock::time_point> deadline_;
  std::vector<Key> order_;
  std::map<Key, Verified> open_;
  std::map<Key, Verified> done_;
  std::map<std::pair<std::string, std::string>, Monitor> monitors_;
  std::set<std::string> notes_;
  Refinement refinement_;
  std::map<Key, Lost> lost_;  // in the last analysis everywhere
  VerifyResult out_;
};

}  // namespace

VerifyResult verify_program(abstraction::Program& program, const VerifySettings& settings,
                            Refuter* refuter, VerifyProgress* progress) {
  return Verifier(program, settings, refuter, progress).run();
}

}  // namespace heddle::cli
