#include "testing/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "report/cell.hpp"

namespace heddle::testing {

std::size_t Scenario::size() const {
  std::size_t size = before.size() + after.size();
  for (const auto& thread : threads) size += thread.size();
  return size;
}

std::string Scenario::text(const std::vector<detail::Call>& calls) const {
  const auto list = [&](const std::vector<std::size_t>& operations) {
    std::string out;
    for (const std::size_t call : operations) out += (out.empty() ? "" : "; ") + calls[call].text;
    return out;
  };
  std::string out;
  for (const auto& thread : threads) out += (out.empty() ? "" : " || ") + list(thread);
  if (!before.empty()) out = list(before) + "; then " + out;
  if (!after.empty()) out += "; then " + list(after);
  return out;
}

std::string History::text() const {
  std::string out;
  for (const HistoryOperation& operation : operations) {
    out += fmt::format("{} {:x}\n", operation.result, operation.preceded_by);
  }
  return out;
}

std::string History::table(const std::vector<detail::Call>& calls) const {
  std::size_t threads = 0;
  for (const HistoryOperation& operation : operations) {
    threads = std::max(threads, operation.thread + 1);
  }
  std::vector<std::vector<std::string>> rows;
  std::vector<std::size_t> widths(threads, 4);
  std::vector<bool> busy(threads, false);
  for (const HistoryEvent& event : events) {
    const HistoryOperation& operation = operations[event.operation];
    std::vector<std::string> row(threads);
    for (std::size_t i = 0; i < threads; ++i) row[i] = busy[i] ? "|" : "";
    row[operation.thread] = event.returns ? "-> " + report::printable(operation.result)
                                          : report::printable(calls[operation.call].text);
    busy[operation.thread] = !event.returns;
    widths[operation.thread] =
        std::max(widths[operation.thread], report::length(row[operation.thread]));
    rows.push_back(std::move(row));
  }
  std::string out;
  const auto add = [&](const auto& cell) {
    std::string line = " ";
    for (std::size_t i = 0; i < threads; ++i) line += " " + report::pad(cell(i), widths[i]) + " ";
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  };
  add([](std::size_t i) { return i == 0 ? std::string("main") : fmt::format("T{}", i); });
  for (const auto& row : rows) add([&](std::size_t i) { return row[i]; });
  return out;
}

namespace {

class Search {
 public:
  Search(const History& history, const detail::LinearizabilitySubject& subject)
      : history_(history), subject_(subject) {}

  Explanation run() {
    const auto model = subject_.make_model();
    explanation_.found = extend(0, model);
    return std::move(explanation_);
  }

 private:
  bool extend(std::uint64_t done, const std::shared_ptr<void>& model) {
    if (order_.size() == history_.operations.size()) {
      explanation_.order = order_;
      return true;
    }
    if (subject_.model_text) {
      if (!tried_.emplace(done, subject_.model_text(model.get())).second) return false;
    }
    const bool longest = order_.size() >= explanation_.order.size();
    if (longest) {
      explanation_.order = order_;
      explanation_.stuck.clear();
    }
    for (std::size_t i = 0; i < history_.operations.size(); ++i) {
      const HistoryOperation& operation = history_.operations[i];
      const std::uint64_t bit = std::uint64_t{1} << i;
      if ((done & bit) != 0 || (operation.preceded_by & ~done) != 0) continue;
      const auto next = subject_.copy_model(model.get());
      const detail::Call& call = subject_.calls[operation.call];
      const std::string result = call.on_model(next.get());
      if (result != operation.result) {
        if (order_ == explanation_.order) {
          explanation_.stuck.push_back(
              fmt::format("{} would give {}, not {}", call.text, result, operation.result));
        }
        continue;
      }
      order_.push_back(i);
      if (extend(done | bit, next)) return true;
      order_.pop_back();
    }
    return false;
  }

  const History& history_;
  const detail::LinearizabilitySubject& subject_;
  std::vector<std::size_t> order_;
  std::set<std::pair<std::uint64_t, std::string>> tried_;
  Explanation explanation_;
};

}  // namespace

Explanation explain(const History& history, const detail::LinearizabilitySubject& subject) {
  return Search(history, subject).run();
}

}  // namespace heddle::testing
