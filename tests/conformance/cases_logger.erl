%% The logger: handlers, filters, levels and reports as OTP's own logger has them.
-module(cases_logger).
-behaviour(gen_server).
-export([cases/0, alone/1]).
-export([log/2, adding_handler/1, removing_handler/1, changing_config/3, init/1, handle_call/3, handle_cast/2, handle_event/2, handle_info/2]).
-compile([export_all, nowarn_export_all]).
-include_lib("kernel/include/logger.hrl").

cases() ->
    [{?MODULE, alone, [F]} || {F, 0} <- lists:sort(?MODULE:module_info(exports)), not lists:member(F, [cases, module_info, next, all, flush, child])].

alone(F) ->
    logger:set_primary_config(#{level => notice, filters => [], filter_default => log, metadata => #{}}),
    logger:set_handler_config(default, level, none),
    {Pid, Ref} = spawn_monitor(fun() -> exit({result, ?MODULE:F()}) end),
    Result = receive
        {'DOWN', Ref, process, Pid, {result, Value}} -> Value;
        {'DOWN', Ref, process, Pid, {Reason, [_ | _]}} -> {died, Reason};
        {'DOWN', Ref, process, Pid, Reason} -> {died, Reason}
    end,
    [logger:remove_handler(H) || H <- [h, h2, error_logger]],
    logger:unset_module_level(),
    {F, Result}.

%% ---- The handler
log(#{level := L, msg := M, meta := Meta}, #{config := #{to := P}} = C) ->
    P ! {log, maps:get(id, C), L, clean(M), lists:sort(maps:keys(maps:without([time, pid, gl, logger_formatter, callers], Meta)))}.
adding_handler(#{config := #{refuse := R}}) -> {error, R};
adding_handler(#{config := #{to := P}} = C) -> P ! {adding, maps:get(id, C), lists:sort(maps:keys(C))}, {ok, C};
adding_handler(C) -> {ok, C}.
removing_handler(#{config := #{to := P}} = C) -> P ! {removing, maps:get(id, C)}, ok.
changing_config(How, _Old, #{config := #{to := P}} = New) -> P ! {changing, How, maps:get(level, New)}, {ok, New}.
add() -> add(#{}).
add(More) -> R = logger:add_handler(h, ?MODULE, More#{config => #{to => self()}}), flush(), R.
flush() -> receive {adding, _, _} -> ok after 0 -> ok end.
next() -> receive M -> M after 200 -> nothing end.
all() -> receive M -> [M | all()] after 100 -> [] end.

clean(P) when is_pid(P) -> pid;
clean(R) when is_reference(R) -> ref;
clean(F) when is_function(F) -> function;
clean({M, F, A, Info}) when is_atom(M), is_atom(F), is_list(Info) -> {M, F, clean(A)};
clean({registered_name, N}) -> {registered_name, N};
clean({K, _}) when K =:= total_heap_size; K =:= heap_size; K =:= stack_size; K =:= reductions; K =:= current_stacktrace; K =:= messages; K =:= dictionary; K =:= message_queue_len -> K;
clean(T) when is_tuple(T) -> list_to_tuple([clean(X) || X <- tuple_to_list(T)]);
clean([H | T]) -> [clean(H) | clean(T)];
clean(M) when is_map(M) -> maps:map(fun(_, V) -> clean(V) end, M);
clean(X) -> X.

%% ---- Handlers
handler() -> A = logger:add_handler(h, ?MODULE, #{config => #{to => self()}}), logger:error("hello ~p", [world]), [A, all()].
levels() -> add(), [logger:F("x") || F <- [emergency, alert, critical, error, warning, notice, info, debug]], all().
log_kinds() -> add(), logger:error("string"), logger:error("~s", ["args"]), logger:error(#{a => 1}), logger:error([{b, 2}]), logger:error("s", #{m => 1}), logger:error("~w", [x], #{m => 2}), logger:error(fun(X) -> {"lazy ~p", [X]} end, 7), logger:error(fun(_) -> #{lazy => map} end, [], #{}), logger:error(<<"binary">>), all().
log_function() -> add(), R = [logger:log(warning, "a"), logger:log(warning, "~p", [b]), logger:log(warning, #{c => d}), logger:log(warning, "e", [], #{k => v}), logger:log(info, "no")], [R, all()].
macros() -> add(), ?LOG_ERROR("one"), ?LOG_WARNING("two ~p", [2]), ?LOG_NOTICE(#{three => 3}), ?LOG_INFO("four"), ?LOG(error, "five", #{mine => 1}), ?LOG_ERROR(fun(_) -> "lazy" end, x), all().
lazy_fails() -> add(), logger:error(fun(_) -> error(oops) end, x), logger:error(fun(_) -> ignore end, x), all().
handler_level() -> add(#{level => error}), logger:error("e"), logger:warning("w"), logger:set_handler_config(h, level, all), logger:warning("w2"), all().
primary_level() -> add(), logger:set_primary_config(level, debug), logger:debug("d"), R = all(), logger:set_primary_config(level, none), logger:emergency("e"), [R, all()].
module_level() -> add(), logger:set_module_level(?MODULE, debug), ?LOG_DEBUG("d"), A = all(), M = logger:get_module_level(), logger:set_module_level(?MODULE, none), ?LOG_ERROR("e"), B = all(), logger:unset_module_level(?MODULE), ?LOG_ERROR("e"), [A, M, B, all(), logger:get_module_level()].
two_handlers() -> add(), ok = logger:add_handler(h2, ?MODULE, #{config => #{to => self()}, level => error}), logger:error("e"), logger:warning("w"), lists:sort(all()).
remove() -> add(), [logger:remove_handler(h), next(), logger:remove_handler(h), logger:error("gone"), all()].
refused() -> [logger:add_handler(h, ?MODULE, #{config => #{refuse => why}}), lists:member(h, logger:get_handler_ids())].
wrong() -> [logger:add_handler(h, no_such_module, #{}), logger:add_handler("h", ?MODULE, #{}), logger:add_handler(h, ?MODULE, []), logger:add_handler(h, ?MODULE, #{level => loud}), logger:set_primary_config(level, loud), logger:set_handler_config(nobody, level, all), logger:get_handler_config(nobody)].
twice() -> [add(), add()].
failing_handler() -> ok = logger:add_handler(h, ?MODULE, #{}), logger:error("e"), lists:member(h, logger:get_handler_ids()).
config() -> add(#{level => info}), {ok, C} = logger:get_handler_config(h), [maps:get(level, C), maps:get(module, C), maps:get(filters, C), maps:get(filter_default, C), maps:remove(metadata, logger:get_primary_config()), lists:sort(logger:get_handler_ids())].
changing() -> add(), [logger:set_handler_config(h, level, info), logger:update_handler_config(h, #{level => debug}), logger:update_handler_config(h, filter_default, stop), all()].
default_handler() -> {ok, C} = logger:get_handler_config(default), [maps:get(id, C), maps:get(level, C), lists:member(default, logger:get_handler_ids())].

%% ---- Filters
filters() -> add(), F = fun(#{msg := {string, "no"}}, _) -> stop; (E, X) -> E#{meta => (maps:get(meta, E))#{x => X}} end, [logger:add_handler_filter(h, f, {F, extra}), logger:error("yes"), logger:error("no"), all(), logger:remove_handler_filter(h, f), logger:error("no"), all()].
primary_filter() -> add(), F = fun(E, _) -> E#{level => critical} end, [logger:add_primary_filter(f, {F, []}), logger:add_primary_filter(f, {F, []}), logger:error("up"), all(), logger:remove_primary_filter(f), logger:remove_primary_filter(f)].
domain_filter() -> add(#{filter_default => stop, filters => [{d, {fun logger_filters:domain/2, {log, sub, [mine]}}}]}), logger:error("a", #{domain => [mine, x]}), logger:error("b", #{domain => [other]}), logger:error("c"), all().
level_filter() -> add(#{filters => [{l, {fun logger_filters:level/2, {stop, eq, warning}}}]}), logger:error("a"), logger:warning("b"), all().
bad_filter() -> add(#{filters => [{b, {fun(_, _) -> error(x) end, []}}]}), logger:error("a"), all().

%% ---- Metadata
metadata() -> add(), logger:set_process_metadata(#{mine => 1}), logger:error("a"), logger:update_process_metadata(#{more => 2}), logger:error("b"), R = logger:get_process_metadata(), logger:unset_process_metadata(), logger:error("c"), [R, all()].
primary_metadata() -> add(), logger:update_primary_config(#{metadata => #{all => 1}}), logger:error("a"), all().

%% ---- Reports of OTP
init({crash, R}) -> error(R);
init(X) -> {ok, X}.
handle_call(crash, _, _) -> error(crashed);
handle_call(exit, _, _) -> exit(ended).
handle_cast(_, S) -> {noreply, S}.
handle_info(_, S) -> {noreply, S}.
handle_event(E, P) -> P ! {event, clean(E)}, {ok, P}.
server_crash() -> add(), {ok, P} = gen_server:start(?MODULE, x, []), catch gen_server:call(P, crash), all().
server_exit() -> add(), {ok, P} = gen_server:start({local, logged_server}, ?MODULE, x, []), catch gen_server:call(P, exit), all().
init_crash() -> add(), R = gen_server:start(?MODULE, {crash, oops}, []), [element(1, R), all()].
proc_crash() -> add(), P = proc_lib:spawn(fun() -> exit(bad) end), M = monitor(process, P), receive {'DOWN', M, _, _, _} -> ok end, all().
plain_crash() -> add(), P = spawn(fun() -> error(plain) end), M = monitor(process, P), receive {'DOWN', M, _, _, _} -> ok end, all().
throw_crash() -> add(), P = spawn(fun() -> throw(ball) end), M = monitor(process, P), receive {'DOWN', M, _, _, _} -> ok end, all().
exit_is_silent() -> add(), P = spawn(fun() -> exit(quiet) end), M = monitor(process, P), receive {'DOWN', M, _, _, _} -> ok end, all().
supervisor_report() -> add(), process_flag(trap_exit, true), {ok, S} = supervisor:start_link(?MODULE, {#{intensity => 0}, [#{id => c, start => {?MODULE, child, []}}]}), [{_, C, _, _}] = supervisor:which_children(S), exit(C, boom), receive {'EXIT', S, R} -> ok end, [R, all()].
child() -> {ok, spawn_link(fun() -> receive after infinity -> ok end end)}.

%% ---- error_logger
error_logger_calls() -> add(), error_logger:error_msg("e ~p", [1]), error_logger:warning_msg("w"), error_logger:info_msg("i"), error_logger:error_report([{a, 1}]), error_logger:warning_report(my_type, x), error_logger:error_report(my_type, "text"), all().
report_handler() -> [error_logger:add_report_handler(?MODULE, self()), error_logger:error_msg("e ~p~n", [1]), error_logger:error_report([{a, 1}]), next(), next(), error_logger:delete_report_handler(?MODULE)].

%% ---- Text
formatter() -> E = #{level => error, msg => {"text ~p", [1]}, meta => #{time => 0, pid => list_to_pid("<0.1.0>")}}, [lists:flatten(logger_formatter:format(E, #{template => [level, " ", msg, "\n"]})), lists:flatten(logger_formatter:format(E#{msg => {report, #{a => 1}}}, #{template => [msg], single_line => true}))].
stderr() -> [io:format(standard_error, "text~n", []), io:put_chars(standard_error, "x"), is_pid(whereis(standard_error)), is_pid(whereis(user)), io:columns(standard_error), io:get_line(standard_error, ""), catch io:format(standard_error, id("~d"), [a])].
id(X) -> X.
