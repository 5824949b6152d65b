"""Settings of the page on trees: a parser, and a word with two heads to choose between."""

import re
from dataclasses import dataclass

from models.corpus.sentences import spans
from models.corpus.trees import learnt_sum, read_trees, reading_stack

from ...base.language import t, translatable
from ...view.runner import Runner
from ...view.settings import Known, Options, Settings, choice, text, when

EXAMPLE = "I shot an elephant in my pajamas."
_LOOKS = translatable(
    {"tree": "The tree", "readings": "Two readings", "measured": "How often it is right"}
)
_DIRECTIONS = translatable(
    {
        "to": "A word looks at its head",
        "back": "The head looks at its word",
        "either": "Without direction",
    }
)
RELATIONS = translatable(
    {
        "nsubj": "subject → verb",
        "obj": "object → verb",
        "det": "article → noun",
        "amod": "adjective → noun",
        "case": "preposition → noun",
        "nmod": "noun → noun",
        "obl": "place, time … → verb",
        "advmod": "adverb → verb",
        "aux": "auxiliary → verb",
        "mark": "“to”, “that” → verb",
        "conj": "second → first of a list",
        "compound": "compound → its last noun",
    }
)
SUM, HEAD = "sum", "head"
_PREPOSITIONS = re.compile(r"in|on|with|at|from|by|to|of|for|near|under|over|into", re.IGNORECASE)
_DRAWN = when(look=("tree", "readings"))


def word_spans(sentence: str) -> list[tuple[int, int]]:
    """Return the spans of the words that have a letter or a digit."""
    return [span for span in spans(sentence) if any(map(str.isalnum, sentence[slice(*span)]))]


def words_of(sentence: str) -> list[str]:
    return [sentence[slice(*span)] for span in word_spans(sentence)]


def last_preposition(sentence: str) -> int | None:
    """Return the place of the last preposition between two words, or None."""
    words = words_of(sentence)
    places = [
        place for place, word in enumerate(words[:-1]) if place and _PREPOSITIONS.fullmatch(word)
    ]
    return places[-1] if places else None


def _parsers(known: Known, runner: Runner) -> Options:
    """List the learnt sum and the best head of each relation, where measured, and one head."""
    options = {}
    if learnt_sum(known.model) is not None:
        measured = read_trees()["models"][known.model]["relations"]
        options = {SUM: translatable("All heads, a learnt sum")} | {
            name: t("Best head: {relation}", relation=t(title))
            for name, title in RELATIONS.items()
            if name in measured
        }
    return {**options, HEAD: translatable("One head")}


def _heads(known: Known, runner: Runner) -> Options:
    sizes = runner.model(known.model).attention_sizes
    layers, heads = sizes.get(reading_stack(list(sizes)) or "", (0, 0))
    return {
        f"{layer}-{head}": t("layer {layer}, head {head}", layer=layer, head=head)
        for layer in range(1, layers + 1)
        for head in range(1, heads + 1)
    }


def _words(known: Known, runner: Runner) -> Options:
    """List the words of the sentence by place, from 1."""
    words = words_of(known.sentence)
    return {str(place): word for place, word in enumerate(words, 1)} if len(words) > 2 else {}


def _other_words(known: Known, runner: Runner) -> Options:
    """List the words that can be the head of the chosen one."""
    options = dict(_words(known, runner))
    options.pop(str(known.word), None)
    return options


def _second_heads(known: Known, runner: Runner) -> Options:
    options = dict(_other_words(known, runner))
    options.pop(str(known.first), None)
    return options


def _last_word(known: Known, runner: Runner) -> str:
    return str(len(words_of(known.sentence)))


def _before_preposition(known: Known, runner: Runner) -> str:
    """Return the word before the last preposition, or else the last but one."""
    place = last_preposition(known.sentence)
    return str(place or len(words_of(known.sentence)) - 1)


def _has_preposition(known: Known, runner: Runner) -> bool:
    return known.look == "readings" and last_preposition(known.sentence) is not None


@dataclass(frozen=True)
class TreesSettings(Settings):
    """The look, what the tree is read from, and the two readings."""

    look: str = choice(_LOOKS, parameter="trees-look")
    parser: str | None = choice(_parsers, applies=_DRAWN)
    single: str | None = choice(
        _heads, parameter="tree-head", applies=when(look=("tree", "readings"), parser=HEAD)
    )
    direction: str | None = choice(
        _DIRECTIONS,
        parameter="tree-direction",
        applies=when(look=("tree", "readings"), parser=HEAD),
    )
    word: int | None = choice(
        _words,
        _last_word,
        parameter="tree-word",
        parse=int,
        applies=when(look="readings"),
        of_sentence=True,
    )
    first: int | None = choice(
        _other_words,
        "2",
        parameter="tree-first",
        parse=int,
        applies=when(look="readings"),
        of_sentence=True,
    )
    second: int | None = choice(
        _second_heads,
        _before_preposition,
        parameter="tree-second",
        parse=int,
        applies=when(look="readings"),
        of_sentence=True,
    )
    # What stands behind the last preposition instead.
    instead: str | None = text(
        "a cage",
        parameter="tree-instead",
        applies=_has_preposition,
        omitted_when_default=True,
        max_characters=60,
    )
