#include "core/step.hpp"

#include <new>
#include <utility>
#include <vector>

#include "support/recycled.hpp"

namespace heddle::core {

using support::kKeepMemory;

namespace {

// Steps are made and dropped for every event, nearly all with a handful of accesses: their memory
// is kept for the next ones, by number of accesses.
class Spare {
 public:
  ~Spare() {
    for (Block*& first : first_) {
      while (first != nullptr) ::operator delete(std::exchange(first, first->next));
    }
  }
  void* take(std::size_t count) {
    if (count >= kKinds || first_[count] == nullptr) return nullptr;
    return std::exchange(first_[count], first_[count]->next);
  }
  bool keep(void* memory, std::size_t count) {
    if (count >= kKinds) return false;
    first_[count] = new (memory) Block{first_[count]};
    return true;
  }

 private:
  static constexpr std::size_t kKinds = 8;
  struct Block {
    Block* next;
  };
  Block* first_[kKinds] = {};
};

thread_local Spare spare;

}  // namespace

static_assert(std::is_trivially_destructible_v<Access>);

const Access* Step::find(Location location) const {
  for (const Access& access : accesses()) {
    if (access.location == location) return &access;
  }
  return nullptr;
}

StepRef StepRef::make(EventId id, std::span<const Access> accesses, std::uint64_t fingerprint,
                      EventId taken) {
  void* memory = kKeepMemory ? spare.take(accesses.size()) : nullptr;
  if (memory == nullptr) {
    memory = ::operator new(sizeof(Step) + accesses.size() * sizeof(Access));
  }
  auto* step = static_cast<Step*>(memory);
  step->id_ = id;
  step->taken_ = taken;
  step->fingerprint_ = fingerprint;
  step->references_ = 1;
  step->count_ = static_cast<std::uint32_t>(accesses.size()) & 0x07ffffffU;
  Summary summary;
  bool conditional = false;
  bool receives = false;
  bool polls = false;
  bool can_wait = false;
  bool decides = false;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    step->accesses_[i] = accesses[i];
    summary.add(accesses[i]);
    const AccessKind kind = accesses[i].kind;
    conditional =
        conditional || relation(kind, kind) == Relation::kConditional || kind == AccessKind::kPoll;
    receives = receives || kind == AccessKind::kTake || kind == AccessKind::kPoll;
    polls = polls || kind == AccessKind::kPoll;
    can_wait = can_wait || kind == AccessKind::kAcquire || kind == AccessKind::kGuarded ||
               kind == AccessKind::kAwait;
    decides = decides || accesses[i].decides;
  }
  step->conditional_ = conditional;
  step->receives_ = receives;
  step->polls_ = polls;
  step->can_wait_ = can_wait;
  step->decides_ = decides;
  step->summary_ = summary;
  StepRef ref;
  ref.step_ = step;
  return ref;
}

StepRef StepRef::with_taken(EventId taken) const {
  return make(step_->id_, step_->accesses(), step_->fingerprint_, taken);
}

StepRef StepRef::as_wild() const {
  if (step_->wild()) return *this;
  std::vector<Access> accesses(step_->accesses().begin(), step_->accesses().end());
  accesses.push_back({kAnywhere, 0, AccessKind::kUpdate});
  return make(step_->id_, accesses, step_->fingerprint_, step_->taken_);
}

void StepRef::release(Step* step) {
  if (!kKeepMemory || !spare.keep(step, step->count_)) ::operator delete(step);
}

bool dependent_somewhere(const Step& earlier, const Step& later, const Program& program) {
  if (earlier.wild() || later.wild()) return true;
  for (const Access& a : earlier.accesses()) {
    for (const Access& b : later.accesses()) {
      if (a.location != b.location) continue;
      switch (relation(a.kind, b.kind)) {
        case Relation::kIndependent:
          break;
        case Relation::kMatching: {
          const bool appends = a.kind == AccessKind::kAppend;
          if (program.matches(appends ? b.token : a.token, appends ? a.token : b.token))
            return true;
          break;
        }
        case Relation::kOperations:
          if (!program.commute(a.token, b.token)) return true;
          break;
        default:
          return true;
      }
    }
  }
  return false;
}

}  // namespace heddle::core
