%% Instruments compiled modules: where a line, or a clause, begins to run, it calls
%% heddle_coverage:mark(N). Works on the debug information of a .beam file, so that any compiler
%% that leaves it (Erlang's, Elixir's) will do, and nothing is compiled from a source file twice.
%%
%% main([List, Folder]): instruments the .beam files that the lines of the file List name, into
%% Folder, and describes the marks in Folder/marks, one thing a line:
%%
%%   file PATH                     of what follows
%%   function LINE MARK,... NAME   a mark for each of its clauses
%%   line LINE MARK
%%   choice LINE:MARK ...          clauses of which one is taken
%%   left_out PATH                 a .beam file without debug information
%%   marks N                       the last line: how many there are
-module(heddle_instrument).
-export([main/1]).

main([List, Folder]) ->
    {ok, Text} = file:read_file(List),
    Beams = [binary_to_list(B) || B <- binary:split(Text, <<"\n">>, [global, trim_all])],
    {Items, Marks} = lists:mapfoldl(fun(B, N) -> module(B, Folder, N) end, 0, Beams),
    Lines = [Items, text("marks ~w", [Marks])],
    ok = file:write_file(filename:join(Folder, "marks"), Lines).

text(Format, Words) -> unicode:characters_to_binary(io_lib:format(Format ++ "\n", Words)).

module(Beam, Folder, First) ->
    case forms(Beam) of
        none ->
            {[text("left_out ~ts", [Beam])], First};
        {Module, Forms, Options} ->
            start(First),
            Instrumented = [form(F, Module) || F <- Forms],
            {ok, Module, Binary} =
                compile:forms(Instrumented, [debug_info | Options]),
            File = filename:join(Folder, atom_to_list(Module) ++ ".beam"),
            ok = file:write_file(File, Binary),
            {lists:reverse(get(items)), get(next)}
    end.

forms(Beam) ->
    case beam_lib:chunks(Beam, [debug_info, compile_info]) of
        {ok, {Module, [{debug_info, {debug_info_v1, Backend, Data}}, {compile_info, Info}]}} ->
            case Backend:debug_info(erlang_v1, Module, Data, []) of
                {ok, Forms} -> {Module, Forms, options(Backend, Info)};
                {error, _} -> none
            end;
        _ ->
            none
    end.

%% Those that change what the same forms mean. Elixir calls no built-in without its module.
options(erl_abstract_code, Info) ->
    [O || O <- proplists:get_value(options, Info, []), changes_meaning(O)];
options(_, _) ->
    [no_auto_import].

changes_meaning(no_auto_import) -> true;
changes_meaning({no_auto_import, _}) -> true;
changes_meaning({nowarn_bif_clash, _}) -> true;
changes_meaning(nowarn_bif_clash) -> true;
changes_meaning(_) -> false.

%% ---- Marks

start(First) ->
    put(next, First),
    put(items, []),
    put(seen, #{}).

item(Format, Words) -> put(items, [text(Format, Words) | get(items)]).

new_mark() ->
    N = get(next),
    put(next, N + 1),
    N.

%% One mark a line, however many expressions begin there.
line_mark(Line) ->
    Key = {get(file), Line},
    case get(seen) of
        #{Key := N} -> N;
        Seen ->
            N = new_mark(),
            put(seen, Seen#{Key => N}),
            item("line ~w ~w", [Line, N]),
            N
    end.

%% At the place of what it marks: reports find the file and the line of a receive by the call before
%% it.
call(N, Anno) ->
    A = erl_anno:set_generated(true, Anno),
    {call, A, {remote, A, {atom, A, heddle_coverage}, {atom, A, mark}}, [{integer, A, N}]}.

%% 0: not of the source.
line(Form) ->
    Anno = element(2, Form),
    case erl_anno:generated(Anno) of
        true -> 0;
        false -> erl_anno:line(Anno)
    end.

%% ---- Forms

form({attribute, _, file, {File, _}} = Form, _) ->
    put(file, File),
    item("file ~ts", [File]),
    Form;
form({function, A, Name, Arity, Clauses} = Form, Module) ->
    case line(Form) =:= 0 orelse is_missing(Clauses) of
        true ->
            Form;
        false ->
            Own = [{line(C), new_mark()} || C <- Clauses],
            Marks = lists:join($,, [integer_to_list(N) || {_, N} <- Own]),
            item("function ~w ~ts ~ts:~tw/~w", [line(Form), Marks, Module, Name, Arity]),
            choice(Own),
            {function, A, Name, Arity,
             [begin_with(N, clause(C)) || {C, {_, N}} <- lists:zip(Clauses, Own)]}
    end;
%% The marks make warnings that the author is not to blame for.
form({attribute, A, compile, Options}, _) when is_list(Options) ->
    {attribute, A, compile, lists:delete(warnings_as_errors, Options)};
form({attribute, A, compile, warnings_as_errors}, _) ->
    {attribute, A, compile, []};
form(Form, _) ->
    Form.

%% What a NIF replaces: the machine knows it by this form.
is_missing([{clause, _, _, _, [{call, _, {remote, _, {atom, _, erlang}, Called}, _}]}]) ->
    element(3, Called) =:= nif_error;
is_missing(_) ->
    false.

begin_with(N, {clause, A, Patterns, Guards, Body}) ->
    {clause, A, Patterns, Guards, [call(N, A) | Body]}.

%% Macros such as ?assert are choices too, all on one line: those are not the author's.
choice([_]) -> ok;
choice(Clauses) ->
    Lines = [L || {L, _} <- Clauses],
    case lists:member(0, Lines) orelse length(lists:usort(Lines)) < length(Lines) of
        true -> ok;
        false -> item("choice ~ts", [lists:join($ , [io_lib:format("~w:~w", [L, N]) || {L, N} <- Clauses])])
    end.

clause({clause, A, Patterns, Guards, Body}) ->
    {clause, A, Patterns, Guards, body(Body)}.

%% The clauses of some part of an expression, and further branches beside them: lines and bodies.
clauses(Clauses, Others) ->
    Lines = [line(C) || C <- Clauses] ++ [L || {L, _} <- Others],
    Marked = [{L, new_mark()} || L <- Lines],
    choice(Marked),
    Marks = [N || {_, N} <- Marked],
    {First, Rest} = lists:split(length(Clauses), Marks),
    {[begin_with(N, clause(C)) || {C, N} <- lists:zip(Clauses, First)],
     [[call(N, element(2, hd(B))) | body(B)] || {{_, B}, N} <- lists:zip(Others, Rest)]}.

body(Expressions) -> lists:append([expression(E) || E <- Expressions]).

expression(E) ->
    case line(E) of
        0 -> [walk(E)];
        Line -> [call(line_mark(Line), element(2, E)), walk(E)]
    end.

%% ---- Expressions: bodies are instrumented, patterns and guards never

walk({match, A, Pattern, E}) ->
    {match, A, Pattern, walk(E)};
walk({maybe_match, A, Pattern, E}) ->
    {maybe_match, A, Pattern, walk(E)};
walk({block, A, Body}) ->
    {block, A, body(Body)};
walk({'case', A, E, Clauses}) ->
    {New, []} = clauses(Clauses, []),
    {'case', A, walk(E), New};
walk({'if', A, Clauses}) ->
    {New, []} = clauses(Clauses, []),
    {'if', A, New};
walk({'receive', A, Clauses}) ->
    {New, []} = clauses(Clauses, []),
    {'receive', A, New};
walk({'receive', A, Clauses, Timeout, Body}) ->
    {New, [After]} = clauses(Clauses, [{line(hd(Body)), Body}]),
    {'receive', A, New, walk(Timeout), After};
walk({'try', A, Body, Of, Catch, After}) ->
    {New, []} = clauses(Of ++ Catch, []),
    {NewOf, NewCatch} = lists:split(length(Of), New),
    {'try', A, body(Body), NewOf, NewCatch, body(After)};
walk({'maybe', A, Body}) ->
    {'maybe', A, body(Body)};
walk({'maybe', A, Body, {'else', B, Clauses}}) ->
    {New, []} = clauses(Clauses, []),
    {'maybe', A, body(Body), {'else', B, New}};
walk({'fun', A, {clauses, Clauses}}) ->
    {New, []} = clauses(Clauses, []),
    {'fun', A, {clauses, New}};
walk({named_fun, A, Name, Clauses}) ->
    {New, []} = clauses(Clauses, []),
    {named_fun, A, Name, New};
walk({lc, A, Template, Qualifiers}) ->
    {lc, A, {block, A, expression(Template)}, [qualifier(Q) || Q <- Qualifiers]};
walk({bc, A, Template, Qualifiers}) ->
    {bc, A, walk(Template), [qualifier(Q) || Q <- Qualifiers]};
walk({mc, A, Template, Qualifiers}) ->
    {mc, A, walk(Template), [qualifier(Q) || Q <- Qualifiers]};
walk(Form) when is_tuple(Form) ->
    list_to_tuple([walk(E) || E <- tuple_to_list(Form)]);
walk([Head | Tail]) ->
    [walk(Head) | walk(Tail)];
walk(Other) ->
    Other.

%% {Kind, Anno, Pattern, Expression}, or a filter, which may be a guard: no body either way.
qualifier({Kind, A, Pattern, E})
  when Kind =:= generate; Kind =:= b_generate; Kind =:= m_generate;
       Kind =:= generate_strict; Kind =:= b_generate_strict; Kind =:= m_generate_strict ->
    {Kind, A, Pattern, walk(E)};
qualifier(Filter) ->
    walk(Filter).
