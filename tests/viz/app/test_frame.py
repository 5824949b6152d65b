"""The frame of every page: its heading, the welcome, and the sentence bar where it applies."""

import re

import pytest

from models import available
from tests.marks import slow_after
from tests.pages import app, charts, picture, visit
from viz.base.language import MODEL_TITLES
from viz.pages.registry import PAGES


def headings(test) -> list[str]:
    bodies = [element.proto.body for element in test.get("html")]
    return [title for body in bodies for title in re.findall(r"<h1>(.*?)</h1>", body)]


def has_sentence(test) -> bool:
    """Whether the field for the sentence is visible."""
    blocks = [block for block in test.main.children.values() if hasattr(block, "children")]
    keys = {getattr(child, "key", None) for block in blocks for child in block.children.values()}
    assert "bar" in keys or "unseen-sentence" in keys
    return "unseen-sentence" not in keys


def has_model_box(test) -> bool:
    return any(one.key == "model" for one in test.selectbox)


def doors(test) -> list[str]:
    keys = [one.key or "" for one in (*test.button, *test.menu_button)]
    return [key for key in keys if key.startswith("door ")]


def status(test) -> str:
    bodies = [element.proto.body for element in test.get("html")]
    return " ".join(body for body in bodies if 'role="status"' in body)


@pytest.mark.parametrize("path", ["heads", "cost", "lessons", "classics"])
def test_a_page_has_one_heading_its_question(path):
    assert headings(visit(path, {})) == [PAGES[path].title]


def test_a_lecture_has_the_question_above_the_picture_and_what_to_see_without_a_sentence():
    bodies = [one.proto.body for one in visit("heads", {"lecture": "on"}).get("html")]
    assert any(f"<h1>{PAGES['heads'].title}</h1></div>" in body for body in bodies)
    table = {"lecture": "on", "look": "table"}
    bodies = [one.proto.body for one in visit("order", table).get("html")]
    [heading] = [body for body in bodies if f"<h1>{PAGES['order'].title}</h1><p>" in body]
    assert "unseen" not in heading


@pytest.mark.parametrize(
    "path, address, sentence, model",
    slow_after(
        2,
        [
            ("heads", {}, True, True),
            ("model", {}, False, True),
            ("cost", {}, False, False),
            ("vectors", {}, False, False),
            ("vectors", {"vectors": "model"}, False, True),
            ("order", {"look": "table"}, False, False),
            ("order", {"look": "order"}, True, True),
            ("inside", {"inside-look": "board"}, False, False),
            ("inside", {"inside-look": "steps"}, True, True),
            ("words", {"words-look": "layers"}, True, True),
            ("bottleneck", {}, True, False),
        ],
    ),
)
def test_the_sentence_and_the_model_are_there_where_they_act(path, address, sentence, model):
    test = visit(path, address)
    assert (has_sentence(test), has_model_box(test)) == (sentence, model)


def test_models_have_names_for_people_and_links_the_technical_ones():
    test = visit("heads", {"model": "seq2seq-rnn"})
    box = test.selectbox(key="model")
    assert box.options == [MODEL_TITLES[name] for name in available()]
    assert test.query_params["model"] == "seq2seq-rnn"
    assert "Seq2seq of plain RNNs, " in test.caption[-1].value


@pytest.mark.slow
def test_the_switch_beside_the_sentence_offers_the_bilstm_shown_last():
    test = app(model="bert")
    switch = test.segmented_control(key="architecture")
    assert (switch.options, switch.value) == (["Transformer", "BiLSTM"], None)
    test = switch.set_value("bilstm-additive").run()
    assert test.query_params["model"] == "bilstm-additive"
    test = test.selectbox(key="model").set_value("bilstm-dot").run()
    for model in ("transformer", "bilstm-dot"):
        test = test.segmented_control(key="architecture").set_value(model).run()
        assert test.query_params["model"] == model


def test_the_switch_stands_beside_the_sentence_in_a_lecture_too():
    test = app(lecture="on").segmented_control(key="architecture").set_value("bilstm-additive")
    assert test.run().query_params["model"] == "bilstm-additive"


@pytest.mark.slow
def test_a_page_with_models_of_its_own_has_no_switch():
    keys = {one.key for one in visit("bottleneck", {"lecture": "on"}).segmented_control}
    assert "architecture" not in keys


# --- the welcome ---------------------------------------------------------------------------------


def test_the_first_visit_is_welcomed_until_a_door_is_taken():
    test = app()
    assert doors(test) == ["door heads", "door lessons", "door close", "door lecture"]
    test.text_input[0].set_value("I am tired.").run()
    assert doors(test)
    test.button(key="door heads").click().run()
    assert not test.exception
    assert not doors(test)
    assert picture(test)


def test_the_door_to_a_lecture_begins_one():
    test = app()
    test.menu_button(key="door lecture").click("This page alone, without a playlist (L)").run()
    assert test.query_params["lecture"] == "on"
    assert not doors(test)


@pytest.mark.parametrize(
    "address, greeted",
    slow_after(
        1,
        [
            ({"language": "fr"}, True),
            ({"sentence": "I am tired."}, False),
            ({"lecture": "on"}, False),
            ({"off": "cross-4-1"}, False),
        ],
    ),
    ids=str,
)
def test_a_link_is_not_welcomed(address, greeted):
    assert bool(doors(app(**address))) == greeted


# --- an empty sentence ---------------------------------------------------------------------------


def test_an_empty_sentence_keeps_the_last_picture():
    test = app(sentence="I am tired.")
    before = picture(test)
    test.text_input[0].set_value("").run()
    assert not test.exception
    assert test.query_params["sentence"] == ""
    assert picture(test)["blocks"] == before["blocks"]
    assert "no word in this sentence" in status(test)
    assert "“I am tired.”" in status(test)
    test.text_input[0].set_value("He sings.").run()
    assert "no word" not in status(test)
    assert "sings" in picture(test)["blocks"][0]["columns"]


def test_a_link_without_a_word_shows_the_example():
    test = visit("bottleneck", {"sentence": "  "})
    assert charts(test)
    assert "no word in this sentence" in status(test)
    assert PAGES["bottleneck"].example[:20] in status(test)
