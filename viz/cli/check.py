"""Say how a pretrained model is shown, or why it is not, before an app offers it.

`python -m viz.check MODEL` loads the model as the app does, runs it on three words with all that
pages ask for, and prints its mechanisms, masks and positions. The exit code is 1 for a model that
is refused.
"""

import argparse
import json
import sys
from collections.abc import Sequence

from models import TextModel, UserError, load_from
from models.arguments import program
from viz.analysis.views import STACK_TITLES, describe_attending
from viz.pages.card.compute import describe_positions


def _describe(model: TextModel) -> str:
    """Describe how a model is shown, under its name in the app, in lines."""
    known = model.capabilities
    lines = [f"{model.name} is shown."]
    for stack, (layers, heads) in known.stacks.items():
        title = STACK_TITLES[stack]
        way = f", {known.directions[stack]}" if stack in known.directions else ""
        lines.append(f"{title}{way}: {layers} layers of {heads} heads.")
        lines.append(describe_attending(known.attending(stack), layers))
    lines.append(f"Positions: {describe_positions(known)}.")
    return "\n".join(filter(None, lines))


def main(arguments: Sequence[str] | None = None) -> int:
    """Describe the model, or print why it is refused. The exit code is 1 for a refused one."""
    parser = argparse.ArgumentParser(
        prog=program("python -m viz.check"),
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("model", help="a name on huggingface.co, a folder, a .gguf file, or ours")
    parser.add_argument(
        "--json",
        action="store_true",
        help='print JSON: {"model": "...", "shown": true, "says": "..."}',
    )
    options = parser.parse_args(arguments)
    try:
        is_shown, text = True, _describe(load_from(options.model))
    except UserError as error:
        is_shown, text = False, str(error)
    content = {"model": options.model, "shown": is_shown, "says": text}
    print(json.dumps(content, ensure_ascii=False) if options.json else text)
    return 0 if is_shown else 1


if __name__ == "__main__":
    sys.exit(main())
