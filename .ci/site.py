"""The site of the documents, for .github/mkdocs.yml: the files of the tree where they are."""

import re
from pathlib import Path
from typing import Any

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
LINKED = re.compile(r"\]\((?!http|#)([^)#]+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Return the theme's files, and every file that the README leads to, by its path in the tree.

    So a link is the same on the site and on GitHub.
    """
    for file in [*files]:
        if file.src_dir == config.docs_dir:
            files.remove(file)
    for path in sorted(reached_from(ROOT / "README.md")):
        name = path.relative_to(ROOT).as_posix()
        files.append(File(name, str(ROOT), config.site_dir, True, dest_uri=address(name)))
    return files


def reached_from(start: Path) -> set[Path]:
    """Return a document and all files that it and the documents among them link to."""
    findings, waiting = set(), [start]
    while waiting:
        path = waiting.pop()
        if path not in findings:
            findings.add(path)
            links = LINKED.findall(path.read_text("utf-8")) if path.suffix == ".md" else ()
            waiting += [(path.parent / link).resolve() for link in links]
    return findings


def address(name: str) -> str:
    """Return where a file of the tree is on the site: in no hidden folder, which hosts leave out.

    >>> address(".github/docs/papers.md")
    'papers/index.html'
    """
    short = re.sub(r"^\.github/(docs/)?", "", name)
    if not short.endswith(".md"):
        return short
    folder = re.sub(r"/?(README)?\.md$", "", short).lower()
    return f"{folder}/index.html".removeprefix("/")


class Examples(griffe.Extension):
    """Marks the examples of docstrings as code."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        mark_examples(pkg)

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        mark_examples(obj)


def mark_examples(of: griffe.Object) -> None:
    if of.docstring:
        code = r"\n```python\n\g<0>\n```\n"
        of.docstring.value = re.sub(r"^>>> .*(?:\n.+)*", code, of.docstring.value, flags=re.M)
