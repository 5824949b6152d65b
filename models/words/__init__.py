"""Static word vectors: one vector per word, independent of context. Numpy only.

>>> from models.words import glove
>>> glove().analogy("man", "king", "woman")[0][0]  # man is to king as woman is to ...
'queen'
"""

import difflib
import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

from ..errors import UserError
from ..normalisation import normalise

__all__ = ["WordVectors", "glove", "model_vectors"]

GLOVE = Path(__file__).parent / "glove"  # vectors.safetensors, words.txt and card.json
_LONGEST = 40  # characters of a word that an error repeats


@dataclass(frozen=True, eq=False)
class WordVectors:
    """The vectors of some words, the commonest first.

    Raises ValueError if the numbers of words and rows differ, a word is repeated, or a row is zero
    or not finite.
    """

    name: str  # of the table or model
    words: tuple[str, ...]
    table: np.ndarray  # [word, dimension] float32, read-only

    def __post_init__(self):
        words = tuple(self.words)
        table = np.array(self.table, dtype=np.float32)
        if table.ndim != 2 or len(table) != len(words):
            raise ValueError(
                f"the table has shape {table.shape} for {len(words)} words; it needs "
                f"[word, dimension]"
            )
        if len(set(words)) != len(words):
            raise ValueError(
                f"{len(words) - len(set(words))} of the {len(words)} words are there twice"
            )
        lengths = np.linalg.norm(table, axis=1)
        if not (np.isfinite(lengths) & (lengths > 0)).all():
            raise ValueError("a row of the table is zero or not finite")
        table.flags.writeable = False
        object.__setattr__(self, "words", words)
        object.__setattr__(self, "table", table)

    @functools.cached_property
    def unit(self) -> np.ndarray:
        """The vectors scaled to length 1: `[word, dimension]`, read-only."""
        rows = scale_to_unit(self.table)
        rows.flags.writeable = False
        return rows

    @functools.cached_property
    def rows(self) -> dict[str, int]:
        """The row of each word."""
        return {word: row for row, word in enumerate(self.words)}

    def row(self, word: str) -> int | None:
        """The row of a word as it is written, else normalised, else in lower case; None without."""
        plain = normalise(word).strip()
        forms = word.strip(), plain, plain.lower()
        return next((self.rows[form] for form in forms if form in self.rows), None)

    def __contains__(self, word: str) -> bool:
        return self.row(word) is not None

    def find(self, word: str) -> int:
        """Return the row of a word. Raises UserError with similar spellings for a missing word."""
        if (row := self.row(word)) is not None:
            return row
        word = word.strip()
        if not word:
            raise UserError("There is no word here yet. Type one.")
        names = {"count": len(self.words), "model": self.name}
        if len(word) > _LONGEST:
            raise UserError(
                "“{word}…” is not among the {count:,} words of {model}. Type one shorter word.",
                word=word[:_LONGEST],
                **names,
            )
        *others, last = difflib.get_close_matches(word.lower(), self.words, cutoff=0.7) or [""]
        if others:
            raise UserError(
                "“{word}” is not among the {count:,} words of {model}. Did you mean "
                "{others} or {last}?",
                word=word,
                others=", ".join(others),
                last=last,
                **names,
            )
        if last:
            raise UserError(
                "“{word}” is not among the {count:,} words of {model}. Did you mean {last}?",
                word=word,
                last=last,
                **names,
            )
        raise UserError(
            "“{word}” is not among the {count:,} words of {model}. Try another one.",
            word=word,
            **names,
        )

    def nearest(
        self, target: str | np.ndarray, count: int = 10, without: Iterable[str] = ()
    ) -> list[tuple[str, float]]:
        """Return the nearest words to a word or a vector `[dimension]`, with their cosines.

        Excludes the word itself and the words of `without`. Raises UserError for an unknown word
        or a zero vector.
        """
        excluded = {self.find(word) for word in without}
        if isinstance(target, str):
            row = self.find(target)
            excluded.add(row)
            direction = self.unit[row]
        else:
            length = np.linalg.norm(target)
            if not length > 1e-6:
                raise UserError(
                    "These words add up to nothing: a vector of zeros points nowhere. "
                    "Change one of them."
                )
            direction = np.asarray(target, dtype=np.float32) / np.float32(length)
        cosines = self.unit @ direction  # [word]
        order = np.argsort(-cosines, kind="stable")[: count + len(excluded)].tolist()
        best = [row for row in order if row not in excluded]
        return [(self.words[row], float(cosines[row])) for row in best[:count]]

    def analogy(
        self, a: str, b: str, c: str, count: int = 5, exclude: bool = True
    ) -> list[tuple[str, float]]:
        """Solve "a is to b as c is to ...": return the words nearest to b - a + c, with cosines.

        Vectors have length 1: 3CosAdd (Mikolov, Yih & Zweig 2013; Levy & Goldberg 2014). The three
        words are excluded, as in both papers; without `exclude` one of them usually wins.
        """
        row_a, row_b, row_c = map(self.find, (a, b, c))
        return self.nearest(
            self.unit[row_b] - self.unit[row_a] + self.unit[row_c],
            count,
            (a, b, c) if exclude else (),
        )

    def analogies(self, questions: np.ndarray, chunk: int = 512) -> np.ndarray:
        """Solve many analogies at once: rows of a, b and c `[question, 3]` to rows `[question]`.

        See `analogy`. Processes `chunk` questions at a time; a chunk needs 4 bytes per question and
        word.
        """
        questions = np.asarray(questions, dtype=np.intp).reshape(-1, 3)
        best = []
        for start in range(0, len(questions), chunk):
            rows = questions[start : start + chunk].T
            a, b, c = rows
            sums = self.unit[b] - self.unit[a] + self.unit[c]
            scores = sums @ self.unit.T  # [question, word], proportional to the cosine
            scores[np.arange(len(a)), rows] = -np.inf
            best.append(scores.argmax(1))
        return np.concatenate([np.empty(0, dtype=np.intp), *best])

    def along(self, words: Sequence[str], low: str, high: str) -> np.ndarray:
        """Return the positions of words on the axis from `low` to `high`, `[word]`.

        A position is the cosine with the difference of the two unit vectors: negative is nearer to
        `low`, positive nearer to `high`. Raises UserError if both ends are the same word.
        """
        ends = self.find(low), self.find(high)
        if ends[0] == ends[1]:
            raise UserError(
                "An axis needs two words; both ends are “{word}”. Change one of them.",
                word=self.words[ends[0]],
            )
        axis = scale_to_unit(self.unit[ends[1]] - self.unit[ends[0]])
        return self.unit[[self.find(word) for word in words]] @ axis


def scale_to_unit(vectors: np.ndarray) -> np.ndarray:
    """Scale vectors `[..., dimension]` to length 1."""
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


@functools.cache
def glove() -> WordVectors:
    """Load the commonest words of GloVe (Pennington, Socher & Manning 2014), in lower case.

    Learnt from 6 billion words of Wikipedia and newspapers. `card.json` beside the table has its
    source and its scores.
    """
    words = (GLOVE / "words.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n")
    return WordVectors("GloVe", tuple(words), load_file(GLOVE / "vectors.safetensors")["vectors"])


def model_vectors(model) -> WordVectors:
    """Return the input embedding of a model (`models.load`) as word vectors.

    Whole-word tokens only; drops rows that are all zero (never trained). In our models both
    languages share the embedding, so a neighbour may be French. The embedding has no context and no
    position: "bank" of a river and "bank" with money share one vector. Raises UserError if the
    vocabulary has no whole word.
    """
    rows: dict[str, int] = {}
    table = model.embedding.detach().float().cpu().numpy()
    for row, word in model.whole_words.items():
        if table[row].any():
            rows.setdefault(word, row)
    if not rows:
        raise UserError(
            "There is no whole word in the vocabulary of {name}: it reads pieces of words only.",
            name=model.name,
        )
    return WordVectors(model.name, tuple(rows), table[list(rows.values())])
