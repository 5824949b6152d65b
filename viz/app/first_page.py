"""What the HTML of a page holds beside Streamlit's own.

It has the style around a page, so that nothing moves when the app brings it. Below "/" it says
where the server answers; Streamlit's scripts would look for it below the page first, twice in vain.
Until the app and its first model are loaded, it has the heading and the
picture that `opening` draws a moment later in its place; Streamlit's own page is white until then.
These are read from a file, since the pages take a second to import.
"""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict
from urllib.parse import parse_qs

from models.files import seals

from ..base.language import languages, preferred_language
from ..base.theme import style_sheet, style_text

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_PICTURE = re.compile(r'(?<==")[\w.-]+\.webp(?=")')  # in HTML
# With these the answer would be no text, or the one that the browser has.
_UNWANTED = b"accept-encoding", b"if-none-match", b"if-modified-since"
_REPLACED = b"content-length", b"etag", b"last-modified"
# It covers the app, and the pointer goes through it, until the app has drawn the same, or, where a
# model is loaded by now, what follows a heading. Whatever else is there, as Streamlit's grey bars
# where the server does not answer, is seen after a while.
_STYLE = style_sheet(__file__, "first_page.css")
_SCRIPT = """<script>
new MutationObserver((_, observer) => {
  // Cards that were scrolled to stay where they are.
  const placesOf = (cards) => [...document.querySelectorAll(`${cards} img`)].map((card) =>
    card.getBoundingClientRect().top);
  const leave = () => {
    const cover = document.getElementById("first-page");
    const places = placesOf("#first-page"), own = placesOf(".st-key-gallery");
    const first = places.findIndex((top) => top > 0);
    if (cover?.scrollTop && first in own)
      document.querySelector(".stMain").scrollTop += own[first] - places[first];
    cover?.remove();
    observer.disconnect();
  };
  const shows = (selector) => document.querySelector(selector);
  const drawn = placesOf(".st-key-gallery").length;
  if (shows(".st-key-opening img, [role=alert], [role=dialog]")) leave();
  else if (drawn && drawn >= placesOf("#first-page").length) leave();
  else if (shows(".page-heading") && !shows("#first-page .card")) setTimeout(leave, 1000);
  else if (shows("[data-testid=stApp]")) setTimeout(leave, 15_000);
}).observe(document.body, { childList: true, subtree: true });
</script>"""
# The style around every page, until the app has brought the same: Streamlit loads what brings it
# after it has drawn the first containers, which would move.
_HERE = Path(__file__).parent
_SHEETS = "frame.css", "notice.css", "side_panel.css"
# On one line each: Streamlit looks at each line of it in each run.
FRAME = "".join(style_text(_HERE / sheet) for sheet in _SHEETS)
LECTURE = style_text(_HERE.parent / "components/lecture/page.css")
_UNTIL_DRAWN = """<script>
new MutationObserver((_, observer) => {
  if (!document.querySelector("style.frame")) return;
  document.getElementById("first-style")?.remove();
  observer.disconnect();
}).observe(document.body, { childList: true, subtree: true });
</script>"""
# As lecture.js sets it once it runs.
_ZOOM = """<script>
document.documentElement.style.setProperty("--lecture-zoom", Math.max(1, innerWidth / 960));
</script>"""
# Streamlit loads the code of a widget when the first of its kind is drawn, and shows a bar until
# then, which is not as high, as is a component that has painted nothing. What stands below would
# move: while the page opens it is seen once its place is known.
_UNTIL_STILL = """<style id="first-still">
.stMain [data-testid=stSkeleton],
.stMain .stHorizontalBlock:has([data-testid=stSkeleton]),
.stMain :is([data-testid=stElementContainer], [data-testid=stLayoutWrapper]):has(
  [data-testid=stSkeleton], [data-unpainted]
):not(:has(> :is(.st-key-corner, .st-key-waiting))) ~ * {
  opacity: 0; transition: none; pointer-events: none;
}
</style><script>
{
  let frame;
  const leave = () => {
    document.getElementById("first-still")?.remove();
    cancelAnimationFrame(frame);
  };
  const seen = new WeakMap();  // part: its height, and the frames since it is painted and so high
  const isPainted = (part) => {
    const root = part.querySelector("[data-testid=stBidiComponentIsolated]")?.shadowRoot;
    return root?.childElementCount ? !root.querySelector(".canvas-view:not([data-painted])")
      : part.querySelector(".main-svg");
  };
  const look = () => {
    frame = requestAnimationFrame(look);
    const main = document.querySelector(".stMain:has(.page-heading)");
    if (!main) return;
    for (const part of main.querySelectorAll(".stBidiComponent, .stPlotlyChart")) {
      const [height, frames] = seen.get(part) ?? [0, 0], high = part.offsetHeight;
      seen.set(part, [high, isPainted(part) && high === height ? frames + 1 : 0]);
      part.toggleAttribute("data-unpainted", seen.get(part)[1] < 3);
    }
    const hasLast = main.querySelector(".st-key-unseen-edition");
    if (hasLast && !main.querySelector("[data-testid=stSkeleton], [data-unpainted]")) leave();
  };
  look();
  addEventListener("DOMContentLoaded", () => setTimeout(leave, 15_000));
}
</script>"""
_SERVER = """<script>
window.__streamlit = { BACKEND_BASE_URL: new URL(".", location.href).href };
</script>"""


class Cover(TypedDict):
    """What stands at a page's place, in one language."""

    title: str
    lead: str
    has_sentence: bool
    picture: str  # HTML that names files beside this one, or ""


class Covers(TypedDict):
    """The content of `covers.json`."""

    seals: Mapping[str, str | int]  # of the weights that the pictures were drawn from
    pages: Mapping[str, Mapping[str, Cover]]  # by path and language, the front page first


class FirstPage:
    """Middleware (ASGI) that puts the place of the server and a page's example into its HTML.

    The covers are read from the `folder` of their pictures.
    """

    def __init__(self, app: "ASGIApp", folder: Path, is_loaded: Callable[[], bool]):
        self.app, self.folder, self.is_loaded = app, folder, is_loaded

    @cached_property
    def pages(self) -> Mapping[str, Mapping[str, Cover]]:
        """The covers by path and language, the front page first."""
        return self.covers["pages"]

    @cached_property
    def covers(self) -> Covers:
        """The content of the file; where it is damaged, pages are as Streamlit has them."""
        covers = Covers(seals={}, pages={})
        with suppress(OSError, ValueError):
            covers = json.loads((self.folder / "covers.json").read_bytes())
        return covers

    @cached_property
    def is_of_these_weights(self) -> bool:
        """Whether the pictures were drawn from the weights that are shipped now."""
        with suppress(OSError, ValueError, AttributeError):  # a damaged card
            return self.covers["seals"] == seals()
        return False

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request; see the ASGI specification."""
        is_page = scope["type"] == "http" and scope["method"] == "GET"
        page = self.page_at(scope["path"]) if is_page else None
        html = _SERVER if page and not scope["path"].endswith("/") else ""
        address = parse_qs(scope["query_string"].decode("latin-1")) if page else {}
        if page:
            html += _style(address.get("lecture") == ["on"])
            if not self.is_loaded():
                html += self.cover(page, address, dict(scope["headers"]))
        if not html:
            await self.app(scope, receive, send)
            return
        headers = [(name, value) for name, value in scope["headers"] if name not in _UNWANTED]
        answer = _Answer(html, send)
        await self.app({**scope, "headers": headers}, receive, answer.send)

    def page_at(self, path: str) -> Mapping[str, Cover] | None:
        """Return the covers of the page of a path, below wherever the app is served."""
        name = path.rstrip("/").rpartition("/")[2]
        front = next(iter(self.pages.values()), None)
        return self.pages.get(name, front if path.endswith("/") and not name else None)

    def cover(
        self,
        page: Mapping[str, Cover],
        address: Mapping[str, Sequence[str]],
        headers: Mapping[bytes, bytes],
    ) -> str:
        """Return what stands at a page's place, in the language of the address or the browser.

        It is "" for a page that no picture was drawn of.
        """
        chosen = address.get("language", [""])[0]
        if chosen not in languages():
            accepted = headers.get(b"accept-language", b"")
            chosen = preferred_language(accepted.decode("latin-1"))
        if chosen not in page:
            chosen = "en"
        if not page[chosen]["picture"] or not self.is_of_these_weights:
            return ""
        with suppress(OSError):  # a picture that is not there
            return self.html(page[chosen], chosen, address.get("lecture") == ["on"])
        return ""

    def html(self, cover: Cover, language: str, is_lecture: bool) -> str:
        """Return a cover as HTML, with its pictures in it."""
        box = '<div class="box"></div>' * cover["has_sentence"]
        # In a lecture one line stands above the picture; see `PageRun.draw_heading`.
        has_lead = not (is_lecture and cover["has_sentence"])
        lead = f"<p>{escape(cover['lead'].replace('**', ''))}</p>" * has_lead
        picture = _PICTURE.sub(
            lambda name: data_url((self.folder / name[0]).read_bytes()), cover["picture"]
        )
        return (
            f'{_STYLE}<div id="first-page" lang="{language}"{" class=lecture" * is_lecture}>'
            f"<header><h1>{escape(cover['title'])}</h1>{lead}</header>{box}{picture}</div>{_SCRIPT}"
        )


def _style(is_lecture: bool) -> str:
    """Return the style around a page as HTML."""
    frame = FRAME + LECTURE * is_lecture
    return (
        f'<style id="first-style">{frame}</style>{_UNTIL_DRAWN}{_ZOOM * is_lecture}{_UNTIL_STILL}'
    )


def data_url(picture: bytes) -> str:
    """Return a WebP image as text."""
    return f"data:image/webp;base64,{b64encode(picture).decode()}"


class _Answer:
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
            headers = [(name, value) for name, value in headers if name not in _REPLACED]
            headers += [(b"content-length", _length(self.body))]
        await self.hand_on({**self.start, "headers": headers})
        await self.hand_on({"type": "http.response.body", "body": self.body})


def _length(body: bytes) -> bytes:
    return str(len(body)).encode()
