"""Ask our models what the lectures ask.

Run `python -m tests.lectures [--checkpoint FOLDER] [--against FOLDER] [--groups NAME]`.

Prints each example of `examples.toml`, its answer, whether that has what a good answer has, and the
share of right answers by group with its interval (Wilson). A checkpoint takes the place of the
shipped one of its task. It is a report: nothing fails where an answer is wrong.
"""

import argparse
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from models import Request, UserError, load
from models.answers.continuation import Sampling, continue_text, next_tokens, read_context, score
from models.answers.counting import shipped_counts
from models.answers.load_trained import load_trained
from models.corpus.cells import GOOD, cells_of, labels_of, model_of, read_table
from models.finetuning.encoders import features, read_with_glove, read_with_model
from models.finetuning.layers import read_measured
from models.finetuning.probing import train_probe
from models.finetuning.tasks import Example as ReadExample
from models.finetuning.tasks import read_task
from models.pairs import LABELS, cosine
from models.pairs.comparison import judge as compare_sentences
from models.words import glove
from models.words.learnt import learnt, similar_spellings
from viz.analysis.intervals import share_interval

_EXAMPLES = Path(__file__).with_name("examples.toml")
_MOSTLY = 0.5  # share of a word's attention
_CONTINUED = 12  # tokens
_ENCODER = "taglm"  # that the lecture's tagger reads
_OURS = "transformer", "gpt", "bert", "elmo"  # that a checkpoint can take the place of


class Example(NamedTuple):
    """A question of the lectures, and what a good answer to it has."""

    group: str
    row: int
    ask: str
    arguments: dict[str, Any]
    has: Sequence[Sequence[str]]  # of each list one
    lacks: Sequence[str]

    @property
    def question(self) -> str:
        """The arguments in a line."""
        texts = [
            ", ".join(value) if isinstance(value, list) else str(value)
            for value in self.arguments.values()
        ]
        return f"{self.ask}: {'; '.join(texts)}"


def read_examples() -> list[Example]:
    """Return the examples of all groups, in the order of the lectures."""
    groups = tomllib.loads(_EXAMPLES.read_text(encoding="utf-8"))
    examples = []
    for group, entries in groups.items():
        for entry in entries:
            row, ask, has = entry.pop("row"), entry.pop("ask"), entry.pop("has")
            examples.append(Example(group, row, ask, entry, has, entry.pop("lacks", ())))
    return sorted(examples, key=lambda example: example.row)


def is_right(example: Example, answer: str) -> bool:
    """Whether an answer has one word of each list, and none that it must lack."""

    def has(word: str) -> bool:
        return bool(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", answer, re.IGNORECASE))

    return all(any(map(has, words)) for words in example.has) and not any(map(has, example.lacks))


class Answers:
    """The functions that an example asks, on our models and on those of some checkpoints."""

    def __init__(self, checkpoints: Sequence[Path] = ()) -> None:
        loaded = [load_trained(folder.name, folder, "cpu") for folder in checkpoints]
        self._replaced = {model.capabilities.task: model for model in loaded}

    def _model(self, name: str) -> Any:
        model = load(name, "cpu")
        return self._replaced.get(model.capabilities.task, model) if name in _OURS else model

    def translate(self, text: str) -> str:
        return self._model("transformer").translate([text])[0]

    def nearest(self, text: str, table: str = "") -> str:
        vectors = learnt(table) if table else glove()
        is_spelt = table == "fasttext" and text not in vectors
        return _list(similar_spellings(text, 5) if is_spelt else vectors.nearest(text, 5))

    def analogy(self, words: list[str], table: str = "") -> str:
        vectors = learnt(table) if table else glove()
        return _list(vectors.analogy(*words))

    def nearer_to_second(self, text: str, words: list[str]) -> str:
        names = text.split()
        places = glove().along(names, *words)
        return ", ".join(name for name, place in zip(names, places, strict=True) if place > 0)

    def attends(self, text: str, words: list[str], model: str = "transformer") -> str:
        """The largest weight from the first word to the second in any head of self-attention."""
        network = self._model(model)
        trace = network.trace(Request(model, text))
        stack = "encoder" if trace.attention["encoder"] else "decoder"
        tokens = trace.source if stack == "encoder" else trace.decoder_input
        rows, columns = (
            [place for place, token in enumerate(tokens) if token.strip(" ▁_") == word]
            for word in words
        )
        weights = trace.attention[stack].weights[:, :, rows][..., columns].max((-2, -1))
        layer, head = np.unravel_index(weights.argmax(), weights.shape)
        share = "mostly" if weights.max() > _MOSTLY else "less"
        return f"{share}: {weights.max():.2f} in layer {layer + 1}, head {head + 1}"

    def next(self, text: str, table: str = "", count: int = 6) -> str:
        predictor = self._predictor(table)
        tokens = next_tokens(predictor, read_context(predictor, text), Sampling())
        ids = tokens.ids[:count].tolist()
        names = [predictor.tokenizer.decode([number]).strip() or "(end)" for number in ids]
        return _list(zip(names, tokens.probabilities.tolist(), strict=False))

    def continues(self, text: str) -> str:
        predictor = self._predictor("")
        ids = read_context(predictor, text, _CONTINUED)
        written = continue_text(predictor, ids, Sampling(top_k=1), _CONTINUED, 0)
        return predictor.tokenizer.decode([token.token for token in written]).strip()

    def compare_orders(self, words: list[str], table: str) -> str:
        predictor = self._predictor(table)
        logs = [float(score(predictor, text).log_probabilities.sum()) for text in words]
        return f"{'equal' if np.isclose(*logs) else 'different'}: {logs[0]:.2f}, {logs[1]:.2f}"

    def cell(self, concept: str, text: str = "") -> str:
        """How well the best unit tells a concept: in a text, or as measured on held-out ones."""
        ranking = read_table()[concept]
        auc = ranking.tested
        if text:
            name = model_of(concept)
            cells, places = cells_of(load(name, "cpu").trace(Request(name, text, "")))
            labels = labels_of(concept, text)[places]
            values = -cells[:, ranking.best] if ranking.is_low else cells[:, ranking.best]
            auc = float((values[labels][:, None] > values[~labels]).mean())
        return f"{'tells' if auc >= GOOD else 'in part'}: AUC {auc:.2f}"

    def label(self, task: str, text: str) -> str:
        """The label of a sentence, or of each word, by a classifier on TagLM's two sources."""
        words = [match.span() for match in re.finditer(r"\w+", text)]
        spans = words if task == "slots" else [(0, len(text))]
        reader, (names, examples, _) = load("lstm-lm", "cpu"), read_task(task)

        def read(example: ReadExample) -> np.ndarray:
            states = {
                "glove": read_with_glove(example),
                "lstm-lm": read_with_model(reader, example),
            }
            return features(_ENCODER, states)

        measured = read_measured()[task]
        probe = train_probe(
            np.concatenate([read(example) for example in examples]),
            np.concatenate([example.labels for example in examples]),
            measured.labels,
            measured.decays[_ENCODER][0],
        )
        labels = [names[row.argmax()] for row in probe.score(read(ReadExample(text, spans, ())))]
        if task != "slots":
            return labels[0]
        return ", ".join(
            f"{text[start:end]} {label}" for (start, end), label in zip(spans, labels, strict=True)
        )

    def verdict(self, words: list[str]) -> str:
        verdict = compare_sentences(*words)
        place = int(verdict.probabilities.argmax())
        return f"{LABELS[place]} {verdict.probabilities[place]:.0%}"

    def closer(self, words: list[str]) -> str:
        """Whether the second sentence is closer to the first than the third is."""
        first = compare_sentences(words[0], words[1])
        second = compare_sentences(words[0], words[2])
        near, far = (cosine(pair.first.vector, pair.second.vector) for pair in (first, second))
        return f"{'closer' if near > far else 'farther'}: {near:.2f}, {far:.2f}"

    def _predictor(self, table: str) -> Any:
        return shipped_counts().models[table] if table else self._model("gpt")


def _list(rows: Any) -> str:
    return ", ".join(f"{word} {value:.2f}" for word, value in rows)


def ask(answers: Answers, example: Example) -> str:
    """Return the answer to an example; why there is none, in brackets."""
    try:
        return str(getattr(answers, example.ask)(**example.arguments))
    except UserError as refusal:
        return f"({refusal})"


def report(examples: Sequence[Example], runs: dict[str, Answers]) -> None:
    """Print the answers of each run, then the shares of right ones."""
    right: dict[str, list[bool]] = {}
    for example in examples:
        print(f"\n{example.row}. {example.question}")
        for name, answers in runs.items():
            answer = ask(answers, example)
            right.setdefault(name, []).append(is_right(example, answer))
            print(f"   {'right' if right[name][-1] else 'WRONG'}  {answer}  [{name}]")
    for name, results in right.items():
        print(f"\n{name}")
        for group in ("", *dict.fromkeys(example.group for example in examples)):
            chosen = [
                result
                for example, result in zip(examples, results, strict=True)
                if group in ("", example.group)
            ]
            share = share_interval(sum(chosen), len(chosen))
            print(
                f"  {group or 'all questions':14} {sum(chosen):3} of {len(chosen):3} right,"
                f" {share.value:.0%} ({share.low:.0%} to {share.high:.0%})"
            )
        wrong = {
            example.row for example, result in zip(examples, results, strict=True) if not result
        }
        rows = {example.row for example in examples}
        print(f"  {len(rows - wrong)} of {len(rows)} examples with all their questions right")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.lectures", description=__doc__.splitlines()[0]
    )
    examples = read_examples()
    groups = list(dict.fromkeys(example.group for example in examples))
    for name, meaning in (
        ("checkpoint", "a checkpoint instead of the shipped one of its task; more than once"),
        ("against", "another one, whose answers stand below; “shipped” for ours"),
    ):
        parser.add_argument(f"--{name}", type=Path, action="append", default=[], help=meaning)
    parser.add_argument("--groups", nargs="+", choices=groups, default=groups, help="only these")
    options = parser.parse_args(arguments)
    runs = {_name(options.checkpoint): Answers(options.checkpoint)}
    if options.against:
        others = [folder for folder in options.against if str(folder) != "shipped"]
        runs[_name(others)] = Answers(others)
    report([example for example in examples if example.group in options.groups], runs)


def _name(folders: Sequence[Path]) -> str:
    return ", ".join(map(str, folders)) or "shipped"


if __name__ == "__main__":
    main()
