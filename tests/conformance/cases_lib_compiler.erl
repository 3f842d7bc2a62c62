%% erl_scan, erl_parse, erl_eval, erl_pp, erl_lint, compile: Erlang's own tools, inside the machine.
-module(cases_lib_compiler).
-export([cases/0, evaluate/2, parsed/1, pretty/1, lint/1, compiled/2, passes/2, tokens/1, run_compiled/4, run_generated/1, abstract/1]).

-define(G, conformance_generator).

cases() ->
    [{erl_scan, string, [S]} || S <- tokens() ++ expressions()] ++ [{erl_scan, string, [S, {1, 1}, O]} || S <- tokens(), O <- [[], [return], [text], [return_comments, text], [return_white_spaces]]] ++
        [{?MODULE, tokens, [S]} || S <- ["a. b", "a", "a.\n", ""]] ++ [{erl_scan, reserved_word, [W]} || W <- ['if', 'maybe', foo]] ++
        [{?MODULE, parsed, [S]} || S <- expressions() ++ forms() ++ wrong()] ++ [{?MODULE, pretty, [S]} || S <- expressions() ++ forms()] ++
        [{?MODULE, evaluate, [S, B]} || S <- expressions(), B <- [[], [{'A', 1}, {'B', [1, 2]}]]] ++ arithmetic(200) ++ abstracts(60) ++
        [{?MODULE, lint, [M]} || M <- modules() ++ bad_modules()] ++ [{?MODULE, compiled, [M, O]} || M <- modules(), O <- [[], [no_copt], [debug_info], [no_type_opt], [inline], [r23], [{inline_size, 100}, inline]]] ++ [{?MODULE, passes, [M, P]} || M <- modules(), P <- [to_core, to_exp, to_kernel, to_pp, to_core0]] ++
        [{?MODULE, compiled, [M, [return]]} || M <- bad_modules()] ++ [{?MODULE, compiled, [generated(N), []]} || N <- lists:seq(1, 12)] ++ [{?MODULE, run_generated, [generated(N)]} || N <- lists:seq(1, 12)] ++
        [{?MODULE, run_compiled, [M, F, A, []]} || {M, F, A} <- calls()].

tokens() ->
    ["", "foo", "Foo", "'quoted atom'", "\"str\\n\\x{3bb}\"", "$a $\\n $\\x41", "12 16#ff 2#101 36#zz 1_000", "1.5 1.0e10 1.5e-3 1.0e400", "+ - * / ++ -- -> <- <= => := == =:= /= =/= || | # ! . : :: .. ...", "if case receive after fun end", "% comment\nx",
     "\"unterminated", "'un", "$", "1.e", "16#g", "37#1", "<<1:8/integer>>", "#{a => 1}", "?MODULE", "\x{e9}t\x{e9}", "\"a\" \"b\"", "a.b", "a. b.", "1__0", "@", "\\"].

expressions() ->
    ["1 + 2 * 3.", "A + 1.", "B.", "hd(B).", "[X || X <- [1,2,3], X > 1].", "<< <<X>> || X <- [1,2,3] >>.", "[X || <<X:4>> <= <<18, 52>>].", "fun(X) -> X * 2 end(21).", "lists:map(fun(X) -> X + 1 end, [1,2,3]).", "case {1, b} of {N, b} when N > 0 -> N; _ -> no end.",
     "if 1 > 2 -> a; true -> b end.", "try 1/0 catch error:E -> {caught, E} end.", "try throw(x) catch throw:T -> T after ok end.", "catch exit(foo).", "begin X = 1, Y = X + 1, {X, Y} end.", "X = 5, X = 5.", "X = 5, X = 6.", "#{a => 1, b => 2}.", "M = #{a => 1}, M#{a := 3, c => 4}.",
     "#{a := V} = #{a => 7}, V.", "<<X:16, R/binary>> = <<1, 2, 3>>, {X, R}.", "<<1:3, 2:5, \"abc\", 1.5/float>>.", "fun F(0) -> 1; F(N) -> N * F(N - 1) end(10).", "{a, B, _} = {a, B, c}, ok.", "self() ! foo, receive foo -> got after 0 -> no end.", "receive after 1 -> late end.", "Undefined.",
     "undefined_function().", "lists:undefined(1).", "1 = 2.", "a andalso b.", "true andalso false orelse true.", "not true.", "-5 rem 3.", "5 bsl 3 bor 1.", "1 == 1.0 andalso 1 =/= 1.0.", "[1, 2 | [3]] ++ [4].", "[1,2,3] -- [2].", "apply(erlang, abs, [-1]).", "fun lists:reverse/1([1,2]).",
     "case x of y -> 1 end.", "if false -> 1 end.", "[{X, Y} || X <- [1,2], Y <- [a,b]].", "(fun(A1, B1) -> A1 + B1 end)(1, 2).", "(fun(A1) -> A1 end)(1, 2).", "\"abc\" \"def\".", "$a.", "{}.", "[].", "length([1 | 2]).", "F = fun(X) -> X end, F(3).", "is_record({r, 1}, r, 2).",
     "element(2, {a, b}).", "try a of a -> 1; b -> 2 catch _:_ -> 3 end.", "try error(x) catch error:x:S -> is_list(S) end.", "#{K => V || K := V <- #{a => 1}}.", "<<\"a\"/utf8, 955/utf8>>.", "X = Y = 3, X + Y.", "catch error(foo, []).", "erlang:error({a, b}).", "throw(t).", "maybe(1)."].

forms() ->
    ["f(X) -> X.", "f(X) when X > 1, is_list(X); X < 0 -> g(X, [1,2]), ok; f(_) -> error.", "-module(m).", "-export([f/1, g/2]).", "-record(r, {a, b = 1 :: integer(), c = [] }).", "-type t(A) :: {A, [integer()]} | #{a := b, c => d} | fun((A) -> ok).", "-spec f(X) -> Y when X :: t(), Y :: <<_:8, _:_*4>>.",
     "f() -> #r{a = 1}.", "f(R) -> R#r.a + R#r{b = 2}.", "f(#r{a = A, _ = '_'}) -> #r.b.", "-define(X, 1).", "f() -> receive {a, X} when X > 1 -> X; b -> c after 1000 -> timeout end.", "f() -> try g() of X -> X catch error:E:S -> {E, S}; throw:T -> T; _ -> x after h() end.",
     "f() -> fun g/1, fun m:g/2, fun(X) when X -> X; (Y) -> Y end, fun N(0) -> N(1) end.", "f() -> << <<(X + 1):8/little-signed-integer-unit:2>> || <<X:4/bits>> <= Y, X > 1 >>.", "-opaque o() :: atom().", "-callback c(integer()) -> ok.", "-callback c(X :: a, _) -> ok; (b, c) -> no_return().",
     "-file(\"x.erl\", 1).", "-wild({a, b, [1]}).", "f() -> a_very_long_function_name(with, many, arguments), another_one([that, must, be, broken, over, lines, since, it, is, too, long], {really, long}), case X of {ok, Y} when is_integer(Y), Y > 10 -> Y; {error, _} = E -> throw(E) end.",
     "f() -> \"a string with \\\"quotes\\\" and \\n newlines \\x{3bb}\", 'atom q', $\\n, 1.0e-20, 16#ff.", "f() -> A = -1, - A, not B, (1 + 2) * 3 - (4 - 5), a ! b ! c, catch x, (catch y) + 1.", "-if(x).", "f(A, B) -> A#{x => 1, y := B}."].

wrong() -> ["f(", "1 +.", "case x of end.", "f(X) -> .", "-record(r).", "fun() -> end.", "<<1:>>.", "a b.", "if x -> end.", "f() -> 1; g() -> 2.", "{1, 2.", "#{a = 1}.", "end.", "-spec f(.", "try x.", "[1 | 2, 3].", "#r{a}.", "-module 1.", ""].

tokens(Text) ->
    case erl_scan:tokens([], Text, 1) of
        {more, Continuation} -> {more, erl_scan:tokens(Continuation, " x. y", 1)};
        Done -> Done
    end.

parsed(Text) ->
    case erl_scan:string(Text, {1, 1}) of
        {ok, Tokens, _} -> {erl_parse:parse_exprs(Tokens), erl_parse:parse_form(Tokens), erl_parse:parse_term(Tokens)};
        Error -> Error
    end.

pretty(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text),
    {case erl_parse:parse_form(Tokens) of {ok, F} -> lists:flatten(erl_pp:form(F)); _ -> none end,
     case erl_parse:parse_exprs(Tokens) of {ok, E} -> {lists:flatten(erl_pp:exprs(E)), lists:flatten(erl_pp:exprs(E, 4, [{indent, 2}, {linewidth, 40}]))}; _ -> none end}.

evaluate(Text, Bindings) ->
    try evaluate_text(Text, Bindings) catch Class:Reason -> {Class, clean(Reason)} end.
evaluate_text(Text, Bindings) ->
    {ok, Tokens, _} = erl_scan:string(Text),
    case erl_parse:parse_exprs(Tokens) of
        {ok, Expressions} ->
            {value, Value, After} = erl_eval:exprs(Expressions, Bindings),
            clean({Value, [B || {_, V} = B <- After, not is_function(V)]});
        Error -> Error
    end.

%% Stack traces and funs out.
clean(F) when is_function(F) -> 'fun';
clean([{M, F, A, L} | _]) when is_atom(M), is_atom(F), is_list(L), (is_integer(A) orelse is_list(A)) -> trace;
clean([H | T]) -> [clean(H) | clean(T)];
clean(T) when is_tuple(T) -> list_to_tuple(clean(tuple_to_list(T)));
clean(X) -> X.

%% Random arithmetic.
arithmetic(N) ->
    ?G:seed(5),
    [{?MODULE, evaluate, [lists:flatten(expression(4)) ++ ".", []]} || _ <- lists:seq(1, N)].
expression(0) -> ?G:one(["0", "1", "2", "-3", "7", "1.5", "100", "a", "16#ffffffffffffffff", "true"]);
expression(D) ->
    case ?G:below(8) of
        0 -> expression(0);
        1 -> ["-(", expression(D - 1), ")"];
        2 -> [?G:one(["abs", "trunc", "round", "is_integer", "float", "bnot ", "not "]), "(", expression(D - 1), ")"];
        3 -> ["{", expression(D - 1), ",", expression(D - 1), "}"];
        _ -> ["(", expression(D - 1), ")", ?G:one(["+", "-", "*", "/", " div ", " rem ", " band ", " bxor ", "==", "=:=", "<", ">=", " andalso ", " xor "]), "(", expression(D - 1), ")"]
    end.

%% Modules of random functions, which call those behind them.
generated(Seed) ->
    ?G:seed(Seed + 100),
    ["-module(generated).", "-compile([export_all, nowarn_export_all])." |
     [lists:flatten(["f", integer_to_list(I), "(", pattern(2), ") -> ", body(I, 3), "; f", integer_to_list(I), "(X) when ", ?G:one(["is_atom(X)", "X > 3", "is_list(X), X =/= []", "true"]), " -> ", body(I, 3), "; f",
                     integer_to_list(I), "(_) -> none."]) || I <- [5, 4, 3, 2, 1]]].
pattern(0) -> ?G:one(["a", "1", "_", "[]", "<<>>", "2.5", "{}", "\"s\""]);
pattern(D) -> ?G:one([pattern(0), ["{", pattern(D - 1), ",", pattern(D - 1), "}"], ["[", pattern(D - 1), "|_]"], "<<_:8, _/binary>>", "#{a := _}", ["[", pattern(D - 1), ",", pattern(D - 1), "]"]]).
body(I, D) ->
    case ?G:below(9) of
        0 when I < 5 -> ["f", integer_to_list(I + 1 + ?G:below(5 - I)), "(", expression(1), ")"];
        1 -> ["case ", expression(2), " of ", pattern(1), " -> ", expression(1), "; Y", integer_to_list(D), " -> {Y", integer_to_list(D), "} end"];
        2 when D > 0 -> ["try ", body(I, D - 1), " catch _:E", integer_to_list(D), " -> {caught, E", integer_to_list(D), "} end"];
        3 when D > 0 -> ["[", body(I, D - 1), " || _ <- [1, 2]]"];
        4 -> ["<<(", expression(1), "):16, \"x\">>"];
        5 -> ["#{k => ", expression(1), ", l => ", expression(1), "}"];
        6 -> ["(fun(Z", integer_to_list(D), ") -> {Z", integer_to_list(D), ", ", expression(1), "} end)(", expression(1), ")"];
        7 when D > 0 -> ["if ", expression(1), " -> ", body(I, D - 1), "; true -> ", expression(1), " end"];
        _ -> expression(3)
    end.
run_generated(Texts) ->
    case compile:forms([form(T) || T <- Texts], [binary, deterministic]) of
        {ok, generated, B} ->
            {module, _} = code:load_binary(generated, "none", B),
            R = [{F, A, try generated:F(A) catch C:E -> {C, clean(E)} end} || F <- [f1, f2, f3, f4, f5], A <- [a, 1, 5, [], [a, 1], {1, a}, <<1, 2>>, #{a => 1}, 2.5, "s"]],
            code:purge(generated), code:delete(generated), R;
        Other -> Other
    end.

abstracts(N) ->
    ?G:seed(6),
    [{?MODULE, abstract, [?G:value({term, 3})]} || _ <- lists:seq(1, N)].
abstract(T) ->
    A = erl_parse:abstract(T),
    {A, erl_parse:normalise(A) =:= T, lists:flatten(erl_pp:expr(A)), erl_eval:expr(A, [])}.

modules() ->
    [["-module(m1).", "-export([f/1, g/2, h/1]).", "f(0) -> 1; f(N) -> N * f(N - 1).", "g(X, Y) -> [A + Y || A <- X, A > 1].", "h(B) -> << <<(X + 1)>> || <<X>> <= B >>."],
     ["-module(m2).", "-export([new/1, get/1, set/2, all/0]).", "-record(r, {a = 1, b, c = []}).", "new(B) -> #r{b = B}.", "get(#r{a = A, b = B}) -> {A, B}.", "set(R, V) -> R#r{c = [V | R#r.c]}.", "all() -> record_info(fields, r)."],
     ["-module(m3).", "-export([t/1, r/0, m/1, c/1]).", "t(F) -> try F() of X -> {ok, X} catch throw:T -> {thrown, T}; error:E -> {error, E} after erase(k) end.", "r() -> self() ! {x, 1}, receive {x, N} when N > 0 -> N after 10 -> none end.",
      "m(#{a := X} = M) when X > 1 -> M#{b => X, a := 0}; m(#{}) -> none; m(_) -> bad.", "c(X) -> case X of a -> 1; b -> 2; c -> 3; {d, Y} -> Y; [H | _] -> H; <<N:16, _/bits>> -> N; 1.5 -> f; _ when is_map(X) -> map; _ -> other end."],
     ["-module(m4).", "-compile([export_all, nowarn_export_all]).", "a(X) -> fun(Y) -> X + Y end.", "b() -> (a(3))(4).", "c(L) -> lists:foldl(fun({K, V}, A) when is_atom(K) -> A#{K => V}; (_, A) -> A end, #{}, L).", "d(X) -> F = fun G(0) -> []; G(N) -> [N | G(N - 1)] end, F(X).",
      "e(X, Y) -> X * 1.5 + Y / 2 - math:sqrt(X).", "g(A, B) -> if A > B, is_integer(A) -> gt; A =:= B -> eq; true -> lt end.", "h(<<L, S:L/binary, T/binary>>) -> [S | h(T)]; h(<<>>) -> []."]].

bad_modules() ->
    [["-module(b1).", "-export([f/1]).", "f(X) -> Y."], ["-module(b2).", "f(X) -> 1."], ["-module(b3).", "-export([f/0]).", "f() -> g()."], ["-module(b4).", "-export([f/1]).", "f(X) -> #r{a = X}."],
     ["-module(b5).", "-export([f/0]).", "f() -> 1.", "f() -> 2."], ["-module(b6).", "-export([f/1, g/1]).", "f(X) -> case X of 1 -> Y = 2 end, X, Y.", "g(_) -> X = 1, fun(X) -> X end."], ["-module(b7).", "-export([f/0]).", "-spec f(integer()) -> ok.", "-type t() :: u().", "f() -> 1 + a."],
     ["-module(b8).", "-export([f/1]).", "f(X) when g(X) -> X; f(_) -> erlang:now(), lists:nope(1)."], ["-module(b9).", "-export([f/1]).", "f(X) -> X, 1; f(X, Y) -> 2."]].

form(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text, 1),
    case erl_parse:parse_form(Tokens) of
        {ok, Form} -> Form;
        {error, E} -> {error, E}
    end.

lint(Texts) ->
    case erl_lint:module([form(T) || T <- Texts], "m.erl") of
        {R, W} -> {R, shown(W)};
        {R, E, W} -> {R, shown(E), shown(W)}
    end.
shown(Groups) -> [{F, [{L, D, lists:flatten(M:format_error(D))} || {L, M, D} <- Ds]} || {F, Ds} <- Groups].

passes(Texts, Pass) -> compile:forms([form(T) || T <- Texts], [Pass, binary, deterministic]).

compiled(Texts, Options) ->
    case compile:forms([form(T) || T <- Texts], [binary, deterministic | Options]) of
        {ok, M, B} -> {M, chunks(B)};
        {ok, M, B, W} -> {M, chunks(B), W};
        Other -> Other
    end.
chunks(B) ->
    {ok, _, Chunks} = beam_lib:all_chunks(B),
    {beam_lib:md5(B), [{N, erlang:md5(C)} || {N, C} <- Chunks, lists:member(N, ["Code", "AtU8", "ImpT", "ExpT", "LitT", "FunT", "LocT", "StrT", "Line"])]}.

%% What was compiled here runs here.
run_compiled(Number, F, A, _) ->
    {ok, M, B} = compile:forms([form(T) || T <- lists:nth(Number, modules())], [binary, deterministic]),
    {module, M} = code:load_binary(M, "m.erl", B),
    apply(M, F, A).
calls() ->
    [{1, f, [20]}, {1, g, [[1, 2, 3], 5]}, {1, h, [<<1, 2, 255>>]}, {2, new, [x]}, {2, all, []}, {3, r, []}, {3, m, [#{a => 2}]}, {3, m, [x]}, {3, c, [<<1, 2, 3>>]}, {3, c, [{d, 4}]}, {4, b, []}, {4, d, [5]}, {4, e, [4, 3]}, {4, h, [<<1, 65, 2, 66, 67>>]}, {4, g, [2, 1]}].
