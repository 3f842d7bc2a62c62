%% OTP's logger server, for programs that change the logger's configuration, and the handler that is
%% there from the start: it collects events with the output of the run.
-module(heddle_logger).
-export([boot/0, log/2]).

boot() ->
    put('$ancestors', [self()]),
    {ok, State} = logger_server:init([]),
    Table = ets:whereis(logger),
    {ok, Simple} = logger_config:get(Table, simple),
    logger_simple_h:removing_handler(Simple),
    logger_config:delete(Table, simple),
    logger_config:create(Table, default, Simple#{id => default, module => ?MODULE}),
    {ok, Primary} = logger_config:get(Table, primary),
    logger_config:set(Table, primary, Primary#{handlers => [default]}),
    gen_server:enter_loop(logger_server, [], State, {local, logger}).

log(#{level := Level, msg := {report, Report}}, _) -> heddle:log(Level, Report);
log(#{level := Level, msg := {string, String}}, _) -> heddle:log(Level, String);
log(#{level := Level, msg := Message}, _) -> heddle:log(Level, Message).
