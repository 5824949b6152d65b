"""What the HTML of a page holds beside Streamlit's own.

Below "/" it says where the server answers; Streamlit's scripts would look for it below the page
first, twice in vain. While the server has no model yet, it has the heading and the picture that
`opening` draws a moment later in its place; Streamlit's own page is white until then.
"""

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from ..base.language import LANGUAGES, t, writing_in
from .cache import alive_models
from .class_mode import CLASS
from .page import Page, holds

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

# With these the answer would be no text, or the one that the browser has.
UNWANTED = b"accept-encoding", b"if-none-match", b"if-modified-since"
REPLACED = b"content-length", b"cache-control", b"etag", b"last-modified"
# It covers the app, and the pointer goes through it, until the app has drawn the same, or, where a
# model is loaded by now, what follows a heading. Whatever else is there, as Streamlit's grey bars
# where the server does not answer, is seen after a while.
STYLE = """<style>
#first-page {
  position: fixed; inset: 4.25rem 0 0; z-index: 9; padding: 0 1.5rem; overflow: hidden;
  pointer-events: none; color-scheme: light dark; background: light-dark(#ffffff, #11151c);
  color: light-dark(#111823, #e8edf4); font: 1rem/1.6 "Source Sans", sans-serif;
}
#first-page.lecture { inset: 0; padding-top: 0.5rem; font-size: max(16px, 1.45vw); }
/* The lines of .page-heading. */
#first-page h1 { margin: 0; font-size: clamp(2rem, 4vh, 2.5rem); line-height: 1.2; }
#first-page header p { margin: 0.125rem 0 0; font-size: 1.125rem; line-height: 1.5; }
@media (max-height: 800px) and (min-width: 641px) {
  #first-page header { display: flex; flex-wrap: wrap; align-items: baseline; column-gap: 1.25rem; }
  #first-page h1 { font-size: 1.75rem; }
  #first-page header p { margin: 0; font-size: 1rem; }
}
@media (max-width: 640px) {
  #first-page { padding: 0 1rem; }
  #first-page h1 { font-size: 1.5rem; }
  #first-page header p { font-size: 1rem; }
}
#first-page p { margin: 0.25em 0 1em; }
#first-page .box {
  height: 2.5em; margin: 0.75rem 0 1.5em; border-radius: 4px;
  background: light-dark(#f2f4f8, #1b222d);
}
#first-page.lecture header { display: block; }
#first-page.lecture h1 { font-size: 1.25em; }
#first-page.lecture header p { margin: 0; font-size: 1em; line-height: 1.35; }
#first-page.lecture .box { margin-top: 0.25em; }
#first-page img {
  display: block; width: 100%; max-width: min(60rem, (100vh - 19rem) * 16 / 9);
  aspect-ratio: 16 / 9; object-fit: contain; object-position: left top;
}
</style>"""
SCRIPT = """<script>
new MutationObserver((_, observer) => {
  const leave = () => { document.getElementById("first-page")?.remove(); observer.disconnect(); };
  const shows = (selector) => document.querySelector(selector);
  if (shows(".st-key-opening img, .st-key-gallery img, [role=alert], [role=dialog]")) leave();
  else if (shows(".page-heading")) setTimeout(leave, 1000);
  else if (shows("[data-testid=stApp]")) setTimeout(leave, 15_000);
}).observe(document.body, { childList: true, subtree: true });
</script>"""
SERVER = """<script>
window.__streamlit = { BACKEND_BASE_URL: new URL(".", location.href).href };
</script>"""


class FirstPage:
    """Middleware (ASGI) that puts the place of the server and a page's example into its HTML."""

    def __init__(self, app: "ASGIApp", pages: Mapping[str, Page]):
        self.app, self.pages = app, pages

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request; see the ASGI specification."""
        is_page = scope["type"] == "http" and scope["method"] == "GET"
        page = self.page_at(scope["path"]) if is_page else None
        html = SERVER if page and not scope["path"].endswith("/") else ""
        if page and not alive_models():
            html += first_html(page, scope)
        if not html:
            await self.app(scope, receive, send)
            return
        headers = [(name, value) for name, value in scope["headers"] if name not in UNWANTED]
        answer = Answer(html, send)
        await self.app({**scope, "headers": headers}, receive, answer.send)

    def page_at(self, path: str) -> Page | None:
        """Return the page of a path, below wherever the app is served."""
        name = path.rstrip("/").rpartition("/")[2]
        front = next(iter(self.pages.values()))
        return self.pages.get(name, front if path.endswith("/") and not name else None)


class Answer:
    """Hands an answer on, and puts `html` before the body of a page that Streamlit draws into."""

    def __init__(self, html: str, send: "Send"):
        self.html, self.hand_on = html, send
        self.start: Message = {}
        self.body = b""

    async def send(self, message: "Message") -> None:
        """Take a part of the answer; the whole goes on with its last part."""
        if message["type"] == "http.response.start":
            self.start = message
            return
        self.body += message.get("body", b"")
        if message.get("more_body"):
            return
        before, root, after = self.body.partition(b'<div id="root"')
        headers = self.start["headers"]
        if root:
            self.body = before + self.html.encode() + root + after
            headers = [(name, value) for name, value in headers if name not in REPLACED]
            headers += [(b"cache-control", b"no-store"), (b"content-length", length(self.body))]
        await self.hand_on({**self.start, "headers": headers})
        await self.hand_on({"type": "http.response.body", "body": self.body})


def length(body: bytes) -> bytes:
    return str(len(body)).encode()


def first_html(page: Page, scope: Mapping[str, Any]) -> str:
    """Return what stands at a page's place, in the language of the address or the browser.

    It is "" for a page that no picture was drawn of, and for a phone of a class.
    """
    address = parse_qs(scope["query_string"].decode("latin-1"))
    if CLASS in address:
        return ""
    chosen = address.get("language", [""])[0]
    if chosen not in LANGUAGES:
        accepted = dict(scope["headers"]).get(b"accept-language", b"")
        chosen = "fr" if accepted.startswith(b"fr") else "en"
    is_lecture = address.get("lecture") == ["on"]
    with writing_in(chosen):
        if not (picture := page.opening_html() if page.opening_html else ""):
            return ""
        has_box = holds(page.has_sentence, None)
        box = '<div class="box"></div>' * has_box
        # In a lecture one line stands above the picture; see `PageRun.draw_heading`.
        has_lead = not (is_lecture and has_box)
        lead = f"<p>{escape(t(page.lead).replace('**', ''))}</p>" * has_lead
        return (
            f'{STYLE}<div id="first-page" lang="{chosen}"{" class=lecture" * is_lecture}>'
            f"<header><h1>{escape(t(page.title))}</h1>{lead}</header>{box}{picture}</div>{SCRIPT}"
        )
