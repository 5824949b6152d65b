"""Checks on a text before a model reads it: neither blank, nor broken, nor too long."""

import re

from .errors import UserError

# Tokens that a network reads where it computes positions, or has none. It is a limit of time and
# memory: a trace of the transformer takes 126 MB at this length on both sides, with the weights,
# scores and vectors of all heads. Training stopped at fewer. Pretrained models read no more either.
LONGEST = 512
# Tokens, with the end, that a network reads or writes where a change of it makes it read all words
# again at each one.
LONGEST_REREAD = 128
_SURROGATE = re.compile("[\ud800-\udfff]")


def check_characters(text: str) -> None:
    """Raise UserError for a lone surrogate: half a character, or a stray byte of a command line."""
    if broken := _SURROGATE.search(text):
        raise UserError(
            "Character {place} of this text is broken: it is half of a character, or a byte that "
            "is not UTF-8. Delete it, or type it again.",
            place=broken.start() + 1,
        )


def check_text(sentence: str, longest: int) -> None:
    """Raise UserError for a text that is blank, broken, or too long for `longest` tokens."""
    check_characters(sentence)
    if not sentence.strip():
        raise UserError("There is no word in this sentence. Type one, for example “I am tired.”")
    # Tokenizing a whole book only to count its tokens would take seconds.
    if len(sentence) > 20 * longest:
        raise UserError(
            "This text has {characters:,} characters; this model reads at most "
            "{longest} tokens. Try a shorter one.",
            characters=len(sentence),
            longest=longest,
        )


def measure_room(tokens: int, longest: int, most: int) -> int:
    """Return how many tokens a text can be continued with, `most` at most.

    Raises UserError if it is none.
    """
    if tokens >= longest:
        raise UserError(
            "This text has {tokens} tokens, and this model reads at most {longest}: "
            "there is no room to continue. Try a shorter one.",
            tokens=tokens,
            longest=longest,
        )
    return min(most, longest - tokens)


def check_equally_long(sentence: str, tokens: int, other: str, others: int) -> None:
    """Raise UserError for two sentences of different numbers of tokens."""
    if tokens != others:
        raise UserError(
            "“{sentence}” has {tokens} tokens and “{other}” {others}. Choose two sentences of "
            "equally many.",
            sentence=sentence,
            tokens=tokens,
            other=other,
            others=others,
        )


def check_tokens(
    tokens: int, longest: int, is_continued: bool = False, learns_positions: bool = False
) -> None:
    """Raise UserError for a sentence, or a text with its continuation, of too many tokens.

    A model that `learns_positions` has no vector for a later one, and the error says so.
    """
    if tokens > longest and learns_positions and not is_continued:
        raise UserError(
            "This sentence has {tokens} tokens; this model reads at most {longest}: it learnt a "
            "vector for each position, and has none for a later one. Try a shorter one.",
            tokens=tokens,
            longest=longest,
        )
    if tokens > longest:
        raise UserError(
            "This text has {tokens} tokens with its continuation; this model reads "
            "at most {longest}. Try a shorter one."
            if is_continued
            else "This sentence has {tokens} tokens; this model reads at most {longest}. "
            "Try a shorter one.",
            tokens=tokens,
            longest=longest,
        )
