"""Settings of the page on word vectors: a look, a table of vectors, and the words."""

from dataclasses import dataclass
from typing import NamedTuple

from models.words import WordVectors, glove, model_vectors
from models.words.learnt import learnt
from models.words.lists import ASSOCIATION_TESTS

from ...base.language import t, translatable
from ...view.runner import Runner
from ...view.settings import Known, Options, Settings, choice, switch, text
from ..space.settings import Applies, dimensions, point, projection, step
from . import points

_LOOKS = translatable(
    {
        "near": "Neighbours",
        "angle": "Two words",
        "judge": "Judge them",
        "analogies": "Analogies",
        "axes": "Two axes",
        "bias": "Bias",
    }
)
_MAPS = translatable(
    {"60": "The 60 nearest", "1000": "The 1,000 commonest", "5000": "The 5,000 commonest"}
)
NEAREST = 60  # words on the first of _MAPS
_BIASES = translatable(
    {
        "direction": "The gender direction",
        "own": "Words of your own",
        "weat": "Association tests",
    }
)
_ANALOGIES = (
    ("man", "king", "woman"),
    ("man", "woman", "boy"),
    ("France", "Paris", "Italy"),
    ("Germany", "Berlin", "France"),
    ("walk", "walked", "go"),
    ("good", "better", "bad"),
    ("dog", "dogs", "child"),
    ("run", "running", "walk"),
    ("man", "doctor", "woman"),
)
# Of the 24 extreme occupations of Bolukbasi et al. 2016 those that are one word of our table.
_EXTREMES = (
    "nurse, receptionist, librarian, hairdresser, nanny, stylist, housekeeper, maestro, skipper, "
    "protege, philosopher, captain, architect, financier, warrior, broadcaster, magician, boss"
)
ENGLISH_TABLES = translatable(
    {
        "glove": "GloVe",
        "skipgram": "SkipGram, ours",
        "cbow": "CBoW, ours",
        "fasttext": "FastText, ours",
        "our-glove": "GloVe, ours",
    }
)
# Their methods in `models.words.learnt`.
LEARNT_TABLES = {
    "skipgram": "skipgram",
    "cbow": "cbow",
    "fasttext": "fasttext",
    "our-glove": "glove",
}
PLACES = "abc"  # of the words of an analogy


class _WordMap(NamedTuple):
    """A word among others on a map."""

    word: str
    which: str  # one of _MAPS: chooses the other words
    method: str  # one of METHODS: projects them
    axes: int


class _OnShow(NamedTuple):
    """The current step and point of a space."""

    step: int
    point: int  # -1 for none


def _kind_of(table: str) -> str:
    """Return which default words suit a table: "glove", for English words, or "model"."""
    return "model" if table == "model" else "glove"


def _shows(look: str, kind: str = "") -> Applies:
    """Return the condition that this look is chosen, and a table of this kind if one is given."""
    return lambda known, runner: known.look == look and kind in ("", _kind_of(known.table))


def _is_own_list(known: Known, runner: Runner) -> bool:
    return known.look == "bias" and known.bias == "own"


def _occupations(known: Known, runner: Runner) -> str:
    """The words on the gender direction until others are typed."""
    return _EXTREMES if known.table != "model" else points.AXES_WORDS["model"]


def _is_association_test(known: Known, runner: Runner) -> bool:
    return known.look == "bias" and known.bias == "weat"


def _tables(known: Known, runner: Runner) -> Options:
    titles = {name: t(title) for name, title in ENGLISH_TABLES.items()}
    return titles | {"model": t("The embedding of {model}", model=known.model)}


def english_vectors(table: str) -> WordVectors:
    """Return a table of ENGLISH_TABLES."""
    return glove() if table == "glove" else learnt(LEARNT_TABLES[table])


def word_vectors(known: Known, runner: Runner) -> WordVectors:
    """The current table. Raises UserError for a model without a whole word in its vocabulary."""
    if known.table != "model":
        return english_vectors(known.table)
    name = known.model
    return runner.compute_once(
        f"vectors {name}",
        t("Reading the embedding"),
        lambda progress: model_vectors(runner.model(name)),
    )


def map_rows(known: Known, vectors: WordVectors) -> list[int]:
    """Return the rows of the words on the map, the typed word first.

    Raises UserError for an unknown word.
    """
    nearest = vectors.nearest(known.word, NEAREST)
    row = vectors.find(known.word)
    return points.nearest_rows(vectors, row, nearest, known.words_shown, known.map_projection)


def _count_map(known: Known, runner: Runner) -> int:
    return len(map_rows(known, word_vectors(known, runner)))


def known_analogies(vectors: WordVectors) -> list[tuple[str, str, str]]:
    """Return the examples of analogies whose words a table has."""
    return [words for words in _ANALOGIES if all(word in vectors for word in words)]


def _analogy_word(kind: str, name: str) -> str | None:
    """Declare a word of an analogy, by default from the first example in the table."""

    def default(known: Known, runner: Runner) -> str:
        examples = known_analogies(word_vectors(known, runner)) or _ANALOGIES
        return examples[0][PLACES.index(name)]

    return text(default, parameter=f"{kind}-{name}", applies=_shows("analogies", kind))


def _axis_end(side: str) -> str | None:
    """Declare the word at one end of an axis."""
    return text(points.AXES[side], parameter=f"axis-{side}", applies=_shows("axes"))


def _axes_words(kind: str) -> str | None:
    """Declare the words on the two axes, separated by commas."""
    return text(points.AXES_WORDS[kind], parameter=f"{kind}-words", applies=_shows("axes", kind))


def typed_words(known: Known) -> str:
    """Return the words for the axes as typed."""
    return known.model_words if known.table == "model" else known.glove_words


def _count_axes_words(known: Known, runner: Runner) -> int:
    words, _ = points.split_known_words(word_vectors(known, runner), typed_words(known))
    return len(words)


def _single_step(known: Known, runner: Runner) -> int:
    return 1


def _association_tests(known: Known, runner: Runner) -> Options:
    return {str(test.number): f"{test.number}. {t(test.title)}" for test in ASSOCIATION_TESTS}


@dataclass(frozen=True)
class VectorsSettings(Settings):
    """The look, the table, and the settings of each look."""

    look: str = choice(_LOOKS, parameter="vectors-look")
    table: str = choice(_tables, parameter="vectors")

    word: str | None = text(
        "dog",
        parameter="near",
        applies=lambda known, runner: known.look in ("near", "angle", "judge"),
    )
    other: str | None = text("cat", parameter="angle-with", applies=_shows("angle"))
    reveal: bool | None = switch(False, applies=_shows("judge"), omitted_when_default=True)
    words_shown: str | None = choice(_MAPS, parameter="map", applies=_shows("near"))
    map_projection: str | None = projection("map", _shows("near"))
    map_axes: int | None = dimensions("map", _shows("near"))
    near_step: int | None = step("near", _single_step, _shows("near"))
    near_point: int | None = point("near", _count_map, _shows("near"))

    glove_a: str | None = _analogy_word("glove", "a")
    glove_b: str | None = _analogy_word("glove", "b")
    glove_c: str | None = _analogy_word("glove", "c")
    model_a: str | None = _analogy_word("model", "a")
    model_b: str | None = _analogy_word("model", "b")
    model_c: str | None = _analogy_word("model", "c")
    exclude: bool | None = switch(True, applies=_shows("analogies"))  # the three words themselves

    left: str | None = _axis_end("left")
    right: str | None = _axis_end("right")
    below: str | None = _axis_end("below")
    above: str | None = _axis_end("above")
    glove_words: str | None = _axes_words("glove")
    model_words: str | None = _axes_words("model")
    axes_step: int | None = step("axes", _single_step, _shows("axes"))
    axes_point: int | None = point("axes", _count_axes_words, _shows("axes"))

    bias: str | None = choice(_BIASES, applies=_shows("bias"))
    own: str | None = text(_occupations, parameter="bias-words", applies=_is_own_list)
    test: int | None = choice(
        _association_tests, "6", parameter="weat", parse=int, applies=_is_association_test
    )

    @property
    def kind(self) -> str:
        """The first part of the names of settings that differ by the kind of table."""
        return _kind_of(self.table)

    # Settings of single looks. Use them after the vectors and the points, which raise UserError
    # where these are None.

    @property
    def word_map(self) -> _WordMap:
        """The map of the look at neighbours."""
        assert self.word is not None and self.words_shown is not None
        assert self.map_projection is not None and self.map_axes is not None
        return _WordMap(self.word, self.words_shown, self.map_projection, self.map_axes)

    @property
    def on_map(self) -> _OnShow:
        """The step and the point of that map; an unknown word has none."""
        assert self.near_step is not None and self.near_point is not None
        return _OnShow(self.near_step, self.near_point)

    @property
    def analogy(self) -> tuple[str, str, str]:
        """The three words: the first is to the second as the third is to …"""
        a, b, c = (
            (self.model_a, self.model_b, self.model_c)
            if self.table == "model"
            else (self.glove_a, self.glove_b, self.glove_c)
        )
        assert a is not None and b is not None and c is not None
        return a, b, c

    @property
    def axis_ends(self) -> tuple[str, str, str, str]:
        """The words at the ends of the axes: left, right, below and above."""
        assert self.left is not None and self.right is not None
        assert self.below is not None and self.above is not None
        return self.left, self.right, self.below, self.above

    @property
    def on_axes(self) -> _OnShow:
        """The step and the point of the words on the two axes."""
        assert self.axes_step is not None and self.axes_point is not None
        return _OnShow(self.axes_step, self.axes_point)
