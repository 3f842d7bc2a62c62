// The Erlang modules through which the tests of a suite are listed and run. Each exports
//
//   list([{Module, Functions}])   [{Id, Title, Arguments, run | skip | exclude}], texts as lists of
//   characters run(...)                      one test, in the calling process; takes the Arguments
//   of the list
//
// They are compiled with erlc when they are needed, so any OTP will do.
#pragma once

namespace heddle::cli {

extern const char* const kEunitWrapper;   // module heddle_eunit
extern const char* const kExunitWrapper;  // module heddle_exunit

}  // namespace heddle::cli
