%% Which tests there are. A test is concurrent if its own name or that of its module has `_conc_test` in
%% it: transfer_conc_test/0, transfer_conc_test_/0, or all tests of a module bank_conc_tests. If a
%% project has such tests, they are checked; all EUnit tests are with --eunit only, as most of them start
%% no process.
%%
%% `heddle check -t _conc_test` chooses by the same rule, so a test is never counted here and left out
%% there.
-module(rebar3_heddle_find).
-export([tests/3, other_folders/1, relative/1]).

-define(MARK, "_conc_test").

%% The modules to name in --eunit, and the words that choose among their tests.
tests(Applications, Given, Config) ->
    All = lists:append([modules(Application) || Application <- Applications]),
    Chosen = choose_modules(All, Given, Config),
    Everything = proplists:get_bool(eunit, Given) orelse proplists:get_bool(eunit, Config),
    case proplists:get_value(test, Given) of
        undefined when Everything -> {named(Chosen, no_eunit_tests), []};
        undefined ->
            Concurrent = [{Module, Tests} || {Module, Names} <- Chosen,
                                             Tests <- [concurrent(Module, Names)], Tests =/= []],
            {named(Concurrent, {no_conc_tests, length(Chosen)}), ["--test=" ++ ?MARK]};
        Name -> {named(Chosen, no_eunit_tests), ["--test=" ++ Name]}
    end.

named([], Reason) -> throw({heddle, Reason});
named(Modules, _) -> [Module || {Module, _} <- Modules].

choose_modules(All, Given, Config) ->
    case [list_to_atom(Name) || {module, Name} <- Given] of
        [] ->
            case proplists:get_value(modules, Config) of
                undefined -> All;
                Modules -> only(Modules, All)
            end;
        Modules -> only(Modules, All)
    end.

only(Modules, All) ->
    lists:append([only_one(Module, All) || Module <- Modules]).

%% EUnit takes the tests of counter_tests for those of counter.
only_one(Module, All) ->
    Companion = list_to_atom(atom_to_list(Module) ++ "_tests"),
    case [Entry || {Name, _} = Entry <- All, Name =:= Module orelse Name =:= Companion] of
        [] -> throw({heddle, {no_module, Module}});
        Found -> Found
    end.

%% [{Module, Names of its tests}], those without tests left out. Common Test's suites are another thing.
modules(Application) ->
    Folder = rebar_app_info:out_dir(Application),
    Beams = lists:append([filelib:wildcard(filename:join([Folder, Name, "*.beam"]))
                          || Name <- ["ebin", "test"]]),
    [{list_to_atom(Name), Tests}
     || Beam <- lists:sort(Beams), Name <- [filename:basename(Beam, ".beam")],
        not lists:suffix("_SUITE", Name), Tests <- [tests_of(Beam)], Tests =/= []].

tests_of(Beam) ->
    {ok, {_, [{exports, Exports}]}} = beam_lib:chunks(Beam, [exports]),
    [Text || {Name, 0} <- Exports, Text <- [atom_to_list(Name)],
             lists:suffix("_test", Text) orelse lists:suffix("_test_", Text)].

concurrent(Module, Names) ->
    [Name || Name <- Names, has_mark(Name) orelse has_mark(atom_to_list(Module))].

has_mark(Text) -> string:find(Text, ?MARK) =/= nomatch.

%% Folders of modules that heddle does not find by itself: it looks below _build/test/lib.
other_folders(State) ->
    Known = filename:absname("_build/test/lib"),
    Outside = [rebar_app_info:out_dir(Application)
               || Application <- rebar_state:project_apps(State) ++ rebar_state:all_deps(State),
                  not lists:prefix(Known, rebar_app_info:out_dir(Application))],
    [relative(Folder) || Application <- lists:usort(Outside), Name <- ["ebin", "test"],
                         Folder <- [filename:join(Application, Name)], filelib:is_dir(Folder)].

relative(Path) -> rebar_dir:make_relative_path(Path, rebar_dir:get_cwd()).
