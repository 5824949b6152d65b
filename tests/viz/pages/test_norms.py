"""Norms in place of weights on the front page: numbers, captions, files, the switch."""

import io
import json
from urllib.parse import urlencode

import numpy as np
import pytest

from models import Request, WhatIf, contributions, load
from tests.contents import content_at
from tests.explorer_data import unpack
from viz.analysis.norms import with_norms
from viz.analysis.overlay import HeldWord
from viz.analysis.views import HeadChoice, Heads, heads_of
from viz.analysis.what_if_text import sentence
from viz.components.explorer import FILE_STEPS, pack
from viz.draw.head_matrices import head_matrices, row_matrices
from viz.draw.head_pictures import (
    head_picture,
    lines_picture,
    overview_picture,
    slide_picture,
    words_picture,
    writing_animation,
)
from viz.draw.matrix import Highlight
from viz.draw.tables import head_table, table
from viz.pages.adapters import explorer as adapter
from viz.pages.heads.compute import COMPUTATION
from viz.pages.heads.notes import write_notes
from viz.pages.heads.settings import HeadsSettings
from viz.pages.heads.what_ifs import _describe_null_key
from viz.view.runner import PlainRunner
from viz.view.settings import read_back, read_settings, write_address

RARE = "The unfashionable dogs are sleeping."  # words of several pieces
SINK = "The big red dog is sleeping on the bed."


@pytest.fixture(scope="module")
def runner():
    runner = PlainRunner("cpu")
    runner.model = lambda name: load(name, "cpu")
    return runner


def content_of(runner, **parameters: str):
    parameters = {"model": "transformer", "sentence": SINK, "quantity": "norm", **parameters}
    return content_at(COMPUTATION, parameters, runner)


def slow_words(trace, norms: np.ndarray, stack: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the shares and norms of one head between words, cell by cell."""
    source, read, written = trace.source_words, trace.decoder_words, trace.predicted_words
    row_words, column_words = {
        "encoder": (source, source),
        "decoder": (read, read),
        "cross": (written, source),
    }[stack]
    rows, columns = ([*dict.fromkeys(words)] for words in (row_words, column_words))
    lengths = np.zeros((len(rows), len(columns)))
    for r, row in enumerate(rows):
        queries = [place for place, word in enumerate(row_words) if word == row]
        for c, column in enumerate(columns):
            keys = [place for place, word in enumerate(column_words) if word == column]
            for query in queries:
                lengths[r, c] += sum(float(norms[query, key]) for key in keys) / len(queries)
    totals = lengths.sum(1)
    shares = np.array(
        [row / total if total else row for row, total in zip(lengths, totals, strict=True)]
    )
    return shares, lengths


@pytest.mark.parametrize("merged", [True, False])
@pytest.mark.parametrize(
    "what_if",
    [
        WhatIf(),
        WhatIf(silenced=(("decoder", 1, 0), ("cross", 3, 2))),
        WhatIf(mask="none"),
        WhatIf(temperature=3.0),
    ],
    ids=lambda what_if: "".join(what_if.applied) or "trained",
)
def test_words_have_the_shares_of_a_slow_version(runner, what_if, merged):
    model = runner.model("transformer")
    trace = model.trace(Request("transformer", RARE, what_if=what_if))
    assert len(set(trace.source_words)) < len(trace.source)
    weighted = with_norms(trace, model)
    for stack in model.attention_sizes:
        plain, heads = (heads_of(run, stack, merged) for run in (trace, weighted))
        np.testing.assert_array_equal(heads.weights, plain.weights)
        assert plain.drawn is plain.weights
        assert (plain.kind, heads.kind) == ("weight", "share")
        norms = contributions(trace, model, stack)
        for layer, head in np.ndindex(heads.drawn.shape[:2]):
            if merged:
                shares, lengths = slow_words(trace, norms[layer, head], stack)
            else:
                lengths = norms[layer, head]
                shares = lengths / np.maximum(lengths.sum(-1, keepdims=True), 1e-30)
            np.testing.assert_allclose(heads.drawn[layer, head], shares, atol=1e-6)
            measured = heads.drawn[layer, head] * heads.sums[layer, head][:, None]
            np.testing.assert_allclose(measured, lengths, atol=2e-6)
            off = (stack, layer, head) in what_if.silenced
            assert heads.drawn[layer, head].any() == (not off)


def test_of_two_sentences_a_part_keeps_the_shares_of_whole_rows():
    model = load("bert", "cpu")
    trace = with_norms(model.trace(Request("bert", "The cat sat. [SEP] The cat lay.")), model)
    whole, part = (heads_of(trace, "encoder", True, each) for each in ("all", "ab"))
    assert trace.second
    first = len(part.rows)
    np.testing.assert_allclose(part.drawn, whole.drawn[..., :first, first:], atol=1e-6)
    np.testing.assert_allclose(part.sums, whole.sums[..., :first], atol=1e-6)
    assert (part.drawn.sum(-1) < 0.999).all()


def test_one_head_and_a_part_of_one_keep_their_norms(runner):
    content = content_of(runner)
    heads = heads_of(content.shown, "cross", True)
    one = heads.only(2, 0)
    np.testing.assert_array_equal(one.drawn[0, 0], heads.drawn[2, 0])
    np.testing.assert_array_equal(one.sums[0, 0], heads.sums[2, 0])
    cut = heads.part(slice(1, 3), slice(2))
    np.testing.assert_array_equal(cut.drawn, heads.drawn[..., 1:3, :2])
    np.testing.assert_array_equal(cut.sums, heads.sums[..., 1:3])
    weights = Heads("cross", heads.weights, heads.allowed, heads.rows, heads.columns)
    assert weights.only(2, 0).shares is None
    assert weights.part(slice(1, 3), slice(2)).sums is None


@pytest.mark.parametrize("name", ["transformer", "gpt", "bert", "bilstm-dot"])
def test_every_picture_of_a_head_shows_shares_and_says_so(runner, name):
    model = runner.model(name)
    trace = model.trace(Request(name, SINK))
    weighted = with_norms(trace, model)
    stack = next(iter(model.attention_sizes))
    choice, expected = HeadChoice(stack), heads_of(weighted, stack, True).drawn[0, 0]
    formula = "‖α h‖" if name == "bilstm-dot" else "‖α v W_O‖"
    pictures = [
        head_picture(weighted, choice, True),
        lines_picture(weighted, choice, True),
        words_picture(weighted, choice, True, held=HeldWord("row", 1)),
        overview_picture(weighted, stack, True),
        slide_picture(weighted, choice, True),
    ]
    if trace.predicted:
        pictures.append(writing_animation(weighted, choice, True).frames[-1])
    for drawn in pictures:
        for matrix in drawn.matrices[:1]:
            assert matrix.kind == "share"
            np.testing.assert_array_equal(matrix.values, expected)
        for words in drawn.texts:
            assert words.kind == "share"
            np.testing.assert_array_equal(words.values, expected[1])
        if drawn.lines is not None:
            np.testing.assert_array_equal(drawn.lines.weights, expected)
            assert drawn.lines.heads == ("receives", "adds to it")
        assert f"Norm-weighted attention {formula} (Kobayashi et al. 2020)" in drawn.caption
        assert "weight" not in drawn.caption.replace("Norm-weighted", "")
    for drawn in (head_picture(trace, choice, True), overview_picture(trace, stack, True)):
        assert "Norm" not in drawn.caption
        assert not drawn.numbers


def test_csv_has_the_weight_the_norm_and_the_share_of_each_cell(runner):
    content = content_of(runner, attention="decoder", layer="2", head="1")
    heads = heads_of(content.shown, "decoder", True)
    for drawn, count in (
        (content.menu.exports[0].draw(), 1),
        (content.menu.exports[-1].draw(), 16),
    ):
        lines = table(drawn).splitlines()
        assert lines[0] == "mechanism,layer,head,row,column,weight,norm,share"
        assert len(lines) - 1 == count * heads.allowed.sum()
    layer, head, row, column = 1, 0, 3, 1
    line = next(
        line
        for line in table(content.menu.exports[0].draw()).splitlines()
        if line.startswith(f"decoder,2,1,{row + 1}. {heads.rows[row]},{column + 1}. ")
    )
    weight, norm, share = map(float, line.split(",")[-3:])
    assert weight == pytest.approx(heads.weights[layer, head, row, column], rel=1e-5)
    assert share == pytest.approx(heads.drawn[layer, head, row, column], rel=1e-5)
    assert norm == pytest.approx(share * heads.sums[layer, head, row], rel=1e-4)


def test_files_of_the_run_have_the_norms_under_their_own_name(runner):
    content, plain = content_of(runner), content_of(runner, quantity="weight")
    norms = contributions(content.trace, content.model, "cross")
    arrays = np.load(io.BytesIO(content.menu.numbers["npz"]()), allow_pickle=False)
    np.testing.assert_array_equal(arrays["attention_cross_norms"], norms)
    np.testing.assert_array_equal(
        arrays["attention_cross_weights"], content.trace.attention["cross"].weights
    )
    written = json.loads(content.menu.numbers["json"]())
    np.testing.assert_allclose(written["attention_cross_norms"], norms, rtol=1e-5)
    assert "attention_cross_norms" not in np.load(io.BytesIO(plain.menu.numbers["npz"]()))


def test_the_browser_gets_shares_sums_and_the_quantities_to_choose_from(runner):
    content = content_of(runner)
    head, numbers = unpack(
        pack(content.shown, True, HeadChoice(), frozenset({"forced"}), notes=write_notes(content))
    )
    assert head["quantity"] == "norm"
    assert head["quantities"] == [["weight", "Weight α"], ["norm", "Norm ‖α v W_O‖"]]
    assert not head["can"]["forced"]
    block = next(block for block in head["blocks"] if block["stack"] == "cross")
    heads = heads_of(content.shown, "cross", True)
    size = heads.drawn.size
    sent = np.asarray(numbers[block["offset"] : block["offset"] + size]) / head["steps"]
    np.testing.assert_allclose(sent.reshape(heads.drawn.shape), heads.drawn, atol=1e-4)
    np.testing.assert_allclose(block["sums"], heads.sums.ravel(), rtol=1e-3)
    assert block["kind"] == "share"
    plain = content_of(runner, quantity="weight")
    head, _ = unpack(pack(plain.shown, True, HeadChoice(), notes=write_notes(plain)))
    assert head["quantity"] == "weight"
    assert {block["kind"] for block in head["blocks"]} == {"weight"}
    assert not any("sums" in block for block in head["blocks"])


def test_a_file_shows_norms_in_its_steps(runner):
    content = content_of(runner)
    head, _ = unpack(
        pack(content.shown, True, HeadChoice(), notes=write_notes(content), for_file=True)
    )
    assert head["steps"] == FILE_STEPS
    assert head["formula"] == "‖α v W_O‖"


def test_of_a_long_text_the_head_in_full_has_its_sums(runner, monkeypatch):
    monkeypatch.setattr("viz.components.explorer.MANY", 10)
    monkeypatch.setattr("viz.components.explorer._SIDE", 4)
    content, choice = content_of(runner), HeadChoice("cross", 2, 1)
    head, _ = unpack(pack(content.shown, True, choice, notes=write_notes(content)))
    block = next(block for block in head["blocks"] if block["stack"] == "cross")
    heads = heads_of(content.shown, "cross", True)
    assert "sums" not in block
    np.testing.assert_allclose(block["full"]["sums"], heads.sums[2, 1], rtol=1e-3)


def test_what_captions_say_of_the_weights_is_said_of_the_weights(runner):
    content = content_of(runner, attention="decoder", layer="2", head="1")
    plain = content_of(runner, attention="decoder", layer="2", head="1", quantity="weight")
    caption = write_notes(content).captions["decoder"][1][0]
    assert plain.finding.startswith("Attention sink")
    assert caption == content.finding
    assert caption.endswith(f"By weight: {plain.finding}")
    heads = heads_of(content.shown, "decoder", True)
    weight, share = (values[1, 0, :, 0].mean() for values in (heads.weights, heads.shares))
    shares = f"{100 * weight:.0f}% of the weight, {100 * share:.0f}% of the norm"
    assert caption.startswith(f"“<s>”: {shares} (mean of the rows). ")
    assert weight > share + 0.2  # in this sentence the sink moves less than it weighs
    profiles = write_notes(content).profiles
    assert profiles.source.endswith("sentences, by weight")
    assert not any(head.sign or head.label for head in profiles.heads.values())
    assert any(head.sign for head in write_notes(plain).profiles.heads.values())


def test_a_head_that_is_off_has_no_share_of_the_norms(runner):
    content = content_of(runner, off="decoder-2-1", attention="decoder", layer="2", head="1")
    assert content.finding.startswith("By weight: ")
    assert content.shown.norms["decoder"][1, 1].any()
    assert not content.shown.norms["decoder"][1, 0].any()


def test_a_pinned_head_shows_the_same_quantity(runner):
    pin = urlencode(
        {"model": "bilstm-dot", "sentence": SINK, "attention": "cross", "layer": "1", "head": "1"}
    )
    content = content_of(runner, pin=pin)
    assert content.comparison.first.kind == "share"
    assert content.pinned.trace.formula == "‖α h‖"
    caption = content.draw().caption
    assert "‖α h‖" in caption
    assert "‖α v W_O‖" in caption


def test_explanation_table_and_parts_of_lessons_follow(runner):
    content = content_of(runner)
    assert "‖α v W_O‖" in content.explanation
    assert "‖α h‖ of the vector" in content_of(runner, model="bilstm-dot").explanation
    heads = heads_of(content.shown, "cross", True)
    table = head_table(heads, HeadChoice("cross", 2, 0)).to_numpy(float)
    np.testing.assert_allclose(table, heads.drawn[2, 0], atol=5e-4)
    [matrix] = head_matrices(content.shown, HeadChoice("cross", 2, 0), True)
    np.testing.assert_array_equal(matrix.sums, heads.sums[2, 0])
    row = [Highlight(heads.rows[1], heads.columns[1])]
    _, every = row_matrices(content.shown, HeadChoice("cross", 2, 0), True, row)
    assert every.kind == "share"
    assert "adds at most" in every.caption


def test_a_model_without_heads_or_with_an_unknown_output_offers_weights_alone(runner, monkeypatch):
    assert content_of(runner, model="seq2seq").settings.quantity is None
    model = load("gpt", "cpu")
    refusing = dict(model.capabilities.unanswered) | {"contributions": "…"}
    capabilities = type(model.capabilities)(
        **{
            name: getattr(model.capabilities, name)
            for name in model.capabilities.__dataclass_fields__
        }
        | {"unanswered": refusing}
    )
    monkeypatch.setitem(model.__dict__, "capabilities", capabilities)
    content = content_of(runner, model="gpt")
    assert content.settings.quantity is None
    assert content.shown is content.trace
    assert not write_notes(content).quantities


def test_the_switch_sets_the_parameter_of_links(runner, monkeypatch):
    kept = {}
    monkeypatch.setattr(adapter, "read_message", lambda key, name: {"name": "norm"})
    monkeypatch.setattr(adapter, "set_setting", kept.__setitem__)
    adapter._keep_quantity()
    assert kept == {"quantity": "norm"}


def test_a_link_has_it_in_one_parameter_and_leaves_weights_out(runner):
    for quantity, expected in (("norm", "norm"), ("weight", None)):
        reading = read_back(content_of(runner, quantity=quantity).settings, runner)
        address = write_address(reading.settings.view, [reading])
        assert address.get("quantity") == expected
        assert read_settings(HeadsSettings, address, runner).settings.quantity == quantity


def test_with_a_null_key_the_page_says_what_rows_lack(runner):
    content = content_of(runner, model="gpt", quantity="weight", **{"null-key": "on"})
    missing = content.trace.attention["decoder"].null_weights
    choice = content.settings.choice
    share = missing[choice.layer, choice.head].mean()
    assert share > 0.05
    assert f"the weight of the null key, {share:.0%} on average in this head" in content.explanation
    assert "Rows add up to 1." not in content.explanation
    assert f"The null key takes {missing.mean():.0%} of all" in _describe_null_key(content.trace)
    assert "with which the model was not trained" in sentence(content.what_if, content.trace)
    plain = content_of(runner, model="gpt", quantity="weight")
    assert "Rows add up to 1." in plain.explanation
    assert "null key" not in plain.explanation
    # As a share of what is added, a row is whole.
    shares = content_of(runner, model="gpt", **{"null-key": "on"}).shown
    np.testing.assert_allclose(heads_of(shares, "decoder", False).drawn.sum(-1), 1, atol=1e-5)
    assert content_of(runner, model="bilstm-dot").settings.null_key is None
