// Which receive of the source a receive of the code is.
//
// Compiled code does not say it: there are lines for calls only, and the compiler orders the
// clauses of a function as it likes. What a receive looks for says most: the constants and tuple
// sizes that its code tests are those of its patterns and guards. What is left open, the lines of
// the calls around it and the order decide.
//
//   match_receives(code, source)[i]    // the source of the i-th receive of a function's code
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "beam/loader/beam_file.hpp"

namespace heddle::erlang {

/// What is tested: "atom", "17", "{} 2" for tuples of two, and whether there are lists, maps or
/// binaries at all.
using Tested = std::set<std::string, std::less<>>;
inline constexpr const char* kTestedList = "[_|_]";
inline constexpr const char* kTestedNil = "[]";
inline constexpr const char* kTestedMap = "#{}";
inline constexpr const char* kTestedBinary = "<<>>";

struct CodeReceive {
  Tested tested;
  Tested done;     // constants and functions at the beginning of what follows
  int before = 0;  // the line of the last call on the way to it; 0: not known
  int after = 0;   // of the first call after a message was taken
};

/// As the source has it.
struct ReceiveShape {
  Tested tested;
  Tested done;  // constants and functions of the bodies
  int line = 0;
  int last_line = 0;
};

/// The receives of a function that look at messages, in the order of their code.
std::vector<CodeReceive> receives_in(const beam::BeamFile& file, const beam::Function& function);

/// How well two fit; the greater the better.
int likeness(const CodeReceive& code, const ReceiveShape& source);

/// Who of `to` stands for each of `from`, so that the sum of the likenesses is greatest; in order
/// where nothing else decides. No two stand for the same, unless there are more than `to`, of which
/// there must be one.
using Worth = std::function<int(std::size_t from, std::size_t to)>;
std::vector<std::size_t> assign(std::size_t from, std::size_t to, const Worth& likeness);

struct ReceiveMatch {
  std::vector<std::size_t> source;  // by receive of the code
  int likeness = 0;
};

/// `source` must not be empty.
ReceiveMatch match_receives(std::span<const CodeReceive> code,
                            std::span<const ReceiveShape> source);

/// Adds what testing for this value tests.
void add_tested(beam::Term value, Tested& tested);
std::string tested_tuple(std::size_t size);

}  // namespace heddle::erlang
