%% A little of everything that a .beam file can hold. To compile it again (OTP 25):
%%   erlc +deterministic -o tests/data tests/data/sample.erl
-module(sample).
-export([start/1, loop/2, area/1, pack/2, unpack/1, update/2, safely/1, funs/2, chars/1, kind/1]).
-record(state, {count = 0, names = [], last}).

start(N) ->
    Parent = self(),
    Ref = make_ref(),
    Pid = spawn_link(fun() -> Parent ! {Ref, loop(#state{}, N)} end),
    receive
        {Ref, Result} -> {Pid, Result};
        {'EXIT', Pid, Reason} -> exit(Reason)
    after 5000 -> timeout
    end.

loop(State, 0) -> State;
loop(#state{count = Count, names = Names} = State, N) ->
    receive
        {name, Name} when is_atom(Name), Name =/= nil ->
            loop(State#state{count = Count + 1, names = [Name | Names]}, N - 1);
        stop -> State
    after 0 -> loop(State#state{last = N}, N - 1)
    end.

area({circle, R}) -> 3.14159 * R * R;
area({square, A}) when A > 1.0 -> A * A / 2.5 - A.

pack(A, B) -> <<A:13/little-signed, "header", B/binary, A/utf8, 1.5:32/float, (byte_size(B)):16>>.

unpack(<<"header", Size:8, Body:Size/binary, Rest/bits>>) -> {Body, unpack(Rest)};
unpack(<<C/utf8, N:7/signed-little, F/float, Rest/bits>>) when N < 12345678901234567890 -> [C, N, F | unpack(Rest)];
unpack(<<>>) -> [].

update(Map, Key) ->
    #{a := A} = Map,
    Map#{Key => A, b := {"a literal", [1, 2, 3], #{x => 1.0}, <<1:3>>, 123456789012345678901234567890}}.

safely(F) ->
    try F() of
        ok -> ok;
        Other -> {other, Other}
    catch
        throw:T -> T;
        error:E:Stack -> {E, Stack}
    after
        erase(safely)
    end.

funs(X, L) ->
    Y = X * 2,
    {fun lists:map/2, fun(Z) -> Y + Z end, fun(A, B) -> catch A(B) end, [Q || Q <- L, Q > Y]}.

chars(L) -> [case C of $a -> 1; $b -> 2; 'ü' -> 3; "日本" -> 4; _ -> 5 end || C <- L].

kind(T) ->
    case T of
        {_} -> one;
        {_, _} -> two;
        {_, _, _} -> three;
        [_ | _] -> list;
        _ when is_function(T, 2); is_map(T); is_boolean(T) -> other
    end.
