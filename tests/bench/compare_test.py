"""Tests the verdicts of bench/compare.py on invented times.

Usage: compare_test.py FOLDER_OF_BENCH
"""

import random
import sys
import unittest

sys.path.insert(0, sys.argv.pop(1))
sys.dont_write_bytecode = True
import compare  # noqa: E402


def said(base, candidate, again):
    return compare.verdict(base, candidate, again)["verdict"]


class Verdict(unittest.TestCase):
    def test_ranks_are_those_of_the_sign_test(self):
        known = {1: 1, 6: 1, 8: 1, 9: 2, 12: 3, 20: 6, 100: 40}
        self.assertEqual({n: compare.lower_rank(n) for n in known}, known)

    def test_what_is_equal_is_the_same(self):
        self.assertEqual(said([1.0] * 7, [1.0] * 7, [1.0] * 7), "same")

    def test_a_fifth_more_under_little_noise_is_slower(self):
        base = [1.0, 1.01, 0.99, 1.0, 1.02, 1.0, 0.99]
        self.assertEqual(said(base, [1.2 * t for t in base], base[::-1]), "slower")
        self.assertEqual(said(base, [0.8 * t for t in base], base[::-1]), "faster")

    def test_what_the_base_does_against_itself_is_no_regression(self):
        base, again = [1.0] * 7, [1.1, 0.95, 1.08, 1.0, 0.92, 1.05, 1.0]
        self.assertEqual(said(base, [1.05] * 7, again), "same")
        self.assertEqual(said(base, [1.12] * 7, again), "slower")

    def test_a_machine_that_slows_down_hits_all_alike(self):
        base = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]
        self.assertEqual(said(base, base, base), "same")
        self.assertEqual(said(base, [1.1 * t for t in base], base), "slower")

    def test_one_disturbed_round_of_nine_decides_nothing(self):
        base = [1.0] * 9
        self.assertEqual(said(base, [9.0] + [1.0] * 8, base), "same")
        self.assertEqual(said(base, [0.1] + [1.2] * 8, base), "slower")

    def test_what_looks_slower_once_is_not_slower(self):
        slow, quick = {"verdict": "slower"}, {"verdict": "same"}
        results = {"a": dict(slow), "b": dict(slow), "c": dict(quick), "d": dict(slow)}
        compare.confirm(results, {"a": dict(slow), "b": dict(quick)})
        self.assertEqual(compare.slower_cases(results), ["a"])

    def test_cases_are_found_by_their_exact_names(self):
        wanted = compare.exactly(["x_bench: score/a.b(c)", "x_bench: d", "whole job: avx2"])
        self.assertEqual(wanted("x_bench"), r"^(score/a\.b\(c\)|d)$")
        self.assertEqual(wanted("whole job"), "^(avx2)$")
        self.assertIsNone(wanted("y_bench"))
        self.assertRegex("score/a.b(c)", wanted("x_bench"))

    def test_jobs_go_by_their_whole_name(self):
        self.assertEqual(compare.by_pattern("job: avx")("whole job"), "^avx2$|^avx512$")
        self.assertIsNone(compare.by_pattern("score/")("whole job"))
        self.assertEqual(compare.by_pattern("score/")("x_bench"), "score/")

    def test_equal_programs_rarely_look_slower(self):
        draw = random.Random(5)

        def times():
            return [draw.lognormvariate(0, 0.05) for _ in range(7)]

        wrong = sum(said(times(), times(), times()) != "same" for _ in range(2000))
        self.assertLess(wrong, 2000 * 0.02)


if __name__ == "__main__":
    unittest.main()
