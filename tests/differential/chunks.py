"""Runs the chunks of a differential test on all CPUs."""

import argparse
import functools
import multiprocessing
import os
import random


class Mismatch(Exception):
    """The program and the reference tool differ."""


def pattern_of(spec, patterns):
    """Returns the longest of the patterns that the spec begins with."""
    return max((p for p in patterns if spec == p or spec.startswith((p + ":", p + ","))), key=len)


def _told(compare, arguments):
    try:
        return compare(*arguments), ""
    except Mismatch as mismatch:
        return 0, str(mismatch)


def compare_all(compare, chunks):
    """Returns how much `compare` compared in all chunks, and in how many of them it raised
    Mismatch. Prints the mismatches as they occur, and stops at the fifth."""
    compared, failures = 0, 0
    with multiprocessing.Pool(len(os.sched_getaffinity(0))) as pool:
        for count, failure in pool.imap_unordered(functools.partial(_told, compare), chunks):
            compared += count
            if failure:
                failures += 1
                print("DIFFERENT " + failure, flush=True)
                if failures == 5:
                    break
    return compared, failures


def run_comparisons(comparisons, compare, chunk):
    """Runs a test of several comparisons, by name, and exits: `compare(binary, name, seed, chunk)` for
    every chunk of the pairs that the command line asks for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--mtgauge", required=True)
    parser.add_argument("--pairs", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=sorted(comparisons))
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    failures = 0
    for what in [arguments.only] if arguments.only else comparisons:
        chunks = [(os.path.abspath(arguments.mtgauge), what, rng.randrange(1 << 30), chunk)
                  for _ in range((arguments.pairs + chunk - 1) // chunk)]
        compared, failed = compare_all(compare, chunks)
        failures += failed
        print("%s: %d pairs, %d figures equal" % (what, arguments.pairs, compared))
    raise SystemExit(1 if failures else 0)
