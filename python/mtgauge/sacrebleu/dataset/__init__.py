"""Test sets in sacreBLEU's folder, ~/.sacrebleu or $SACREBLEU. Nothing is ever downloaded."""

from __future__ import annotations

import os
from typing import Dict, Iterator, List, Mapping

from .._files import SACREBLEU_DIR
from .base import Dataset

__all__ = ["COUNTRIES", "DATASETS", "DOMAINS", "Dataset"]

# What sacreBLEU's tags of documents say, such as US-crime, and the test sets that have them.
COUNTRIES = ["EU", "GB", "OTHER", "US"]
DOMAINS = ["business", "crime", "entertainment", "politics", "scitech", "sport", "world"]
TAGGED = ("wmt18", "wmt19")


class _CachedTestSets(Mapping[str, Dataset]):
    """The test sets of the folder, by name; the folder is read again at each access."""

    def _found(self) -> Dict[str, Dataset]:
        sets: Dict[str, List[str]] = {}
        for folder, below, files in os.walk(SACREBLEU_DIR):
            below[:] = sorted(name for name in below if name != "raw")
            name = os.path.relpath(folder, SACREBLEU_DIR).replace(os.sep, "/")
            start = name.replace("/", "_") + "."
            pairs = [
                file[len(start) : -len(".src")]
                for file in files
                if file.startswith(start) and file.endswith(".src")
            ]
            if pairs:
                sets[name] = sorted(pairs)
        return {
            name: Dataset(name, langpairs={pair: [] for pair in pairs})
            for name, pairs in sets.items()
        }

    def __getitem__(self, name: str) -> Dataset:
        return self._found()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found())

    def __len__(self) -> int:
        return len(self._found())


DATASETS = _CachedTestSets()
