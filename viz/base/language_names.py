"""Names that depend on a model's languages, and the reference translation of an example."""

from models import Capabilities

from .examples import EXAMPLES
from .language import t, translatable

_WORDS = translatable(
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


_SOURCE_WORD, TARGET_WORD = translatable("source word"), translatable("target word")


def name_source_word(capabilities: Capabilities) -> str:
    """Name a word that a translation model reads, for example "English word"."""
    return t(_WORDS.get("".join(capabilities.languages[:1]), _SOURCE_WORD))


def name_target_word(capabilities: Capabilities) -> str:
    """Name a word that a translation model writes, for example "French word"."""
    return t(_WORDS.get("".join(capabilities.languages[1:2]), TARGET_WORD))


def reference_of(sentence: str, capabilities: Capabilities) -> str:
    """Return the French reference of an example; "" without one or for another language pair."""
    is_other = capabilities.translates and not capabilities.translates_between("en", "fr")
    return "" if is_other else EXAMPLES.get(sentence, "")
