"""Slow or optional modules, imported on first use.

>>> LIBRARIES.pyarrow.array([1, 2])

All other modules are imported at the top of a file.
"""

from importlib import import_module
from typing import Any


class Libraries:
    """Modules by a short name; reading the attribute imports the module."""

    def __init__(self, **modules: str):
        self.modules = modules

    def __getattr__(self, name: str) -> Any:
        """Import and return a module. Raises ImportError where it is not installed."""
        if name not in self.modules:
            raise AttributeError(f"{name!r} is not registered here, only {', '.join(self.modules)}")
        module = import_module(self.modules[name])
        setattr(self, name, module)
        return module


LIBRARIES = Libraries(
    langid="py3langid.langid",
    langid_files="py3langid.modelio",
    pandas="pandas",
    parquet="pyarrow.parquet",
    pyarrow="pyarrow",
    # Optional: see tests/requirements.txt.
    ray="ray",
    ray_data="ray.data",
    ray_serve="ray.serve",
    sacrebleu="sacrebleu.metrics",
    # Our own modules that import starlette, torch or transformers.
    attending="models.huggingface.attending",
    in_memory="models.huggingface.in_memory",
    pretrained="models.huggingface.loading",
    load_trained="models.answers.load_trained",
    scoring="models.huggingface.scoring",
    own_transformer="models.answers.own_transformer",
    replica="models.serving.replica",
    wire_values="models.serving.values",  # needs tokenizers
)
