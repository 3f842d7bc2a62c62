#!/usr/bin/env python3
"""Checks the litmus programs with `heddle check`.

    run_on_heddle.py [--heddle BIN] [--mirror] [--erl OUTPUT] [MODULE | MODULE:FUNCTION]...

Every race_* program has at least two outcomes without reduction, and each other algorithm finds
exactly the same. Every commute_* program has one interleaving (commute_observed_*: with observers).
delayed_* and same_* programs are checked with delayed delivery; litmus_test.cpp says what they show.
--mirror: compiled with -DMIRROR. --erl: the output of run_on_erl.escript; every outcome in it must be
one of ours.
"""
import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

REDUCING = ["persistent", "source", "optimal", "observers"]
MOST = 50000  # interleavings without reduction


def programs(folder):
    for file in sorted(glob.glob(os.path.join(folder, "litmus_*.erl"))):
        module = os.path.basename(file)[:-4]
        for name in re.findall(r"^((?:race|commute|delayed|same)_\w+)\(\) ->", open(file).read(), re.M):
            yield module, name


class Checked:
    """What `heddle check --outcomes` said: the outcomes and the number of interleavings."""

    def __init__(self, heddle, beams, module, function, algorithm):
        command = [heddle, "check", "-m", module, "-t", function, "--pa", beams, "--dpor", algorithm,
                   "--keep_going", "--outcomes", "--interleaving_bound", str(10 * MOST)]
        if function.startswith(("delayed_", "same_")):
            command += ["--instant_delivery", "false"]
        run = subprocess.run(command, capture_output=True, text=True, timeout=120)
        blocks = run.stdout.strip().split("\n\n")
        counts = re.search(r"(\d+) outcomes?, (\d+) interleavings?, (\d+) sleep", blocks[-1])
        self.failure = None if counts else (run.stdout + run.stderr).strip()[-400:]
        self.outcomes = {plain("\n".join(b.split("\n")[1:])) for b in blocks[:-1]}
        self.interleavings = int(counts.group(2)) if counts else 0
        self.blocked = int(counts.group(3)) if counts else 0


def plain(outcome):
    """Processes that end normally are left out, and so are stack traces and places."""
    lines = []
    for line in outcome.split("\n"):
        line = re.sub(r"stuck at .*", "stuck", line)
        line = re.sub(r"exits with \{(.*),\[\{.*,\[.*\]\}\]\}$", r"exits with \1", line)
        if not line.endswith("exits with normal") or line.startswith("P "):
            lines.append(line)
    return "\n".join(sorted(lines))


def seen_on_erl(file):
    seen = {}
    program = None
    for line in open(file):
        head = re.match(r"(litmus_\w+:\w+)", line)
        body = re.match(r"\s+\d+  \{(stuck|\{.*\}),(\[.*\]),(\[[^{}]*\])\}$", line)
        if head:
            program = head.group(1)
        elif body and program:
            what, exits, stuck = body.groups()
            lines = [re.sub(r"^\{returned,(.*)\}$", r"P returns \1",
                            re.sub(r"^\{exited,(.*)\}$", r"P exits with \1", what))]
            lines = [] if what == "stuck" else lines
            lines += [f"{p} exits with {r}" for p, r in re.findall(r'\{"(P[\d.]+)",(.*?)\}(?=,\{"P|\]$)', exits)]
            lines += [p + " stuck" for p in re.findall(r'"(P[\d.]*)"', stuck)]
            seen.setdefault(program, set()).add("\n".join(sorted(lines)))
    return seen


def check(heddle, beams, module, function, on_erl):
    faults = []
    unreduced = Checked(heddle, beams, module, function, "none")
    if unreduced.failure:
        return ["none: " + unreduced.failure], 0
    if unreduced.interleavings > MOST:
        faults.append(f"none: {unreduced.interleavings} interleavings")
    if function.startswith("race_") and len(unreduced.outcomes) < 2:
        faults.append("none: one outcome only: " + "; ".join(unreduced.outcomes))
    if function.startswith("commute_") and len(unreduced.outcomes) > 1:
        faults.append("none: several outcomes: " + " | ".join(sorted(unreduced.outcomes)))
    for algorithm in REDUCING:
        reduced = Checked(heddle, beams, module, function, algorithm)
        if reduced.failure:
            faults.append(f"{algorithm}: {reduced.failure}")
            continue
        if reduced.outcomes != unreduced.outcomes:
            lost = " | ".join(sorted(unreduced.outcomes - reduced.outcomes)).replace("\n", "; ")
            new = " | ".join(sorted(reduced.outcomes - unreduced.outcomes)).replace("\n", "; ")
            faults.append(f"{algorithm}: lost [{lost}]" + (f" new [{new}]" if new else ""))
        if algorithm in ("optimal", "observers") and reduced.blocked:
            faults.append(f"{algorithm}: {reduced.blocked} sleep-set blocked")
        once = ["observers"] if "_observed_" in function else ["optimal", "observers"]
        if function.startswith("commute_") and algorithm in once and reduced.interleavings != 1:
            faults.append(f"{algorithm}: {reduced.interleavings} interleavings")
    for outcome in on_erl - unreduced.outcomes:
        faults.append("erl also: " + outcome.replace("\n", "; "))
    return faults, unreduced.interleavings


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", default=os.path.join(folder, "../../build/bin/heddle"))
    parser.add_argument("--mirror", action="store_true")
    parser.add_argument("--erl")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    on_erl = seen_on_erl(arguments.erl) if arguments.erl else {}
    bad = total = most = 0
    with tempfile.TemporaryDirectory() as beams:
        files = glob.glob(os.path.join(folder, "litmus_*.erl"))
        mirror = ["-DMIRROR"] if arguments.mirror else []
        subprocess.run(["erlc", "+debug_info", *mirror, "-o", beams, *files], check=True)
        for module, function in programs(folder):
            name = f"{module}:{function}"
            if arguments.names and name not in arguments.names and module not in arguments.names:
                continue
            faults, count = check(arguments.heddle, beams, module, function, on_erl.get(name, set()))
            total += 1
            most = max(most, count)
            bad += bool(faults)
            for fault in faults:
                print(f"{name} ** {fault}", flush=True)
    print(f"{total} programs, {bad} of them not as they should be; at most {most} interleavings each")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
