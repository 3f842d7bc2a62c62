%% What is said when there is nothing to check, or nothing to check it with.
-module(rebar3_heddle_message).
-export([text/1]).

text(no_program) ->
    "heddle: the program heddle is not in the PATH; install it, set the variable HEDDLE to it, or put "
    "{path, \"...\"} into {heddle, [...]} of rebar.config";
text({no_program, Name, Source}) ->
    io_lib:format("heddle: ~ts (~ts): there is no such program", [Name, Source]);
text({bad_config, Option}) ->
    io_lib:format("heddle: rebar.config: ~tp in {heddle, [...]} is no option; options are name or {name, Value}",
                  [Option]);
text({no_module, Module}) ->
    io_lib:format("heddle: the project has no module ~ts with tests", [Module]);
text({no_conc_tests, 0}) -> text(no_eunit_tests);
text({no_conc_tests, Modules}) ->
    io_lib:format("heddle: no test has _conc_test in its name; rebar3 heddle --eunit checks all EUnit tests "
                  "(there are some in ~b module~ts)", [Modules, case Modules of 1 -> ""; _ -> "s" end]);
text(no_eunit_tests) ->
    "heddle: the project has no tests (functions *_conc_test/0; with --eunit *_test/0 and *_test_/0)".
