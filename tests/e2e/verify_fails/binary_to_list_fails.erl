-module(binary_to_list_fails).
-export([main/0]).
-compile(nowarn_unused_function).

n(X) -> X.
main() -> binary_to_list(n(1)).
