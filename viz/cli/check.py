"""Say how a pretrained model is shown, or why it is not, before an app offers it.

`python -m viz.check MODEL` loads the model as the app does, runs it on three words with all that
pages ask for, and prints its mechanisms, masks and positions. The exit code is 1 for a model that
is refused.

`python -m viz.check PLAYLIST`, a file of the app or a link with a playlist, draws each of its views
on this machine, and says which it cannot draw: for the evening before a lecture. The exit code is 1
where there is one.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from models import TextModel, UserError, load_from
from models.arguments import program
from viz.analysis.views import STACK_TITLES, describe_attending
from viz.base.libraries import LIBRARIES
from viz.pages.card.compute import describe_positions
from viz.pages.computations import FRONT_PAGE
from viz.view.playlist import Playlist, PlaylistEntry, from_json, from_link
from viz.view.runner import PlainRunner


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


def _read_playlist(text: str) -> Playlist | None:
    """Return the playlist of a file or a link; None for a text that is neither.

    Raises UserError for a playlist that cannot be read.
    """
    if text.endswith(".json"):
        try:
            return from_json(Path(text).read_bytes())
        except OSError as error:
            raise UserError(f"{text} cannot be read: {error.strerror}.") from None
    codes = parse_qs(urlsplit(text).query).get("playlist") if "playlist=" in text else None
    return from_link(codes[-1]) if codes else None


def _draw(entry: PlaylistEntry, runner: PlainRunner) -> str:
    """Draw a view as the app does; return why it cannot be drawn, or ""."""
    page = entry.page or FRONT_PAGE
    recording = LIBRARIES.recording
    if page not in recording.PAGES:
        return f"there is no page “{page[:20]}”"
    try:
        recording.record(page, dict(entry.parameters), runner)
    except UserError as error:
        return str(error)
    return ""


def _check_playlist(playlist: Playlist, as_json: bool) -> int:
    """Print which views are here. The exit code is 1 where one is not."""
    runner = PlainRunner("cpu")
    views: list[dict[str, object]] = []
    for place, entry in enumerate(playlist.entries, start=1):
        reason, title = _draw(entry, runner), entry.title or entry.page
        views.append({"title": title, "here": not reason, "says": reason})
        if not as_json:
            print(f"{place}. {title}: {reason or 'here'}", flush=True)
    lacking = sum(not view["here"] for view in views)
    if as_json:
        print(json.dumps({"views": views}, ensure_ascii=False))
    elif lacking:
        print(f"{lacking} of {len(views)} views cannot be drawn on this machine.")
    else:
        print("Everything is on this machine: the lecture needs no network.")
    return int(bool(lacking))


def main(arguments: Sequence[str] | None = None) -> int:
    """Describe the model, or print why it is refused. The exit code is 1 for a refused one."""
    parser = argparse.ArgumentParser(
        prog=program("python -m viz.check"),
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "model",
        help="a name on huggingface.co, a folder, a .gguf file, or ours; or a playlist, as a file "
        "playlist.json or a link",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help='print JSON: {"model": "...", "shown": true, "says": "..."}; of a playlist {"views": '
        '[{"title": "...", "here": true, "says": ""}]}',
    )
    options = parser.parse_args(arguments)
    try:
        playlist = _read_playlist(options.model)
    except UserError as error:
        print(error, file=sys.stderr)
        return 1
    if playlist:
        return _check_playlist(playlist, options.json)
    try:
        is_shown, text = True, _describe(load_from(options.model))
    except UserError as error:
        is_shown, text = False, str(error)
    content = {"model": options.model, "shown": is_shown, "says": text}
    print(json.dumps(content, ensure_ascii=False) if options.json else text)
    return 0 if is_shown else 1


if __name__ == "__main__":
    sys.exit(main())
