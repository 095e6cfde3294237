#!/usr/bin/env python3
"""Makes static pages of the project's Markdown in FOLDER/site, with search, for any browser without a network.

  tests/docs/site.py FOLDER     needs mkdocs-material; tests/docs/site.sh provides it

The navigation is docs/README.md. Fails if a link leads nowhere, or if a page loads something from outside.
"""

import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SETTINGS = """\
site_name: mtgauge
docs_dir: pages
use_directory_urls: false
nav: %s
theme:
  name: material
  font: false
  features: [navigation.footer]
  palette:
    - {media: "(prefers-color-scheme: light)", scheme: default}
    - {media: "(prefers-color-scheme: dark)", scheme: slate}
plugins: [search, offline]
extra: {polyfills: [assets/iframe-worker.js], generator: false}
markdown_extensions:
  - tables
  - pymdownx.superfences
  - toc: {slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}, permalink: true}
validation: {nav: {omitted_files: ignore}, links: {anchors: warn, not_found: warn, unrecognized_links: warn}}
"""


def tracked():
    """Returns the files that pages may link to."""
    names = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                           stdout=subprocess.PIPE, text=True).stdout.split("\n")
    return [name for name in names if os.path.isfile(os.path.join(ROOT, name))]


def for_mkdocs(text):
    """Returns the text with what mkdocs needs and GitHub does not: an empty line before a list or a table, no
    backslash before a bar in code, and one word after a fence."""
    lines, fenced = [], False
    for line in text.split("\n"):
        if line.startswith("```"):
            fenced = not fenced
            line = line.split(" ")[0]
        elif not fenced:
            begins = re.match(r"([-|]|\d+\.)(?= |\*|\|)", line)
            before = lines[-1] if lines else ""
            if begins and before and not re.match(r"[-| ]|\d+\.", before):
                lines.append("")
            if line.startswith("|"):
                line = re.sub(r"`[^`]*`", lambda code: code.group().replace("\\|", "|"), line)
        lines.append(line)
    return "\n".join(lines)


def stage(folder):
    """Copies the pages, and the files that they show or link to, into this folder."""
    names = tracked()
    linked = set()
    for name in names:
        if not name.endswith(".md"):
            continue
        with open(os.path.join(ROOT, name), encoding="utf-8") as file:
            text = file.read()
        for target in re.findall(r"(?:\]\(|\bsrc=\"|\bsrcset=\")([^)#\"\s]+)", text):
            linked.add(os.path.normpath(os.path.join(os.path.dirname(name), target)))
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(for_mkdocs(text))
    os.makedirs(os.path.join(folder, "assets"))
    shutil.copy(os.path.join(ROOT, "tests", "docs", "iframe-worker.js"), os.path.join(folder, "assets"))
    for name in linked & set(names):
        if not name.endswith(".md"):
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            shutil.copy(os.path.join(ROOT, name), os.path.join(folder, name))


def navigation():
    """Returns the shelves of docs/README.md with their pages."""
    with open(os.path.join(ROOT, "docs", "README.md"), encoding="utf-8") as file:
        shelves = re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", file.read(), re.M | re.S)
    return [{"mtgauge": "README.md"}, {"Documentation": "docs/README.md"}] + [
        {title: [{name[0].upper() + name[1:]: os.path.normpath(os.path.join("docs", page))}
                 for name, page in re.findall(r"\[([^\]]*)\]\(([^)#]*)\)", text)]} for title, text in shelves]


def outside(site):
    """Returns what pages load from other hosts."""
    faults = []
    for folder, _, names in os.walk(site):
        for name in names:
            if name.endswith(".html"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    loads = re.findall(r"<(?:script|img|link|source)\b[^>]*?(?:src|href|srcset)=\"?(?:https?:)?//[^\s\">]*", file.read())
                faults += ["%s: %s" % (os.path.relpath(os.path.join(folder, name), site), load) for load in loads]
    return faults


def main():
    folder = os.path.abspath(sys.argv[1])
    shutil.rmtree(folder, ignore_errors=True)
    stage(os.path.join(folder, "pages"))
    with open(os.path.join(folder, "mkdocs.yml"), "w", encoding="utf-8") as file:
        file.write(SETTINGS % json.dumps(navigation()))
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict"], cwd=folder, check=True)
    faults = outside(os.path.join(folder, "site"))
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
