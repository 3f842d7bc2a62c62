%% The language itself: what the compiler makes of it.
-module(cases_language).
-export([cases/0]).
-compile([export_all, nowarn_export_all]).

cases() ->
    [{?MODULE, F, []} || {F, 0} <- ?MODULE:module_info(exports), F =/= cases, F =/= module_info].

arithmetic() ->
    [A + B * C - (A div max(1, B)) + (C rem 7)
     || A <- [0, 1, -1, 1 bsl 59, -(1 bsl 59), 1 bsl 70], B <- [1, 2, 1 bsl 62], C <- [3, -(1 bsl 65)]].

comparisons() ->
    Terms = [1, 1.0, -0.5, a, b, {}, {1}, {1, 2}, [], [1], [a | b], #{}, #{a => 1}, <<>>, <<1>>, <<1:3>>,
             1 bsl 80, 1.0e25, "abc", <<"abc">>],
    [{A < B, A =< B, A == B, A =:= B} || A <- Terms, B <- Terms].

sorting() -> lists:sort([3, 1.5, b, a, {2}, "x", <<"y">>, #{}, [], 2, {1, 2}, -1]).

exceptions() ->
    [try F() catch C:R -> {C, strip(R)} end
     || F <- [fun() -> hd([]) end, fun() -> 1 / zero() end, fun() -> throw(t) end, fun() -> exit(e) end,
              fun() -> error(x) end, fun() -> {a, b} = id({a, c}) end, fun() -> case id(1) of 2 -> ok end end,
              fun() -> if_(3) end, fun() -> (id(foo))() end, fun() -> (fun(X) -> X end)(id(1)) end,
              fun() -> apply(fun(X) -> X end, [1, 2]) end, fun() -> (id(#{}))#{a := 1} end,
              fun() -> (id(1))#{a => 1} end, fun() -> no_module:no_function(1) end,
              fun() -> element(3, id({1, 2})) end, fun() -> id(a) + 1 end, fun() -> only(2) end]].

strip({badarity, {F, Args}}) when is_function(F) -> {badarity, Args};
strip(R) -> R.

zero() -> 0.
id(X) -> X.
if_(X) -> if X > 5 -> big; X < 2 -> small end.
only(1) -> ok.

nested_try() ->
    [nested(X) || X <- [ok, throw, error, exit, after_throw]].
nested(X) ->
    try
        try raise(X) of
            Y -> {of_, Y}
        catch
            throw:T -> {caught, T}
        after
            put(after_ran, X),
            case X of after_throw -> throw(from_after); _ -> ok end
        end
    catch
        C:R -> {outer, C, R, get(after_ran)}
    end.
raise(ok) -> fine;
raise(throw) -> throw(t);
raise(error) -> error(e);
raise(exit) -> exit(x);
raise(after_throw) -> fine.

old_catch() -> [catch throw(a), element(1, catch error(b)), catch exit(c), catch 1 + 1].

traces() ->
    try deep(3)
    catch error:R:Trace ->
        [{M, F, A, _} | T] = Trace,
        {R, M, F, A, [{F1, A1} || {_, F1, A1, _} <- lists:sublist(T, 3)]}
    end.
deep(0) -> [error(bottom)];
deep(N) -> [deep(N - 1)].

comprehensions() ->
    {[X || X <- lists:seq(1, 20), X rem 3 =:= 0], [{X, Y} || X <- [1, 2, 3], Y <- [a, b], X =/= 2],
     << <<(X * 2)>> || <<X>> <= <<1, 2, 3>> >>, [X || <<X:4>> <= <<16#ab, 16#cd>>],
     << <<X:5>> || X <- [1, 2, 3] >>}.

closures() ->
    Add = fun(X) -> fun(Y) -> X + Y end end,
    Fact = fun F(0) -> 1; F(N) -> N * F(N - 1) end,
    {(Add(3))(4), Fact(30), lists:map(fun erlang:abs/1, [-1, 2, -3]),
     lists:foldl(fun(X, A) -> [X | A] end, [], [1, 2, 3])}.

maps_syntax() ->
    M = #{a => 1, {b} => 2, 3.0 => c},
    #{a := A} = M,
    {A, M#{a := 2, new => 3}, maps:get({b}, M), is_map_key(3, M), is_map_key(3.0, M), map_size(M)}.

large_map() ->
    M = maps:from_list([{I, I * I} || I <- lists:seq(1, 200)]),
    M2 = lists:foldl(fun(I, Acc) -> maps:remove(I, Acc) end, M, lists:seq(1, 150)),
    {map_size(M2), maps:get(177, M2), maps:is_key(10, M2), lists:sum(maps:values(M))}.

binaries() ->
    B = <<1, 2, 3:16/little, -1:8/signed, 1.5:32/float, "abc", 16#20AC/utf8, 16#1F600/utf16>>,
    <<X, Y, Z:16/little, S:8/signed, F:32/float, T:3/binary, U/utf8, V/utf16, R/binary>> = B,
    {B, X, Y, Z, S, F, T, U, V, R, [C || <<C:3>> <= <<255, 0, 170>>], <<B/binary, B/binary>>}.

bits_matching() -> [match(B) || B <- [<<>>, <<1>>, <<0:4, 5:4>>, <<7:3>>, <<2, 3, 9, 9, 9, 9>>, <<"hello">>]].
match(<<2, N, Rest:N/binary, Tail/binary>>) -> {sized, Rest, Tail};
match(<<"hel", Rest/bits>>) -> {hel, Rest};
match(<<0:4, N:4>>) -> {nibble, N};
match(<<X:3>>) -> {three, X};
match(<<>>) -> empty;
match(Other) -> {other, bit_size(Other)}.

floats() -> [1.0 + 2, 3 / 2, 2 * 1.5, -(0.1 + 0.2), math:sqrt(2.0), trunc(1.0e20), round(2.5), float(1 bsl 60)].

big_integers() ->
    F = fun F(0) -> 1; F(N) -> N * F(N - 1) end,
    X = F(100),
    [X, X div F(98), X rem 1000007, -X, X bsr 200, X band 16#ffffffffffffffff, X bxor -1, bnot X, X - X + 5].

guards() -> [guard(X) || X <- [1, 1.0, a, "x", <<"x">>, {a}, #{}, fun guard/1, self(), make_ref(), true, []]].
guard(X) when is_integer(X), X > 0; is_float(X) -> number;
guard(X) when is_boolean(X) -> boolean;
guard(X) when is_atom(X) -> atom;
guard([_ | _]) -> list;
guard(X) when X =:= [] -> nil;
guard(X) when is_binary(X), byte_size(X) =:= 1 -> binary;
guard(X) when tuple_size(X) =:= 1, element(1, X) =:= a -> tuple;
guard(X) when is_map(X), map_size(X) =:= 0 -> map;
guard(X) when is_function(X, 1) -> fun1;
guard(X) when is_pid(X) -> pid;
guard(_) -> other.

records() ->
    R = {person, "Ann", 40, []},
    {setelement(3, R, 41), element(2, R), is_record(R, id(person)), is_record(R, id(person), id(4)), is_record(R, id(dog))}.

deep_recursion() -> length(build(200000)).
build(0) -> [];
build(N) -> [N | build(N - 1)].

messages() ->
    Me = self(),
    P = spawn(fun() -> receive {From, X} -> From ! {self(), X * 2} end end),
    P ! {Me, 21},
    receive {P, Y} -> Y after 1000 -> timeout end.

selective() ->
    self() ! a, self() ! b, self() ! {c, 1}, self() ! {c, 2},
    X = receive {c, N} when N > 1 -> N end,
    Y = receive b -> b end,
    Z = receive Any -> Any end,
    W = receive V -> V after 0 -> none end,
    Q = receive V2 -> V2 after 10 -> none end,
    {X, Y, Z, W, Q}.

links() ->
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> exit(bye) end),
    R = receive {'EXIT', P, Reason} -> Reason end,
    Q = spawn_link(fun() -> receive never -> ok end end),
    exit(Q, stop),
    S = receive {'EXIT', Q, Reason2} -> Reason2 end,
    process_flag(trap_exit, false),
    {R, S}.

monitors() ->
    P = spawn(fun() -> receive go -> exit(done) end end),
    Ref = monitor(process, P),
    P ! go,
    A = receive {'DOWN', Ref, process, P, Reason} -> Reason end,
    Ref2 = monitor(process, P),
    B = receive {'DOWN', Ref2, process, P, Reason2} -> Reason2 end,
    {A, B}.

names() ->
    P = spawn(fun() -> receive {From, ping} -> From ! pong end end),
    true = register(conformance_name, P),
    conformance_name ! {self(), ping},
    A = receive M -> M end,
    Ref = monitor(process, P),
    receive {'DOWN', Ref, _, _, _} -> ok end,
    {A, whereis(conformance_name), element(1, element(2, catch id(nobody_here) ! x))}.

%% Who adds to a large binary shares its bytes with nobody who notices.
large_binaries_added_to() ->
    Start = binary:copy(<<"0123456789">>, 30),
    Whole = tail_of(Start),
    A = <<Whole/binary, "a">>,
    B = <<A/binary, "b">>,
    C = <<A/binary, "c">>,
    D = <<Whole/binary, "d", B/binary>>,
    Self = self(),
    P = spawn(fun() -> Self ! {self(), <<B/binary, "from another">>} end),
    Theirs = receive {P, X} -> X end,
    Ours = <<B/binary, "from here">>,
    Odd = <<B/binary, 5:3>>,
    <<Front:301/binary, _/binary>> = B,
    [erlang:md5(X) || X <- [Start, Whole, A, B, C, D, Theirs, Ours, Front, <<Front/binary, "e">>, <<Front/binary, "longer than what follows">>, B]] ++ [Odd, byte_size(Start), C =:= A, grown(5000, <<>>)].

%% Nor does who has all of it in another way.
large_binaries_taken_whole() ->
    T = <<(binary:copy(<<"a">>, 300))/binary, "x">>,
    All = <<T/binary, "y">>,
    N = byte_size(All),
    <<A:N/binary, Rest/binary>> = All,
    <<B/binary>> = All,
    C = binary:part(All, 0, N),
    {D, _} = split_binary(All, N),
    More = <<All/binary, "b">>,
    [{byte_size(X), erlang:crc32(X)} || X <- [T, All, A, B, C, D, Rest, More]].

tail_of(<<_:0, Rest/binary>>) -> Rest.

grown(0, Binary) -> {byte_size(Binary), erlang:crc32(Binary), erlang:crc32(<< <<(X + 1)>> || <<X>> <= Binary >>)};
grown(N, Binary) -> grown(N - 1, <<Binary/binary, (N rem 251), (N div 251)>>).
