"""The description of the package: README without the links and pictures, which lead nowhere outside of
the sources."""

import pathlib
import re


def dynamic_metadata(field, settings=None, project=None):
    text = pathlib.Path("README.md").read_text(encoding="utf-8")
    text = re.sub(r"<!--.*?-->\n", "", text)
    text = re.sub(r'<picture>.*?<img alt="([^"]*)".*?</picture>', r"*\1*", text, flags=re.DOTALL)
    text = re.sub(r"\[([^][]+)\]\(([^):]+)\)", r"\1 (\2)", text)
    return {"content-type": "text/markdown", "text": text + "\nThe files named in brackets are in the sources.\n"}
