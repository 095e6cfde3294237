"""BLEU, chrF and TER."""

from typing import Any, Dict

from .bleu import BLEU, BLEUScore
from .chrf import CHRF, CHRFScore
from .ter import TER, TERScore

METRICS: Dict[str, Any] = {"BLEU": BLEU, "CHRF": CHRF, "TER": TER}

__all__ = ["BLEU", "BLEUScore", "CHRF", "CHRFScore", "METRICS", "TER", "TERScore"]
