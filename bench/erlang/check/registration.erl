%% A registration server after seed 000, section VII: processes attach to it and detach again, and only
%% so many can be attached at a time. Written anew from that description.
%%
%% attach_noping_test: two processes attach, one place: 2 orders of their requests.
%% attach_test: two processes attach and ping, two places: 6 orders of two and two requests. (With observers.
%% Without, the token of join/1 and the answers race for the mailbox of a client.)
%% double_start_test: two processes start the server at the same time; looking for the name first does
%% not help, since both may look before either registers.
-module(registration).
-export([test/0, attach_noping_test/0, attach_test/0, double_start_test/0]).
-export([start/1, stop/0, attach/0, detach/0, ping/0]).

%% Starts the server unless it runs.
start(Places) ->
    case whereis(?MODULE) of
        undefined -> register(?MODULE, spawn(fun() -> serve(Places, []) end));
        _ -> true
    end.

stop() -> call(stop).
attach() -> call(attach).
detach() -> call(detach).
ping() -> call(ping).

call(Request) ->
    Reference = make_ref(),
    ?MODULE ! {Request, self(), Reference},
    receive {Reference, Answer} -> Answer end.

serve(Free, Attached) ->
    receive
        {stop, From, Reference} ->
            From ! {Reference, ok};
        {attach, From, Reference} ->
            case {lists:member(From, Attached), Free} of
                {true, _} -> From ! {Reference, ok}, serve(Free, Attached);
                {false, 0} -> From ! {Reference, full}, serve(Free, Attached);
                {false, _} -> From ! {Reference, ok}, serve(Free - 1, [From | Attached])
            end;
        {detach, From, Reference} ->
            From ! {Reference, ok},
            Left = lists:delete(From, Attached),
            serve(Free + length(Attached) - length(Left), Left);
        {ping, From, Reference} ->
            Answer = case lists:member(From, Attached) of true -> pong; false -> pang end,
            From ! {Reference, Answer},
            serve(Free, Attached)
    end.

test() -> attach_noping_test().

attach_noping_test() ->
    start(1),
    Results = ets:new(results, [public]),
    join([fun() -> ets:insert(Results, {I, attach()}) end || I <- [1, 2]]),
    [full, ok] = lists:sort([ets:lookup_element(Results, I, 2) || I <- [1, 2]]),
    ok = stop().

attach_test() ->
    start(2),
    join([fun() -> ok = attach(), pong = ping() end || _ <- [1, 2]]),
    ok = stop().

double_start_test() ->
    join([fun() -> start(2) end || _ <- [1, 2]]),
    ok = stop().

%% As in writers.erl.
join(Works) ->
    Start = fun(Work, Next) -> spawn(fun() -> Work(), receive token -> Next ! token end end) end,
    First = lists:foldr(Start, self(), Works),
    First ! token,
    receive token -> ok end.
