"""The tokenizer of a translator with two lists of words, one for each language."""

import json
import re
from collections.abc import Iterable, Sequence

from ..errors import UserError
from .tokenizer import BEGIN, END, PADDING, Token

# What libraries call the special tokens, in the order of their ids here.
_MARKS = {
    PADDING: (PADDING, "[PAD]", "<PAD>"),
    BEGIN: (BEGIN, "<bos>", "<sos>", "[CLS]", "<BOS>", "<SOS>", "<start>"),
    END: (END, "<eos>", "[SEP]", "<EOS>", "<end>"),
}
_UNKNOWN = "<unk>", "[UNK]", "<UNK>"
_PART = re.compile(r"\w+|\S")


class WordLists:
    """Texts to ids and back: each word or sign is a token, and others are unknown.

    Ids are those of `networks.two_vocabularies`.
    """

    def __init__(self, source: Sequence[str], target: Sequence[str]):
        """Raise UserError for a list without a special token."""
        self.lists = tuple(source), tuple(target)
        words = [[word for word in side if word not in _marks_of(side)] for side in self.lists]
        self._pieces = [*_MARKS, *words[0], *words[1], BEGIN, END]
        first = len(_MARKS), len(_MARKS) + len(words[0])
        self._ids = [
            {word: start + place for place, word in enumerate(side)}
            for start, side in zip(first, words)
        ]
        self._unknown = [next(ids[name] for name in _UNKNOWN if name in ids) for ids in self._ids]
        self._has_capitals = [any(word != word.lower() for word in ids) for ids in self._ids]
        self.padding_id, self.begin_id, self.end_id = range(len(_MARKS))

    def __len__(self) -> int:
        return len(self._pieces)

    @classmethod
    def from_bytes(cls, content: bytes) -> "WordLists":
        return cls(**json.loads(content))

    def to_bytes(self) -> bytes:
        lists = dict(zip(("source", "target"), self.lists))
        return json.dumps(lists, ensure_ascii=False).encode()

    def rows(self, side: int) -> list[int]:
        """Return where a list has padding, begin and end, then its words in order."""
        words, marks = self.lists[side], _marks_of(self.lists[side])
        return [*map(words.index, marks), *(i for i, word in enumerate(words) if word not in marks)]

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text of the source."""
        return [index for index, _, _ in self._split(text, 0)]

    def encode_target(self, text: str) -> list[int]:
        return [index for index, _, _ in self._split(text, 1)]

    def show(self, ids: list[int], text: str | None = None) -> list[Token]:
        """Return each id as a token with its span in `decode(ids)`, or in a text of these ids."""
        text = self.decode(ids) if text is None else text
        is_source = any(0 < index - self.end_id <= len(self._ids[0]) for index in ids)
        places = [(start, end) for _, start, end in self._split(text, 1 - is_source)]
        written = [index for index in ids if index > self.end_id]
        if len(places) != len(written):  # the network wrote what its own text is not split into
            places = _spans(map(self.name, written))
        spans = iter(places)
        tokens, before = [], 0
        for word, index in enumerate(ids):
            start, end = next(spans) if index > self.end_id else (before, before)
            tokens.append(Token(self.name(index), start, end, word))
            before = end
        return tokens

    def name(self, index: int) -> str:
        return self._pieces[index]

    piece = name

    def whole_words(self) -> dict[int, str]:
        """Return the words of at least two letters of both languages, by id."""
        words = ((index, self.name(index)) for index in range(len(self)))
        return {index: word for index, word in words if len(word) > 1 and word.isalpha()}

    def decode(self, ids: Iterable[int]) -> str:
        """Return the words with spaces between them, but for those that signs do without."""
        words = [self.name(index) for index in ids if index > self.end_id]
        return "".join(_gap(before, word) + word for before, word in zip(["", *words], words))

    def _split(self, text: str, side: int) -> list[tuple[int, int, int]]:
        """Return the id and the span of each word: the longest of the list that ends there."""
        ids, unknown, words_read = self._ids[side], self._unknown[side], []
        if not self._has_capitals[side] and len(text.lower()) == len(text):
            text = text.lower()
        place = 0
        while match := _PART.search(text, place):
            start, end = match.span()
            space = re.compile(r"\s|$").search(text, start)
            assert space is not None  # the end is one
            for longest in range(space.start(), end, -1):
                is_inside = text[longest - 1 : longest + 1].isalnum() and longest < len(text)
                if text[start:longest] in ids and not is_inside:
                    end = longest
                    break
            words_read.append((ids.get(text[start:end], unknown), start, end))
            place = end
        return words_read


def _marks_of(words: Sequence[str]) -> list[str]:
    """Return the names of padding, begin and end in a list. Raises UserError where one is missing.

    A list needs a name of unknown words, too.
    """
    there, marks = {*words}, []
    for names in (*_MARKS.values(), _UNKNOWN):
        name = next((name for name in names if name in there), None)
        if name is None:
            raise UserError(
                "A list of words needs one of {names}. Give all words in the order of their ids.",
                names=", ".join(names),
            )
        marks.append(name)
    return marks[:-1]


def _gap(before: str, word: str) -> str:
    """Return what stands between two words of a text."""
    is_tight = not before or word[:1] in tuple(".,)]…%'’") or before[-1:] in tuple("'’([")
    return "" if is_tight else " "


def _spans(words: Iterable[str]) -> list[tuple[int, int]]:
    """Return the spans of words in their `decode`d text."""
    spans, before, place = [], "", 0
    for word in words:
        start = place + len(_gap(before, word))
        place = start + len(word)
        spans.append((start, place))
        before = word
    return spans
