%% The processes behind `user` and `standard_error`: what they are asked to write is output of the
%% run, and there is nothing to read.
-module(heddle_user).
-export([loop/1, characters/3]).

%% What is to be written; an error of the device if it cannot be made.
characters(M, F, A) -> try apply(M, F, A) catch _:_ -> error end.

loop(Device) ->
    receive
        {io_request, From, ReplyAs, Request} when is_pid(From) ->
            From ! {io_reply, ReplyAs, reply(Device, Request)},
            loop(Device);
        _ ->
            loop(Device)
    end.

reply(Device, {put_chars, _Encoding, Chars}) -> write(Device, Chars);
reply(Device, {put_chars, _Encoding, M, F, A}) ->
    try apply(M, F, A) of
        Chars -> write(Device, Chars)
    catch
        _:_ -> {error, put_chars}
    end;
reply(Device, {put_chars, Chars}) -> reply(Device, {put_chars, latin1, Chars});
reply(Device, {put_chars, M, F, A}) -> reply(Device, {put_chars, latin1, M, F, A});
reply(Device, {requests, Requests}) -> replies(Device, Requests, ok);
reply(standard_error, Request) when element(1, Request) =:= get_chars; element(1, Request) =:= get_line; element(1, Request) =:= get_until ->
    {error, {request, Request}};
reply(_, {get_chars, _, _}) -> eof;
reply(_, {get_chars, _, _, _}) -> eof;
reply(_, {get_line, _}) -> eof;
reply(_, {get_line, _, _}) -> eof;
reply(_, {get_until, _, _, _, _}) -> eof;
reply(_, {get_until, _, _, _, _, _}) -> eof;
reply(_, {get_password, _}) -> {error, enotsup};
reply(_, {setopts, Options}) when is_list(Options) -> ok;
reply(standard_error, getopts) -> [{encoding, unicode}];
reply(user, getopts) -> [{expand_fun, false}, {echo, false}, {binary, false}, {encoding, unicode}];
reply(_, {get_geometry, _}) -> {error, enotsup};
reply(_, Request) -> {error, {request, Request}}.

replies(Device, [Request | Requests], ok) -> replies(Device, Requests, reply(Device, Request));
replies(Device, [Request | Requests], {ok, _}) -> replies(Device, Requests, reply(Device, Request));
replies(_, _, Result) -> Result.

write(Device, Chars) ->
    try heddle:write(Device, Chars)
    catch _:_ -> {error, put_chars}
    end.
