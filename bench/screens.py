#!/usr/bin/env python3
"""Makes the pictures of the documentation that show the program's output: `compare` on a terminal of 100 columns,
its charts, and the page of `report`, for light and dark readers.

  bench/screens.py           writes docs/pictures/compare-*.svg and the charts, and docs/pictures/report-*.webp with
                             the packages of tests/page/run.sh; then look at them
  bench/screens.py --check   fails if an SVG is not what the program prints; the page is not compared, as browsers
                             draw letters differently

MTGAUGE selects the program. Standard library only, but for the page Node and Chromium.
"""

import argparse
import fcntl
import html
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import termios

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROGRAM = os.environ.get("MTGAUGE", str(ROOT / "build/release/cli/mtgauge"))
PICTURES = ROOT / "docs/pictures"
TEXTS = ["ref.txt", "-i", "fluent.txt", "hasty.txt", "literal.txt"]
CHARTS = {"ranks": ["compare", *TEXTS, "-m", "bleu", "chrf"], "people": ["compare", "--human", "campaign.tsv"]}
COLUMNS, LETTER, LINE, EDGE = 100, 7.83, 17, 14  # letters; pixels
THEMES = {
    "light": {"sheet": "#ffffff", "rim": "#d1d9e0", "ink": "#1f2328", "1": "#1f2328", "2": "#59636e", "31": "#cf222e",
              "32": "#1a7f37", "33": "#9a6700"},
    "dark": {"sheet": "#0d1117", "rim": "#3d444d", "ink": "#e6edf3", "1": "#ffffff", "2": "#9198a1", "31": "#ff7b72",
             "32": "#3fb950", "33": "#d29922"},
}


def on_terminal(arguments, folder):
    """Returns what the program prints on a terminal, without its progress on standard error."""
    master, terminal = os.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    environment = {"TERM": "xterm-256color", "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
    running = subprocess.Popen([PROGRAM, *arguments], cwd=folder, stdout=terminal, stderr=subprocess.DEVNULL,
                               env=environment)
    os.close(terminal)
    printed = b""
    try:
        while part := os.read(master, 1 << 16):
            printed += part
    except OSError:  # the terminal was closed
        pass
    os.close(master)
    if running.wait() != 0:
        sys.exit("error: %s failed" % " ".join(arguments))
    return printed.decode().replace("\r\n", "\n")


def spans(line, colours):
    """Returns (column, text, SVG attributes) for the pieces of a line with escape sequences."""
    column, style = 0, ""
    for piece in re.split(r"(\x1b\[[\d;]*m)", line):
        code = re.fullmatch(r"\x1b\[([\d;]*)m", piece)
        if code:
            codes = [each for each in code.group(1).split(";") if each not in ("", "0")]
            style = "".join(' font-weight="700"' if each == "1" else ' fill="%s"' % colours[each] for each in codes)
            continue
        for words in re.finditer(r"\S+(?: \S+)*", piece):
            yield column + words.start(), words.group(), style
        column += len(piece)


def terminal_svg(command, printed, colours):
    lines = ["\x1b[2m$\x1b[0m " + command]
    lines += printed.split("\n  * ")[0].split("\n") + ["  ..."]  # without the notes below the tables
    width, height = COLUMNS * LETTER + 2 * EDGE, len(lines) * LINE + 2 * EDGE
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%d" viewBox="0 0 %.0f %d"' % (
               width, height, width, height),
           '  font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,monospace" font-size="13"',
           '  fill="%s">' % colours["ink"],
           '<rect x="0.5" y="0.5" width="%.0f" height="%d" rx="6" fill="%s" stroke="%s"/>' % (
               width - 1, height - 1, colours["sheet"], colours["rim"])]
    for row, line in enumerate(lines):
        for column, text, style in spans(line, colours):
            out.append('<text x="%.1f" y="%d" textLength="%.1f"%s>%s</text>' % (
                EDGE + column * LETTER, EDGE + LINE * row + 13, len(text) * LETTER, style, html.escape(text, False)))
    return "\n".join(out + ["</svg>", ""])


def main():
    parser = argparse.ArgumentParser(prog="bench/screens.py")
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([PROGRAM, "demo", folder], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        printed = on_terminal(["compare", *TEXTS], folder)
        pictures = {name: subprocess.run([PROGRAM, *command, "-q", "-f", "svg"], cwd=folder, check=True,
                                         stdout=subprocess.PIPE, text=True).stdout for name, command in CHARTS.items()}
        for theme, colours in THEMES.items():
            pictures["compare-" + theme] = terminal_svg("mtgauge compare " + " ".join(TEXTS), printed, colours)
        for name, drawn in pictures.items():
            path = PICTURES / (name + ".svg")
            if not check:
                path.write_text(drawn, encoding="utf-8")
            elif drawn != path.read_text(encoding="utf-8"):
                sys.exit("error: %s is not what the program prints; run: python3 bench/screens.py" % path)
        if check:
            return
        subprocess.run([PROGRAM, "report", *TEXTS, "-m", "bleu", "chrf", "ter", "-q", "-o", "report.html"], cwd=folder,
                       check=True)
        subprocess.run(["node", str(ROOT / "bench/screens.mjs"), str(pathlib.Path(folder) / "report.html"),
                        str(PICTURES / "report")], check=True)


if __name__ == "__main__":
    main()
