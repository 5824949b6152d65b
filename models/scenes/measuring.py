"""Measure both captioners on held-out scenes: `python -m models.scenes.measuring`.

Counts the right captions; sums the weights on what a word names, beside its share of the area and
beside the weights on the same cells once the thing is gone; lists scenes with a wrong caption.
"""

import argparse
import json
from collections.abc import Sequence

import numpy as np

from ..files import write_whole
from . import CAPTIONERS, CAPTIONERS_FOLDER, SETS, SIDE, THING_KINDS, Caption, card, held_out_scenes
from .captioning import Captioner, follow, load_captioner, write

_MOST_MISTAKES = 12  # of a set, in the order in which the scenes are drawn


def _gazes(network: Captioner, captions: Sequence[Caption]) -> list[tuple[float, float, float]]:
    """Return for each thing named in right captions the weight on it at the word of its kind.

    Then the share of the area that it has, and the weight on the same cells when the network reads
    the same caption of the scene without the thing.
    """
    places, without = [], []
    for caption in captions:
        if caption.is_right:
            names = [place for place, word in enumerate(caption.words) if _is_kind(word)]
            for place, group in zip(names, caption.scene.groups, strict=True):
                places.append((caption, place, [*group.cells]))
                without.append(caption.scene.without(group))
    empty = follow(network, without, [caption.words for caption, _, _ in places])
    return [
        (
            float(caption.gaze_by_cell[place, cells].sum()),
            len(cells) / SIDE**2,
            float(other.gaze_by_cell[place, cells].sum()),
        )
        for (caption, place, cells), other in zip(places, empty, strict=True)
    ]


def _is_kind(word: str) -> bool:
    return word.removesuffix("s") in THING_KINDS


def _measure(count: int) -> dict[str, dict]:
    """Measure on `count` scenes of each set: what the card holds."""
    right: dict[str, dict] = {name: {} for name in CAPTIONERS}
    gaze, mistakes = {}, {}
    for kind in SETS:
        scenes = held_out_scenes(kind, count)
        wrong = np.zeros(count, bool)
        for name in CAPTIONERS:
            network = load_captioner(name)
            captions = write(network, scenes)
            rights = [caption.is_right for caption in captions]
            right[name][kind] = [sum(rights), count]
            wrong |= ~np.array(rights)
            if kind == "new":
                values = np.array(_gazes(network, captions))
                means = [round(float(mean), 4) for mean in values.mean(0)]
                gaze[name] = dict(zip(("weight", "area", "without"), means), things=len(values))
        mistakes[kind] = [str(scenes[place]) for place in np.flatnonzero(wrong)[:_MOST_MISTAKES]]
    return {"right": right, "gaze": gaze, "mistakes": mistakes}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures, or write them into the card too."""
    parser = argparse.ArgumentParser(
        prog="python -m models.scenes.measuring", description="Measure both captioners."
    )
    parser.add_argument("--scenes", type=int, default=1000, help="of each set")
    parser.add_argument("--write", action="store_true", help="write the figures into the card")
    options = parser.parse_args(arguments)
    figures = _measure(options.scenes)
    if options.write:
        content = json.dumps(card() | figures, indent=2, ensure_ascii=False) + "\n"
        write_whole({CAPTIONERS_FOLDER / "card.json": content.encode()})
    print(json.dumps({name: figures[name] for name in ("right", "gaze")}, indent=2))


if __name__ == "__main__":
    main()
