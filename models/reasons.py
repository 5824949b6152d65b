"""Why a model does not support an intervention or a question: sentences of several networks.

Those of recurrent translators alone are in `networks/bilstm.py`.

One sentence each; {model} stands for the name of the model, {layers} for those that rotate.
"""

from collections.abc import Sequence
from itertools import groupby

UNSUPPORTED = {
    "rotary": (
        "{model} adds no positions to its embeddings: it rotates queries and keys, in every layer."
    ),
    "rotary in some": (
        "{model} adds no positions to its embeddings: it rotates queries and keys, only in these "
        "layers: {layers}."
    ),
    "none": (
        "{model} has no positional encodings: it knows the order of the words from its mask, or "
        "from layers without attention."
    ),
    "learned": "{model} adds positions to its embeddings in a way that cannot be changed here.",
    "relative": (
        "{model} adds no positions to its embeddings: it learnt how much each distance adds to "
        "a score."
    ),
    "no scale": "{model} does not scale its scores: its weights learnt to be small enough.",
    "no scaled dot": (
        "{model} has no scaled dot products: its scores are not divided by a "
        "power of d_head. Try the temperature instead."
    ),
    "no softmax": (
        "{model} has no softmax: it divides each score by the sum of its row. A "
        "temperature divides all scores alike, so it changes no weight."
    ),
    "unknown score": (
        "How {model} compares queries with keys is not known here, so its scores can be neither "
        "scaled nor divided by a temperature."
    ),
    "no decoder": (
        "{model} has no decoder: every word may attend to every other, and there "
        "is no mask to change."
    ),
    "only reads": (
        "{model} only reads here: it was loaded without its output head, so its "
        "mask cannot be changed."
    ),
    "no cross-attention": (
        "{model} has no cross-attention, so there is no source to hide from a decoder."
    ),
    "no encoder": "{model} has no encoder whose sentence could be padded.",
    "no states": (
        "Parts of another sentence's run cannot be put into {model}: it is no transformer, or "
        "these parts of its layers are not known here."
    ),
    "no null key": ("A null key can be added to transformers with a softmax only, not to {model}."),
    "words of a list": (
        "{model} reads whole words of a list, so none is swapped in the picture. Type the other "
        "sentence."
    ),
    "no padding": "{model} has no token for padding.",
    "only an LSTM": (
        "{model} has no attention: it knows the earlier words only from the states of its LSTMs."
    ),
    "only an RNN": (
        "{model} has no attention: it knows the earlier words only from the states of its "
        "recurrent layers."
    ),
    "only a window": (
        "{model} has no attention: it reads the last few tokens, all at once, with the same "
        "weights everywhere."
    ),
    "places in a window": (
        "{model} has no positional encodings: each place of its window has weights of its own."
    ),
    "only LSTMs": (
        "{model} has no attention: one LSTM reads the sentence from left to right, another from "
        "right to left."
    ),
    "no gates": "{model} has no gates: only an LSTM has.",
    # unsupported questions
    "no next word": "{model} does not write, so there is no next word.",
    "no words": ("{model} does not write, so nothing becomes less probable without a head."),
    "two language models": (
        "{model} only reads here. Its two language models' predictions are not "
        "kept, only their hidden states."
    ),
    "one layer": (
        "{model} writes with a single layer: between the word that it reads and the word that it "
        "writes there is no other state to read."
    ),
    "no output layer": (
        "{model} was loaded without its output layer, so its states cannot be read as words."
    ),
    "unknown output": (
        "How {model} turns the state after its last layer into words is not known here, so the "
        "states of earlier layers cannot be read."
    ),
    "unknown projection": (
        "The output projection of {model} was not found. Without it the heads cannot be taken "
        "apart."
    ),
    "norm after": (
        "What {model} writes is no sum over its layers: each later layer norm rescales what came "
        "before, so no part has a direct effect of its own. Choose GPT, or a pretrained decoder "
        "like Llama."
    ),
    "no sum": (
        "What {model} writes is no sum over heads and feed-forward layers: its layers, or its "
        "output, do more than add to what came before. Choose GPT."
    ),
    "no matrices of heads": (
        "Heads are read off the weights of our transformers only, not of {model}: the matrices of "
        "its heads are not known here, or it has none."
    ),
    "fill": "{model} was not loaded with a head that finds masked words.",
    "follows": "{model} was not loaded with a head that says whether a sentence follows another.",
    "draw_masks": "{model} was not trained here: how its words were masked is not known.",
    "gradients": (
        "Gradients are measured in our own models only, not in {model}. Choose one of ours."
    ),
    "not recurrent": (
        "{model} does not read word after word: it has no state that has read a part of a sentence."
    ),
    "no source": (
        "{model} has no source sentence to compute gradients for: it reads one "
        "text. Choose a model that translates."
    ),
}


def write_layers(layers: Sequence[int]) -> str:
    """Write the numbers of layers, which count from 0, from 1 and short: "1–3, 5"."""
    runs = [[*run] for _, run in groupby(enumerate(layers, 1), lambda pair: pair[1] - pair[0])]
    ends = [(run[0][1] + 1, run[-1][1] + 1) for run in runs]
    return ", ".join(f"{first}–{last}" if last > first else str(first) for first, last in ends)
