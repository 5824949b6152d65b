"""The documents whose commands, paths and links are tested."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
GITHUB = ROOT / ".github"
DOCUMENTS = [
    ROOT / "README.md",
    GITHUB / "ARCHITECTURE.md",
    GITHUB / "CONTRIBUTING.md",
    *sorted((GITHUB / "docs").glob("*.md")),
    GITHUB / "deploy/README.md",
    ROOT / "models/corpus/README.md",
]
