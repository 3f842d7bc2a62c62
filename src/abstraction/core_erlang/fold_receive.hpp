// Folds back the `receive` that the compiler of OTP 24 and later has lowered.
//
// Since OTP 24 the Core Erlang text has no `receive`. It is a local function that looks at the next
// message, and calls itself until one fits:
//
//   letrec 'recv$^0'/0 = fun () ->
//     let <Got,Message> = primop 'recv_peek_message'() in
//       case Got of
//         <'true'> -> case Message of <pattern> when guard -> do primop 'remove_message'() body
//                                     <Other> when 'true' -> do primop 'recv_next'() apply
//                                     'recv$^0'/0()
//         <'false'> -> let <Over> = primop 'recv_wait_timeout'(limit) in
//                        case Over of <'true'> -> action; <'false'> -> apply 'recv$^0'/0()
//   in apply 'recv$^0'/0()
//
// becomes `receive <pattern> when guard -> body after limit -> action`. What has another shape
// stays as it is; the abstract machine then takes the primops for what they are, which is less
// precise.
#pragma once

#include "abstraction/core_erlang/syntax.hpp"

namespace heddle::abstraction::core_erlang {

/// How many were folded.
std::size_t fold_receives(Module& module);

}  // namespace heddle::abstraction::core_erlang
