// Blurred: where an abstract execution may owe itself to values that were not told apart.
//
// What an operation decides by (the subject of a case, a guard, the receiver of a message, the
// arguments of a built-in) is looked at in every state that the execution passes. If its address
// holds several values, the decision was a guess, and those values are suspect. Every variable of
// those states that carries suspect values is blurred: looking deeper at the one that decides alone
// is of no use if the values were mixed before they came to it. What is mixed but carries no
// suspect value is left alone; that is what keeps the next analysis small.
//
// Cost: linear in the states of the execution times the size of what their variables hold.
#pragma once

#include <set>
#include <vector>

#include "abstraction/cfa/machine.hpp"

namespace heddle::abstraction {

struct Blurred {
  std::set<VariableId> variables = {};
  std::set<NodeId> calls = {};
  std::set<NodeId> receivers = {};  // by their spawn; kNone: the first process
  void merge(Blurred other);
};

/// Of an execution that passes these states; `crowds`: classes of which it has several processes.
Blurred blurred(const Machine& machine, const std::vector<StateId>& passed,
                const std::set<ClassId>& crowds);

}  // namespace heddle::abstraction
