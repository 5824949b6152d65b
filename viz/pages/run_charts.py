"""Charts of a run of a translation model, of its scores and of what its layers cost."""

from collections.abc import Mapping, Sequence

import numpy as np

from models import Trace

from ..analysis.views import ORDERS, QUANTITIES, SIGNED
from ..base.language import mark, t
from ..base.theme import HEADS
from ..draw.cost import cost_figure
from ..draw.files import Chart, Picture, Words
from ..draw.files.figures import caption, lower
from ..draw.files.tables import number, numbered, written
from ..draw.gates import gates_figure
from ..draw.gradients import gradient_figure
from ..draw.next_word import next_word_figure
from .bottleneck.lengths import length_figure
from .cost import measured as costs


def next_words(trained: Trace, probabilities: Mapping[str, list[float]]) -> Chart:
    """How probable each next word of a run's French is, by the name of what the decoder sees."""
    first, *others = probabilities
    colours = dict(zip(probabilities, HEADS, strict=False))
    text = (
        t(
            "probability of each true next word with {first} and with {second}",
            first=first,
            second=others[0],
        )
        if others
        else t("probability of each true next word with {first}", first=first)
    )
    return Chart(
        next_word_figure(trained.predicted, dict(probabilities), colours),
        caption(trained, text),
    )


BOTTLENECK = "seq2seq", "bilstm-additive", "transformer"  # the models whose BLEU is compared
LENGTHS_OF = mark(
    {
        "multi30k.test_2016_flickr": "Picture captions",
        "tatoeba.dev": "Everyday sentences",
        "all files": "All sentences",
    }
)


def by_length(groups: Mapping[str, list[dict]], words: int, sentences: str) -> Chart:
    """BLEU of each model by the length of the sentence.

    `groups` as in the cards; `words` of the reader's own are marked.
    """
    return Chart(
        length_figure(dict(groups), words),
        t(
            "BLEU by the length of the sentence, {sentences}; sacrebleu, lowercase, 13a, "
            "greedy decoding. Bands hold 95% of 1,000 bootstrap resamples.",
            sentences=lower(t(sentences)),
        ),
    )


def cost(quantity: str, across: str, fixed: int, bare: bool) -> Chart:
    """Measured "time" or "memory" of the layers of table 1 across "n" or "d".

    The other one is `fixed`; `bare`: without projections.
    """
    measured = costs.measured()
    r = measured.about["r"]
    layers = measured.layers(quantity, bare)
    at = measured.n if across == "n" else measured.d
    here = measured.slice(across, fixed)
    n, d = (at, np.array(fixed)) if across == "n" else (np.array(fixed), at)
    names = {name: t(title, k=measured.about["k"], r=r) for name, title in LAYERS.items()}
    expected = {name: costs.predicted(quantity, name, n, d, r) for name in layers}
    where = t(
        "{device}, {threads} thread, attention without its projections"
        if bare
        else "{device}, {threads} thread",
        device=measured.about["device"],
        threads=measured.about["threads"],
    )
    return Chart(
        cost_figure(
            quantity,
            across,
            at,
            {name: values[here] for name, values in layers.items()},
            expected,
            names,
            fixed,
        ),
        t(
            "Time of one layer, {where}. Thin: the complexity of table 1 of Vaswani et al. 2017."
            if quantity == "time"
            else "Memory of one layer, {where}. Thin: n · d numbers, and n² or r · n weights.",
            where=where,
        ),
    )


LAYERS = mark(
    {
        "self-attention": "self-attention",
        "recurrent": "recurrent (LSTM)",
        "convolutional": "convolutional (k = {k})",
        "restricted": "restricted (r = {r})",
    }
)
COLOURED = mark("Words coloured by one unit")


def memory(trace: Trace, panels: Sequence, quantity: str, order: str) -> dict[str, Chart | Picture]:
    """What a page gives to `components.memory`, by title.

    The units of each LSTM at every word, and the words coloured by one unit.
    """
    name = t(QUANTITIES[quantity])
    pictures: dict[str, Chart | Picture] = {}
    for panel in panels:
        pictures[panel.title] = Chart(
            gates_figure(
                panel.values, panel.words, panel.order, name, quantity in SIGNED, panel.unit
            ),
            caption(
                trace,
                t(
                    "{lstm}; {quantity}, a row for each unit {order}; unit {unit} framed",
                    lstm=lower(panel.title),
                    quantity=name,
                    order=t(ORDERS[order]),
                    unit=panel.unit + 1,
                ),
            ),
            written(
                ("unit", "word", "value"),
                (
                    (str(unit + 1), word, number(panel.values[place, unit]))
                    for unit in range(panel.values.shape[1])
                    for place, word in enumerate(numbered(panel.words))
                ),
            ),
        )
    texts = tuple(
        Words(
            t("{lstm}: unit {unit}", lstm=panel.title, unit=panel.unit + 1),
            panel.words,
            panel.cells[:, panel.unit],
        )
        for panel in panels
    )
    return pictures | {
        COLOURED: Picture(
            texts=texts, caption=caption(trace, t("words coloured by tanh of the cell of one unit"))
        )
    }


def gradients(
    shares: Mapping[str, np.ndarray], words: tuple[str, ...], titles: Mapping[str, str], state: str
) -> Chart:
    """How much a state depends on each word, `shares` by model; `state` says which."""
    return Chart(
        gradient_figure(dict(shares), words, dict(titles)),
        t(
            "{state}: the norm of its gradient with respect to each word's vector, as a "
            "share of the model's largest.",
            state=state,
        ),
    )
