"""Compares `mtgauge explain` with the real compare-mt (words by frequency and case, segments by
length, length difference and score, n-grams, examples), with plain definitions (explain_twins.py),
and with the verbs compare, score and segments, on random corpora and, with --shared, on outputs of
real systems. compare-mt treats an empty line as one empty word, so corpora with empty lines are
compared with the definitions only. Started by explain.sh."""

import argparse
import contextlib
import functools
import glob
import io
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time
import traceback

import explain_twins as twins
from chunks import Mismatch, compare_all
from compare_mt import bucketers, compare_mt_main, reporters, scorers
from explain_texts import Corpus, CorpusMaker

SIZES = [1, 2, 3, 6, 20, 60, 150]
SYSTEMS = "ABC"
MOST_SEGMENTS = 10  # number of segments listed for an n-gram
SENTENCE_BLEU = "sentence-bleu:smooth=cc2"  # NLTK's method2, which is compare-mt's sentbleu


def differ(what, got, want):
    raise Mismatch("%s: %.300s instead of %.300s" % (what, got, want))


def same(what, got, want):
    if got != want:
        differ(what, repr(got), repr(want))


def near(what, got, want):
    if got is None or abs(got - want) > 1e-9 * max(1, abs(want)):
        differ(what, repr(got), repr(want))


def first_difference(got, want, path=""):
    """Returns the first difference of two JSON values as text, or None."""
    if isinstance(got, dict) and isinstance(want, dict):
        for key in list(want) + [key for key in got if key not in want]:
            if key not in got or key not in want:
                return "%s.%s is %s" % (path, key, "missing" if key not in got else "new")
            found = first_difference(got[key], want[key], path + "." + key)
            if found:
                return found
        return None
    if isinstance(got, list) and isinstance(want, list) and len(got) == len(want):
        for i, pair in enumerate(zip(got, want)):
            found = first_difference(*pair, "%s[%d]" % (path, i))
            if found:
                return found
        return None
    return None if got == want and type(got) is type(want) else "%s is %.200r instead of %.200r" % (
        path, got, want)


class Setup:
    """The settings for a corpus."""
    tokenizer, lowercase, stem, counts = "none", False, None, None
    metrics, tests, top, threads = ["bleu"], [], 10, 1
    documents, groups, annotated = None, None, False
    compare_mt = False  # whether compare-mt is compared, too
    json_lines = False


class Trial:
    """A corpus in files, and mtgauge's results for it, each computed once."""

    def __init__(self, binary, folder, corpus, setup):
        self.binary, self.folder, self.corpus, self.setup = binary, folder, corpus, setup
        self.segments = len(corpus.systems[0])
        self.names = list(SYSTEMS[:len(corpus.systems)])
        if setup.json_lines:
            self.write("corpus.jsonl", self.records())
            self.inputs = ["corpus.jsonl", "-i"] + ["corpus.jsonl:" + name for name in self.names]
            # The system of FILE:NAME is called NAME.
        else:
            references = []
            for r, lines in enumerate(corpus.references):
                references.append("ref%d" % r)
                self.write(references[-1], lines)
            for name, lines in zip(self.names, corpus.systems):
                self.write(name, lines)
            self.inputs = references + ["-i"] + self.names
        self.look = ["--metrics"] + setup.metrics
        if setup.tokenizer:
            self.look += ["--tokenize", setup.tokenizer]
        if setup.lowercase:
            self.look.append("--lowercase")
        if setup.stem:
            self.look += ["--stem", setup.stem]
        self.tests = list(setup.tests)
        if setup.documents:
            self.write("documents", setup.documents)
            self.tests += ["--documents", "documents"]

    def records(self):
        for i, texts in enumerate(zip(*self.corpus.references)):
            record = {"id": "s%d" % i, "refs": list(texts)}
            record.update((name, lines[i]) for name, lines in zip(self.names, self.corpus.systems))
            yield json.dumps(record, ensure_ascii=False)

    def write(self, name, lines):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8", newline="\n") as out:
            out.writelines(line + "\n" for line in lines)

    def run(self, arguments):
        command = [self.binary] + arguments
        done = subprocess.run(command, cwd=self.folder, capture_output=True, timeout=300, check=False,
                              stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise Mismatch("exit code %d, %s, from mtgauge %.600s" % (
                done.returncode, done.stderr.decode("utf-8", "replace").strip(), " ".join(arguments)))
        return done.stdout.decode("utf-8")

    def run_json(self, verb, arguments):
        return json.loads(self.run([verb] + self.inputs + self.look + arguments +
                                   ["-f", "json", "-q", "--threads", str(self.setup.threads)]))

    @functools.cached_property
    def explained(self):
        arguments = list(self.tests) + ["--examples", str(self.setup.top)]
        if self.setup.counts:
            self.write("counts", self.setup.counts)
            arguments += ["--counts", "counts"]
        if self.setup.groups:
            self.write("groups", self.setup.groups)
            arguments += ["--by", "topic=groups"]
        return self.run_json("explain", arguments)

    @functools.cached_property
    def compared(self):
        return self.run_json("compare", self.tests)

    @functools.cached_property
    def pairs(self):
        return [(pair["a"], pair["b"]) for pair in self.compared["metrics"][0]["pairs"]]

    @functools.cached_property
    def labels(self):
        """Returns {name of a metric in segments: compare's entry}."""
        return dict(zip(self.segment_scores, self.compared["metrics"]))

    @functools.cached_property
    def segment_scores(self):
        """Returns [metric, by its name in segments][system][segment]."""
        out = {}
        lines = self.run(["segments"] + self.inputs + self.look + ["-f", "json", "-q"])
        for line in lines.split("\n")[:-1]:
            for system, scores in json.loads(line)["scores"].items():
                for metric, score in scores.items():
                    out.setdefault(metric, {}).setdefault(system, []).append(score)
        return out

    def tokens(self, name, lines, lowercase):
        """Returns one list of words for each line."""
        self.write("lines." + name, lines)
        out = self.run(["tokenize", "-tok", self.setup.tokenizer or "13a", "-i", "lines." + name] +
                       (["-lc"] if lowercase else []))
        out = [line.split(" ") if line else [] for line in out.split("\n")[:-1]]
        same("lines of tokenize", len(out), len(lines))
        return out

    @functools.cached_property
    def words(self):
        """Returns (reference, {system: hypotheses})."""
        lowercase = self.setup.lowercase
        return (self.tokens("ref", self.corpus.first_references(), lowercase),
                {name: self.tokens(name, lines, lowercase)
                 for name, lines in zip(self.names, self.corpus.systems)})

    @functools.cached_property
    def counts(self):
        if not self.setup.counts:
            return twins.Counter(word for words in self.words[0] for word in words)
        out = {}
        for line in self.setup.counts:
            word, count = line.split("\t")
            out[word.lower() if self.setup.lowercase else word] = int(count)
        return out

    @functools.cached_property
    def bases(self):
        """Returns {word: base form}, the stem of the lower-cased word; None if there is no stemmer."""
        if not self.setup.stem:
            return None
        reference, systems = self.words
        words = sorted({word for text in [reference, *systems.values()] for line in text for word in line})
        self.write("vocabulary", words)
        stems = self.run(["tokenize", "-tok", "none", "-lc", "--stem", self.setup.stem, "-i", "vocabulary"])
        stems = stems.split("\n")[:-1]
        same("stems", len(stems), len(words))
        return dict(zip(words, stems))


# Comparisons with the other verbs

def check_head(trial):
    explained, setup = trial.explained, trial.setup
    same("schema", explained["schema"], "mtgauge.explain/1")
    same("segments", explained["segments"], trial.segments)
    same("systems", explained["systems"], trial.names)
    same("words_by", explained["words_by"], {
        "tokenizer": setup.tokenizer or "13a", "lowercase": setup.lowercase,
        "base_forms": bool(setup.stem)})
    got = {key: value for key, value in explained["comparison"].items() if key != "configuration"}
    want = {key: value for key, value in trial.compared.items() if key != "configuration"}
    difference = first_difference(got, want)
    if difference:
        raise Mismatch("comparison" + difference)
    return 1 + len(want["metrics"])


def segment_kinds(trial):
    """Returns {by: (names in order, kind of each segment)}."""
    reference = trial.words[0]
    out = {"length": (twins.LENGTH_NAMES, twins.length_kinds(reference)),
           "rarest word": (twins.FREQUENCY_NAMES + ["no words"],
                           twins.rarest_kinds(reference, trial.counts))}
    for by, kinds in (("document", trial.setup.documents), ("topic", trial.setup.groups)):
        if kinds:
            out[by] = (list(dict.fromkeys(kinds)), kinds)
    return out


def check_buckets(trial):
    wanted = segment_kinds(trial)
    same("buckets", [bucket["by"] for bucket in trial.explained["buckets"]], list(wanted))
    compared = 0
    for bucket in trial.explained["buckets"]:
        by = bucket["by"]
        names, kinds = wanted[by]
        got = [kind["name"] for kind in bucket["kinds"]]
        where = "segments by " + by
        if by != "rarest word" or "no words" in kinds:
            same(where, got, names)
        else:  # the last kind is listed only if there is such a segment, or always
            same(where, got[:len(names) - 1], names[:-1])
        for kind in bucket["kinds"]:
            same("%s, %s" % (where, kind["name"]), kind["segments"], kinds.count(kind["name"]))
        compared += len(got) + compare_groups(trial, where, bucket, kinds)
    return compared


def compare_groups(trial, where, bucket, kinds):
    trial.write("kinds", kinds)
    by = ["--by", "kind=kinds"]
    want = {(entry["group"], entry["metric"]): entry
            for entry in trial.run_json("compare", trial.tests + by)["metrics"]}
    scores = {(group["name"], score["metric"], system["name"]): score["score"]
              for group in trial.run_json("score", by)["groups"]
              for system in group["systems"] for score in system["scores"]}
    order = [kind["name"] for kind in bucket["kinds"] if kind["segments"]]
    same(where + ", groups", list(dict.fromkeys(entry["group"] for entry in bucket["metrics"])), order)
    same(where + ", entries", len(bucket["metrics"]), len(want))
    for entry in bucket["metrics"]:
        key = entry["group"], entry["metric"]
        if key not in want:
            raise Mismatch("%s: nothing compares %r" % (where, key))
        difference = first_difference(entry, want[key])
        if difference:
            raise Mismatch("%s, %r: %s" % (where, key, difference.lstrip(".")))
        for system in entry["systems"]:
            near("%s, %r of %s" % (where, key, system["name"]), system["score"],
                 scores[(*key, system["name"])])
    return len(want) + len(scores)


# Comparisons with definitions

def check_words(trial):
    reference, systems = trial.words
    kinds = {"frequency": (twins.FREQUENCY_NAMES, twins.frequency_kind(trial.counts)),
             "kind": (twins.LOOK_NAMES, twins.look_kind(reference))}
    if not trial.setup.lowercase:
        kinds["case"] = twins.CASE_NAMES, twins.case_kind
    same("words", [table["by"] for table in trial.explained["words"]], list(kinds))
    compared = 0
    for table in trial.explained["words"]:
        where = "words by " + table["by"]
        names, kind = kinds[table["by"]]
        same(where, [row["name"] for row in table["kinds"]], names)
        want = {name: twins.word_table(reference, texts, kind) for name, texts in systems.items()}
        for row in table["kinds"]:
            what = "%s, %s" % (where, row["name"])
            same(what + ", systems", [system["name"] for system in row["systems"]], trial.names)
            for system in row["systems"]:
                in_references, found = want[system["name"]]
                total = in_references[row["name"]]
                hypothesis, matches = found.get(row["name"], (0, 0))
                of = "%s, %s" % (what, system["name"])
                same(of, (row["reference"], system["hypothesis"], system["matches"]),
                     (total, hypothesis, matches))
                precision = matches / hypothesis if matches else 0.0
                recall = matches / total if matches else 0.0
                same(of + ", precision", system["precision"], precision)
                same(of + ", recall", system["recall"], recall)
                near(of + ", F1", system["f1"],
                     2 * precision * recall / (precision + recall) if matches else 0.0)
                compared += 6
    return compared


def ngram_lists(trial, table, want, where):
    compared = 0
    for direction, rows in want.items():
        got = table[direction]
        what = "%s, %s" % (where, direction)
        same(what, [row["ngram"] for row in got], [row["ngram"] for row in rows[:trial.setup.top]])
        for found, row in zip(got, rows):
            of = "%s, %r" % (what, row["ngram"])
            same(of, [found[key] for key in ("score", "a", "b", "reference")],
                 [row[key] for key in ("score", "a", "b", "reference")])
            same(of + ", segments", found["segments"], row["segments"][:MOST_SEGMENTS])
            compared += 1
    return compared


def check_ngrams(trial):
    reference, systems = trial.words
    tables = trial.explained["ngrams"]
    same("n-grams", [(table["a"], table["b"]) for table in tables], trial.pairs)
    compared = 0
    for table in tables:
        a, b = table["a"], table["b"]
        lists = twins.ngram_differences(reference, systems[a], systems[b])
        compared += ngram_lists(trial, table, dict(zip(("a_better", "b_better"), lists)),
                                "n-grams of %s and %s" % (a, b))
    return compared


def check_errors(trial):
    reference, systems = trial.words
    same("errors", [entry["system"] for entry in trial.explained["errors"]], trial.names)
    for entry in trial.explained["errors"]:
        hypotheses = systems[entry["system"]]
        where = "errors of " + entry["system"]
        same(where + ", words", (entry["reference_words"], entry["hypothesis_words"]),
             (sum(map(len, reference)), sum(map(len, hypotheses))))
        of_reference, of_hypothesis = twins.sum_errors(reference, hypotheses, trial.bases)
        for side, absent, want in (("reference", "missing", of_reference),
                                   ("hypothesis", "extra", of_hypothesis)):
            same("%s, %s" % (where, side), entry[side],
                 {name: want[name] for name in ("inflection", "order", "lexical", absent)})
    return 8 * len(trial.names)


def check_histograms(trial):
    reference, systems = trial.words
    histograms = {table["by"]: table for table in trial.explained["histograms"]}
    scaled = [label for label, entry in trial.labels.items() if entry["scale"] > 0]
    same("histograms", [table["by"] for table in trial.explained["histograms"]],
         ["length difference"] + scaled)
    for table in histograms.values():
        same("systems of histograms", [system["name"] for system in table["systems"]], trial.names)
    lengths = histograms["length difference"]
    same("length differences", lengths["kinds"], twins.DIFFERENCE_NAMES)
    for system in lengths["systems"]:
        same("length differences of " + system["name"], system["counts"],
             twins.difference_counts(reference, systems[system["name"]]))
    for label in scaled:
        table = histograms[label]
        same("tenths of " + label, table["kinds"], twins.TENTH_NAMES)
        for system in table["systems"]:
            scores = trial.segment_scores[label][system["name"]]
            same("tenths of %s of %s" % (label, system["name"]), system["counts"],
                 twins.tenth_counts(scores, trial.labels[label]["scale"]))
    return len(histograms) * len(trial.names)


def example_lists(trial, table, a, b, want, where):
    """`a`, `b`: scores of segments."""
    texts = dict(zip(trial.names, trial.corpus.systems))
    references = trial.corpus.first_references()
    for direction, segments in want.items():
        what = "%s, %s" % (where, direction)
        same(what, [row["segment"] for row in table[direction]], segments[:trial.setup.top])
        for row in table[direction]:
            i = row["segment"]
            of = "%s, %d" % (what, i)
            same(of, (row["a"], row["b"]), (a[i], b[i]))
            near(of, row["difference"], a[i] - b[i])
            same(of + ", texts", (row["reference"], row["a_text"], row["b_text"]),
                 (references[i], texts[table["a"]][i], texts[table["b"]][i]))
            same(of + ", id", row["id"], "s%d" % i if trial.setup.json_lines else None)
    return sum(map(len, want.values()))


def check_examples(trial):
    metric, entry = next(iter(trial.labels.items()))
    tables = trial.explained["examples"]
    same("examples", [(table["metric"], table["a"], table["b"]) for table in tables],
         [(metric, a, b) for a, b in trial.pairs])
    texts = dict(zip(trial.names, trial.corpus.systems))
    compared = 0
    for table in tables:
        a, b = (trial.segment_scores[metric][table[side]] for side in "ab")
        lists = twins.examples(
            list(zip(zip(*trial.corpus.references), texts[table["a"]], texts[table["b"]])), a, b,
            entry["higher_is_better"])
        compared += example_lists(trial, table, a, b, dict(zip(("a_better", "b_better"), lists)),
                                  "examples of %s and %s" % (table["a"], table["b"]))
    return compared


# Comparisons with compare-mt

class TextbookBleu(scorers.BleuScorer):
    """BLEU without two peculiarities of compare-mt: a segment too short for an n-gram counts as one
    that does not match, and an order without matches counts as one in which everything matches."""

    def _precision(self, ref, out, n):
        matches, _ = super()._precision(ref, out, n)
        return matches, max(0, len(out) - n + 1)

    def score_cached_corpus(self, sent_ids, cached_stats):
        sums = [sum(stats[2][n][0] for stats in cached_stats) for n in range(len(self.weights))]
        return super().score_cached_corpus(sent_ids, cached_stats) if all(sums) else (0.0, None)


def is_plain(outs, refs):
    """Returns whether compare-mt's peculiarities make no difference."""
    scorer = scorers.BleuScorer()
    stats = scorer.cache_stats(refs, outs)
    return all(len(out) >= 4 for out in outs) and all(
        sum(row[2][n][0] for row in stats) for n in range(4))


def tool_words(trial):
    """Returns words as they are in a file, since compare-mt lower-cases them itself."""
    return (trial.tokens("ref", trial.corpus.first_references(), False),
            [trial.tokens(name, lines, False) for name, lines in zip(trial.names, trial.corpus.systems)])


def tool_word_tables(trial, reference, outputs):
    lowercase = trial.setup.lowercase
    frequency = bucketers.FreqWordBucketer(
        freq_count_file=os.path.join(trial.folder, "counts") if trial.setup.counts else None,
        freq_data=reference, case_insensitive=lowercase)
    tables = {table["by"]: table["kinds"] for table in trial.explained["words"]}
    compared = 0
    for by, bucketer in (("frequency", frequency), ("case", bucketers.CaseWordBucketer())):
        if by == "case" and lowercase:
            continue  # compare-mt never lower-cases words in this table
        statistics = bucketer.calc_statistics(reference, outputs)[0]
        same("compare-mt: words by " + by, len(tables[by]), len(bucketer.bucket_strs))
        for s, rows in enumerate(statistics):
            for kind, (matches, total, output, recall, precision, f1) in zip(tables[by], rows):
                system = kind["systems"][s]
                where = "compare-mt: words by %s, %s, %s" % (by, kind["name"], system["name"])
                same(where, (system["matches"], kind["reference"], system["hypothesis"]),
                     (matches, total, output))
                for name, value in (("precision", precision), ("recall", recall), ("f1", f1)):
                    near(where + ", " + name, system[name], value)
                compared += 6
    return compared


def sentence_score(bucketer, ref, out):
    if bucketer.case_insensitive:
        ref, out = [[word.lower() for word in words] for words in (ref, out)]
    return bucketer.scorer.score_sentence(ref, out)[0]


def tool_buckets(trial, reference, outputs):
    lowercase = trial.setup.lowercase
    histograms = {table["by"]: table for table in trial.explained["histograms"]}
    compared = 0
    bucketer = bucketers.create_sentence_bucketer_from_profile("lengthdiff")
    for system, out in zip(histograms["length difference"]["systems"], outputs):
        corpus = bucketer.create_bucketed_corpus(out, ref=reference)
        same("compare-mt: length differences of " + system["name"], system["counts"],
             [len(part[0]) for part in corpus])
        compared += len(corpus)
    bucketer = bucketers.create_sentence_bucketer_from_profile("score", score_type="sentbleu",
                                                               case_insensitive=lowercase)
    for system, out in zip(histograms[trial.setup.metrics[0]]["systems"], outputs):
        where = "compare-mt: segments of %s by sentence-BLEU" % system["name"]
        counts = [0] * len(bucketer.bucket_strs)
        for i, pair in enumerate(zip(reference, out)):
            ours = trial.segment_scores[trial.setup.metrics[0]][system["name"]][i]
            theirs = sentence_score(bucketer, *pair)
            near("%s, score of %d" % (where, i), ours, theirs)
            # A rounded logarithm can put 50 just below 50, in either program.
            at_cut = abs(ours / 10 - round(ours / 10)) < 1e-9
            counts[bucketer.cutoff_into_bucket(ours) if at_cut else
                   bucketer.calc_bucket(pair[1], ref=pair[0])] += 1
        same(where, system["counts"], counts)
        compared += len(counts) + len(out)
    bucketer = bucketers.create_sentence_bucketer_from_profile("length")
    bucket = next(bucket for bucket in trial.explained["buckets"] if bucket["by"] == "length")
    scores = {(entry["group"], system["name"]): system["score"] for entry in bucket["metrics"]
              if entry["metric"] == "BLEU" for system in entry["systems"]}
    for name, out in zip(trial.names, outputs):
        corpus = bucketer.create_bucketed_corpus(out, ref=reference)
        for kind, (outs, refs, _) in zip(bucket["kinds"], corpus):
            where = "compare-mt: segments by length, %s, %s" % (kind["name"], name)
            same(where, kind["segments"], len(outs))
            if not outs:
                continue
            plain = is_plain(outs, refs)
            scorer = (scorers.BleuScorer if plain else TextbookBleu)(case_insensitive=lowercase)
            near(where + ("" if plain else " (textbook BLEU)"), scores[kind["name"], name],
                 scorer.score_corpus(refs, outs)[0])
            compared += 2
    return compared


def indices(trial, table):
    return trial.names.index(table["a"]), trial.names.index(table["b"])


def tool_ngrams(trial, reference, outputs):
    compared, top = 0, trial.setup.top
    for table in trial.explained["ngrams"]:
        a, b = indices(trial, table)
        report = compare_mt_main.generate_ngram_report(
            reference, outputs, compare_type="match", alpha=1.0, compare_directions="%d-%d" % (a, b),
            report_length=top, case_insensitive=trial.setup.lowercase)
        scores = report.scorelist[0]
        of = {" ".join(ngram): (score, report.matches[a][ngram], report.matches[b][ngram])
              for ngram, score in scores}
        for direction, listed in (("a_better", [score for _, score in scores[:top] if score > 0.5]),
                                  ("b_better", [score for _, score in scores[::-1][:top] if score < 0.5])):
            where = "compare-mt: n-grams of %s and %s, %s" % (table["a"], table["b"], direction)
            rows = table[direction]
            same(where, [row["score"] for row in rows], listed)
            for row in rows:
                same("%s, %r" % (where, row["ngram"]), (row["score"], row["a"], row["b"]),
                     of.get(row["ngram"]))
            # Ties are cut only at the end of the list, and in another order there.
            whole = {ngram for ngram, (score, _, _) in of.items()
                     if rows and (score > rows[-1]["score"] if direction == "a_better"
                                  else score < rows[-1]["score"])}
            same(where + ", before the last score",
                 {row["ngram"] for row in rows if row["score"] != rows[-1]["score"]}, whole)
            compared += len(rows)
    return compared


def tool_examples(trial, reference, outputs):
    compared, top = 0, trial.setup.top
    for table in trial.explained["examples"]:
        a, b = indices(trial, table)
        report = compare_mt_main.generate_sentence_examples(
            reference, outputs, score_type="sentbleu", report_length=top,
            compare_directions="%d-%d" % (a, b), case_insensitive=trial.setup.lowercase)
        rows = report.scorediff_lists[0]
        for direction, listed in (("a_better", [row for row in rows[:top] if row[0] < -1e-9]),
                                  ("b_better", [row for row in rows[::-1][:top] if row[0] > 1e-9])):
            where = "compare-mt: examples of %s and %s, %s" % (table["a"], table["b"], direction)
            same(where + ", how many", len(table[direction]), len(listed))
            for found, row in zip(table[direction], listed):
                near(where, found["difference"], -row[0])
                near(where, found["a"], row[1])
                near(where, found["b"], row[2])
                # In the same order, except if the last bit of equal scores differs.
                if not any(other[5] != row[5] and abs(other[0] - row[0]) < 1e-9 for other in rows):
                    same(where, found["segment"], row[5])
            compared += len(listed)
    return compared


def check_compare_mt(trial):
    if not trial.setup.compare_mt:
        return 0
    reporters.sys_names = trial.names
    reference, outputs = tool_words(trial)
    with contextlib.redirect_stdout(io.StringIO()):
        return sum(check(trial, reference, outputs)
                   for check in (tool_word_tables, tool_buckets, tool_ngrams, tool_examples))


CHECKS = [check_head, check_buckets, check_words, check_ngrams, check_errors, check_histograms,
          check_examples, check_compare_mt]


# Corpora

def random_setup(rng, maker, segments):
    setup = Setup()
    setup.top = rng.choice([1, 3, 10, 10, 10000])
    setup.threads = rng.randint(1, 3)
    setup.lowercase = rng.random() < 0.3
    setup.compare_mt = rng.random() < 0.5
    if setup.compare_mt:
        setup.metrics = [SENTENCE_BLEU, "bleu:smooth=none"]
    else:
        setup.tokenizer = rng.choice(["13a", "13a", "intl", "none", "zh", "char"])
        setup.metrics = rng.sample(["bleu", "chrf", "ter", "sentence-bleu"],
                                   rng.randint(1, 2))
        if "bleu" in setup.metrics:
            setup.stem = rng.choice([None, "en", "en", "porter", "de"])
        if not {"bleu", "sentence-bleu"} & set(setup.metrics):
            setup.tokenizer = None  # no metric would use it
    if rng.random() < 0.4:
        setup.counts = maker.counts(setup.lowercase)
    if rng.random() < 0.3:
        setup.groups = [rng.choice(["news", "speech", "< 3 & more"]) for _ in range(segments)]
    if rng.random() < 0.3:
        setup.documents = ["d%d" % (i // 3) for i in range(segments)]
    setup.tests = ["-B", "40", "--seed", str(rng.randrange(1000))]
    if rng.random() < 0.2:
        setup.tests += ["--test", "ar"]
    if rng.random() < 0.2:
        setup.tests += ["--baseline", "B"]
    if setup.documents and rng.random() < 0.5:
        setup.tests += ["--unit", "document"]
    return setup


def random_corpus(rng):
    """Returns (corpus, setup)."""
    maker = CorpusMaker(rng)
    segments = rng.choice(SIZES)
    setup = random_setup(rng, maker, segments)
    references = 1 if setup.compare_mt else rng.choice([1, 1, 2, 3])
    corpus = maker.corpus(segments, references, rng.choice([2, 2, 3]), not setup.compare_mt)
    missing = any(text is None for texts in corpus.references for text in texts)
    setup.json_lines = missing or rng.random() < 0.2
    return corpus, setup


def failures_of(binary, folder, corpus, setup, checks=CHECKS):
    """Returns ({check: difference}, number of equal comparisons)."""
    trial = Trial(binary, folder, corpus, setup)
    failures, compared = {}, 0
    try:
        trial.explained
    except Mismatch as mismatch:
        return {checks[0]: str(mismatch)}, 0
    for check in checks:
        try:
            compared += check(trial)
        except Mismatch as mismatch:
            failures[check] = str(mismatch)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            failures[check] = "the output is of another form: %r, %s" % (
                error, traceback.extract_tb(error.__traceback__)[-1])
    return failures, compared


def part_of(corpus, setup, kept):
    def pick(lines):
        return lines and [lines[i] for i in kept]

    part = Setup()
    part.__dict__.update(setup.__dict__, documents=pick(setup.documents), groups=pick(setup.groups))
    return Corpus([pick(lines) for lines in corpus.references],
                  [pick(lines) for lines in corpus.systems]), part


def shrink(binary, folder, corpus, setup, check, patience=120):
    """Returns a small set of segments with which the check still fails."""
    kept = list(range(len(corpus.systems[0])))
    step = max(1, len(kept) // 2)
    while step and patience:
        at = 0
        while at < len(kept) and patience:
            fewer = kept[:at] + kept[at + step:]
            patience -= 1
            if fewer and failures_of(binary, folder, *part_of(corpus, setup, fewer), [check])[0]:
                kept = fewer
            else:
                at += step
        step //= 2
    return kept


def show(corpus, setup):
    looks = {key: value for key, value in vars(setup).items() if key != "counts" or value}
    return "\n  %r\n  references %r\n  systems %r" % (looks, corpus.references, corpus.systems)


@contextlib.contextmanager
def folder_for(name, keep):
    if keep:
        path = os.path.join(keep, name)
        os.makedirs(path, exist_ok=True)
        yield path
    else:
        with tempfile.TemporaryDirectory(prefix="mtgauge-explain-") as path:
            yield path


def compare_corpus(binary, seed, number, keep):
    corpus, setup = random_corpus(random.Random("%d %d" % (seed, number)))
    with folder_for("corpus%d" % number, keep) as folder:
        failures, compared = failures_of(binary, folder, corpus, setup)
        if not failures:
            return compared
        told = []
        for check, failure in failures.items():
            kept = shrink(binary, folder, corpus, setup, check)
            small, part = part_of(corpus, setup, kept)
            failure = failures_of(binary, folder, small, part, [check])[0].get(check, failure)
            told.append("%s: %s" % (check.__name__, failure) + (
                show(small, part) if sum(len(str(text)) for texts in small.references + small.systems
                                         for text in texts) < 3000 else ""))
        raise Mismatch("corpus %d of seed %d: %s" % (number, seed, "\n".join(told)))


# Outputs of real systems. Only n-grams of their texts are printed.

def read_lines(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return file.read().split("\n")[:-1]


def shared_sets(folder):
    """Returns [(name, reference, [outputs], tokenizer)]."""
    sets = [("wmt17", os.path.join(folder, "wmt17", "ref.txt"),
             sorted(path for path in glob.glob(os.path.join(folder, "wmt17", "*.txt"))
                    if not path.endswith("/ref.txt")), "13a")]
    for reference in sorted(glob.glob(os.path.join(folder, "wmt21", "*.ref.A.*"))):
        start, language = reference.split(".ref.A.")
        tokenizer = {"zh": "zh", "ja": "char"}.get(language, "13a")
        sets.append((os.path.basename(start), reference,
                     sorted(glob.glob("%s.hyp.*.%s" % (start, language))), tokenizer))
    return [one for one in sets if os.path.exists(one[1]) and len(one[2]) > 1]


def compare_shared(binary, name, reference, outputs, tokenizer, number, keep):
    rng = random.Random(number)
    texts = [read_lines(path) for path in (reference, *outputs)]
    lines = [row for row in zip(*texts) if all(text.strip() for text in row)]
    columns = [list(column) for column in zip(*lines)]
    setup = Setup()
    setup.compare_mt, setup.tokenizer, setup.top = True, tokenizer, rng.choice([10, 100])
    setup.metrics = [SENTENCE_BLEU + ",tok=" + tokenizer, "bleu:smooth=none,stem=none"]
    setup.stem = "en" if reference.endswith(".en") else None
    setup.tests = ["-B", "40"]
    with folder_for("%s.%d" % (name, number), keep) as folder:
        failures, compared = failures_of(binary, folder, Corpus(columns[:1], columns[1:]), setup)
    if failures:
        raise Mismatch("%s of %s: %s" % (name, ", ".join(map(os.path.basename, outputs)), "\n".join(
            "%s: %s" % (check.__name__, failure) for check, failure in failures.items())))
    return compared


def shared_jobs(binary, folder, keep):
    jobs = []
    for name, reference, outputs, tokenizer in shared_sets(folder):
        for first in range(0, min(len(outputs) - 1, 4), 2):
            jobs.append((binary, name, reference, outputs[first:first + 2], tokenizer, len(jobs), keep))
    return jobs


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mtgauge", required=True)
    parser.add_argument("--corpora", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the number of one corpus")
    parser.add_argument("--keep", help="a folder for the files of all corpora, which stay there")
    parser.add_argument("--shared", nargs="?", const="", metavar="DIR",
                        help="outputs of real systems in its wmt17 and wmt21, in place of random corpora")
    arguments = parser.parse_args()
    binary, keep = os.path.abspath(arguments.mtgauge), arguments.keep
    started = time.time()
    if arguments.shared is not None:
        data = arguments.shared or os.path.join(os.environ.get("MTGAUGE_SHARED") or os.path.join(
            os.path.dirname(__file__), "../../../shared"), "data")
        jobs = shared_jobs(binary, data, keep)
        if not jobs:
            print("skipped: no outputs of real systems in " + data)
            return 77
        compared, failures = compare_all(compare_shared, jobs)
    else:
        numbers = [arguments.only] if arguments.only is not None else range(arguments.corpora)
        jobs = [(binary, arguments.seed, number, keep) for number in numbers]
        compared, failures = compare_all(compare_corpus, jobs)
    print("explain: %d corpora, %d figures %s, %.0f s" % (
        len(jobs), compared, "compared, %d corpora differ" % failures if failures
        else "equal to compare-mt's, the definitions' and other verbs'", time.time() - started))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
