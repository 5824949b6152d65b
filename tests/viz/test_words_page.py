"""The page of words and sentences as points: every look, whatever is typed, and whatever the address asks for."""

import base64
import json
import re
from urllib.parse import urlencode

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from models import Request, load
from models.catalog import TranslationModel
from models.words import meanings
from tests import pages
from tests.pages import alerts, pictures
from tests.viz.test_app import picture
from viz.app import cache, state, url
from viz.app.alerts import escape_markdown
from viz.app.examples import EXAMPLE
from viz.components.space.adapter import keep_point
from viz.meanings import families, pooled, word_states
from viz.pages import words as page

MODELS = pytest.mark.parametrize("model", ["transformer", "bilstm-additive", "seq2seq"])
LAYERS, MEANINGS, SENTENCES = ({"words-look": look} for look in page.LOOKS)
OWN = ["He left me alone.", "I left you a letter.", "Turn to the left.", "LEFT or right?", "We left at noon."]
MINE = MEANINGS | {"from": "mine", "lines": "\n".join(OWN)}


def visit(page: str, **address: str) -> AppTest:
    return pages.visit(page, address)


def charts(test: AppTest) -> list[dict]:
    return [json.loads(chart.proto.spec) for chart in test.get("plotly_chart")]


def numbers(array: dict | list) -> np.ndarray:
    """An array of a chart, which Plotly sends as bytes in text."""
    if isinstance(array, list):
        return np.array(array, float)
    found = np.frombuffer(base64.b64decode(array["bdata"]), array["dtype"])
    return found.reshape([int(size) for size in array.get("shape", str(len(found))).split(",")])


@MODELS
@pytest.mark.parametrize("look", page.LOOKS)
def test_every_look_draws_every_model(look, model):
    test = visit("words", **{"words-look": look} | ({"others": "20"} if look == "layers" else {}), model=model)
    assert not alerts(test) and not test.get("progress")
    assert model in test.caption[-1].value and "million weights" in test.caption[-1].value
    assert ("panels" in picture(test)) == (look == "sentences") == (test.query_params.get("others") is None and "word" not in test.query_params)
    assert len(charts(test)) == (look == "meanings")


@MODELS
def test_the_space_has_a_point_for_each_word_of_yours_first_and_of_the_others(model):
    sentence, network = "The big red dog is antidisestablishmentarian!", load(model, "cpu")
    test = visit("words", **LAYERS, model=model, sentence=sentence, others="20")
    others = [meanings.examples()[place * 65].english for place in range(20)]
    expected = [[label for label in word_states(network.encode(one))[0] if any(map(str.isalnum, label))] for one in (sentence, *others)]
    head = picture(test)
    assert head["names"] == [label for labels in expected for label in labels]
    assert head["details"] == [one for one, labels in zip((sentence, *others), expected) for _ in labels]
    assert head["strong"] == list(range(6)) and head["paths"]
    assert tuple(head["step_names"]) == network.network.encoder_steps and head["step"] == 0 and head["chosen"] == -1
    assert all(head["group_names"][group] == name.lower() if group >= 0 else name.lower() not in head["group_names"]
               for name, group in zip(head["names"], head["groups"]))
    assert {*head["group_names"]} == {label.lower() for label in expected[0]}
    assert f"{len(head['names'])} words in the encoder of {model}" == head["title"]


def test_one_word_has_a_point_for_each_sentence_and_opens_on_the_last_layer(model):
    head = picture(visit("words", **MEANINGS))
    sentences = [example.english for example in meanings.examples() if example.word == "left"]
    assert head["details"] == sentences and all("left" in name.lower() for name in head["names"])
    assert head["step"] == len(head["step_names"]) - 1 == 5 and head["title"].startswith("“left” in 100 sentences")


def test_by_meaning_a_colour_is_the_meaning_written_down():
    head = picture(visit("words", **MEANINGS, colour="meaning"))
    written = [example.meaning for example in meanings.examples() if example.word == "left"]
    assert [head["group_names"][group] for group in head["groups"]] == written


def test_the_curves_are_the_silhouettes_that_were_measured():
    test = visit("words", **MEANINGS, word="left")
    stored = json.loads(meanings.SEPARATION.read_text(encoding="utf-8"))["transformer"]["left"]
    curves = {curve["name"]: numbers(curve["y"]) for curve in charts(test)[0]["data"]}
    assert curves["by the meaning"] == pytest.approx(stored["meaning"], abs=0.002)
    assert curves["by the translation"] == pytest.approx(stored["french"], abs=0.002)


def test_the_table_of_all_words_is_that_of_the_model(model):
    test = pages.opened(visit("words", **MEANINGS, word="left", model="seq2seq"), "told apart")
    stored = json.loads(meanings.SEPARATION.read_text(encoding="utf-8"))["seq2seq"]
    table = test.table[0].value
    assert table["word"].tolist() == [*stored] and table["last layer"].tolist() == [f"{row['meaning'][-1]:.2f}" for row in stored.values()]


@MODELS
def test_lines_of_the_readers_own_are_drawn(model):
    test = visit("words", **MINE, model=model)
    head, network = picture(test), load(model, "cpu")
    assert head["details"] == OWN and not alerts(test)
    assert test.text_area(key="setting lines").value == test.query_params["lines"] == "\n".join(OWN)
    assert head["group_names"] == [] and "one colour" in test.info[0].value  # of five no French word stands three times
    said = " ".join(element.value for element in test.markdown)
    assert ("This model has no cross-attention" in said) == (not network.attention_sizes)


def test_in_lines_of_the_readers_own_a_colour_is_the_french_that_the_model_writes(model):
    lines = [f"{who} left at {hour}." for who in ("I", "We", "They") for hour in ("noon", "six")]
    lines += [f"The {thing} is on the left." for thing in ("house", "bank", "door", "car", "bed")]
    head = picture(visit("words", **MINE | {"lines": "\n".join(lines)}))
    best = page.aligners(model.attention_sizes["cross"], model.card)
    aligner = next(iter(best.values()))
    french = families([page.occurrences(model, aligner, "left", [(line, None, None)])[0].french for line in lines])
    assert [head["group_names"][group] if group >= 0 else None for group in head["groups"]] == french
    assert "gauche" in french and all("gauche" in model.trace(Request("transformer", line)).translation for line in lines[6:])


TOLD = {  # what is typed: what the one sentence says
    "a word that stands nowhere": (MINE | {"word": "zebra"}, "“zebra” stands in 0 of your sentences; it takes at least 4"),
    "no word": (MINE | {"word": ""}, "stands in 0 of your sentences"),
    "spaces": (MINE | {"word": "   "}, "stands in 0 of your sentences"),
    "a long word": (MINE | {"word": "x" * 1000}, "stands in 0 of your sentences"),
    "markup": (MINE | {"word": "<b>left</b>"}, "&lt;b&gt;left&lt;/b&gt;"),
    "in 3-D it takes one more": (MINE | {"meanings-axes": "3", "lines": "\n".join(OWN[:4])}, "in 4 of your sentences; it takes at least 5"),
    "no lines": (MINE | {"lines": " \n\t\n"}, "“left” stands in 0 of your sentences"),
    "a line too long": (MINE | {"lines": "\n".join([*OWN, "a " * 500])}, "500 tokens; this model reads at most 127"),
    "a line far too long": (MINE | {"lines": "\n".join([*OWN, "a" * 5000])}, "5,000 characters"),
    "no sentence": (LAYERS | {"sentence": ""}, "no word in this sentence"),
    "a book": (LAYERS | {"sentence": "word " * 2000}, "10,000 characters"),
    "one sentence only": (SENTENCES | {"sentences": "I am tired.\n\n  "}, "It takes two sentences to compare"),
    "no sentences": (SENTENCES | {"sentences": "\n"}, "It takes two sentences to compare"),
    "a sentence too long": (SENTENCES | {"sentences": "I am tired.\n" + "a " * 500}, "500 tokens"),
}


@pytest.mark.parametrize("address, says", TOLD.values(), ids=TOLD)
def test_what_cannot_be_drawn_is_one_friendly_sentence_and_what_was_typed_stays(address, says):
    test = visit("words", **address)
    assert len(alerts(test)) == 1 and says in alerts(test)[0] and picture(test) is None and not charts(test)
    assert {name: test.query_params[name] for name in address} == address
    for widgets, name in ((test.selectbox, "word"), (test.text_area, "lines"), (test.text_area, "sentences")):
        if name in address:
            assert widgets(key=f"setting {name}").value == address[name]


def test_a_word_outside_the_list_is_looked_for_in_all_our_sentences(monkeypatch):
    some = meanings.examples()[::25]
    monkeypatch.setattr(meanings, "examples", lambda: some)
    with_dog = [example.english for example in some if re.search(r"\bdog\b", example.english, re.IGNORECASE)]
    for word in ("zebra", "dog"):
        told = alerts(visit("words", **MEANINGS, word=word))
        count = len(with_dog) if word == "dog" else 0
        assert len(told) == 1 and f"“{word}” stands in {count} of our sentences; it takes at least 4" in told[0]
    head = picture(visit("words", **MEANINGS, word="The", model="seq2seq"))
    assert head["details"] == [example.english for example in some if re.search(r"\bthe\b", example.english, re.IGNORECASE)]


@pytest.mark.parametrize("address", [MINE | {"lines": "I left.\n" + "a " * 500}, SENTENCES | {"sentences": "I left.\n" + "a " * 500}])
def test_where_reading_fails_no_progress_bar_stays(address):
    test = visit("words", **address)
    assert "500 tokens" in alerts(test)[0] and not test.get("progress")


def test_a_sentence_about_a_long_word_is_short():
    assert len(alerts(visit("words", **MINE | {"word": "x" * 1000}))[0]) < 500


def test_what_is_typed_as_a_word_is_not_read_as_markdown():
    label = visit("words", **MINE | {"word": ":red[x] **b** $x$"}).text_area(key="setting lines").label
    assert escape_markdown(":red[x] **b** $x$") in label or "red" not in label


def test_a_sentence_that_is_there_many_times_is_one_point_and_no_warning():
    head = picture(visit("words", **MINE | {"lines": "\n".join(["He left me."] * 6)}))
    assert head["notes"] == ["all at one point"] * 6 and len(head["names"]) == 6


@pytest.mark.parametrize("sentence", [EXAMPLE, "a" * 47_000], ids=["example", "a book"])
@pytest.mark.parametrize("letter", "aé我\n")
def test_an_address_of_lines_is_one_that_web_servers_take(letter, sentence):
    view = url.View("transformer", sentence, settings=(("lines", letter * state.MAX_LINES),))
    assert len(urlencode(view.address())) < 64_000


@pytest.mark.parametrize("look, name, lines, most", [
    ("sentences", "sentences", 60, page.MOST_SENTENCES), ("meanings", "lines", 210, page.MOST_LINES)])
def test_of_too_many_lines_the_first_are_shown_and_all_stay(look, name, lines, most):
    typed = "\n".join(f"I left {place}." for place in range(lines))
    test = visit("words", **{"words-look": look, name: typed, "model": "seq2seq-rnn"} | ({"from": "mine"} if look == "meanings" else {}))
    assert len(alerts(test)) == 1 and f"These are {lines} lines; the first {most} are shown." in alerts(test)[0]
    assert test.text_area(key=f"setting {name}").value == test.query_params[name] == typed
    drawn = len(picture(test)["names"]) if look == "meanings" else len(picture(test)["panels"][0]["rows"])
    assert drawn == most


QUICK, FEW = MEANINGS | {"model": "seq2seq"}, LAYERS | {"others": "20"}
HOSTILE = [
    FEW | {"layers-step": "99"}, FEW | {"layers-point": "abc"}, FEW | {"layers-step": "<script>"}, FEW | {"layers-projection": "lda"},
    FEW | {"layers-axes": "4"}, FEW | {"layers-rule": "first"}, LAYERS | {"others": "1e9"}, QUICK | {"meanings-point": "101"},
    QUICK | {"colour": "pink"}, QUICK | {"from": "theirs"}, SENTENCES | {"after": "99"}, SENTENCES | {"pool": "<script>alert(1)</script>"},
    SENTENCES | {"vectors-of": "x" * 100_000}, {"words-look": "<b>"}]


@pytest.mark.parametrize("address", HOSTILE, ids=lambda address: " ".join(address.values())[:30])
def test_a_hostile_address_gets_a_page_and_one_sentence(address):
    test, name = visit("words", **address), [*address][-1]
    assert len(alerts(test)) == 1 and name in alerts(test)[0] and "<script>" not in alerts(test)[0] and len(alerts(test)[0]) < 500
    assert test.query_params.get(name) != address[name] and (picture(test) or charts(test))


def test_what_an_address_got_wrong_is_said_once():
    test = visit("words", **SENTENCES, after="99")
    assert alerts(test) and not alerts(test.run())


def test_a_sentence_of_the_address_says_what_points_there_are():
    told = alerts(visit("words", **QUICK | {"meanings-point": "101"}))[0]
    assert "100" in told and "1 to none" not in told


def test_a_megabyte_of_lines_is_cut_before_it_fills_the_address():
    test = visit("words", **SENTENCES, sentences="dog\n" * 20_000)
    assert len(test.query_params["sentences"]) <= state.MAX_LINES
    assert "only the first 8,000 are kept" in alerts(test)[0] and "the first 50 are shown" in alerts(test)[1]


def test_the_link_opens_the_same_layer_point_word_and_projection():
    address = QUICK | {"word": "kind", "meanings-step": "1", "meanings-point": "13", "meanings-projection": "pca", "meanings-axes": "3",
                       "meanings-rule": "once", "colour": "meaning", "from": "ours"}
    test = visit("words", **address)
    assert not alerts(test) and {name: test.query_params[name] for name in address} == address
    head = picture(test)
    assert (head["step"], head["chosen"], head["dimensions"]) == (0, 12, 3) and head["title"].startswith("“kind”")
    test.selectbox(key="setting word").set_value("left").run()
    assert test.query_params["word"] == "left" and picture(test)["title"].startswith("“left”") and picture(test)["step"] == 0
    again = visit("words", **{name: test.query_params[name] for name in test.query_params})
    assert picture(again) == picture(test)


def test_a_word_that_is_one_point_in_the_embedding_is_drawn_with_a_map_for_each_layer():
    head = picture(visit("words", **QUICK, word="kind", **{"meanings-rule": "aligned"}))
    assert len(head["names"]) == 100 and head["notes"][0] == "all at one point" != head["notes"][-1]


def test_a_method_of_the_address_is_the_one_that_is_drawn():
    test = visit("words", **MEANINGS, model="seq2seq", **{"meanings-projection": "tsne"})
    assert test.query_params["meanings-projection"] == "tsne" and picture(test)["notes"] == ["", ""]
    assert any("t-SNE is fitted to each layer" in element.value for element in test.markdown)
    assert not [box for box in test.selectbox if box.key == "setting meanings-rule"]  # only PCA has rules


def test_another_layer_or_projection_does_not_run_the_network_again(monkeypatch):
    test = visit("words", **LAYERS, others="20", sentence="We count the runs of the encoder.")
    runs, plain = [], TranslationModel.encode
    monkeypatch.setattr(TranslationModel, "encode", lambda self, sentence: runs.append(sentence) or plain(self, sentence))
    test.session_state["setting layers-step"] = "3"
    test.run()
    assert not test.exception and picture(test)["step"] == 2 and test.query_params["layers-step"] == "3"
    test.button_group(key="setting layers-axes").set_value("3").run()
    assert not test.exception and picture(test)["dimensions"] == 3
    assert {*runs} <= {"We count the runs of the encoder."}  # the reader's own sentence is read each time


def cosines(test: AppTest) -> np.ndarray:
    """What the matrix of sentences was given, from 16 bits a number."""
    data, count = pictures(test)[0].bytes, len(picture(test)["panels"][0]["rows"])
    return np.frombuffer(data, "<u2", count**2, 4 + int.from_bytes(data[:4], "little")).reshape(count, count) / 65534 * 2 - 1


@pytest.mark.parametrize("pool", [pool for pool in page.POOLS if pool != "start"])  # nothing stands in front in ours
def test_sentences_are_compared_by_the_cosine_of_their_vectors(pool, model):
    lines = ["I am tired.", "The dog bites the man.", "<b>x</b>"]
    test = visit("words", **SENTENCES, sentences="\n".join(lines), pool=pool, after="2")
    vectors = [pooled(model.encode(line), 2, pool) for line in lines]
    expected = [[one @ other / np.linalg.norm(one) / np.linalg.norm(other) for other in vectors] for one in vectors]
    np.testing.assert_allclose(cosines(test), expected, atol=1e-4)
    panel = picture(test)["panels"][0]
    assert panel["rows"] == [f"{place}. {line}" for place, line in enumerate(lines, start=1)] and panel["columns"] == ["1", "2", "3"]


def test_without_context_both_orders_are_one_vector_and_a_sentence_of_unknown_words_is_none():
    test = visit("words", **SENTENCES, sentences="\n".join([*page.SENTENCES.split("\n")[:2], "xyzzyx"]), **{"vectors-of": "glove"})
    found = cosines(test)
    assert found[0, 1] == pytest.approx(1, abs=1e-4) and np.abs(found[2]).max() < 1e-4 and "after" not in test.query_params


def test_encodings_are_those_of_the_model_in_order(monkeypatch, model):
    monkeypatch.setattr(cache, "model", lambda name: load(name, "cpu"))
    found = cache.encodings("transformer", OWN)
    assert [one.sentence for one in found] == OWN and cache.encodings(
        "transformer", list(OWN)
    ) is found
    np.testing.assert_array_equal(found[2].states, model.encode(OWN[2]).states)
    assert cache.encodings("seq2seq", OWN) is not found


@pytest.mark.parametrize("message, step, point", [
    ({"step": 4, "chosen": 13}, "4", "13"), ({"step": 1, "chosen": None}, "1", "none")])
def test_what_the_space_tells_is_kept_for_the_link(monkeypatch, message, step, point):
    session = {"space layers": {"setting": message}}
    monkeypatch.setattr(state.st, "session_state", session)
    keep_point("layers")
    assert session["setting layers-step"] == step and session["setting layers-point"] == point


def settings_page() -> None:
    import streamlit as st

    from viz.app import address_bar, controls, frame
    from viz.components.space.adapter import read_point

    address_bar.open_address()
    frame.draw_sentence_bar()
    step, point = read_point("near", 5, 20, 3)
    lines = controls.edit_lines("Lines", "lines", "one\n\n  two  ", 3)
    word = controls.pick_word("Word", "word", ("left", "right"), "left")
    on = controls.switch("Switch", "exclude")
    st.text(f"{step} {point} {'|'.join(lines)} {word} {on}")
    address_bar.write_address()


def settings(**address: str) -> AppTest:
    test = AppTest.from_function(settings_page, default_timeout=30)
    for name, value in address.items():
        test.query_params[name] = value
    return test.run()


def test_without_an_address_the_settings_of_a_space_have_their_defaults():
    test = settings()
    assert test.text[0].value == "3 -1 one|two left True"
    assert test.query_params["near-step"] == "4" and test.query_params["word"] == "left" and test.query_params["exclude"] == "on"
    assert "near-point" not in test.query_params and "lines" not in test.query_params


def test_an_address_sets_the_settings_of_a_space():
    test = settings(**{"near-step": "1", "near-point": "20", "lines": "a\n b \r\n\nc", "word": "Ünïcode", "exclude": "off"})
    assert test.text[0].value == "0 19 a|b|c Ünïcode False" and not alerts(test)
    assert test.selectbox(key="setting word").options == ["left", "right", "Ünïcode"]
    test.toggle(key="switch exclude").set_value(True).run()
    assert test.text[0].value.endswith("True") and test.query_params["exclude"] == "on"
    test.text_area(key="setting lines").set_value("x\ny\nz\nw").run()
    assert test.text[0].value == "0 19 x|y|z Ünïcode True" and "4 lines; the first 3" in alerts(test)[0]


def test_a_point_that_is_no_longer_there_is_let_go_of_without_a_word():
    test = settings(**{"near-point": "7"})
    test.session_state["setting near-point"] = "21"
    test.session_state["setting near-step"] = "6"
    test.run()
    assert test.text[0].value.startswith("3 -1") and not alerts(test) and "near-point" not in test.query_params
