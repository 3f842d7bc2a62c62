% A token goes round; the second place never holds two.
place(a). place(b). place('c d').
transition(t1, [a], [b]).
transition(t2, [b], ['c d']).
transition(t3, ['c d'], [a]).
init(a, 1).
target(1, [([b], 2)]).
target(2, [([a, b], 2)]).
