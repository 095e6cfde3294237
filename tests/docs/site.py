#!/usr/bin/env python3
"""Makes static pages of the project's Markdown in FOLDER/site, with search, for any browser without a network.

  tests/docs/site.py FOLDER PROGRAM [PYTHON]     needs mkdocs-material; tests/docs/site.sh provides it

The navigation is docs/README.md. PROGRAM is mtgauge, whose help has a page for each verb; PYTHON has the
package mtgauge, whose docstrings make one more page. Fails if a link leads nowhere, or if a page loads something from outside.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

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
        write(folder, name, for_mkdocs(text))
    os.makedirs(os.path.join(folder, "assets"))
    shutil.copy(os.path.join(ROOT, "tests", "docs", "iframe-worker.js"), os.path.join(folder, "assets"))
    for name in linked & set(names):
        if not name.endswith(".md"):
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            shutil.copy(os.path.join(ROOT, name), os.path.join(folder, name))


def write(folder, name, text):
    os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def reference(folder, program, python):
    """Writes a page on each verb, and one on the package; returns their shelves."""
    with tempfile.TemporaryDirectory() as manual:
        subprocess.run([program, "generate", "man", "-o", manual], check=True)
        verbs = sorted(name[len("mtgauge-"):-len(".1")] for name in os.listdir(manual) if name.startswith("mtgauge-"))
    shelf = []
    for verb in verbs:
        page = "commands/%s.md" % verb
        write(folder, page, "# mtgauge %s\n\n```text\n%s```\n" % (verb, output(program, "help", verb)))
        shelf.append({verb: page})
    shelves = [{"Commands": shelf}]
    if python:
        write(folder, "python-functions.md", output(python, "-P", os.path.join(ROOT, "python", "generate", "api.py")))
        shelves.append({"Python functions": "python-functions.md"})
    return shelves


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
    pages = os.path.join(folder, "pages")
    stage(pages)
    shelves = navigation() + reference(pages, sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None)
    write(folder, "mkdocs.yml", SETTINGS % json.dumps(shelves))
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict"], cwd=folder, check=True)
    faults = outside(os.path.join(folder, "site"))
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
