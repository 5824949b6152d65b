"""Write the source text of the code model: Python's standard library, a function a line.

It is that of the running Python (PSF licence), so a card names its version.
"""

import ast
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from ..normalisation import with_signs

# Folders of tests, of tables and of long texts.
_LEFT_OUT = {"test", "tests", "idle_test", "site-packages", "encodings", "lib2to3", "pydoc_data"}
_SHORTEST = 150  # characters of a block; shorter statements are joined with the next one


def library() -> list[str]:
    """Return the blocks of all modules: the module, a tab, and the block on one line."""
    blocks = _blocks_below(Path(sysconfig.get_paths()["stdlib"]))
    return [f"{module}\t{block}" for block, module in blocks.items()]


def _blocks_below(root: Path) -> dict[str, str]:
    """Return the blocks of the Python files in a folder, each once, with the name of its file."""
    blocks: dict[str, str] = {}
    for path in sorted(root.rglob("*.py")):
        module = path.relative_to(root)
        if _LEFT_OUT.isdisjoint(module.parts):
            source = path.read_text(encoding="utf-8", errors="replace")
            blocks |= {block: str(module) for block in _split_code(source)}
    return blocks


def _split_code(source: str) -> Iterator[str]:
    """Yield the blocks of a module with signs: functions, methods, runs of short statements.

    A comment above belongs to its block. Blocks with other characters than ASCII are left out.
    """
    lines, start = source.splitlines(), 0
    for end in _ends(ast.parse(source).body):
        code = "\n".join(lines[start:end])
        if len(code) >= _SHORTEST:
            start = end
            if code.isascii():
                yield with_signs(code)


def _ends(body: list[ast.stmt]) -> Iterator[int]:
    """Yield the last line of each statement, of a class those of its own statements."""
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            yield from _ends(statement.body)
        elif statement.end_lineno:
            yield statement.end_lineno
