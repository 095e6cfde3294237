"""Compares the drop-in verb with the real program: random command lines of `sacrebleu` on generated
files, standard input and test sets of a cache. Standard output and exit code must be equal, except
the paragraph that explains the test if several systems are tested. Started by run.sh."""

import argparse
import multiprocessing
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from sacrebleu.dataset import DATASETS
from textgen import TextGenerator

PLAIN_SET, XML_SET, PAIR = "wmt17", "wmt21", "en-de"
EXPLANATION = re.compile(r"^-+\nPaired .*?(?=^-+\nMetric signatures$)", re.DOTALL | re.MULTILINE)
METRICS = ["bleu", "chrf", "ter"]


def lines_of(generator, count, wildness):
    texts = []
    for _ in range(count):
        text = generator.sentence(generator.rng.randrange(25), wildness)
        texts.append(text.replace("\n", " "))
    return texts


def write(path, texts, rng, tidy=True):
    end = "\n" if tidy else rng.choice(["\n", "\r\n"])
    data = end.join(texts) + (end if texts and (tidy or rng.random() < 0.7) else "")
    path.write_bytes(data.encode())


class Case:
    """The files of one case, in a separate folder, and the words of its command line."""

    def __init__(self, seed, folder):
        self.rng = random.Random(seed)
        self.generator = TextGenerator(seed)
        self.folder = pathlib.Path(folder)
        self.environment = {}
        self.stdin = None
        self.count = self.rng.choice([1, 2, 3, 7, 30, 60])
        self.wildness = self.rng.choice([0, 0, 0.2, 0.6])
        self.make_files()

    def make_files(self):
        rng = self.rng
        self.refs = [lines_of(self.generator, self.count, self.wildness) for _ in range(rng.choice([1, 1, 2, 3]))]
        self.systems = []
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            source = rng.choice(self.refs)
            system = [self.generator.noisy_copy(text, self.wildness).replace("\n", " ") for text in source]
            self.systems.append(system)
        if rng.random() < 0.05:
            self.systems[-1].append("one line too many")
        if rng.random() < 0.05:
            self.systems[-1] = [text + " ." for text in self.systems[-1]]

    def tab_separated(self, columns):
        rows = ["\t".join(text.replace("\t", " ").replace("\r", " ") for text in row) for row in zip(*columns)]
        if self.rng.random() < 0.1:
            rows[self.rng.randrange(len(rows))] += "\tmore"
        return rows

    def command(self):
        words = self.reference_words() + self.input_words()
        for _ in range(self.rng.choice([0, 1, 2, 3, 5])):
            words += self.flag_words()
        if self.rng.random() < 0.1:
            self.environment["SACREBLEU_SEED"] = self.rng.choice(["1", "77", "4294967296"])
        if self.rng.random() < 0.1:
            self.environment["SACREBLEU_FORMAT"] = self.rng.choice(["text", "JSON", "Latex", "xml"])
        return words

    def reference_words(self):
        rng = self.rng
        draw = rng.random()
        if draw < 0.15:
            return self.test_set_words()
        if draw < 0.35:
            write(self.folder / "refs.tsv", self.tab_separated(self.refs), rng)
            return ["refs.tsv", "-nr", str(rng.choice([len(self.refs)] * 4 + [2]))]
        for i, texts in enumerate(self.refs):
            write(self.folder / f"ref{i}", texts, rng, tidy=False)
        return [f"ref{i}" for i in range(len(self.refs))]

    def test_set_words(self):
        name = self.rng.choice([PLAIN_SET, XML_SET])
        self.environment["SACREBLEU"] = str(self.folder / "cache")
        make_test_set(self, name)
        words = ["-t", name, "-l", PAIR]
        if self.rng.random() < 0.4:
            words += ["--origlang", self.rng.choice(["en", "de", "non-en"])]
        if name == XML_SET and self.rng.random() < 0.3:
            words += ["--subset", self.rng.choice(["news", "country:new", "s.*i", "nothing"])]
        if self.rng.random() < 0.3:
            words += ["--echo", *self.rng.choice([["src"], ["ref"], ["src", "ref", "docid"], ["origlang", "src"]])]
        return words

    def input_words(self):
        rng = self.rng
        if rng.random() < 0.3:
            rows = self.tab_separated(self.systems)
            end = rng.choice(["\n", "\n", "\r\n", "\r"])
            self.stdin = (end.join(rows) + (end if rng.random() < 0.7 else "")).encode()
            return []
        names = []
        for i, texts in enumerate(self.systems):
            write(self.folder / f"sys_{i}.txt", texts, rng, tidy=False)
            names.append(f"sys_{i}.txt")
        if rng.random() < 0.1:
            names.append(names[0])
        if rng.random() < 0.03:
            (self.folder / "bad").write_bytes(b"caf\xe9\n" * self.count)
            names.append("bad")
        if rng.random() < 0.03:
            names.append("absent")
        return [rng.choice(["-i", "--input"]), *names]

    def flag_words(self):
        rng = self.rng
        simple = ["-lc", "--force", "--chrf-whitespace", "--chrf-lowercase", "--chrf-eps-smoothing",
                  "--ter-case-sensitive", "--ter-asian-support", "--ter-no-punct", "--ter-normalized",
                  "-sh", "-b", "-q", "-nc", "-sl", "--sentence-level", "--short", "-bq", "--score"]
        kind = rng.randrange(12)
        if kind < 3:
            return [rng.choice(simple)]
        if kind == 3:
            return ["-m", *rng.sample(METRICS, rng.randrange(1, 4))]
        if kind == 4:
            return rng.choice([["-w", "4"], ["-w3"], ["-w", "0"], ["--width=17"], ["-w", "x"], ["-w", " 2 "]])
        if kind == 5:
            return ["-f", rng.choice(["text", "json", "latex", "text", "csv"])]
        if kind == 6:
            return rng.choice([["-s", "floor"], ["-s", "add-k", "-sv", "2"], ["-s", "none"], ["-sexp", "-sv", "0.5"],
                               ["-s", "floor", "-sv=1e-2"], ["-s", "add-k", "-sv", "0.5"], ["-sv", "half"]])
        if kind == 7:
            return ["-tok", rng.choice(["13a", "intl", "zh", "char", "none", "unknown"])]
        if kind == 8:
            return rng.choice([["-cc", "3"], ["-cw", "2"], ["--chrf-beta", "3"], ["--chrf-w", "1"], ["-cw", "1_0"]])
        if kind == 9:
            return rng.choice([["-ci"], ["--confidence", "-cin", "100"], ["-ci", "--confidence-n", "1"]])
        if kind == 10:
            return rng.choice([["-pbs", "-pbsn", "100"], ["-par", "-parn", "100"], ["--paired-bs"], ["-pbs", "-par"],
                               ["--paired-ar", "--paired-ar-n", "0", "-j", "2"]])
        return rng.choice([["-l", "en-zh"], ["-e", "utf8"], ["--nope"], ["-d"], ["-l", "en-de"], ["--", "more"], ["-V"]])


def make_test_set(case, name):
    """Writes the content of sacreBLEU's cache after a download, including the raw files, which it
    reads again."""
    dataset = DATASETS[name]
    folder = case.folder / "cache" / name
    (folder / "raw").mkdir(parents=True)
    for url in dataset.data:
        (folder / "raw" / dataset._get_tarball_filename(url)).write_text("as if downloaded")
    documents = [case.rng.randrange(4) for _ in range(case.count)]
    documents.sort()
    origlangs = [["en", "de", "en", "fr"][d] for d in documents]
    domains = [["news", "social", "speech", "new old"][d] for d in documents]
    plain = [" ".join(text.split()).replace("&", "+").replace("<", "+").replace(">", "+") for text in case.refs[0]]
    plain = ["".join(c for c in text if c.isalnum() or c in " .,;+") or "x" for text in plain]
    fields = {"src": [f"source {i}" for i in range(case.count)], "docid": [f"doc{d}" for d in documents],
              "origlang": origlangs}
    raw = folder / "raw" / dataset.langpairs[PAIR][0]
    raw.parent.mkdir(parents=True, exist_ok=True)
    if name == XML_SET:
        fields |= {"domain": domains, "ref-A": plain, "ref-B": plain[::-1]}
        raw.write_text(xml_of(fields), encoding="utf-8")
    else:
        fields |= {"genre": ["news"] * case.count, "ref": plain}
        raw.write_text(sgm_of(fields), encoding="utf-8")
    for field, texts in fields.items():
        write(folder / f"{name}.{PAIR}.{field}", texts, case.rng)
    case.systems = [[*plain] for _ in case.systems]


def sgm_of(fields):
    out, open_document = [], None
    for document, origlang, text in zip(fields["docid"], fields["origlang"], fields["src"]):
        if document != open_document:
            out.append(f'<doc sysid="x" docid="{document}" origlang="{origlang}">')
            open_document = document
        out.append(f'<seg id="1">{text}</seg>')
    return "\n".join(out) + "\n"


def xml_of(fields):
    documents = {}
    for i, document in enumerate(fields["docid"]):
        documents.setdefault(document, []).append(i)
    out = ["<dataset>"]
    for document, segments in documents.items():
        first = segments[0]
        out.append(f'<doc id="{document}" origlang="{fields["origlang"][first]}" domain="{fields["domain"][first]}">')
        for tag, texts in [('src lang="en"', fields["src"]), ('ref lang="de" translator="A"', fields["ref-A"]),
                           ('ref lang="de" translator="B"', fields["ref-B"])]:
            rows = "".join(f'<seg id="{i + 1}">{texts[i]}</seg>' for i in segments)
            out.append(f'<{tag}><p>{rows}</p></{tag.split()[0]}>')
        out.append("</doc>")
    return "\n".join([*out, "</dataset>"]) + "\n"


def run(command, case):
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", **case.environment}
    done = subprocess.run(command, cwd=case.folder, env=environment, input=case.stdin or b"", capture_output=True)
    return done.returncode, EXPLANATION.sub("", done.stdout.decode())


def is_comparable(words, real):
    """Leaves out an intended difference: the text of --version."""
    return "-V" not in words or real[0] != 0


def check(task):
    seed, mtgauge = task
    with tempfile.TemporaryDirectory() as folder:
        case = Case(seed, folder)
        words = case.command()
        real = run([sys.executable, "-m", "sacrebleu", *words], case)
        ours = run([mtgauge, "sacrebleu", *words], case)
        if not is_comparable(words, real) or real == ours:
            return real[0], None
        return real[0], f"seed {seed}: {' '.join(words)} {case.environment}\n real {real}\n ours {ours}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mtgauge", required=True)
    parser.add_argument("--cases", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tasks = [(options.seed * 1_000_000 + i, os.path.abspath(options.mtgauge)) for i in range(options.cases)]
    codes, differences = {}, 0
    with multiprocessing.Pool() as pool:
        for code, difference in pool.imap(check, tasks):
            codes[code] = codes.get(code, 0) + 1
            if difference:
                differences += 1
                print(difference)
    told = ", ".join(f"{count} with exit code {code}" for code, count in sorted(codes.items()))
    print(f"{options.cases} command lines ({told}), {differences} differences")
    return 1 if differences or codes.get(0, 0) == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
