%% re: expressions and options, on what OTP's PCRE makes of them.
-module(cases_re).
-export([cases/0, names/2, compile/2, precompiled/4]).

subjects() ->
    ["", "abc", "ABC abc", "foo=bar; baz=12", "aaa\nbbb\r\nccc", "2024-01-31T12:00:00", <<"xx(yy)zz">>, <<195, 164, "b">>, [228, $b],
     ["a", [$b | <<"c">>]], "aXbXc", "a.b.c", [0, 1, 255], "the quick brown fox", "  x  "].

expressions() ->
    ["", "a", "b+", "(a)(b)?(c)", "(x)?(y)?", "^", "$", "\\b", "\\w+", "\\W", "(?<key>\\w+)=(?<value>\\w+)", "(\\d+)-(\\d+)", "[a-c]+", "[^a-c]+",
     "a|b|c", "(a|ab)(c|bcd)?", ".*", ".*?", ".", "^b", "c$", "(?i)ABC", "(?:ab)+", "a{2}", "a{2,}", "a{,2}", "(?=b)", "(?<=a)b", "(?!a).", "\\x{62}", "\\s+",
     "\\S+", "[[:alpha:]]+", "[[:upper:]]", "\\(.*\\)", "\\Qa.b\\E", "(?<n>a)|(?<n2>b)", "(.)\\1", "\\R", "\\h", "\\N+", "[\\w-]+", "X", "(?#comment)a", "\344", "\\i\\j",
     "(*ANYCRLF)^b", "(?m)^c", "(?s).+", "(?x) a b c", "\\d{4}", "\\pL+", "(a)(?1)?", "a\\Kb", "(?|(a)|(b))", "\\Aa", "b\\Z", "c\\z", "(?>a+)b", "a++"].

wrong() ->
    ["(", ")", "[", "a**", "*", "+a", "?", "(?", "(?<", "(?<n", "(?<n>", "(?P", "(?P<n", "\\", "[z-a]", "a{2,1}", "(?<n>a)(?<n>b)", "\\1", "(?1)", "[[:foo:]]",
     "[[.x.]]", "(?<=a+)b", "\\x{110000000}", "\\p{Foo}", "\\g", "\\k", "(?(1)a|b|c)", "(?z)", "(*FOO)", "a{99999}", "(?<1a>b)", "\\c", "(?C256)", "(?#abc", "\\L", "[a-\\d]",
     "\\N{x}", "(?R", "(?<>a)", "a(?<=b(c|d+))", "(?P>n)", "(?&n)", "\\g{n}", "\\k<n>"].

options() ->
    [[], [caseless], [multiline], [dotall], [extended], [anchored], [ungreedy], [dollar_endonly], [firstline], [no_auto_capture], [dupnames],
     [{newline, crlf}], [{newline, cr}], [{newline, any}], [{newline, anycrlf}], [{newline, lf}], [bsr_anycrlf], [bsr_unicode], [notempty], [notempty_atstart], [notbol], [noteol],
     [{offset, 1}], [{offset, 0}], [{offset, -1}], [{offset, a}], [unicode], [unicode, ucp], [ucp], [global], [global, {capture, all, list}], [global, unicode, {capture, all, list}],
     [global, {capture, all_but_first, binary}],
     [{capture, all}], [{capture, all, list}], [{capture, all, binary}], [{capture, first, list}], [{capture, all_but_first, binary}], [{capture, none}], [{capture, []}],
     [{capture, [1, 2], list}], [{capture, [0, 5], binary}], [{capture, [0, 1, 7]}], [{capture, [key, value], list}], [{capture, ["key", <<"nokey">>, n], binary}],
     [{capture, all_names, list}], [{capture, all_names}], [{capture, foo}], [{capture, all, foo}], [{capture, [1.0]}], [{capture, [1 | 2]}], [{capture, [-1]}], [{capture, 1}],
     [foo], foo, [{foo, 1}], [{newline, foo}], [report_errors], [no_start_optimize], [never_utf], [never_utf, unicode], [caseless, multiline, dotall, {capture, all, list}],
     [caseless | x], [{capture, all, list, x}], [1], [unicode, {capture, all, list}], [unicode, {capture, all, index}], [unicode, caseless, {capture, first, binary}]].

cases() ->
    [{re, run, [S, E]} || S <- subjects(), E <- expressions()] ++
        [{re, run, [S, E, O]} || S <- subjects(), E <- expressions(), O <- options(), is_safe(S, O)] ++
        [{re, run, [S, E, O]} || S <- ["abc", a, 1, [a], <<1:3>>, {}], E <- wrong() ++ [a, 1, [a], <<1:3>>, {}, {a, b, c, d, e}, {re_pattern, 1, 0, 0, <<1, 2, 3, 4>>}, {re_pattern, 1, 0, 0, a}],
                                 O <- [[], [global], [{capture, all, list}]], not is_dangerous(E)] ++
        [{?MODULE, compile, [E, O]} || E <- expressions(), O <- options()] ++
        [{?MODULE, compile, [E, O]} || E <- wrong(), O <- [[], [unicode]]] ++
        [{?MODULE, precompiled, [S, E, C, O]} || S <- subjects(), E <- expressions(), C <- [[], [caseless], [unicode]],
                                                 O <- [[], [global], [{capture, all, list}], [{newline, crlf}], [notempty], [anchored], [caseless], [unicode], [{offset, 1}]],
                                                 is_safe(S, O)] ++
        [{?MODULE, names, [E, O]} || E <- ["a", "(?<b>x)(?<a>y)", "(?<n>a)|(?<n>b)", "(?P<q>a)(b)(?'z'c)"], O <- [[], [dupnames]]] ++
        [{re, run, [S, "(?<n>a)|(?<n>b)|(?<m>c)", [dupnames, {capture, C, T}]]} || S <- ["a", "b", "c"], C <- [[n], [m, n], all_names, all, ["n", 0]], T <- [index, list, binary]] ++
        [{re, F, [S, E]} || F <- [split], S <- subjects(), E <- expressions()] ++
        [{re, split, [S, E, O]} || S <- ["aXbXc", "a,b,,c,,", <<"x1y2z">>], E <- [",", "X", "(X)", "\\d", ""],
                                   O <- [[], [{return, list}], [trim], [group], [{parts, 2}], [{return, binary}, group, trim]]] ++
        [{re, replace, [S, E, R, O]} || S <- ["abcabc", <<"xyz">>, ["a", <<"b">>]], E <- ["b", "(b)(c)", "z*", "^", "x"], R <- ["-", "[&]", "<\\1>", "\\g{2}", "\\\\", ""],
                                        O <- [[], [global], [{return, list}], [global, {return, binary}]]] ++
        [{re, compile, [X]} || X <- [a, 1, {}, [a], <<1:3>>, [256]]] ++
        [{re, inspect, [X, Y]} || X <- [a, {}, {re_pattern, 0, 0, 0, <<>>}], Y <- [namelist, foo]] ++
        [{re, internal_run, ["abc", "b", [], X]} || X <- [true, false, foo]] ++
        [{re, run, [<<"caf", 195, 169, " ", 195, 137>>, E, [unicode | O]]} || E <- ["\\w+", <<195, 169>>, [233], "(?i)\x{e9}", "\\x{e9}", ".", "\\X", "\\p{Lu}"], O <- [[], [ucp], [caseless], [global], [{capture, all, list}]]] ++
        [{re, run, [[233, $e, 201], E, O]} || E <- ["\\w+", [201], "[[:upper:]]", "[[:lower:]]+", "[[:punct:]]", "\\W"], O <- [[], [caseless], [global]]] ++
        [{re, run, ["a\x{0}b", E, []]} || E <- ["a\x{0}b", "a", "\\x{0}", "\\0"]] ++
        [{re, version, []}].

%% An offset behind the end makes OTP's process end with internal_error, uncatchable.
is_safe("", O) -> not (is_list(O) andalso O =:= [{offset, 1}]);
is_safe(_, _) -> true.
is_dangerous(E) -> E =:= {re_pattern, 1, 0, 0, <<1, 2, 3, 4>>}.

names(E, O) ->
    case re:compile(E, O) of
        {ok, P} -> re:inspect(P, namelist);
        Error -> Error
    end.
compile(E, O) ->
    case re:compile(E, O) of
        {ok, {re_pattern, N, U, L, B}} when is_binary(B) -> {ok, N, U, L};
        Other -> Other
    end.
precompiled(S, E, C, O) ->
    case re:compile(E, C) of
        {ok, P} -> re:run(S, P, O);
        Other -> Other
    end.
