#include "beam/vm/timers.hpp"

#include "beam/term/map.hpp"
#include "beam/vm/tree.hpp"

namespace heddle::beam {
namespace {

Timer timer_of(Term node) {
  const Term value = node_value(node);
  return {value.element(0), static_cast<Word>(node_key(node).element(0).small_value()),
          value.element(1), value.element(2)};
}

}  // namespace

Timers::Timers(Heap& heap, UndoLog& undo)
    : heap_(heap),
      undo_(undo),
      queue_(empty_tree().bits()),
      by_reference_(empty_map(heap).bits()) {}

void Timers::add(const Timer& timer) {
  undo_.set(made_, made_ + 1);
  const Term key = heap_.tuple({Term::small(static_cast<std::int64_t>(timer.at)),
                                Term::small(static_cast<std::int64_t>(made_))});
  const Term value = heap_.tuple({timer.reference, timer.destination, timer.message});
  undo_.set(queue_, tree_put(heap_, Term::from_bits(queue_), key, value, KeyOrder::kExact).bits());
  undo_.set(by_reference_,
            map_put(heap_, Term::from_bits(by_reference_), timer.reference, key).bits());
}

std::optional<Timer> Timers::first() const {
  const Term node = tree_first(Term::from_bits(queue_));
  if (node.is_none()) return std::nullopt;
  return timer_of(node);
}

std::optional<Timer> Timers::find(Term reference) const {
  const Term key = map_get(Term::from_bits(by_reference_), reference);
  if (key.is_none()) return std::nullopt;
  return timer_of(tree_find(Term::from_bits(queue_), key, KeyOrder::kExact));
}

void Timers::remove(Term reference) {
  const Term known = Term::from_bits(by_reference_);
  const Term key = map_get(known, reference);
  if (key.is_none()) return;
  undo_.set(queue_, tree_remove(heap_, Term::from_bits(queue_), key, KeyOrder::kExact).bits());
  undo_.set(by_reference_, map_remove(heap_, known, reference).bits());
}

}  // namespace heddle::beam
