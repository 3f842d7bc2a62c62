// The reason of a failed assertion of EUnit, which is a list of pairs, as people would say it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace heddle::story {

/// Of "P exits with {assertEqual,[{module,cache},{line,40},{expression,"hits ( C )"},{expected,2},
/// {value,1}]}": "P: hits(C) gives 1, not 2". Nothing if `message` is something else.
std::optional<std::string> assertion_in_words(std::string_view message);

}  // namespace heddle::story
