// The tree of an exploration, for people: made by exploring its beginning once more, in order.
#pragma once

#include <string>

#include "report/tree.hpp"
#include "story/subject.hpp"

namespace heddle::story {

/// `algorithm`: by name; one that has no runs in the order of a tree gives an empty one. At most as
/// many runs as people can look at.
report::Tree exploration_tree(const Subject& program, const std::string& algorithm);

}  // namespace heddle::story
