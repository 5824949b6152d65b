"""What the browser shows before Streamlit's scripts run, while the server has no model."""

import html
from base64 import b64encode

import pytest

from tests.protocol import run_apart
from viz.app import first_page
from viz.base.language import LANGUAGES, t, writing_in
from viz.pages.gallery.shipped import path
from viz.pages.registry import PAGES

SHELL = b'<html><body><div id="root"></div></body></html>'
CONDITIONS = [(b"accept-encoding", b"gzip"), (b"if-none-match", b'"1"'), (b"host", b"here")]


@pytest.fixture
def models(monkeypatch):
    """The models that the server has."""
    loaded: dict[str, object] = {}
    monkeypatch.setattr(first_page, "alive_models", lambda: loaded)
    return loaded


def asked(address: str, language: str = "en", body: bytes = SHELL) -> tuple[dict, str, list]:
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
    run_apart(first_page.FirstPage(streamlit, PAGES)(scope, None, send))
    start, *parts = sent
    return dict(start["headers"]), b"".join(part["body"] for part in parts).decode(), received


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["heads", "mask"])
def test_a_page_of_a_cold_server_has_its_question_and_its_picture(models, page, language):
    headers, text, received = asked(f"/base/{page}", f"{language}-CA,en;q=0.5")
    with writing_in(language):
        assert f"<h1>{html.escape(t(PAGES[page].title))}</h1>" in text
        assert t("**An example, until the model is loaded.** {caption}", caption="")[2:20] in text
    assert text.count("data:image/webp;base64,") == 2  # light and dark
    assert text.index('id="first-page"') < text.index('id="root"')
    assert int(headers[b"content-length"]) == len(text.encode())
    assert headers[b"cache-control"] == b"no-store"
    assert headers[b"x-kept"] == b"yes"
    assert b"etag" not in headers
    assert [name for name, _ in received] == [b"host", b"accept-language"]


def test_the_address_chooses_the_language_and_a_lecture_has_no_lead(models):
    _, text, _ = asked("/?language=fr&lecture=on")
    assert 'lang="fr" class=lecture' in text
    with writing_in("fr"):
        page = next(iter(PAGES.values()))
        assert html.escape(t(page.title)) in text
        assert html.escape(t(page.lead)) not in text


def test_files_and_pages_of_a_server_with_a_model_are_handed_on_as_they_are(models):
    assert asked("/static/js/index.js", body=b"let a = 1; let b = 2;")[1] == "let a = 1; let b = 2;"
    assert asked("/_stcore/health")[1] == SHELL.decode()
    models["any"] = object()
    headers, text, received = asked("/")
    assert text == SHELL.decode()
    assert headers[b"etag"] == b'"1"'
    assert received[: len(CONDITIONS)] == CONDITIONS


def test_the_picture_is_that_of_the_gallery_and_without_one_the_page_is_as_it_was(models):
    for dark in (False, True):
        assert b64encode(path("mask", "en", dark).read_bytes()).decode() in asked("/mask")[1]
    assert 'id="first-page"' not in asked("/lessons")[1]


def test_the_gallery_of_a_cold_server_has_its_first_cards(models):
    text = asked("/gallery", "fr")[1]
    assert text.count("data:image/webp;base64,") == 2 * text.count('class="card"') == 12
    assert b64encode(path("all-heads", "fr", True).read_bytes()).decode() in text
    with writing_in("fr"):
        assert f"<strong>{t('One head')}</strong>" in text
    assert len(text) < 500_000


def test_a_page_below_the_front_page_says_where_the_server_is(models):
    models["any"] = object()
    assert asked("/mask")[1] == SHELL.decode().replace("<div", f"{first_page.SERVER}<div")


def test_a_phone_that_opens_the_link_of_a_class_is_shown_no_page_of_the_app(models):
    assert asked("/?class=ABCD&language=fr")[1] == SHELL.decode()
    assert 'id="first-page"' in asked("/?class=")[1]
