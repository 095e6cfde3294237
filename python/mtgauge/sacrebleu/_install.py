"""Installs this package under the name `sacrebleu`, and removes it again."""

from __future__ import annotations

import importlib
import sys
from typing import Any, Dict, List, Optional

from . import _lengths, version

_NAME = "sacrebleu"
_PACKAGE = __name__.rpartition(".")[0]

# While installed: the finder of our distribution, and the modules that were replaced.
_finders: List[Any] = []
_replaced: Dict[str, Any] = {}


def _modules(package: str) -> List[str]:
    return [name for name in sys.modules if name == package or name.startswith(package + ".")]


def install(identical: Optional[bool] = None, strict: Optional[bool] = None) -> None:
    """Makes `import sacrebleu` return this package, and `sacrebleu.metrics` etc. its modules.

    Modules that imported sacreBLEU before are not affected: call this first. Later calls change only the options
    that they give.

    :param identical: signatures contain sacreBLEU's version in place of `mtgauge-...`.
    :param strict: a score that leaves out texts is an error, not a warning; so it is with the environment
        variable MTGAUGE_STRICT=1.
    """
    import pkgutil

    from ._metadata import Finder

    if identical is not None:
        version.set_identical(identical)
    if strict is not None:
        _lengths.set_strict(strict)
    if _finders:
        return
    package = sys.modules[_PACKAGE]
    for module in pkgutil.walk_packages(package.__path__, _PACKAGE + "."):
        if not module.name.rpartition(".")[2].startswith("_"):
            importlib.import_module(module.name)
    _replaced.update({name: sys.modules.pop(name) for name in _modules(_NAME)})
    for name in _modules(_PACKAGE):
        sys.modules[_NAME + name[len(_PACKAGE) :]] = sys.modules[name]
    _finders.append(Finder())
    sys.meta_path[:0] = _finders


def uninstall() -> None:
    """Undoes `install`: `import sacrebleu` works as before."""
    version.set_identical(False)
    _lengths.set_strict(False)
    if not _finders:
        return
    sys.meta_path.remove(_finders.pop())
    for name in _modules(_NAME):
        del sys.modules[name]
    sys.modules.update(_replaced)
    _replaced.clear()
