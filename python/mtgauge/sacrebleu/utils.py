"""Utility functions for the other modules, and for programs."""

from __future__ import annotations

import json
import logging
import math
import re
import subprocess
import sys
from functools import lru_cache, reduce
from operator import add
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence

from ._files import SACREBLEU_DIR as SACREBLEU_DIR
from ._files import USERHOME as USERHOME
from ._files import smart_open as smart_open
from ._tables import tabulated

if TYPE_CHECKING:
    from argparse import Namespace

    from .dataset import Dataset

sacrelogger: logging.Logger = logging.getLogger("sacrebleu")


class Color:
    """Colours of a terminal."""

    ENABLE_COLORS = True
    _CODES = {
        name: code
        for code, name in enumerate(
            ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"), 30
        )
    }

    @staticmethod
    def format(msg: str, color: str) -> str:
        """Returns `msg` in a colour, or unchanged if colours are off."""
        return f"\x1b[{Color._CODES[color.lower()]}m{msg}\x1b[0m" if Color.ENABLE_COLORS else msg


def my_log(num: float) -> float:
    """Returns the natural logarithm; for 0, a number so small that its exponential is 0."""
    return -9999999999 if num == 0.0 else math.log(num)


def sum_of_lists(lists: Sequence[Sequence[Any]]) -> List[Any]:
    """Sums lists element by element, in their order; none may be shorter than the first."""
    if len(lists) == 1:
        return lists[0]  # type: ignore[return-value]
    size = len(lists[0])
    if not size or min(map(len, lists)) < size:
        raise IndexError("list index out of range")
    return [reduce(add, column) for column in zip(*(row[:size] for row in lists))]


def args_to_dict(args: Namespace, prefix: str, strip_prefix: bool = False) -> Dict[str, Any]:
    """Returns the fields of `args` whose names begin with `prefix` and an underscore."""
    prefix += "_"
    return {
        name[len(prefix) :] if strip_prefix else name: value
        for name, value in vars(args).items()
        if name.startswith(prefix)
    }


def sanity_check_lengths(
    system: Sequence[str], refs: Sequence[Sequence[str]], test_set: Optional[str] = None
) -> None:
    """Ends the program if a stream of references and the system have different lengths."""
    if all(len(stream) == len(system) for stream in refs):
        return
    sacrelogger.error("System and reference streams have different lengths.")
    if test_set:
        sacrelogger.error(
            "This could be an issue with your system output or with sacreBLEU's reference database "
            "if -t is given."
        )
        sacrelogger.error("For the latter, try cleaning out the cache by typing:\n")
        sacrelogger.error(f"  rm -r {SACREBLEU_DIR}/{test_set}\n")
        sacrelogger.error("The test sets will be re-downloaded the next time you run sacreBLEU.")
    raise SystemExit(1)


# What is printed. The sentences are those of sacreBLEU 2.6.0 (Apache License 2.0).


def _format_score_lines(
    scores: Dict[str, List[Any]], width: int = 2, multiline: bool = True
) -> Dict[str, List[str]]:
    """Returns a table with scores as text; takes `System` out of the given one."""
    lines = {"System": scores.pop("System")}
    means = False  # sacreBLEU does not look again after the first metric that has them
    for title, results in scores.items():
        column = []
        for result in results:
            text = result
            if not isinstance(result, str):
                text = f"{result.score:.{width}f}"
                if result.mean is not None:
                    means = True
                    text += f" ({result.mean:.{width}f} ± {result.ci:.{width}f})"
                if result.p_value is not None:
                    p = f"(p = {result.p_value:.4f})"
                    text += "\n" if multiline else " "
                    text += Color.format(p, "red") if result.p_value > 0.05 else p + "*"
            column.append(text)
        lines[title + " (μ ± 95% CI)" if means else title] = column
    return lines


def print_results_table(
    results: Dict[str, List[Any]], signatures: Dict[str, Any], args: Namespace
) -> None:
    """Prints the scores of several systems: as JSON, as a table (`text`, `latex` or another form of tabulate),
    and with the metrics' signatures.

    :param results: names under `System`, and by metric a `Result` or a text for each system.
    :param signatures: by metric.
    :param args: has `format` and `width`; and `paired_bs`, `paired_ar` and their numbers of trials, `paired_bs_n`
        and `paired_ar_n`.
    """
    if args.format == "json":
        names, *titles = results
        table = [
            {
                "system": system,
                **{
                    title: each if isinstance(each, str) else each.__dict__
                    for title, each in ((title, results[title][place]) for title in titles)
                },
            }
            for place, system in enumerate(results["System"])
        ]
        print(json.dumps(table, indent=4))
        return
    forms = {"text": "fancy_grid", "latex": "latex_booktabs"}
    form = forms[args.format] if args.format in forms else str(args.format)
    lines = _format_score_lines(results, args.width, multiline=form == "fancy_grid")
    baseline, coloured = "", {}
    for title, column in lines.items():
        if column[0].startswith("Baseline:"):
            baseline = column[0]
        if baseline:
            column[0] = Color.format(column[0], "yellow")
        coloured[Color.format(title, "cyan")] = column
    print(tabulated(coloured, form, args.width))
    print()
    if args.paired_bs or args.paired_ar:
        _print_test(baseline, args)
    print("-----------------\nMetric signatures\n-----------------")
    for title, signature in signatures.items():
        print(f" - {title:<10} {signature}")


def _print_test(baseline: str, args: Namespace) -> None:
    if args.paired_bs:
        head = f"Paired bootstrap resampling test with {args.paired_bs_n} resampling trials"
        shown = "Actual system score / bootstrap estimated true mean / 95% CI are provided for each metric."
    else:
        head = f"Paired approximate randomization test with {args.paired_ar_n} trials"
        shown = "Actual system score is provided for each metric."
    line, name = Color.format("baseline", "yellow"), Color.format(baseline, "yellow")
    null = Color.format("Null hypothesis", "green")
    print(f"""{"-" * len(head)}
{head}
{"-" * len(head)}
 - Each system is pairwise compared to {name}.
   {shown}

 - {null}: the system and the {line} translations are essentially
   generated by the same underlying process. For a given system and the {line},
   the p-value is roughly the probability of the absolute score difference (delta)
   or higher occurring due to chance, under the assumption that the {null.lower()} is correct.

 - Assuming a significance threshold of 0.05, the {null.lower()} can be rejected
   for p-values < 0.05 (marked with "*"). This means that the delta is unlikely to be attributed
   to chance, hence the system is significantly "different" than the {line}.
   Otherwise, the p-values are {Color.format("highlighted in red", "red")}.

 - NOTE: Significance does not tell whether a system is "better" than the {line} but rather
   emphasizes the "difference" of the systems in terms of the replicability of the delta.
""")


def print_single_results(results: List[str], args: Namespace) -> None:
    """Prints the scores of one system, formatted as `args.format` says, with their `=` below one another."""
    if args.format == "json":
        print("[\n" + ",\n".join(results) + "\n]" if len(results) > 1 else results[0])
        return
    if "μ" in results[0]:
        for place, line in enumerate(results):
            results[place] = re.sub(r"\(μ = [0-9\.]+ ± [0-9\.]+\)", lambda found: Color.format(found.group(), "cyan"), line)
    if len(results) == 1:
        print(results[0])
        return
    places = []
    for line in results:
        if "=" in line:
            places.append(line.index("=") - 1)
        else:
            print(line)
    for place, line in zip(places, results):
        print(f"{line[:place]:>{max(places)}}{line[place:]}")


# Test sets in sacreBLEU's folder. They are looked up when they are asked for.


def _test_set(name: str) -> Dataset:
    from .dataset import DATASETS

    if name not in DATASETS:
        raise Exception(f"No such test set {name}")
    return DATASETS[name]


def get_available_testsets() -> List[str]:
    """Returns the names of the test sets, the newest first."""
    from .dataset import DATASETS

    return sorted(DATASETS, reverse=True)


def get_available_testsets_for_langpair(langpair: str) -> List[str]:
    """Returns the names of the test sets that have a language pair, in either direction."""
    from .dataset import DATASETS

    source, target = langpair.split("-")
    return [
        name
        for name in DATASETS
        if langpair in DATASETS[name].langpairs or f"{target}-{source}" in DATASETS[name].langpairs
    ]


def get_langpairs_for_testset(testset: str) -> List[str]:
    """Returns the language pairs of a test set, or none if it is missing."""
    from .dataset import DATASETS

    return sorted(DATASETS[testset].langpairs) if testset in DATASETS else []


def print_test_set(
    test_set: str,
    langpair: str,
    requested_fields: Sequence[str],
    origlang: Optional[str] = None,
    subset: Optional[str] = None,
) -> None:
    """Prints fields of a test set side by side, as ``mtgauge sacrebleu --echo`` does.

    :param requested_fields: such as `src` and `ref`, or only `all`.
    :param origlang: print only segments that were written in this language or, with `non-` in front, in another.
    :param subset: print only segments of documents whose tags match this regular expression.
    """
    filters = (("--origlang", origlang), ("--subset", subset))
    given = [each for option, value in filters if value is not None for each in (option, value)]
    print(_echoed(test_set, langpair, *requested_fields, *given), end="")


@lru_cache(maxsize=256)
def _echoed(test_set: str, langpair: str, *fields: str) -> str:
    """Returns fields of a test set side by side. Ends the program if there are none."""
    _test_set(test_set)
    command = [sys.executable, "-m", "mtgauge", "sacrebleu", "-t", test_set, "-l", langpair, "--echo", *fields]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    if done.returncode != 0:
        sacrelogger.error(done.stderr.strip())
        raise SystemExit(1)
    return done.stdout


# Parts of test sets: by the language that documents were written in, and by their domain or country.


def _values(test_sets: str, langpair: str, field: str, *filters: str) -> List[str]:
    """Returns the values of a field in comma-separated test sets, one for each segment; none of those that lack
    it."""
    return [
        value
        for test_set in test_sets.split(",")
        if field in _test_set(test_set).fieldnames(langpair)
        for value in _echoed(test_set, langpair, field, *filters).split("\n")[:-1]
    ]


def get_available_origlangs(test_sets: Optional[str], langpair: str) -> List[str]:
    """Returns the languages that the documents of comma-separated test sets were written in."""
    return sorted({*_values(test_sets, langpair, "origlang")}) if test_sets else []


def get_available_subsets(test_sets: Optional[str], langpair: str) -> List[str]:
    """Returns the domains, and the countries as in `country:US`, of comma-separated test sets."""
    from .dataset import COUNTRIES, DOMAINS, TAGGED

    if not test_sets:
        return []
    tagged = not {*test_sets.split(",")}.isdisjoint(TAGGED)
    tags = [*DOMAINS, *(f"country:{name}" for name in COUNTRIES)] if tagged else []
    return sorted({*tags, *_values(test_sets, langpair, "domain")})


def _are_of_subset(test_set: str, langpair: str, subset: str) -> List[bool]:
    """Returns for each segment of a test set whether the domain or the tags of its document match."""
    from .dataset import TAGGED

    if test_set in TAGGED:
        wanted = {*_values(test_set, langpair, "docid", "--subset", subset)}
        return [document in wanted for document in _values(test_set, langpair, "docid")]
    if "domain" not in _test_set(test_set).fieldnames(langpair):
        raise Exception("No subset annotation available for test set " + test_set)
    return [bool(re.search(subset, domain)) for domain in _values(test_set, langpair, "domain")]


def _are_of_language(test_set: str, langpair: str, origlang: str) -> List[bool]:
    languages = _values(test_set, langpair, "origlang")
    if origlang.startswith("non-"):
        return [language != origlang[len("non-") :] for language in languages]
    return [language == origlang for language in languages]


def filter_subset(
    systems: Sequence[Sequence[Any]],
    test_sets: Optional[str],
    langpair: Optional[str],
    origlang: Optional[str],
    subset: Optional[str] = None,
) -> Sequence[Sequence[Any]]:
    """Returns of streams the segments that were written in a language or, with `non-` in front, in another, and
    of documents whose domain or tags match the regular expression `subset`."""
    if origlang is None and subset is None:
        return systems
    if test_sets is None or langpair is None:
        raise ValueError("Filtering for --origlang or --subset needs a test (-t) and a language pair (-l).")
    kept: List[bool] = []
    for test_set in test_sets.split(","):
        filters = []
        if origlang is not None:
            filters.append(_are_of_language(test_set, langpair, origlang))
        if subset is not None:
            filters.append(_are_of_subset(test_set, langpair, re.sub("^country:", "", subset)))
        kept += map(all, zip(*filters))
    return [[text for text, keep in zip(stream, kept) if keep] for stream in systems]


def print_subset_results(
    metrics: Dict[str, Any], full_system: Sequence[str], full_refs: Sequence[Sequence[str]], args: Namespace
) -> None:
    """Prints the scores of the parts of a test set.

    :param metrics: by name.
    :param full_system: the output for the whole test set.
    :param full_refs: its streams of references.
    :param args: has `test_set`, `langpair` and `width`; and `origlang`, a list, and `subset`, which may be None.
    """
    origlangs = args.origlang or get_available_origlangs(args.test_set, args.langpair)
    if not origlangs:
        print("No subset information found. Consider using --origlang argument.")
        return
    subsets = get_available_subsets(args.test_set, args.langpair) if args.subset is None else [args.subset]
    results = []
    for origlang in origlangs:
        for subset in (None, *subsets):
            system, *refs = filter_subset([full_system, *full_refs], args.test_set, args.langpair, origlang, subset)
            kind = "country" if (subset or "").startswith("country:") else "domain"
            key = f"origlang={origlang} {kind}={'ALL' if subset is None else re.sub('^country:', '', subset)}"
            if system:
                results += [(key, len(system), metric.corpus_score(system, refs)) for metric in metrics.values()]
    left = max((len(key) for key, *_ in results), default=0) + 1
    names = max((len(score.name) for *_, score in results), default=0)
    for key, size, score in results:
        print(f"{Color.format(f'{key:<{left}}', 'yellow')}: sentences={size:<6} {score.name:<{names}} = "
              f"{score.score:.{args.width}f}")


def get_source_file(test_set: str, langpair: str) -> str:
    """Returns the file of a test set's source texts."""
    return _test_set(test_set).get_source_file(langpair)


def get_reference_files(test_set: str, langpair: str) -> List[str]:
    """Returns the files of a test set's references."""
    return _test_set(test_set).get_reference_files(langpair)


def get_files(test_set: str, langpair: str) -> List[str]:
    """Returns the files of all fields of a test set."""
    return _test_set(test_set).get_files(langpair)


def download_test_set(test_set: str, langpair: Optional[str] = None) -> List[str]:
    """Returns the files of a test set in sacreBLEU's folder. Nothing is downloaded; a missing test
    set is an error."""
    data = _test_set(test_set)
    return [
        file
        for pair in ([langpair] if langpair else data.langpairs)
        for file in data.get_files(pair)
    ]
