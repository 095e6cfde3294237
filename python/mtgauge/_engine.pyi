"""The extension, as the package uses it."""

from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

__version__: str

class References:
    def __len__(self) -> int: ...

class Scorer:
    metrics: List[str]
    columns: List[List[str]]
    def __init__(
        self,
        metrics: Sequence[str],
        *,
        on_invalid: str = "error",
        learn_from: Optional[Sequence[Any]] = None,
        keep_surrogates: bool = False,
        compat: str = "",
    ) -> None: ...
    def prepare(self, references: Sequence[Any]) -> References: ...
    def scores(
        self, references: References, hypotheses: Any, segment_of: Optional[List[int]] = None
    ) -> Any: ...
    def rows(
        self, references: References, hypotheses: Any, segment_of: Optional[List[int]] = None
    ) -> List[List[int]]: ...
    def sums(
        self, references: References, hypotheses: Any, segment_of: Optional[List[int]] = None
    ) -> List[int]: ...
    def sentence(self, hypothesis: Any, references: Any) -> Optional[List[int]]: ...
    def sentence_score(
        self, hypothesis: Any, references: Any
    ) -> Optional[Tuple[float, List[int]]]: ...
    def score_of_sums(self, metric: int, sums: List[int]) -> float: ...
    def tokenize(self, texts: Any, metric: int = 0) -> List[str]: ...

def corpus(
    metrics: Sequence[str],
    systems: Sequence[Tuple[str, Any]],
    references: Sequence[Any],
    *,
    test: str = "",
    resamples: int = 1000,
    seed: Optional[int] = None,
    compat: str = "sacrebleu",
    threads: int = 0,
    keep_surrogates: bool = False,
) -> Dict[str, Any]: ...

_Texts = Mapping[str, Any]
_Options = Mapping[str, List[str]]

def score(texts: _Texts, options: _Options, threads: int = 0) -> Dict[str, str]: ...
def compare(texts: _Texts, options: _Options, threads: int = 0) -> Dict[str, str]: ...
def explain(texts: _Texts, options: _Options, threads: int = 0) -> Dict[str, str]: ...
def report(
    texts: _Texts, options: _Options, threads: int, title: str
) -> Tuple[str, List[Dict[str, str]]]: ...
def evaluate(texts: _Texts, options: _Options, threads: int = 0) -> Dict[str, str]: ...
def segments(texts: _Texts, options: _Options, threads: int = 0) -> Dict[str, Any]: ...
def write_rows(
    texts: _Texts, options: _Options, threads: int, file: str
) -> List[Dict[str, str]]: ...
def resegment(
    references: _Texts, output: _Texts, options: _Options, threads: int = 0
) -> Tuple[List[str], int, List[Dict[str, str]]]: ...
def write_survey(texts: _Texts, options: _Options, file: str) -> None: ...
def merge(files: Sequence[str], output: str) -> None: ...
def describe_rows(file: str) -> str: ...
def options(verb: str) -> List[Dict[str, Any]]: ...
def list_of(what: str, specs: List[str] = ...) -> str: ...
def matrix(
    hypotheses: Any,
    references: Any,
    options: _Options,
    threads: int = 0,
    top: int = 0,
    float32: bool = False,
) -> Tuple[List[str], bool, List[List[Any]], List[Dict[str, str]]]: ...
def mbr(
    hypotheses: Any,
    references: Any,
    weights: Sequence[Sequence[float]],
    options: _Options,
    threads: int = 0,
) -> Tuple[bool, List[Tuple[Any, Any]], List[Dict[str, str]]]: ...
