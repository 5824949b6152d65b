"""Lenses, patches and attributions of many sentences in one value."""

import numpy as np
import pytest

import viz  # noqa: F401  (batches are displayed)
from models import Batch, Request, UserError, WhatIf, frame, load, read_batch, save_batch
from viz.analysis.intervals import mean_interval
from viz.draw.batches import batch_charts, batch_text

SENTENCES = (
    "The big red dog is sleeping on the bed.",
    "",
    "I am tired.",
    "Two men are walking in the street near a small house.",
)
PAIRS = (
    ("He is tired.", "She is tired."),
    ("He is", "She is very tired."),
    ("The red dog is sleeping.", "The black dog is sleeping."),
)
TEXTS = "The students opened their", "He said that", "The king took off"


@pytest.fixture(scope="module")
def model():
    return load("transformer", "cpu")


@pytest.fixture(scope="module")
def lenses(model) -> Batch:
    return model.lens_many([Request(model.name, text) for text in SENTENCES])


@pytest.fixture(scope="module")
def patches(model) -> Batch:
    return model.patch_many([(Request(model.name, one), other) for one, other in PAIRS])


def assert_same(one, other):
    """Compare two answers: numbers to 1e-6, all else exactly."""
    assert type(one) is type(other)
    for name in one.__dataclass_fields__:
        here, there = getattr(one, name), getattr(other, name)
        if isinstance(here, np.ndarray | float):
            np.testing.assert_allclose(here, there, atol=1e-6, rtol=0)
        else:
            assert here == there, name


def test_sentences_decoded_together_have_the_lens_that_each_has_alone(model, lenses):
    readable = [text for text in SENTENCES if text]
    assert [lens.request.sentence for lens in lenses] == readable
    for lens, text in zip(lenses, readable, strict=True):
        assert_same(lens, model.lens(Request(model.name, text)))
    [(sentence, reason)] = lenses.refused
    assert sentence == ""
    assert reason.startswith("There is no word in this sentence")
    assert len(lenses) == 3
    assert lenses[-1] is lenses.answers[2]


def test_progress_counts_all_and_a_cell_that_is_not_there_refuses_one(model):
    done = []
    beyond = WhatIf(forced=(("cross", 3, 0, 90, 0, 1.0),))
    requests = [Request(model.name, "I am tired."), Request(model.name, "No.", what_if=beyond)]
    batch = model.lens_many(requests, 1, progress=lambda *numbers: done.append(numbers))
    assert done == [(1, 2), (2, 2)]
    assert [lens.request for lens in batch] == requests[:1]
    assert [sentence for sentence, _ in batch.refused] == ["No."]


@pytest.mark.parametrize("heads", ["", "values"])
def test_pairs_are_patched_in_both_directions(model, patches, heads):
    requests = [(Request(model.name, one), other) for one, other in PAIRS]
    batch = model.patch_many(requests, heads) if heads else patches
    for number, (one, other) in enumerate([PAIRS[0], PAIRS[2]]):
        for answers, (here, there) in ((batch, (one, other)), (batch.back, (other, one))):
            request = Request(model.name, here)
            slow = (
                model.patch_heads(request, there, heads) if heads else model.patch(request, there)
            )
            assert_same(answers[number], slow)
    [(pair, reason)] = batch.refused
    assert pair == "He is | She is very tired."
    assert "equally many" in reason
    text = batch_text(batch)
    assert "the second sentences put into the first" in text
    assert "the first sentences put into the second" in text
    assert len(batch_charts(batch)) == 2


def test_the_other_direction_does_not_follow_the_target(model):
    request = Request(model.name, "He is tired.", "Il est très fatigué.")
    batch = model.patch_many([(request, "She is tired.")])
    assert_same(batch[0], model.patch(request, "She is tired."))
    back = Request(model.name, "She is tired.")
    assert_same(batch.back[0], model.patch(back, "He is tired."))


def test_attributions_and_their_mean_shares():
    gpt = load("gpt", "cpu")
    batch = gpt.attribute_many([Request("gpt", text) for text in TEXTS])
    for sums, text in zip(batch, TEXTS, strict=True):
        assert_same(sums, gpt.attribute(Request("gpt", text)))
    parts = ("embedding", "heads", "feed_forward", "biases")
    sizes = [[np.abs(np.diff(getattr(one, part))).sum() for part in parts] for one in batch.answers]
    expected = np.mean([np.array(row) / sum(row) for row in sizes], axis=0)
    _, *lines = batch_text(batch).splitlines()
    shares = [int(line.split("%")[0].split()[-1]) for line in lines]
    np.testing.assert_allclose(shares, 100 * expected, atol=0.51)
    table = frame(batch)
    lead = table[table.text == 1].difference.sum()
    assert lead == pytest.approx(float(-np.diff(batch[1].logits)[0]), abs=1e-3)


def test_the_share_of_each_layer_is_counted_from_the_lenses(lenses):
    _, *lines = batch_text(lenses).splitlines()
    for layer, line in enumerate(lines):
        shares = [np.mean(np.array(lens.first_layers) == layer) for lens in lenses]
        assert line.split()[-4 if "–" in line else -1].rstrip("%") == f"{100 * np.mean(shares):.0f}"


def test_an_interval_is_that_of_resamples_and_one_value_has_none():
    values = np.random.default_rng(3).normal(size=400)
    mean, low, high = mean_interval(values)
    half = 1.96 * values.std() / np.sqrt(len(values))
    assert (mean - low, high - mean) == pytest.approx((half, half), rel=0.1)
    assert np.isnan(mean_interval(values[:1])[1])


def test_a_batch_is_saved_and_read(lenses, patches, tmp_path):
    for batch in (lenses, patches, Batch(())):
        save_batch(batch, tmp_path / "batch.npz")
        again = read_batch(tmp_path / "batch.npz")
        assert again.refused == batch.refused
        assert len(again) == len(batch)
        assert len(again.back) == len(batch.back)
        for one, other in zip((*again, *again.back), (*batch, *batch.back), strict=True):
            assert_same(one, other)


def test_another_file_is_refused_in_a_sentence(lenses, tmp_path):
    file = tmp_path / "batch.npz"
    with pytest.raises(UserError, match="cannot be read"):
        read_batch(file)
    save_batch(lenses, file)
    whole = file.read_bytes()
    for content in (b"", b"no archive", whole[: len(whole) // 2]):
        file.write_bytes(content)
        with pytest.raises(UserError, match=r"cannot be read|no file of save_batch"):
            read_batch(file)
    with np.errstate(all="ignore"):
        np.savez(file, kind="Lens", text=np.frombuffer(b"[1, 2]", np.uint8))
    with pytest.raises(UserError, match=r"no file of save_batch"):
        read_batch(file)


def test_every_number_is_a_row(lenses, patches):
    table = frame(lenses)
    assert len(table) == sum(lens.probabilities.size for lens in lenses)
    row = table[(table.text == 1) & (table.layer == 3) & (table.place == 2)].iloc[1]
    assert row.candidate == lenses[1].words[3][2][1]
    assert row.probability == pytest.approx(float(lenses[1].probabilities[3, 2, 1]))
    maps = frame(patches)
    assert len(maps) == sum(one.differences.size for one in (*patches, *patches.back))
    assert {*maps[maps.text == 0].word} == {"Il", "Elle"}
    assert frame(Batch(())).empty


def test_a_notebook_shows_charts_and_names_what_was_refused(lenses, model):
    shown = lenses._repr_mimebundle_()
    assert shown["text/html"].count("<svg") == 1
    assert "There is no word in this sentence" in shown["text/html"]
    alone = model.lens_many([Request(model.name, "I am tired.")])
    assert "fatigué" in alone._repr_mimebundle_()["text/html"]
    assert "No sentence could be read" in Batch(())._repr_mimebundle_()["text/html"]
    assert repr(lenses) == "Batch(3 × Lens; 1 refused)"
