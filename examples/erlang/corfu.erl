%% Chain replication as CORFU does it, and three ways to take a lost server back into the chain while
%% clients go on (after the description in seed 002, chapter 7).
%%
%% Servers keep one write-once cell and do not talk to each other: a client writes to every server of
%% the chain in order, from the head to the tail, and reads from one of them. Every request has the
%% epoch of the layout its client has seen; a server refuses older epochs than the newest it has heard
%% of, and the client then looks at the layout again.
%%
%% A repair puts the empty server c into the chain (epoch 2: it takes part in writes, not in reads),
%% copies what the old servers have, and makes it a full member (epoch 3). Where c goes is the question:
%%
%%   head:   [a]   ->  [c, a]      wrong: c, still empty, decides which of two writers wins
%%   tail:   [a]   ->  [a, c]      wrong: c is read while a writer is between a and c
%%   middle: [a, b] -> [a, c, b]   right: an old server decides, an old server is read
%%
%% Meanwhile two clients write different values, and one reads, and reads again if it has found one. The
%% layout is an ETS table. That is the refined model; in the first model (*_first_test) the layout is
%% kept by a process and the reader always reads twice, which makes many more interleavings.
-module(corfu).
-export([test/0, head_test/0, tail_test/0, middle_test/0]).
-export([middle_one_write_test/0, middle_no_reader_test/0, middle_small_test/0]).
-export([head_small_test/0, tail_small_test/0]).
-export([head_first_test/0, tail_first_test/0, middle_first_test/0, middle_first_small_test/0]).

-include_lib("stdlib/include/assert.hrl").

test() -> middle_small_test().

head_test() -> scenario(head, [one, two], 1, refined).
head_small_test() -> scenario(head, [one, two], 0, refined).
head_first_test() -> scenario(head, [one, two], 1, first).
tail_test() -> scenario(tail, [one, two], 1, refined).
tail_small_test() -> scenario(tail, [one], 1, refined).
tail_first_test() -> scenario(tail, [one, two], 1, first).
middle_test() -> scenario(middle, [one, two], 1, refined).
middle_one_write_test() -> scenario(middle, [one], 1, refined).
middle_no_reader_test() -> scenario(middle, [one, two], 0, refined).
middle_small_test() -> scenario(middle, [one], 0, refined).
middle_first_test() -> scenario(middle, [one, two], 1, first).
middle_first_small_test() -> scenario(middle, [one], 1, first).

%% What epochs 1, 2 and 3 look like: {servers to write to, in order; server to read from}.
layouts(head, A, _, C) -> {{[A], A}, {[C, A], A}, {[C, A], A}};
layouts(tail, A, _, C) -> {{[A], A}, {[A, C], A}, {[A, C], C}};
layouts(middle, A, B, C) -> {{[A, B], B}, {[A, C, B], B}, {[A, C, B], B}}.

%% The coordinator: starts everybody, collects what they report, looks at the servers, judges.
scenario(Method, Values, Readers, Model) ->
    [A, B, C] = [spawn(fun() -> server(0, unwritten) end) || _ <- [a, b, c]],
    {First, Second, Third} = layouts(Method, A, B, C),
    Layout = new_layout(Model, {1, First}),
    Me = self(),
    Start = fun(Role, Work) -> spawn(fun() -> Me ! {done, Role, Work()} end) end,
    [Start({writer, Value}, fun() -> write(Layout, Value) end) || Value <- Values],
    [Start({reader, N}, fun() -> read_twice(Layout, Model) end) || N <- lists:seq(1, Readers)],
    Start(repair, fun() -> repair(Layout, First, Second, Third, C) end),
    Written = [{Value, result({writer, Value})} || Value <- Values],
    Reads = [result({reader, N}) || N <- lists:seq(1, Readers)],
    Repair = result(repair),
    delete_layout(Layout),
    {Chain, _} = Third,
    Contents = lists:usort([stop(Server) || Server <- Chain]),
    [stop(B) || not lists:member(B, Chain)],
    ?assertEqual(ok, Repair),
    ?assertMatch([_], Contents, "all servers of the chain have the same content"),
    [?assertEqual([Value], Contents) || {Value, ok} <- Written],
    ?assertEqual(1, length([ok || {_, ok} <- Written])),
    [?assertEqual(Before, After, "a value that has been read stays")
     || {Before, After} <- Reads, Before =/= unwritten],
    ok.

result(Role) -> receive {done, Role, Result} -> Result end.

%% Clients.

write(Layout, Value) ->
    {Epoch, {Chain, _}} = current(Layout),
    write_down(Chain, Value, Epoch, Layout).

write_down([], _, _, _) -> ok;
write_down([Server | Rest], Value, Epoch, Layout) ->
    case call(Server, {write, Value}, Epoch) of
        ok -> write_down(Rest, Value, Epoch, Layout);
        written -> lost;
        old_epoch -> write(Layout, Value)
    end.

read_twice(Layout, Model) ->
    case read(Layout) of
        unwritten when Model =:= refined -> {unwritten, not_asked};
        Value -> {Value, read(Layout)}
    end.

read(Layout) ->
    {Epoch, {_, Server}} = current(Layout),
    case call(Server, read, Epoch) of
        old_epoch -> read(Layout);
        {value, Value} -> Value
    end.

%% The repair: everybody hears of epoch 2 before anything is copied.
repair(Layout, {_, Source}, {Chain, _} = Second, Third, Target) ->
    publish(Layout, 2, Second),
    [ok = call(Server, hear, 2) || Server <- Chain],
    Copied =
        case call(Source, read, 2) of
            {value, unwritten} -> ok;
            {value, Value} -> call(Target, {write, Value}, 2)
        end,
    publish(Layout, 3, Third),
    [ok = call(Server, hear, 3) || Server <- Chain],
    Copied.

%% The layout: a table, or a process.

new_layout(refined, Current) ->
    Table = ets:new(layout, [public]),
    ets:insert(Table, {current, Current}),
    Table;
new_layout(first, Current) ->
    spawn(fun() -> layout(Current) end).

layout(Current) ->
    receive
        {current, From, Reference} -> From ! {Reference, Current}, layout(Current);
        {publish, New} -> layout(New);
        delete -> ok
    end.

publish(Layout, Epoch, Config) when is_pid(Layout) -> Layout ! {publish, {Epoch, Config}};
publish(Layout, Epoch, Config) -> ets:insert(Layout, {current, {Epoch, Config}}).

current(Layout) when is_pid(Layout) ->
    Reference = make_ref(),
    Layout ! {current, self(), Reference},
    receive {Reference, Current} -> Current end;
current(Layout) ->
    ets:lookup_element(Layout, current, 2).

delete_layout(Layout) when is_pid(Layout) -> Layout ! delete;
delete_layout(Layout) -> ets:delete(Layout).

call(Server, Request, Epoch) ->
    Reference = make_ref(),
    Server ! {Request, Epoch, self(), Reference},
    receive {Reference, Answer} -> Answer end.

%% A server: the newest epoch it has heard of, and its cell.
server(Newest, Content) ->
    receive
        {stop, From} ->
            From ! {stopped, self(), Content};
        {_, Epoch, From, Reference} when Epoch < Newest ->
            From ! {Reference, old_epoch},
            server(Newest, Content);
        {hear, Epoch, From, Reference} ->
            From ! {Reference, ok},
            server(Epoch, Content);
        {read, Epoch, From, Reference} ->
            From ! {Reference, {value, Content}},
            server(Epoch, Content);
        {{write, Value}, Epoch, From, Reference} when Content =:= unwritten; Content =:= Value ->
            From ! {Reference, ok},
            server(Epoch, Value);
        {{write, _}, Epoch, From, Reference} ->
            From ! {Reference, written},
            server(Epoch, Content)
    end.

stop(Server) ->
    Server ! {stop, self()},
    receive {stopped, Server, Content} -> Content end.
