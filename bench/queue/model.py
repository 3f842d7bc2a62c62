#!/usr/bin/env python3
"""How many workers one run and one server can feed: a simulation of the queue's turns.

    bench/queue/model.py --row 1.0 --apply 0.2 --slice 2000 10000

Each worker explores for a slice and applies the rows of the others. Then it takes a turn: it waits for
the lock of the run's row, holds it while it applies what came meanwhile and appends its own row, and
goes on. Slices adapt as
the queue's do: twenty times what the last commit took, within the limits. Times in milliseconds, as
bench/queue/run measures them. Prints the share of the time that the workers explore.
"""
import argparse
import heapq
import random


def simulate(workers, row, apply, shortest, longest, horizon, seed=1):
    rng = random.Random(seed)
    lock_free = 0.0  # when the lock is free
    rows = 0
    seen = [0] * workers
    commit = [row] * workers
    explored = 0.0
    ready = []
    for worker in range(workers):
        slice_ = rng.uniform(0, shortest)
        heapq.heappush(ready, (slice_, worker, slice_))
    while ready:
        now, worker, slice_ = heapq.heappop(ready)
        if now > horizon:
            break
        explored += slice_
        # Applying takes a time in which others append: what they do then is left for the turn.
        caught_up = now + apply * (rows - seen[worker])
        begin = max(caught_up, lock_free)
        meanwhile = min(rows, (begin - now) / row)
        done = begin + row + apply * meanwhile
        rows += 1
        seen[worker] = rows
        lock_free = done
        commit[worker] = done - now
        wanted = min(max(20 * commit[worker], shortest), longest)
        # Tasks end when they end: some well before the slice does.
        slice_ = wanted if rng.random() < 0.8 else rng.uniform(0.1, 1) * wanted
        heapq.heappush(ready, (done + slice_, worker, slice_))
    return explored / (workers * horizon), rows / horizon * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--row", type=float, default=1.0, help="of the server, for one row of the log")
    parser.add_argument("--apply", type=float, default=0.2, help="of a worker, for a row of another one")
    parser.add_argument("--slice", type=float, nargs=2, default=[2000, 10000], help="shortest and longest")
    arguments = parser.parse_args()
    print("workers  exploring  rows/s")
    for workers in (1, 2, 8, 32, 100, 300, 1000, 3000):
        share, rate = simulate(workers, arguments.row, arguments.apply, *arguments.slice, 600_000)
        print(f"{workers:7}  {share:8.1%}  {rate:6.0f}")


if __name__ == "__main__":
    main()
