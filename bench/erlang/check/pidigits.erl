%% The first digits of pi by Gibbons' spigot; another process prints them as they come (the program that
%% seed 000, section VII describes, written anew). Only one process sends, so that there is only one
%% class; exploring everything (`--dpor none`) shows what blocking avoidance saves.
-module(pidigits).
-export([test/0, pidigits8_test/0, pidigits30/0]).

test() -> pidigits8_test().
pidigits8_test() -> run(8).
pidigits30() -> run(30).

run(N) ->
    Printer = spawn(fun print/0),
    digits(N, {1, 0, 1, 1}, Printer).

print() ->
    receive
        {digit, D} -> io:put_chars([$0 + D]), print();
        finished -> io:nl()
    end.

%% {Q, R, T, K}: the linear fractional transformation and the next term of the series.
digits(0, _, Printer) -> Printer ! finished;
digits(N, {Q, R, T, K}, Printer) ->
    case {(3 * Q + R) div T, (4 * Q + R) div T} of
        {D, D} ->
            Printer ! {digit, D},
            digits(N - 1, {10 * Q, 10 * (R - D * T), T, K}, Printer);
        _ ->
            L = 2 * K + 1,
            digits(N, {Q * K, (2 * Q + R) * L, T * L, K + 1}, Printer)
    end.
