"""Module-level names without an underscore that no other module of the product uses.

`python -m tests.public_names` lists them. Tests, documents and scripts are no product: a name that
only they use is listed too, unless it stands in `ALLOWED` with its reason.
"""

import ast
from collections.abc import Iterable
from pathlib import Path

from models.store.libraries import LIBRARIES as MODEL_LIBRARIES
from viz.base.libraries import LIBRARIES

ROOT = Path(__file__).parents[1]
ALLOWED = {
    "models.networks.attention.SCORES": "a config.json names its keys, as ARCHITECTURE.md says",
    "models.networks.attention.attention_weights": "a formula of the paper, which tests compare",
    "models.networks.attention.scaled_dot_product_scores": "the same",
    "models.training.word_learning.learn_counts": "learner.js takes its steps",
    "models.training.word_learning.learn_windows": "learner.js takes its steps",
    "viz.pages.registry.SHOWN": "CONTRIBUTING.md adds a page without a folder there",
}


class Module:
    """What a file defines, imports and reads."""

    def __init__(self, file: Path, root: Path):
        parts = file.relative_to(root).with_suffix("").parts
        self.name = ".".join(parts).removesuffix(".__init__")
        self.tree = ast.parse(file.read_text(encoding="utf-8"))
        package = parts[:-1]
        self.imported: dict[str, tuple[str, str]] = {}  # by the name here: module and name there
        self.modules: set[str] = set()
        self.attributes: set[str] = set()
        self.of_any_module: set[str] = set()  # of a module that is named while the program runs
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                above = package[: len(package) - node.level + 1] if node.level else ()
                source = ".".join((*above, *filter(None, [node.module])))
                for alias in node.names:
                    self.imported[alias.asname or alias.name] = source, alias.name
                    self.modules.add(f"{source}.{alias.name}")
            elif isinstance(node, ast.Import):
                self.modules |= {alias.name for alias in node.names}
            elif isinstance(node, ast.Attribute):
                self.attributes.add(node.attr)
                called = getattr(getattr(node.value, "func", None), "id", "")
                if called == "import_module":
                    self.of_any_module.add(node.attr)
        for libraries in (MODEL_LIBRARIES.modules, LIBRARIES.modules):
            self.modules |= {libraries[name] for name in self.attributes & libraries.keys()}

    @property
    def public(self) -> set[str]:
        """The names without an underscore that are defined at the top level."""
        return {name for name in defined(self.tree.body) if not name.startswith("_")}


def defined(body: Iterable[ast.stmt]) -> set[str]:
    """Return the names that statements define, but for those that they import."""
    names: set[str] = set()
    imported: set[str] = set()
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            imported |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.If | ast.Try | ast.With | ast.For):
            inner = [one for one in ast.walk(node) if isinstance(one, ast.Import | ast.ImportFrom)]
            imported |= {alias.asname or alias.name for one in inner for alias in one.names}
            names |= {
                one.id
                for one in ast.walk(node)
                if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
            }
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            parts = [part for target in targets for part in ast.walk(target)]
            names |= {
                part.id
                for part in parts
                if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
            }
    return names - imported


def unused_names(root: Path) -> list[str]:
    """Return the public names of `models` and `viz` that no other module there, or app.py, uses."""
    files = [*root.glob("models/**/*.py"), *root.glob("viz/**/*.py")]
    product = [Module(file, root) for file in files if "node_modules" not in file.parts]
    modules = {module.name: module for module in product}
    if (root / "app.py").exists():
        modules["app"] = Module(root / "app.py", root)
    used, of_any_module = set(), set()
    for module in modules.values():
        for source, name in module.imported.values():
            while source in modules and name in modules[source].imported:  # it is passed on
                source, name = modules[source].imported[name]
            if source != module.name:
                used.add(f"{source}.{name}")
        for other in module.modules - {module.name}:
            used |= {f"{other}.{name}" for name in module.attributes}
        of_any_module |= module.of_any_module
    return sorted(
        f"{module.name}.{name}"
        for module in product
        for name in module.public - of_any_module
        if f"{module.name}.{name}" not in used
    )


if __name__ == "__main__":
    for listed in unused_names(ROOT):
        print(listed, *filter(None, [ALLOWED.get(listed)]), sep="  # ")
