"""sacreBLEU's command line, by running `mtgauge sacrebleu`."""

from __future__ import annotations

import os
import shutil
import sys
from typing import NoReturn

from .version import __version__ as VERSION

__all__ = ["VERSION", "main"]


def main() -> NoReturn:
    """Runs the program with this process' arguments, and exits with its exit code."""
    program = shutil.which("mtgauge")
    if program is None:
        sys.exit(
            "sacreBLEU: the program mtgauge is not on the PATH; install it, or use sacreBLEU's own command line"
        )
    os.execv(program, [program, "sacrebleu", *sys.argv[1:]])
