// A module as text: the assembly that `erlc -S` writes, from the .beam file.
//
//   {function, reverse, 1, 7}.
//     {label,6}.
//       {line,[{location,"lists.erl",147}]}.
//       {func_info,{atom,lists},{atom,reverse},1}.
//     {label,7}.
//       {call_ext_only,2,{extfunc,lists,reverse,2}}.
//
// Operands are written as there: {x,0}, {y,0}, {fr,0}, {f,7}, {atom,ok}, {integer,1}, nil,
// {literal,"abc"}, {list,[...]}. What a call of a label calls stands behind it as a comment.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>

#include "beam/loader/beam_file.hpp"

namespace heddle::beam {

/// Which functions to show; nothing set: all of them, and what the module says of itself.
struct ListingFilter {
  std::optional<std::string> name;
  std::optional<std::uint32_t> arity;
};
/// False if no function was shown.
bool print_listing(std::ostream& out, const BeamFile& file, const ListingFilter& filter = {});

}  // namespace heddle::beam
