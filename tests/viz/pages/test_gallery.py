"""The gallery: every picture is drawn, its text is true, and its link opens what it shows."""

import io
import json
import sys
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest
from PIL import Image

from models import Request, UserError, WhatIf, files, load
from models.answers.counting import shipped_counts
from tests.contents import content_at
from tests.marks import slow_after
from tests.pages import alerts, visit
from viz.analysis.aligners import align, aligners
from viz.analysis.views import heads_of
from viz.base.progress import unwatched
from viz.cli.gallery import main
from viz.draw.files import render
from viz.draw.files.presets import FORMATS
from viz.jobs.with_models import ModelWorker
from viz.pages.gallery import pictures as gallery
from viz.pages.gallery import shipped
from viz.pages.gallery.compute import GalleryContent
from viz.pages.gallery.page import grouped
from viz.pages.next.compute import COMPUTATION as NEXT
from viz.pages.registry import PAGES
from viz.view.runner import plain_runner

ENTRIES = {entry.name: entry for entry in gallery.ENTRIES}


def parameters_of(entry: gallery.CatalogueEntry) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(entry.address).query))


def test_names_and_titles_tell_the_entries_apart():
    assert (
        len(ENTRIES)
        == len(gallery.ENTRIES)
        == len({entry.title for entry in gallery.ENTRIES})
        == len({(e.address, e.export) for e in gallery.ENTRIES})
    )
    assert all(
        entry.caption.endswith(".") and len(entry.caption) < 110 for entry in gallery.ENTRIES
    )
    assert all(
        entry.source is None or entry.source[1].startswith("https://") for entry in gallery.ENTRIES
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.weekly if place % 4 else ())
        for place, name in enumerate(ENTRIES)
    ],
)
def test_every_picture_is_drawn_and_small(name):
    content = gallery.picture(ENTRIES[name])
    image = Image.open(io.BytesIO(content))
    assert image.size == gallery._SIZE
    assert image.format == "PNG"
    assert len(content) < 200_000
    assert np.asarray(image.convert("L")).std() > 10  # not an empty page


@pytest.mark.slow
@pytest.mark.parametrize("name", ENTRIES)
def test_a_link_opens_what_it_says_without_a_complaint(name):
    entry = ENTRIES[name]
    page = urlsplit(entry.address).path.strip("/") or next(iter(PAGES))
    parameters = parameters_of(entry)
    test = visit(page, parameters)
    assert not alerts(test)
    assert {part: test.query_params.get(part) for part in parameters} == parameters


@pytest.mark.parametrize(
    ("name", "looks", "at"),
    slow_after(
        1,
        [
            ("rouge", "rouge", "red"),
            ("rouge", "chien", "dog"),
            ("application", "its", "application"),
            ("it", "it", "tired"),
        ],
    ),
)
def test_what_a_caption_says_of_two_words_is_so(model, name, looks, at):
    parameters = parameters_of(ENTRIES[name])
    heads = heads_of(
        model.trace(Request(model.name, parameters["sentence"])),
        parameters["attention"],
        parameters.get("words", "merged") == "merged",
    )
    row = heads.weights[
        int(parameters["layer"]) - 1, int(parameters["head"]) - 1, heads.rows.index(looks)
    ]
    assert heads.columns[row.argmax()] == at
    assert f"“{looks}”" in ENTRIES[name].caption
    assert f"“{at}”" in ENTRIES[name].caption


def test_no_head_takes_it_to_the_animal_as_its_caption_says(model):
    sentence = parameters_of(ENTRIES["it"])["sentence"]
    heads = heads_of(model.trace(Request(model.name, sentence)), "encoder", True)
    rows = heads.weights[:, :, heads.rows.index("it")]
    assert f"{rows[3, 0, heads.columns.index('tired')]:.2f} of its weight" in ENTRIES["it"].caption
    assert rows[:, :, heads.columns.index("animal")].max() < 0.2


def test_of_the_european_economic_area_the_transformer_turns_three_words_and_the_bilstm_one(model):
    parameters = parameters_of(ENTRIES["agreement"])

    def looked_at(name: str) -> list[tuple[str, float]]:
        network = load(name, "cpu")
        aligner = next(iter(aligners(network.attention_sizes["cross"], network.card).values()))
        trace = network.trace(Request(name, parameters["sentence"], parameters["french"]))
        lines = align(trace, aligner, True)
        rows = [
            lines.weights[lines.rows.index(word)] for word in ("zone", "économique", "européenne")
        ]
        return [(lines.columns[row.argmax()], float(row.max())) for row in rows]

    ours = looked_at(parameters["second"])
    names = ["Area", "Economic", "European"]
    assert [word for word, _ in ours] == names
    assert all(share > 0.5 for _, share in ours)
    blurred = looked_at(parameters["model"])
    assert [word == name for (word, _), name in zip(blurred, names, strict=True)] == [
        False,
        True,
        False,
    ]


def test_the_temperature_leaves_nearly_every_head_looking_everywhere(model):
    """A relative entropy of 1 is the same attention to every word."""
    parameters = parameters_of(ENTRIES["temperature"])
    what_if = WhatIf(temperature=float(parameters["temperature"]))
    as_trained = model.trace(Request(model.name, parameters["sentence"]))
    request = Request(model.name, parameters["sentence"], as_trained.translation, what_if)
    weights = model.trace(request).attention["cross"].weights
    even = (-weights * np.log(weights)).sum(-1).mean(-1) / np.log(weights.shape[-1])
    assert (even > 0.85).sum() >= even.size - 2
    assert "The scores divided by 4" in ENTRIES["temperature"].caption


def test_the_counts_are_as_the_caption_says():
    counts, entry = shipped_counts(), ENTRIES["never-seen"]
    table, piece = counts.table.tables[0], counts.tokenizer.piece
    words = [piece(row)[:1] == " " and piece(row)[1:2].isalnum() for row in table.rows.tolist()]
    assert round(table.seen[words].sum() / 1e6) == 4
    seen = {ending.text: ending.seen for ending in content_at(NEXT, parameters_of(entry)).endings}
    assert (seen["opened their"], seen["students opened their"]) == (9, 0)
    assert "nine times in 4 million words" in entry.caption


def test_most_words_look_at_the_next_one_in_the_head_that_is_said_to(model):
    parameters = parameters_of(ENTRIES["structure"])
    weights = (
        model.trace(Request(model.name, parameters["sentence"]))
        .attention["encoder"]
        .weights[int(parameters["layer"]) - 1, int(parameters["head"]) - 1]
    )
    assert (weights.argmax(1)[:-1] == np.arange(1, len(weights))).mean() > 0.5


def test_without_positions_a_new_order_gives_the_same_states(model):
    parameters = parameters_of(ENTRIES["bag-of-words"])
    first, second = (
        model.trace(Request(model.name, text, None, WhatIf(positions="off")))
        for text in (parameters["sentence"], parameters["other"])
    )
    assert sorted(first.source) == sorted(second.source)
    for word, state in zip(first.source, first.hidden["encoder"][-1]):
        assert np.abs(second.hidden["encoder"][-1] - state).max(1).min() < 1e-4, word


@pytest.mark.slow
def test_the_page_shows_every_picture_with_its_source_and_its_link():
    test = visit("gallery", {})
    links = [button.proto.url for button in test.get("link_button")]
    assert sorted(links) == sorted(f".{entry.address}" for entry in gallery.ENTRIES)
    files = [button.key for button in test.get("download_button")]
    assert sorted(files) == sorted(
        f"{entry.name} {format}" for entry in gallery.ENTRIES for format in FORMATS
    )
    text = "\n".join(element.value for element in test.markdown)
    assert len(test.get("image")) == len(gallery.ENTRIES)
    assert all(entry.title in text for entry in gallery.ENTRIES)
    assert all(entry.source[1] in text for entry in gallery.ENTRIES if entry.source)


@pytest.mark.slow
def test_a_card_writes_the_picture_of_its_page():
    runner = plain_runner("cpu")
    content = GalleryContent(runner)
    for name in ("rouge", "mask"):
        entry_picture = gallery.draw_entry(ENTRIES[name], runner)
        assert content.write(ENTRIES[name], "svg") == render(entry_picture, "svg")


def test_pictures_of_other_weights_or_other_views_are_not_shown(monkeypatch, tmp_path):
    for name in ENTRIES:
        (tmp_path / f"{name}.en.light.webp").write_bytes(name.encode())
    monkeypatch.setattr(shipped, "DRAWN_FOLDER", tmp_path)
    for drawn_from, is_shown in (
        (None, False),
        ("other weights", False),
        (shipped._digest(), True),
    ):
        if drawn_from:
            (tmp_path / shipped._DIGEST).write_text(drawn_from + "\n")
        pictures = shipped.shipped_pictures("en", False)
        assert pictures == ({name: name.encode() for name in ENTRIES} if is_shown else {})
    assert shipped.shipped_pictures("en", True) == {}  # files are missing


def test_the_digest_is_of_the_weights_and_the_views(monkeypatch, tmp_path):
    before = shipped._digest.__wrapped__()
    assert before == shipped._digest()
    with monkeypatch.context() as patch:
        patch.setattr(shipped, "ENTRIES", gallery.ENTRIES[1:])
        assert shipped._digest.__wrapped__() != before
    for folder in files.SHIPPED.iterdir():
        (tmp_path / folder.name).mkdir()
        (tmp_path / folder.name / "card.json").write_bytes((folder / "card.json").read_bytes())
    monkeypatch.setattr(files, "SHIPPED", tmp_path)
    assert shipped._digest.__wrapped__() == before
    card = tmp_path / "transformer" / "card.json"
    card.write_text(
        card.read_text().replace('"weights.safetensors": "', '"weights.safetensors": "0')
    )
    assert shipped._digest.__wrapped__() != before


def test_every_picture_has_a_group():
    groups = grouped()
    assert sum(map(len, groups.values())) == len(gallery.ENTRIES)
    assert {"Heads", "Mask", "Order"} <= groups.keys()


@pytest.mark.slow
def test_the_command_writes_the_files_it_is_asked_for_and_refuses_others(tmp_path, capsys):
    assert main(["rouge", "--json", "--to", str(tmp_path / "new")]) == 0
    file = tmp_path / "new" / "rouge.png"
    assert file.read_bytes() == gallery.picture(ENTRIES["rouge"])
    assert json.loads(capsys.readouterr().out) == {"file": str(file)}
    with pytest.raises(SystemExit) as stopped:
        main(["vert", "--to", str(tmp_path)])
    assert stopped.value.code == 2
    assert "there is no picture “vert”" in capsys.readouterr().err


@pytest.fixture
def room(monkeypatch):
    """There is enough memory for a child process."""
    monkeypatch.setattr("viz.jobs.with_models.has_little_memory", lambda enough: False)


@pytest.mark.weekly
def test_a_process_of_its_own_draws_the_same_pictures_with_progress(room):
    worker, reports = ModelWorker(120), []
    pictures = worker.compute(
        gallery.draw_all, plain_runner("auto"), lambda *done: reports.append(done[:2])
    )
    assert worker.process is not None
    assert {*pictures} == {*ENTRIES}
    assert reports[-1] == (len(ENTRIES), len(ENTRIES))
    assert len({*reports}) > 3
    for name in ("rouge", "cost"):
        assert pictures[name] == gallery._card_picture(ENTRIES[name], plain_runner("auto"))
    worker.stop()


@pytest.mark.weekly
def test_the_process_ends_with_who_waits_and_at_its_limit(room):
    """At each push tests/viz/jobs ends a process at its limit, and test_tune_page one of models."""
    worker = ModelWorker(120)

    def leave(done: int, total: int, so_far: object) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        worker.compute(gallery.draw_all, plain_runner("auto"), leave)
    assert worker.process is None
    with pytest.raises(UserError, match="more than the 1 seconds of computing"):
        ModelWorker(1).compute(gallery.draw_all, plain_runner("auto"), unwatched)


@pytest.mark.parametrize("quiet", [False, True])
def test_progress_is_for_a_terminal_and_not_for_quiet(quiet, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("viz.cli.gallery.picture", lambda entry: b"drawn")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["rouge", "mask", "--to", str(tmp_path), *["--quiet"] * quiet]) == 0
    assert (tmp_path / "mask.png").read_bytes() == b"drawn"
    assert ("pictures: 100%" in capsys.readouterr().err) != quiet
