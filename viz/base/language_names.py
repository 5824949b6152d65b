"""What follows from the languages of a model: what its words are called, and what it may write."""

from models import Capabilities

from .examples import EXAMPLES
from .language import mark, t

WORDS = mark(
    {
        "en": "English word",
        "fr": "French word",
        "de": "German word",
        "es": "Spanish word",
        "it": "Italian word",
        "pt": "Portuguese word",
        "nl": "Dutch word",
        "sv": "Swedish word",
        "da": "Danish word",
        "no": "Norwegian word",
        "fi": "Finnish word",
        "pl": "Polish word",
        "cs": "Czech word",
        "hu": "Hungarian word",
        "ro": "Romanian word",
        "tr": "Turkish word",
        "el": "Greek word",
        "ru": "Russian word",
        "uk": "Ukrainian word",
        "ar": "Arabic word",
        "he": "Hebrew word",
        "hi": "Hindi word",
        "zh": "Chinese word",
        "ja": "Japanese word",
        "ko": "Korean word",
    }
)


SOURCE_WORD, TARGET_WORD = mark("source word"), mark("target word")


def name_source_word(capabilities: Capabilities) -> str:
    """What a word that a translator reads is called, without an article."""
    return t(WORDS.get("".join(capabilities.languages[:1]), SOURCE_WORD))


def name_target_word(capabilities: Capabilities) -> str:
    """What a word that a translator writes is called, without an article."""
    return t(WORDS.get("".join(capabilities.languages[1:2]), TARGET_WORD))


def reference_of(sentence: str, capabilities: Capabilities) -> str:
    """The French of an example for a model that may write French; "" for another translator."""
    is_other = capabilities.translates and not capabilities.translates_between("en", "fr")
    return "" if is_other else EXAMPLES.get(sentence, "")
