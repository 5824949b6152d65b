"""The one home of classes: what phones and lecturers ask over HTTP, answered by one event loop.

It runs as `headsup class`, beside the processes of `headsup app --processes`, or inside the server
of `streamlit run app.py`. A phone opens `?class=CODE`: a page of its own, which hears of its class
by server-sent events and posts answers. The lecturer's page, of the app or of the edition on
another host, posts what to do with the ticket of its class, and reads the answers as they come.
"""

import asyncio
import gzip
import json
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from models import UserError

from ...base.language import explain, format_number, languages, preferred_language, t, writing_in
from .answer_table import draw_tally
from .exercise import ClassQuestion, ClassTask, read_task
from .link import encode_link, reach_note
from .rooms import Ballot, Number, Room, Rooms

_CLASS = "class"  # the parameter of the address that a phone opens, and the folder of what it asks
_VIZ = Path(__file__).parents[2]
_BUNDLES = _VIZ / "components/bundles"
_FILES = {
    "ballot.js": (_BUNDLES / "ballot.js", "text/javascript"),
    "page.js": (_VIZ / "components/ballot/page.js", "text/javascript"),
    "preview.js": (_BUNDLES / "preview.js", "text/javascript"),
    "kernel.wasm": (_BUNDLES / "kernel.wasm", "application/wasm"),
    "page.css": (_VIZ / "components/host/page.css", "text/css"),
    "icon.svg": (_VIZ / "edition/icon.svg", "image/svg+xml"),
}
_MOST_BODY = 2**18  # bytes of a question, the longest that is posted
_MOST_NAME = 40  # characters of a code, and of a phone's token
_MOST_DESCRIBED = 64  # questions that are kept as phones get them
_MOST_LINK = 1000  # characters in a QR code
_PATIENCE = 10  # seconds for a body
_BEAT = 10  # seconds between two signs of life of a stream
_AGAIN = 3  # seconds until a phone that has to wait is tried again
_PAUSE = 0.25  # seconds between two counts that the lecturer is sent
# The edition, on another host, asks too. There are no cookies: who knows a ticket has it.
_ANYWHERE = b"access-control-allow-origin", b"*"
_Handler = Callable[[Request], Awaitable[Response]]
_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "connect-src 'self'; worker-src 'self'; img-src 'self' data:; base-uri 'none'; "
    "form-action 'self'; frame-ancestors *"
)
_PAGE = Template("""<!doctype html>
<html lang="$language">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="class/icon.svg">
<link rel="stylesheet" href="class/page.css">
<title>$title · Heads Up</title>
</head>
<body>
<main id="phone">$content</main>
<noscript>$noscript</noscript>
<script type="module" src="class/page.js"></script>
</body>
</html>
""")
_FORM = """<h1>{title}</h1><form><p><label>{label}
<input name="class" required maxlength="20" autocomplete="off" autocapitalize="characters"></label>
<button>{button}</button></p></form>"""


def is_for_class(scope: Mapping[str, Any]) -> bool:
    """Return whether a request (ASGI) is one of a phone or a lecturer for their class."""
    if scope["type"] != "http":
        return False
    return names_class(scope["path"], scope["query_string"].decode("latin-1"))


def names_class(path: str, query: str) -> bool:
    """Return whether an address is that of a class: below its folder, or with the code of one."""
    return f"/{_CLASS}/" in path or ("/_stcore/" not in path and _CLASS in parse_qs(query))


class ClassServer:
    """Answers for the classes of `rooms`: an ASGI application.

    `send_file` answers for the files of the model that phones measure with; `model_root` is their
    folder below that of the class, "" if they are not here. What each phone asks goes through no
    router: thousands ask in the same second.
    """

    def __init__(self, rooms: Rooms, send_file: _Handler, model_root: str) -> None:
        self.rooms, self.model_root = rooms, model_root
        self.is_ending = False
        self.described: dict[tuple, tuple[ClassTask, str]] = {}
        self.acts: Mapping[str, _Handler] = {"answer": self.take_answer, "lead": self.lead}
        below = f"/{{below:path}}{_CLASS}/"
        routes = [
            Route(below + "model/{version}/{name}", send_file),
            Route(below + "{name}", _send_script),
            Route("/{below:path}", _send_page),
        ]
        self.files = Starlette(routes=routes)

    def end(self) -> None:
        """End all streams: a server that is asked to end waits for them."""
        self.is_ending = True
        for room in self.rooms.rooms.values():
            room.notify()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; see the ASGI specification."""
        name = scope["path"].rpartition(f"/{_CLASS}/")[2]
        is_post = scope["method"] == "POST"
        if not (name == "events" or (is_post and (name == "hall" or name in self.acts))):
            await self.files(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            if name == "events":
                await self.send_events(request, receive, send)
                return
            if name == "hall":
                await self.send_counts(request, receive, send)
                return
            answer = await self.acts[name](request)
        except UserError as error:
            with writing_in(_language_of(request, request.query_params.get("language", ""))):
                # What is left of a body is not read.
                answer = JSONResponse({"error": explain(error)}, 400, {"Connection": "close"})
        answer.raw_headers.append(_ANYWHERE)
        await answer(scope, receive, send)

    # --- phones ---

    async def send_events(self, request: Request, receive: Receive, send: Send) -> None:
        """Send a phone what its class asks, as often as that changes."""
        asked, wake = request.query_params, asyncio.Event()
        language = _language_of(request, asked.get("language", ""))
        code, token = asked.get("code", "")[:_MOST_NAME], asked.get("phone", "")[:_MOST_NAME]
        events = self.follow(code, token, language, _address_of(request), wake)
        await _stream(events, b"text/event-stream", wake, receive, send)

    async def follow(
        self, code: str, token: str, language: str, address: str, wake: asyncio.Event
    ) -> AsyncIterator[str]:
        """Yield the events for one phone, until its class is closed. A change sets `wake`."""
        sent: object = None
        is_new = True
        while not self.is_ending:
            try:
                # A phone in the class stays there, however many codes others try.
                room = self.rooms.find_typed(code, address) if is_new else self.rooms.find(code)
                if room is None:
                    with writing_in(language):
                        yield _event("over", json.dumps(t("app#no such class", code=code[:20])))
                    return
            except UserError as error:
                with writing_in(language):
                    yield _event("over", json.dumps(explain(error)))
                return
            is_new = False
            room.followers.add(wake)
            try:
                joined = room.join(token)
            except UserError as error:
                with writing_in(language):
                    yield _event("wait", json.dumps(explain(error)))
                await _wait(wake, _AGAIN)
                continue
            state = room.round, room.revealed, joined
            if state != sent:
                ballot = room.ballot(joined)
                yield _event("you", json.dumps(_describe_phone(joined, ballot))) + _event(
                    "task", self.describe(ballot, language)
                )
            else:
                yield ":\n\n"
            sent, token = state, joined
            await _wait(wake, _BEAT)

    def describe(self, ballot: Ballot, language: str) -> str:
        """Return what all phones of a class show, as JSON: the same text for thousands."""
        exercise, round_, revealed, *_ = ballot
        # By identity: two exercises are equal whose weights differ in the last digit.
        key = id(exercise), round_, revealed, language
        if key not in self.described or self.described[key][0] is not exercise:
            with writing_in(language):
                task = _describe(exercise, round_, revealed, self.model_root)
            self.described[key] = exercise, json.dumps(task)
            while len(self.described) > _MOST_DESCRIBED:
                del self.described[next(iter(self.described))]
        return self.described[key][1]

    async def take_answer(self, request: Request) -> Response:
        """Keep the answers of a phone; say what is kept."""
        message = await _read(request)
        room, token = self.rooms.find(str(message.get("code", ""))), str(message.get("phone", ""))
        if room is None:
            return JSONResponse({"isKept": False})
        given = message.get("answers")
        answers: dict[int, object] = {}
        if isinstance(given, Mapping):
            numbers = range(len(room.exercise.questions))
            answers = {number: given.get(str(number)) for number in numbers}
        number = _read_number(message.get("number"))
        is_kept = room.answer(token, message.get("round"), answers, number)
        ballot = room.ballot(token)
        return JSONResponse({"isKept": is_kept, **_describe_phone(token, ballot)})

    # --- the lecturer ---

    async def lead(self, request: Request) -> Response:
        """Do what the lecturer says: "ask" a task, "reveal", "clear" the answers or "close".

        Without a ticket of an open class "ask" opens one. Answers the ticket.
        """
        message = await _read(request)
        ticket, act = str(message.get("ticket", "")), message.get("act")
        room = self.rooms.find_hosted(ticket)
        if act == "ask":
            task = read_task(message.get("task"))
            if room:
                room.ask(task)
            else:
                room = self.rooms.open(task, _address_of(request))
        elif room and act == "reveal":
            room.reveal(message.get("revealed") is True)
        elif room and act == "clear":
            room.clear()
        elif act == "close":
            self.rooms.close(ticket)
            room = None
        return JSONResponse({"ticket": room.ticket if room else ""})

    async def send_counts(self, request: Request, receive: Receive, send: Send) -> None:
        """Send the lecturer the answers of a class, as often as they change."""
        message, wake = await _read(request), asyncio.Event()
        language = _language_of(request, str(message.get("language", "")))
        link = str(message.get("link", ""))[:_MOST_LINK]
        counts = self.count(str(message.get("ticket", "")), link, language, wake)
        await _stream(counts, b"application/x-ndjson", wake, receive, send)

    async def count(
        self, ticket: str, link: str, language: str, wake: asyncio.Event
    ) -> AsyncIterator[str]:
        """Yield the state of a class as lines of JSON, until it is closed. A change sets `wake`.

        `link` is the address at which phones reach this server; the code goes behind it.
        """
        code: Mapping[str, str] = {}
        while (room := self.rooms.find_hosted(ticket)) and not self.is_ending:
            room.watchers.add(wake)
            with writing_in(language):
                if not code:
                    full = f"{link}?{_CLASS}={room.code}"
                    code = {
                        "link": full,
                        "image": encode_link(full),
                        "reach": reach_note(full, ""),
                    }
                    yield _line(code)
                yield _line(_describe_room(room))
            await asyncio.sleep(_PAUSE)
            await _wait(wake, _BEAT)
        if not room:
            yield _line({"isOver": True})


def _describe_room(room: Room) -> dict[str, object]:
    """Describe a class for its lecturer, in the current language."""
    return {
        "html": draw_tally(room.exercise, room.tally(), room.revealed),
        "title": room.exercise.title,
        "round": room.round,
        "revealed": room.revealed,
    }


def _describe_phone(token: str, ballot: Ballot) -> dict[str, object]:
    """Describe what is kept of one phone."""
    return {
        "phone": token,
        "round": ballot.round,
        "answers": ballot.answers,
        "number": ballot.number,
    }


def _describe(
    exercise: ClassTask, round_: int, revealed: bool, model_root: str
) -> dict[str, object]:
    shows = revealed and exercise.has_answer
    questions = [_describe_question(exercise, question, shows) for question in exercise.questions]
    texts = {
        "title": exercise.heading,
        "sentence": "" if exercise.heading == exercise.sentence else exercise.sentence,
        "note": t("app#anonymous answers", title=exercise.title),
        "hint": t("Tap a word in each row.") if questions else "",
        "sending": t("Sending …"),
        "sent": t("Sent. You can change your mind until the answer is shown."),
        "ended": t("The lecturer shows the answers."),
    }
    field: dict[str, object] = {}
    if exercise.asks_number:
        texts |= {
            "measure": t("Measure"),
            "send": t("Send this number"),
            "own": exercise.reading,
            "loading": t("The model is loading: 19 MB, once."),
            "unread": t("This sentence cannot be read. Type a shorter one, in English."),
            "failed": t("This phone cannot run the model. Use a newer browser, or another phone."),
            "private": t("The sentence stays on this phone. Two numbers are sent: these."),
            "chance": t("equal weights give"),
            "hint": t("Type a sentence, measure it, and send the number."),
        }
        field = {**exercise.field, "root": model_root}
    return {
        "round": round_,
        "revealed": revealed,
        "questions": questions,
        "texts": texts,
        "results": [exercise.result(right) for right in range(len(questions) + 1)] * shows,
        "field": field,
        "decimal": format_number(0.5, ".1f")[1],
    }


def _describe_question(
    exercise: ClassTask, question: ClassQuestion, revealed: bool
) -> dict[str, object]:
    options = []
    for place in question.options:
        weight, is_best = question.weights[place], place in question.best
        note = f"{'✓ ' if is_best else ''}{format_number(weight, '.2f')}"
        truth = {"weight": weight, "note": note, "isBest": is_best} if revealed else {}
        options.append({"place": place, "word": exercise.words[place], **truth})
    return {"text": exercise.ask(question), "options": options}


# --- HTTP ----------------------------------------------------------------------------------------


async def _wait(wake: asyncio.Event, seconds: float) -> None:
    """Wait until `wake` is set, or so many seconds; clear it."""
    try:
        async with asyncio.timeout(seconds):
            await wake.wait()
    except TimeoutError:
        pass
    wake.clear()


async def _stream(
    parts: AsyncIterator[str], kind: bytes, wake: asyncio.Event, receive: Receive, send: Send
) -> None:
    """Send parts as they come, until there are no more or who asked has gone.

    A slow reader holds up its own stream alone: what it missed is not kept for it.
    """

    async def leave() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        gone.set()
        wake.set()

    gone, leaving = asyncio.Event(), asyncio.create_task(leave())
    headers = [(b"content-type", kind), (b"cache-control", b"no-store"), _ANYWHERE]
    headers.append((b"x-accel-buffering", b"no"))  # a proxy must not gather what is sent
    try:
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        async for part in parts:
            if gone.is_set():
                return
            body = part.encode()
            await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    finally:
        leaving.cancel()
        await parts.aclose()  # type: ignore[attr-defined]


def _event(name: str, text: str) -> str:
    return f"event: {name}\ndata: {text}\n\n"


def _line(data: object) -> str:
    return json.dumps(data) + "\n"


async def _read(request: Request) -> dict[str, Any]:
    """Return the JSON object of a body. Raises UserError for another, and for a long or slow one.

    The page sends it as plain text: browsers ask before they send JSON to another host.
    """
    refusal = UserError("This message is damaged or too long. Reload the page.")
    body = b""
    try:
        async with asyncio.timeout(_PATIENCE):
            async for part in request.stream():
                body += part
                if len(body) > _MOST_BODY:
                    raise refusal
        message = json.loads(body)
    except (TimeoutError, ValueError, RecursionError, ClientDisconnect):
        raise refusal from None
    if not isinstance(message, dict):
        raise refusal
    return message


def _read_number(given: Any) -> Number | None:
    """Return the number and the chance of a phone, each from 0 to 1; None for anything else."""
    if not (isinstance(given, list) and len(given) == 2):
        return None
    if not all(type(one) in (int, float) and math.isfinite(one) and 0 <= one <= 1 for one in given):
        return None
    return float(given[0]), float(given[1])


def _address_of(request: Request) -> str:
    return request.client.host if request.client else ""


def _language_of(request: Request, asked: str) -> str:
    accepted = request.headers.get("accept-language", "")
    return asked if asked in languages() else preferred_language(accepted)


async def _send_page(request: Request) -> Response:
    """Send the page of a phone; without a code, a field for one."""
    if f"/{_CLASS}/" in request.url.path or "." in request.url.path.rpartition("/")[2]:
        return Response(status_code=404)
    language = _language_of(request, request.query_params.get("language", ""))
    with writing_in(language):
        has_code = bool(request.query_params.get(_CLASS, "").strip())
        form = _FORM.format(
            title=escape(t("Answer in the class")),
            label=escape(t("Code of the class")),
            button=escape(t("Vote")),
        )
        page = _PAGE.substitute(
            language=language,
            title=escape(t("Your guess")),
            content="" if has_code else form,
            noscript=escape(t("This page needs JavaScript: allow it to answer.")),
        )
    headers = {"Content-Security-Policy": _POLICY, "Cache-Control": "no-store"}
    return HTMLResponse(page, headers=headers)


@cache
def _content_of(name: str) -> tuple[bytes, bytes]:
    content = _FILES[name][0].read_bytes()
    return content, gzip.compress(content, mtime=0)


async def _send_script(request: Request) -> Response:
    """Send one of _FILES."""
    name = request.path_params["name"]
    if name not in _FILES:
        return Response(status_code=404)
    plain, packed = _content_of(name)
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(packed, media_type=_FILES[name][1], headers=headers)
    return Response(plain, media_type=_FILES[name][1], headers=headers)
