"""Try to refute what is said of a head, on one sentence: its control beside chance and rivals.

The control of a measure is declared in `models.corpus.controls`: words in random order for places,
separators and "spreads", random repeats for repetition. Of one sentence too few links cross each
other, so an alignment meets those who know no word instead: links dealt out at random, the best
straight line, and a head that looks at the same relative place.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from typing import NamedTuple

import numpy as np

from models import Request, Trace, UserError
from models.corpus.controls import control_of, shuffle_words
from models.corpus.head_measures import ALIGNMENTS, cross_masks, self_masks
from models.corpus.labels import SPREADS
from models.corpus.sides import NumberedText, PaddedWords, Vocabulary, build_side
from models.corpus.similarity import entropy

from ..base.language import t, translatable
from ..base.progress import Progress
from .head_captions import Links, find_heads
from .head_finding import DIGITS, straight_lines
from .views import Axis, HeadChoice, axes_of, axis_words, heads_of

_ORDERS = 8  # runs of a control
_DRAWS = 200  # of chance, without a run
_LIMIT = 0.95  # share of the draws by chance that a claim must exceed
# Of a caption the measure that it claims; "sink" and "word" claim a column.
_MEASURES = {
    "aligns": "writes",
    "order": "writes",
    "aligns-read": "reads",
    "order-read": "reads",
    "itself": "same",
    "previous": "previous",
    "next": "next",
    "spread": SPREADS,
}
ALIGNS = translatable("It aligns")
_CLAIMS = translatable(
    {
        "aligns": ALIGNS,
        "order": ALIGNS,
        "aligns-read": "One step behind",
        "order-read": "One step behind",
        "itself": "The word itself",
        "previous": "Previous word",
        "next": "Next word",
        "sink": "Attention sink {column}",
        "word": "One word for all, {column}",
        "spread": "Spread out",
    }
)
_CONTROLS = translatable(
    {
        "place": "words in random order, the same place",
        "shuffled": "words in random order",
        "repeats": "these words in random order, said twice",
        "word": "there, the word that was its neighbour",
        "column": "there, what stands in its place",
        "uniform": "uniform attention",
        "line": "the best straight line",
        "relative": "a head that knows only the relative place",
        "links": "by chance (links dealt out at random)",
        "weights": "by chance (the same weights at random places)",
        "random": "by chance (a head of random weights)",
    }
)
_VERDICTS = translatable(
    {
        "stands": "It stands.",
        "refuted": "Refuted.",
        "chance": "It cannot be told from chance on this sentence.",
        "tied": "This sentence cannot tell: {name} does as well.",
    }
)
# Heads that know no word: where one does just as well, the sentence is too plain to tell.
_WORDLESS = "line", "relative"
_SHARES = translatable(
    {
        "weight": "{claim}: {share:.0%} of the weight",
        "rows": "{claim}: {share:.0%} of the words",
        "entropy": "{claim}: {share:.0%} of the largest entropy",
    }
)

_Run = Callable[[str, str | None], Trace | None]  # of a sentence and its translation, or None


class _Control(NamedTuple):
    """What a claim is compared with."""

    name: str  # of _CONTROLS
    shares: np.ndarray  # [draw] 0 to 1

    def describe(self) -> str:
        values = {"name": t(_CONTROLS[self.name]), "share": float(self.shares.mean())}
        if len(self.shares) == 1:
            return t("{name} {share:.0%}", **values)
        return t(
            "{name} {share:.0%} ± {spread:.0%} ({count} draws)",
            spread=float(self.shares.std(ddof=1)),
            count=len(self.shares),
            **values,
        )


@dataclass(frozen=True)
class Refutation:
    """A claim on a head in one sentence, and what could refute it."""

    claim: str  # in English, to be translated
    quantity: str  # of _SHARES
    share: float  # 0 to 1; nan: the sentence has no case
    chance: _Control
    rivals: tuple[_Control, ...] = ()
    control: _Control | None = None  # the claim where its usual cause is taken away
    column: str = ""  # the word to which all attend

    @property
    def verdict(self) -> str:
        """One of _VERDICTS, by the rule that `rule` states."""
        if self.share <= self._limit:
            return "chance"
        if self._rival is not None:
            is_equal = self._rival.shares.mean() == self._remains
            return "tied" if is_equal and self._rival.name in _WORDLESS else "refuted"
        return "stands" if self._remains > self._limit else "refuted"

    @property
    def _rival(self) -> _Control | None:
        """The best of the rivals that explain as much, or None."""
        equal = [rival for rival in self.rivals if rival.shares.mean() >= self._remains]
        return max(equal, key=lambda rival: float(rival.shares.mean()), default=None)

    @property
    def _limit(self) -> float:
        """What nearly all draws by chance stay below."""
        return float(np.quantile(self.chance.shares, _LIMIT))

    @property
    def _remains(self) -> float:
        """What is left of the claim where its usual cause is taken away."""
        return self.share if self.control is None else float(self.control.shares.mean())

    @property
    def text(self) -> str:
        """All numbers and the verdict, in a sentence or two."""
        controls = [*([self.control] if self.control else []), *self.rivals, self.chance]
        has_case = not np.isnan(self.share)
        claim = t(
            _SHARES[self.quantity] if has_case else "{claim}: no case in this sentence",
            claim=t(self.claim, column=t("“{word}”", word=self.column)),
            share=self.share,
        )
        parts = [claim, *(control.describe() for control in controls)]
        return t("{parts}. {conclusion}", parts=t("; ").join(parts), conclusion=self._conclusion)

    @property
    def _conclusion(self) -> str:
        name = "" if self._rival is None else t(_CONTROLS[self._rival.name])
        verdict = t(_VERDICTS[self.verdict], name=name)
        if self.verdict != "refuted":
            return verdict
        if not name:
            return t("{verdict} It does not survive its control.", verdict=verdict)
        return t("{verdict} This explains as much: {name}.", verdict=verdict, name=name)


def rule() -> str:
    """Return the rule of a verdict, in words."""
    return t("shared#rule of a verdict", limit=_LIMIT)


def runs_of(request: Request, answer: Callable[[Request], Trace], progress: Progress) -> _Run:
    """Return a function that runs other words with the what-ifs of a request."""
    done = count(1)

    @cache  # a caption and a label ask for the same orders
    def run(sentence: str, target: str | None) -> Trace | None:
        try:
            return answer(replace(request, sentence=sentence, target=target, draft=None))
        except UserError:  # too long, or what-ifs that name words
            return None
        finally:
            progress(min(next(done), _ORDERS), _ORDERS)

    return run


def refute_caption(
    trace: Trace, head: HeadChoice, links: Links | None, run: _Run
) -> Refutation | None:
    """Try to refute the caption of a head; None for one that claims nothing.

    `links` are those of `word_links`, `run` answers other sentences.
    """
    heads = heads_of(trace, head.stack, True)
    ((finding,),) = find_heads(heads.only(head.layer, head.head), links)
    if finding.pattern == "mixed":
        return None
    claim = _CLAIMS[finding.pattern]
    if finding.column is None:
        return _refute(claim, _MEASURES[finding.pattern], "rows", trace, head, links, run)
    refutation = _refute_column(claim, finding.column, trace, head, run)
    return refutation and replace(refutation, column=heads.columns[finding.column])


def refute_label(
    claim: str, measure: str, trace: Trace, head: HeadChoice, links: Links | None, run: _Run
) -> Refutation | None:
    """Try to refute a label of a profile in one sentence.

    None where its control needs parts of speech or pieces of words, or the sentence has no case.
    """
    return _refute(claim, measure, "weight", trace, head, links, run)


def refute_alignment(claim: str, weights: np.ndarray, links: Links) -> Refutation | None:
    """Try to refute that a head aligns: `weights [row, column]` with the column of each row.

    Rows are counted by their largest weight: a line has no other weights.
    """
    rows = [row for row, link in enumerate(links) if link is not None and row < len(weights)]
    if not rows:
        return None
    random = np.random.default_rng(0)
    matrix = _largest(weights)[rows]
    columns = np.array([links[row] for row in rows])
    each = np.arange(len(rows))
    dealt = [matrix[each, random.permutation(columns)].mean() for _ in range(_DRAWS)]
    lines = straight_lines(*weights.shape)[:, rows] == columns
    relative = ((np.array(rows) + 0.5) * weights.shape[1] / len(weights)).astype(int) == columns
    rivals = (
        _Control("line", lines.mean(1).max(keepdims=True)),
        _Control("relative", relative.mean(keepdims=True)),
    )
    share = float(matrix[each, columns].mean())
    return Refutation(claim, "rows", share, _Control("links", np.array(dealt)), rivals)


class _Reading(NamedTuple):
    """A head between the words of one sentence, special tokens included."""

    weights: np.ndarray  # [row, column]
    allowed: np.ndarray  # [row, column]
    query: PaddedWords
    key: PaddedWords
    is_causal: bool

    @property
    def rows(self) -> np.ndarray:
        """The rows of words that have a choice, `[row]`."""
        return self.query.is_word[0] & (self.allowed.sum(1) > 1)

    def mask(self, measure: str) -> np.ndarray:
        """Return the cells of a measure that needs no links, `[row, column]`."""
        if self.query is self.key:
            masks = self_masks(self.query, self.is_causal)
        else:
            masks = cross_masks(self.query, self.key, np.zeros((0, 3), int))
        return masks[measure][0] & self.allowed & self.rows[:, None]

    def share(self, mask: np.ndarray, quantity: str) -> float:
        """Return the share of the rows, or of their weight, in a mask; nan without a cell."""
        rows = mask.any(1)
        if not rows.any():
            return np.nan
        matrix = _largest(self.weights) if quantity == "rows" else self.weights
        return float((matrix * mask).sum(1)[rows].mean())

    def evenness(self) -> float:
        """Return the mean entropy of the rows as a share of the largest possible."""
        most = np.log(self.allowed.sum(1)[self.rows])
        return float((entropy(self.weights)[self.rows] / most).mean())

    def dealt(self, random: np.random.Generator) -> "_Reading":
        """Return a head with the same weights at random places of each row."""
        weights = np.zeros_like(self.weights)
        for row, allowed in enumerate(self.allowed):
            weights[row, allowed] = random.permutation(self.weights[row, allowed])
        return self._replace(weights=weights)

    def at_random(self, random: np.random.Generator) -> "_Reading":
        """Return a head of random weights."""
        drawn = random.exponential(size=self.weights.shape) * self.allowed
        return self._replace(weights=drawn / np.maximum(drawn.sum(1, keepdims=True), 1e-9))


def _largest(weights: np.ndarray) -> np.ndarray:
    """Return 1 where a row has its largest weight, as captions count it, else 0."""
    return np.eye(weights.shape[1])[weights.round(DIGITS).argmax(1)]


def _read_head(trace: Trace, head: HeadChoice) -> _Reading:
    """Return a head between the words of a run; of a text that is continued, those typed."""
    heads = heads_of(trace, head.stack, True).only(head.layer, head.head)
    rows, columns = (typed_part(axis, trace) for axis in axes_of(trace, head.stack))
    vocabulary = Vocabulary()
    query = side_of(rows, vocabulary)
    key = query if head.stack != "cross" else side_of(columns, vocabulary)
    cells = slice(query.numbers.shape[1]), slice(key.numbers.shape[1])
    is_causal = head.stack == "decoder"
    return _Reading(heads.weights[0, 0][cells], heads.allowed[cells], query, key, is_causal)


def _refute(
    claim: str,
    measure: str,
    quantity: str,
    trace: Trace,
    head: HeadChoice,
    links: Links | None,
    run: _Run,
) -> Refutation | None:
    if measure in ALIGNMENTS:
        weights = heads_of(trace, "cross", True).weights[head.layer, head.head]
        late = int(measure == "reads")  # the row of the next word
        return refute_alignment(claim, weights[late:], links) if links else None
    reading, random = _read_head(trace, head), np.random.default_rng(0)
    if measure == SPREADS:
        evenness = [other.evenness() for other, _ in _reordered(trace, head, run)]
        chance = [reading.at_random(random).evenness() for _ in range(_DRAWS)]
        return _refutation(claim, "entropy", reading.evenness(), chance, "random", evenness)
    kind = control_of(measure)
    if kind not in ("shuffled", "repeats"):
        return None
    others = _reordered(trace, head, run, times=2 if kind == "repeats" else 1)
    shares = [other.share(other.mask(measure), quantity) for other, _ in others]
    if not others or np.isnan(shares).any():
        return None
    # Few sentences repeat a word: chance is measured where words do.
    tested = others[0][0] if kind == "repeats" else reading
    mask = tested.mask(measure)
    chance = [tested.dealt(random).share(mask, quantity) for _ in range(_DRAWS)]
    share = reading.share(reading.mask(measure), quantity)
    rivals: list[_Control] = []
    if measure in ("previous", "next"):
        cells = reading.mask(measure)
        pairs = [other.share(_follow(cells, order, other), quantity) for other, order in others]
        rivals = [_Control("word", np.array(pairs))]
    name = "repeats" if kind == "repeats" else "place"
    return _refutation(claim, quantity, share, chance, "weights", shares, name, rivals)


def _refutation(
    claim: str,
    quantity: str,
    share: float,
    chance: Sequence[float],
    drawn: str,
    others: Sequence[float],
    name: str = "shuffled",
    rivals: Sequence[_Control] = (),
) -> Refutation:
    """Return a refutation whose control is the share in `others`, if any could be run."""
    control = _Control(name, np.array(others)) if len(others) else None
    known = tuple(rival for rival in rivals if len(rival.shares))
    return Refutation(claim, quantity, share, _Control(drawn, np.array(chance)), known, control)


def _refute_column(
    claim: str, column: int, trace: Trace, head: HeadChoice, run: _Run
) -> Refutation | None:
    """Try to refute that all words attend to a column: the same token where the order is random."""
    reading, random = _read_head(trace, head), np.random.default_rng(0)
    if column >= reading.weights.shape[1]:  # what a model wrote after the sentence
        return None
    every = reading.allowed & reading.rows[:, None]

    def share_of(head: _Reading, place: int) -> float:
        return float(head.weights[head.rows, place].mean())

    chance = [reading.dealt(random).weights[reading.rows].mean(0).max() for _ in range(_DRAWS)]
    uniform = (every[:, column] / np.maximum(every.sum(1), 1))[reading.rows].mean(keepdims=True)
    rivals = [_Control("uniform", uniform)]
    others = _reordered(trace, head, run)
    if not reading.key.is_word[0, column]:  # "<s>" and "</s>" keep their places
        places = [column if column < reading.key.first else -1] * len(others)
    else:
        place = column - reading.key.first
        places = [order.index(place) + reading.key.first for _, order in others]
        there = [share_of(other, column) for other, _ in others]
        rivals.append(_Control("column", np.array(there)))
    shares = [share_of(other, at) for (other, _), at in zip(others, places, strict=True)]
    share = share_of(reading, column)
    return _refutation(claim, "weight", share, chance, "weights", shares, "shuffled", rivals)


def _reordered(
    trace: Trace, head: HeadChoice, run: _Run, times: int = 1
) -> list[tuple[_Reading, list[int]]]:
    """Return a head over the words in _ORDERS random orders, each with their former places.

    It is the text of the keys whose words are put in order, said so many `times`.
    """
    is_french = head.stack == "decoder" and bool(trace.source)
    text, random = trace.translation if is_french else trace.sentence, np.random.default_rng(0)
    readings = []
    for _ in range(_ORDERS):
        result = shuffle_words(text, random)
        if result is None:
            continue
        words, order = " ".join([result[0]] * times), result[1] * times
        other = run(trace.sentence, words) if is_french else run(words, None)
        if other is None:
            continue
        reading = _read_head(other, head)
        if reading.key.is_word.sum() == len(order):
            readings.append((reading, order))
    return readings


def _follow(cells: np.ndarray, order: Sequence[int], other: _Reading) -> np.ndarray:
    """Return cells between words where these stand in another order."""
    places = np.array(order) + other.key.first
    moved = np.zeros(other.weights.shape, bool)
    inner = slice(other.key.first, other.key.first + len(order))
    moved[inner, inner] = cells[np.ix_(places, places)]
    return moved & other.allowed & other.rows[:, None]


def typed_part(axis: Axis, trace: Trace) -> Axis:
    """Drop the tokens after the sentence, of a model without a source."""
    if trace.source:
        return axis
    return axis.part(slice(sum(end <= len(trace.sentence) for _, end in axis.spans)))


def side_of(axis: Axis, vocabulary: Vocabulary) -> PaddedWords:
    """Return the words of a text as the measures read them."""
    words, (before, behind) = axis_words(axis), axis.marks
    text = NumberedText(
        [vocabulary.number(word) for word in words],
        [not any(map(str.isalnum, word)) for word in words],
        [],
        {},
    )
    return build_side([text], [list(range(len(words)))], before > 0, behind > 0)
