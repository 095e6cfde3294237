"""Scores of machine translation: every digit is the reference tool's digit."""

from mtgauge._engine import __version__

__all__ = ["__version__"]
