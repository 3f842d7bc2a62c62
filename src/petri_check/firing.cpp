#include "petri_check/firing.hpp"

#include <algorithm>

#include "petri_check/rejection.hpp"

namespace heddle::petri_check {

using petri::Tokens;

void check_firing(const petri::Net& net, const petri::Question& question, const Parsed& parsed) {
  std::vector<Wide> marking;
  for (const petri::Place& place : net.places) marking.push_back(place.initial);
  for (const Tokens& tokens : parsed.start) {
    const petri::Place& place = net.places[tokens.place];
    require(place.unbounded, "place {} does not start with any number of tokens", tokens.place);
    require(tokens.count >= place.initial, "place {} starts with fewer tokens than it has",
            tokens.place);
    marking[tokens.place] = tokens.count;
  }
  // A transition that fires n times in a row can do so if it can the first and the last time: in
  // between, each place changes in one direction.
  for (const Tokens& step : parsed.firing) {
    const petri::Transition& transition = net.transitions[step.place];
    const auto fire = [&](Wide times_fired) {
      for (const Tokens& take : transition.take) {
        marking[take.place] = plus(marking[take.place], times(take.count, -times_fired));
      }
      for (const Tokens& put : transition.put) {
        marking[put.place] = plus(marking[put.place], times(put.count, times_fired));
      }
    };
    const auto enabled = [&] {
      return std::all_of(transition.take.begin(), transition.take.end(), [&](const Tokens& take) {
        return marking[take.place] >= static_cast<Wide>(take.count);
      });
    };
    require(enabled(), "transition {} ({}) cannot fire", step.place, transition.name);
    fire(static_cast<Wide>(step.count) - 1);
    require(enabled(), "transition {} ({}) cannot fire that often", step.place, transition.name);
    fire(1);
  }
  require(std::any_of(question.conjunctions.begin(), question.conjunctions.end(),
                      [&](const std::vector<Tokens>& conjunction) {
                        return std::all_of(
                            conjunction.begin(), conjunction.end(), [&](const Tokens& tokens) {
                              return marking[tokens.place] >= static_cast<Wide>(tokens.count);
                            });
                      }),
          "the firing sequence ends in a marking that covers no target");
}

}  // namespace heddle::petri_check
