"""Settings of the page on the bottleneck."""

from dataclasses import dataclass

from ...base.language import translatable
from ...view.settings import Settings, choice

LENGTHS_OF = translatable(
    {
        "multi30k.test_2016_flickr": "Picture captions",
        "tatoeba.dev": "Everyday sentences",
        "all files": "All sentences",
    }
)


@dataclass(frozen=True)
class BottleneckSettings(Settings):
    """The sentences whose scores are shown by length."""

    sentences: str = choice(LENGTHS_OF)
