"""Runs the chunks of a differential test on all CPUs."""

import functools
import multiprocessing
import os


class Mismatch(Exception):
    """The program and the reference tool differ."""


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
