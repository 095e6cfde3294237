"""Two versions: that of the interface, and that of the program that computes scores.

`__version__` is that of the sacreBLEU whose module this one replaces; programs compare it with the
version that they need. Signatures name the program that computed the score, unless the user
requested sacreBLEU's version with `install(identical=True)`.
"""

from __future__ import annotations

from typing import Tuple

from .. import __version__ as _mtgauge_version

__version__ = version = "2.6.0"
version_tuple: Tuple[int, int, int] = (2, 6, 0)
__version_tuple__: Tuple[int, int, int] = version_tuple
__commit_id__ = commit_id = None

__all__ = [
    "__version__",
    "__version_tuple__",
    "version",
    "version_tuple",
    "__commit_id__",
    "commit_id",
]

_identical = False


def signature_version() -> str:
    """Returns the version in signatures, after `version:`."""
    return __version__ if _identical else f"mtgauge-{_mtgauge_version}"


def set_identical(identical: bool) -> None:
    """Sets whether signatures contain sacreBLEU's version (True) or this program's (False)."""
    global _identical
    _identical = identical
