"""All commands in one: `headsup app`, `headsup export ...`; in the tree `python -m viz.commands`.

Layers: it imports a command only when it is called.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

_APP = Path(__file__).parents[2] / "app.py"
# "" in the tree, also as `python -m viz.commands`; "headsup." in the installed package.
_ROOT = __package__.removesuffix(".cli").removesuffix("viz")
_MODULES = {
    "export": ("viz.cli.export", "write pictures of attention"),
    "static": ("viz.cli.static", "write an edition without a server"),
    "class": ("viz.cli.classes", "serve classes that answer on their phones"),
    "gallery": ("viz.cli.gallery", "write the pictures of the gallery"),
    "check": ("viz.cli.check", "say how a model is shown, or whether a playlist is here"),
    "align": ("viz.cli.align", "measure how well heads align words, on links of yours"),
    "lens": ("viz.cli.lens", "print what each layer of a model would have written"),
    "patch": ("viz.cli.patch", "print which state of another sentence changes what is written"),
    "attribute": ("viz.cli.attribute", "print what each part of a decoder wrote for a word"),
    "circuit": ("viz.cli.circuit", "print what a head writes for each word, off its weights"),
    "exercises": ("viz.cli.exercises", "write exercises that check themselves, for a class"),
    "texts": ("viz.cli.texts", "say what a language of the interface lacks"),
    "analyse": ("models.corpus.__main__", "measure what the heads of a model do"),
    "train": ("models.training.train", "train a model"),
    "evaluate": ("models.training.evaluate", "measure how well a model translates"),
    "serve": ("models.serving.__main__", "hold models for servers of pages on other machines"),
}
# Of the commands that import torch, the modules with their options, which print the help.
_OPTIONS = {
    "analyse": "models.corpus.options",
    "train": "models.training.train_options",
    "evaluate": "models.training.evaluate_options",
}
# The extra that has a library.
_EXTRAS = {
    **dict.fromkeys(("torch", "tokenizers", "safetensors", "py3langid"), "models"),
    **dict.fromkeys(("transformers", "huggingface_hub", "sentencepiece"), "pretrained"),
    **dict.fromkeys(
        ("streamlit", "pyarrow", "pandas", "plotly", "segno", "starlette", "uvicorn"), "app"
    ),
    **dict.fromkeys(("sklearn", "scipy", "umap"), "maps"),
    **dict.fromkeys(("sacrebleu", "numba"), "train"),
    "anywidget": "notebook",
    "ray": "ray",
    "pptx": "slides",
    "xlsxwriter": "slides",
}
_HELP = "\n".join(
    [
        "usage: headsup [--version] [--weights FOLDER] COMMAND ...",
        "",
        "  app        open the app in a browser; its options are those of streamlit run, and",
        "             --processes NUMBER for several behind one port",
        *(f"  {name:10} {what}" for name, (_, what) in _MODULES.items()),
        "",
        "headsup COMMAND --help lists the options of a command. --weights names the folder of our",
        "trained models, as the variable HEADS_UP_WEIGHTS does.",
    ]
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Returns its exit code: 0, 1 after an error, 2 for a call that is wrong."""
    rest = list(sys.argv[1:] if arguments is None else arguments)
    if rest == ["--weights"]:
        return _refuse("There is no folder after --weights. Name that of the trained models.")
    if rest[:1] == ["--weights"]:
        folder = Path(rest[1])
        if not folder.is_dir():
            return _refuse(f"There is no folder “{folder}”.")
        # In a new process: this one has looked for the models already.
        again = [sys.executable, "-m", f"{__package__}.commands", *rest[2:]]
        return subprocess.call(again, env=os.environ | {"HEADS_UP_WEIGHTS": str(folder.absolute())})
    name, *options = rest or [""]
    if name in ("-h", "--help"):
        print(_HELP)
        return 0
    if name == "--version":
        print(f"headsup {import_module(f'{_ROOT}models').__version__}")
        return 0
    if name != "app" and name not in _MODULES:
        names = ", ".join(["app", *_MODULES])
        return _refuse(f"There is no command “{name}”. Choose one of: {names}." if name else _HELP)
    try:
        if name == "app":
            import_module("streamlit")
            flags = {option.partition("=")[0] for option in options}
            if "--processes" in flags and not {"-h", "--help"} & flags:
                return import_module(f"{_ROOT}viz.app.processes").run(_APP, options)
            return subprocess.call([sys.executable, "-m", "streamlit", "run", str(_APP), *options])
        if name in _OPTIONS and {"-h", "--help"} & {*options}:
            import_module(f"{_ROOT}{_OPTIONS[name]}").build_parser().print_help()
            return 0
        module, _ = _MODULES[name]
        return import_module(f"{_ROOT}{module}").main(options) or 0
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        print(f"{error}. {_how_to_install(missing)}", file=sys.stderr)
        return 1


def _how_to_install(library: str) -> str:
    """Say how the extra with a library is installed.

    Not by its name alone: PyPI does not have it, so that anybody could publish something under it.
    """
    extra = _EXTRAS.get(library, "all")
    return (
        f"It comes with the extra {extra}: pip install 'headsup-attention[{extra}] @ "
        f"git+URL-of-the-repository', or pip install 'FILE.whl[{extra}]' with the wheel."
    )


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
