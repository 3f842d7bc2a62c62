%% Messages and calls that may come later, or never. Whoever cancels them is not believed.
-module(timer).
-export([sleep/1, send_after/2, send_after/3, send_interval/2, send_interval/3, apply_after/4,
         apply_interval/4, exit_after/2, exit_after/3, kill_after/1, kill_after/2, cancel/1, tc/1,
         tc/3]).

sleep(T) -> receive after T -> ok end.
send_after(T, Message) -> send_after(T, erlang:self(), Message).
send_after(_, To, Message) -> later(fun() -> catch To ! Message end).
send_interval(T, Message) -> send_interval(T, erlang:self(), Message).
send_interval(_, To, Message) -> later(fun() -> again(fun() -> catch To ! Message end) end).
apply_after(_, M, F, A) -> later(fun() -> erlang:spawn(M, F, A) end).
apply_interval(_, M, F, A) -> later(fun() -> again(fun() -> erlang:spawn(M, F, A) end) end).
exit_after(T, Reason) -> exit_after(T, erlang:self(), Reason).
exit_after(_, P, Reason) -> later(fun() -> catch erlang:exit(P, Reason) end).
kill_after(T) -> kill_after(T, erlang:self()).
kill_after(T, P) -> exit_after(T, P, kill).
cancel(_) -> heddle:choice([{ok, cancel}, {error, badarg}]).
tc(F) -> V = F(), {heddle:any_integer(), V}.
tc(M, F, A) -> V = erlang:apply(M, F, A), {heddle:any_integer(), V}.

later(F) ->
    erlang:spawn(F),
    heddle:choice([{ok, heddle:opaque()}, {error, heddle:opaque()}]).
again(F) -> F(), again(F).
