#!/usr/bin/env python3
"""How many workers one run and one server can feed: a simulation of the queue's turns.

    bench/queue/model.py build/bench/queue.json

The file is made by bench/queue/run: what 1, 2 and 32 workers spent on turns and on the rows of others, and
how long their tasks were. Prints what was measured, and then a simulation with these times: each worker
explores a task, applies the rows that others appended meanwhile, waits for the lock of the run's row, and
holds it for a turn. Tasks are drawn from the measured lengths, cut at a slice and stretched to it, since the
measurement's slices are as short as possible: a worker's tasks last a slice unless they end before. Slices
adapt as the queue's do: twenty times what the last commit took, within 2 and 10 s.

Of a parsimonious exploration nobody applies the rows of others: there are none.
"""
import argparse
import heapq
import json
import random

SHORTEST, LONGEST = 2000.0, 10000.0  # ms, of a slice
MEASURED_SLICE = 100.0  # ms, of bench/queue/run


def per(total, count):
    """Milliseconds of each, from a sum of microseconds."""
    return total / 1000 / count if count else 0.0


def draw(lengths, rng):
    """The length of a task, as a share of its slice."""
    bucket = rng.choices(range(len(lengths)), lengths)[0]
    upper = 2.0**bucket
    return min(1.0, rng.uniform(upper / 2 if bucket else 0, upper) / MEASURED_SLICE)


def simulate(workers, turn, apply, lengths, horizon=600_000.0, seed=1):
    rng = random.Random(seed)
    lock_free = 0.0  # when the lock is free
    rows = 0
    seen = [0] * workers
    explored = 0.0
    ready = [(rng.uniform(0, SHORTEST), worker) for worker in range(workers)]
    begun = {worker: 0.0 for worker in range(workers)}
    heapq.heapify(ready)
    while ready:
        now, worker = heapq.heappop(ready)
        if now > horizon:
            break
        explored += now - begun[worker]
        # Applying takes a time in which others append: what they do then is left for the turn.
        begin = max(now + apply * (rows - seen[worker]), lock_free)
        meanwhile = min(rows, (begin - now) / turn) if apply else 0
        done = begin + turn + apply * meanwhile
        rows += 1
        seen[worker] = rows
        lock_free = done
        wanted = min(max(20 * (done - now), SHORTEST), LONGEST)
        begun[worker] = done
        heapq.heappush(ready, (done + max(1.0, wanted * draw(lengths, rng)), worker))
    return explored / (workers * horizon), rows / horizon * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", help="what bench/queue/run measured")
    measured = json.load(open(parser.parse_args().file))
    print("| dpor | workers | turns/s | a turn, ms | waiting for it, ms | a row of others, ms | a task, ms | exploring |")
    print("|---|---|---|---|---|---|---|---|")
    for one in measured:
        turns = one["turns"]
        share = one["exploring"] / 1e6 / one["workers"] / one["seconds"]
        print(f"| {one['dpor']} | {one['workers']} | {turns / one['seconds']:.0f} | {per(one['in_turns'], turns):.2f} "
              f"| {per(one['waiting_for_turns'], turns):.2f} | {per(one['applying'], one['rows']):.3f} "
              f"| {per(one['exploring'], sum(one['lengths'])):.0f} | {share:.0%} |")
    print()
    print("| workers | optimal: exploring | turns/s | parsimonious: exploring | turns/s |")
    print("|---|---|---|---|---|")
    # Two workers on two cores have all they need: with 32 the times are those of the processor.
    base = {one["dpor"]: one for one in measured if one["workers"] == 2}
    for workers in (1, 2, 8, 32, 100, 300, 1000, 3000):
        cells = []
        for dpor in ("optimal", "parsimonious"):
            one = base[dpor]
            turn = per(one["in_turns"], one["turns"])
            apply = 0.0 if dpor == "parsimonious" else per(one["applying"], one["rows"])
            share, rate = simulate(workers, turn, apply, one["lengths"])
            cells += [f"{share:.1%}", f"{rate:.0f}"]
        print(f"| {workers:,} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
