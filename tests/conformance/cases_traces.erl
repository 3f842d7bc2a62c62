%% The first entry of the stack trace of a function in C that fails: its arguments and error_info.
-module(cases_traces).
-export([cases/0, first/3]).

cases() ->
    [{?MODULE, first, [M, F, A]}
     || {M, F, A} <- [{erlang, atom_to_list, [1]}, {erlang, '+', [a, 1]}, {erlang, element, [3, {}]}, {erlang, hd, [[]]}, {erlang, length, [a]}, {erlang, '++', [a, b]}, {erlang, '--', [[a | b], []]},
                      {erlang, list_to_integer, ["x"]}, {erlang, list_to_atom, [lists:duplicate(300, $a)]}, {erlang, binary_to_atom, [a, utf8]}, {erlang, integer_to_list, [1, 99]},
                      {erlang, binary_to_term, [<<>>]}, {erlang, binary_to_term, [<<>>, [foo]]}, {erlang, term_to_binary, [a, [foo]]}, {erlang, map_get, [a, #{}]}, {erlang, map_size, [a]}, {erlang, is_map_key, [a, b]},
                      {erlang, error, [a]}, {erlang, error, [a, [b]]}, {erlang, error, [a, [b], [{error_info, #{x => y}}]]}, {erlang, exit, [a]}, {erlang, throw, [a]},
                      {erlang, iolist_to_binary, [a]}, {erlang, split_binary, [<<>>, 1]}, {erlang, make_tuple, [-1, a]}, {erlang, setelement, [5, {}, a]}, {erlang, phash, [a, 0]}, {erlang, md5, [a]},
                      {erlang, 'bsl', [1, a]}, {erlang, 'not', [1]}, {erlang, abs, [a]}, {erlang, float_to_list, [a, []]}, {erlang, float_to_list, [1.0, [foo]]}, {erlang, list_to_pid, ["x"]},
                      {erlang, fun_to_list, [a]}, {erlang, '/', [1, 0]}, {erlang, 'div', [1, 0]}, {erlang, tl, [a]}, {erlang, list_to_existing_atom, ["nobody has this atom yet"]},
                      {lists, keyfind, [a, 0, []]}, {lists, member, [a, b]}, {lists, reverse, [a, b]}, {lists, keysearch, [a, 1, b]}, {lists, keymember, [a, b, []]},
                      {maps, get, [a, #{}]}, {maps, get, [a, b]}, {maps, find, [a, b]}, {maps, put, [a, b, c]}, {maps, update, [a, b, #{}]}, {maps, from_list, [a]}, {maps, merge, [a, b]}, {maps, keys, [a]}, {maps, take, [a, b]}, {maps, from_keys, [a, b]},
                      {binary, match, [a, b]}, {binary, split, [<<"a">>, <<>>]}, {binary, at, [<<>>, 0]}, {binary, part, [<<>>, 1, 1]}, {binary, copy, [a]}, {binary, decode_unsigned, [a]}, {binary, encode_unsigned, [-1]}, {binary, first, [<<>>]},
                      {binary, compile_pattern, [a]}, {binary, longest_common_prefix, [a]}, {binary, bin_to_list, [a]}, {binary, replace, [a, b, c]},
                      {math, sqrt, [-1]}, {math, sqrt, [a]}, {math, pow, [a, 1]}, {math, log, [0]},
                      {re, run, ["a", "("]}, {re, run, ["a", "a", [foo]]}, {re, compile, ["a", [foo]]}, {re, compile, [a]}, {re, run, [a, "b"]}, {re, inspect, [a, b]},
                      {unicode, characters_to_binary, [a]}, {unicode, characters_to_binary, [a, latin1]}, {unicode, characters_to_list, [a, latin1]}, {unicode, characters_to_binary, [a, utf16]}, {unicode, characters_to_list, [[a], utf8]}]].

first(M, F, A) ->
    try apply(M, F, A)
    catch Class:Reason:Trace -> {Class, Reason, hd(Trace)}
    end.
