#include "beam/vm/timers.hpp"

#include "beam/term/map.hpp"
#include "beam/vm/tree.hpp"

namespace heddle::beam {
namespace {

Timer timer_of(Term key, Term value) {
  return {value.element(0), static_cast<Word>(key.element(0).small_value()),
          static_cast<Word>(value.element(3).small_value()), value.element(1), value.element(2)};
}

Timer cancelled_timer(Term entry) {
  Timer timer = timer_of(entry.element(0), entry.element(1));
  timer.cancelled = static_cast<Word>(entry.element(2).small_value());
  return timer;
}

}  // namespace

Timers::Timers(Heap& heap, UndoLog& undo)
    : heap_(heap),
      undo_(undo),
      queue_(empty_tree().bits()),
      by_reference_(empty_map(heap).bits()),
      cancelled_(by_reference_) {}

void Timers::add(const Timer& timer) {
  undo_.set(made_, made_ + 1);
  const Term key = heap_.tuple({Term::small(static_cast<std::int64_t>(timer.at)),
                                Term::small(static_cast<std::int64_t>(made_))});
  const Term value = heap_.tuple({timer.reference, timer.destination, timer.message,
                                  Term::small(static_cast<std::int64_t>(timer.after))});
  undo_.set(queue_, tree_put(heap_, Term::from_bits(queue_), key, value, KeyOrder::kExact).bits());
  undo_.set(by_reference_,
            map_put(heap_, Term::from_bits(by_reference_), timer.reference, key).bits());
}

std::optional<Timer> Timers::first() const {
  const Term node = tree_first(Term::from_bits(queue_));
  if (node.is_none()) return std::nullopt;
  return timer_of(node_key(node), node_value(node));
}

std::optional<Timer> Timers::find(Term reference) const {
  const Term key = map_get(Term::from_bits(by_reference_), reference);
  if (key.is_none()) return std::nullopt;
  const Term node = tree_find(Term::from_bits(queue_), key, KeyOrder::kExact);
  return timer_of(key, node_value(node));
}

bool Timers::empty() const { return tree_first(Term::from_bits(queue_)).is_none(); }

void Timers::all(std::vector<Timer>& out) const {
  out.clear();
  for (TreeIterator node(Term::from_bits(queue_)); node.next();) {
    out.push_back(timer_of(node.key(), node.value()));
  }
}

void Timers::cancel(Term reference, Word clock) {
  const Term key = map_get(Term::from_bits(by_reference_), reference);
  if (key.is_none()) return;
  const Term node = tree_find(Term::from_bits(queue_), key, KeyOrder::kExact);
  undo_.set(
      cancelled_,
      map_put(heap_, Term::from_bits(cancelled_), reference,
              heap_.tuple({key, node_value(node), Term::small(static_cast<std::int64_t>(clock))}))
          .bits());
  remove(reference);
}

std::optional<Timer> Timers::find_cancelled(Term reference) const {
  const Term entry = map_get(Term::from_bits(cancelled_), reference);
  if (entry.is_none()) return std::nullopt;
  return cancelled_timer(entry);
}

void Timers::all_cancelled(std::vector<Timer>& out) const {
  out.clear();
  for (MapIterator entry(Term::from_bits(cancelled_)); entry.next();) {
    out.push_back(cancelled_timer(entry.value()));
  }
}

void Timers::remove(Term reference) {
  const Term known = Term::from_bits(by_reference_);
  const Term key = map_get(known, reference);
  if (key.is_none()) return;
  undo_.set(queue_, tree_remove(heap_, Term::from_bits(queue_), key, KeyOrder::kExact).bits());
  undo_.set(by_reference_, map_remove(heap_, known, reference).bits());
}

}  // namespace heddle::beam
