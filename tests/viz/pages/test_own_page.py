"""The page that shows the attention in a file of the visitor."""

import gc
import io
import json
import re
import subprocess
import sys
import weakref
from types import SimpleNamespace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from models import Request, UserError
from tests.explorer_data import unpack
from tests.hostile_weights import HOSTILE
from tests.pages import alerts, opened, parameters_of, pictures, visit_with
from viz.analysis.views import HeadChoice
from viz.app import bounded_cache
from viz.app.state import _READING, setting_key
from viz.base.examples import EXAMPLE
from viz.base.language import t, writing_in
from viz.components import explorer
from viz.draw.files.archive import trace_json, trace_npz
from viz.pages import panels
from viz.pages.own import page
from viz.pages.own.compute import (
    _MOST_WEIGHTS,
    CODE,
    COMPUTATION,
    OwnContent,
    example_file,
    read_own,
)
from viz.pages.own.page import _FILE, _pack, _show_content
from viz.view.computation import ExportMenu
from viz.view.runner import plain_runner
from viz.view.settings import read_settings

WORDS = ["[CLS]", "the", "dog", "[SEP]"]
RUNNER = plain_runner("cpu")
RNG = np.random.default_rng(0)


def rows(*shape: int) -> np.ndarray:
    weights = RNG.random(shape)
    return weights / weights.sum(-1, keepdims=True)


WEIGHTS = rows(3, 2, 4, 4)


def npz(**arguments) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, **arguments)
    return file.getvalue()


def of_file(content: bytes, name: str = "own.npz", **address: str) -> OwnContent:
    settings = read_settings(COMPUTATION.settings, address, RUNNER, EXAMPLE).settings
    return OwnContent(settings, read_own(name, content))


def upload(test: AppTest, name: str, content: bytes) -> AppTest:
    test.file_uploader(_FILE).set_value((name, content, "application/octet-stream")).run()
    assert not test.exception
    return test


def blocks(block) -> list:
    inner = [child for child in block.children.values() if hasattr(child, "children")]
    return [*inner, *(block for each in inner for block in blocks(each))]


def head_of(test: AppTest) -> dict:
    [proto] = pictures(test)
    return unpack(proto.bytes)[0]


def test_a_file_is_shown_to_its_visitor_alone_and_no_link_has_it(monkeypatch):
    menus: list[ExportMenu] = []
    monkeypatch.setattr(panels, "show_menu", menus.append)
    test = visit_with("own")
    assert [one.value for one in test.text] == [f"The example file: {EXAMPLE}"]
    upload(test, "mine.npz", npz(attention=WEIGHTS, tokens=WORDS, sentence_b_start=2))
    assert not alerts(test)
    assert [one.value for one in test.text] == ["mine.npz"]
    [block] = head_of(test)["blocks"]
    assert (block["rows"], block["layers"], block["heads"]) == (WORDS, 3, 2)
    test.session_state[setting_key("own-head")] = "encoder-2-2"
    test.session_state[setting_key("own-between")] = "ab"
    opened(test, "share")
    head = head_of(test)
    assert head["choice"] == ["encoder", 1, 1]
    assert (head["blocks"][0]["rows"], head["blocks"][0]["columns"]) == (WORDS[:2], WORDS[2:])
    address = parameters_of(test)
    assert (address["own-head"], address["own-between"]) == ("encoder-2-2", "ab")
    assert "mine" not in json.dumps(address)
    assert any("A link opens this page without your file" in one.value for one in test.markdown)
    [matrix] = menus[-1].exports[0].draw().matrices
    np.testing.assert_allclose(matrix.values, WEIGHTS[1, 1, :2, 2:], atol=1e-6)
    assert menus[-1].numbers["html"]().startswith(b"<!doctype html>")

    other = opened(visit_with("own", **{"own-head": "encoder-2-2"}), "share")
    assert [one.value for one in other.text] == [f"The example file: {EXAMPLE}"]
    assert not any("without your file" in one.value for one in other.markdown)


def test_of_a_hybrid_the_page_shows_and_exports_a_layer_with_attention():
    layers = {"attention": [None, None, *rows(2, 2, 4, 4).tolist()], "tokens": WORDS}
    own = of_file(json.dumps(layers).encode(), "mine.json", **{"own-head": "encoder-1-2"})
    assert own.choice == HeadChoice("encoder", 2, 1)
    assert own.title == "mine.json\nNo attention in layers 1–2 of 4."
    assert unpack(_pack(_show_content(own)))[0]["blocks"][0]["without"] == [0, 1]
    picture = own.menu.exports[0].draw()
    assert "layer 3, head 2" in picture.matrices[0].title
    assert picture.caption == own.title


def test_of_two_sentences_in_a_decoder_the_second_is_not_seen_by_the_first():
    causal = np.tril(rows(1, 2, 4, 4))
    file = npz(attention=causal / causal.sum(-1, keepdims=True), tokens=WORDS, sentence_b_start=2)
    picture = of_file(file, **{"own-between": "ab"})
    assert picture.choice == HeadChoice("decoder", 0, 0)
    assert "without" not in unpack(_pack(_show_content(picture)))[0]["blocks"][0]


def test_a_damaged_file_is_a_sentence_and_another_one_can_be_opened():
    test = upload(visit_with("own"), "bad.json", b'{"attention": [[[0.5, 0.4], [0, 1]]]')
    [alert] = alerts(test)
    assert "“bad.json” cannot be read as .json" in alert
    assert not pictures(test)
    upload(test, "good.json", json.dumps({"attention": WEIGHTS.tolist(), "tokens": WORDS}).encode())
    assert not alerts(test)
    assert pictures(test)


@pytest.mark.parametrize("ending", HOSTILE)
def test_a_hostile_file_is_a_sentence(ending):
    for content in HOSTILE[ending].values():
        with pytest.raises(UserError, match=f"“own.{ending}” (cannot be read|holds no weights)"):
            of_file(content, f"own.{ending}")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"attention": WEIGHTS / 2}, r"“own.npz” cannot be shown: attention\[0, 0, 0\].* to 1"),
        ({"attention": WEIGHTS[..., :3]}, "cannot be shown: attention"),
        ({"attention": WEIGHTS, "sentence_b_start": 9}, "sentence_b_start is 9 for 4 tokens"),
        ({"attention": np.zeros((1, 1, 2048, 2049), bool)}, "4,196,352 weights in 1 heads; this"),
        ({"attention": np.ones((1025, 1, 1, 1), bool)}, "1,025 weights in 1,025 heads"),
        ({"attention": np.zeros(2**25, bool)}, "holds more than 33,554,432 bytes"),
        ({"blocks.0.attn.hook_pattern": np.zeros(2**22 + 1, bool)}, "4,194,305 weights"),
    ],
)
def test_weights_that_do_not_fit_are_a_sentence(arguments, sentence):
    with pytest.raises(UserError) as error:
        of_file(npz(tokens=WORDS, **arguments))
    assert re.search(sentence, str(error.value))


@pytest.mark.parametrize("value", ["[]", "[0]", "{}", '""'])
def test_json_that_becomes_many_times_its_bytes_is_refused_before_it_is_read(value, monkeypatch):
    monkeypatch.setattr(json, "loads", None)
    content = f'{{"tokens": [{",".join([value] * 10**6)}]}}'.encode()
    with pytest.raises(UserError, match="holds more than 33,554,432 bytes"):
        of_file(content, "own.json")


SCORES = np.log(WEIGHTS)
HOLED = np.where(np.arange(4) == 1, np.nan, WEIGHTS)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        (
            "own.npz",
            npz(attention=HOLED, tokens=WORDS),
            r"\[0, 0, 0, 1\] est nan, ce qui n'est",
        ),
        ("own.npz", npz(attention=SCORES, tokens=WORDS), r"vaut −\d,\d+\s; un poids est un nombre"),
        ("own.npz", npz(attention=WEIGHTS / 2, tokens=WORDS), r"est 0,5 et non 1.* 24 lignes sur"),
        ("own.npz", npz(attention=WEIGHTS[0, 0, 0], tokens=WORDS), r"a la forme \[4\]\s; il faut"),
        ("own.npz", npz(attention=WEIGHTS, tokens=WORDS[1:]), "4 requêtes et 4 clés pour 3 et 3"),
        ("own.npz", b"no zip", "fichier .npz\\s: ce n'est pas une archive zip"),
        ("own.npz", npz(attention=np.zeros(2**25, bool)), "plus de 33\\s554\\s432 octets"),
        ("own.json", b'{"attention": [[', "la ligne 1, colonne 17 n'est pas du JSON"),
        ("own.json", b'{"attention": [[[1], [0, 1]]]}', "ses listes n'ont pas la même longueur"),
        ("own.safetensors", b"\0", "il est endommagé, ou écrit autrement"),
    ],
)
def test_in_french_what_is_wrong_with_a_file_is_french(name, content, sentence):
    with writing_in("fr"):
        with pytest.raises(UserError) as error:
            of_file(content, name)
        wording = t(error.value.text, **error.value.values)
    assert re.search(sentence, wording)
    assert not re.search(r"\b(the|is|not|file|weights?)\b", wording)


def test_a_file_is_read_once_until_it_is_closed_or_others_need_the_room(monkeypatch):
    read = []
    of_page = page.read_own
    monkeypatch.setattr(page, "read_own", lambda *file: read.append(file[0]) or of_page(*file))
    test = upload(visit_with("own"), "a.npz", npz(attention=WEIGHTS, tokens=WORDS))
    test.session_state[setting_key("own-head")] = "encoder-2-2"
    test.run().run()
    assert read == ["a.npz"]
    upload(test, "b.npz", npz(attention=WEIGHTS / 2, tokens=WORDS)).run()
    assert "to 1" in alerts(test)[0]
    assert read == ["a.npz", "b.npz"]
    monkeypatch.setattr(bounded_cache, "_MAX_READINGS", (0, 0))
    bounded_cache.MemoryReading("of another visitor", b"")
    test.run()
    assert "to 1" in alerts(test)[0]
    assert read == ["a.npz", "b.npz", "b.npz"]
    kept = weakref.ref(test.session_state[_READING])
    test.file_uploader(_FILE).set_value(None).run()
    gc.collect()
    assert not kept()


def leave_page() -> None:
    import streamlit as st

    from viz.app.address_bar import note_page
    from viz.app.state import _READING

    st.session_state[_READING] = "of a file"
    for path in "own", "own", "words":
        st.text(_READING in st.session_state)
        note_page(path)
    st.text(_READING in st.session_state)


def test_what_was_read_of_a_file_goes_when_its_page_is_left():
    test = AppTest.from_function(leave_page).run()
    assert [one.value for one in test.text] == ["True", "True", "True", "False"]


def test_in_a_lecture_the_file_and_its_name_stay():
    test = visit_with("own", lecture="on")
    [row] = [block for block in blocks(test.main) if block.proto.id.endswith("-bar")]  # slides.js
    assert row.get("file_uploader")
    assert [one.value for one in row.text] == [f"The example file: {EXAMPLE}"]


def test_as_many_heads_as_are_read_are_sent_and_what_fills_the_browser_is_not_packed(monkeypatch):
    weights = np.full((32, 32, 64, 64), 1 / 64, np.float16)
    words = [f"w{place}" for place in range(64)]
    assert weights.size == _MOST_WEIGHTS
    _pack(_show_content(of_file(npz(attention=weights[:, :8], tokens=words))))
    monkeypatch.setattr(explorer, "pack_run", None)
    with pytest.raises(UserError, match="take 8.4 MB in the browser, which gets at most 6"):
        _pack(_show_content(of_file(npz(attention=weights, tokens=words))))


def test_a_link_to_a_head_that_the_file_lacks_shows_the_nearest_and_no_head_an_alert():
    picture = of_file(npz(attention=WEIGHTS, tokens=WORDS), **{"own-head": "cross-9-9"})
    assert picture.choice == HeadChoice("encoder", 2, 1)
    for text in ("encoder", "encoder-0-1", "encoder-1-x"):
        reading = read_settings(COMPUTATION.settings, {"own-head": text}, RUNNER, EXAMPLE)
        assert "cannot be read" in reading.refusals[0].sentence
        assert reading.settings.head == ""


def test_the_example_and_the_exports_of_the_app_are_such_files():
    content = COMPUTATION.compute(
        read_settings(COMPUTATION.settings, {}, RUNNER, EXAMPLE).settings, RUNNER
    )
    picture = of_file(example_file(RUNNER))
    np.testing.assert_array_equal(
        picture.attention.heads().weights, content.attention.heads().weights
    )
    assert picture.attention.caption == EXAMPLE
    trace = RUNNER.trace(Request("transformer", "The dog."))
    for name, exported in (("run.npz", trace_npz(trace)), ("run.json", trace_json(trace))):
        assert [*of_file(exported, name).sizes] == ["encoder", "decoder", "cross"]


def test_the_three_lines_write_such_a_file(tmp_path, monkeypatch):
    torch = pytest.importorskip("torch")
    layers = tuple(torch.tensor(layer)[None] for layer in WEIGHTS)
    monkeypatch.chdir(tmp_path)
    exec(CODE, {"output": SimpleNamespace(attentions=layers), "tokens": WORDS})
    picture = of_file((tmp_path / "own.npz").read_bytes())
    np.testing.assert_allclose(picture.attention.heads().weights, WEIGHTS, atol=1e-3)
    assert picture.attention.caption == "My model"


@pytest.mark.parametrize(
    "count",
    [pytest.param(200, marks=pytest.mark.slow), pytest.param(2000, marks=pytest.mark.weekly)],
)
@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory of a process in /proc")
def test_files_at_random_are_shown_or_refused_within_the_bounds_of_an_upload(count):
    command = [sys.executable, "-W", "ignore", "-m", "tests.fuzz_weights", "--count", str(count)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30 + count)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr[-2000:]
