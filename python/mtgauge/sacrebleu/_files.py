"""sacreBLEU's folder, and opening files. `utils` has these names too."""

from __future__ import annotations

import os
from typing import IO, Any, Union, cast

USERHOME = os.path.expanduser("~")
SACREBLEU_DIR = os.environ.get("SACREBLEU", os.path.join(USERHOME, ".sacrebleu"))


def smart_open(
    file: Union[str, "os.PathLike[str]"], mode: str = "rt", encoding: str = "utf-8"
) -> IO[Any]:
    """Opens a file, decompressing .gz files; lines end only at line feeds."""
    if os.fspath(file).endswith(".gz"):
        import gzip

        return cast(IO[Any], gzip.open(file, mode=mode, encoding=encoding, newline="\n"))
    return open(file, mode=mode, encoding=encoding, newline="\n")
