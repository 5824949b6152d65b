"""A model's guesses for hidden words, its training on them, and its next-sentence prediction."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial

from models import Guesses, MaskingDraw, Request, TextModel, Trace
from models.protocols import Sees

from ...base.language import t, translatable
from ...draw.chart import Chart
from ...draw.probabilities import draws_chart, follows_chart, guesses_chart, percent
from ...draw.words import shorten
from ...view.address import ADDRESS_VERSION
from ...view.computation import Computation, Export, ExportMenu, NotApplicable, PageContent
from ...view.runner import Runner
from .settings import EXAMPLE, FillSettings, hidden_places, hideable_words, marks_of, plain_trace
from .token_rows import TokenRow

SIDES: dict[Sees, str] = translatable(
    {"left": "The left alone", "both": "Both sides", "right": "The right alone"}
)
_KINDS = translatable(
    {"mask": "[MASK], 80%", "random": "a random piece, 10%", "same": "unchanged, 10%"}
)
_BEST = 6  # guesses of each chart
_MOST_ROWS = 12  # in the chart of draws
_MOST_DRAWN = 5
_SUBWORDS = translatable(
    {
        "BPE": "byte-pair encoding (BPE)",
        "WordPiece": "WordPiece",
        "Unigram": "Unigram",
        "": "its tokenizer",
    }
)
_NO_MODEL = translatable(
    "There is no model here that finds hidden words. Train ours with python -m "
    "models.training.train bert --data DIR --ship, or offer a pretrained one: streamlit run app.py "
    "-- --model google-bert/bert-base-uncased"
)


@dataclass(frozen=True)
class FillContent(PageContent[FillSettings]):
    """The content of the page; each look is computed when it is drawn."""

    name: str  # of the model

    @property
    def model(self) -> TextModel:
        return self.runner.model(self.name)

    @cached_property
    def trace(self) -> Trace:
        """The run on the sentence, with no words hidden but typed masks."""
        return plain_trace(self.settings, self.runner)

    @property
    def vocabulary(self) -> int:
        """The size of the vocabulary."""
        return self.model.vocabulary_size

    @property
    def menu(self) -> ExportMenu:
        look, draw = self.settings.look, t("Export")
        if look == "training":
            return ExportMenu("masks", (Export(draw, lambda: self.draws_chart),))
        if look == "pair":
            pair = Export(draw, lambda: self.follows_chart)
            return ExportMenu("follows", (pair,) if self.has_pair else (), alert=self.why_no_pair)
        exports = tuple(
            Export(t(SIDES[side]), partial(self.side_chart, side), side)
            for side in ("both", "left", "right")
            if self.hidden
        )
        alert = self.alert or ("" if self.hidden else self.nothing_hidden)
        return ExportMenu("gap", exports, alert=alert)

    @property
    def about(self) -> str:
        """The meaning of the probabilities, and how the model splits words."""
        return t(
            "fill#probabilities",
            count=self.vocabulary,
            subwords=t(_SUBWORDS.get(self.model.capabilities.subwords, _SUBWORDS[""])),
        )

    # --- hidden words ----------------------------------------------------------------------------

    @cached_property
    def words(self) -> dict[str, str]:
        """The words that can be hidden, by comma-separated places in the trace."""
        return hideable_words(
            self.trace, marks_of(self.settings, self.runner), self.settings.merged
        )

    @cached_property
    def hidden(self) -> list[int]:
        """The hidden places of the trace."""
        return hidden_places(self.settings, self.runner)[0]

    @property
    def chosen(self) -> list[str]:
        """The hidden words, as keys of `words`."""
        return [group for group in self.words if {*map(int, group.split(","))} & {*self.hidden}]

    @property
    def alert(self) -> str:
        """An alert if the link hides places without a word, or ""."""
        wrong = hidden_places(self.settings, self.runner)[1]
        if not wrong:
            return ""
        return t("fill#no such place", place=wrong[0], count=len(self.trace.source))

    @property
    def nothing_hidden(self) -> str:
        return t("No word is hidden yet. Click one.")

    @property
    def place(self) -> int:
        """The current gap."""
        gap = self.settings.gap
        return gap if gap in self.hidden else self.hidden[0]

    @property
    def mask(self) -> str:
        return self.model.capabilities.mask_token or ""

    @cached_property
    def row(self) -> TokenRow:
        """The tokens that the model reads."""
        tokens = [
            self.mask if place in self.hidden else token
            for place, token in enumerate(self.trace.source)
        ]
        plain = self.plain_kinds(self.trace)
        kinds = [
            "mask" if token == self.mask else kind
            for token, kind in zip(tokens, plain, strict=True)
        ]
        return TokenRow(tokens, kinds)

    def plain_kinds(self, trace: Trace) -> list[str]:
        """Return "mark" for each special token of the model, "" for others."""
        separator = self.model.capabilities.separator
        return [
            "" if start < end and token != separator else "mark"
            for token, (start, end) in zip(trace.source, trace.source_spans, strict=True)
        ]

    @cached_property
    def guesses(self) -> Mapping[Sees, Guesses]:
        """The guesses for the current gap, by what the model sees of the sentence."""
        request = Request(self.name, self.settings.sentence)
        model, hidden = self.model, tuple(self.hidden)

        def guess(progress: object) -> dict[Sees, Guesses]:
            at = hidden.index(self.place)
            return {side: model.guess(request, hidden, _BEST, side)[at] for side in SIDES}

        key = f"guess {request!r} {hidden} {self.place}"
        return self.runner.compute_once(key, t("The model guesses the word"), guess)

    def side_chart(self, side: Sees) -> Chart:
        """The guesses from the "left", the "right" or "both"."""
        chart = guesses_chart(self.guesses[side], t(SIDES[side]))
        read = " ".join(self.row.tokens)
        what = t("guesses for the gap, {side}", side=t(SIDES[side]).lower())
        return chart.with_caption(f"{read}\n{t('{model}: {what}', model=self.name, what=what)}")

    @property
    def finding(self) -> str:
        """The rank of the hidden word from both sides and from one."""
        both = self.guesses["both"]
        if both.true_word is None:
            return t("fill#no word given", word=both.words[0], share=percent(both.probabilities[0]))
        left, right = self.guesses["left"], self.guesses["right"]
        share, left_share, right_share = (
            percent(guesses.true_probability or 0.0) for guesses in (both, left, right)
        )
        return t(
            "fill#guesses from both sides",
            word=both.true_word,
            rank=both.true_rank,
            share=share,
            left=left.true_rank,
            left_share=left_share,
            right=right.true_rank,
            right_share=right_share,
        )

    @property
    def heads_parameters(self) -> dict[str, str]:
        """The parameters of the front page's link to all heads on this sentence, words hidden."""
        settings = self.settings
        text = settings.sentence
        if settings.look == "pair" and self.has_pair:
            text = self.pair
        elif settings.look == "gap":
            text = self.sentence_with_masks
        words = "merged" if settings.merged else "written"
        return {"model": self.name, "sentence": text, "words": words, "v": ADDRESS_VERSION}

    @property
    def sentence_with_masks(self) -> str:
        """The sentence with the model's mask in place of each hidden piece."""
        text = self.trace.sentence
        for place in reversed(self.hidden):
            start, end = self.trace.source_spans[place]
            text = text[:start] + self.mask + text[end:]
        return text

    # --- how it is trained -----------------------------------------------------------------------

    @cached_property
    def draws(self) -> tuple[MaskingDraw, ...]:
        """The sentence as read in some epochs of training."""
        request, model = Request(self.name, self.settings.sentence), self.model
        seed = self.settings.draw or 1

        def draw(progress: object) -> tuple[MaskingDraw, ...]:
            (first,) = model.draw_masks(request, seed)
            count = max(1, min(_MOST_DRAWN, _MOST_ROWS // len(first.chosen)))
            return model.draw_masks(request, seed, count)

        key = f"draws {request!r} {seed}"
        return self.runner.compute_once(key, t("The model guesses the word"), draw)

    @property
    def draw_rows(self) -> list[TokenRow]:
        """The tokens of each draw."""
        rows = []
        for number, draw in enumerate(self.draws, start=1):
            kinds: dict[int, str] = {choice.place: choice.kind for choice in draw.chosen}
            plain = self.plain_kinds(self.trace)
            token_kinds = [kinds.get(place, kind) for place, kind in enumerate(plain)]
            rows.append(TokenRow(draw.read, token_kinds, name=f"{number}."))
        return rows

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """The meanings of the draws' colours."""
        return [(kind, t(title)) for kind, title in _KINDS.items()]

    @cached_property
    def draws_chart(self) -> Chart:
        """The probability of each word to predict."""
        rows = []
        for number, draw in enumerate(self.draws, start=1):
            for choice in draw.chosen:
                name = t(
                    "{number}. “{word}”, unchanged"
                    if choice.kind == "same"
                    else "{number}. “{word}”, read as {read}",
                    number=number,
                    word=shorten(choice.word, 12),
                    read=shorten(draw.read[choice.place], 12),
                )
                rows.append((name, choice.probability, choice.kind))
        title = t("probability")
        caption = t("{model}: {what}", model=self.name, what=t("masks as in training"))
        return draws_chart(rows, title).with_caption(f"{self.trace.sentence.strip()}\n{caption}")

    @property
    def draws_finding(self) -> str:
        """The number of tokens to predict, and what replaces them."""
        kinds = Counter(choice.kind for draw in self.draws for choice in draw.chosen)
        tokens = sum(kind != "mark" for kind in self.plain_kinds(self.trace))
        return t(
            "fill#masking in training",
            tokens=tokens,
            chosen=len(self.draws[0].chosen),
            draws=len(self.draws),
            mask=kinds["mask"],
            random=kinds["random"],
            same=kinds["same"],
            token=self.mask,
        )

    # --- pairs -----------------------------------------------------------------------------------

    @cached_property
    def pair(self) -> str:
        """Both sentences as the model reads them, or the one with a separator."""
        first, second = self.settings.sentence.strip(), (self.settings.second or "").strip()
        separator = self.model.capabilities.separator or ""
        return f"{first} {separator} {second}" if second and separator not in first else first

    @cached_property
    def pair_trace(self) -> Trace:
        return self.runner.trace(Request(self.name, self.pair))

    @property
    def has_pair(self) -> bool:
        return bool(self.pair_trace.second)

    @property
    def why_no_pair(self) -> str:
        """What to do with only one sentence; "" with two."""
        return "" if self.has_pair else t("Type a second sentence, or take an example.")

    @property
    def pair_row(self) -> TokenRow:
        """The tokens that the model reads, with their segments below."""
        trace = self.pair_trace
        kinds = self.plain_kinds(trace)
        second = trace.second or len(trace.source)
        below = ["A" if place < second else "B" for place in range(len(trace.source))]
        return TokenRow(trace.source, kinds, below)

    @cached_property
    def follows(self) -> tuple[float, float]:
        """The probabilities that the second sentence follows the first, and the reverse."""
        model, separator = self.model, self.model.capabilities.separator
        first, second = (half.strip() for half in self.pair.split(separator, 1))
        texts = self.pair, f"{second} {separator} {first}"

        def ask(progress: object) -> tuple[float, float]:
            forward, back = (model.follows(Request(self.name, text)) for text in texts)
            return forward, back

        key = f"follows {self.name} {texts!r}"
        return self.runner.compute_once(key, t("The model reads the pair"), ask)

    @cached_property
    def follows_chart(self) -> Chart:
        """Both orders of the pair."""
        forward, back = self.follows
        rows = [(t("A, then B"), forward), (t("B, then A"), back)]
        chart = follows_chart(rows, t("probability that one follows the other"))
        caption = t("{model}: {what}", model=self.name, what=t("does the second sentence follow?"))
        return chart.with_caption(f"{self.pair}\n{caption}")

    @property
    def follows_quality(self) -> str:
        """The model's accuracy on pairs of held-out text, or "" if unknown."""
        shares = self.model.card.get("held_out", {}).get("accuracy", {})
        if "next sentence" not in shares:
            return ""
        return t(
            "fill#right on held-out pairs",
            count=shares["pairs"],
            share=percent(shares["next sentence"]),
            length=percent(shares["next sentence by length alone"]),
        )

    @property
    def follows_finding(self) -> str:
        forward, _ = self.follows
        return t(
            "fill#B follows A" if forward >= 0.5 else "fill#B hardly follows A",
            share=percent(forward),
        )


def _compute(settings: FillSettings, runner: Runner) -> FillContent:
    """Read the sentence with a model that finds hidden words.

    Raises NotApplicable where there is no such model, UserError for an unreadable sentence.
    """
    if settings.filler is None:
        raise NotApplicable(_NO_MODEL)
    content = FillContent(settings, runner, settings.filler)
    content.trace  # noqa: B018  an unreadable sentence is refused here
    return content


COMPUTATION = Computation("fill", FillSettings, _compute, EXAMPLE)
