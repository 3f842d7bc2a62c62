%% What goes through the group leader comes back as a value here: writing must succeed.
-module(cases_output).
-export([cases/0, format/0, bad_format/0, put_chars/0, nl/0, write/0, own_group_leader/0]).

cases() -> [{?MODULE, F, []} || F <- [format, bad_format, put_chars, nl, write, own_group_leader]].

format() -> [io:format("~p ~s~n", [{a, 1}, "text"]), io:fwrite("~w", [x]), io:format("plain~n")].
bad_format() -> try io:format("~p ~p", [1]) catch C:R -> {C, R} end.
put_chars() -> [io:put_chars("abc\n"), io:put_chars([$a, <<"b">>, ["c"]]), io:put_chars(user, "x\n")].
nl() -> io:nl().
write() -> io:write({some, [term]}).

%% A group leader of the program's own gets the requests as messages.
own_group_leader() ->
    Me = self(),
    Leader = spawn(fun() -> leader(Me) end),
    Old = group_leader(),
    group_leader(Leader, self()),
    ok = io:format("to ~p", [leader]),
    group_leader(Old, self()),
    receive {wrote, Text} -> Text end.

leader(Me) ->
    receive
        {io_request, From, As, {put_chars, unicode, M, F, A}} ->
            Me ! {wrote, lists:flatten(apply(M, F, A))},
            From ! {io_reply, As, ok};
        {io_request, From, As, {put_chars, unicode, Text}} ->
            Me ! {wrote, unicode:characters_to_list(Text)},
            From ! {io_reply, As, ok}
    end.
