"""The content of the page on what heads do: stored profiles, and one sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

import numpy as np

from models.corpus.labels import (
    FEW,
    Label,
    kinds_of,
    labels_of,
    refuted_of,
    unmeasured_kinds,
)
from models.corpus.profile import Profile, StackProfile, read_shipped
from models.corpus.profile_table import heads_parquet, heads_table

from ...analysis.head_captions import word_links
from ...analysis.refuting import Refutation, refute_label, runs_of
from ...analysis.views import HeadChoice, head_title
from ...base.language import t, translatable
from ...base.markdown import escape_markdown
from ...base.progress import Progress
from ...draw.chart import Chart
from ...view.address import View
from ...view.computation import Computation, Export, ExportMenu
from ...view.settings import plain_trace
from .charts import ranking_chart, tags_chart
from .costs import COSTS, FILTERS, HeadCosts
from .head_plane import HeadPlane, compare_profiles, exports_of, plane_of
from .measured import MeasuredProfile
from .pairs import PairCosts
from .refute import Swap, swapped_request
from .settings import ALONE, CLEAREST, ProfilesSettings
from .tables import LISTED, figure_rows, measure_rows, pair_rows
from .word_pair_search import Ranked, rank_heads
from .words import (
    COUNTS,
    FIGURES,
    KIND_COLOURS,
    LABEL_KINDS,
    MEASURE_TITLES,
    SINGLE,
    describe_label,
    describe_refuted,
    short_title,
    tag_titles,
)

SHOWN_MEASURES = 8
_TAG_CAPTIONS = translatable(
    {
        "trained": "{head}: from a part of speech to another",
        "untrained": "{head}, untrained: from a part of speech to another",
        "chance": "By chance: from a part of speech to another",
    }
)


class HeadMark(NamedTuple):
    """A head on the map."""

    head: HeadChoice
    label: Label | None  # the clearest behaviour
    kind: str
    value: float  # the value to order heads by; nan if not measured


class _Example(NamedTuple):
    """A sentence in which a head shows its behaviour, or fails to."""

    title: str
    english: str
    french: str
    share: float
    link: str  # to the front page


@dataclass(frozen=True)
class ProfilesContent(MeasuredProfile):
    """The content of the page; each section is computed when it is drawn."""

    # --- all heads -------------------------------------------------------------------------------

    @cached_property
    def labels(self) -> dict[HeadChoice, list[Label]]:
        """The behaviours of each head, the clearest first."""
        assert self.profile is not None
        return {
            HeadChoice(*stack.head_at(place)): labels
            for stack in self.profile.stacks.values()
            for place, labels in enumerate(labels_of(stack))
        }

    @cached_property
    def marks(self) -> list[HeadMark]:
        """All heads, in the order of the model."""
        assert self.profile is not None
        kinds, marks = _kinds_by_head(self.profile), []
        for head, labels in self.labels.items():
            label = labels[0] if labels else None
            value = order_value(self.order, *self.place_of(head), labels, self.costs)
            marks.append(HeadMark(head, label, kinds[head], value))
        return marks

    @property
    def order(self) -> str:
        """The name of the current order."""
        return self.settings.by or CLEAREST

    @cached_property
    def ranked(self) -> list[HeadMark]:
        """The heads of the chosen kind that have a value, the largest first."""
        kind = self.settings.kind or "all"
        marks = [mark for mark in self.marks if self.is_of(mark, kind) and not np.isnan(mark.value)]
        most = max((mark.value for mark in self.marks if not np.isnan(mark.value)), default=0.0)
        if self.settings.least:
            marks = [mark for mark in marks if mark.value >= most * self.settings.least / 100]
        return sorted(marks, key=lambda mark: -mark.value)

    def is_of(self, mark: HeadMark, kind: str) -> bool:
        """Return whether a head is of this kind."""
        if kind in FILTERS:
            needed = self.costs is not None and self.costs.is_needed(mark.head)
            return needed == (kind == "needed")
        return kind in ("all", mark.kind)

    @cached_property
    def costs(self) -> HeadCosts | None:
        """The costs of each head; None if not measured."""
        if self.profile is None or self.profile.importance is None:
            return None
        return HeadCosts(self.profile.importance, self.chosen)

    @cached_property
    def pairs(self) -> PairCosts | None:
        """The costs of every two heads; None if not measured."""
        if self.profile is None or self.profile.pairs is None:
            return None
        return PairCosts(self.profile.pairs, self.chosen)

    @cached_property
    def plane(self) -> HeadPlane | None:
        """All heads by the similarity of their attention; None if not compared."""
        profile, name = self.profile, self.settings.beside or ALONE
        if profile is None or self.own:
            return None
        second = read_shipped(name) if name != ALONE else None
        alike = self.runner.compute_once(
            f"alike {profile.weights} {second and second.weights}",
            t("Comparing the heads"),
            lambda progress: compare_profiles(profile, second),
        )
        if alike is None:
            return None
        kinds = _kinds_by_head(second) if second else {}
        # The costs of the second model's heads are not shown here.
        hues = {head: KIND_COLOURS["none" if self.by_cost else kinds[head]] for head in kinds}
        colours = {mark.head: self.colour_of(mark) for mark in self.marks}
        return plane_of(alike, self.chosen, colours, second.model if second else "", hues)

    def colour_of(self, mark: HeadMark) -> str:
        """Return the colour of a head, by its behaviour or by its cost."""
        if self.by_cost and self.costs:
            return self.costs.colour(mark.head)
        return KIND_COLOURS[mark.kind]

    @property
    def by_cost(self) -> bool:
        """Whether marks are coloured by cost."""
        return self.settings.colour == "cost" and self.costs is not None

    @property
    def ranking(self) -> Chart:
        """The first heads of the order as bars.

        Of the clearest, a bar has the share of its label, as the mark on the map.
        """
        by, first = self.order, self.ranked[:LISTED]
        if by == CLEAREST:
            title = t("the share its label names, clearest head first")
            values = [mark.label.share if mark.label else 0.0 for mark in first]
        else:
            title, values = _by_title(by), [mark.value for mark in first]
        chart = ranking_chart(
            [short_title(mark.head) for mark in first],
            values,
            [self.colour_of(mark) for mark in first],
            title,
            by not in {**FIGURES, **COSTS} or by in ("relative entropy", "confidence"),
            1 if by == "bleu" else 3 if by in COSTS else 2,
        )
        caption = t("{model}: {title}", model=self.settings.model, title=title)
        return chart.with_caption(f"{caption}\n{self.source}")

    @property
    def finding(self) -> str:
        """The number of heads of each kind, in how many sentences, in Markdown."""
        counts = {kind: sum(mark.kind == kind for mark in self.marks) for kind in COUNTS}
        parts = [
            f"1 {t(SINGLE[kind])}" if count == 1 else t(COUNTS[kind], count=count)
            for kind, count in counts.items()
            if count
        ]
        return t(
            "Of the {count} heads of {model}, over {source}: {parts}.",
            count=len(self.marks),
            model=self.settings.model,
            source=self.source,
            parts=", ".join(parts),
        )

    @cached_property
    def unmeasured_kinds(self) -> list[str]:
        """The kinds of KINDS for which these sentences lack annotation, or words."""
        missing = unmeasured_kinds(self.profile.stacks.values()) if self.profile else set()
        return [kind for kind in LABEL_KINDS if kind in missing]

    @property
    def caution(self) -> str:
        """What was not measured on the reader's own sentences, and why, or ""."""
        if not self.own or not self.unmeasured_kinds:
            return ""
        reasons = {
            "translation": t("no word of a translation is linked to its English word"),
            "grammar": t("no word has a part of speech"),
        }
        few = t("fewer than {few} words could show it", few=FEW)
        return t(
            "profiles#kinds not measured",
            kinds=t("; ").join(
                t("“{kind}” ({reason})", kind=t(LABEL_KINDS[kind]), reason=reasons.get(kind, few))
                for kind in self.unmeasured_kinds
            ),
        )

    # --- one head --------------------------------------------------------------------------------

    @property
    def chosen(self) -> HeadChoice:
        """The current head: that of the tab, or the first of the model."""
        choice = self.settings.choice
        return choice if choice in self.labels else next(iter(self.labels))

    def place_of(self, head: HeadChoice) -> tuple[StackProfile, int]:
        """The mechanism of a head, and its place there."""
        assert self.profile is not None
        stack = self.profile.stacks[head.stack]
        return stack, stack.place_of(head.layer, head.head)

    @property
    def description(self) -> str:
        """The description of the current head, in Markdown."""
        return self.description_of(self.chosen)

    def description_of(self, head: HeadChoice) -> str:
        """Describe a head, in Markdown."""
        stack, place = self.place_of(head)
        labels, refuted = self.labels[head], refuted_of(stack)[place]
        lines = [*map(describe_label, labels[:3]), *map(describe_refuted, refuted[:2])]
        if labels:
            return "  \n".join(lines)
        missing = unmeasured_kinds([stack])
        if missing:
            names = "; ".join(t(title) for kind, title in LABEL_KINDS.items() if kind in missing)
            finding = t("**Not measured**: {kinds}.", kinds=names)
        elif refuted:
            finding = t("**No clear pattern** survives its control.")
        else:
            finding = t(
                "**No clear pattern**: nothing stands out from chance or from an untrained network."
            )
        if refuted:
            return "  \n".join([finding, *lines])
        lift = np.where(stack.trained.rows >= FEW, stack.shares[place] - stack.chance, -1)
        most = int(np.nanargmax(lift))
        return f"{finding} " + t(
            "It attends most to {title}: {share:.0%}, by chance {chance:.0%}.",
            title=escape_markdown(_by_title(stack.measures[most])),
            share=stack.shares[place, most],
            chance=stack.chance[most],
        )

    @cached_property
    def measure_rows(self) -> list[dict[str, str]]:
        return measure_rows(*self.place_of(self.chosen))

    @property
    def figure_rows(self) -> list[dict[str, str]]:
        return figure_rows(*self.place_of(self.chosen))

    def aer_of(self, head: HeadChoice) -> float | None:
        """Return the alignment error rate of a head, in per cent, or None."""
        heads = self.model.card.get("alignment", {}).get("heads", {})
        rates = heads.get(f"layer {head.layer + 1}, head {head.head + 1}", {})
        return min(rates.values()) if head.stack == "cross" and rates else None

    @property
    def has_tags(self) -> bool:
        """Whether the parts of speech are known, of enough words."""
        stack, _ = self.place_of(self.chosen)
        return bool((stack.trained.tag_rows >= FEW).any())

    @property
    def special(self) -> str:
        """The special tokens that the current head attends to."""
        if separator := self.model.capabilities.separator:
            return f"[CLS], {separator}"
        return "<s>" if self.chosen.stack == "decoder" else "</s>"

    @property
    def tags(self) -> Chart:
        """The chart of attention between parts of speech."""
        return self.tags_of("trained")

    def tags_of(self, which: str) -> Chart:
        """Return this chart of the head "trained", or a small one "untrained" or by "chance"."""
        stack, place = self.place_of(self.chosen)
        titles = tag_titles(self.special)
        shares = stack.tags(-1) if which == "chance" else stack.tags(place, which)
        rows = np.flatnonzero(stack.trained.tag_rows >= FEW).tolist()
        counts = stack.trained.tags[-1].sum(0)  # by chance
        columns = [at for at in range(len(titles)) if counts[at] >= FEW / 10]
        chart = tags_chart(
            shares[np.ix_(rows, columns)],
            [titles[at] for at in rows],
            [titles[at] for at in columns],
            small=which != "trained",
        )
        caption = t(_TAG_CAPTIONS[which], head=head_title(self.chosen))
        return chart.with_caption(f"{caption}\n{self.source}")

    @property
    def pair_rows(self) -> list[dict[str, str]]:
        return pair_rows(*self.place_of(self.chosen))

    @property
    def examples(self) -> list[_Example]:
        return self.examples_of(self.chosen)

    def examples_of(self, head: HeadChoice) -> list[_Example]:
        """Return the sentences where a head shows its behaviour best, and not at all."""
        stack, place = self.place_of(head)
        measures = [label.measure for label in self.labels[head] if label.measure in stack.measures]
        if not measures or self.profile is None:
            return []
        at = stack.measures.index(measures[0])
        examples = []
        for title, name in ((t("Shows it best"), "best"), (t("Shows it least"), "worst")):
            line = int(getattr(stack.trained, f"{name}_line")[place, at])
            if line not in self.profile.texts:
                continue
            english, french = self.profile.texts[line]
            share = float(getattr(stack.trained, name)[place, at])
            address = View(self.settings.model, english, head, True).address()
            examples.append(_Example(title, english, french, share, f"./?{urlencode(address)}"))
        return examples

    # --- the sentence on screen ------------------------------------------------------------------

    @cached_property
    def between_words(self) -> list[Ranked]:
        """The heads that lead from one word of the sentence to another."""
        settings = self.settings
        if settings.word_from is None or settings.word_to is None:
            return []
        return rank_heads(plain_trace(settings, self.runner), settings.word_from, settings.word_to)

    @cached_property
    def refutation(self) -> Swap | None:
        """The current head in the sentence, and with two words swapped; None without two words."""
        settings = self.settings
        first, second = settings.swap_first, settings.swap_second
        if first is None or second is None or first == second:
            return None
        before = plain_trace(settings, self.runner)
        after = self.runner.trace(swapped_request(before, first, second))
        label = self.tested_label
        measure = label.measure if label else ""
        return Swap(before, after, self.chosen, (first, second), measure)

    @cached_property
    def control(self) -> str:
        """What the control of the label gives on this sentence."""
        trace, label = plain_trace(self.settings, self.runner), self.tested_label
        assert label is not None
        title = MEASURE_TITLES[label.measure]
        links = (
            word_links(trace) if self.model.capabilities.translates_between("en", "fr") else None
        )

        def compute(progress: Progress) -> Refutation | None:
            run = runs_of(trace.request, self.model.trace, progress)
            return refute_label(title, label.measure, trace, self.chosen, links, run)

        key = f"refute label {trace.request!r} {self.chosen.key} {label.measure}"
        refutation = self.runner.compute_once(key, t("Running the controls"), compute)
        if refutation is None:
            return t("shared#no control on one sentence", title=t(title))
        return refutation.text

    @property
    def tested_label(self) -> Label | None:
        """The label to refute: the first of the current head, or one that its control refutes."""
        stack, place = self.place_of(self.chosen)
        return next(iter([*self.labels[self.chosen], *refuted_of(stack)[place]]), None)

    @property
    def word_chart(self) -> Chart:
        """The weights of these heads as bars."""
        first = self.between_words[:LISTED]
        kinds = {mark.head: mark.kind for mark in self.marks} if self.profile else {}
        title = t("weight from the one word to the other")
        chart = ranking_chart(
            [short_title(mark.head) for mark in first],
            [mark.weight for mark in first],
            [KIND_COLOURS[kinds.get(mark.head, "none")] for mark in first],
            title,
            False,
        )
        return chart.with_caption(f"{self.settings.sentence}\n{title}")

    # --- files -----------------------------------------------------------------------------------

    @property
    def menu(self) -> ExportMenu:
        if reason := self.not_applicable or self.unmeasured:
            return ExportMenu("profiles", (), alert=reason)
        exports: tuple[Export, ...] = (
            Export(t("The heads in order"), lambda: self.ranking, "ranking"),
        )
        if self.has_tags:
            exports += (
                Export(t("Parts of speech of this head"), lambda: self.tags, "tags"),
                Export(
                    t("Parts of speech, untrained"), lambda: self.tags_of("untrained"), "untrained"
                ),
                Export(t("Parts of speech by chance"), lambda: self.tags_of("chance"), "chance"),
            )
        exports += exports_of(self.costs, self.pairs, self.plane)
        profile = self.profile
        assert profile is not None
        numbers = {
            "npz": self.file.read_bytes,
            "csv": lambda: heads_table(profile).encode(),
            "parquet": lambda: heads_parquet(profile),
        }
        return ExportMenu(
            "profiles", exports, numbers, f"{self.settings.model}-profiles", self.alert
        )


def _kinds_by_head(profile: Profile) -> dict[HeadChoice, str]:
    """Return the kind of each head of a model."""
    return {
        HeadChoice(*stack.head_at(place)): kind
        for stack in profile.stacks.values()
        for place, kind in enumerate(kinds_of(stack))
    }


def _by_title(name: str) -> str:
    """Return the title of an order."""
    return t({**MEASURE_TITLES, **FIGURES, **COSTS}[name])


def order_value(
    order: str, stack: StackProfile, place: int, labels: Sequence[Label], costs: HeadCosts | None
) -> float:
    """Return the value of the head at `place` of its mechanism; nan if not measured."""
    if order == CLEAREST:
        return labels[0].strength if labels else 0.0
    if order in FIGURES:
        return float(stack.figures()[order][place])
    if order in stack.measures:
        return float(stack.shares[place, stack.measures.index(order)])
    if order in COSTS and costs:
        return float(costs.value_of(order, HeadChoice(*stack.head_at(place))))
    return np.nan


COMPUTATION = Computation("profiles", ProfilesSettings, ProfilesContent)
