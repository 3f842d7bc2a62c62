// DOT: the run of the first error as a graph for Graphviz (`--graph`).
//
//   heddle check bank.erl --graph bank.dot; dot -Tsvg bank.dot >bank.svg
//
// A column for each actor with its steps in order, and an edge wherever a step of one happens
// before a step of another with nothing between (the Hasse diagram of happens-before). Steps that
// could not influence the error are grey; who waits at the end and what went wrong have nodes of
// their own. Messages that nobody received say so. Races are dashed and named by their location.
#pragma once

#include <string>

#include "report/result.hpp"

namespace heddle::report {

/// Without an error a graph without nodes that says the verdict. The same trace gives the same
/// bytes.
std::string to_dot(const Checked& test, bool show_races);
/// Of any trace (`heddle graph`).
std::string to_dot(const core::Trace& trace, bool show_races);

}  // namespace heddle::report
