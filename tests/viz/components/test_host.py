"""The interactive page: one file with the numbers of a run, which asks for nothing."""

import re
import time
import tomllib
from pathlib import Path

import numpy as np
import pytest

from tests.browser.heads_page import trace_of
from tests.contents import content_at
from tests.explorer_data import other_in, packed_in, part_of, unpack
from tests.marks import slow_after
from viz.analysis.views import HeadChoice, all_heads
from viz.base.language import writing_in
from viz.components.canvas import _MASKED, quantize_uint16
from viz.components.canvas import pack as canvas_pack
from viz.components.explorer import FILE_MANY, FILE_STEPS, pack
from viz.components.host import _compress, write_file
from viz.pages.computations import COMPUTATIONS
from viz.pages.interactive import interactive_page, is_interactive

ROOT = Path(__file__).parents[3]
HOSTILE = '<script>alert(1)</script> &amp; “$data” `code` "'


def page_of(path: str, **address: str):
    """Return the content of a page and its file."""
    content = content_at(COMPUTATIONS[path], address)
    return content, interactive_page(COMPUTATIONS[path], content)


def test_the_file_has_the_weights_of_the_run_to_3_digits():
    content, file = page_of("heads", sentence="The big red dog is sleeping.", off="cross-4-1")
    head, numbers = unpack(packed_in(file.decode()))
    assert head["steps"] == FILE_STEPS == 1000
    assert "0.001" in file.decode()
    for block, heads in zip(head["blocks"], all_heads(content.trace, True), strict=True):
        sent = numbers[block["offset"] :][: heads.weights.size].reshape(heads.weights.shape)
        assert (sent[..., ~heads.allowed] == _MASKED).all()
        assert np.abs(sent / FILE_STEPS - heads.weights)[..., heads.allowed].max() < 0.00051
    offset, count = head["first"]  # is drawn before the rest is read
    assert part_of(file.decode(), "first") == numbers[offset : offset + count].tobytes()
    chosen = content.settings.choice
    of_chosen = next(block for block in head["blocks"] if block["stack"] == chosen.stack)
    place = chosen.layer * of_chosen["heads"] + chosen.head
    assert offset == of_chosen["offset"] + place * count
    assert not any(head["can"].values())  # without a server
    assert head["off"] == "cross-4-1"


@pytest.mark.parametrize("quantity", slow_after(1, ["weight", "norm"]))
def test_the_file_holds_the_norms_beside_the_weights(quantity):
    content, file = page_of("heads", sentence="The big red dog is sleeping.", quantity=quantity)
    other, _ = page_of("heads", sentence="The big red dog is sleeping.", quantity="norm")
    if quantity == "norm":
        other, _ = page_of("heads", sentence="The big red dog is sleeping.")
    for packed, each in ((packed_in(file.decode()), content), (other_in(file.decode()), other)):
        head, numbers = unpack(packed)
        assert head["quantity"] == (each.settings.quantity or "weight")
        assert [name for name, _ in head["quantities"]] == ["weight", "norm"]
        for block, heads in zip(head["blocks"], all_heads(each.shown, True), strict=True):
            sent = numbers[block["offset"] :][: heads.drawn.size].reshape(heads.drawn.shape)
            assert np.abs(sent / FILE_STEPS - heads.drawn)[..., heads.allowed].max() < 0.00051


def test_the_file_says_how_the_app_opens_the_same_view_and_forbids_requests():
    _, file = page_of("heads", sentence="A dog.", attention="encoder", layer="1", off="cross-4-1")
    text = re.sub(r'(?s)<script type="module" async>.*?</script>', "", file.decode())
    address = re.search(r"<code>http://localhost:8501/\?([^<]+)</code>", text)
    assert address is not None
    for one in ("sentence=A+dog.", "attention=encoder", "layer=1", "off=cross-4-1"):
        assert one in address[1]
    assert "<code>streamlit run app.py</code>" in text
    assert "default-src 'none'" in text
    assert not re.search(r"(src|href)=\"(?!data:)", text)
    assert "Attention is not explanation" in text
    assert "**" not in text


def test_a_file_of_the_mask_and_of_one_head_has_what_the_page_shows():
    content, file = page_of("mask", sentence="A dog.", sees="none")
    head, numbers = unpack(packed_in(file.decode()))
    first, _, last = head["panels"]
    assert [first["title"], last["title"]] == ["Scores", "Weights"]
    weights = content.matrices[2].values
    assert numbers[last["offset"] :][: weights.size] / head["steps"] == pytest.approx(
        weights.ravel(), abs=1e-5
    )
    content, file = page_of(
        "inside", **{"sentence": "A dog.", "inside-step": "3", "inside-row": "2"}
    )
    head, _ = unpack(packed_in(file.decode()))
    assert (head["step"], head["everything"]) == (2, False)
    assert head["words"] == []  # another word needs the model


@pytest.mark.parametrize(
    "path, address, shown",
    slow_after(
        1,
        [
            ("words", {"sentence": "A dog barks.", "layers-step": "2"}, (1, -1)),
            ("words", {"words-look": "meanings", "word": "bank"}, (5, -1)),
            ("vectors", {"near": "cat", "near-point": "3"}, (0, 2)),
            ("vectors", {"vectors-look": "axes"}, (0, -1)),
        ],
    ),
)
def test_a_file_of_a_word_space_has_its_points_and_what_is_on_show(path, address, shown):
    content, file = page_of(path, **address)
    assert is_interactive(content)
    head, _ = unpack(packed_in(file.decode()))
    assert head["names"] == list(content.points.names)
    assert (head["step"], head["chosen"]) == shown
    assert not head["titled"]  # the page has the title
    assert content.points.title in file.decode()
    assert len(file) < 1e6


@pytest.mark.parametrize(
    "path, address",
    [
        ("heads", {"model": "seq2seq"}),
        ("inside", {"inside-look": "guess"}),
        ("order", {"look": "waves"}),
        ("words", {"words-look": "sentences"}),
        ("words", {"words-look": "meanings", "word": "xylophone"}),
        ("vectors", {"vectors-look": "analogies"}),
    ],
)
def test_other_pictures_have_no_interactive_page(path, address):
    assert not is_interactive(content_at(COMPUTATIONS[path], address))


def test_many_random_weights_are_compressed_in_little_time_and_room():
    random = np.random.default_rng(0).standard_normal((12, 12, 64, 64))
    scores = np.exp(3 * random)
    weights = quantize_uint16(scores / scores.sum(-1, keepdims=True), steps=FILE_STEPS)
    data = canvas_pack({}, [weights])
    start = time.process_time()
    file = write_file("explorer", data, "Weights").decode()
    assert time.process_time() - start < 0.5  # 0.05 s; 3 s with gzip at its highest level
    assert packed_in(file) == data
    assert len(_compress(data)[2]) < weights.nbytes / 3


def test_words_are_text_and_the_file_speaks_the_readers_language():
    with writing_in("fr"):
        file = write_file("explorer", b"", f"{HOSTILE}\n{HOSTILE}", [f"`a` {HOSTILE}"]).decode()
    assert '<html lang="fr">' in file
    assert "Fond sombre" in file
    assert file.count("<script>") == 0
    assert file.count("&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; “$data” ") == 4
    assert "<p><code>a</code> &lt;script&gt;" in file


def test_of_too_many_weights_a_file_has_one_head_in_full():
    trace = trace_of(150, 4, 4)
    every, _ = unpack(pack(trace, False, HeadChoice("encoder", 1, 2), for_file=True))
    assert "coarse" not in every["blocks"][0]
    assert FILE_MANY > 144 * 128 * 128  # so 128 tokens are whole in the twelve layers of BERT


def test_the_page_has_the_colours_of_the_app():
    css = (ROOT / "viz/components/host/page.css").read_text(encoding="utf-8")
    themes = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))["theme"]
    for selector, theme in ((":root {", "light"), (':root[data-theme="dark"] {', "dark")):
        rules = css.split(selector)[1].split("}")[0]
        colours = dict(re.findall(r"--st-([a-z-]+)-color: (#\w+);", rules))
        names = {name: re.sub("-(.)", lambda match: match[1].upper(), name) for name in colours}
        assert len(colours) == 5
        assert colours == {name: themes[theme][f"{names[name]}Color"] for name in colours}
