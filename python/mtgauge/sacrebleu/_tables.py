"""The tables that sacreBLEU prints: box drawings as tabulate's `fancy_grid`, and LaTeX as its `latex_booktabs`."""

from __future__ import annotations

import re
from typing import Callable, Dict, List, Mapping, Sequence

_COLOUR = re.compile(r"\x1b\[\d*m")
_ROOM = 2  # how much wider than its title a column is at least
_LATEX = {
    **{char: "\\" + char for char in "&%$#_{}"},
    "^": "\\^{}",
    "~": "\\textasciitilde{}",
    "\\": "\\textbackslash{}",
    "<": "\\ensuremath{<}",
    ">": "\\ensuremath{>}",
}


def _width_function() -> Callable[[str], int]:
    try:  # as tabulate: without this package, all characters count as equally wide
        from wcwidth import wcswidth  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        return lambda text: len(_COLOUR.sub("", text))
    return lambda text: int(wcswidth(_COLOUR.sub("", text)))


def _number(text: str) -> str:
    """Returns what a text looks like: "whole", "real" or "text"."""
    text = _COLOUR.sub("", text)
    for name, kind in (("whole", int), ("real", float)):
        try:
            kind(text)
        except ValueError:
            continue
        return name
    return "text"


def _rounded(column: Sequence[str], digits: int) -> List[str]:
    """Returns a column of real numbers rounded, as tabulate does it, or another column as it is."""
    if not {*map(_number, column)} <= {"whole", "real"} or "real" not in map(_number, column):
        return list(column)
    return [text.replace(bare, f"{float(bare):.{digits}f}") for text, bare in
            ((text, _COLOUR.sub("", text)) for text in column)]


class _Columns:
    """Cells of one or more lines, padded to the widths of their columns: the first column to the right, the
    others centred."""

    def __init__(self, table: Mapping[str, Sequence[str]], digits: int) -> None:
        self._width = _width_function()
        self.titles = list(table)
        columns = [_rounded(column, digits) for column in table.values()]
        self.rows = [list(row) for row in zip(*columns)]
        self.widths = [
            max([self._width(title) + _ROOM, *(self._width(line) for cell in column for line in cell.split("\n"))])
            for title, column in zip(self.titles, columns)
        ]

    def lines(self, row: Sequence[str]) -> List[List[str]]:
        """Returns the padded cells of each line of a row."""
        cells = [cell.split("\n") for cell in row]
        return [
            [self._padded(cell[number] if number < len(cell) else "", place) for place, cell in enumerate(cells)]
            for number in range(max(map(len, cells)))
        ]

    def _padded(self, text: str, place: int) -> str:
        room = self.widths[place] - self._width(text)
        before = room if place == 0 else room // 2
        return " " * (before + 1) + text + " " * (room - before + 1)


def _box(columns: _Columns) -> str:
    def rule(left: str, line: str, middle: str, right: str) -> str:
        return left + middle.join(line * (width + 2) for width in columns.widths) + right

    def row(cells: Sequence[str]) -> List[str]:
        return ["│" + "│".join(line) + "│" for line in columns.lines(cells)]

    lines = [rule("╒", "═", "╤", "╕"), *row(columns.titles)]
    for number, cells in enumerate(columns.rows):
        lines += [rule("├", "─", "┼", "┤") if number else rule("╞", "═", "╪", "╡"), *row(cells)]
    return "\n".join([*lines, rule("╘", "═", "╧", "╛")])


def _latex(columns: _Columns) -> str:
    def row(cells: Sequence[str]) -> str:
        (line,) = columns.lines(cells)
        return "&".join("".join(_LATEX.get(char, char) for char in cell) for cell in line) + "\\\\"

    head = ["\\begin{tabular}{r" + "c" * (len(columns.titles) - 1) + "}", "\\toprule", row(columns.titles), "\\midrule"]
    return "\n".join([*head, *map(row, columns.rows), "\\bottomrule", "\\end{tabular}"])


FORMS: Dict[str, Callable[[_Columns], str]] = {"fancy_grid": _box, "latex_booktabs": _latex}


def tabulated(table: Mapping[str, Sequence[str]], form: str, digits: int) -> str:
    """Returns a table in tabulate's form of this name. Other forms than FORMS need tabulate itself."""
    if form in FORMS:
        return FORMS[form](_Columns(table, digits))
    from tabulate import tabulate  # type: ignore[import-not-found,import-untyped,unused-ignore]

    return str(tabulate(table, headers="keys", tablefmt=form, colalign=("right",), stralign="center", numalign="center",
                        floatfmt=f".{digits}f"))
