"""Shared code of the scripts that compare with definitions: comparing figures on a sequence of
random tables."""

import argparse
import math
import os
import random
import tempfile


class Mismatch(Exception):
    pass


def check(what, got, want, tolerance=1e-12):
    if want is None or math.isnan(want):
        if got is not None:
            raise Mismatch(f"{what}: {got}, there is no value")
    elif got is None or abs(got - want) > tolerance * max(1, abs(want)):
        raise Mismatch(f"{what}: {got} instead of {want}")


def compare_tables(description, compare):
    """Calls compare(program, random, folder) for each table. Returns (tables, compared figures)."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--mtgauge", required=True)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(args.tables):
            rng = random.Random(f"{args.seed} {number}")
            try:
                compared += compare(os.path.abspath(args.mtgauge), rng, folder)
            except Mismatch as mismatch:
                raise SystemExit(f"table {number} of seed {args.seed}: {mismatch}") from mismatch
    return args.tables, compared
