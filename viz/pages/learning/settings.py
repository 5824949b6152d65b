"""Settings of the page on how word vectors are learnt."""

from dataclasses import dataclass

from models import UserError
from models.words.text import WordNumbers

from ...base.language import translatable
from ...view.runner import Runner
from ...view.settings import MAX_LINES, Known, Settings, choice, number, text
from . import sample_texts

METHODS = translatable(
    {"skipgram": "SkipGram", "cbow": "CBoW", "fasttext": "FastText", "glove": "GloVe"}
)
_LOOKS = translatable({"live": "Live", "trained": "Trained on books"})
_SOURCES = translatable({"ours": "Our sentences", "mine": "A text of mine"})
_DIMENSIONS = {str(size): str(size) for size in (2, 8, 16, 32, 64)}
_MOST_WINDOW, _MOST_NEGATIVES, _MOST_SEEDS = 8, 15, 99


def _is_mine(known: Known, runner: Runner) -> bool:
    return known.source == "mine"


def _is_trained(known: Known, runner: Runner) -> bool:
    return known.look == "trained"


def _has_negatives(known: Known, runner: Runner) -> bool:
    return known.method != "glove"


def text_of(known: Known) -> WordNumbers:
    """Return the text to learn from. Raises UserError where there is none."""
    return (
        sample_texts.shipped_text()
        if known.source == "ours"
        else sample_texts.typed_text(known.lines)
    )


def _first_word(known: Known, runner: Runner) -> str:
    try:
        learnt = text_of(known)
    except UserError:
        return ""
    return learnt.words[sample_texts.words_shown(learnt)[0]]


@dataclass(frozen=True)
class LearningSettings(Settings):
    """The method, what it is told, and the text it learns from."""

    look: str = choice(_LOOKS, parameter="learn-look")
    method: str = choice(METHODS, parameter="learn")
    source: str = choice(_SOURCES, parameter="learn-from")
    lines: str | None = text("", parameter="learn-text", max_characters=MAX_LINES, applies=_is_mine)
    window: int = number(4, 1, _MOST_WINDOW, parameter="learn-window")
    negatives: int | None = number(
        5, 1, _MOST_NEGATIVES, parameter="learn-negatives", applies=_has_negatives
    )
    dimensions: int = choice(_DIMENSIONS, "32", parameter="learn-dimensions", parse=int)
    seed: int = number(1, 1, _MOST_SEEDS, parameter="learn-seed")
    word: str = text(_first_word, parameter="learn-word")  # whose neighbours are listed
    unseen: str | None = text("accomodation", parameter="learn-unseen", applies=_is_trained)
