"""Settings of the page on two sentences: the sentences, and a look."""

from dataclasses import dataclass

from ...base.language import translatable
from ...view.settings import Settings, choice, text

LOOKS = translatable(
    {
        "verdict": "Verdict",
        "words": "Which words count",
        "vectors": "The two vectors",
        "tested": "How often it is right",
        "people": "Beside people's scores",
    }
)
_PAIR = "The human controls the machine.\nThe machine controls the human."
_TYPED = "verdict", "words", "vectors"  # the looks at the typed sentences


def _shows_pair(known, runner) -> bool:
    return known.look in _TYPED


@dataclass(frozen=True)
class VerdictSettings(Settings):
    """The look, and both sentences, one per line."""

    look: str = choice(LOOKS, parameter="verdict-look")
    pair: str | None = text(_PAIR, omitted_when_default=True, applies=_shows_pair)
