// Deep copies of steps and of what holds them, for crossing from one thread to another: reference
// counts of steps are not atomic, so two threads never hold the same step.
#pragma once

#include "explore/explorer.hpp"

namespace heddle::dist {

core::StepRef clone(const core::StepRef& step);
explore::Sequence clone(std::span<const core::StepRef> sequence);
explore::Branch clone(const explore::Branch& branch);
explore::Node clone(const explore::Node& node);
/// Of a parsimonious exploration: prefix and deviations.
explore::Task clone(const explore::Task& task);
/// Steps that are shared stay shared among the copies: the same one sleeps and waits in many nodes.
std::vector<explore::OpenNode> clone(const std::vector<explore::OpenNode>& open);
/// Copies what is shared with anything outside of the argument.
void isolate(std::vector<explore::OpenNode>& open);

}  // namespace heddle::dist
