#!/usr/bin/env python3
"""Compares the verb latency with omnisteval on invented logs of segments and of whole recordings, or
writes what omnisteval says about some of them as goldens."""

import argparse
import json
import logging
import math
import pathlib
import random
import subprocess
import sys
import tempfile

import omnisteval
import textgen
from omnisteval.io import load_resegmentation_inputs, load_shortform_instances
from omnisteval.resegment import resegment
from omnisteval.scoring import evaluate_instances
from textgen import CJK, ENGLISH, GERMAN, KANA

logging.disable(logging.CRITICAL)
# A byte order mark at the beginning of a file is no part of its text for mtgauge.
OTHERS = [word for word in textgen.OTHERS if "\ufeff" not in word]
MEASURES = ["al", "laal", "ap", "dal", "yaal"]
MARKS = [".", ",", "?", "!", ";", "(", ")", "-", "。", "！", "ー", "…"]


class Generator:
    def __init__(self, seed):
        self.rng = random.Random(seed)

    def word(self):
        kind = self.rng.random()
        if kind < 0.12:
            return self.rng.choice(MARKS)
        word = self.rng.choice(OTHERS if kind < 0.2 else GERMAN if kind < 0.4 else ENGLISH)
        return word.capitalize() if kind > 0.9 else word

    def units(self, unit, most):
        count = self.rng.randint(0, most)
        if unit == "word":
            return [self.word() for _ in range(count)]
        return list("".join(self.rng.choice(CJK + KANA + "Ab1。！") for _ in range(count)))

    def perturbed(self, units, unit):
        out = []
        for each in units:
            what = self.rng.random()
            if what < 0.12:
                out += self.units(unit, 3)
            if what > 0.2:
                out.append(each)
        return out

    def times(self, count, start, span):
        """Delays in a log are in ascending order, often several at once, as whole or real numbers."""
        whole = self.rng.random() < 0.5
        values = sorted(self.rng.uniform(start, start + span) for _ in range(count))
        values = [round(value) if whole else value for value in values]
        for i in range(1, count):
            if self.rng.random() < 0.4:
                values[i] = values[i - 1]
        return sorted(values)

    def record(self, unit, prediction, start, span, elapsed):
        text = (" " if unit == "word" else "").join(prediction)
        delays = self.times(len(prediction), start, span)
        record = {"prediction": text, "delays": delays, "prediction_length": len(prediction)}
        if elapsed:
            record["elapsed"] = [delay + 37.5 * (i + 1) for i, delay in enumerate(delays)]
        return record

    def short(self):
        rng = self.rng
        unit = rng.choice(["word", "word", "char"])
        elapsed = rng.random() < 0.6
        records, references = [], []
        for index in range(rng.randint(1, 12)):
            reference = self.units(unit, 14) or ["x"]
            length = rng.choice([0, rng.randint(500, 9000), rng.uniform(500, 9000)]) if rng.random() < 0.3 else 4000
            record = self.record(unit, self.perturbed(reference, unit), 0, rng.choice([2000, 6000, 12000]), elapsed)
            references.append((" " if rng.random() < 0.9 or unit == "char" else "  ").join(reference))
            if unit == "char" and rng.random() < 0.7:
                references[-1] = references[-1].replace(" ", "")
            records.append({"index": index, **record, "reference": references[-1], "source_length": length})
        return {"unit": unit, "records": records, "references": references if rng.random() < 0.5 else None}

    def long(self):
        rng = self.rng
        unit = rng.choice(["word", "word", "char"])
        elapsed = rng.random() < 0.6
        records, references, segments = [], [], []
        for number in range(rng.randint(1, 3)):
            at, words = rng.uniform(0, 5), []
            for _ in range(rng.randint(1, 7)):
                duration = round(rng.uniform(0.5, 9), rng.choice([1, 3, 9]))
                reference = self.units(unit, 12)
                references.append((" " if unit == "word" else "").join(reference))
                segments.append({"duration": duration, "offset": at, "speaker_id": "s", "wav": f"talks/t{number}.wav"})
                words += self.perturbed(reference, unit)
                at = round(at + duration + rng.choice([0, 0.3, -0.2]), 3)
            if not any(references[-len(segments):]) or not references[-1]:
                references[-1] = "x"
            record = self.record(unit, words, 0, 1000 * at * rng.choice([0.9, 1.1]), elapsed)
            source = f"/data/t{number}.wav"
            records.append({"source": [source, "16000"] if rng.random() < 0.5 else source, **record, "source_length": 1})
        rng.shuffle(records)
        return {"unit": unit, "records": records, "references": references, "segments": segments,
                "fix_elapsed": elapsed and rng.random() < 0.5}


def lines_of(texts):
    return "".join(text + "\n" for text in texts)


def yaml_of(segments, style):
    if style == "json":
        return json.dumps(segments)
    quoted = lambda value: f"'{value}'" if isinstance(value, str) and style == "lines" else str(value)
    fields = [[f"{key}: {quoted(value)}" for key, value in segment.items()] for segment in segments]
    if style == "lines":
        return "---\n" + "".join("- " + "\n  ".join(each) + "\n" for each in fields)
    return "".join("- {" + ", ".join(each) + "}\n" for each in fields)


def write(folder, case):
    """Writes the files of a case."""
    files = {"log": lines_of(json.dumps(record, ensure_ascii=False) for record in case["records"])}
    if case["references"] is not None:
        files["ref"] = lines_of(case["references"])
    if "segments" in case:
        style = ("braces", "lines", "json")[len(case["segments"]) % 3]
        files["segments." + ("json" if style == "json" else "yaml")] = yaml_of(case["segments"], style)
    for name, text in files.items():
        pathlib.Path(folder, name).write_text(text, encoding="utf-8")
    return files


def instances_of(folder, files, case, references):
    char = case["unit"] == "char"
    keys = {"emission_cu_key": "delays", "emission_ca_key": "elapsed", "char_level": char}
    segmentation = next((name for name in files if name.startswith("segments")), None)
    if segmentation is None:
        path = pathlib.Path(folder, "their_ref")
        path.write_text(lines_of(references), encoding="utf-8")
        return load_shortform_instances(f"{folder}/log", str(path), **keys), False
    words = load_resegmentation_inputs(f"{folder}/{segmentation}", None, f"{folder}/ref", f"{folder}/log",
                                       fix_emission_ca_flag=case["fix_elapsed"], **keys)
    return resegment(*words, char_level=char)[0], True


def theirs(folder, files, case):
    """Returns omnisteval's figures of all segments and of each."""
    references = case["references"] or [record["reference"] for record in case["records"]]
    instances, is_long = instances_of(folder, files, case, references)

    def figures(some):
        scores = evaluate_instances(some, compute_quality=False, is_longform=is_long)[0]
        prefix = "long_" if is_long else ""
        return {key: None if math.isnan(value) else value
                for key, value in ((f"{kind}{measure}", scores.get(f"{kind}{prefix}{measure}", math.nan))
                                   for kind in ("", "ca_") for measure in MEASURES)}

    return {"all": figures(instances), "each": [figures([one]) for one in instances]}


def figures_of(record):
    none = dict.fromkeys(MEASURES)
    return {kind + measure: (record[key] or none)[measure]
            for kind, key in (("", "delays"), ("ca_", "elapsed")) for measure in MEASURES}


def ours(binary, folder, files, case):
    command = [binary, "latency", *(["ref"] if "ref" in files else []), "-i", "log", "-q", "-sl", "-f", "json",
               "--latency-unit", case["unit"], *(["--fix-elapsed"] if case.get("fix_elapsed") else [])]
    for name in files:
        if name.startswith("segments"):
            command += ["--segmentation", name]
    run = subprocess.run(command, cwd=folder, capture_output=True)
    if run.returncode:
        sys.exit(run.stderr.decode())
    system = json.loads(run.stdout)["systems"][0]
    return {"all": figures_of(system), "each": [figures_of(each) for each in system["each"]]}


def cases(count, seed):
    for number in range(count):
        generator = Generator(seed * 1_000_003 + number)
        yield generator.short() if number % 2 == 0 else generator.long()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mtgauge")
    parser.add_argument("--logs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--golden", help="write goldens to this file")
    asked = parser.parse_args()
    figures, goldens = 0, []
    for number, case in enumerate(cases(40 if asked.golden else asked.logs, asked.seed)):
        with tempfile.TemporaryDirectory() as folder:
            files = write(folder, case)
            their = theirs(folder, files, case)
            if asked.golden:
                goldens.append({"unit": case["unit"], "fix_elapsed": case.get("fix_elapsed", False), "files": files, **their})
                continue
            mine = ours(asked.mtgauge, folder, files, case)
        if mine != their:
            sys.exit(f"log {number}: {json.dumps(case, ensure_ascii=False)}\nmtgauge:    {mine}\nomnisteval: {their}")
        figures += sum(value is not None for each in [mine["all"], *mine["each"]] for value in each.values())
    if asked.golden:
        text = json.dumps({"omnisteval": omnisteval.__version__, "cases": goldens}, ensure_ascii=False, indent=1)
        pathlib.Path(asked.golden).write_text(text + "\n", encoding="utf-8")
    else:
        print(f"{asked.logs} logs: all {figures} figures are equal to omnisteval's, to the last bit")


if __name__ == "__main__":
    main()
