"""Why a model does not support an intervention or a question.

One sentence each; {model} stands for the name of the model.
"""

UNSUPPORTED = {
    "rotary": (
        "{model} adds no positions to its embeddings: it rotates queries and keys, in every layer."
    ),
    "relative": (
        "{model} adds no positions to its embeddings: it learnt how much each distance adds to "
        "a score."
    ),
    "no scale": "{model} does not scale its scores: its weights learnt to be small enough.",
    "no scaled dot": (
        "{model} has no scaled dot products: its scores were never divided by a power of "
        "d_head; try the temperature."
    ),
    "no softmax": (
        "{model} has no softmax: it divides each score by the sum of its row, so that a "
        "temperature, which divides all of them, changes no weight."
    ),
    "unknown score": (
        "How {model} compares queries with keys is not known here, so its scores can be neither "
        "scaled nor divided by a temperature."
    ),
    "no decoder": (
        "{model} has no decoder: each of its words may look at every other, and there is no "
        "mask to change."
    ),
    "only reads": (
        "{model} only reads here: it was loaded without the head that writes, and its mask is not "
        "changed."
    ),
    "no cross-attention": (
        "{model} has no cross-attention, and so no source that could be hidden from a decoder."
    ),
    "no encoder": "{model} has no encoder, whose sentence could be padded.",
    "no padding": "{model} has no token for padding.",
    "only an LSTM": (
        "{model} has no attention: it knows the words before only by the states of its LSTMs."
    ),
    "only LSTMs": (
        "{model} has no attention: one LSTM reads the sentence from left to right, another from "
        "right to left."
    ),
    # unsupported questions
    "no next word": "{model} writes nothing, and so no word comes next.",
    "no words": (
        "{model} writes nothing, so there is nothing that becomes less probable without a head."
    ),
    "two language models": (
        "{model} only reads here: what its two language models say of the next and the previous "
        "word is not kept, only the vectors that they make on the way."
    ),
    "fill": "{model} was not loaded with a head that finds masked words.",
    "follows": "{model} was not loaded with a head that says whether a sentence follows another.",
    "draw_masks": "{model} was not trained here: how its words were masked is not known.",
    "gradients": (
        "How far back gradients reach is measured in our own models, not in {model}. "
        "Choose one of ours."
    ),
    "no source": (
        "{model} has no source whose words gradients could reach: it has one text. Choose a "
        "model that translates."
    ),
}
