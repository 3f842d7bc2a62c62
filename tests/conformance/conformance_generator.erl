%% Makes calls from tables {Function, [Type]}. The numbers come from a linear congruential generator
%% whose state is in the process dictionary, so that both sides make the same calls.
%% With HEDDLE_CONFORMANCE_SEED=N they are others than usual: for campaigns.
-module(conformance_generator).
-export([calls/4, seed/1, other/0, below/1, value/1, one/1]).

%% `Count` calls of each function in the table.
calls(Module, Seed, Count, Table) ->
    seed(Seed),
    [{Module, F, [value(T) || T <- Types]} || {F, Types} <- Table, _ <- lists:seq(1, times(Types, Count))].

times([], _) -> 1;
times(_, Count) -> Count.

seed(N) -> put(?MODULE, (N + other()) band 16#7fffffff), ok.

other() ->
    case os:getenv("HEDDLE_CONFORMANCE_SEED") of
        false -> 0;
        Text -> list_to_integer(Text) * 1000003
    end.

%% 0 =< below(N) < N
below(N) ->
    Next = (get(?MODULE) * 1103515245 + 12345) band 16#7fffffff,
    put(?MODULE, Next),
    (Next bsr 12) rem N.

one(List) -> lists:nth(below(length(List)) + 1, List).

value({is, V}) -> V;
value({one, Values}) -> one(Values);
value({any, Types}) -> value(one(Types));
value({int, Low, High}) -> Low + below(High - Low + 1);
value({list, T}) -> value({list, T, 8});
value({list, T, Most}) -> [value(T) || _ <- lists:seq(1, below(Most + 1))];
value({tuple, Types}) -> list_to_tuple([value(T) || T <- Types]);
value({make, F, Types}) -> apply(F, [value(T) || T <- Types]);
%% One in ten is of the second type.
value({rarely, Type, Other}) ->
    case below(10) of
        0 -> value(Other);
        _ -> value(Type)
    end;
value(small) -> below(7);
value(number) -> one([0, 1, 2, 3, -1, 1.0, 2.0, 2.5, -0.0, 1 bsl 60, 1 bsl 70, -5]);
value(atom) -> one([a, b, c, d, '', 'A b', undefined, true]);
value(wrong) -> one([wrong, -1, 1.5, {}, <<>>, [x | y], #{}]);
value(key) -> value({any, [small, small, {one, [a, b, c, 1.0, 2.0, {1}, "k", <<"b">>]}]});
value(pair) -> {value(key), value(small)};
value(string) -> value({list, {one, "aab cCz.,-_019\n\t"}, 12});
value(wide) ->
    value({list, {one, [$a, $b, $ , $Z, 228, 233, 196, 223, 955, 8364, 769, 776, 12354, 128512, 128104, 8205, 128105, 13, 10, 65039]}, 10});
value(bytes) -> list_to_binary(value({list, {one, [0, 1, $a, $b, $c, 128, 195, 164, 255]}, 12}));
value(utf8) -> unicode:characters_to_binary(value(wide));
value(term) -> value({term, 3});
value({term, 0}) -> value({any, [small, number, atom]});
value({term, D}) ->
    T = {term, D - 1},
    value({any, [small, number, atom, string, bytes, {list, T, 4}, {tuple, [T, T]}, {tuple, [T]}, {is, {}}, {is, []},
                 {make, fun maps:from_list/1, [{list, {tuple, [T, T]}, 3}]}, {make, fun(A, B) -> [A | B] end, [T, T]},
                 {is, <<5:3>>}, {is, 1 bsl 64 - 1}]}).
