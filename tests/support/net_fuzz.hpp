// A fuzzed net reader: what was read can be written and read back.
#pragma once

#include <string>
#include <vector>

#include "petri/format/formats.hpp"
#include "tests/support/reader_fuzz.hpp"

namespace heddle::tests {

/// Throws if the net is not as net.hpp wants it, or is another one after writing and reading.
inline void look_at(const petri::NetFile& file) {
  const auto check = [&](const std::vector<petri::Tokens>& tokens) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i].place >= file.net.places.size() || tokens[i].count == 0 ||
          (i > 0 && tokens[i - 1].place >= tokens[i].place)) {
        throw std::runtime_error("a list of tokens is not as it must be");
      }
    }
  };
  for (const petri::Transition& transition : file.net.transitions) {
    check(transition.take);
    check(transition.put);
  }
  const petri::Question question = file.question.value_or(petri::Question{});
  for (const auto& conjunction : question.conjunctions) check(conjunction);
  const std::string once = petri::to_pnml(file.net, question);
  const petri::NetFile again = petri::read_pnml(once, "again.pnml");
  if (again.net.transitions.size() != file.net.transitions.size() ||
      petri::to_pnml(again.net, again.question.value_or(petri::Question{})).size() >
          2 * once.size()) {
    throw std::runtime_error("written and read again, it is another net");
  }
}

}  // namespace heddle::tests
