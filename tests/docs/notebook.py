"""Runs docs/python.md as a notebook: notebook.py FOLDER writes python.ipynb and python.html there. Prompts become cells,
and so do comments "<!-- notebook: CODE -->", whose answers must show themselves. notebook.sh calls this."""

import pathlib
import re
import sys

import nbformat
from nbconvert import HTMLExporter
from nbconvert.preprocessors import ExecutePreprocessor

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/python.md"
CODE = re.compile(r"^```pycon\n(.*?)^```$|^<!-- notebook: (.*?) -->$", re.M | re.S)


def statements(prompts):
    """Returns the code of a ```pycon block, without prompts and answers."""
    return "\n".join(line[4:] for line in prompts.splitlines() if line.startswith((">>> ", "... ")))


def cells(text):
    end = 0
    for found in CODE.finditer(text):
        yield nbformat.v4.new_markdown_cell(text[end : found.start()].strip())
        prompts, shown = found.groups()
        yield nbformat.v4.new_code_cell(shown or statements(prompts), metadata={"shown": bool(shown)})
        end = found.end()
    yield nbformat.v4.new_markdown_cell(text[end:].strip())


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    book = nbformat.v4.new_notebook(cells=[cell for cell in cells(PAGE.read_text(encoding="utf-8")) if cell.source])
    ExecutePreprocessor(timeout=120, kernel_name="python3").preprocess(book, {"metadata": {"path": str(folder)}})
    shown = [cell for cell in book.cells if cell.metadata.get("shown")]
    for cell in shown:
        displayed = [output.get("data", {}).get("text/html", "") for output in cell.outputs]
        if not any(html.startswith(("<iframe ", "<table>\n<caption>")) for html in displayed):
            sys.exit("notebook: '%s' does not show itself" % cell.source)
    nbformat.write(book, folder / "python.ipynb")
    (folder / "python.html").write_text(HTMLExporter().from_notebook_node(book)[0], encoding="utf-8")
    code = sum(cell.cell_type == "code" for cell in book.cells)
    print("notebook: %d cells ran, %d answers show themselves: %s" % (code, len(shown), folder / "python.html"))


if __name__ == "__main__":
    main()
