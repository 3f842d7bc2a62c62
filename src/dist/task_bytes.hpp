// Tasks as bytes: what is left of one that was put aside, and those of a parsimonious exploration.
//
// Each stands for itself: who only passes it on need not understand it, and only who goes on with
// it pays for reading it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explore/explorer.hpp"

namespace heddle::dist {

/// Throws support::UserError if a run is too long for it.
std::string to_bytes(const std::vector<explore::OpenNode>& open);
std::string to_bytes(const explore::Task& independent);

/// Throw support::UserError for bytes that are not exactly that.
std::vector<explore::OpenNode> open_nodes_of(std::string_view bytes);
explore::Task independent_task_of(std::string_view bytes);

}  // namespace heddle::dist
