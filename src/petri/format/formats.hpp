// The file formats of nets: what is read, what is written. A new one is a file and a line in the
// table of formats.cpp.
//
//   const NetFile file = read_net("mutex.spec", "");
//   write_file_atomically("mutex.pnml", to_pnml(file.net, file.question));
//
// What is wrong with a file becomes one UserError with file, line, column and the remedy. Kinds of
// arcs beyond taking and putting (transfer, reset, inhibitor) are refused by name: with them,
// coverability is another problem.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "petri/net.hpp"

namespace heddle::petri {

struct NetFile {
  Net net;
  /// Nothing if the file (and what lies beside it) asks nothing.
  std::optional<Question> question;
};

/// By the ending of the name: .spec, .tts, .pl, .pnml. `target` replaces the question of the file
/// if it is not empty: a file (.prop of BFC, .xml with properties of the Model Checking Contest, or
/// a formula) or the formula itself, "p >= 1, q >= 2 or r >= 1".
NetFile read_net(const std::string& path, const std::string& target);

/// mist: vars, rules, init, target.
NetFile read_spec(std::string_view text, const std::string& file);
/// BFC: threads with a shared state. Local state 0 is an unbounded pool.
NetFile read_tts(std::string_view text, const std::string& file);
/// Petrinizer: place(p). transition(t, [p], [q]). init(p, 1). target(1, [([p], 1)]).
NetFile read_pl(std::string_view text, const std::string& file);
/// Place/transition nets of ISO/IEC 15909-2.
NetFile read_pnml(std::string_view text, const std::string& file);

/// "s|l,l" of BFC, a conjunction a line, for a net that read_tts made.
Question read_prop(std::string_view text, const std::string& file, const Net& net);
/// The first reachability property of an XML file of the Model Checking Contest: "exists a path
/// that finally has" conjunctions and disjunctions of "n <= tokens-count(places)".
Question read_property_xml(std::string_view text, const std::string& file, const Net& net);
/// p >= n or p + q >= n, joined by ',' (or 'and', '&&'); alternatives by 'or' (or '||', ';'). A
/// name that is no word stands in quotes: 'p-1'.
Question read_formula(std::string_view text, const std::string& file, const Net& net);

std::string to_spec(const Net& net, const Question& question);
std::string to_pnml(const Net& net, const Question& question);
std::string to_dot(const Net& net, const Question& question);
/// `format`: spec, pnml or dot.
std::string write_net(const std::string& format, const Net& net, const Question& question);

}  // namespace heddle::petri
