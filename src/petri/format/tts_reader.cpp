// BFC's .tts, a program of many threads with a shared state:
//
//   2 3              shared states 0..1, local states 0..2
//   0 1 -> 1 2       a thread in local state 1, when the shared state is 0, moves to 2 and sets 1
//   0 1 +> 1 2       it stays and makes a new thread in state 2
//
// The shared state starts in 0 and any number of threads in local state 0, at least one. A `~>`
// moves all threads of a state at once, which is a transfer arc. The target stands in a file of its
// own, "s|l,l" a line: shared state s with threads in these local states at the same time.
#include <fmt/format.h>

#include "petri/format/formats.hpp"
#include "petri/format/net_builder.hpp"
#include "petri/format/text_cursor.hpp"

namespace heddle::petri {
namespace {

// A file of a few bytes must not ask for the memory of billions of places.
constexpr std::uint64_t kMostStates = 10'000'000;

}  // namespace

NetFile read_tts(std::string_view text, const std::string& file) {
  TextCursor in(text, file, "#");
  NetBuilder builder;
  const std::size_t head = in.offset();
  const std::uint64_t shared = in.expect_number("the number of shared states");
  const std::uint64_t local = in.expect_number("the number of local states");
  if (shared == 0 || local == 0) {
    in.fail_at(head, "there must be a shared state and a local one at least");
  }
  if (shared > kMostStates || local > kMostStates) {
    in.fail_at(head, fmt::format("more than {} states are not supported", kMostStates));
  }
  for (std::uint64_t i = 0; i < shared; ++i) builder.add_place(fmt::format("s{}", i));
  for (std::uint64_t i = 0; i < local; ++i) builder.add_place(fmt::format("l{}", i));
  builder.place(0).initial = 1;
  const auto first_local = static_cast<PlaceId>(shared);
  builder.place(first_local).initial = 1;
  builder.place(first_local).unbounded = true;

  const auto state = [&](std::uint64_t count, const char* kind) {
    const std::size_t at = in.offset();
    const std::uint64_t number = in.expect_number(fmt::format("a {} state", kind));
    if (number >= count) {
      in.fail_at(at, fmt::format("there is no {} state {}; the first line declares {}", kind,
                                 number, count));
    }
    return static_cast<PlaceId>(number);
  };
  while (!in.at_end()) {
    const PlaceId from = state(shared, "shared");
    const PlaceId thread = first_local + state(local, "local");
    const std::size_t at = in.offset();
    const bool spawns = in.accept("+>");
    if (!spawns && in.accept("~>")) {
      in.fail_at(at,
                 "transfer arc ('~>' moves all threads at once): heddle cover reads nets that "
                 "only take and put tokens; such a net is another problem");
    }
    if (!spawns && !in.accept("->")) {
      in.fail(fmt::format("expected '->' or '+>', found {}", in.here()));
    }
    const PlaceId to = state(shared, "shared");
    const PlaceId next = first_local + state(local, "local");
    std::vector<Tokens> put{{to, 1}, {next, 1}};
    if (spawns) put.push_back({thread, 1});
    builder.add_transition(fmt::format("t{}", builder.transitions()), {{from, 1}, {thread, 1}},
                           std::move(put));
  }
  return {builder.finish(), std::nullopt};
}

Question read_prop(std::string_view text, const std::string& file, const Net& net) {
  TextCursor in(text, file, "#");
  PlaceId shared = 0;
  while (shared < net.places.size() && net.places[shared].name.starts_with('s')) ++shared;
  const auto local = static_cast<PlaceId>(net.places.size() - shared);
  Question question;
  const auto state = [&](PlaceId count, const char* kind) {
    const std::size_t at = in.offset();
    const std::uint64_t number = in.expect_number(fmt::format("a {} state", kind));
    if (number >= count) in.fail_at(at, fmt::format("the net has no {} state {}", kind, number));
    return static_cast<PlaceId>(number);
  };
  while (!in.at_end()) {
    std::vector<Tokens> conjunction{{state(shared, "shared"), 1}};
    in.expect("|");
    do conjunction.push_back({shared + state(local, "local"), 1});
    while (in.accept(","));
    question.conjunctions.push_back(normalised(std::move(conjunction)));
  }
  return question;
}

}  // namespace heddle::petri
