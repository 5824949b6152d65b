"""Titles of the texts that models are measured on; cards and files have the names."""

from .language import t, translatable

_TEXTS = translatable(
    {
        "tatoeba.dev": "Tatoeba sentences",
        "multi30k.val": "Multi30k captions (validation)",
        "multi30k.test_2016_flickr": "Multi30k captions (test)",
        "lecture.dev": "Our lecture sentences",
        "everyday.dev": "Our everyday sentences",
        "far.dev": "News, dialogues and novels",
        "books": "Held-out books",
    }
)


def text_title(name: str) -> str:
    """Return the title of a text; an unknown one has its own name."""
    return t(_TEXTS.get(name, name))
