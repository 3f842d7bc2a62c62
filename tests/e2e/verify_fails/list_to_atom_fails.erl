-module(list_to_atom_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> list_to_atom(n(1)).
