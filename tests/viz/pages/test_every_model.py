"""Every page with every model: a picture, or one sentence on what the model lacks.

LACKS is the table of pages and models, NOT_HERE that of pages whose models are not shipped.
"""

import shutil
from itertools import product
from urllib.parse import parse_qsl, urlencode

import pytest

from models import available, files
from tests.links import file_of
from tests.marks import slow_after
from tests.pages import alerts, charts, pictures, visit
from tests.pages_and_looks import LOOKS, PAGES_OF_A_MODEL
from tests.shipping import save_small_bert, save_small_elmo
from tests.toy_network import Toy, ship
from viz.base.examples import EXAMPLE
from viz.base.language import model_title
from viz.pages.registry import PAGES

NO_ATTENTION = "elmo", "lstm-lm", "rnn-lm", "seq2seq", "seq2seq-rnn", "window-lm"
BILSTMS = "bilstm-additive", "bilstm-bilinear", "bilstm-dot"
NO_DECODER = "no decoder self-attention to mask"
LACKS = {
    "heads": dict.fromkeys(NO_ATTENTION, "has no attention"),
    "inside": dict.fromkeys(NO_ATTENTION, "there is no head to look into"),
    "inside?inside-look=contribution": dict.fromkeys(NO_ATTENTION, "there is no head to look into"),
    "order?look=added": {
        **dict.fromkeys((*BILSTMS, *NO_ATTENTION), "has no positional encodings"),
        "bert": "does more than add them",
        "gpt": "no encoder states to compare",
    },
    "mask": {
        **dict.fromkeys((*BILSTMS, "seq2seq", "seq2seq-rnn"), NO_DECODER),
        "bert": "BERT has no decoder",
        "gpt": "no encoder whose sentence could be padded",
        "elmo": "one LSTM reads the sentence from left to right",
        "lstm-lm": "the earlier words only from the states of its LSTMs",
        "rnn-lm": "the earlier words only from the states of its recurrent layers",
        "window-lm": "it reads the last few tokens, all at once",
    },
    "profiles": {
        **dict.fromkeys(BILSTMS, "has a single head"),
        **dict.fromkeys(NO_ATTENTION, "it has no heads"),
    },
    "trees": dict.fromkeys((*BILSTMS, *NO_ATTENTION), "no self-attention over the sentence"),
    "queries": {
        "bilstm-additive": "additive attention",
        **dict.fromkeys(NO_ATTENTION, "it has no queries and keys"),
    },
    "depth": dict.fromkeys((*BILSTMS, *NO_ATTENTION), "attention cannot be run alone"),
    "depth?depth-look=lens": {
        **dict.fromkeys((*BILSTMS, "seq2seq", "seq2seq-rnn", "window-lm"), "a single layer"),
        "elmo": "Its two language models' predictions are not kept",
    },
    "depth?depth-look=sinks": dict.fromkeys(NO_ATTENTION, "so there are no sinks"),
    "depth?depth-look=flow": dict.fromkeys(
        (*BILSTMS, *NO_ATTENTION), "no self-attention through which one word could reach another"
    ),
    "depth?depth-look=writes": dict.fromkeys(
        (*BILSTMS, *NO_ATTENTION), "is no sum over heads and feed-forward layers"
    ),
}
NOT_HERE = {
    "fill": "models.training.train bert",
    "tune": "a network of ours",
    "kinds": "no transformer",
    "ladder": "no language model",
    "next": "no language model",
}
# Repetitions, in which the translation may find no end.
SIXTY = " ".join(["the quick dog and the old cat saw a man"] * 6)
SENTENCES = {"example": EXAMPLE, "60 words": SIXTY, "odd": "x\x00 日本 </s>"}


def drawings():
    """Every page with every model that it has; the sentences take turns.

    So every two of a page, a model and a sentence meet once a week; in CI one in four is drawn.
    """
    kinds = [*SENTENCES]
    for place, (path, page) in enumerate(PAGES.items()):
        if page.open_step:  # a lesson opens it
            continue
        # A page that chooses its models itself is drawn with every sentence that it shows.
        names = available()[:1] * (len(kinds) if page.has_sentence else 1)
        if page.has_model_box:
            names = available()
        for turn, model in enumerate(names, place):
            kind = kinds[turn % len(kinds)]
            marks = () if turn % 4 == 0 else pytest.mark.weekly
            yield pytest.param(
                path, model, SENTENCES[kind], id=f"{path}-{model}-{kind}", marks=marks
            )


@pytest.mark.parametrize(("page", "model", "sentence"), slow_after(1, drawings()))
def test_every_page_draws_every_model(page, model, sentence):
    test = visit(page, {"model": model, "sentence": sentence})
    assert not alerts(test)
    own_models = not PAGES[page].has_model_box
    footer = test.caption[-1].value  # the end of a page names the models that ran
    # Pages that need no model.
    without = {
        "vectors": "GloVe",
        "learning": "runs in your browser",
        "verdict": "Conneau et al. 2017",
        "digits": "Dosovitskiy et al. 2021",
        "cost": "Measured by",
        "captions": "Xu et al. 2015",
        "next": "Counts of",
        "gallery": "Every picture is drawn by our models",
    }
    assert ("million weights" in footer and (own_models or model_title(model) in footer)) or (
        page in without and without[page] in footer
    )


@pytest.mark.parametrize("page, model", slow_after(2, product(LACKS, available())))
def test_what_a_model_lacks_is_said_on_the_page_and_to_a_link(page, model):
    says = LACKS[page].get(model, "")
    page, _, look = page.partition("?")
    parameters = {"model": model, **dict(parse_qsl(look))}
    test = visit(page, parameters)
    assert not alerts(test)
    infos = [info.value for info in test.info]
    assert bool(infos) == bool(says)
    if says:
        assert says in infos[0]
        assert model_title(model) in infos[0]
    if not (pictures(test) or charts(test)):
        wording = file_of(f"/{page}?{urlencode(parameters)}")
        assert wording == infos[0] or (page == "heads" and "There is nothing to draw" in wording)


@pytest.mark.slow
@pytest.mark.parametrize("page, says", slow_after(1, NOT_HERE.items()))
def test_a_page_whose_models_are_not_here_says_so(checkpoints, monkeypatch, page, says):
    monkeypatch.setattr(files, "SHIPPED", checkpoints)  # the counts of texts
    if page == "kinds":
        shutil.rmtree(checkpoints / "transformer")
    test = visit(page, {})
    assert not alerts(test)
    assert says in test.info[0].value
    assert says in file_of(f"/{page}?language=en")


# --- architectures that no page knows -------------------------------------------------------------

ARCHITECTURES = {
    "bert": "The big red [MASK] is sleeping. [SEP] A man is riding a horse.",
    "elmo": "The big red dog is sleeping on the bed.",
    "toy": "the cat sees the cat",
}


@pytest.fixture(scope="module")
def shipped(shared_checkpoints):
    """A small encoder, a small ELMo and a decoder of its own, beside all of our own models."""
    save_small_bert(shared_checkpoints)
    save_small_elmo(shared_checkpoints)
    with pytest.MonkeyPatch.context() as patch:
        ship(shared_checkpoints, {"toy": Toy}, patch)
        yield


def pages_and_looks():
    """Every page and look with the architecture whose turn it is; with the others once a week."""
    for place, (page, look) in enumerate([*((page, {}) for page in PAGES_OF_A_MODEL), *LOOKS]):
        for turn, model in enumerate(ARCHITECTURES):
            mark = pytest.mark.slow if place % 3 == turn else pytest.mark.weekly
            yield pytest.param(
                page, look, model, id="-".join((page, *look.values(), model)), marks=mark
            )


@pytest.mark.parametrize("page, look, model", [*pages_and_looks()])
def test_every_page_shows_another_architecture_or_says_why_not(shipped, page, look, model):
    test = visit(page, {"model": model, "sentence": ARCHITECTURES[model]} | look)
    assert test.query_params["model"] == model  # it was not replaced by another model
    few_words = page == "vectors"  # a small vocabulary lacks words that a look needs
    assert not alerts(test) or few_words, alerts(test)
    components = test.get("bidi_component") or test.get("plotly_chart") or test.table
    assert components or test.info or alerts(test)
