"""Training tasks: their text, their batches and their scores."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Protocol

import torch

from ..answers.decoding import translate
from ..answers.languages import NEVER_TRAINED, TRAINED, tagged
from ..store.tokenizer import Tokenizer
from .batches import Rows
from .copying import Exchange
from .data import Batches, TrainingPair, Variation, read_pairs
from .language import BothWaysTask, CharacterTask, LanguageTask
from .languages import drop_words, read_columns, training_directions
from .masked import MaskedTask
from .mixture import sample_evenly, training_pairs
from .recipes import Recipe
from .score import bleu


class TrainingTask(Protocol):
    recipe: Recipe
    passes: dict[str, int]  # the files read, and how often an epoch passes over each
    score: str  # the name of the score of `validate` in log and card

    def make_tokenizer(self, vocabulary_size: int) -> Tokenizer:
        """Learn sub-words from the training text."""
        ...

    def batches(self, tokenizer: Tokenizer, cooling: bool = False) -> Rows:
        """Make the training batches, or those of the cooldown."""
        ...

    def validate(
        self, network: torch.nn.Module, tokenizer: Tokenizer, device: torch.device
    ) -> dict[str, float]:
        """Score a network on held-out text."""
        ...


class _TranslationTask:
    """English into French."""

    score = "bleu"
    has_tags = False  # of the language to write

    def __init__(self, recipe: Recipe, data: Path):
        self.recipe, self.data = recipe, data
        self.sets = {
            file.split(".en-fr")[0]: sample_evenly(read_pairs(data / file), recipe.validate_on)
            for file in recipe.validation_files
        }
        self.pairs, self.passes = training_pairs(recipe, data)

    def make_tokenizer(self, vocabulary_size: int) -> Tokenizer:
        """Learn sub-words of both languages together."""
        texts = dict.fromkeys(text for pair in self.pairs for text in (pair.source, pair.target))
        return Tokenizer.train(texts, vocabulary_size, has_tags=self.has_tags)

    def batches(self, tokenizer: Tokenizer, cooling: bool = False) -> Batches:
        """Make batches of similar length; the cooldown may repeat the corpus more often."""
        pairs = self.pairs
        if cooling:
            cooldown = self.recipe.for_cooldown()
            pairs, _ = training_pairs(cooldown, self.data)
        return Batches(
            pairs,
            tokenizer,
            self.recipe.batch_tokens,
            self.recipe.seed,
            vary=self.variation(tokenizer),
        )

    def variation(self, tokenizer: Tokenizer) -> Variation | None:
        """Return what draws versions of a pair: other names and years, another segmentation.

        None for a recipe that reads every pair as it is.
        """
        dropout, share = self.recipe.merge_dropout, self.recipe.exchange
        if not dropout and not share:
            return None
        exchange = Exchange(self.pairs)

        def vary(pair: TrainingPair, draw: Random) -> tuple[list[int], list[int]]:
            if draw.random() < share:
                pair = exchange(pair, draw)
            source, target = (
                tokenizer.sample(text, dropout, draw) for text in (pair.source, pair.target)
            )
            return source, target

        return vary

    def validate(
        self, network: torch.nn.Module, tokenizer: Tokenizer, device: torch.device
    ) -> dict[str, float]:
        """Return the BLEU of each validation file."""
        network.eval()

        def greedy(sentences: list[str]) -> list[str]:
            return translate(network, tokenizer, tokenizer.encode_batch(sentences), device)

        return {name: round(bleu(greedy, pairs)[0], 2) for name, pairs in self.sets.items()}


class _LanguagesTask(_TranslationTask):
    """Several languages by one network, which a tag before the sentence tells what to write."""

    has_tags = True

    def __init__(self, recipe: Recipe, data: Path):
        self.recipe, self.passes = recipe, recipe.files
        self.pairs = training_directions(data, recipe.files, recipe.copies)[:: recipe.thin]
        texts: dict[str, list[str]] = {}
        for file in recipe.validation_files:
            texts |= read_columns(data / file)
        self.sets = {}
        for source, target in (*TRAINED, *NEVER_TRAINED):
            rows = zip(texts[source], texts[target])
            pairs = [TrainingPair(tagged(first, target), second) for first, second in rows]
            self.sets[f"{source}-{target}"] = sample_evenly(pairs, recipe.validate_on)

    def batches(self, tokenizer: Tokenizer, cooling: bool = False) -> Batches:
        recipe = self.recipe
        return Batches(
            self.pairs, tokenizer, recipe.batch_tokens, recipe.seed, vary=self.variation(tokenizer)
        )

    def variation(self, tokenizer: Tokenizer) -> Variation:
        """Return what drops words from a sentence that is to be copied."""

        def vary(pair: TrainingPair, draw: Random) -> tuple[list[int], list[int]]:
            return tokenizer.encode(drop_words(pair, draw)), tokenizer.encode(pair.target)

        return vary


_TASKS: dict[str, Callable[[Recipe, Path], TrainingTask]] = {
    "translation": _TranslationTask,
    "language": LanguageTask,
    "both ways": BothWaysTask,
    "characters": CharacterTask,
    "masked": MaskedTask,
    "languages": _LanguagesTask,
}


def task_of(recipe: Recipe, data: Path) -> TrainingTask:
    """Make the task of a recipe and read its text. Raises UserError for an unreadable file."""
    return _TASKS[recipe.task](recipe, data)
