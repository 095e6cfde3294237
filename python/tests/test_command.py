"""The program that the package brings: its script and `python -m mtgauge`."""

import os
import pathlib
import re
import subprocess
import sys
from importlib import metadata

import pytest

import mtgauge

SCRIPT = [os.path.join(os.path.dirname(sys.executable), "mtgauge")]
MODULE = [sys.executable, "-P" if sys.version_info >= (3, 11) else "-I", "-m", "mtgauge"]


def run(command, *arguments, cwd=None):
    return subprocess.run([*command, *arguments], capture_output=True, text=True, cwd=cwd, timeout=60)


@pytest.fixture
def texts(tmp_path):
    (tmp_path / "ref.txt").write_text("The gate is open.\nNobody came.\n")
    (tmp_path / "out.txt").write_text("The gate was open.\nNobody came.\n")
    return tmp_path


@pytest.mark.parametrize("command", [SCRIPT, MODULE])
def test_it_is_the_program(command, texts):
    done = run(command, "score", "ref.txt", "-i", "out.txt", "-m", "chrf", "-f", "tsv", cwd=texts)
    assert (done.returncode, done.stderr) == (0, "")
    score = float(done.stdout.splitlines()[1].split("\t")[2])
    assert score == mtgauge.score(refs=str(texts / "ref.txt"), hyps=str(texts / "out.txt"), metrics="chrf").score
    assert run(command, "--version").stdout.startswith("mtgauge 1.")
    assert "\nbuild: Python module, for " in run(command, "--version", "--verbose").stdout


@pytest.mark.parametrize("command", [SCRIPT, MODULE])
def test_exit_codes_and_errors(command, texts):
    absent = run(command, "score", "ref.txt", "-i", "absent.txt", cwd=texts)
    assert absent.returncode == 4
    assert absent.stderr.startswith("mtgauge: error: cannot open absent.txt: ")
    gate = run(command, "score", "ref.txt", "-i", "out.txt", "--require", "bleu>=99", cwd=texts)
    assert gate.returncode == 1
    unknown = run(command, "score", "--metrix", "bleu", cwd=texts)
    assert unknown.returncode == 2 and "--metrics" in unknown.stderr


def test_the_description_leads_nowhere():
    text = metadata.metadata("mtgauge").get_payload()
    assert "$ mtgauge score" in text
    assert not re.search(r"\]\(|<img|src=", text)


def test_the_command_needs_only_the_engine(texts):
    code = "import sys; before = set(sys.modules); import mtgauge.__main__; print(*sorted(set(sys.modules) - before))"
    loaded = run(MODULE[:2] + ["-c", code], cwd=texts).stdout
    assert [name for name in loaded.split() if "mtgauge" in name] == ["mtgauge", "mtgauge.__main__", "mtgauge._engine"]
    assert "typing" not in loaded


def test_names_of_files_are_bytes(texts):
    name = os.fsencode(str(texts)) + b"/\xff.txt"
    with open(name, "w") as file:
        file.write("The gate is open.\n")
    done = subprocess.run([*map(os.fsencode, SCRIPT), b"score", name, b"-i", name, b"-b"], capture_output=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, b"100.0\n")


def test_a_link_named_sacrebleu(texts):
    (texts / "sacrebleu").symlink_to(SCRIPT[0])
    done = run([str(texts / "sacrebleu")], "ref.txt", "-i", "out.txt", "-m", "chrf", "-b", cwd=texts)
    assert (done.returncode, done.stdout) == (0, "79.6\n")


def test_it_can_be_interrupted(texts):
    os.mkfifo(texts / "never")
    waiting = subprocess.Popen([*SCRIPT, "score", "never", "-i", "out.txt"], cwd=texts, stderr=subprocess.PIPE, text=True)
    with pytest.raises(subprocess.TimeoutExpired):
        waiting.wait(0.5)
    waiting.send_signal(2)
    _, errors = waiting.communicate(timeout=10)
    assert (waiting.returncode, errors) == (130, "mtgauge: error: interrupted\n")


def test_the_package_states_its_licences():
    assert metadata.metadata("mtgauge")["License-Expression"] == "Apache-2.0"
    notices = pathlib.Path(mtgauge.__file__).with_name("third-party-notices.txt").read_text()
    for work in ("nanobind", "libtbb-dev", "libabsl-dev", "libxml2-dev", "libstdc++-12-dev", "Unicode Character Database"):
        assert f"\n==== {work} ====\n" in notices
