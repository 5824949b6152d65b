"""Settings of the page on the bottleneck."""

from dataclasses import dataclass

from ...base.language import translatable
from ...view.settings import choice
from ..reach.settings import ReachSettings

LENGTHS_OF = translatable(
    {
        "multi30k.test_2016_flickr": "Picture captions",
        "tatoeba.dev": "Everyday sentences",
        "all files": "All sentences",
    }
)


@dataclass(frozen=True)
class BottleneckSettings(ReachSettings):
    """The sentences whose scores are shown by length, and the two words of the section below."""

    sentences: str = choice(LENGTHS_OF)
