"""sacreBLEU's command line: `mtgauge sacrebleu`."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from mtgauge import _engine

from .version import __version__ as VERSION

__all__ = ["VERSION", "main"]


def main() -> NoReturn:
    """Runs the program with this process' arguments, and exits with its exit code."""
    sys.exit(_engine.command([b"mtgauge", b"sacrebleu", *(os.fsencode(argument) for argument in sys.argv[1:])]))
