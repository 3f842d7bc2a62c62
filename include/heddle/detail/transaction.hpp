// Transaction: what a transaction in progress has read and written, and how to undo it.
//
// It belongs to the OS thread that executes it: nothing else runs in an exploration meanwhile, and
// in the product it holds the lock of all transactions.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace heddle::detail {

/// Thrown by retry().
struct Retry {};

class Transaction {
 public:
  /// Whatever transactions read and write.
  class Variable {
   public:
    virtual ~Variable() = default;
  };
  struct Touched {
    std::shared_ptr<Variable> variable;
    bool read = false;
    bool written = false;
  };

  Transaction() { current() = this; }
  ~Transaction() { current() = nullptr; }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  /// The one in progress, or null.
  static Transaction*& current() {
    static thread_local Transaction* transaction = nullptr;
    return transaction;
  }

  void read(const std::shared_ptr<Variable>& variable) {
    Touched& touched = find(variable);
    touched.read = touched.read || !touched.written;
  }
  void write(const std::shared_ptr<Variable>& variable, std::function<void()> undo) {
    find(variable).written = true;
    undo_.push_back({variable, std::move(undo)});
  }
  std::size_t position() const { return undo_.size(); }
  /// Undoes what was written since.
  void roll_back(std::size_t position) {
    while (undo_.size() > position) {
      undo_.back().second();
      undo_.pop_back();
    }
  }
  const std::vector<Touched>& touched() const { return touched_; }
  /// Whether something is written in the end.
  bool writes(const std::shared_ptr<Variable>& variable) const {
    for (const auto& [written, undo] : undo_) {
      if (written == variable) return true;
    }
    return false;
  }

 private:
  Touched& find(const std::shared_ptr<Variable>& variable) {
    for (Touched& touched : touched_) {
      if (touched.variable == variable) return touched;
    }
    touched_.push_back({variable, false, false});
    return touched_.back();
  }

  std::vector<Touched> touched_;
  std::vector<std::pair<std::shared_ptr<Variable>, std::function<void()>>> undo_;
};

}  // namespace heddle::detail
