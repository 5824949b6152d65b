"""The languages of a pretrained translation model, read from its tokenizer and configuration."""

from typing import Any

# ISO 639-3 codes (NLLB, OPUS-MT) to ISO 639-1; for macrolanguages also the written variety.
_CODES = {
    "eng": "en",
    "fra": "fr",
    "deu": "de",
    "spa": "es",
    "ita": "it",
    "por": "pt",
    "nld": "nl",
    "swe": "sv",
    "dan": "da",
    "nor": "no",
    "nob": "no",
    "fin": "fi",
    "pol": "pl",
    "ces": "cs",
    "hun": "hu",
    "ron": "ro",
    "tur": "tr",
    "ell": "el",
    "rus": "ru",
    "ukr": "uk",
    "ara": "ar",
    "arb": "ar",
    "heb": "he",
    "hin": "hi",
    "zho": "zh",
    "jpn": "ja",
    "kor": "ko",
}
_SOURCE = "source_lang", "src_lang"  # the first in OPUS-MT, the second in M2M100, mBART and NLLB


def languages_of(tokenizer: Any, generation: Any) -> tuple[str, ...]:
    """Return the codes of the source and the target language; empty if either is unknown.

    A multilingual model's target language is that of the token which its output must begin with.
    """
    source = next(filter(None, (_read_setting(tokenizer, name) for name in _SOURCE)), "")
    target = _read_setting(tokenizer, "target_lang")
    begin = getattr(generation, "forced_bos_token_id", None)
    if begin is not None:
        target = tokenizer.convert_ids_to_tokens(begin)
    codes = _read_code(source), _read_code(target)
    return codes if all(codes) else ()


def _read_setting(tokenizer: Any, name: str) -> Any:
    """Return a setting of a tokenizer; a generic class has it only in `init_kwargs`."""
    return getattr(tokenizer, name, None) or tokenizer.init_kwargs.get(name)


def _read_code(name: Any) -> str:
    """Return the two-letter code in a name such as "deu_Latn", "de_DE" or "__de__", or ""."""
    code = str(name).strip("_").replace("-", "_").partition("_")[0]
    if not code.isalpha() or not code.islower():
        return ""
    return code if len(code) == 2 else _CODES.get(code, "")
