"""Logs scores and a page to MLflow and Weights & Biases, as docs/python.md says, and reads them back.

MLflow writes into a folder and Weights & Biases works offline, so nothing leaves the machine.
"""

import glob
import os
import pathlib
import sys
import tempfile
import warnings
from typing import Dict

import mtgauge
from mtgauge.answers import Page, Report

REFS = ["The gate is open.", "Nobody came.", "It rained all day."] * 10
SYSTEMS = {"old": ["Gate open.", "Nobody.", "Rain all day."] * 10, "new": ["The gate is open.", "No one came.", "It rained."] * 10}


def of_mlflow(folder: str, numbers: Dict[str, float], answer: Report, page: Page) -> None:
    os.environ["MLFLOW_ALLOW_FILE_STORE"] = "true"  # MLflow 3 prefers a database
    import mlflow

    mlflow.set_tracking_uri(pathlib.Path(folder, "runs").as_uri())
    allowed = {name.replace("+", "p"): number for name, number in numbers.items()}
    with mlflow.start_run() as run:
        mlflow.log_metrics(allowed, step=3)
        mlflow.log_text(answer.to_json(), "scores.json")
        mlflow.log_text(page.html, "report.html")
    logged = mlflow.get_run(run.info.run_id)
    assert logged.data.metrics == allowed, logged.data.metrics
    assert mlflow.artifacts.load_text(logged.info.artifact_uri + "/scores.json") == answer.to_json()
    assert mlflow.artifacts.load_text(logged.info.artifact_uri + "/report.html") == page.html
    print(f"MLflow {mlflow.__version__}: {len(allowed)} scores, the answer and the page are there")


def of_wandb(folder: str, numbers: Dict[str, float], answer: Report, page: Page) -> None:
    import wandb

    run = wandb.init(project="mt", dir=folder, mode="offline", settings=wandb.Settings(silent=True))
    run.config.update({"scores": answer.to_dict()})
    run.log({**numbers, "report": wandb.Html(page.html, inject=False)}, step=3)
    run.log({}, step=4)  # ends step 3
    assert {name: run.summary[name] for name in numbers} == numbers, run.summary
    assert run.config["scores"] == answer.to_dict()
    run.finish()
    (html,) = glob.glob(folder + "/wandb/offline-run-*/files/media/html/*.html")
    assert page.html == pathlib.Path(html).read_text(encoding="utf-8")
    print(f"Weights & Biases {wandb.__version__}: {len(numbers)} scores and the page are there")


def main() -> None:
    warnings.simplefilter("ignore")
    answer = mtgauge.score(refs=REFS, hyps=SYSTEMS, metrics=["bleu", "chrf:nw=2"])
    page = mtgauge.report(refs=REFS, hyps=SYSTEMS, metrics="chrf", resamples=100)
    numbers = {f"{system.name}/{score.metric}": score.score for system in answer.systems for score in system.scores}
    with tempfile.TemporaryDirectory() as folder:
        {"mlflow": of_mlflow, "wandb": of_wandb}[sys.argv[1]](folder, numbers, answer, page)


if __name__ == "__main__":
    main()
