"""Interaction with the process: threads, signals, forks, memory, import."""

import copy
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import mtgauge

REFS = [f"segment {i} of a text that has many more" for i in range(3000)]
HYPS = [text.replace("many", "some") for text in REFS]


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)


def test_import_is_light():
    code = """
import sys, threading, os
import mtgauge
assert not any(name in sys.modules for name in ("numpy", "pandas", "pyarrow", "polars", "torch"))
assert len(os.listdir("/proc/self/task")) == 1, "a thread was started"
mtgauge.score(refs=["a"], hyps=["a"]).score
assert not any(name in sys.modules for name in ("inspect", "dataclasses", "tempfile", "mtgauge._options")), "slow to import"
"""
    done = run(code)
    assert done.returncode == 0, done.stderr


def score(_=None):
    return mtgauge.score(REFS, HYPS, metrics=["bleu", "chrf"]).systems[0].scores[1].score


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_may_be_forked_after_use(method):
    wanted = score()
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map_async(score, range(4)).get(timeout=100) == [wanted] * 4
    assert score() == wanted


def check_forks(count, wanted):
    for _ in range(count):
        child = os.fork()
        if child == 0:
            os._exit(0 if score() == wanted else 1)
        deadline = time.monotonic() + 60
        while True:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                break
            if time.monotonic() > deadline:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                pytest.fail("the child hangs")
            time.sleep(0.001)
        assert status == 0


def test_a_fork_without_exec_scores_and_exits():
    check_forks(1, score())


# The threads of the parent hold locks at that time, which nobody opens in the child.
def test_forks_while_another_thread_scores():
    wanted = score()
    done = threading.Event()

    def work():
        while not done.is_set():
            report = mtgauge.score(REFS, HYPS, metrics=["bleu", "chrf"])
            for _ in range(100):
                assert copy.copy(report).systems[0].scores[1].score == wanted

    thread = threading.Thread(target=work)
    thread.start()
    try:
        check_forks(300, wanted)
    finally:
        done.set()
        thread.join()


def test_threads_score_at_once():
    wanted = score()
    found = []
    threads = [threading.Thread(target=lambda: found.append(score())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted] * 8


def test_the_gil_is_released():
    done = threading.Event()
    refs = REFS * 20

    def long_work():
        mtgauge.compare(refs, {"a": refs, "b": HYPS * 20}, metrics="ter", resamples=2000)
        done.set()

    thread = threading.Thread(target=long_work)
    thread.start()
    ticks = 0
    while not done.is_set():
        time.sleep(0.001)
        ticks += 1
    thread.join()
    assert ticks > 10


def test_ctrl_c_stops():
    # A background process may have been started with SIGINT ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    refs = [f"{i} " + "one two three four five " * 30 for i in range(40000)]
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(50):
            mtgauge.score(refs, [text[::-1] for text in refs[:100]] + refs[100:], metrics="ter")
    assert time.monotonic() - begun < 5
    assert score() == score()


def test_digits_do_not_depend_on_threads(monkeypatch):
    one = mtgauge.score(REFS, HYPS, threads=1)
    monkeypatch.setenv("MTGAUGE_THREADS", "3")
    assert mtgauge.score(REFS, HYPS) == one


def test_memory_stays_flat():
    scorer = mtgauge.Scorer("chrf:nw=2")
    prepared = scorer.prepare(REFS[:50])

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def work():
        for _ in range(2000):
            scorer.scores(prepared, HYPS[:50])
        for _ in range(200):
            mtgauge.score(REFS[:50], HYPS[:50])

    work()
    before = resident()
    work()
    assert resident() - before < 4 << 20


@pytest.mark.skipif(sys.version_info < (3, 12), reason="subinterpreters need 3.12")
def test_subinterpreters_get_an_error():
    done = run("""
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
try:
    print(interpreters.run_string(interpreters.create(), "import mtgauge"))
except Exception as error:
    print(error)
""")
    assert done.returncode == 0 and "ImportError" in done.stdout


def test_exit_while_a_thread_scores():
    done = run("""
import threading, mtgauge, time
refs = ["a b c d e f g h"] * 300000
threading.Thread(target=lambda: mtgauge.score(refs, refs, metrics="ter"), daemon=True).start()
time.sleep(0.05)
""")
    assert done.returncode == 0, done.stderr
