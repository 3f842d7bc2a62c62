"""Random modules whose processes wait in one of several receives: receive_lines.py SEED MODULES.

Writes m1.erl, ... and prints a line "MODULE TEST LINE" for each test: a process that the test starts
is stuck in the receive at that line. The compiler orders the clauses of functions, the branches of a
case and the funs as it likes, and keeps no lines of receives.
"""
import random
import sys

ATOMS = ["ok", "error", "go", "stop", "release", "acquire", "reply", "down"]
KEYS = ["a", "b", "c", "d", "e", "f", "g", "h", "1", "2", "3", "4"]


def pattern(dice):
    atom = dice.choice(ATOMS)
    return dice.choice([atom, atom, f"{{{atom}, _}}", f"{{{atom}, 1}}", f"{{{atom}, {dice.choice(ATOMS)}}}",
                        f"{{{atom}, _, 2}}", f"[{atom} | _]", str(dice.randrange(5))])


def receive(dice, keys):
    patterns = sorted({pattern(dice) for _ in range(dice.randrange(1, 3))}, key=lambda _: dice.random())
    bodies = ["ok", f"f({dice.choice(keys)})", 'io:format("x")', "self() ! x", "exit(normal)"]
    clauses = [f"    {one} -> {dice.choice(bodies)}" for one in patterns]
    return ["receive", *[clause + ";" for clause in clauses[:-1]], clauses[-1], "end"]


def branches(dice, out, keys, first, last, between):
    """A receive for each key, all different; the lines where they stand."""
    lines, known = [], []
    for key in keys:
        out.append(first.format(key))
        if dice.random() < 0.4:
            out.append("    _ = lists:seq(1, 2),")
        lines.append(len(out) + 1)
        while (one := receive(dice, keys)) in known:
            pass
        known.append(one)
        out.extend("    " + line for line in one)
        out[-1] += last + (between if key != keys[-1] else "")
    return lines


def module(dice, name):
    keys = dice.sample(KEYS, dice.randrange(2, 7))
    out = [f"-module({name}).", "-compile([export_all, nowarn_export_all])."]
    out += [f"t{i}() -> spawn(fun() -> f({key}) end) ! nothing." for i, key in enumerate(keys)]
    shape = dice.randrange(3)
    if shape == 0:
        lines = branches(dice, out, keys, "f({}) ->", "", ";")
        out[-1] += "."
    elif shape == 1:
        out += ["f(K) ->", "    case K of"]
        lines = branches(dice, out, keys, "    {} ->", "", ";")
        out.append("    end.")
    else:
        out += ["f(K) ->", "    Funs = #{"]
        lines = branches(dice, out, keys, "    {} => fun() ->", " end", ",")
        out += ["    },", "    (maps:get(K, Funs))()."]
    with open(f"{name}.erl", "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")
    for i, line in enumerate(lines):
        print(name, f"t{i}", line)


seed, modules = int(sys.argv[1]), int(sys.argv[2])
for number in range(modules):
    module(random.Random(f"{seed} {number}"), f"m{number}")
