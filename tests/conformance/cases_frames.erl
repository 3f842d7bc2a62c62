%% Which functions a stack trace names, when the last calls were calls of funs, applies and natives,
%% as the last thing of a function and not; and that last calls need no stack.
-module(cases_frames).
-export([cases/0, frames/2, fails/1, loop/2, again/2, call/3]).

cases() ->
    [{?MODULE, frames, [How, What]} || How <- [fun_last, fun_body, fun2_last, apply_last, apply_body, mfa_last, mfa_body, apply3_last, apply3_body, apply2_last, apply2_body, plain_last, plain_body, catch_body, rest_last],
                                       What <- [own, native, undefined_function, undefined_module, export, wrong_arity, not_a_fun, lists_map, native2]] ++
        [{?MODULE, loop, [K, 100000]} || K <- [closure, export, named, mfa, apply]].

frames(How, What) ->
    try run(How, What) of Value -> {ok, Value}
    catch Class:Reason:Trace -> {Class, reason(Reason), [{M, F, arity(A), proplists:get_value(line, L)} || {M, F, A, L} <- until_here(Trace)]}
    end.
until_here(Trace) -> lists:takewhile(fun({M, F, _, _}) -> {M, F} =/= {?MODULE, frames} end, Trace).
arity(A) when is_list(A) -> length(A);
arity(A) -> A.
reason({R, _}) -> R;
reason(R) -> R.

run(How, What) ->
    R = ?MODULE:call(How, target(What), What),
    {r, R}.

target(own) -> fun(X) -> fails(X) end;
target(native) -> fun erlang:atom_to_list/1;
target(undefined_function) -> fun lists:nobody/1;
target(undefined_module) -> fun no_such_module:f/1;
target(export) -> fun ?MODULE:fails/1;
target(wrong_arity) -> fun(_, _) -> ok end;
target(not_a_fun) -> not_a_fun;
target(lists_map) -> fun(X) -> lists:map(fun fails/1, [X]) end;
target(native2) -> fun(X) -> atom_to_list(X) end.

call(fun_last, F, _) -> F(1);
call(fun_body, F, _) -> {F(1)};
call(fun2_last, F, _) -> G = fun(H) -> H(1) end, G(F);
call(apply_last, F, _) -> apply(F, [1]);
call(apply_body, F, _) -> {apply(F, [1])};
call(mfa_last, F, _) -> {M, N} = mfa(F), M:N(1);
call(mfa_body, F, _) -> {M, N} = mfa(F), {M:N(1)};
call(apply3_last, F, _) -> {M, N} = mfa(F), apply(M, N, one());
call(apply3_body, F, _) -> {M, N} = mfa(F), {apply(M, N, one())};
call(apply2_last, F, _) -> apply(F, one());
call(apply2_body, F, _) -> {apply(F, one())};
call(plain_last, _, native) -> atom_to_list(one());
call(plain_last, _, undefined_function) -> lists:nobody(1);
call(plain_last, _, _) -> ?MODULE:fails(1);
call(plain_body, _, native) -> {atom_to_list(one())};
call(plain_body, _, undefined_function) -> {lists:nobody(1)};
call(plain_body, _, _) -> {?MODULE:fails(1)};
call(catch_body, F, _) -> try F(1) catch throw:x -> ok end;
call(rest_last, F, _) -> R = {one()}, F(R).

one() -> [1].
mfa(F) when is_function(F) ->
    case erlang:fun_info(F, type) of
        {type, external} -> {module, M} = erlang:fun_info(F, module), {name, N} = erlang:fun_info(F, name), {M, N};
        _ -> {?MODULE, fails}
    end;
mfa(_) -> {?MODULE, not_there}.

fails(X) when X =/= 2 -> X + erlang:error(failed).

%% In the end the trace is short, whatever the number of rounds was.
loop(closure, N) -> F = fun(G, I) -> step(G, I) end, F(F, N);
loop(export, N) -> again(export, N);
loop(named, N) -> F = fun G(0) -> size_of_trace(); G(I) -> H = pick(G), H(I - 1) end, F(N);
loop(mfa, N) -> again(mfa, N);
loop(apply, N) -> again(apply, N).
step(_, 0) -> size_of_trace();
step(G, I) -> put(round, I), G(G, I - 1).
pick(G) -> G.
again(_, 0) -> size_of_trace();
again(export, I) -> F = pick(fun ?MODULE:again/2), put(round, I), F(export, I - 1);
again(mfa, I) -> M = pick(?MODULE), put(round, I), M:again(mfa, I - 1);
again(apply, I) -> put(round, I), apply(pick(?MODULE), again, [apply, I - 1]).
size_of_trace() -> try erlang:error(x) catch error:x:Trace -> length([F || {?MODULE, F, _, _} <- Trace]) < 5 end.
