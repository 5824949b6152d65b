"""`show` and `compare`: what a notebook and a file get, and what a reader's choice changes."""

from dataclasses import replace
from html import unescape
from types import SimpleNamespace

import numpy as np
import pytest

from models import Request, Trace, WhatIf, contributions, load
from tests.explorer_data import other_in, packed_in, unpack
from viz import attention, compare, head_view, show
from viz.analysis.views import HeadChoice
from viz.base.language import writing_in
from viz.base.libraries import LIBRARIES
from viz.components.canvas import PACKED_STEPS
from viz.components.explorer import FILE_STEPS, MANY

TOKENS = ["the", "big", "dog"]


@pytest.fixture(scope="module")
def trace() -> Trace:
    return load("transformer", "cpu").trace(Request("transformer", "The big red dog is sleeping."))


def random_weights(*shape: int) -> np.ndarray:
    weights = np.random.default_rng(0).random(shape)
    return weights / weights.sum(-1, keepdims=True)


FULL = attention(random_weights(1, 1, 3, 3), TOKENS)
CAUSAL = attention(np.eye(3)[None], TOKENS)


@pytest.mark.slow
def test_without_anywidget_a_notebook_gets_a_frame_that_asks_for_nothing_and_a_picture(
    monkeypatch,
):
    monkeypatch.setitem(LIBRARIES.modules, "widget", "no_such_module")
    monkeypatch.delitem(vars(LIBRARIES), "widget", raising=False)  # another test has loaded it
    weights = random_weights(2, 4, 3, 3)
    display = show(weights, TOKENS, layer=1, head=2)
    bundle = display._repr_mimebundle_()
    assert list(bundle) == ["text/html", "image/svg+xml", "text/plain"]
    assert bundle["text/plain"] == "Shown(Encoder self-attention, layer 2, head 3, of [2, 4, 3, 3])"
    assert 'sandbox="allow-scripts allow-downloads"' in bundle["text/html"]
    head, numbers = unpack(packed_in(unescape(bundle["text/html"])))
    assert (head["choice"], head["blocks"][0]["rows"]) == (["encoder", 1, 2], TOKENS)
    assert not any(head["can"].values())
    assert np.abs(numbers.reshape(weights.shape) / FILE_STEPS - weights).max() < 0.00051
    assert display.held is display.pointed is None
    with pytest.raises(RuntimeError, match="pip install anywidget"):
        display.hold(1, 2)


def test_a_trace_is_shown_by_whole_words_and_saved_by_the_ending(trace, tmp_path):
    display = show(trace, layer=3)
    assert display.choice == HeadChoice("cross", 3, 0)
    display.save(tmp_path / "dog.html")
    head, _ = unpack(packed_in((tmp_path / "dog.html").read_text(encoding="utf-8")))
    assert [word["text"] for word in head["words"]][:2] == ["Le", "gros"]
    assert [block["stack"] for block in head["blocks"]] == ["encoder", "decoder", "cross"]
    display.save(tmp_path / "dog.svg")
    assert b"chien" in (tmp_path / "dog.svg").read_bytes()
    pieces = show(trace, stack="encoder", merged=False)
    assert pieces.run.mechanisms[0].rows == trace.source


def test_of_a_hybrid_the_first_layer_with_attention_is_large():
    layers = [None, None, *random_weights(2, 1, 2, 3, 3)]
    display = show(layers, TOKENS)
    assert (display.choice, display.caption) == (
        HeadChoice("encoder", 2, 0),
        "No attention in layers 1–2 of 4.",
    )
    head, _ = unpack(display.pack())
    assert [head["blocks"][0][name] for name in ("layers", "without")] == [4, [0, 1]]
    some = head_view(layers, TOKENS, include_layers=[1, 3], html_action="return")
    assert (some.choice.layer, repr(some)[:45]) == (
        3,
        "Shown(Encoder self-attention, layer 4, head 1",
    )
    with pytest.raises(ValueError, match=r"there is no attention in layers \[0\]"):
        head_view(layers, TOKENS, include_layers=[0])


def test_two_sentences_are_shown_in_parts():
    display = show(random_weights(1, 1, 3, 3), TOKENS, sentence_b_start=1, between="ab")
    [heads] = display.run.mechanisms
    assert (heads.rows, heads.columns) == (("the",), ("big", "dog"))


def test_a_comparison_has_all_heads_of_both(trace):
    peek = replace(trace.request, target=trace.translation, what_if=WhatIf(mask="none"))
    other = load("transformer", "cpu").trace(peek)
    head, numbers = unpack(compare(trace, other).pack())
    assert [one["title"] for one in head["beside"]] == ["transformer"] * 3
    for one, stack in zip(head["beside"], ("encoder", "decoder", "cross"), strict=True):
        heads = next(heads for heads in show(trace).run.mechanisms if heads.stack == stack)
        sent = numbers[one["offset"] :][: heads.weights.size].reshape(heads.weights.shape)
        assert sent[..., heads.allowed] / head["steps"] == pytest.approx(
            heads.weights[..., heads.allowed], abs=1e-5
        )
    with pytest.raises(ValueError, match="weights; 4,194,304 can be compared"):
        compare(*[attention(random_weights(12, 12, 128, 128), ["a"] * 128)] * 2)


def test_a_comparison_shows_the_mechanisms_that_both_have(trace):
    head, _ = unpack(compare(CAUSAL, trace).pack())
    assert [one["stack"] for one in head["beside"]] == ["decoder"]
    assert [one["stack"] for one in head["blocks"]] == ["decoder"]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: show(random_weights(2, 2, 3, 3), TOKENS, layer=2), "no head 0 in layer 2: layers"),
        (lambda: show(random_weights(2, 2, 3, 3), TOKENS, stack="cross"), "no 'cross' attention"),
        (lambda: show(attention(random_weights(1, 1, 3, 3), TOKENS), TOKENS), "belong to weights"),
        (lambda: compare(FULL, CAUSAL), "A has encoder attention and B decoder attention"),
        (lambda: compare(np.eye(3), FULL), "compared, no ndarray"),  # type: ignore[arg-type]
        (lambda: show(random_weights(1, 1, 3, 3), TOKENS).hold(3), "no row 3: they are 0 to 2"),
        (lambda: show(random_weights(1, 1, 3, 3), TOKENS).choose(0, 1), "no head 1 in layer 0"),
    ],
)
def test_a_mistake_is_a_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


@pytest.mark.slow
def test_the_widget_tells_what_is_chosen_and_takes_what_is_set():
    pytest.importorskip("anywidget")
    weights = random_weights(2, 4, 3, 3)
    display, told = show(weights, TOKENS), []
    display.on_change(lambda one: told.append((one.choice.key, one.held)))
    assert "text/html" in display._repr_mimebundle_()
    widget = display.widget
    assert unpack(widget.data)[0]["can"] == dict.fromkeys(
        ("silenced", "forced", "ranked", "pinned", "refuted"), False
    ) | {"asked": True, "told": True}
    widget.choice = ["encoder", 1, 2]  # as the browser does
    widget.held = {"row": 2, "column": None}
    assert display.held.words == ("dog", None)
    assert display.held.weight is None
    display.hold(2, 1)
    assert display.held.weight == pytest.approx(weights[1, 2, 2, 1])
    assert [key for key, _ in told] == ["encoder-2-3"] * 3
    display.choose(0, 1)
    assert (widget.choice, unpack(widget.data)[0]["choice"]) == (["encoder", 0, 1],) * 2
    display.hold()
    assert display.held is None
    assert widget._css.count(".heads-up") == 2


def test_the_model_answers_what_ifs_of_the_reader_and_of_python(trace):
    pytest.importorskip("anywidget")
    model, heard = load("transformer", "cpu"), []
    display = show(trace, model=model)
    display.on_change(lambda one: heard.append(one.what_if))
    widget = display.widget
    assert [name for name, *_ in widget.controls] == ["temperature", "mask"]
    can = unpack(widget.data)[0]["can"]
    assert (can["silenced"], can["forced"]) == (True, False)  # whole words
    widget.what_if = {"off": "cross-4-1", "temperature": "2"}  # as the browser does
    what_if = WhatIf(silenced=(("cross", 3, 0),), temperature=2)
    assert heard == [what_if] == [display.what_if]
    expected = model.trace(replace(trace.request, what_if=what_if))
    assert display.trace.translation == expected.translation
    head, numbers = unpack(widget.data)
    assert head["off"] == "cross-4-1"
    assert "The temperature is 2 instead of 1" in display.caption
    cross = show(expected).run.mechanisms[2]
    sent = numbers[head["blocks"][2]["offset"] :][: cross.weights.size] / PACKED_STEPS
    assert np.abs(sent.reshape(cross.weights.shape) - cross.weights).max() < 1e-4
    widget.what_if = {"temperature": "0"}
    assert widget.problem
    assert widget.what_if == {"off": "cross-4-1", "temperature": "2"}
    display.change(WhatIf())
    assert (widget.what_if, widget.problem) == ({}, "")
    assert (display.trace.request, display.trace.translation) == (trace.request, trace.translation)
    assert unpack(show(trace, model=model, merged=False).pack())[0]["can"]["forced"]
    with pytest.raises(RuntimeError, match="model=model"):
        show(trace).change(WhatIf())
    with pytest.raises(ValueError, match="trace of it"):
        show(np.eye(3)[None, None], TOKENS, model=model)


def test_cells_show_what_a_weight_moves_as_the_reader_or_python_chooses(trace, tmp_path):
    pytest.importorskip("anywidget")
    model, heard = load("transformer", "cpu"), []
    display = show(trace, model=model, merged=False)
    display.on_change(lambda one: heard.append(one.quantity))
    widget = display.widget
    widget.quantity = "norm"  # as the browser does
    assert (heard, display.quantity) == (["norm"], "norm")
    head, numbers = unpack(widget.data)
    assert (head["quantity"], head["can"]["forced"]) == ("norm", False)
    norms = contributions(trace, model, "encoder")
    shares = norms / norms.sum(-1, keepdims=True)
    sent = numbers[head["blocks"][0]["offset"] :][: shares.size] / PACKED_STEPS
    assert np.abs(sent.reshape(shares.shape) - shares).max() < 1e-4
    display.save(tmp_path / "dog.html")
    text = (tmp_path / "dog.html").read_text(encoding="utf-8")
    kept = [unpack(packed)[0]["quantity"] for packed in (packed_in(text), other_in(text))]
    assert kept == ["norm", "weight"]
    widget.what_if = {"temperature": "2"}
    assert unpack(widget.data)[0]["quantity"] == "norm"
    display.weigh("weight")
    assert (widget.quantity, unpack(widget.data)[0]["quantity"]) == ("weight", "weight")
    with pytest.raises(ValueError, match="no 'sum', only weight, norm"):
        display.weigh("sum")
    with pytest.raises(RuntimeError, match="model=model"):
        show(trace).weigh("norm")
    assert not unpack(show(trace).pack())[0]["quantities"]


def test_a_head_that_is_switched_off_leaves_the_digits_that_python_has_set(trace):
    pytest.importorskip("anywidget")
    display = show(trace, model=load("transformer", "cpu"))
    display.change(WhatIf(temperature=0.12345678))
    display.widget.what_if = {**display.widget.what_if, "off": "cross-4-1"}
    assert display.what_if == WhatIf(temperature=0.12345678, silenced=(("cross", 3, 0),))
    display.widget.what_if = {"temperature": "2"}
    assert display.what_if == WhatIf(temperature=2)


def test_french_temperatures_have_a_comma(trace):
    pytest.importorskip("anywidget")
    with writing_in("fr"):
        display = show(trace, model=load("transformer", "cpu"))
        widget = display.widget
        display.change(WhatIf(temperature=0.3))
    [_, _, values], _ = widget.controls
    assert {("0.25", "0,25"), ("0.3", "0,3")} < set(values)


@pytest.mark.parametrize("model", ["transformer", SimpleNamespace(name="gpt")])
def test_a_model_that_is_not_the_traces_is_refused(trace, model):
    with pytest.raises(ValueError, match=r"a trace of transformer, .*model=load\('transformer'\)"):
        show(trace, model=model)


def test_an_error_in_a_what_if_is_on_the_page_and_in_the_log(trace, monkeypatch):
    pytest.importorskip("anywidget")
    display = show(trace, model=load("transformer", "cpu"))
    monkeypatch.setattr(display._asked, "run", lambda *asked: {}["no memory"])
    with pytest.raises(KeyError):
        display.widget.what_if = {"temperature": "2"}
    assert (display.widget.what_if, display.widget.problem) == ({}, "KeyError: 'no memory'")


def test_of_many_weights_a_head_that_is_chosen_comes_in_full():
    pytest.importorskip("anywidget")
    weights = random_weights(1, 65, 128, 128)
    assert weights.size > MANY
    display = show(weights, ["a"] * 128)
    assert unpack(display.widget.data)[0]["blocks"][0]["full"]["head"] == 0
    display.widget.choice = ["encoder", 0, 7]
    assert unpack(display.widget.data)[0]["blocks"][0]["full"]["head"] == 7
