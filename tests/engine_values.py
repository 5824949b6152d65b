"""What our models write and attend to, for the JavaScript engine to compare itself with.

`python -m tests.engine_values` writes it, in two minutes: each lecture sentence, each kind of
what-if and texts that need normalising or bytes, of the transformer, of GPT and of BERT.
"""

import base64
import functools
import json
from dataclasses import asdict
from pathlib import Path

import numpy as np

from models import Request, Trace, WhatIf, load
from models.normalisation import normalise
from models.request import WEIGHTS_ONLY
from viz.base.examples import EXAMPLES

FOLDER = Path(__file__).parents[1] / "viz/components/tests/python"
FILE = FOLDER / "engine.json"
SENTENCES = Path(__file__).parents[1] / "models/training/lecture.dev.en-fr.tsv"
MODEL = "transformer"
STREET = "The animal didn't cross the street because it was too tired."
WHAT_IFS = (
    WhatIf(mask="none"),
    WhatIf(window=3),
    WhatIf(mask="none", window=2),
    WhatIf(positions="off"),
    WhatIf(positions="shuffled"),
    WhatIf(scale="1"),
    WhatIf(scale="1/d_head"),
    WhatIf(temperature=0.5),
    WhatIf(temperature=4.0),
    WhatIf(silenced=(("encoder", 0, 1), ("decoder", 3, 2), ("cross", 3, 0), ("cross", 2, 3))),
    WhatIf(forced=(("cross", 3, 1, 2, 0, 0.75), ("encoder", 1, 0, 3, 3, 1.0))),
    WhatIf(forced=(("decoder", 0, 0, 0, 0, 0.5),)),  # the one cell that this row may attend to
    WhatIf(blocked=(0, 2)),
    WhatIf(swap=((1, "women"), (3, ""))),
    WhatIf(padding=3),
    WhatIf(padding=3, padding_mask=False),
    WhatIf(patched=(("She was happy.", 0, 0, 0),)),
    WhatIf(patched=(("She was happy.", 2, 0, 0), ("The old dogs.", 4, 2, 1)), padding=2),
    WhatIf(
        patched=(
            ("She was happy.", "encoder", "output", 1, 2, 0, 1),
            ("She was happy.", "encoder", "values", 0, 3, 2, 1),
            ("She was happy.", "encoder", "feed_forward", 1, -1, 2, 2),
            ("The old dogs.", "decoder", "state", 2, -1, 1, 1),
            ("The old dogs.", "cross", "values", 3, 1, 0, 2),
        ),
        silenced=(("cross", 2, 1),),
    ),
)
# Of a sentence of as many tokens.
_LIKE_TIRED = [
    ("encoder", "state", 3, -1, -1, -1),
    ("encoder", "weights", 1, 2, 2, 2),
    ("decoder", "feed_forward", 3, -1, 2, 2),
    ("decoder", "output", 1, 0, 1, 2),
    ("cross", "output", 3, 2, -1, -1),
    ("cross", "weights", 3, 1, -1, -1),
    ("decoder", "weights", 2, 1, 2, 2),
    ("decoder", "values", 3, 3, 0, 1),
]
OF_TIRED = tuple(WhatIf(patched=(("She was happy.", *entry),)) for entry in _LIKE_TIRED)
TARGET = "L’animal ne traversa pas la rue, car elle était trop large."
LOOP = "very " * 40 + "good"  # a repetition in what is read: the translation is not cut
TYPED = (
    "I’m   “tired” —\tand you?",
    "The ﬁre cost 3 € … no: x² ½ ﷺ",
    "cafe\u0301 na\u0308ive a\u00a0b \u200bc‑d",
    "Aujourd'hui don’t can't qu’il L'herbe presqu'ici I'M n'tait",
    "🙂 <s> 東京 ￣ ﹉ ¨ İ",
    "  two  spaces  ",
    "😀 I love — 🍕 pizza 🇫🇷! ♫⭐",
    "We can`t find the Straße.",
)
# Ten sentences that no other test has, of four to twenty words, with names, numbers, questions,
# commas and a word that is read in pieces; each with another of as many tokens.
STRANGERS = (
    ("Marta bought nine pears.", "Marta bought five pears."),
    ("Where does your uncle live?", "Where does your son live?"),
    ("Oskar lost his wallet on Tuesday.", "Oskar lost his wallet on Thursday."),
    ("The quokka jumped over a garden fence.", "The quokka jumped over a garden wall."),
    ("Yes, the bakery opens at half past six.", "Yes, the bakery opens at half past seven."),
    (
        "In 1987 her grandfather built a small cabin in Norway.",
        "In 1987 her grandfather built a large cabin in Norway.",
    ),
    (
        "Do you know why Helen sold 14 of her green umbrellas yesterday?",
        "Do you know why Helen sold 14 of her blue umbrellas yesterday?",
    ),
    (
        "When the lights went out, nobody at the concert dared to move or speak.",
        "When the lights went out, nobody at the concert dared to move or sing.",
    ),
    (
        "My neighbour, a retired pilot, still flies every Sunday from Lyon to Geneva in his "
        "yellow plane.",
        "My neighbour, a retired pilot, still flies every Sunday from Lyon to Geneva in his "
        "white plane.",
    ),
    (
        "The mayor promised that three hundred families would receive new apartments before "
        "winter, but the workers are waiting for bricks.",
        "The mayor promised that four hundred families would receive new apartments before "
        "winter, but the workers are waiting for bricks.",
    ),
)
PARAGRAPH = max(EXAMPLES, key=len)  # longer than any text in training
FULL = 3  # sentences whose weights are written in full


@functools.cache
def model(name: str = MODEL):
    return load(name, device="cpu")


def sentences() -> list[str]:
    """Return the English of the lecture sentences, each once, the shortest first."""
    lines = SENTENCES.read_text(encoding="utf-8").splitlines()
    english = dict.fromkeys(line.split("\t")[0] for line in lines)
    return sorted(english, key=len)


def requests() -> list[Request]:
    """Return the runs in the order of the file."""
    chosen = "I am tired.", STREET
    what_ifs = [
        Request(MODEL, sentence, what_if=what_if, record=WEIGHTS_ONLY)
        for what_if in WHAT_IFS
        for sentence in chosen
        if not what_if.swap or sentence == STREET
    ]
    return [
        *(Request(MODEL, sentence, record=WEIGHTS_ONLY) for sentence in sentences()),
        *what_ifs,
        *(Request(MODEL, chosen[0], what_if=each, record=WEIGHTS_ONLY) for each in OF_TIRED),
        Request(MODEL, STREET, target=TARGET, record=WEIGHTS_ONLY),
        Request(MODEL, LOOP, record=WEIGHTS_ONLY),
        *(Request(MODEL, text, record=WEIGHTS_ONLY) for text in TYPED),
        Request(MODEL, PARAGRAPH, record=WEIGHTS_ONLY),
        *(
            Request(MODEL, text, what_if=WhatIf(null_key=True), record=WEIGHTS_ONLY)
            for text, _ in STRANGERS
        ),
    ]


def describe(request: Request, trace: Trace, full: bool) -> dict:
    """Return one run: what is asked, its tokens with spans and words, and its weights, packed."""
    changed = {name: asdict(request.what_if)[name] for name in request.what_if.applied}
    sums = [digest(trace.attention[stack].weights) for stack in ("encoder", "decoder", "cross")]
    cells = [sample(trace.attention[stack].weights) for stack in ("encoder", "decoder", "cross")]
    weights = [trace.attention[stack].weights.ravel() for stack in ("encoder", "decoder", "cross")]
    return {
        "sentence": request.sentence,
        **({"target": request.target} if request.target is not None else {}),
        **({"what_if": changed} if changed else {}),
        "source": [*zip(trace.source, trace.source_spans, trace.source_words)],
        "predicted": [*zip(trace.predicted, trace.predicted_spans, trace.predicted_words)],
        "translation": trace.translation,
        "finished": trace.finished,
        "probabilities": pack([choice.probability for choice in trace.choices]),
        "digest": pack(np.concatenate(sums)),
        "sample": pack(np.concatenate(cells)),
        **({"weights": pack(np.concatenate(weights))} if full else {}),
    }


def digest(weights: np.ndarray) -> np.ndarray:
    """Return a mean over all cells of each head, each weighed by its place; `[layer * head]`."""
    rows, columns = np.indices(weights.shape[2:])
    return ((weights * ((3 * rows + 5 * columns) % 7)).sum((2, 3)) / weights.shape[2]).ravel()


def sample(weights: np.ndarray) -> np.ndarray:
    """Return one cell of each head, another for each; `[layer * head]`."""
    heads = weights.reshape(-1, *weights.shape[2:])
    numbers = np.arange(len(heads))
    return heads[numbers, (7 * numbers + 3) % heads.shape[1], (5 * numbers + 1) % heads.shape[2]]


def pack(numbers) -> str:
    return base64.b64encode(np.asarray(numbers, "<f4").tobytes()).decode()


def unpack(text: str) -> np.ndarray:
    return np.frombuffer(base64.b64decode(text), "<f4")


def engine_values(asked: list[Request] | None = None) -> dict:
    """Return the runs, all or those asked for, and the texts with what they are normalised to."""
    asked = requests() if asked is None else asked
    traces = model().trace_many(asked)
    runs = [
        describe(request, trace, place < FULL)
        for place, (request, trace) in enumerate(zip(asked, traces, strict=True))
    ]
    longest = model().longest
    texts = {text: normalise(text) for text in TYPED}
    return {"longest": longest, "normalised": texts, "runs": runs}


# --- GPT and BERT: the same runs, without those of a translation ----------------------------------

CONTINUED = 8  # lecture sentences that GPT continues; the others end where they end
OF_DECODER = (
    *WHAT_IFS[:9],
    WhatIf(silenced=(("decoder", 0, 1), ("decoder", 5, 2))),
    WhatIf(forced=(("decoder", 3, 1, 2, 0, 0.75), ("decoder", 1, 0, 3, 3, 1.0))),
    WhatIf(swap=((1, "women"), (3, ""))),
)
OF_ENCODER = (
    *WHAT_IFS[3:9],
    WhatIf(silenced=(("encoder", 0, 1), ("encoder", 3, 2))),
    WhatIf(forced=(("encoder", 3, 1, 2, 0, 0.75), ("encoder", 1, 0, 3, 3, 1.0))),
    WhatIf(swap=((1, "women"), (3, ""))),
    WhatIf(padding=3),
    WhatIf(padding=3, padding_mask=False),
)
MARKED = (
    "The [MASK] was tired.",
    "[MASK] [MASK]  was tired[MASK]!",
    "Tom was panting. [SEP] He had to [MASK] down.",
    "The horse is running through the water. [SEP] Those sounds came from a little street.",
    "[SEP] no pair [SEP]",
    "A pair [SEP]of two[SEP] is one.",
)
TOP = 10  # most probable tokens


def gpt_values(every: int = 1) -> dict:
    """Return GPT's runs: sentences, what-ifs, continuations. `every` leaves out some sentences."""
    given, gpt = sentences(), model("gpt")
    questions = [Request("gpt", one, target="", record=WEIGHTS_ONLY) for one in given[::every]]
    questions += [Request("gpt", one, record=WEIGHTS_ONLY) for one in given[:CONTINUED]]
    questions += [Request("gpt", STREET, what_if=one, record=WEIGHTS_ONLY) for one in OF_DECODER]
    questions += [Request("gpt", text, record=WEIGHTS_ONLY) for text in TYPED]
    questions += [Request("gpt", "The animal", target=" didn’t —  cross.", record=WEIGHTS_ONLY)]
    runs = []
    for request in questions:
        trace = gpt.trace(request)
        runs.append(described(request, trace, "decoder"))
        runs[-1] |= {
            "predicted": [*zip(trace.predicted, trace.predicted_spans, trace.predicted_words)],
            "translation": trace.translation,
            "finished": trace.finished,
            "prompt_length": trace.prompt_length,
            "probabilities": pack([choice.probability for choice in trace.choices]),
        }
        if request.target == "":
            after = gpt.distribution(gpt.tokenizer.encode(normalise(request.sentence)))
            best = np.argsort(-after, kind="stable")[:TOP]
            runs[-1]["best"] = [gpt.tokenizer.name(int(one)) for one in best]
            runs[-1]["shares"] = pack(after[best])
    return {"longest": gpt.longest, "runs": runs}


def bert_values(every: int = 1) -> dict:
    """Return BERT's runs, each with its guesses for a hidden word; see `gpt_values`."""
    bert = model("bert")
    questions = [
        Request("bert", sentence, record=WEIGHTS_ONLY) for sentence in sentences()[::every]
    ]
    questions += [Request("bert", STREET, what_if=one, record=WEIGHTS_ONLY) for one in OF_ENCODER]
    questions += [Request("bert", one, record=WEIGHTS_ONLY) for one in (*TYPED, *MARKED)]
    runs = []
    for request in questions:
        trace = bert.trace(request)
        runs.append(described(request, trace, "encoder"))
        runs[-1]["source"] = [*zip(trace.source, trace.source_spans, trace.source_words)]
        runs[-1]["second"] = trace.second or 0
        if trace.second:
            runs[-1]["follows"] = pack([bert.follows(request)])
        words = [
            place
            for place, (token, (start, end)) in enumerate(zip(trace.source, trace.source_spans))
            if start < end and token != "[SEP]"
        ]
        if words:
            place = words[5 * len(trace.source) % len(words)]
            sees = ("both", "left", "right")[len(trace.source) % 3]
            (guesses,) = bert.guess(request, [place], TOP, sees)
            runs[-1]["guess"] = {
                "place": place,
                "sees": sees,
                "best": guesses.words,
                "shares": pack(guesses.probabilities),
                "word": guesses.true_word,
                "rank": guesses.true_rank,
            }
    return {"longest": bert.longest, "runs": runs}


OF_CROSS = (
    *WHAT_IFS[7:9],
    WhatIf(forced=(("cross", 0, 0, 2, 0, 0.75), ("cross", 0, 0, 3, 3, 1.0))),
    *WHAT_IFS[12:14],
    WhatIf(gates=(("decoder", "forget", 0.0),)),
    WhatIf(gates=(("encoder backward", "input", 1.0), ("encoder forward", "output", 0.25))),
)


def bilstm_values(name: str, every: int = 1) -> dict:
    """Return the runs of a BiLSTM with attention; see `gpt_values`."""
    bilstm = model(name)
    questions = [Request(name, sentence, record=WEIGHTS_ONLY) for sentence in sentences()[::every]]
    questions += [Request(name, STREET, what_if=one, record=WEIGHTS_ONLY) for one in OF_CROSS]
    questions += [Request(name, STREET, target=TARGET, record=WEIGHTS_ONLY)]
    questions += [Request(name, text, record=WEIGHTS_ONLY) for text in TYPED]
    runs = [
        described(request, trace, "cross")
        | {
            "source": [*zip(trace.source, trace.source_spans, trace.source_words)],
            "predicted": [*zip(trace.predicted, trace.predicted_spans, trace.predicted_words)],
            "translation": trace.translation,
            "finished": trace.finished,
            "probabilities": pack([choice.probability for choice in trace.choices]),
        }
        for request, trace in zip(questions, bilstm.trace_many(questions), strict=True)
    ]
    return {"longest": bilstm.longest, "runs": runs}


def described(request: Request, trace: Trace, stack: str) -> dict:
    """Return what a run is asked, and the weights of its one stack, packed."""
    changed = {name: asdict(request.what_if)[name] for name in request.what_if.applied}
    weights = trace.attention[stack].weights
    return {
        "sentence": request.sentence,
        **({"target": request.target} if request.target is not None else {}),
        **({"what_if": changed} if changed else {}),
        "digest": pack(digest(weights)),
        "sample": pack(sample(weights)),
    }


OTHERS = {
    "gpt.json": gpt_values,
    "bert.json": bert_values,
    "bilstm-additive.json": functools.partial(bilstm_values, "bilstm-additive"),
    # The same code but for the score: fewer sentences.
    "bilstm-dot.json": lambda every=1: bilstm_values("bilstm-dot", 25),
    "bilstm-bilinear.json": lambda every=1: bilstm_values("bilstm-bilinear", 25),
}


def as_text(values: dict) -> str:
    """Return the values as JSON, a run on each line."""
    runs = ",\n".join(json.dumps(run, ensure_ascii=False) for run in values["runs"])
    others = {name: value for name, value in values.items() if name != "runs"}
    head = json.dumps(others, ensure_ascii=False)[1:-1]
    return f'{{{head},\n"runs": [\n{runs}\n]}}\n'


if __name__ == "__main__":
    FILE.write_text(as_text(engine_values()), encoding="utf-8")
    for name, values in OTHERS.items():
        (FOLDER / name).write_text(as_text(values()), encoding="utf-8")
