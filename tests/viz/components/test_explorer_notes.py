"""The explorer's notes: words before and after a change, and captions."""

from dataclasses import replace

import pytest

from models import Request, WhatIf, load
from tests.browser.heads_page import trace_of
from tests.contents import content_at
from tests.marks import slow_after
from viz.analysis.views import heads_of
from viz.components.explorer.notes import Notes, Profiles, compare_words
from viz.pages.heads.compute import COMPUTATION, HeadsContent
from viz.pages.heads.notes import _caption_one, pack_explorer, write_notes


def content_of(**address: str) -> HeadsContent:
    return content_at(COMPUTATION, address)


def words(*texts: str) -> list[dict]:
    return [{"text": text, "probability": 0.5} for text in texts]


def trained(*texts: str) -> list[dict]:
    return [{"text": text, "probability": 0.4, "before": 0.9} for text in texts]


def test_of_a_model_as_trained_there_is_nothing_to_compare():
    assert compare_words(words("Le", "chat"), Notes()) == words("Le", "chat")


def test_probabilities_are_compared_up_to_the_first_other_word():
    notes = Notes(trained=trained("Le", "gros", "chien", "dort"))
    compared = compare_words(words("Le", "gros", "chat", "dort"), notes)
    assert [word.get("before") for word in compared] == [0.9, 0.9, None, None]
    assert [word["changed"] for word in compared] == [False, False, True, False]


@pytest.mark.parametrize("now", [("Le",), ("Le", "chien", "dort", "bien"), ()])
def test_translations_of_different_length_are_compared(now):
    compared = compare_words(words(*now), Notes(trained=trained("Le", "chien")))
    assert len(compared) == len(now)


@pytest.fixture(scope="module")
def changed():
    return content_of(sentence="The big red dog is sleeping.", off="cross-4-4,cross-4-1")


def test_each_word_has_its_probability_as_trained_and_with_the_heads_off(changed):
    notes = write_notes(changed)
    model = load("transformer", "cpu")
    translation = changed.trained.translation
    for name, what_if in (("before", WhatIf()), ("probability", changed.what_if)):
        request = Request("transformer", "The big red dog is sleeping.", translation, what_if)
        expected = [choice.probability for choice in model.trace(request).choices]
        if not changed.settings.merged:
            assert [word[name] for word in notes.trained] == pytest.approx(expected, abs=1e-5)
    assert any(word["before"] != word["probability"] for word in notes.trained)
    assert notes.same == (changed.trace.translation == translation)


def test_which_heads_matter_is_computed_only_when_asked():
    plain = write_notes(content_of(sentence="I am tired."))
    assert plain.losses is None
    assert plain.can_rank
    assert not plain.trained
    notes = write_notes(content_of(sentence="I am tired.", importance="on"))
    assert len(notes.losses) == 48
    ablation = notes.ablation
    place = ablation.heads.index(("cross", 2, 0))
    assert notes.losses["cross-3-1"] == pytest.approx(
        float(ablation.baseline - ablation.log_probability[place]), abs=1e-4
    )


def test_who_asks_the_same_gets_what_is_packed_already(changed):
    plain = content_of(sentence="The big red dog is sleeping.")
    packed = pack_explorer(plain)
    assert pack_explorer(content_of(sentence="The big red dog is sleeping.")) is packed
    assert pack_explorer(changed) != packed
    # The change was refused just now: the picture is that of the model as trained.
    refused = replace(changed, trace=plain.trace, what_if=WhatIf(), alert="Try again.")
    assert pack_explorer(refused) != pack_explorer(changed)


def test_a_profile_measured_since_is_drawn(monkeypatch):
    content = content_of(sentence="I am tired.")
    pack_explorer(content)
    measured = Profiles("Over 7 sentences", ("the next word",), {})
    monkeypatch.setattr("viz.pages.heads.notes.profile_heads", lambda content: measured)
    assert measured.encoded in pack_explorer(content)


def test_every_head_of_a_small_model_has_a_caption():
    notes = write_notes(content_of(sentence="I am tired."))
    assert {stack: len(layers) for stack, layers in notes.captions.items()} == {
        "encoder": 4,
        "decoder": 4,
        "cross": 4,
    }
    assert all(caption for layers in notes.captions.values() for row in layers for caption in row)


def test_of_a_large_model_only_the_head_on_show_has_a_caption():
    heads = heads_of(trace_of(30, 2, 3), "encoder", merged=False)
    captions = _caption_one(heads, 1, 2)
    assert captions[1][2]
    assert [caption for row in captions for caption in row].count("") == 5


@pytest.mark.parametrize(
    ("model", "head", "title"),
    slow_after(
        2,
        [
            ("transformer", "attention=cross&layer=3&head=2", "Cross-attention · layer 3, head 2"),
            ("bilstm-dot", "attention=cross", "Cross-attention"),
            (
                "bert",
                "attention=encoder&layer=4&head=3",
                "Encoder self-attention · layer 4, head 3",
            ),
        ],
    ),
)
def test_a_pinned_head_says_its_place_and_no_empty_translation(model, head, title):
    sentence = "The big red dog is sleeping."
    pin = f"model={model}&sentence={sentence}&{head}"
    pinned = write_notes(content_of(sentence=sentence, model="gpt", pin=pin)).pinned
    assert pinned.title == title
    assert "“”" not in pinned.about
