"""What two networks write of a scene, where they look, and how often they are right."""

from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from models.scenes import (
    CAPTIONERS,
    SETS,
    Caption,
    Scene,
    card,
    parse_scene,
    written,
)

from ...analysis.intervals import Interval, share_interval
from ...base.language import format_number, t, translatable
from ...base.libraries import LIBRARIES
from ...base.theme import HEADS
from ...components.captions import Reader
from ...draw.bars import bars_chart
from ...draw.chart import Axis, Chart, Margins
from ...draw.interval_charts import describe_interval, interval_chart
from ...draw.matrix import Matrix
from ...draw.picture import Picture
from ...view.computation import Computation, Export, ExportMenu, PageContent
from ...view.runner import Runner
from .settings import LOOKS, CaptionsSettings

_TITLES = translatable({"lstm": "LSTM with soft attention", "transformer": "Transformer decoder"})
_SETS = translatable(
    {
        "new": "new scenes",
        "pairs": "a colour never seen on that thing",
        "counts": "a number never seen of that thing",
    }
)
_MISTAKES = translatable(
    {
        "new": "A mistake on a new scene",
        "pairs": "… on a new colour of a thing",
        "counts": "… on a new number of things",
    }
)
_WEIGHTS = translatable(
    {
        "weight": "weight on the thing named",
        "without": "on the same cells, without the thing",
        "area": "its share of the picture",
    }
)


@dataclass(frozen=True)
class CaptionsContent(PageContent[CaptionsSettings]):
    """The content of the page; each look is computed when it is drawn."""

    @cached_property
    def scene(self) -> Scene:
        return parse_scene(self.settings.scene or "")

    @cached_property
    def captions(self) -> dict[str, Caption]:
        """What each network writes."""
        return self.runner.compute_once(
            f"captions {self.scene}",
            t("Two networks look at the scene"),
            lambda progress: LIBRARIES.captioning.caption(self.scene),
        )

    @property
    def end(self) -> str:
        return t("(end)")

    @property
    def readers(self) -> list[Reader]:
        """What each network wrote, with a sentence on the whole and on each word."""
        return [
            Reader(t(_TITLES[name]), caption, self._note(caption), self._notes(caption))
            for name, caption in self.captions.items()
        ]

    @property
    def mistakes(self) -> dict[str, list[str]]:
        """Held-out scenes with a wrong caption, by the label of their button."""
        return {t(_MISTAKES[kind]): card()["mistakes"][kind] for kind in SETS}

    def _note(self, caption: Caption) -> str:
        if caption.is_right:
            return t("“{caption}” is right.", caption=written(caption.words))
        return t(
            "“{caption}” is wrong: “{right}”.",
            caption=written(caption.words),
            right=written(self.scene.words),
        )

    def _notes(self, caption: Caption) -> tuple[str, ...]:
        """Say of each word, and of the end, how much weight lies on what."""
        notes = []
        for place, word in enumerate((*caption.words, self.end)):
            parts = [
                t(
                    "{weight} on “{group}” ({area} of the picture)",
                    weight=format_number(float(weights[place]), ".0%"),
                    group=group,
                    area=format_number(area, ".0%"),
                )
                for group, area, weights in self._on_groups(caption)
            ]
            notes.append(
                t(
                    "“{word}”, {probability}: weight {parts}.",
                    word=word,
                    probability=format_number(float(caption.probabilities[place]), ".0%"),
                    parts=", ".join(parts) or t("on an empty picture"),
                )
            )
        return tuple(notes)

    def _on_groups(self, caption: Caption) -> list[tuple[str, float, np.ndarray]]:
        """Return the name of each group, its share of the picture, its weights `[word + 1]`."""
        cells = caption.gaze_by_cell
        return [
            (written(group.words), len(group.cells) / cells.shape[1], cells[:, group.cells].sum(1))
            for group in self.scene.groups
        ]

    @property
    def notice(self) -> str:
        """What no training scene has, or ""."""
        groups = [
            written(group.words)
            for group in self.scene.groups
            if group.is_left_out_pair or group.is_left_out_count
        ]
        if not groups:
            return ""
        return t(
            "Left out of training, to see what the networks make of it: {groups}.",
            groups=", ".join(t("“{word}”", word=group) for group in groups),
        )

    @property
    def matrices(self) -> list[Matrix]:
        """The weight of each word on each group and on the rest, for each network."""
        matrices = []
        for name, caption in self.captions.items():
            groups = self._on_groups(caption)
            rows = [weights for _, _, weights in groups]
            values = np.stack([*rows, 1 - sum(rows, np.zeros(len(caption.words) + 1))], 1)
            matrices.append(
                Matrix(
                    t(_TITLES[name]),
                    (*caption.words, self.end),
                    (*(group for group, _, _ in groups), t("elsewhere")),
                    np.clip(values, 0, 1),
                )
            )
        return matrices

    def strip(self, name: str) -> Picture:
        """Return one small map a word, as in the paper."""
        caption = self.captions[name]
        side = int(caption.weights.shape[-1] ** 0.5)
        places = tuple(str(place + 1) for place in range(side))
        maps = [
            Matrix(word, places, places, weights.reshape(side, side), most=float(weights.max()))
            for word, weights in zip((*caption.words, self.end), caption.gaze, strict=True)
        ]
        return Picture(tuple(maps), across=min(len(maps), 8), caption=self._caption(name))

    def _caption(self, name: str) -> str:
        return f"{t(_TITLES[name])}: {self._note(self.captions[name])}\n{self.scene}"

    @property
    def method(self) -> str:
        """What is drawn, and what the networks are."""
        return t("captions#method", weights=sum(card()["weights"].values()) / len(CAPTIONERS) / 1e6)

    # --- figures of the card ---------------------------------------------------------------------

    @cached_property
    def accuracies(self) -> dict[str, list[Interval]]:
        """The share of held-out scenes with a right caption, for each set, by network."""
        figures = card()["right"]
        return {
            t(_TITLES[name]): [share_interval(*figures[name][kind]) for kind in SETS]
            for name in CAPTIONERS
        }

    @property
    def tested_chart(self) -> Chart:
        return interval_chart(
            [t(title) for title in _SETS.values()], self.accuracies, t("right captions"), ".0%"
        ).with_caption(t("Right captions of held-out scenes, with 95 % intervals"))

    @property
    def gaze_chart(self) -> Chart:
        """The mean weight on what a word names, beside its share of the area, by network."""
        values = {
            f"{t(_TITLES[name])}: {t(title)}": card()["gaze"][name][what]
            for name in CAPTIONERS
            for what, title in _WEIGHTS.items()
        }
        labels = [format_number(value, ".1%") for value in values.values()]
        colours = [HEADS[place] for place in range(len(CAPTIONERS)) for _ in _WEIGHTS]
        return bars_chart(
            [*values],
            [*values.values()],
            Axis(title=t("mean weight"), limits=(0, 1.1), ticks=(0, 0.5, 1), number_format=".0%"),
            y=Axis(room=True, grid=False),
            colours=colours,
            labels=labels,
            margins=Margins(left=8, right=16, top=8, bottom=52),
            summary=", ".join(map("{}: {}".format, values, labels)),
        ).with_caption(t("Mean weight at the word that names a thing, in right captions"))

    @property
    def tested_finding(self) -> str:
        lstm, transformer = self.accuracies.values()
        gaze = card()["gaze"]
        return t(
            "captions#right captions",
            count=card()["right"]["lstm"]["new"][1],
            lstm=describe_interval(lstm[0], ".1%"),
            transformer=describe_interval(transformer[0], ".1%"),
            lstm_times=gaze["lstm"]["weight"] / gaze["lstm"]["area"],
            transformer_times=gaze["transformer"]["weight"] / gaze["transformer"]["area"],
        )

    # --- the Export menu -------------------------------------------------------------------------

    @property
    def menu(self) -> ExportMenu:
        key = f"captions {self.settings.look}"
        if self.settings.look == "tested":
            exports = (
                Export(t(LOOKS["tested"]), lambda: self.tested_chart, "right"),
                Export(t("Where it looked"), lambda: self.gaze_chart, "gaze"),
            )
            return ExportMenu(key, exports)
        strips = tuple(
            Export(t(_TITLES[name]), partial(self.strip, name), name) for name in CAPTIONERS
        )

        def draw_table() -> Picture:
            captions = "\n".join(map(self._caption, CAPTIONERS))
            return Picture(tuple(self.matrices), caption=captions)

        return ExportMenu(key, (*strips, Export(t("Weight on each thing"), draw_table, "table")))


def _compute(settings: CaptionsSettings, runner: Runner) -> CaptionsContent:
    return CaptionsContent(settings, runner)


COMPUTATION = Computation("captions", CaptionsSettings, _compute)
