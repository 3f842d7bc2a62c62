%% N clients of a gen_server make M calls each: the server sees all orders, (NM)! / (M!)^N classes: 252
%% for 2 and 5, 1,680 for 3 and 3, 12,870 for 2 and 8. Longer runs than the others, and OTP's own code.
%% (With observers. Without, the token of join/1 and the answers race for the mailbox of a client.)
-module(calls).
-behaviour(gen_server).
-export([test/0, t2x5/0, t3x3/0, t2x8/0]).
-export([init/1, handle_call/3, handle_cast/2]).

test() -> calls(2, 2).
t2x5() -> calls(2, 5).
t3x3() -> calls(3, 3).
t2x8() -> calls(2, 8).

init([]) -> {ok, 0}.
handle_call(next, _, Count) -> {reply, Count + 1, Count + 1}.
handle_cast(stop, Count) -> {stop, normal, Count}.

calls(N, M) ->
    {ok, Server} = gen_server:start(?MODULE, [], []),
    join([fun() -> [next(Server) || _ <- lists:seq(1, M)] end || _ <- lists:seq(1, N)]),
    Last = N * M + 1,
    Last = next(Server),
    gen_server:cast(Server, stop).

next(Server) -> gen_server:call(Server, next, infinity).

%% As in writers.erl.
join(Works) ->
    Start = fun(Work, Next) -> spawn(fun() -> Work(), receive token -> Next ! token end end) end,
    First = lists:foldr(Start, self(), Works),
    First ! token,
    receive token -> ok end.
