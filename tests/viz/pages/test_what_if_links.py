"""Every what-if from an address, one by one and many at once.

A picture that says what is changed, or a sentence.
"""

import random

import pytest
from streamlit.testing.v1 import AppTest

from models import Request, load, shipped_for
from tests.marks import slow_after
from tests.pages import alerts, app, picture, pictures, visit
from viz.app import state

ONE_EACH = {  # its parameter: a value, and the text of the page on it
    "swap": ("2:small", "Word 2 is “small”."),
    "positions": ("off", "The model has no word order."),
    "mask": ("none", "The causal mask is off."),
    "window": ("2", "The decoder sees only the last 2 words"),
    "scale": ("1", "Scores are scaled by 1."),
    "temperature": ("2", "The temperature is 2 instead of 1."),
    "null-key": (
        "on",
        "Each row may also attend to a null key with score 0 and value 0, with which the model was "
        "not trained.",
    ),
    "off": (
        "cross-4-1,encoder-2-3",
        "Cross-attention layer 4, head 1 is off; encoder self-attention layer 2, head 3 is off.",
    ),
    "force": ("cross-4-1-1-2-0.5", "the weight from “Le” to “big” is set to 0.5"),
    "block": ("2,4", "“big”, “dog” are hidden from the decoder."),
    "padding": ("5", "5 tokens of padding follow"),
    "padding-mask": ("off", "padding mask is off"),
}
SENTENCES = (
    "The big red dog",
    "I do not know what you are talking about, my friend.",
    "Zbigniew's 2 dogs saw 👀",
)

TRANSLATORS = shipped_for("translation")


def under_the_picture(test: AppTest) -> list[str]:
    return [
        text.value
        for text in test.text
        if text.value.startswith("This is not the model as trained.")
    ]


def numbers(test: AppTest) -> bytes:
    return pictures(test)[0].bytes


def test_a_model_as_trained_says_nothing():
    assert under_the_picture(app()) == []


@pytest.mark.parametrize("name", slow_after(2, ONE_EACH))
def test_each_what_if_of_an_address_is_drawn_said_and_kept(name):
    value, sentence = ONE_EACH[name]
    more = {"padding": "2"} if name == "padding-mask" else {}
    test = app(**{name: value}, **more)
    assert not test.exception
    assert not alerts(test)
    assert len(under_the_picture(test)) == 1
    assert sentence in under_the_picture(test)[0]
    assert [value if name == other else "" for other in ("off", "force")] == [
        picture(test)[other] for other in ("off", "force")
    ]
    assert test.query_params[name] == value
    if name != "padding":  # with its mask, padding only adds columns
        assert numbers(test) != numbers(app(**more))
    else:
        assert picture(test)["blocks"][0]["columns"][-5:] == ["<pad>"] * 5


def some_what_ifs(choose: random.Random, model: str, sentence: str) -> dict[str, str]:
    """Return some what-if parameters that apply to this model and sentence."""
    trace, sizes = (
        load(model).trace(Request(model, sentence)),
        load(model).attention_sizes or {"cross": (1, 1)},
    )
    source, target = len(trace.source), len(trace.predicted)

    def head() -> tuple[str, int, int]:
        stack = choose.choice([*sizes])
        layers, heads = sizes[stack]
        return stack, choose.randint(1, layers), choose.randint(1, heads)

    def cell() -> str:
        stack, layer, number = head()
        rows, columns = {
            "encoder": (source, source),
            "decoder": (target, target),
            "cross": (target, source),
        }[stack]
        row, column = choose.randint(1, rows), choose.randint(1, columns)
        return f"{stack}-{layer}-{number}-{row}-{column}-{choose.choice([0, 0.25, 1])}"

    def several(one, most):
        return ",".join({one() for _ in range(choose.randint(1, most))})

    values = {
        "swap": lambda: (
            f"{choose.randint(1, 4)}:{choose.choice(['cat', '', 'gigantically', '%F0%9F%8E%88'])}"
        ),
        "positions": lambda: choose.choice(["off", "shuffled"]),
        "mask": lambda: "none",
        "window": lambda: str(choose.randint(1, 6)),
        "scale": lambda: choose.choice(["1", "1/d_head"]),
        "temperature": lambda: choose.choice(["0.1", "0.5", "4", "10"]),
        "off": lambda: several(lambda: "-".join(map(str, head())), 6),
        "force": lambda: several(cell, 2),
        "block": lambda: several(lambda: str(choose.randint(1, source)), 3),
        "padding": lambda: choose.choice(["1", "5", "20"]),
        "padding-mask": lambda: "off",
    }
    return {name: values[name]() for name in choose.sample([*values], choose.randint(2, 6))}


@pytest.mark.parametrize("seed", slow_after(2, range(10)))
def test_any_what_ifs_together_give_a_picture_or_a_sentence(seed):
    choose = random.Random(seed)
    model = TRANSLATORS[seed % len(TRANSLATORS)]
    sentence = choose.choice(SENTENCES)
    parameters = some_what_ifs(choose, model, sentence) | {
        "words": choose.choice(["written", "merged"])
    }
    test = app(model=model, sentence=sentence, **parameters)
    assert not test.exception, (model, sentence, parameters)
    if load(model).attention_sizes:
        assert picture(test) is not None or alerts(test), (model, sentence, parameters)
        is_changed = bool({*ONE_EACH} & {*test.query_params})
        assert picture(test) is None or bool(under_the_picture(test)) == (
            is_changed and not any("as trained" in alert for alert in alerts(test))
        )


@pytest.mark.slow
def test_the_ranking_is_drawn_again_from_the_cache():
    test = app(sentence="The ranking comes out of the cache.")
    test.session_state["ranking"] = True
    for _ in range(2):
        test.run()
        assert not test.exception
        assert len(test.get("plotly_chart")) == 1


def mask_then_heads() -> None:
    import streamlit as st

    from viz.app import shell
    from viz.pages.registry import PAGES

    shell._draw_page(shell._PageRun(PAGES[st.session_state.get("on", "mask")]))


@pytest.mark.slow
def test_a_choice_on_the_page_of_the_mask_does_not_change_the_front_page():
    test = AppTest.from_function(mask_then_heads, default_timeout=30).run()
    next(
        group for group in test.button_group if group.label.startswith("The other sentence")
    ).set_value("2").run()
    test.session_state["on"] = "heads"
    test.query_params.clear()
    test.run()
    assert not test.exception
    assert under_the_picture(test) == []


def test_a_picture_that_says_it_is_changed_says_how():
    captions = under_the_picture(app(**{"padding-mask": "off"}))
    assert captions == ["This is not the model as trained. The padding mask is off."]


def test_another_model_is_drawn_though_a_weight_was_forced_in_a_head_it_lacks():
    test = app(force="cross-4-1-1-2-0.5")
    test.selectbox(key=state.MODEL).set_value("bilstm-additive").run()
    assert not test.exception
    assert picture(test) is not None


HE = {"sentence": "He is tired."}


@pytest.mark.parametrize(
    ("patch", "text"),
    [
        (
            "decoder-state-4:She is tired.",
            "The first word that the model would write otherwise: “Elle” (",
        ),
        ("decoder-feed_forward-1:She is tired.", "each of its words stays the likeliest"),
        ("cross-weights-1-1:He is tired.", "each of its words stays the likeliest"),
    ],
)
def test_that_the_french_is_kept_and_what_would_be_written(patch, text):
    test = visit("heads", HE | {"patch": patch})
    [html] = [one.proto.body for one in test.get("html") if 'role="status"' in one.proto.body]
    assert "The French is kept" in html
    assert text in html
    assert "The model writes the same." not in html


def test_a_state_of_the_encoder_lets_the_model_write_anew():
    test = visit("heads", HE | {"patch": "2-1-1:She is tired."})
    [html] = [one.proto.body for one in test.get("html") if 'role="status"' in one.proto.body]
    assert "is kept" not in html
