"""The page on words: every look."""

import json

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from models import Request, load
from models.words import glove, meanings
from tests import pages
from tests.contents import content_at
from tests.marks import slow_after
from tests.pages import alerts, charts, numbers, picture, pictures, visit_with
from tests.viz.pages.words.cases import LAYERS, MEANINGS, MINE, OWN, SENTENCES
from viz.app import cache
from viz.base.language import model_title, with_minus
from viz.pages.words import settings as page
from viz.pages.words.cancelling import Cancelling, _kept_lengths
from viz.pages.words.compute import COMPUTATION
from viz.pages.words.compute_meanings import occurrences
from viz.pages.words.occurrences import group_inflections, pooled, word_states
from viz.view.runner import encodings

MODELS = pytest.mark.parametrize(
    "model", slow_after(1, ["transformer", "bilstm-additive", "seq2seq"])
)


@MODELS
def test_the_space_has_a_point_for_each_word_of_yours_first_and_of_the_others(model):
    sentence, network = "The big red dog is antidisestablishmentarian!", load(model, "cpu")
    test = visit_with("words", **LAYERS, model=model, sentence=sentence, others="20")
    others = [meanings.examples()[place * 65].english for place in range(20)]
    expected = [
        [label for label in word_states(network.encode(one))[0] if any(map(str.isalnum, label))]
        for one in (sentence, *others)
    ]
    head = picture(test)
    assert head["names"] == [label for labels in expected for label in labels]
    assert head["details"] == [
        one for one, labels in zip((sentence, *others), expected) for _ in labels
    ]
    assert head["strong"] == list(range(6))
    assert head["paths"]
    assert tuple(head["step_names"]) == network.network.encoder_steps
    assert head["step"] == 0
    assert head["chosen"] == -1
    assert all(
        head["group_names"][group] == name.lower()
        if group >= 0
        else name.lower() not in head["group_names"]
        for name, group in zip(head["names"], head["groups"])
    )
    assert {*head["group_names"]} == {label.lower() for label in expected[0]}
    assert f"{len(head['names'])} words in the encoder of {model_title(model)}" == head["title"]


def test_one_word_has_a_point_for_each_sentence_and_opens_on_the_last_layer(model):
    head = picture(visit_with("words", **MEANINGS))
    sentences = [example.english for example in meanings.examples() if example.word == "left"]
    assert head["details"] == sentences
    assert all("left" in name.lower() for name in head["names"])
    assert head["step"] == len(head["step_names"]) - 1 == 5
    assert head["title"].startswith("“left” in 100 sentences")


def test_by_meaning_a_colour_is_the_meaning_written_down():
    head = picture(visit_with("words", **MEANINGS, colour="meaning"))
    written = [example.meaning for example in meanings.examples() if example.word == "left"]
    assert [head["group_names"][group] for group in head["groups"]] == written


def test_the_curves_are_the_silhouettes_that_were_measured():
    test = visit_with("words", **MEANINGS, word="left")
    stored = json.loads(meanings.SEPARATION.read_text(encoding="utf-8"))["transformer"]["left"]
    curves = {curve["name"]: numbers(curve["y"]) for curve in charts(test)[0]["data"]}
    assert curves["by the meaning"] == pytest.approx(stored["meaning"], abs=0.002)
    assert curves["by the translation"] == pytest.approx(stored["french"], abs=0.002)


def test_the_table_of_all_words_is_that_of_the_model(model):
    test = pages.opened(visit_with("words", **MEANINGS, word="left", model="seq2seq"), "told apart")
    stored = json.loads(meanings.SEPARATION.read_text(encoding="utf-8"))["seq2seq"]
    table = test.table[0].value
    assert table["word"].tolist() == [*stored]
    assert table["last layer"].tolist() == [
        with_minus(f"{row['meaning'][-1]:.2f}") for row in stored.values()
    ]


@MODELS
def test_lines_of_the_readers_own_are_drawn(model):
    test = visit_with("words", **MINE, model=model)
    head = picture(test)
    network = load(model, "cpu")
    assert head["details"] == OWN
    assert not alerts(test)
    assert test.text_area(key="setting lines").value == test.query_params["lines"] == "\n".join(OWN)
    # No French word occurs three times among five sentences.
    assert head["group_names"] == []
    assert "one colour" in test.info[0].value
    text = " ".join(element.value for element in test.markdown)
    assert ("This model has no cross-attention" in text) == (not network.attention_sizes)


@pytest.mark.slow
def test_in_lines_of_the_readers_own_a_colour_is_the_french_that_the_model_writes(model):
    lines = [f"{who} left at {hour}." for who in ("I", "We", "They") for hour in ("noon", "six")]
    lines += [f"The {thing} is on the left." for thing in ("house", "bank", "door", "car", "bed")]
    head = picture(visit_with("words", **MINE | {"lines": "\n".join(lines)}))
    aligner = page.best_aligner(model)
    french = group_inflections(
        [occurrences(model, aligner, "left", [(line, None, None)])[0].french for line in lines]
    )
    assert [
        head["group_names"][group] if group >= 0 else None for group in head["groups"]
    ] == french
    assert "gauche" in french
    assert all(
        "gauche" in model.trace(Request("transformer", line)).translation for line in lines[6:]
    )


def cosines(test: AppTest) -> np.ndarray:
    """Return the data of the matrix of sentences, 16 bits per number."""
    data, count = pictures(test)[0].bytes, len(picture(test)["panels"][0]["rows"])
    return (
        np.frombuffer(data, "<u2", count**2, 4 + int.from_bytes(data[:4], "little")).reshape(
            count, count
        )
        / 65534
        * 2
        - 1
    )


# Our models have no token before the words.
@pytest.mark.parametrize("pool", [pool for pool in page.POOLS if pool != "start"])
def test_sentences_are_compared_by_the_cosine_of_their_vectors(pool, model):
    lines = ["I am tired.", "The dog bites the man.", "<b>x</b>"]
    test = visit_with("words", **SENTENCES, sentences="\n".join(lines), pool=pool, after="2")
    vectors = [pooled(model.encode(line), 2, pool) for line in lines]
    expected = [
        [vector @ other / np.linalg.norm(vector) / np.linalg.norm(other) for other in vectors]
        for vector in vectors
    ]
    np.testing.assert_allclose(cosines(test), expected, atol=1e-4)
    panel = picture(test)["panels"][0]
    assert panel["rows"] == [f"{place}. {line}" for place, line in enumerate(lines, start=1)]
    assert panel["columns"] == ["1", "2", "3"]


def test_without_context_both_orders_are_one_vector_and_a_sentence_of_unknown_words_is_none():
    test = visit_with(
        "words",
        **SENTENCES,
        sentences="\n".join([*page._SENTENCES.split("\n")[:2], "xyzzyx"]),
        **{"vectors-of": "glove"},
    )
    similarities = cosines(test)
    assert similarities[0, 1] == pytest.approx(1, abs=1e-4)
    assert np.abs(similarities[2]).max() < 1e-4
    assert "after" not in test.query_params


def test_encodings_are_those_of_the_model_in_order(monkeypatch, model):
    monkeypatch.setattr(cache, "model", lambda name: load(name, "cpu"))
    runner = cache.CachedRunner()
    read = encodings(runner, "transformer", OWN)
    assert [one.sentence for one in read] == OWN
    assert encodings(runner, "transformer", list(OWN)) is read
    np.testing.assert_array_equal(read[2].states, model.encode(OWN[2]).states)
    assert encodings(runner, "seq2seq", OWN) is not read


def at(model: str, token: int):
    return content_at(
        COMPUTATION, {"words-look": "input", "model": model, "input-token": str(token)}
    )


@pytest.mark.parametrize("model, count", [("bert", 3), ("gpt", 2), ("transformer", 2)])
def test_the_parts_of_a_token_add_up_to_what_the_first_layer_reads(model, count):
    content = at(model, 4)
    assert len(content.parts) == count
    total = content.chart.heatmap.values[-1]
    np.testing.assert_allclose(total, sum(content.parts.values()), atol=1e-6)
    read = content.encoding.states[list(content.encoding.steps).index("layer 1") - 1, 3]
    if model == "bert":  # which normalises the sum
        norm = load("bert", device="cpu").network.embedding_norm
        total = (total - total.mean()) / np.sqrt(total.var() + norm.eps)
        total = total * norm.weight.detach().numpy() + norm.bias.detach().numpy()
    np.testing.assert_allclose(total, read, atol=1e-4)
    assert ("no segments" in content.finding) == (model != "bert")


def test_a_model_without_positions_says_so():
    assert "does not tell what its first layer adds up" in at("bilstm-dot", 2).alert


def test_one_direction_keeps_all_right_angles_a_square_root_and_opposites_nothing():
    same = np.tile([3.0, 4.0], (4, 1)) * np.arange(1, 5)[:, None]
    np.testing.assert_allclose(_kept_lengths(same), 1)
    np.testing.assert_allclose(_kept_lengths(np.eye(4)), np.arange(1, 5) ** -0.5)
    np.testing.assert_allclose(_kept_lengths(np.array([[1.0, 0], [-1, 0]])), [1, 0])


def test_colours_point_the_same_way_and_a_sentence_is_as_words_at_random():
    """The share at the end is that of the vectors added one by one."""
    colours, sentence = (
        Cancelling(["I sleep", line]) for line in ("red blue green", "The dog is on the bed.")
    )
    vectors = [glove().table[glove().find(word)].astype(float) for word in colours.words]
    share = np.linalg.norm(sum(vectors)) / sum(map(np.linalg.norm, vectors))
    assert colours.shares[-1] == pytest.approx(share, abs=1e-4)
    assert colours.shares[-1] > colours.random[2, -1]
    assert "similar directions" in colours.finding
    assert sentence.words == ["the", "dog", "is", "on", "the", "bed"]
    assert sentence.shares[-1] < sentence.random[2, -1]
    assert "no more than" in sentence.finding


def test_the_mean_is_drawn_of_word_vectors_alone():
    address = {"words-look": "sentences", "sentences": "The dog sleeps.\nxyzzyx"}
    assert content_at(COMPUTATION, address).cancelling is None
    content = content_at(COMPUTATION, address | {"vectors-of": "glove"})
    assert content.cancelling is not None
    assert len(content.menu.exports) == 2
    assert content.cancelling.chart.marks[-1].y == pytest.approx(content.cancelling.shares)
    unknown = content_at(
        COMPUTATION, address | {"vectors-of": "glove", "sentences": "xyzzyx\nqwrt"}
    )
    assert unknown.cancelling is None
