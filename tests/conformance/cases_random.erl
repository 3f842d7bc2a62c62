%% Random values, the same ones every time, for what has many ways through it.
-module(cases_random).
-export([cases/0, map_work/1]).

cases() ->
    put(state, 20251115 + conformance_generator:other()),
    binaries() ++ texts() ++ numbers() ++ terms() ++ maps_() ++ expressions() ++ lists_().

%% A generator of our own: Knuth's constants.
next() ->
    S = (get(state) * 6364136223846793005 + 1442695040888963407) band (1 bsl 64 - 1),
    put(state, S),
    S bsr 33.
below(N) -> next() rem N.
pick(List) -> lists:nth(below(length(List)) + 1, List).
times(N, F) -> [F() || _ <- lists:seq(1, N)].

word(Most) -> list_to_binary(times(below(Most + 1), fun() -> $a + below(3) end)).
word1(Most) -> <<($a + below(3)), (word(Most))/binary>>.

binaries() ->
    times(3000, fun() ->
                        Subject = word(40),
                        Pattern = case below(3) of 0 -> word1(2); _ -> times(1 + below(5), fun() -> word1(4) end) end,
                        Size = byte_size(Subject),
                        From = below(Size + 1),
                        Scope = [{scope, {From, below(Size - From + 1)}} || below(3) =:= 0],
                        case below(4) of
                            0 -> {binary, match, [Subject, Pattern, Scope]};
                            1 -> {binary, matches, [Subject, Pattern, Scope]};
                            2 -> {binary, split, [Subject, Pattern, [global | Scope] ++ [pick([trim, trim_all]) || below(2) =:= 0]]};
                            3 -> {binary, replace, [Subject, Pattern, <<"-">>, [global | Scope]]}
                        end
                end).

texts() ->
    times(4000, fun() -> {unicode, pick([characters_to_binary, characters_to_list]), [text(3), pick([unicode, latin1, utf8])]} end) ++
        times(500, fun() -> {unicode, characters_to_binary, [text(2), pick([utf16, {utf16, little}, utf32, unicode]), pick([utf8, utf16, latin1])]} end).

text(0) -> pick([byte_(), some_bytes()]);
text(Depth) ->
    case below(4) of
        0 -> some_bytes();
        1 -> times(below(6), fun() -> text_element(Depth - 1) end);
        2 -> times(below(6), fun() -> text_element(Depth - 1) end) ++ pick([[], some_bytes()]);
        3 -> times(below(10), fun() -> pick([$a, 228, 16#20ac]) end)
    end.
text_element(Depth) -> case below(5) of 0 -> text(Depth); 1 -> some_bytes(); _ -> pick([$x, $y, 228, 255, 256, 16#20ac, 16#10000, $z, $w]) end.
byte_() -> pick([[$a], [228], <<"q">>]).
%% Mostly whole characters, often cut or damaged.
some_bytes() ->
    All = unicode:characters_to_binary(times(1 + below(4), fun() -> pick([$a, 228, 16#20ac, 16#10348, 16#7ff, 16#ffff]) end)),
    case below(5) of
        0 -> binary_part(All, 0, below(byte_size(All) + 1));
        1 -> N = below(byte_size(All)), binary_part(All, N, byte_size(All) - N);
        2 -> <<(binary_part(All, 0, below(byte_size(All) + 1)))/binary, (pick([128, 191, 192, 224, 237, 240, 244, 245, 255, 65]))>>;
        _ -> All
    end.

float_() ->
    <<F:64/float>> = <<(below(2)):1, (1 + below(2046)):11, (next()):26, (next()):26>>,
    F.
integer() ->
    Bits = pick([8, 30, 58, 59, 60, 61, 63, 64, 65, 120, 128, 300, 1000]),
    I = lists:foldl(fun(_, A) -> (A bsl 31) bor next() end, 0, lists:seq(0, Bits div 31)) band (1 bsl Bits - 1),
    case below(2) of 0 -> I; 1 -> -I end.
number() -> case below(4) of 0 -> float_(); 1 -> below(100) - 50; _ -> integer() end.

numbers() ->
    times(3000, fun() -> {erlang, pick(['+', '-', '*', '/', 'div', 'rem', '<', '==', '=<']), [number(), number()]} end) ++
        times(1500, fun() -> {erlang, pick(['band', 'bor', 'bxor', 'div', 'rem']), [integer(), integer()]} end) ++
        times(1000, fun() -> {erlang, pick(['bsl', 'bsr']), [integer(), below(400) - 200]} end) ++
        times(1000, fun() -> {erlang, pick([trunc, round, floor, ceil, float, abs, '-']), [number()]} end) ++
        times(2000, fun() -> {erlang, pick([float_to_list, float_to_binary]), [float_(), pick([[short], [], [{decimals, below(20)}], [{decimals, below(20)}, compact], [{scientific, below(25)}]])]} end) ++
        times(1000, fun() -> {erlang, float_to_list, [(below(2000000) - 1000000) / pick([1, 2, 3, 10, 1000, 65536, 1.0e10, 1.0e-10]), pick([[short], [{decimals, below(8)}], [{decimals, 6}, compact]])]} end) ++
        times(500, fun() -> {erlang, list_to_float, [float_to_list(float_(), pick([[short], [], [{scientific, 10}]]))]} end) ++
        times(1000, fun() -> B = 2 + below(35), {erlang, pick([integer_to_list, integer_to_binary]), [integer(), B]} end) ++
        times(500, fun() -> B = 2 + below(35), {erlang, list_to_integer, [integer_to_list(integer(), B), B]} end) ++
        times(500, fun() -> B = 2 + below(35), {erlang, binary_to_integer, [integer_to_binary(integer(), B), 2 + below(35)]} end) ++
        times(500, fun() -> {binary, pick([encode_unsigned]), [abs(integer()), pick([big, little])]} end) ++
        times(500, fun() -> {math, pick([sin, cos, exp, log, sqrt, atan, tanh, log2, log10, erf]), [(below(2000) - 1000) / pick([1, 7, 100])]} end) ++
        times(300, fun() -> {math, pick([pow, atan2, fmod]), [(below(200) - 100) / 7, (below(40) - 20) / pick([1, 2, 3])]} end).

%% Without atoms where the order of large maps shows.
term(0) -> pick([below(1000), integer(), float_(), word(8), [], {}, <<5:3>>]);
term(Depth) ->
    case below(7) of
        0 -> times(below(5), fun() -> term(Depth - 1) end);
        1 -> list_to_tuple(times(below(5), fun() -> term(Depth - 1) end));
        2 -> maps:from_list(times(below(5), fun() -> {term(Depth - 1), term(Depth - 1)} end));
        3 -> [term(Depth - 1) | term(0)];
        4 -> lists:map(fun(_) -> below(300) end, lists:seq(1, below(6)));
        _ -> term(0)
    end.

terms() ->
    times(1500, fun() -> {erlang, pick([phash2, term_to_binary, external_size]), [term(4)]} end) ++
        times(1500, fun() -> {erlang, pick(['<', '==', '=:=', '=<', '--', '++']), [term(3), term(3)]} end) ++
        times(500, fun() -> {erts_internal, cmp_term, [term(3), term(3)]} end) ++
        times(500, fun() -> {erlang, binary_to_term, [term_to_binary(term(4), [{compressed, below(10)}])]} end) ++
        times(300, fun() -> {erlang, phash, [no_map(term(3)), 1 + below(1000000)]} end) ++
        times(1000, fun() -> damaged(term_to_binary(term(3))) end) ++
        times(300, fun() -> {lists, sort, [times(below(60), fun() -> term(2) end)]} end) ++
        times(300, fun() -> {lists, usort, [times(below(60), fun() -> term(1) end)]} end).

no_map(T) -> case binary:match(term_to_binary(T), <<116>>) of nomatch -> T; _ -> 1 end.

%% Whether bytes are a term at all; not what term, as a damaged float may be anything.
damaged(Bytes) ->
    At = below(byte_size(Bytes)),
    <<A:At/binary, B, C/binary>> = Bytes,
    Changed = B bxor (1 bsl below(8)),
    %% 73 and 75 are OTP's own tags for the numbers of atoms.
    case below(2) =:= 0 andalso Changed =/= 73 andalso Changed =/= 75 of
        true -> {erlang, binary_to_term, [<<A/binary, Changed, C/binary>>, [used]]};
        false -> {erlang, binary_to_term, [A]}
    end.

maps_() -> times(60, fun() -> {?MODULE, map_work, [times(pick([10, 33, 60, 200, 1000]), fun() -> {pick([put, put, put, remove, take]), term(1), below(100)} end)]} end).

map_work(Steps) ->
    Map = lists:foldl(fun({put, K, V}, M) -> maps:put(K, V, M);
                         ({remove, K, _}, M) -> maps:remove(K, M);
                         ({take, K, _}, M) -> case maps:take(K, M) of {_, N} -> N; error -> M end
                      end, #{}, Steps ++ [{remove, K, V} || {put, K, V} <- Steps, V rem 3 =:= 0]),
    Other = maps:from_list([{K, V} || {_, K, V} <- Steps]),
    {Map, maps:to_list(Map), maps:keys(Map), maps:values(Other), maps:merge(Map, Other), maps:to_list(maps:merge(Other, Map)),
     maps:fold(fun(K, V, A) -> [{K, V} | A] end, [], Other), Map =:= Other, Map < Other, erlang:phash2(Other), term_to_binary(Map),
     maps:to_list(maps:from_keys(maps:keys(Other), x)), maps:find(1, Other), maps:size(maps:intersect(Map, Other))}.

expressions() ->
    times(4000, fun() ->
                        Subject = word(12),
                        Options = lists:usort(times(below(3), fun() -> pick([caseless, multiline, dotall, ungreedy, extended, global, notempty, anchored, {capture, all, list}, {capture, all, binary}]) end)),
                        {re, run, [Subject, expression(3), Options]}
                end) ++
        times(500, fun() -> {re, split, [word(12), expression(2), [{return, list}]]} end) ++
        times(500, fun() -> {re, replace, [word(12), expression(2), "<&>", [global, {return, list}]]} end).

expression(0) -> pick(["a", "b", "c", ".", "[ab]", "[^a]", "\\w", "^", "$", "\\b"]);
expression(Depth) ->
    E = fun() -> expression(Depth - 1) end,
    case below(9) of
        0 -> E() ++ E();
        1 -> E() ++ "|" ++ E();
        2 -> "(" ++ E() ++ ")" ++ pick(["", "*", "+", "?", "{1,2}", "*?", "+?"]);
        3 -> "(?:" ++ E() ++ ")" ++ pick(["", "*", "+", "?", "{2}"]);
        4 -> "(?=" ++ E() ++ ")";
        5 -> "(?!" ++ E() ++ ")";
        %% Not inside of the group: PCRE 8 would make that one atomic, PCRE2 does not.
        6 when Depth =:= 3 -> "(" ++ E() ++ ")" ++ E() ++ "\\1";
        _ -> E() ++ E()
    end.

lists_() ->
    times(300, fun() -> {erlang, '--', [times(below(60), fun() -> below(9) end), times(below(60), fun() -> pick([below(9), 1.0, 2.0]) end)]} end) ++
        times(300, fun() -> {lists, pick([keyfind, keymember, keysearch]), [below(9), 1 + below(2), times(below(20), fun() -> {below(9), pick([below(9), 3.0])} end)]} end).
