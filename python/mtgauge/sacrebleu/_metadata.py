"""The metadata of sacreBLEU that `importlib.metadata` finds while this package replaces it."""

from __future__ import annotations

from importlib import metadata
from typing import Any, List, Optional

from .version import __version__


class Distribution(metadata.Distribution):
    """sacreBLEU's name and version, without files."""

    def read_text(self, filename: str) -> Optional[str]:
        if filename != "METADATA":
            return None
        return f"Metadata-Version: 2.1\nName: sacrebleu\nVersion: {__version__}\nSummary: mtgauge.sacrebleu\n"

    def locate_file(self, path: Any) -> Any:
        raise FileNotFoundError(
            "sacrebleu has no files of its own: mtgauge.sacrebleu stands in for it"
        )


class Finder:
    """Finds that distribution, but no modules."""

    @staticmethod
    def find_spec(fullname: str, path: Any = None, target: Any = None) -> None:
        return None

    @staticmethod
    def find_distributions(
        context: metadata.DistributionFinder.Context,
    ) -> List[metadata.Distribution]:
        return [Distribution()] if context.name in (None, "sacrebleu") else []
