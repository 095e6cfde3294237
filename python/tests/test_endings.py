"""What ends early: an interpreter while threads score, a call at Ctrl-C, a forked process."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import mtgauge


def run(code):
    return subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=60)


ENDS = {
    # Threads are in each part of a call when the interpreter ends.
    "short calls": "refs, metric = ['a b c d e f'] * 20, 'bleu'",
    "long calls": "refs, metric = ['a b c d e f'] * 20000, 'bleu'",
    "generators": "refs, metric = ['a b c d e f'] * 2000, 'chrf'",
    "a long segment": "refs, metric = [' '.join(str(i * i % 997) for i in range(1500))], 'ter:dialect=tercom'",
}


@pytest.mark.parametrize("work", ENDS.values(), ids=ENDS)
def test_the_interpreter_ends_while_threads_score(work):
    for _ in range(2):
        done = run(f"""
            import mtgauge, threading, time
            {work}
            scorer = mtgauge.Scorer(metric)
            hyps = [" ".join(reversed(text.split())) for text in refs]
            prepared = scorer.prepare(refs)
            def score():
                while True:
                    mtgauge.score(refs, (text for text in hyps), metrics=metric, threads=1)
                    scorer.scores(prepared, hyps)
            for _ in range(3):
                threading.Thread(target=score, daemon=True).start()
            time.sleep(0.05)
        """)
        assert (done.returncode, done.stderr) == (0, "")


def test_exit_handlers_may_score():
    done = run("""
        import atexit
        atexit.register(lambda: print(mtgauge.score(["a b"] * 30000, ["a b"] * 30000, metrics="chrf").score))
        import mtgauge
        atexit.register(lambda: print(mtgauge.score(["a b"], ["a b"], metrics="chrf").score))
    """)
    assert (done.returncode, done.stdout) == (0, "100.0\n100.0\n")


def words(count):
    """Texts that are far apart by moves of words: a distance that takes long."""
    text = [f"w{i * i % 997}" for i in range(count)]
    return " ".join(text), " ".join(word for i in range(0, count, 7) for word in reversed(text[i:i + 7]))


REF, HYP = words(1500)  # 0.5 s under sacreBLEU's rules, a minute under tercom's
TERCOM = mtgauge.Scorer("ter:dialect=tercom")
TER = mtgauge.Scorer("ter")
MANY = 400

CALLS = {
    "a long segment": lambda: TERCOM.scores(TERCOM.prepare([REF]), [HYP]),
    "many long segments": lambda: TER.scores(TER.prepare([REF]), [HYP] * MANY, [0] * MANY),
    "a batch of long segments": lambda: mtgauge.score([REF] * MANY, [HYP] * MANY, metrics="ter"),
    "a matrix": lambda: mtgauge.matrix([HYP] * MANY, [REF] * MANY, metric="ter"),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_ctrl_c_ends_long_segments(call):
    # A background process may have been started with SIGINT ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        call()
    assert time.monotonic() - begun < 5


# In an interpreter of its own: what other packages do at the end of a forked process may wait for ever.
def test_a_forked_process_leaves_its_parents_rows():
    done = run("""
        import mtgauge, os, sys
        rows = mtgauge.Rows(["The gate is open."], ["The gate was open."], metrics="chrf")
        child = os.fork()
        if child == 0:
            own = mtgauge.Rows(["a"], ["a"], metrics="chrf")
            del rows, own
            sys.exit()
        os.waitpid(child, 0)
        print(rows.score().segments)
        print(rows.path)
    """)
    segments, path = done.stdout.split()
    assert done.returncode == 0 and segments == "1", done.stderr
    assert not os.path.exists(os.path.dirname(path))


def test_a_process_removes_its_rows_at_its_end():
    done = run("""
        import mtgauge
        rows = mtgauge.Rows(["a"], ["a"], metrics="chrf")
        print(rows.path)
    """)
    assert done.returncode == 0 and not os.path.exists(os.path.dirname(done.stdout.strip()))


def test_a_forked_process_ends_while_its_parent_scores():
    done = run("""
        import mtgauge, os, threading, time
        refs = ["a b c d e f"] * 20000
        def score():
            while True:
                mtgauge.score(refs, refs, metrics="ter", threads=1)
        threading.Thread(target=score, daemon=True).start()
        time.sleep(0.1)
        begun = time.monotonic()
        child = os.fork()
        if child:
            os.waitpid(child, 0)
            print(time.monotonic() - begun)
    """)
    assert done.returncode == 0 and float(done.stdout) < 5, done.stderr
