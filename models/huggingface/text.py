"""Sub-words of a pretrained tokenizer, with their characters and words."""

import functools
import unicodedata
from collections.abc import Sequence
from os.path import commonprefix

from transformers.convert_slow_tokenizer import bytes_to_unicode

from ..errors import UserError
from ..store.token_names import SPACE, name_bytes
from ..store.tokenizer import Token

# How the space before a word is written; WordPiece writes "##" where there is none.
SENTENCEPIECE, BYTE_LEVEL = "▁", "Ġ"
# Byte-level BPE has a sign for each byte (Radford et al. 2019): "Ã©" is "é".
BYTE_OF_SIGN = {sign: bytes([byte]) for byte, sign in bytes_to_unicode().items()}


class Text:
    """What a tokenizer of transformers says about a text."""

    def __init__(self, tokenizer):
        self.tokenizer = tokenizer
        self._names: dict[int, str] = {}  # a vocabulary has 150,000, and lists of words have all

    def piece(self, index: int) -> str:
        """One token of the vocabulary as the tokenizer writes it."""
        return str(self.tokenizer.convert_ids_to_tokens(index))

    def name(self, index: int) -> str:
        """How one token of the vocabulary is shown; see `token_names`.

        A special token, and the "##" of WordPiece, as the tokenizer writes them.
        """
        if index not in self._names:
            self._names[index] = self._name(index)
        return self._names[index]

    def _name(self, index: int) -> str:
        piece = self.piece(index)
        if index in self._added:
            return name_bytes(piece.encode())
        if self.space_sign != BYTE_LEVEL:
            return piece.replace(SENTENCEPIECE, SPACE) if self.space_sign else piece
        return name_bytes(b"".join(BYTE_OF_SIGN.get(sign, sign.encode()) for sign in piece))

    @functools.cached_property
    def _added(self) -> frozenset[int]:
        """The tokens that are plain text whatever the tokenizer does to others."""
        return frozenset(self.tokenizer.added_tokens_decoder)

    @functools.cached_property
    def space_sign(self) -> str:
        """How the tokenizer writes the space before a word; "" where it writes none."""
        if self.tokenizer.is_fast:
            backend = self.tokenizer.backend_tokenizer
            parts = f"{backend.decoder!r} {backend.pre_tokenizer!r}"
            if "ByteLevel" in parts:
                return BYTE_LEVEL
            return SENTENCEPIECE if SENTENCEPIECE in parts else ""
        pieces = self.tokenizer.get_vocab()
        times = {
            sign: sum(piece.startswith(sign) for piece in pieces)
            for sign in (SENTENCEPIECE, BYTE_LEVEL)
        }
        sign = max(times, key=lambda sign: times[sign])
        return sign if times[sign] else ""

    def whole_words(self) -> dict[int, str]:
        """The tokens of the vocabulary that begin a word of at least two letters.

        By id, without their sign of a space.
        """
        begins_word = {
            index
            for piece, index in self.tokenizer.get_vocab().items()
            if piece.startswith(self.space_sign)
        }
        words = {index: self.name(index).removeprefix(SPACE) for index in sorted(begins_word)}
        return {index: word for index, word in words.items() if len(word) > 1 and word.isalpha()}

    def encode(
        self, text: str, special: bool = False, target: bool = False
    ) -> tuple[list[int], list[tuple[int, int]]]:
        """The ids of a text and the characters that each stands for.

        Without the space before them; a token that stands for none has an empty span. `special`
        puts those around it that the tokenizer adds; `target` reads it as the language that is
        written.
        """
        arguments = {"text_target" if target else "text": text}
        if self.tokenizer.is_fast:
            encoded = self.tokenizer(
                **arguments, add_special_tokens=special, return_offsets_mapping=True
            )
            return encoded["input_ids"], [
                trimmed(text, *span) for span in encoded["offset_mapping"]
            ]
        ids = self.tokenizer(**arguments, add_special_tokens=special)["input_ids"]
        return ids, located(
            text, [self.piece(index) for index in ids], {*map(self.piece, self.special)}
        )

    def encode_pair(
        self, text: str, first: str, second: str
    ) -> tuple[list[int], list[tuple[int, int]], list[int], int]:
        """Encode two sentences that stand at the two ends of the text.

        Returns ids and spans as `encode`, for each token the type that the tokenizer gives its
        sentence (0 or 1), and the place where the second sentence begins.
        """
        encoded = self.tokenizer(
            first, second, return_offsets_mapping=True, return_token_type_ids=True
        )
        shift = {0: 0, 1: len(text) - len(second)}
        sentences = encoded.sequence_ids()
        spans = [
            (0, 0) if which is None else trimmed(text, start + shift[which], end + shift[which])
            for which, (start, end) in zip(sentences, encoded["offset_mapping"], strict=True)
        ]
        return encoded["input_ids"], spans, encoded["token_type_ids"], sentences.index(1)

    def decode(self, ids: Sequence[int]) -> str:
        """The text of these ids; special tokens say nothing."""
        return self.tokenizer.decode(
            ids, skip_special_tokens=True, clean_up_tokenization_spaces=False
        )

    def placed(
        self, ids: list[int], text: str, known: Sequence[tuple[int, int]] = (), target: bool = False
    ) -> list[tuple[int, int]]:
        """Return the span in `text` of each id that a model wrote.

        The first spans are `known`. The others are those of the same text when tokenized again;
        where the model split it differently, those of what each id adds to the text.
        """
        again, spans = self.encode(text, special=True, target=target)
        both = min(len(ids), len(again))
        if ids[:both] == again[:both] and self.special >= {*ids[both:]}:
            return spans[:both] + [(len(text), len(text))] * (len(ids) - both)
        spans, whole = list(known), self.decode(ids)
        before, ends = len(self.decode(ids[: len(known)])), [known[-1][1] if known else 0]
        for count in range(len(known), len(ids)):
            # As far as it agrees with the whole: of a character whose bytes are not all there yet,
            # nothing is there.
            read = self.decode(ids[: count + 1])
            added = len(commonprefix([read, whole])) - before  # noqa: RUF071 (of characters)
            ends.append(max(ends[-1], min(ends[0] + added, len(text))))
            spans.append(trimmed(text, *ends[-2:]))
        return spans

    def show(self, ids: Sequence[int], spans: Sequence[tuple[int, int]], text: str) -> list[Token]:
        """Each token with its place and its word.

        A special token is a word of its own where the text before it ends, in front of all words
        number -1; another that stands for no characters or for spaces alone belongs to the word
        after it.
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
                word += last is None or begins(text, last, start)
                end, last = max(end, stop), stop
            tokens += [Token(self.name(one), start, start, word) for one in waiting] + [
                Token(self.name(index), start, stop, word)
            ]
            waiting = []
        return tokens + [Token(self.name(one), end, end, word + 1) for one in waiting]

    @functools.cached_property
    def special(self) -> set[int]:
        """The ids that stand for no text."""
        return {*self.tokenizer.all_special_ids} - {self.tokenizer.unk_token_id}


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """A span without the spaces at its beginning, unless there is nothing else in it."""
    piece = text[start:end]
    return (end - len(piece.lstrip()), end) if piece.strip() else (start, end)


def begins(text: str, end: int, start: int) -> bool:
    """Return whether a token at `start`, after one that ends at `end`, begins a word.

    It does after a space, and where letters and punctuation meet.
    """
    if start < end:  # several tokens for the bytes of one character
        return False
    return (
        start > end
        or text[start].isspace()
        or text[end - 1].isspace()
        or lettered(text[start]) != lettered(text[end - 1])
    )


def lettered(character: str) -> bool:
    return unicodedata.category(character)[0] in "LMN" or character == "_"


def located(text: str, pieces: list[str], special: set[str]) -> list[tuple[int, int]]:
    """Return the span of each token when the tokenizer does not report spans.

    Tokens are searched in the text one after the other. A token that was normalised or is unknown
    gets the characters between its neighbours.
    """
    starts, at, missed = [], 0, 1
    for piece in pieces:
        plain, sought = piece.strip("▁"), piece.strip("▁") and piece not in special
        while at < len(text) and text[at].isspace():
            at += 1
        position = (
            text.find(plain, at, at + len(plain) + 3 * missed) if sought else -1
        )  # not far away, or it is another one like it
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
            first, last = trimmed(text, at, after)
            spans.append(
                (first, first + len(next(iter(text[first:last].split()), "")))
            )  # no piece goes on after a space
        at = spans[-1][1]
    return spans


def split_pair(text: str, separator: str | None) -> tuple[str, str] | None:
    """The two sentences on the sides of a separator; None for a single one.

    Raises UserError for more than two, or for one that is empty.
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
            "There is a sentence on one side of “{separator}” only. Type one on "
            "each side, or take it out.",
            separator=separator,
        )
    first, second = sentences
    return first.rstrip(), second.lstrip()


def swapped(text: str, tokens: Sequence[Token], new: dict[int, str]) -> str:
    """Return the text with some words, numbered as in `tokens`, replaced.

    An empty replacement deletes its word. A space is inserted where a new word would join its
    neighbour. Raises UserError for a word that is not there.
    """
    places: dict[int | None, tuple[int, int]] = {}
    for token in tokens:
        if token.start < token.end:
            start, end = places.get(token.word, (token.start, token.end))
            places[token.word] = min(start, token.start), max(end, token.end)
    for number in sorted(new, reverse=True):
        if number not in places:
            raise UserError(
                "There is no word {number} to swap: this sentence has {words} words and marks.",
                number=number + 1,
                words=len(places),
            )
        (start, end), word = places[number], new[number].strip()
        before, after = text[:start], text[end:]
        if not word:
            text = before.rstrip(" ") + after if before else after.lstrip(" ")
            continue
        # Only letters run into letters, as in "I'm" to "I am": a mark stands where it stood.
        between = [
            " " if left and right and lettered(left[-1]) and lettered(right[0]) else ""
            for left, right in ((before, word), (word, after))
        ]
        text = before + between[0] + word + between[1] + after
    return text
