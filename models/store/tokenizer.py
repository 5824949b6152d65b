"""The tokenizer of our models: byte-pair encoding of words (Sennrich et al. 2016).

Merges stay inside a word, an elided word or a punctuation mark. A token is a literal piece of the
text with the space before it, so joined tokens give the text back exactly. A character outside the
vocabulary is encoded as its UTF-8 bytes (`<0xF0>`...). Typed text never becomes a special token.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate, chain, count, pairwise, repeat
from pathlib import Path
from random import Random
from typing import NamedTuple

from tokenizers import Regex, models, normalizers, pre_tokenizers, trainers
from tokenizers import Tokenizer as Backend

from ..errors import UserError
from ..files import write_whole
from .token_names import BYTES, SPACE

PADDING, BEGIN, END = "<pad>", "<s>", "</s>"
SPECIALS = (PADDING, BEGIN, END)
# Further special tokens of masked language models (Devlin et al. 2019, section 3).
FIRST, SEPARATOR, MASK = "[CLS]", "[SEP]", "[MASK]"
MARKS = (FIRST, SEPARATOR, MASK)

# One alternative per kind of word, tried in this order. A space belongs to the word after it.
WORDS = r"""(?x)
  [ ]?(?i:aujourd['’]hui)
| (?i:n['’]t)(?!\p{L})                                  # do|n't, ca|n't
| ['’](?i:s|m|d|re|ve|ll)(?!\p{L})                      # Tom|'s, I|'m
| [ ]?(?i:(?:jus|lors|puis|quoi|quel|pres)?qu|[cdjlmnst])['’](?=\p{L})   # l'|herbe, qu'|il
| [ ]?\p{L}[\p{L}\p{M}]*?(?=n['’]t(?!\p{L}))
| [ ]?\p{L}[\p{L}\p{M}]*
| [ ]?\p{N}+
| [ ]?[^\s\p{L}\p{N}]
| \s
"""
# Those of a network of several languages, and a word in which its tags end.
_TAG = " <2fr>"
_WORDS_AND_TAGS = WORDS.replace(
    "  ", "  [ ]?<2(?:de|en|fr)>                  # a tag: the language to write\n| ", 1
)


class Token(NamedTuple):
    """One token of a text: its notation, its span and the number of its word.

    The span counts characters of the text, without the space before the word. Byte tokens of one
    character share its span; of half a character it is empty.
    """

    text: str
    start: int
    end: int
    word: int


class _Columns(NamedTuple):
    """The columns of a row of tokens."""

    texts: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]  # start and end of each
    words: tuple[int, ...]


def columns(tokens: Iterable[Token]) -> _Columns:
    """Return the texts, the spans and the words of tokens."""
    tokens = [*tokens]
    return _Columns(
        tuple(token.text for token in tokens),
        tuple((token.start, token.end) for token in tokens),
        tuple(token.word for token in tokens),
    )


class Tokenizer:
    """Text to token ids and back; wraps a tokenizer of the tokenizers library."""

    def __init__(self, backend: Backend):
        self.backend = backend
        self._ids = backend.get_vocab()
        self.padding_id, self.begin_id, self.end_id = (self._ids[token] for token in SPECIALS)
        self._merge_steps: dict[str, list[list[str]]] = {}  # of each word sampled so far

    def __len__(self) -> int:
        return self.backend.get_vocab_size()

    @classmethod
    def load(cls, path: Path) -> "Tokenizer":
        return cls.from_bytes(path.read_bytes())

    @classmethod
    def from_bytes(cls, content: bytes) -> "Tokenizer":
        """Read what `to_bytes` wrote. Raises an exception of the library for other content."""
        return cls(Backend.from_buffer(content))

    @classmethod
    def from_parts(cls, pieces: Iterable[str], merges: Iterable[tuple[str, str]]) -> "Tokenizer":
        """Build a tokenizer from tokens in the order of their ids, and merges in order of use.

        Raises an exception of the library for a merge whose tokens are missing.
        """
        vocabulary = {piece: index for index, piece in enumerate(pieces)}
        model = models.BPE(vocabulary, [*merges], byte_fallback=True)
        return cls(_pipeline(model, _TAG in vocabulary))

    def to_parts(self) -> tuple[list[str], list[tuple[str, str]]]:
        """Return the tokens and the merges; the inverse of `from_parts`."""
        return _parts_of(self.backend)

    def to_bytes(self) -> bytes:
        return self.backend.to_str(pretty=True).encode()

    def save(self, path: Path) -> None:
        write_whole({path: self.to_bytes()})

    @classmethod
    def train(
        cls,
        sentences: Iterable[str],
        vocabulary_size: int,
        marks: tuple[str, ...] = (),
        has_tags: bool = False,
    ) -> "Tokenizer":
        """Learn one vocabulary from the sentences of all languages.

        `marks` are further special tokens; they get the last ids. Sentences may have tags of the
        language to write, each a word.
        """
        learner = _pipeline(models.BPE(), has_tags)
        trainer = trainers.BpeTrainer(
            vocab_size=vocabulary_size - len(SPECIALS) - len(BYTES) - len(marks),
            min_frequency=2,
            limit_alphabet=150,
            show_progress=False,
        )
        learner.train_from_iterator(sentences, trainer)
        pieces, merges = _parts_of(learner)
        # Special tokens and bytes are plain vocabulary entries: the library would recognise "added
        # tokens" in typed text.
        return cls.from_parts([*SPECIALS, *BYTES, *pieces, *marks], merges)

    @classmethod
    def of_characters(cls, texts: Iterable[str], vocabulary_size: int) -> "Tokenizer":
        """Make a token of each character, of the most frequent ones if not all fit.

        As everywhere, other characters are encoded as their bytes and a space begins each text.
        """
        counts = Counter(chain.from_iterable(texts))
        room = vocabulary_size - len(SPECIALS) - len(BYTES)
        characters = sorted(character for character, _ in counts.most_common(room))
        return cls.from_parts([*SPECIALS, *BYTES, *characters], [])

    def encode(self, text: str) -> list[int]:
        """Return the ids of a sentence, without "<s>" and "</s>"."""
        return self.backend.encode(text).ids

    def encode_batch(self, texts: list[str]) -> list[list[int]]:
        return [encoding.ids for encoding in self.backend.encode_batch(texts)]

    @cached_property
    def ranks(self) -> dict[tuple[str, str], int]:
        """The rank of each merge: the lower, the earlier it is applied."""
        return {merge: rank for rank, merge in enumerate(self.to_parts()[1])}

    def sample(self, text: str, dropout: float, draw: Random) -> list[int]:
        """Return the ids of one of many segmentations of a sentence, drawn at random.

        BPE-dropout (Provilkov et al. 2020, algorithm 1): at each step each possible merge is left
        out with this probability. With 0 the same as `encode`; with 1 every character stands alone.
        """
        sampled = []
        words = self.backend.pre_tokenizer.pre_tokenize_str(" " + text) if text else []
        for word, _ in words:
            for piece in self._sample_word(word, dropout, draw):
                parts = [piece] if piece in self._ids else [BYTES[b] for b in piece.encode()]
                sampled += [self._ids[part] for part in parts]
        return sampled

    def _sample_word(self, word: str, dropout: float, draw: Random) -> list[str]:
        if word not in self._merge_steps:
            self._merge_steps[word] = [*self._merge([*word], repeat(False))]
        *steps, whole = self._merge_steps[word]
        drops = (draw.random() < dropout for _ in count())
        # Up to the first merge that is left out, the steps are those without dropout.
        for pieces in steps:
            if next(drops):
                *_, whole = self._merge(pieces, chain([True], drops))
                break
        return whole

    def _merge(self, pieces: list[str], drops: Iterator[bool]) -> Iterator[list[str]]:
        """Yield the pieces of a word before the first and after each merge.

        `drops` says for each possible merge, in the order of their ranks, whether it is left out.
        """
        yield pieces
        while True:
            ranked = sorted(
                (rank, place)
                for place, pair in enumerate(pairwise(pieces))
                if (rank := self.ranks.get(pair)) is not None
            )
            place = next((place for _, place in ranked if not next(drops)), None)
            if place is None:
                return
            pieces = [*pieces[:place], pieces[place] + pieces[place + 1], *pieces[place + 2 :]]
            yield pieces

    def show(self, ids: list[int]) -> list[Token]:
        """Return each id as a token with its span in `decode(ids)`."""
        raw = self._whole(ids)
        text = b"".join(raw).decode()
        words = self.backend.pre_tokenizer.pre_tokenize_str(text)
        word_of = [number for number, (word, _) in enumerate(words) for _ in word] + [len(words)]
        character_of = [number for number, character in enumerate(text) for _ in character.encode()]
        character_of.append(len(text))
        tokens, before, word, shift = [], 0, 0, int(text.startswith(" "))
        for index, part in zip(ids, raw):
            start = character_of[before]
            end = character_of[before + len(part) - 1] + 1 if part else start
            before += len(part)
            if part or self.piece(index) not in BYTES:  # else half a character of the word before
                word = word_of[start]
            if part.startswith(b" ") and len(part) > 1:
                start += 1
            tokens.append(Token(self.name(index), max(start - shift, 0), max(end - shift, 0), word))
        return tokens

    def swap(self, text: str, new: dict[int, str]) -> str:
        """Return the text with words replaced, by their numbers in `show`.

        An empty replacement deletes its word. A space is inserted where a new word would join its
        neighbour ("I'm" to "I am"). Raises UserError for a number without a word.
        """

        def split(text):
            return [word for word, _ in self.backend.pre_tokenizer.pre_tokenize_str(text)]

        words = split(" " + text)  # each with the space before it
        for number, word in new.items():
            if not 0 <= number < len(words):
                raise UserError(
                    "There is no word {number} to swap: this sentence has {words} words and "
                    "punctuation marks.",
                    number=number + 1,
                    words=len(words),
                )
            space = " " if words[number].startswith(" ") else ""
            words[number] = space + word.strip() if word.strip() else ""
        for number in sorted({*new, *(number + 1 for number in new)} & {*range(1, len(words))}):
            before, word = words[number - 1 : number + 1]
            if (
                before
                and word
                and len(split(before + word)) < len(split(before)) + len(split(word))
            ):
                words[number] = " " + word
        return "".join(words).removeprefix(" ")

    def piece(self, index: int) -> str:
        """Return a token as the vocabulary stores it, with its leading space."""
        piece = self.backend.id_to_token(index)
        if piece is None:
            raise ValueError(f"there is no token {index} in a vocabulary of {len(self)}")
        return piece

    def name(self, index: int) -> str:
        """Return the notation for a token, as in `show`; special tokens by name."""
        piece = self.piece(index)
        return SPACE if piece == " " else piece.removeprefix(" ")

    def whole_words(self) -> dict[int, str]:
        """Return the tokens that are whole words of at least two letters, by id."""
        words = {}
        for index in range(len(self)):
            piece = self.piece(index)
            if len(piece) > 2 and piece[0] == " " and piece[1:].isalpha():
                words[index] = self.name(index)
        return words

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of these ids, without special tokens and bytes of half a character."""
        return b"".join(self._whole(ids)).decode().removeprefix(" ")

    def _whole(self, ids: Iterable[int]) -> list[bytes]:
        """Return each token's part of the text in UTF-8, empty for a byte of half a character."""
        raw = [self.raw(index) for index in ids]
        text = b"".join(raw).decode(errors="surrogateescape")
        is_half = [
            "\udc80" <= character <= "\udcff"
            for character in text
            for _ in character.encode(errors="surrogateescape")
        ]
        ends = accumulate(map(len, raw))
        return [
            b"" if part and is_half[end - 1] else part for part, end in zip(raw, ends, strict=True)
        ]

    def raw(self, index: int) -> bytes:
        """Return a token's part of the text in UTF-8; empty for a special token."""
        piece = self.piece(index)
        if piece in BYTES:
            return bytes([int(piece[3:5], 16)])
        return b"" if piece in (*SPECIALS, *MARKS) else piece.encode()


def _parts_of(backend: Backend) -> tuple[list[str], list[tuple[str, str]]]:
    learnt = json.loads(backend.to_str())["model"]
    pieces = sorted(learnt["vocab"], key=learnt["vocab"].get)
    return pieces, [(first, second) for first, second in learnt["merges"]]


def _pipeline(model: models.BPE, has_tags: bool) -> Backend:
    backend = Backend(model)
    backend.normalizer = normalizers.Prepend(" ")  # the first word is the same token as elsewhere
    words = _WORDS_AND_TAGS if has_tags else WORDS
    backend.pre_tokenizer = pre_tokenizers.Split(Regex(words), behavior="isolated")
    return backend
