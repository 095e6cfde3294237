"""A test set in sacreBLEU's layout: a file for each language pair and field."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterator, List, Optional, Tuple

from .._files import SACREBLEU_DIR, smart_open

# The references that sacreBLEU scores against, for test sets with more references, by language
# pair; "" stands for all other pairs.
_CHOSEN: Dict[str, Dict[str, List[str]]] = {
    "wmt24": {"": ["ref:refA"]},
    "wmt23": {"en-he": ["ref:refB"], "he-en": ["ref:refB"], "": ["ref:refA"]},
    "wmt22": {
        "cs-en": ["ref:B"],
        "en-cs": ["ref:B"],
        "liv-en": ["ref"],
        "ru-sah": ["ref"],
        "": ["ref:A"],
    },
    "wmt21": {"": ["ref:A"]},
    "wmt21/systems": {"": ["ref:A"]},
    "wmt21/B": {"": ["ref:B"]},
    "wmt21/AB": {"": ["ref:A", "ref:B"]},
    "wmt21/C": {"": ["ref:C"]},
    "wmt21/AC": {"": ["ref:A", "ref:C"]},
    "wmt21/D": {"": ["ref:D"]},
    "wmt21/dev": {"": ["ref:A", "ref"]},
}


def _rank(field: str) -> Tuple[int, str]:
    """Sorts the source first, then references, then other fields."""
    return (0 if field == "src" else 1 if field.startswith("ref") else 2), field


class Dataset:
    """A test set.

    :param name: its name, as in `wmt17`.
    :param langpairs: its language pairs; the values are not used.
    """

    def __init__(
        self,
        name: str,
        data: Optional[List[str]] = None,
        description: Optional[str] = None,
        citation: Optional[str] = None,
        md5: Optional[List[str]] = None,
        langpairs: Optional[Dict[str, List[str]]] = None,
        **kwargs: Any,
    ):
        self.name = name
        self.data = data
        self.description = description
        self.citation = citation
        self.md5 = md5
        self.langpairs: Dict[str, List[str]] = langpairs or {}
        self.kwargs = kwargs
        self._outdir = os.path.join(SACREBLEU_DIR, name)

    def _get_txt_file_path(self, langpair: str, fieldname: str) -> str:
        start, field = self.name.replace("/", "_"), fieldname.replace(":", "-")
        return os.path.join(self._outdir, f"{start}.{langpair}.{field}")

    def _absent(self, langpair: str, fieldname: str) -> FileNotFoundError:
        return FileNotFoundError(
            f"{self._get_txt_file_path(langpair, fieldname)} is not there; fill the cache with sacreBLEU: "
            f"sacrebleu --download {self.name} -l {langpair}"
        )

    def fieldnames(self, langpair: str) -> List[str]:
        """Returns the fields of a language pair."""
        if langpair not in self.langpairs:
            raise Exception(f"No such language pair {self.name}/{langpair}")
        start = os.path.basename(self._get_txt_file_path(langpair, ""))
        fields = [file[len(start) :] for file in os.listdir(self._outdir) if file.startswith(start)]
        return sorted(
            (
                field.replace("ref-", "ref:", 1) if field.startswith("ref-") else field
                for field in fields
            ),
            key=_rank,
        )

    def get_source_file(self, langpair: str) -> str:
        """Returns the file of the source texts."""
        return self._file(langpair, "src")

    def get_reference_files(self, langpair: str) -> List[str]:
        """Returns the files of the references that sacreBLEU scores against."""
        chosen = _CHOSEN.get(self.name)
        if chosen is None:
            fields = [field for field in self.fieldnames(langpair) if field.startswith("ref")]
        else:
            there = self.fieldnames(langpair)
            fields = [field for field in chosen.get(langpair, chosen[""]) if field in there]
        if not fields:
            raise self._absent(langpair, "ref")
        return [self._file(langpair, field) for field in fields]

    def get_files(self, langpair: str) -> List[str]:
        """Returns the files of all fields."""
        return [self._file(langpair, field) for field in self.fieldnames(langpair)]

    def _file(self, langpair: str, fieldname: str) -> str:
        path = self._get_txt_file_path(langpair, fieldname)
        if not os.path.isfile(path):
            raise self._absent(langpair, fieldname)
        return path

    def source(self, langpair: str) -> Iterator[str]:
        """Iterates over the source texts."""
        return _lines(self.get_source_file(langpair))

    def references(self, langpair: str) -> Iterator[Tuple[str, ...]]:
        """Iterates over the references of each segment."""
        return zip(*map(_lines, self.get_reference_files(langpair)))

    def __iter__(self, langpair: str) -> Iterator[Tuple[str, ...]]:
        """Iterates over all fields of each segment."""
        return zip(*map(_lines, self.get_files(langpair)))


def _lines(path: str) -> Iterator[str]:
    with smart_open(path) as file:
        for line in file:
            yield line.rstrip("\n")
