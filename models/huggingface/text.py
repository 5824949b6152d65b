"""The tokens of a pretrained tokenizer, with their spans and words."""

import functools
import unicodedata
from collections.abc import Sequence
from os.path import commonprefix

from ..errors import UserError
from ..store.token_names import BYTE_OF_SIGN, SPACE, name_bytes, name_text
from ..store.tokenizer import Token

# Signs for the space before a word. WordPiece has none: "##" marks a token without a space.
_SENTENCEPIECE, _BYTE_LEVEL = "▁", "Ġ"


class TextReader:
    """Wraps a tokenizer of transformers: text to ids, spans and words, and back."""

    def __init__(self, tokenizer):
        self.tokenizer = tokenizer
        # A list of all words asks for up to 150,000 names.
        self._names: dict[int, str] = {}

    def piece(self, index: int) -> str:
        """Return a token as the vocabulary stores it."""
        return str(self.tokenizer.convert_ids_to_tokens(index))

    def name(self, index: int) -> str:
        """Return the notation for a token; see `token_names`.

        Special tokens and WordPiece's "##" are shown as stored.
        """
        if index not in self._names:
            self._names[index] = self._name(index)
        return self._names[index]

    def _name(self, index: int) -> str:
        piece = self.piece(index)
        is_spaces = self.space_sign == _SENTENCEPIECE and not piece.strip(_SENTENCEPIECE)
        if index in self._added and not is_spaces:
            return name_text(piece)
        if self.space_sign != _BYTE_LEVEL:
            return name_text(piece.replace(_SENTENCEPIECE, " ") if self.space_sign else piece)
        return name_bytes(b"".join(BYTE_OF_SIGN.get(sign, sign.encode()) for sign in piece))

    @functools.cached_property
    def _added(self) -> frozenset[int]:
        """The ids of added tokens, which are stored as plain text in every tokenizer."""
        return frozenset(self.tokenizer.added_tokens_decoder)

    @functools.cached_property
    def space_sign(self) -> str:
        """The tokenizer's sign for the space before a word; "" if it has none."""
        if self.tokenizer.is_fast:
            backend = self.tokenizer.backend_tokenizer
            parts = f"{backend.decoder!r} {backend.pre_tokenizer!r}"
            if "ByteLevel" in parts:
                return _BYTE_LEVEL
            return _SENTENCEPIECE if _SENTENCEPIECE in parts else ""
        pieces = self.tokenizer.get_vocab()
        times = {
            sign: sum(piece.startswith(sign) for piece in pieces)
            for sign in (_SENTENCEPIECE, _BYTE_LEVEL)
        }
        sign = max(times, key=lambda sign: times[sign])
        return sign if times[sign] else ""

    def whole_words(self) -> dict[int, str]:
        """Return the tokens that begin a word and have at least two letters, by id."""
        word_starts = {
            index
            for piece, index in self.tokenizer.get_vocab().items()
            if piece.startswith(self.space_sign)
        }
        words = {index: self.name(index).removeprefix(SPACE) for index in sorted(word_starts)}
        return {index: word for index, word in words.items() if len(word) > 1 and word.isalpha()}

    def encode(
        self, text: str, special: bool = False, target: bool = False
    ) -> tuple[list[int], list[tuple[int, int]]]:
        """Return the ids of a text, and the span of each without the space before it.

        A token without characters has an empty span. `special` adds the tokenizer's special tokens;
        `target` tokenizes the text as the target language.
        """
        arguments = {"text_target" if target else "text": text}
        if self.tokenizer.is_fast:
            encoded = self.tokenizer(
                **arguments, add_special_tokens=special, return_offsets_mapping=True
            )
            return encoded["input_ids"], [_trim(text, *span) for span in encoded["offset_mapping"]]
        ids = self.tokenizer(**arguments, add_special_tokens=special)["input_ids"]
        return ids, _search_spans(
            text, [self.piece(index) for index in ids], {*map(self.piece, self.special)}
        )

    def encode_pair(
        self, text: str, first: str, second: str
    ) -> tuple[list[int], list[tuple[int, int]], list[int], int]:
        """Encode a pair of sentences, with which `text` begins and ends.

        Returns ids and spans as `encode`, the type of each token's sentence (0 or 1), and the index
        where the second sentence begins.
        """
        encoded = self.tokenizer(
            first, second, return_offsets_mapping=True, return_token_type_ids=True
        )
        shift = {0: 0, 1: len(text) - len(second)}
        sentences = encoded.sequence_ids()
        spans = [
            (0, 0) if which is None else _trim(text, start + shift[which], end + shift[which])
            for which, (start, end) in zip(sentences, encoded["offset_mapping"], strict=True)
        ]
        return encoded["input_ids"], spans, encoded["token_type_ids"], sentences.index(1)

    def decode(self, ids: Sequence[int]) -> str:
        """Return the text of these ids, without special tokens."""
        return self.tokenizer.decode(
            ids, skip_special_tokens=True, clean_up_tokenization_spaces=False
        )

    def locate(
        self, ids: list[int], text: str, known: Sequence[tuple[int, int]] = (), target: bool = False
    ) -> list[tuple[int, int]]:
        """Return the span in `text` of each id that a model wrote; the first are `known`.

        The spans come from tokenizing the text again. If the model split it differently, they come
        from decoding one id more at a time.
        """
        again, spans = self.encode(text, special=True, target=target)
        both = min(len(ids), len(again))
        if ids[:both] == again[:both] and self.special >= {*ids[both:]}:
            return spans[:both] + [(len(text), len(text))] * (len(ids) - both)
        spans, whole = list(known), self.decode(ids)
        before, ends = len(self.decode(ids[: len(known)])), [known[-1][1] if known else 0]
        for count in range(len(known), len(ids)):
            # Compare with the whole text, since a character with missing bytes decodes otherwise.
            read = self.decode(ids[: count + 1])
            added = len(commonprefix([read, whole])) - before  # noqa: RUF071 (of characters)
            ends.append(max(ends[-1], min(ends[0] + added, len(text))))
            spans.append(_trim(text, *ends[-2:]))
        return spans

    def show(self, ids: Sequence[int], spans: Sequence[tuple[int, int]], text: str) -> list[Token]:
        """Return each id as a token with its span and the number of its word.

        A special token is a word of its own, with an empty span after the text before it; at the
        beginning its number is -1. Any other token without characters, or with spaces only, belongs
        to the word after it.
        """
        tokens, waiting, word, end, last = [], [], -1, 0, None
        for index, (start, stop) in zip(ids, spans, strict=True):
            if not text[start:stop].strip() and index not in self.special:
                waiting.append(index)
                continue
            if start == stop:
                start = stop = end
                word, last = word + (end > 0), None
            else:
                word += last is None or _begins_word(text, last, start)
                end, last = max(end, stop), stop
            tokens += [Token(self.name(piece), start, start, word) for piece in waiting] + [
                Token(self.name(index), start, stop, word)
            ]
            waiting = []
        return tokens + [Token(self.name(piece), end, end, word + 1) for piece in waiting]

    @functools.cached_property
    def special(self) -> set[int]:
        """The ids of special tokens, without that of the unknown token, which stands for text."""
        return {*self.tokenizer.all_special_ids} - {self.tokenizer.unk_token_id}


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span without its leading spaces; unchanged if it has only spaces."""
    piece = text[start:end]
    return (end - len(piece.lstrip()), end) if piece.strip() else (start, end)


def _begins_word(text: str, end: int, start: int) -> bool:
    """Whether a token at `start`, after one that ends at `end`, begins a word.

    A word begins after a space, and where letters and punctuation meet.
    """
    if start < end:  # several tokens for the bytes of one character
        return False
    return (
        start > end
        or text[start].isspace()
        or text[end - 1].isspace()
        or _is_letter(text[start]) != _is_letter(text[end - 1])
    )


def _is_letter(character: str) -> bool:
    """Whether a character is a letter, a digit, a combining mark or "_"."""
    return unicodedata.category(character)[0] in "LMN" or character == "_"


def _search_spans(text: str, pieces: list[str], special: set[str]) -> list[tuple[int, int]]:
    """Return the span of each token, for a slow tokenizer, which reports none.

    Tokens are searched in the text one after the other. A token that is not in the text (normalised
    or unknown) gets the characters between its neighbours.
    """
    starts, at, missed = [], 0, 1
    for piece in pieces:
        plain, sought = piece.strip("▁"), piece.strip("▁") and piece not in special
        while at < len(text) and text[at].isspace():
            at += 1
        # Search nearby only: further away it would be another token with the same characters.
        position = text.find(plain, at, at + len(plain) + 3 * missed) if sought else -1
        starts.append(position)
        at, missed = (position + len(plain), 1) if position >= 0 else (at, missed + bool(sought))
    spans, at = [], 0
    for place, (piece, start) in enumerate(zip(pieces, starts, strict=True)):
        if start >= 0:
            spans.append((start, start + len(piece.strip("▁"))))
        elif piece in special or not piece.strip("▁"):
            spans.append((at, at))
        else:
            after = next((other for other in starts[place + 1 :] if other >= 0), len(text))
            first, last = _trim(text, at, after)
            # A token ends at the next space.
            spans.append((first, first + len(next(iter(text[first:last].split()), ""))))
        at = spans[-1][1]
    return spans


def split_pair(text: str, separator: str | None) -> tuple[str, str] | None:
    """Split a pair of sentences at its separator; None for a single sentence.

    Raises UserError for more than two sentences, or an empty one.
    """
    sentences = text.split(separator) if separator else [text]
    if len(sentences) == 1:
        return None
    if len(sentences) > 2:
        raise UserError(
            "There are {count} sentences here with “{separator}” between them; this "
            "model reads one or two.",
            count=len(sentences),
            separator=separator,
        )
    if not all(map(str.strip, sentences)):
        raise UserError(
            "There is a sentence on only one side of “{separator}”. Type one on each "
            "side, or remove it.",
            separator=separator,
        )
    first, second = sentences
    return first.rstrip(), second.lstrip()


def swap_words(text: str, tokens: Sequence[Token], new: dict[int, str]) -> str:
    """Return the text with words replaced, by their numbers in `tokens`.

    An empty replacement deletes its word. A space is inserted where a new word would join its
    neighbour. Raises UserError for a number without a word.
    """
    places: dict[int | None, tuple[int, int]] = {}
    for token in tokens:
        if token.start < token.end:
            start, end = places.get(token.word, (token.start, token.end))
            places[token.word] = min(start, token.start), max(end, token.end)
    for number in sorted(new, reverse=True):
        if number not in places:
            raise UserError(
                "There is no word {number} to swap: this sentence has {words} words and "
                "punctuation marks.",
                number=number + 1,
                words=len(places),
            )
        (start, end), word = places[number], new[number].strip()
        before, after = text[:start], text[end:]
        if not word:
            text = before.rstrip(" ") + after if before else after.lstrip(" ")
            continue
        # Only two letters need a space between them, as in "I'm" to "I am".
        between = [
            " " if left and right and _is_letter(left[-1]) and _is_letter(right[0]) else ""
            for left, right in ((before, word), (word, after))
        ]
        text = before + between[0] + word + between[1] + after
    return text
