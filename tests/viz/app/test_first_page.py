"""What the browser shows before Streamlit's scripts run, while the server has no model."""

import html
import json
import shutil
from base64 import b64encode
from pathlib import Path

import pytest

from models import files
from tests.protocol import run_apart
from viz.app import first_page
from viz.base.language import complete_languages, t, writing_in
from viz.cli.covers import _covers_file
from viz.pages.gallery.catalogue import ENTRIES
from viz.pages.gallery.shipped import COVERS, DRAWN_FOLDER, path
from viz.pages.registry import PAGES

SHELL = b'<html><body><div id="root"></div></body></html>'
STYLED = SHELL.decode().replace("<div", f"{first_page._style(is_lecture=False)}<div")
CONDITIONS = [(b"accept-encoding", b"gzip"), (b"if-none-match", b'"1"'), (b"host", b"here")]


def asked(
    address: str,
    language: str = "en",
    body: bytes = SHELL,
    folder: Path = DRAWN_FOLDER,
    loaded: bool = False,
) -> tuple[dict, str, list]:
    """Return the headers and the body of the answer, and the headers that Streamlit was sent."""
    where, _, query = address.partition("?")
    received, sent = [], []

    async def streamlit(scope, receive, send):
        received.extend(scope["headers"])
        length = str(len(body)).encode()
        headers = [(b"content-length", length), (b"etag", b'"1"'), (b"x-kept", b"yes")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body[:20], "more_body": True})
        await send({"type": "http.response.body", "body": body[20:]})

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "path": where,
        "query_string": query.encode(),
        "headers": [*CONDITIONS, (b"accept-language", language.encode())],
    }
    run_apart(first_page.FirstPage(streamlit, folder, lambda: loaded)(scope, None, send))
    start, *parts = sent
    return dict(start["headers"]), b"".join(part["body"] for part in parts).decode(), received


@pytest.mark.parametrize("language", complete_languages())
@pytest.mark.parametrize("page", ["heads", "mask"])
def test_a_page_of_a_cold_server_has_its_question_and_its_picture(page, language):
    headers, text, received = asked(f"/base/{page}", f"{language}-CA,en;q=0.5")
    with writing_in(language):
        assert f"<h1>{html.escape(t(PAGES[page].title))}</h1>" in text
        assert t("**An example, until the model is loaded.** {caption}", caption="")[2:20] in text
    assert text.count("data:image/webp;base64,") == 2  # light and dark
    assert text.index('id="first-page"') < text.index('id="root"')
    assert int(headers[b"content-length"]) == len(text.encode())
    assert headers[b"x-kept"] == b"yes"
    assert b"etag" not in headers
    assert [name for name, _ in received] == [b"host", b"accept-language"]


def test_the_address_chooses_the_language_and_a_lecture_has_no_lead():
    _, text, _ = asked("/?language=fr&lecture=on")
    assert 'lang="fr" class=lecture' in text
    with writing_in("fr"):
        page = next(iter(PAGES.values()))
        assert html.escape(t(page.title)) in text
        assert html.escape(t(page.lead)) not in text


def test_a_page_of_a_server_with_a_model_has_its_style_alone_and_files_are_as_they_are():
    assert asked("/static/js/index.js", body=b"let a = 1; let b = 2;")[1] == "let a = 1; let b = 2;"
    assert asked("/_stcore/health")[1] == SHELL.decode()
    headers, _, received = asked("/static/js/index.js", loaded=True)
    assert headers[b"etag"] == b'"1"'
    assert received[: len(CONDITIONS)] == CONDITIONS
    assert asked("/", loaded=True)[1] == STYLED


def test_the_style_of_a_lecture_is_there_in_a_lecture_alone():
    assert (first_page.FRAME in STYLED, first_page.LECTURE in STYLED) == (True, False)
    assert first_page.LECTURE in asked("/?lecture=on", loaded=True)[1]


@pytest.mark.parametrize(
    "part", ["lesson-cards", "gallery", "headmap", "space-", "folded-labelled"]
)
def test_what_would_move_while_a_page_opens_has_its_room_in_the_html(part):
    assert f"st-key-{part}" in asked("/lessons", loaded=True)[1]


def test_the_picture_is_that_of_the_gallery_and_without_one_the_page_is_as_it_was():
    for dark in (False, True):
        assert b64encode(path("mask", "en", dark).read_bytes()).decode() in asked("/mask")[1]
    assert 'id="first-page"' not in asked("/lessons")[1]


def test_the_gallery_of_a_cold_server_has_its_cards():
    text = asked("/gallery", "fr")[1]
    cards = text.count('class="card"')
    assert text.count("data:image/webp;base64,") == 2 * cards == 2 * len(ENTRIES)
    assert b64encode(path("all-heads", "fr", True).read_bytes()).decode() in text
    with writing_in("fr"):
        assert f"<strong>{t('One head')}</strong>" in text
        assert 'D\'après <a href="https://arxiv.org/abs/1409.0473">Bahdanau' in text
    assert f'href="{html.escape(f".{ENTRIES[0].address}&language=fr")}"' in text
    assert len(text) < 1_500_000


def test_a_page_below_the_front_page_says_where_the_server_is():
    text = STYLED.replace("<style", f"{first_page._SERVER}<style", 1)
    assert asked("/mask", loaded=True)[1] == text


def test_the_file_has_what_the_pages_say_today():
    """A page that no picture shows may be missing: it is as Streamlit has it."""
    shipped, today = json.loads((DRAWN_FOLDER / COVERS).read_bytes()), json.loads(_covers_file())
    for page, covers in today["pages"].items():
        if page in shipped["pages"] or covers["en"]["picture"]:
            assert shipped["pages"].get(page) == covers, "python -m viz.covers"
    assert {*shipped["pages"]} <= {*today["pages"]}
    assert shipped["seals"] == today["seals"]


def test_after_training_and_without_a_picture_the_page_is_as_it_was(tmp_path):
    folder = shutil.copytree(DRAWN_FOLDER, tmp_path / "drawn")
    assert 'id="first-page"' in asked("/", folder=folder)[1]
    for picture in folder.glob("*.webp"):
        picture.unlink()
    assert asked("/", folder=folder)[1] == STYLED
    covers = json.loads((DRAWN_FOLDER / COVERS).read_bytes())
    covers["seals"]["transformer"] = "other weights"
    shutil.copytree(DRAWN_FOLDER, folder, dirs_exist_ok=True)
    (folder / COVERS).write_text(json.dumps(covers), encoding="utf-8")
    assert asked("/", folder=folder)[1] == STYLED
    (folder / COVERS).write_text("{", encoding="utf-8")
    assert asked("/mask", folder=folder)[1] == SHELL.decode()


@pytest.mark.parametrize("card", ["{", "[]"])
def test_a_damaged_card_takes_the_picture_and_nothing_else(monkeypatch, tmp_path, card):
    (tmp_path / "transformer").mkdir()
    (tmp_path / "transformer" / "card.json").write_text(card, encoding="utf-8")
    monkeypatch.setattr(files, "SHIPPED", tmp_path)
    assert 'id="first-page"' not in asked("/mask")[1]
