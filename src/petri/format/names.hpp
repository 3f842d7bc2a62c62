// Names for writing: unique words, as close to the given ones as the format allows.
#pragma once

#include <string>
#include <vector>

#include "petri/net.hpp"

namespace heddle::petri {

/// One for each place: its own name where that is a word that nobody else has, otherwise "p" and
/// its number, with more underscores as long as that is taken.
std::vector<std::string> place_words(const Net& net);
std::vector<std::string> transition_words(const Net& net, const std::vector<std::string>& taken);

/// p1 >= 1, p2 >= 1 or p3 >= 2
std::string formula_of(const Question& question, const std::vector<std::string>& places);

}  // namespace heddle::petri
