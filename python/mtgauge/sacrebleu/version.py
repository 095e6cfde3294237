"""Whose interface this is, and who computes: two versions.

`__version__` is that of the sacreBLEU whose module this one stands in for; programs compare it with
what they need. Signatures name the program that computed the score, unless the user has asked
`install(identical=True)` for sacreBLEU's own.
"""

from __future__ import annotations

from .. import __version__ as _mtgauge_version

__version__ = version = "2.6.0"
__version_tuple__ = version_tuple = (2, 6, 0)
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
    """What signatures say after `version:`."""
    return __version__ if _identical else f"mtgauge-{_mtgauge_version}"


def set_identical(identical: bool) -> None:
    """From now on signatures say sacreBLEU's version (True) or this program's (False)."""
    global _identical
    _identical = identical
