%% Options: those of the command line, those of rebar.config, and how they become words of
%% `heddle check`.
%%
%%     {heddle, [{after_timeout, 100}, keep_going, {treat_as_normal, [shutdown, killed]},
%%               {junit, "heddle.xml"}, {html, "pages"}]}.
%%
%% path, modules, eunit and html are the plugin's own. All others have heddle's names, and heddle says
%% which of them it does not know.
-module(rebar3_heddle_options).
-export([spec/0, config/1, words/1]).

-define(OWN, [path, modules, eunit, html]).

spec() ->
    [{module, $m, "module", string, "only the tests of this module and of its companion MODULE_tests"},
     {test, $t, "test", string, "only the tests that have this in their names"},
     {eunit, undefined, "eunit", boolean, "all EUnit tests, not only those with _conc_test in their names"},
     {jobs, $j, "jobs", integer, "worker threads of each exploration"}].

%% Checked where a mistake could not be heddle's to report.
config(Options) when is_list(Options) -> lists:map(fun option/1, Options);
config(Options) -> throw({heddle, {bad_config, Options}}).

option(Name) when is_atom(Name) -> {Name, true};
option({modules, Modules} = Option) ->
    is_list(Modules) andalso lists:all(fun is_atom/1, Modules) orelse throw({heddle, {bad_config, Option}}),
    Option;
option({eunit, Value} = Option) when not is_boolean(Value) -> throw({heddle, {bad_config, Option}});
option({Name, Value} = Option) when Name =:= path; Name =:= html ->
    io_lib:printable_unicode_list(Value) orelse throw({heddle, {bad_config, Option}}),
    Option;
option({Name, _} = Option) when is_atom(Name) -> Option;
option(Option) -> throw({heddle, {bad_config, Option}}).

words(Options) ->
    [Word || {Name, Value} <- Options, not lists:member(Name, ?OWN), Word <- words(Name, Value)].

words(Name, true) -> ["--" ++ atom_to_list(Name)];
words(Name, [First | _] = Values) when not is_integer(First) ->
    lists:append([words(Name, Value) || Value <- Values]);
words(Name, Value) -> ["--" ++ atom_to_list(Name) ++ "=" ++ text(Value)].

text(Value) when is_atom(Value) -> atom_to_list(Value);
text(Value) when is_binary(Value) -> unicode:characters_to_list(Value);
text(Value) ->
    case io_lib:printable_unicode_list(Value) of
        true -> Value;
        false -> lists:flatten(io_lib:format("~tw", [Value]))
    end.
