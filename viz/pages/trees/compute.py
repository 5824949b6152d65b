"""The trees that the attention of a sentence gives, and how often they are right."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from models import Request, Trace, UserError, shipped
from models.corpus.trees import (
    ROOT,
    HeadSum,
    Tree,
    WordAttention,
    force_arc,
    head_scores,
    learnt_sum,
    maximum_tree,
    read_trees,
    reading_stack,
    score_tree,
    word_attention,
)

from ...analysis.intervals import Interval, share_interval
from ...base.language import format_number, model_title, t, translatable
from ...base.theme import HEADS
from ...draw.chart import Chart
from ...draw.interval_charts import interval_chart
from ...view.computation import Computation, Export, ExportMenu, NotApplicable, PageContent
from ...view.runner import Runner
from .charts import odds_chart, tree_chart
from .settings import (
    EXAMPLE,
    HEAD,
    RELATIONS,
    SUM,
    TreesSettings,
    last_preposition,
    word_spans,
    words_of,
)

_PARSERS = translatable(
    {
        "sum": "learnt sum of all heads",
        "untrained sum": "the same, network untrained",
        "best head": "best single head",
        "previous-word head": "head that looks one word back",
    }
)
_CONTROLS = translatable(
    {
        "distances": "learnt from distances alone",
        "previous word": "each word from the one before",
        "next word": "each word from the next",
        "chance": "chance",
    }
)


@dataclass(frozen=True)
class TreesContent(PageContent[TreesSettings]):
    """The content of the page; each look is computed when it is drawn."""

    trace: Trace

    @property
    def sentence(self) -> str:
        return _read_text(self.trace)

    @cached_property
    def words(self) -> list[str]:
        return words_of(self.sentence)

    @cached_property
    def attention(self) -> WordAttention:
        return word_attention(self.trace, word_spans(self.sentence))

    @property
    def figures(self) -> Any:
        """The entry of the model in the measured table; None if it was not measured."""
        return read_trees()["models"].get(self.settings.model)

    @property
    def alert(self) -> str:
        """Why there is no tree, or ""."""
        return "" if len(self.words) > 1 else t("A tree needs two words. Type some more.")

    # --- one tree --------------------------------------------------------------------------------

    @property
    def parser(self) -> HeadSum | tuple[int, str]:
        """The learnt sum, or a head with its direction."""
        settings = self.settings
        if settings.parser == SUM:
            learnt = learnt_sum(settings.model)
            assert learnt is not None
            return learnt
        if settings.parser != HEAD:
            direction, head, _, _ = self.figures["relations"][settings.parser]
            return head, direction
        sizes = self.model.attention_sizes
        layer, head = map(int, (settings.single or "1-1").split("-"))
        heads = sizes[reading_stack(list(sizes)) or ""][1]
        return (layer - 1) * heads + head - 1, settings.direction or "to"

    @property
    def parser_title(self) -> str:
        if isinstance(self.parser, HeadSum):
            return t(_PARSERS["sum"])
        head, direction = self.parser
        heads = next(iter(self.model.attention_sizes.values()))[1]
        place = t("layer {layer}, head {head}", layer=head // heads + 1, head=head % heads + 1)
        ways = {
            "to": t("{head}: a word looks at its head", head=place),
            "back": t("{head}: the head looks at its word", head=place),
            "either": t("{head}: both directions together", head=place),
        }
        return ways[direction]

    @cached_property
    def scores(self) -> np.ndarray:
        """The score of each head for each word, `[word, head]`, no head last."""
        if isinstance(self.parser, HeadSum):
            return self.parser.scores(self.attention)
        return head_scores(self.attention, *self.parser)

    @property
    def is_directed(self) -> bool:
        return isinstance(self.parser, HeadSum) or self.parser[1] != "either"

    def _draw(self, tree: Tree, lit: int | None = None, longest: int = 1) -> Chart:
        weights = self.scores[np.arange(len(tree)), tree]
        if isinstance(self.parser, HeadSum):
            weights = np.exp(weights)
        elif not self.is_directed:
            weights = weights / 2
        return tree_chart(self.words, tree, weights, self.is_directed, lit, longest)

    @cached_property
    def tree_chart(self) -> Chart:
        caption = f"{self.sentence.strip()}\n{self.settings.model}, {self.parser_title}"
        chart = self._draw(maximum_tree(self.scores))
        return chart.with_caption(caption, chart.numbers)

    @property
    def finding(self) -> str:
        """How far the parser can be trusted, beside what finds as much without attention."""
        if not self.figures:
            return t("trees#not measured", model=self.settings.model)
        controls = read_trees()["controls"]
        parser = self.settings.parser
        if parser in RELATIONS:
            _, _, right, count = self.figures["relations"][parser]
            _, _, near, all_near = controls["relations"][parser]
            return t(
                "trees#one relation",
                relation=t(RELATIONS[parser]),
                share=right / count,
                near=near / all_near,
            )
        figures = self.figures["trees"]
        return t(
            "trees#beside" if parser == SUM else "trees#best head beside",
            share=_write_shares(figures["sum" if parser == SUM else "best head"]),
            previous=_write_shares(figures["previous-word head"]),
            near=_write_shares(controls["distances"]),
            chance=_write_shares(controls["chance"]),
        )

    # --- two readings ----------------------------------------------------------------------------

    @property
    def heads_compared(self) -> tuple[int, int, int] | None:
        """The word and the two heads it may hang from, from 0; None in too short a sentence."""
        settings, count = self.settings, len(self.words)
        places = settings.word, settings.first, settings.second
        if None in places or max(filter(None, places)) > count:
            return None
        word, first, second = (place - 1 for place in places if place is not None)
        return word, first, second

    def readings(self, scores: np.ndarray) -> tuple[float, float]:
        """Return the scores of the best trees in which the word hangs from either head."""
        assert self.heads_compared is not None
        word, *heads = self.heads_compared
        first, second = (
            score_tree(scores, maximum_tree(force_arc(scores, word, head))) for head in heads
        )
        return first, second

    def reading_chart(self, place: int) -> Chart:
        """Draw the best tree in which the word hangs from the first head (0), or the second."""
        assert self.heads_compared is not None
        word, *heads = self.heads_compared
        both = [maximum_tree(force_arc(self.scores, word, head)) for head in heads]
        longest = max(
            abs(above - below) for tree in both for below, above in enumerate(tree) if above != ROOT
        )
        chart = self._draw(both[place], word, longest)
        return chart.with_caption(self.reading_title(place), chart.numbers)

    def reading_title(self, place: int) -> str:
        assert self.heads_compared is not None
        word, *heads = self.heads_compared
        return t(
            "“{word}” hangs from “{head}”: score {score}",
            word=self.words[word],
            head=self.words[heads[place]],
            score=format_number(self.readings(self.scores)[place], ".2f"),
        )

    @property
    def readings_finding(self) -> str:
        assert self.heads_compared is not None
        word, *heads = self.heads_compared
        first, second = self.readings(self.scores)
        finding = t(
            "trees#which reading",
            word=self.words[word],
            head=self.words[heads[int(second > first)]],
            difference=abs(second - first),
        )
        instead = self.odds.get((self.settings.model, self.changed_sentence))
        if self.settings.parser == SUM and instead is not None:
            finding += " " + t(
                "With “{instead}” it is {difference:.2f} for “{head}”.",
                instead=self.settings.instead,
                head=self.words[heads[int(instead > 0)]],
                difference=abs(instead),
            )
        return finding

    @cached_property
    def changed_sentence(self) -> str:
        """The sentence with other words behind its last preposition, or ""."""
        place = last_preposition(self.settings.sentence)
        instead = (self.settings.instead or "").strip()
        if place is None or not instead or not words_of(instead):
            return ""
        _, end = word_spans(self.settings.sentence)[place]
        _, last = word_spans(self.settings.sentence)[-1]
        return f"{self.settings.sentence[:end]} {instead}{self.settings.sentence[last:]}"

    @cached_property
    def odds(self) -> dict[tuple[str, str], float]:
        """By model and sentence the score of the second reading less that of the first.

        Of all of our models with a learnt sum; in the changed sentence the last word hangs from
        either head.
        """
        assert self.heads_compared is not None
        word, *heads = self.heads_compared
        odds = {}
        for name in shipped():
            learnt = learnt_sum(name)
            for sentence in filter(None, (self.settings.sentence, self.changed_sentence)):
                if learnt is None:
                    continue
                try:
                    trace = _run(self.runner, name, sentence)
                except UserError:  # damaged, or too long for it
                    continue
                places = word_spans(_read_text(trace))
                scores = learnt.scores(word_attention(trace, places))
                at = word if sentence == self.settings.sentence else len(places) - 1
                if max(at, *heads) >= len(places) or at in heads:
                    continue
                first, second = (
                    score_tree(scores, maximum_tree(force_arc(scores, at, head))) for head in heads
                )
                odds[name, sentence] = second - first
        return odds

    @property
    def odds_chart(self) -> Chart:
        assert self.heads_compared is not None
        _, first, second = self.heads_compared
        names = [f"{model_title(name)}: {words_of(text)[-1]}" for name, text in self.odds]
        colours = [HEADS[text != self.settings.sentence] for _, text in self.odds]
        chart = odds_chart(names, [*self.odds.values()], colours)
        return chart.with_caption(
            t(
                "Learnt sums: above 0 for “{second}”, below 0 for “{first}”",
                first=self.words[first],
                second=self.words[second],
            )
        )

    # --- figures ---------------------------------------------------------------------------------

    @property
    def shares_chart(self) -> Chart:
        """The share of right heads, and of right arcs, of the model's parsers and controls."""
        measured, controls = self.figures["trees"], read_trees()["controls"]
        rows = [(title, measured[name]) for name, title in _PARSERS.items() if name in measured]
        rows += [(title, controls[name]) for name, title in _CONTROLS.items()]
        groups = {
            t("right head"): [_interval(entry, "directed", title) for title, entry in rows],
            t("right arc, in either direction"): [
                _interval(entry, "undirected", title) for title, entry in rows
            ],
        }
        chart = interval_chart([t(title) for title, _ in rows], groups, t("share found"), ".0%")
        return chart.with_caption(
            t("{model}: heads found in the treebank, with 95 % intervals", model=self.model.name)
        )

    def relations_chart(self, most: int = len(RELATIONS)) -> Chart:
        """Draw the first `most` relations: what the best head, the sum and a distance find."""
        best, learnt = self.figures["relations"], self.figures["relations of the sum"]
        near = read_trees()["controls"]["relations"]
        names = [name for name in RELATIONS if name in best][:most]
        groups = {
            t("best head"): [share_interval(*best[name][2:]) for name in names],
            t("learnt sum"): [share_interval(*learnt[name]) for name in names],
            t("best distance"): [share_interval(*near[name][2:]) for name in names],
        }
        chart = interval_chart(
            [t(RELATIONS[name]) for name in names], groups, t("share found"), ".0%"
        )
        return chart.with_caption(
            t("{model}: heads found by relation, with 95 % intervals", model=self.model.name)
        )

    @property
    def measured_finding(self) -> str:
        """The learnt sums of all models that were measured."""
        table = read_trees()
        shares = [
            f"{model_title(name)} {format_number(_share(entry['trees']['sum']['directed']), '.0%')}"
            for name, entry in table["models"].items()
        ]
        near = _share(table["controls"]["distances"]["directed"])
        return t("trees#all models", shares=", ".join(shares), near=near)

    @property
    def method(self) -> str:
        table = read_trees()
        train, dev = table["sentences"]
        return t("trees#how it is measured", train=train, dev=dev, words=table["words"])

    # --- the Export menu -------------------------------------------------------------------------

    @property
    def menu(self) -> ExportMenu:
        look = self.settings.look
        key = f"trees {look}"
        if look == "measured":
            if not self.figures:
                return ExportMenu(key, (), alert=self.finding)
            exports = (
                Export(t("Right heads"), lambda: self.shares_chart, "heads"),
                Export(t("By relation"), self.relations_chart, "relations"),
            )
            return ExportMenu(key, exports)
        if self.alert:
            return ExportMenu(key, (), alert=self.alert)
        if look == "tree":
            return ExportMenu(key, (Export(t("The tree"), lambda: self.tree_chart),))
        if self.heads_compared is None:
            return ExportMenu(key, (), alert=t("Two readings need three words."))
        return ExportMenu(
            key,
            (
                Export(t("First reading"), partial(self.reading_chart, 0), "first"),
                Export(t("Second reading"), partial(self.reading_chart, 1), "second"),
                Export(t("All models"), lambda: self.odds_chart, "models"),
            ),
        )


def _share(figure: list[float]) -> float:
    return figure[0] / figure[1]


def _write_shares(entry: Mapping[str, Any]) -> str:
    """Write the share of right heads and, in brackets, of right arcs in either direction."""
    directed, undirected = (
        format_number(_share(entry[counted]), ".0%") for counted in ("directed", "undirected")
    )
    return f"{directed} ({undirected})"


def _interval(entry: Mapping[str, Any], counted: str, title: str) -> Interval:
    """Return the share of a parser with its interval; chance, which is known, has none."""
    share = _share(entry[counted])
    return (
        Interval(share, share, share)
        if title == _CONTROLS["chance"]
        else share_interval(*entry[counted])
    )


def _read_text(trace: Trace) -> str:
    """Return the sentence as the model read it, without what it wrote."""
    if trace.source:
        return trace.sentence
    end = max((end for _, end in trace.decoder_spans[: trace.prompt_length + 1]), default=0)
    return trace.written_text[:end]


def _run(runner: Runner, model: str, sentence: str) -> Trace:
    """Return the run of a model over a sentence."""
    return runner.trace(Request(model, sentence))


def _compute(settings: TreesSettings, runner: Runner) -> TreesContent:
    """Read the sentence. Raises NotApplicable for a model without self-attention over it."""
    if reading_stack(list(runner.model(settings.model).attention_sizes)) is None:
        raise NotApplicable(
            translatable(
                "{model} has no self-attention over the sentence, from which a tree could be "
                "read. Choose a transformer."
            ),
            model=settings.model,
        )
    return TreesContent(settings, runner, _run(runner, settings.model, settings.sentence))


COMPUTATION = Computation("trees", TreesSettings, _compute, EXAMPLE)
