%% What the real Erlang/OTP says about the values that terms_test.cpp makes.
%%
%%   escript terms_oracle.escript <folder>
%%
%% Reads terms, numbers, maps and texts from <folder>/*.txt (file:consult) and writes
%% <folder>/expected.txt. terms_test.cpp computes the same lines in the same order.
-mode(compile).
-compile(nowarn_deprecated_function).

main([Folder]) ->
    [Terms, Numbers, Maps, Texts] =
        [element(2, {ok, _} = file:consult(filename:join(Folder, Name))) ||
            Name <- ["terms.txt", "numbers.txt", "maps.txt", "texts.txt"]],
    Lines = [hashes(Terms), orders(list_to_tuple(Terms)), arithmetic(list_to_tuple(Numbers)),
             number_texts(Numbers), maps(Maps), texts(Texts), others()],
    ok = file:write_file(filename:join(Folder, "expected.txt"),
                         unicode:characters_to_binary(Lines)).

line(Format, Arguments) -> io_lib:format(Format ++ "~n", Arguments).

attempt(F) -> try F() catch error:_ -> error end.

hashes(Terms) ->
    [line("hash ~w ~w ~w ~0tp",
          [erlang:phash2(T), erlang:phash2(T, 1 bsl 32), erlang:phash(T, 1 bsl 32), T]) ||
        T <- Terms].

order(A, B) when A < B -> -1;
order(A, B) when A == B -> 0;
order(_, _) -> 1.

%% The order of keys in a flat map.
exact_order(A, B) when A =:= B -> 0;
exact_order(A, B) ->
    case maps:keys(#{A => 1, B => 2}) of
        [A, _] -> -1;
        [_, A] -> 1
    end.

orders(Terms) ->
    N = tuple_size(Terms),
    [begin
         A = element(I + 1, Terms),
         B = element(J + 1, Terms),
         line("order ~w ~w ~w ~w", [I, J, order(A, B), exact_order(A, B)])
     end || I <- lists:seq(0, N - 1),
            J <- [(I + 1) rem N, (I * 7919 + 13) rem N, (I * 104729 + 71) rem N]].

arithmetic(Numbers) ->
    N = tuple_size(Numbers),
    [begin
         A = element(I + 1, Numbers),
         B = element(J + 1, Numbers),
         [line("binary ~w ~w ~w ~w", [I, J, Op, attempt(fun() -> binary(Op, A, B) end)]) ||
             Op <- ['+', '-', '*', '/', 'div', 'rem', 'band', 'bor', 'bxor', 'bsl', 'bsr']]
     end || I <- lists:seq(0, N - 1), J <- [(I + 1) rem N, (I * 7919 + 13) rem N]].

binary('bsl', A, B) -> A bsl shift(B);
binary('bsr', A, B) -> A bsr shift(B);
binary(Op, A, B) -> erlang:Op(A, B).

shift(B) when is_integer(B) -> B rem 200;
shift(B) -> B.

number_texts(Numbers) ->
    [[line("unary ~w ~w ~w", [Op, A, attempt(fun() -> erlang:Op(A) end)]) ||
         Op <- ['-', abs, 'bnot', float, trunc, round, floor, ceil]] ++
     number_text(A) || A <- Numbers].

number_text(A) when is_integer(A) ->
    [line("text ~w ~s", [B, integer_to_list(A, B)]) || B <- [2, 3, 8, 10, 16, 36]];
number_text(A) ->
    [line("text ~s ~s ~s", [float_to_list(A, [short]), float_to_list(A),
                            float_to_list(A, [{scientific, 3}])]),
     [line("decimals ~w ~s ~s",
           [D, float_text(A, [{decimals, D}]), float_text(A, [{decimals, D}, compact])]) ||
         D <- [0, 1, 2, 5, 10, 17, 18, 19, 25, 100]]].

float_text(A, Options) ->
    try float_to_list(A, Options) catch error:badarg -> "" end.

maps(Lists) ->
    N = length(Lists),
    Maps = list_to_tuple([maps:from_list(L) || L <- Lists]),
    [begin
         A = element(I, Maps),
         B = element(I rem N + 1, Maps),
         {Half, _} = lists:split(map_size(A) div 2, lists:sort(maps:keys(A))),
         Put = lists:foldl(fun({K, V}, M) -> M#{K => V} end, #{}, lists:nth(I, Lists)),
         true = Put =:= A,
         [line("map ~w ~w ~w", [map_size(A), erlang:phash2(A), maps:to_list(A)]),
          line("next ~w", [lists:reverse(maps:fold(fun(K, _, L) -> [K | L] end, [], A))]),
          line("merge ~w ~w", [order(A, B), maps:to_list(maps:merge(A, B))]),
          line("without ~w", [maps:to_list(maps:without(Half, A))])]
     end || I <- lists:seq(1, N)].

texts(Texts) ->
    [line("parse ~w ~w ~w ~w",
          [attempt(fun() -> list_to_integer(T) end), attempt(fun() -> list_to_integer(T, 16) end),
           attempt(fun() -> list_to_integer(T, 36) end), attempt(fun() -> list_to_float(T) end)]) ||
        T <- Texts].

%% Terms that cannot be read from a file.
others() ->
    Pids = [list_to_pid("<0." ++ integer_to_list(I) ++ ".0>") || I <- lists:seq(1, 60)],
    Ports = [list_to_port("#Port<0." ++ integer_to_list(I) ++ ">") || I <- lists:seq(1, 60)],
    [[line("hash ~w ~w ~w ~0tp",
           [erlang:phash2(T), erlang:phash2(T, 1 bsl 32), erlang:phash(T, 1 bsl 32), T]) ||
         T <- [{P, Q} || {P, Q} <- lists:zip(Pids, Ports)]],
     [line("keys ~w", [maps:keys(maps:from_list([{P, 1} || P <- L]))]) || L <- [Pids, Ports]]].
