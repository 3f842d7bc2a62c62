"""verify_expressions.py SEED COUNT FOLDER: what erl does with random expressions and guards, as programs.

Calls of built-in and library functions and guards, with arguments that fit or do not, are evaluated
by erl. Then programs are written into FOLDER that evaluate them again and have a label exactly where
erl went: behind the result, the exception or the clause. None of these labels is unreachable.
"""
import os
import random
import subprocess
import sys

POOL = """a;true;false;undefined;0;1;2;-1;3;1.5;0.0;1.0;[];[a];[1,2,3];[{a,1},{b,2}];[{1.0,x},{1,y}];[a|b]
[[a],[b]];[[a],b];{a,1};{};{b,2,c};#{};#{a=>1};#{1=>a,b=>2};<<"ab">>;<<1:3>>;"ab";<<>>;fun(X)->X end
fun(X,Y)->{X,Y} end;fun(_)->true end;fun(X,Y)->X=<Y end;fun(_,_)->false end;fun(_,_,Acc)->Acc end
fun()->z end;1180591620717411303424;9223372036854775807;-9223372036854775808;[true,false]
[fun(X)->X end];fun lists:reverse/1;fun erlang:is_atom/1;self();[a,b,a];4294967296;[c,b,a];make_ref()"""
POOL = POOL.replace("\n", ";").split(";")
LISTS = [text for text in POOL if text[0] in '["']
MAPS = [text for text in POOL if text[0] == "#"]
FUNS = [text for text in POOL if text.startswith("fun")]

TYPE_TESTS = """is_atom is_integer is_float is_number is_list is_tuple is_map is_binary is_bitstring
is_function is_pid is_reference is_boolean is_port""".split()
IN_GUARDS = """hd tl length tuple_size map_size byte_size size abs float trunc round not - bnot""".split()
COMPARE = "== /= =:= =/= < > =< >=".split()
INFIX = COMPARE + "+ - * / div rem band bor bxor bsl bsr and or xor andalso orelse ++ --".split()
# Module, number of arguments, functions.
FUNCTIONS = [
    ("", 1, TYPE_TESTS + IN_GUARDS + """bit_size + ceil floor atom_to_list list_to_atom
     integer_to_list list_to_integer list_to_tuple tuple_to_list binary_to_list list_to_binary
     iolist_to_binary iolist_size pid_to_list throw exit error integer_to_binary unlink demonitor
     unregister whereis erase get erlang:unalias erlang:cancel_timer garbage_collect""".split()),
    ("", 2, COMPARE + """+ - * / div rem band bor bxor bsl bsr and or xor ++ -- element is_function
     map_get is_map_key max min apply put exit""".split()),
    ("lists:", 1, "append max min last reverse sort usort sum flatten unzip concat".split()),
    ("lists:", 2, """append delete member nth nthtail sublist duplicate seq map filter foreach any all
     flatmap filtermap partition reverse sort usort keysort zip takewhile splitwith""".split()),
    ("lists:", 3, "foldl foldr keyfind keydelete keymember seq sublist mapfoldl keytake".split()),
    ("lists:", 4, "keystore keyreplace".split()),
    ("maps:", 1, "keys values to_list from_list size".split()),
    ("maps:", 2, "get find is_key remove take with without map filter foreach merge".split()),
    ("maps:", 3, "put update get fold update_with".split()),
    ("maps:", 4, ["update_with"]),
]
TAKE_FUNS = """map filter foreach any all flatmap filtermap partition foldl foldr fold mapfoldl
takewhile splitwith""".split()
VARIABLES = ["A", "B", "C", "D"]
TOGETHER = 40  # in one program

PROBE = """
one(I) ->
    Self = self(),
    {P, R} = spawn_monitor(fun() -> Self ! {done, I, evaluated(I)} end),
    receive
        {done, I, Result} -> Result;
        {'DOWN', R, process, P, _} -> {dead, ok}
    after 5000 -> exit(P, kill), {dead, ok}
    end.
evaluated(I) ->
    try {value, ?MODULE:(list_to_atom("c" ++ integer_to_list(I)))()} catch C:E -> {C, E} end.
pattern(X) when is_integer(X); is_float(X); is_atom(X) -> io_lib:format("~w", [X]);
pattern([]) -> "[]";
pattern([H | T]) -> ["[", pattern(H), "|", pattern(T), "]"];
pattern(X) when is_tuple(X) -> ["{", lists:join(",", [pattern(E) || E <- tuple_to_list(X)]), "}"];
pattern(_) -> "_".
all(N) ->
    [begin
         {Kind, X} = one(I),
         file:write_file("results", io_lib:format("~w ~s~n", [Kind, pattern(X)]), [append])
     end || I <- lists:seq(0, N - 1)].
"""


def call(function, arguments):
    if function in INFIX and len(arguments) == 2:
        return f"({arguments[0]} {function} {arguments[1]})"
    if function in ("not", "-", "+", "bnot"):
        return f"({function} {arguments[0]})"
    return f"{function}({','.join(arguments)})"


def guard(choose, depth):
    if depth == 0 or choose.random() < 0.15:
        return choose.choice(["A", "B", "A", "B", "a", "1", "0", "true", "false", "1.0", "[]"])
    if choose.random() < 0.45:
        return call(choose.choice(TYPE_TESTS + IN_GUARDS), [guard(choose, depth - 1)])
    function = choose.choice(COMPARE + "+ - * div rem and or andalso orelse element".split())
    return call(function, [guard(choose, depth - 1), guard(choose, depth - 1)])


def question(choose):
    """(whether it is a guard, the text, its arguments)"""
    if choose.random() < 0.35:
        text = guard(choose, 3)
        if choose.random() < 0.2:
            text += choose.choice([", ", "; "]) + guard(choose, 2)
        return True, text, [choose.choice(POOL), choose.choice(POOL)]
    module, count, functions = choose.choice(FUNCTIONS)
    function = choose.choice(functions)
    arguments = [choose.choice(POOL) for _ in range(count)]
    if module and choose.random() < 0.6:  # of the types that it takes
        arguments[-1] = choose.choice(LISTS if module == "lists:" else MAPS)
        if function in TAKE_FUNS or (function in ("sort", "usort") and count == 2):
            arguments[0] = choose.choice(FUNS)
        if function == "update_with":
            arguments[1] = choose.choice(FUNS)
        if function.startswith("key") and count > 2:
            arguments[1] = choose.choice(["1", "2", "0"])
            arguments[2] = choose.choice(LISTS)
    return False, call(module + function, VARIABLES[:count]), arguments


def heads(name, text, arguments, yes, no):
    variables = ",".join(VARIABLES[: len(arguments)])
    nothing = ",".join("_" for _ in arguments)
    return f"{name}({variables}) when {text} -> {yes};\n{name}({nothing}) -> {no}.\n"


def header(module):
    return f"-module({module}).\n-compile(export_all).\n-compile(nowarn_export_all).\n"


def answers(questions, folder):
    with open(f"{folder}/probe.erl", "w") as out:
        out.write(header("probe"))
        for i, (guards, text, arguments) in enumerate(questions):
            if guards:
                out.write(heads(f"e{i}", text, arguments, "yes", "no"))
            else:
                out.write(f"e{i}({','.join(VARIABLES[:len(arguments)])}) -> {text}.\n")
            out.write(f"c{i}() -> e{i}({','.join(arguments)}).\n")
        out.write(PROBE)
    quiet = {"cwd": folder, "check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run(["erlc", "-W0", "probe.erl"], **quiet)
    evaluate = f"probe:all({len(questions)}), halt()."
    subprocess.run(["erl", "-noshell", "-noinput", "-eval", evaluate], **quiet)
    with open(f"{folder}/results") as results:
        return [line.rstrip("\n").split(" ", 1) for line in results]


def program(i, asked, answer):
    (guards, text, arguments), (kind, pattern) = asked, answer
    label = f'?label("l{i}")'
    if guards:
        sides = (label, "ok") if pattern == "yes" else ("ok", label)
        return heads(f"t{i}", text, arguments, *sides)
    head = f"t{i}({','.join(VARIABLES[:len(arguments)])}) ->\n  try {text} of "
    if kind == "value":
        return head + f"{pattern} -> {label}; _ -> ok catch _:_ -> ok end.\n"
    return head + f"_ -> ok catch {kind}:{pattern} -> {label}; _:_ -> ok end.\n"


def main():
    seed, count, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    choose = random.Random(seed)
    questions = [question(choose) for _ in range(count)]
    found = answers(questions, folder)
    alive = [i for i in range(count) if found[i][0] != "dead"]
    for begin in range(0, len(alive), TOGETHER):
        part = alive[begin : begin + TOGETHER]
        name = f"expressions_{begin // TOGETHER}"
        with open(f"{folder}/{name}.erl", "w") as out:
            out.write(header(name) + '-include("heddle.hrl").\n')
            for i in part:
                out.write(f'-uncoverable("l{i} >= 1").\n')
            for i in part:
                out.write(program(i, questions[i], found[i]))
            calls = [f"  spawn(fun() -> t{i}({','.join(questions[i][2])}) end)" for i in part]
            out.write("main() ->\n" + ",\n".join(calls) + ".\n")
    for name in ("probe.erl", "probe.beam", "results"):
        os.remove(f"{folder}/{name}")


main()
