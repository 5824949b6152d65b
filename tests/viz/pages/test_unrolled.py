"""A recurrent translator unrolled: what is passed from cell to cell, and what a step lights."""

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.contents import content_at
from tests.pages import alerts, visit
from viz.app.page_controls import _PLAYING
from viz.app.state import setting_key
from viz.base.examples import EXAMPLE, EXAMPLES
from viz.draw.files import render
from viz.draw.tables import table
from viz.pages.bottleneck.compute import COMPUTATION
from viz.pages.bottleneck.diagram import _MOST, unrolled_chart

LOOK = {"bottleneck-look": "unrolled", "sentence": EXAMPLE}


def content_of(model: str, **settings: str):
    return content_at(COMPUTATION, LOOK | {"unrolled": model} | settings)


@pytest.mark.parametrize("model", ["seq2seq", "seq2seq-rnn", "bilstm-additive"])
def test_the_decoder_begins_with_the_last_state_of_each_direction(model):
    network = content_of(model).network
    half = len(network.handed) // 2
    assert network.handed[:half] == pytest.approx(network.encoder[-1, :half], abs=1e-6)
    assert network.handed[half:] == pytest.approx(network.encoder[0, half:], abs=1e-6)
    assert network.fed[0] == "<s>"
    assert network.fed[1:] == network.predicted[:-1]  # each piece is passed on


def test_a_step_fills_the_cells_that_it_has_reached():
    network = content_of("seq2seq").network
    read, units = len(network.read), len(network.handed)

    def filled(step: int) -> int:
        return int(np.isfinite(unrolled_chart(network, step).heatmap.values).sum())

    # A cell is two columns wide; after the first step each direction has read one piece.
    assert filled(0) == 2 * units
    assert filled(read - 1) == 2 * units * read
    assert filled(read) == 2 * units * (read + 1)  # and the state that is handed over
    assert filled(network.steps - 1) == 2 * units * (read + 1 + len(network.fed))


def test_attention_is_drawn_with_the_weights_of_the_run():
    content = content_of("bilstm-additive", **{"unrolled-step": "17"})
    place = content.network.writing(content.step)
    weights = content.trace.attention["cross"].weights[0, 0, place]
    best = int(weights.argmax())
    assert f"at that of “{content.trace.source[best]}”: {weights[best]:.2f}" in content.finding
    assert f"{weights[best]:.2f}" in [note.text for note in content.chart.notes]
    words = content_of("seq2seq", **{"unrolled-step": "17"})
    assert "looks" not in words.finding
    assert "all that the decoder gets" in content_of("seq2seq", **{"unrolled-step": "12"}).finding


@pytest.mark.slow
def test_a_long_paragraph_shows_the_cells_around_the_step():
    network = content_of("seq2seq", sentence=max(EXAMPLES, key=len), **{"unrolled-step": "90"})
    chart, read = network.chart, network.network.read
    labels = [label.strip() for label in chart.x.labels]
    assert len(read) > 100
    assert len(labels) == _MOST + 1  # and that of the state
    assert labels.count("…") == 2
    assert read[89] in labels


@pytest.mark.slow
def test_the_file_and_the_table_have_every_state():
    content = content_of("seq2seq")
    rows = table(content.chart).splitlines()
    network = content.network
    assert len(rows) == 1 + network.encoder.size + network.decoder.size
    assert render(content.chart, "svg").startswith(b"<?xml")
    assert "Step 13 of 22" in content.chart.caption
    assert content.chart.summary.endswith("the decoder reads <s>.")


def play_on() -> None:
    import streamlit as st

    from viz.app.page_controls import _PLAYING, _move_on

    if st.session_state.get(_PLAYING):
        _move_on("step", ("1", "2", "3"), due=0)


def test_playing_moves_on_to_the_last_step_and_stops():
    test = AppTest.from_function(play_on)
    test.session_state[_PLAYING] = "step"
    test.session_state[setting_key("step")] = "1"
    test.run()
    assert not test.exception
    assert test.session_state[setting_key("step")] == "3"
    assert _PLAYING not in test.session_state


@pytest.mark.slow
def test_play_at_the_last_step_begins_anew_and_stop_stops():
    test = visit("bottleneck", LOOK | {"unrolled-step": "22", "lecture": "on"})
    assert not alerts(test)
    assert [button.proto.shortcut for button in test.button if button.label == "Play"] == ["a"]
    for pressed, then in (("Play", "Stop"), ("Stop", "Play")):
        next(button for button in test.button if button.label == pressed).click().run(timeout=60)
        assert test.query_params["unrolled-step"] == "1"
        assert then in [button.label for button in test.button]
