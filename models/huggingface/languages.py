"""The languages of a pretrained translator, by what its tokenizer and its configuration say."""

from typing import Any

# Of three letters (NLLB, OPUS-MT) in two; of a macrolanguage also the variety that is written.
CODES = {
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
SOURCE = "source_lang", "src_lang"  # as OPUS-MT, and as M2M100, mBART and NLLB call it


def languages_of(tokenizer: Any, generation: Any) -> tuple[str, ...]:
    """Return the codes of what a translator reads and writes; empty where one is not known.

    A translator of many languages is made to write one by the token that it must begin with.
    """
    source = next(filter(None, (read_setting(tokenizer, name) for name in SOURCE)), "")
    target = read_setting(tokenizer, "target_lang")
    begin = getattr(generation, "forced_bos_token_id", None)
    if begin is not None:
        target = tokenizer.convert_ids_to_tokens(begin)
    codes = read_code(source), read_code(target)
    return codes if all(codes) else ()


def read_setting(tokenizer: Any, name: str) -> Any:
    """A setting of a tokenizer; one of no family keeps what its file says beside the rest."""
    return getattr(tokenizer, name, None) or tokenizer.init_kwargs.get(name)


def read_code(name: Any) -> str:
    """The code of two letters in a name such as "deu_Latn", "de_DE" or "__de__", or ""."""
    code = str(name).strip("_").replace("-", "_").partition("_")[0]
    if not code.isalpha() or not code.islower():
        return ""
    return code if len(code) == 2 else CODES.get(code, "")
