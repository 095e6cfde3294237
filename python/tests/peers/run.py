#!/usr/bin/env python3
"""Runs programs that were written for sacreBLEU, unchanged, on mtgauge.sacrebleu, and programs that take our answers.

  python python/tests/peers/run.py [--checkouts FOLDER] [PEER...]      (run.sh makes an environment for it)

Tests come from the source distributions of the programs, which pip downloads. evaluate's
distribution lacks its metrics, so FOLDER may contain a checkout of it. Metrics are also run twice
on generated text, with the drop-in and with sacreBLEU, and must print the same. Prints a line for
each. Exits with 1 if one failed, and with 77 if all were skipped.
"""

import argparse
import importlib.util
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
from typing import Callable, Dict, Optional, Sequence

HERE = pathlib.Path(__file__).resolve().parent

# Code that each Python process below runs first: installs the drop-in under sacreBLEU's name.
SITE = "import mtgauge.sacrebleu\nmtgauge.sacrebleu.install(identical=True)\n"
# With this code, Python gets empty modules in place of packages of neural metrics.
STAND_INS = f"import sys\nsys.path.append({str(HERE)!r})\nimport stand_ins\n"

# sacreBLEU's tests that need downloads or its table of all test sets.
DOWNLOADS = [
    "test/test_dataset.py",
    "test/test_api.py::test_api_get_source",
    "test/test_api.py::test_api_get_reference",
    "test/test_api.py::test_api_get_available_testsets",
    "test/test_api.py::test_api_get_available_testsets_for_langpair",
]


class Skipped(Exception):
    """The reason why a peer cannot be run here."""


class Place:
    """A temporary folder in which peers are run."""

    def __init__(self, folder: str, checkouts: Optional[str]):
        self.folder = pathlib.Path(folder)
        self._checkouts = checkouts and pathlib.Path(checkouts).resolve()

    def environment(self, *site: str) -> Dict[str, str]:
        """Returns an environment with these lines in a sitecustomize.py."""
        code = "".join(site)
        place = self.folder / f"site-{len(code)}"
        place.mkdir(exist_ok=True)
        (place / "sitecustomize.py").write_text(code)
        paths = [str(place), os.environ.get("PYTHONPATH", "")]
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
            "PYTHONDONTWRITEBYTECODE": "1",
            "HF_HUB_OFFLINE": "1",
            "DO_NOT_TRACK": "1",
        }

    def sources(self, distribution: str) -> pathlib.Path:
        """Returns an unpacked source distribution."""
        name, version = distribution.split("==")
        unpacked = self.folder / f"{name}-{version}"
        if not unpacked.exists():
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
            command += ["--disable-pip-version-check", "--no-binary", name]
            command += ["--dest", str(self.folder), distribution]
            if subprocess.run(command).returncode != 0:
                raise Skipped(f"the source distribution of {distribution} cannot be had here")
            with tarfile.open(self.folder / f"{name}-{version}.tar.gz") as packed:
                packed.extractall(self.folder)
        return unpacked

    def checkout(self, name: str) -> pathlib.Path:
        if self._checkouts is None or not (self._checkouts / name).is_dir():
            raise Skipped(f"there is no --checkouts folder with {name}")
        return self._checkouts / name


def need(*modules: str) -> None:
    for module in modules:
        if importlib.util.find_spec(module) is None:
            raise Skipped(f"{module} is not installed")


def pytest(folder: pathlib.Path, environment: Dict[str, str], *arguments: str) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=folder, env=environment).returncode == 0


def script(place: Place, name: str, *site: str, arguments: Sequence[str] = ()) -> bool:
    command = [sys.executable, str(HERE / name), *arguments]
    return subprocess.run(command, cwd=place.folder, env=place.environment(*site)).returncode == 0


def beside(place: Place, script: str, *arguments: str) -> bool:
    """Returns whether a script of this folder prints the same with the drop-in and with sacreBLEU."""
    need("sacrebleu")
    printed = []
    for site in (SITE, ""):
        done = subprocess.run(
            [sys.executable, str(HERE / script), *arguments],
            cwd=place.folder, env=place.environment(site), stdout=subprocess.PIPE, text=True,
        )
        if done.returncode != 0:
            return False
        *lines, module = done.stdout.splitlines()
        printed.append(lines)
        if ("mtgauge" in module) != bool(site):
            print(f"{script} had sacrebleu from {module}")
            return False
    for ours, theirs in zip(*printed):
        if ours != theirs:
            print(f"ours:   {ours}\ntheirs: {theirs}")
    print(f"{len(printed[1])} lines compared")
    return printed[0] == printed[1] != []


def own_tests(place: Place) -> bool:
    """sacreBLEU's tests, with sacreBLEU's own package moved away."""
    source = place.sources("sacrebleu==2.6.0")
    (source / "sacrebleu").rename(source / "not-imported")
    deselected = [argument for name in DOWNLOADS for argument in ("--deselect", name)]
    return pytest(source, place.environment(SITE), "test", *deselected)


def lm_eval_tests(place: Place) -> bool:
    need("lm_eval")
    source = place.sources("lm_eval==0.4.13")
    (source / "lm_eval").rename(source / "not-imported")
    return pytest(source, place.environment(SITE), "tests/test_metrics.py")


def lm_eval_metrics(place: Place) -> bool:
    need("lm_eval")
    return beside(place, "lm_eval_metrics.py")


def lm_eval_task(place: Place) -> bool:
    need("lm_eval")
    return script(place, "lm_eval_task.py")


def evaluate_examples(place: Place) -> bool:
    """The examples in the modules of its metrics."""
    need("evaluate")
    metrics = place.checkout("evaluate") / "metrics"
    return script(place, "evaluate_examples.py", SITE, arguments=[str(metrics)])


def evaluate_metrics(place: Place) -> bool:
    need("evaluate")
    return beside(place, "evaluate_metrics.py", str(place.checkout("evaluate") / "metrics"))


def torchmetrics_examples(place: Place) -> bool:
    """The examples in its modules of text metrics."""
    need("torch", "torchmetrics")
    package = pathlib.Path(importlib.util.find_spec("torchmetrics").origin).parent
    names = ("sacre_bleu", "chrf", "ter", "bleu")
    files = [str(package / room / f"{name}.py") for name in names for room in ("text", "functional/text")]
    return pytest(place.folder, place.environment(SITE), "--doctest-modules", *files, "-k", "not plot")


def torchmetrics_metrics(place: Place) -> bool:
    need("torch", "torchmetrics")
    return script(place, "torchmetrics_metrics.py", SITE)


def torchmetrics_module(place: Place) -> bool:
    """Our metrics in torchmetrics."""
    need("torch", "torchmetrics")
    return script(place, "torchmetrics_module.py")


def evaluate_module(place: Place) -> bool:
    """Our metrics in evaluate."""
    need("evaluate")
    return script(place, "evaluate_module.py")


def mlflow(place: Place) -> bool:
    """Scores and a page in MLflow."""
    need("mlflow")
    return script(place, "loggers.py", arguments=["mlflow"])


def wandb(place: Place) -> bool:
    """Scores and a page in Weights & Biases."""
    need("wandb")
    return script(place, "loggers.py", arguments=["wandb"])


def mbrs_tests(place: Place) -> bool:
    """The tests of its lexical metrics and of its decoders with them, without those that need a
    neural model."""
    need("torch", "simple_parsing", "fastchrf")
    names = [f"mbrs/metrics/{name}_test.py" for name in ("bleu", "chrf", "ter")]
    names += [f"mbrs/decoders/{name}_test.py" for name in ("mbr", "aggregate_mbr", "pruning_mbr")]
    environment = place.environment(STAND_INS, SITE)
    return pytest(place.sources("mbrs==0.1.8"), environment, *names, "-k", "not comet")


def mbrs_plugin(place: Place) -> bool:
    """Our metrics in mbrs, compared with its own."""
    need("torch", "simple_parsing", "fastchrf")
    source = place.sources("mbrs==0.1.8")
    environment = place.environment(STAND_INS)
    environment["PYTHONPATH"] += os.pathsep + str(source)
    command = [sys.executable, str(HERE / "mbrs_plugin.py")]
    return subprocess.run(command, cwd=place.folder, env=environment).returncode == 0


PEERS: Dict[str, Callable[[Place], bool]] = {
    "sacrebleu-tests": own_tests,
    "lm_eval-tests": lm_eval_tests,
    "lm_eval-metrics": lm_eval_metrics,
    "lm_eval-task": lm_eval_task,
    "evaluate-examples": evaluate_examples,
    "evaluate-metrics": evaluate_metrics,
    "torchmetrics-examples": torchmetrics_examples,
    "evaluate-module": evaluate_module,
    "torchmetrics-metrics": torchmetrics_metrics,
    "torchmetrics-module": torchmetrics_module,
    "mlflow": mlflow,
    "wandb": wandb,
    "mbrs-tests": mbrs_tests,
    "mbrs-plugin": mbrs_plugin,
}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkouts", help="a folder with a checkout of evaluate")
    parser.add_argument("peers", nargs="*", metavar="PEER", help=f"of {', '.join(PEERS)}")
    arguments = parser.parse_args()
    unknown = set(arguments.peers) - PEERS.keys()
    if unknown:
        parser.error(f"no peer is called {unknown.pop()!r}; choose from {', '.join(PEERS)}")
    results: Dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder, arguments.checkouts)
        for name in arguments.peers or PEERS:
            print(f"=== {name}", flush=True)
            try:
                results[name] = "passed" if PEERS[name](place) else "FAILED"
            except Skipped as reason:
                results[name] = f"skipped: {reason}"
    print("=== all")
    for name, result in results.items():
        print(f"{name}: {result}")
    if "FAILED" in results.values():
        return 1
    return 0 if "passed" in results.values() else 77


if __name__ == "__main__":
    sys.exit(main())
