"""The captioners that come with the app: what they write, where they look, what the card says."""

import hashlib

import numpy as np
import pytest
import torch

from models.scenes import (
    BEGIN,
    CAPTIONERS,
    CAPTIONERS_FOLDER,
    END,
    SETS,
    VOCABULARY,
    card,
    held_out_scenes,
    parse_scene,
)
from models.scenes.captioning import _build, _pictures, caption, load_captioner, write
from models.scenes.measuring import _gazes

SCENE = parse_scene("red dog a2, red dog b2, blue house d3")


@pytest.mark.parametrize("name", CAPTIONERS)
def test_reading_a_caption_is_writing_it_word_by_word(name):
    network = load_captioner(name)
    answer = write(network, [SCENE, parse_scene("")])[0]
    state, last, logits = network.start(_pictures([SCENE])), torch.tensor([BEGIN]), []
    with torch.inference_mode():
        for word in (*map(VOCABULARY.index, answer.words), END):
            row, state = network.step(last, state)
            assert row.argmax() == word
            logits.append(row[0, word] - row.logsumexp(-1)[0])
            last = torch.tensor([word])
    np.testing.assert_allclose(answer.probabilities, torch.stack(logits).exp(), atol=1e-5)


@pytest.mark.parametrize("name", CAPTIONERS)
def test_weights_are_shares_of_the_picture(name):
    answer = caption(SCENE)[name]
    layers, heads = (1, 1) if name == "lstm" else (2, 4)
    assert answer.weights.shape == (layers, heads, len(answer.words) + 1, 100)
    np.testing.assert_allclose(answer.weights.sum(-1), 1, atol=1e-5)
    np.testing.assert_allclose(answer.gaze_by_cell.sum(-1), 1, atol=1e-5)
    # The top left cell has the first two positions of the first two rows.
    corner = answer.gaze[:, [0, 1, 10, 11]].sum(1)
    np.testing.assert_allclose(answer.gaze_by_cell[:, 0], corner, atol=1e-6)


def test_a_vector_of_the_picture_sees_what_is_near_it():
    reader = _build("lstm").eval().reader
    with torch.inference_mode():
        empty, dog = reader(_pictures([parse_scene(""), parse_scene("red dog a1")]))
    changed = (empty - dog).abs().amax(-1).unflatten(0, (10, 10)) > 1e-6
    assert changed[:2, :2].all()
    assert not changed[4:].any()
    assert not changed[:, 4:].any()


@pytest.mark.slow
@pytest.mark.parametrize("name", CAPTIONERS)
def test_the_card_says_how_often_it_is_right_and_where_it_looks(name):
    network, count = load_captioner(name), 200
    for kind in SETS:
        captions = write(network, held_out_scenes(kind, count))
        right, of = card()["right"][name][kind]
        share = right / of
        spread = 4 * (share * (1 - share) / count) ** 0.5 + 0.01
        assert np.mean([one.is_right for one in captions]) == pytest.approx(share, abs=spread)
        if kind == "new":
            weight, area, without = np.mean(_gazes(network, captions), 0)
            assert weight == pytest.approx(card()["gaze"][name]["weight"], abs=0.1)
            assert weight >= 3 * area
            assert without < weight / 2


def test_the_card_names_its_files_and_the_commit_of_its_trainer():
    assert len(card()["trainer"]["commit"]) == 8
    for name in CAPTIONERS:
        content = (CAPTIONERS_FOLDER / f"{name}.safetensors").read_bytes()
        assert card()["sha256"][f"{name}.safetensors"] == hashlib.sha256(content).hexdigest()
        assert len(content) < 1e6
        weights = sum(parameter.numel() for parameter in load_captioner(name).parameters())
        assert card()["weights"][name] == weights < 1e6
