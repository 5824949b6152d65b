"""What the browser tab remembers, what visitors share, and the address that says it all: the only home of
`st.cache_*`, `st.session_state` and `st.query_params`."""

import gc
import html
import logging
import math
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import NoReturn, TypeVar
from urllib.parse import quote, urlencode, urlsplit

import segno
import streamlit as st
from streamlit.net_util import get_internal_ip
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner import RerunData, RerunException, get_script_run_ctx

import models
from models import Encoding, Gradients, Request, Trace, UserError
from models.limits import Limits, limits_of, nearest_known

from . import language, limits as limits_line, what_if
from .components.lecture import STYLE, lecture
from .components.link import link
from .language import LANGUAGES, mark, t
from .views import STACK_TITLES, HeadChoice

T = TypeVar("T")
LOG = logging.getLogger(__name__)
Progress = Callable[[int, int], object]  # told how much is done, of how much
starting = threading.Lock()  # two visitors who ask for a value at once begin it once
EXAMPLES = {  # the sentences of the lectures, with a French reference where the models' own French is not the point
    "The big red dog is sleeping on the bed.": "",
    "The big red dog": "Le gros chien rouge",
    "The agreement on the European Economic Area was signed in August 1992.":  # Bahdanau et al. 2015, figure 3
        "L'accord sur la zone économique européenne a été signé en août 1992.",
    "The animal didn't cross the street because it was too tired.": "",
    "The human controls the machine.": "L'homme contrôle la machine.",
    "I'm going to study math instead of English.": "",
    "Two young girls are playing with a ball in the green park.": "",
    "A young man in a blue shirt and a woman with brown hair are sitting on a bench in the park while their dog is playing "
    "with a red ball.": "",  # 30 words
}
EXAMPLE = next(iter(EXAMPLES))
OPENING = HeadChoice("cross", 3, 0)  # the head of the worked example
MODEL, SENTENCE, CHOICE, MERGED = "model", "sentence", "choice", "merged"
FRENCH = "french"  # the setting of pages that follow a French sentence
OF_ONE_SENTENCE = FRENCH, "other", "swap", "force", "block", "exchange", "writes"  # settings that name its words
OF_THE_READER = "lecture", "language"  # settings that outlive the step of a tour
LAST = "last view"  # what this tab showed when it last wrote the address
ASKED = "asked"  # settings of a page that the address asks for, until the page takes them up
OPENED = "opened"  # the names of the parameters that this run opened, until a step of a tour has seen them
UNFINISHED = "unfinished"  # the address that a run has opened which has not come to its end
STEP, LAST_STEP = "step", "last step"  # the settings that name a step of a tour, in this run and in the one before
WIDGETS = "widgets"  # what the browser sent with the page of a lost session, until that page is drawn
SETTINGS = "settings"  # the settings of the page on show: name, its default, and whether that goes without saying
LIMITS = "limits"  # the place of the line on the limits of the model, and whether the page shows the model of the sentence bar
REPLACED = "replaced"  # the reader's sentence, and the one that was offered and taken in its place
WALKS = "walks"  # what the lecturer's keys move on this page: "head", "layer" or "step", and a setting with its options in order
KEYS = "keys"  # the same of the page on show: a key may interrupt a run that has not said them yet
VERSION = "1"  # of addresses; it stands in each as "v"
SETTING = "setting "  # stands before the name of a setting in its key
LONGEST_SENTENCE = 10_240  # characters of a sentence: no model reads more
LONGEST_TEXT = 1000  # characters of a text typed into a page
LONGEST_WORD = 40  # of a word that takes another's place
LONGEST_LINES = 8000  # of several lines of it
LONGEST_ADDRESS = 48_000
LONGEST_CODE = 1000  # characters of a link in a QR code that phones still read across a room
MOST_VALUES = 128  # that are kept for all visitors
NONE = "none"  # no point of a space
WORDS = ("written", "merged")  # sub-words, by whether they are merged


# --- shared by all visitors ----------------------------------------------------------------------


class Work:
    """A value computed for all visitors who ask for it, in a thread that goes on when they leave."""

    def __init__(self, key: str, compute: Callable[[Progress], object], others: dict[str, "Work"]):
        self.key, self.others, self.value = key, others, Future()
        self.progress = 0, 0  # how much is done, of how much, as last told
        others[key] = self
        threading.Thread(target=self.run, args=(compute,), daemon=True).start()

    def run(self, compute: Callable[[Progress], object]) -> None:
        try:
            self.value.set_result(compute(self.tell))
        except BaseException as error:
            with starting:
                if self.others.get(self.key) is self:
                    del self.others[self.key]  # the next who asks tries again
            self.value.set_exception(error)

    def tell(self, done: int, total: int) -> None:
        self.progress = done, total

    def watch(self, draw: Progress) -> None:
        """Draw how far it is, until it is there or has failed."""
        while not wait([self.value], timeout=0.2).done:
            draw(*self.progress)


@st.cache_resource(show_spinner=False)
def _works(kind: str) -> OrderedDict[str, Work]:
    return OrderedDict()  # by key, those asked for last at the end


def begin(kind: str, key: str, most: float, compute: Callable[[Progress], object]) -> Work:
    """The work of this kind under this key, begun by the first who asks; `most` of a kind are kept."""
    works = _works(kind)
    with starting:
        work = works.get(key) or Work(key, compute, works)
        works.move_to_end(key)
        while len(works) > most:
            works.popitem(last=False)
    return work


def load_model(name: str, progress: Progress):
    """The model of this name, warmed up."""
    import torch

    torch.set_num_threads(1)  # visitors run beside each other; a second thread saves a tenth and waits for the first
    loaded = models.load(name, progress=progress)
    loaded.translate([EXAMPLE])  # the first run of a network is slow: not in front of a visitor
    gc.collect()
    gc.freeze()  # the loaded modules are never garbage; do not search them again after every run
    return loaded


def watch_loading(name: str, loading: Work) -> None:
    """Show how much of a model is here, until it is loaded."""
    bar = None

    def draw(done: int, total: int) -> None:
        nonlocal bar
        if total:
            said = t("{name} is downloaded: {done:,.0f} of {total:,.0f} MB", name=name, done=done / 1e6, total=total / 1e6)
            bar = bar or st.empty()
            bar.progress(done / total, plain(said if done < total else t("{name} is read …", name=name)))

    with st.spinner(t("Loading the model …")):
        loading.watch(draw)
    if bar:
        bar.empty()


def model(name: str):
    """The model of this name, loaded once for all visitors. Raises UserError when it cannot be loaded."""
    loading = begin("models", name, math.inf, partial(load_model, name))
    if get_script_run_ctx(suppress_warning=True) and not loading.value.done():
        watch_loading(name, loading)
    return loading.value.result()


@st.cache_resource(show_spinner=False, max_entries=64)
def _trace(key: str, _request: Request) -> Trace:
    return model(_request.model).trace(_request)


@st.cache_resource(show_spinner=False, max_entries=4)  # hundreds of heads on hundreds of tokens take up to 0.7 GB
def _large_trace(key: str, _request: Request) -> Trace:
    return model(_request.model).trace(_request)


def trace(request: Request) -> Trace:
    """One run per distinct request, whoever asks. Raises UserError for a sentence that cannot be read."""
    model(request.model)  # what Streamlit caches may not show how far it is
    keep = _trace if request.model in models.shipped() else _large_trace
    return keep(repr(request), request)  # the whole request as text: nothing that a cache could take for something else


@st.cache_resource(show_spinner=False, max_entries=64)
def _gradients(key: str, place: int, _request: Request) -> Gradients:
    return model(_request.model).gradients(_request, place)


def gradients(request: Request, place: int) -> Gradients:
    """How much the last state read, and the one that writes at `place`, depend on each word; one run per distinct request."""
    model(request.model)
    return _gradients(repr(request), place, request)


def kept(key: str, saying: str, make: Callable[[Progress], T]) -> T:
    """What `make(progress)` gives, made once for all visitors, with a bar that is `saying` what goes on while `progress(done, total)` is told."""
    key = f"{reading()} {key}"  # what is made may hold texts
    work = begin("values", key, MOST_VALUES, language.holding(make))
    if not work.value.done():
        bar = st.progress(0.0, f"{saying} …")

        def draw(done: int, total: int) -> None:
            if total:
                bar.progress(done / total, t("{what}: {done:,} of {total:,}", what=saying, done=done, total=total))
            else:
                bar.progress(0.0, f"{saying} …")  # a visitor who left is noticed here

        try:
            work.watch(draw)
        finally:
            bar.empty()
    return work.value.result()


def encodings(name: str, sentences: Sequence[str]) -> list[Encoding]:
    """The states of the encoder of a model over sentences."""
    def make(progress):
        found = []
        for sentence in sentences:
            found.append(model(name).encode(sentence))
            progress(len(found), len(sentences))
        return found
    return kept(f"encodings {name} {sentences!r}", t("{model} reads the sentences", model=name), make)


# --- the state of one tab ------------------------------------------------------------------------


@dataclass(frozen=True)
class View:
    """All that an address says."""

    model: str
    sentence: str = EXAMPLE
    choice: HeadChoice = OPENING
    merged: bool = False
    settings: tuple[tuple[str, str], ...] = ()  # the page's own, by name

    def address(self) -> dict[str, str]:
        """The parameters of the link to this view; layers and heads count from 1, as on the screen.

        Web servers refuse an address of 64 kB: the longest texts, like a sentence that no model reads, are left out until it fits.
        """
        said = {
            "model": self.model, "sentence": self.sentence, "attention": self.choice.stack,
            "layer": str(self.choice.layer + 1), "head": str(self.choice.head + 1), "words": WORDS[self.merged],
            **dict(self.settings), "v": VERSION}
        while len(urlencode(said)) > LONGEST_ADDRESS:
            del said[max(said, key=lambda name: len(said[name]))]
        return said


def parse(parameters: dict[str, str]) -> tuple[View, list[str]]:
    """The view an address asks for, and one sentence for each thing it asks for that there is not."""
    notes = []

    def refuse(name: str, asked: str, instead: str, there_is: str) -> str:
        notes.append(refusal(name, asked, instead, there_is))
        return instead

    def one_of(name: str, options: tuple[str, ...], default: str) -> str:
        asked = parameters.get(name, default)
        return asked if asked in options else refuse(name, asked, default, ", ".join(options))

    def number(name: str, default: int, most: int) -> int:
        options = tuple(map(str, range(1, most + 1)))
        asked = parameters.get(name, str(min(default + 1, most)))
        return int(asked if asked in options else refuse(name, asked, str(min(default + 1, most)), t("{first} to {last}", first=1, last=most))) - 1

    available, name = models.available(), parameters.get("model")
    if name not in available:
        asked, name = name, opening_model()
        if asked is not None:
            refuse("model", asked, name, ", ".join(available))
    sizes, choice = model(name).attention_sizes, OPENING
    if sizes:  # else the model has no attention, and nothing to choose
        stack = one_of("attention", tuple(sizes), nearest(OPENING, sizes).stack)
        layers, heads = sizes[stack]
        choice = HeadChoice(stack, number("layer", OPENING.layer, layers), number("head", OPENING.head, heads))
    if (version := parameters.get("v", VERSION)) != VERSION:
        notes.append(t("This link is of version {version}, and this Heads Up reads version {own}. What it does not know, it leaves out.",
                       version=version[:20], own=VERSION))
    return View(name, parameters.get("sentence", EXAMPLE), choice, one_of("words", WORDS, WORDS[False]) == WORDS[True]), notes


def refusal(name: str, asked: str, instead: str, there_is: str) -> str:
    asked = asked if len(asked) <= 20 else asked[:20] + "…"
    return t("The address asks for {name} “{asked}”, but there is only {there_is}. Showing {instead}.", name=name, asked=asked, there_is=there_is,
             instead=instead)


def nearest(choice: HeadChoice, sizes: dict[str, tuple[int, int]]) -> HeadChoice:
    """The head that a model with these mechanisms (stack: layers, heads) has in the place of `choice`."""
    if not sizes:
        return choice
    stack = choice.stack if choice.stack in sizes else list(sizes)[-1]
    layers, heads = sizes[stack]
    return HeadChoice(stack, min(choice.layer, layers - 1), min(choice.head, heads - 1))


def view() -> View:
    """What this tab is looking at now."""
    state = st.session_state
    settings = tuple((name, value) for name, (default, unsaid) in state[SETTINGS].items()
                     if (value := state.get(SETTING + name)) is not None and not (unsaid and value == default))
    return View(state[MODEL], state[SENTENCE], nearest(state[CHOICE], model(state[MODEL]).attention_sizes), state[MERGED], settings)


def short_address(example: str) -> dict[str, str]:
    """The parameters of the shortest link to what this tab looks at: without all that a page, which opens on `example`, shows anyway."""
    now, defaults = view(), {name: default for name, (default, _) in st.session_state[SETTINGS].items()}
    opening = View(models.available()[0], example)
    usual = replace(opening, choice=nearest(OPENING, model(now.model).attention_sizes)).address() | defaults
    return {name: value for name, value in now.address().items() if name == "v" or usual.get(name) != value}


def open_address(example: str = EXAMPLE) -> list[str]:
    """Take over what the address asks for, unless it is only the one this tab wrote; what it got wrong, in sentences.

    An address wins when it is new: a link, a reload, the Back button, an edit by hand. When the reader has
    just changed something, the browser may still send the address of before: then the change wins. So it
    does over the address of a run that it interrupted. `example` is what a page opens on whose address names
    no sentence.
    """
    set_widgets_aside()
    state = st.session_state
    for key in [key for key in state if key in (MODEL, SENTENCE, MERGED) or str(key).startswith(SETTING)]:
        state[key] = state[key]  # Streamlit forgets what a widget held once a page leaves the widget out
    if MODEL in state:
        state.update(usable({MODEL: state[MODEL]}))
    asked, last = st.query_params.to_dict(), state.get(LAST)
    interrupted = state.get(UNFINISHED) == asked
    keep = interrupted or last is not None and (not asked or asked == last.address() or view() != last)
    state[SETTINGS], state[WALKS], state[LAST_STEP], state[STEP] = {}, {}, state.get(STEP), None
    if not interrupted:
        state[OPENED] = frozenset() if keep else frozenset(asked)
    notes = [] if keep else take_over({SENTENCE: example} | asked)
    state[UNFINISHED] = asked
    return notes


def set_widgets_aside() -> None:
    """Draw the page of a lost session as its address says, before what its widgets hold counts again.

    The server was restarted, or the connection was lost for so long that the session is gone. Of what
    the widgets hold, some is in the address, and some the reader has just changed; only a page that has
    been drawn can tell which, and knows what the change calls back.
    """
    context, state = get_script_run_ctx(), st.session_state
    first = LAST not in state and UNFINISHED not in state
    if context.is_history_navigation or not (first or WIDGETS in state):
        return
    if widgets := context.session_state.get_widget_states():
        state[WIDGETS] = widgets
        state.pop(UNFINISHED, None)
        context.session_state.on_script_finished(frozenset())  # no widget has been drawn


def send_widgets(widgets: Sequence) -> NoReturn:
    """Run the page that has just been drawn as if the browser now sent what these widgets hold."""
    context = get_script_run_ctx()
    raise RerunException(RerunData(
        urlencode(st.query_params.to_dict()), WidgetStates(widgets=widgets), context.page_script_hash,
        cached_message_hashes=context.cached_message_hashes, context_info=context.context_info))


def usable(asked: dict[str, str]) -> dict[str, str]:
    """The same parameters with the first model that can be loaded in the place of one that cannot.

    The page says so. Raises UserError when no model can be loaded.
    """
    available = models.available()
    if (name := asked.get(MODEL, next(iter(available), None))) in available:
        try:
            model(name)
        except UserError as error:
            other = opening_model()
            explain(error)
            return asked | {MODEL: other}
    return asked


def opening_model() -> str:
    """The name of the first model that can be loaded. Raises UserError if none can."""
    errors = []
    for name in models.available() or ("transformer",):
        try:
            model(name)
        except UserError as error:
            errors.append(error)
        else:
            return name
    raise errors[0]


def take_over(asked: dict[str, str]) -> list[str]:
    """Show what these parameters of an address ask for, all else as a page opens; what they got wrong, in sentences.

    Before the sentence bar is drawn, or in a callback.
    """
    state = st.session_state
    wanted, notes = parse(usable(asked))
    for key in [key for key in state if str(key).startswith(SETTING)]:
        del state[key]  # an address that does not name a setting means its default
    state.update({MODEL: wanted.model, SENTENCE: wanted.sentence, CHOICE: wanted.choice, MERGED: wanted.merged,
                  ASKED: {name: text for name, text in asked.items() if name not in wanted.address()}})
    return notes


def arrive(asked: dict[str, str], where: dict[str, str], again: bool = False) -> None:
    """Show what a step of a tour asks for, when the reader has just come there or wants it `again`; `where` are the settings that name the step.

    Not while the reader changes what the step shows, nor for an address that names more than the step. Before the sentence bar
    is drawn, or in a callback.
    """
    state = st.session_state
    there = state.get(LAST_STEP) == where and not state[OPENED]
    more = state[OPENED] - {*where, *OF_THE_READER, "v"}
    state[STEP], state[OPENED] = where, frozenset()
    if again or not there and not more:
        take_over(asked | where | {name: value for name in OF_THE_READER if (value := state.get(SETTING + name, state[ASKED].get(name)))})


def touring() -> bool:
    """Whether the page is a step of a lesson or of the classics, whose keys walk through it."""
    return st.session_state[STEP] is not None


def write_address() -> None:
    """Make the address say what the page shows."""
    now, state = view(), st.session_state
    if dict(st.query_params) != now.address():
        st.query_params.from_dict(now.address())
    state[LAST] = now
    state.pop(UNFINISHED, None)
    if widgets := state.pop(WIDGETS, None):
        send_widgets(widgets)


def choose_head() -> None:
    """Keep the head that was clicked in the explorer."""
    stack, layer, head = st.session_state["explorer"]["choice"].split("/")
    st.session_state[CHOICE] = HeadChoice(stack, int(layer), int(head))


def current_trace() -> Trace:
    """The run behind the page. Raises UserError for a sentence that cannot be read."""
    now = view()
    return trace(Request(now.model, now.sentence))


def held(request: Request) -> Trace:
    """The run that follows the French the model writes, or what the request wants followed.

    Other than a free run it has a row for each token of that French as it is read, not as it happened to be written,
    and its end: runs that follow the same French have the same rows.
    """
    return trace(request if request.target is not None else replace(request, target=trace(request).translation))


# --- what every page has -------------------------------------------------------------------------


def sentence_bar(with_model: bool = True, more: Callable[[], None] | None = None):
    """The sentence, examples to start from, how sub-words are shown, the model unless the page has its own, and `more` of the page.

    Gives back the menu to `share` with; in a lecture there are the sentence and `more` alone, and None.
    """
    names, of_bar = models.available(), with_model
    with_model, lecture = with_model and len(names) > 1, lecturing()
    st.session_state[SENTENCE] = limit(st.session_state[SENTENCE], LONGEST_SENTENCE)
    if lecture:
        st.html(STYLE)
    st.html(limits_line.STYLE)
    with st.container(horizontal=True, vertical_alignment="center", key="bar"):
        st.text_input(t("An English sentence"), key=SENTENCE, placeholder=t("Type an English sentence and press Enter"), on_change=let_go,
                      autocomplete="off", label_visibility="collapsed", width="stretch" if lecture else 390 if with_model else 640)
        if not lecture:
            st.menu_button(t("Examples"), tuple(EXAMPLES), key="example", on_click=take_example)
            st.toggle(t("Merge sub-words"), key=MERGED,
                      help=t("Rare words are read in pieces. Merged, a word gets what its pieces get together and gives their mean."))
            if with_model:
                model_box(mark("Model"))
        if more:
            with explain_errors():
                more()
        menu = None if lecture else st.popover(t("Share"), on_change="rerun", key="share")
    st.session_state[LIMITS] = st.container(horizontal=True, vertical_alignment="center", key="limits"), of_bar
    return menu


def draw_limits() -> None:
    """Under the sentence bar, where there is something to say: what the sentence asks beyond what our model can do, and one
    that the model knows. After the page, whose picture does not wait for it.
    """
    place, of_bar = st.session_state.pop(LIMITS)
    now, limits, unsure = view(), Limits(), model(view().model).card.get("unsure")
    if now.model in models.shipped() and now.sentence.strip():
        run = None
        if of_bar and not dict(now.settings).get(FRENCH, "").strip():  # French that was typed is not the model's
            try:
                run = current_trace()
            except UserError:  # the page says it
                pass
        limits = limits_of(now.sentence, model(now.model).tokenizer, EXAMPLES, run, unsure and unsure["threshold"])
    with place:
        if limits:
            st.html(limits_line.line_html(limits_line.sentences(limits, unsure)), width="content")
            if known := nearest_known(now.sentence, limits.language):
                st.button(plain(t("Try “{sentence}”", sentence=limits_line.shortened(known))), key="known", type="tertiary", on_click=take_known, args=(known,))
        before, known = st.session_state.get(REPLACED, ("", ""))
        if known == now.sentence:
            st.button(plain(t("Back to “{sentence}”", sentence=limits_line.shortened(before))), key="before", type="tertiary", on_click=take_back)


def take_known(sentence: str) -> None:
    """Put the sentence that is offered into the sentence bar, and remember the reader's."""
    st.session_state[REPLACED] = st.session_state[SENTENCE], sentence
    take_sentence(sentence)


def take_back() -> None:
    take_sentence(st.session_state.pop(REPLACED)[0])


def take_example() -> None:
    """Put the example chosen into the sentence bar."""
    take_sentence(st.session_state["example"])


def take_sentence(sentence: str) -> None:
    st.session_state[SENTENCE] = sentence
    let_go()


def let_go() -> None:
    """What belongs to the words of one sentence does not outlive it."""
    for name in OF_ONE_SENTENCE:
        st.session_state.pop(SETTING + name, None)


def model_box(label: str) -> str:
    """A box to choose the model with; the same wherever it stands."""
    return st.selectbox(t(label), models.available(), key=MODEL, on_change=let_go_of_cells, label_visibility="collapsed", width=wide(180))


def let_go_of_cells() -> None:
    """A forced weight belongs to a head of one model."""
    st.session_state.pop(SETTING + "force", None)


# --- the lecture, and links to share -------------------------------------------------------------


def browsers_language() -> str:
    return "fr" if (st.context.locale or "").startswith("fr") else "en"


def reading() -> str:
    """The language this tab reads, one of LANGUAGES: what the reader or the address chose, else the browser's, else English."""
    if get_script_run_ctx(suppress_warning=True) is None:
        return "en"
    chosen = st.session_state.get(SETTING + "language") or st.query_params.get("language")
    return chosen if chosen in LANGUAGES else browsers_language()


language.current = reading


def language_box() -> None:
    """A choice of the language, at the end of a page; the address says it when it is not the browser's."""
    if lecturing():
        setting("language", browsers_language(), tuple(LANGUAGES), unsaid=True)
    else:
        pick(mark("Language"), "language", LANGUAGES, browsers_language(), unsaid=True)


def lecturing() -> bool:
    """Whether this tab is a lecture: the address says `lecture=on`, or the key L was pressed."""
    return st.session_state[setting("lecture", "off", ("on", "off"), unsaid=True)] == "on"


def wide(pixels: int | str) -> int | str:
    """The width of a box, for the type of a lecture where there is one."""
    return round(1.75 * pixels) if lecturing() and isinstance(pixels, int) else pixels


def listen(example: str) -> None:
    """The lecturer's keys, and the bar that names them; after the page, which says what they move."""
    on, walks = lecturing(), st.session_state[WALKS]
    st.session_state[KEYS] = walks
    lecture(on, walks, *(link_for_phones(example) if on else ("", "")), touring(), on_go=go)


def go() -> None:
    """What the component "lecture" asks for."""
    told = st.session_state["lecture"]["go"]
    if told == "lecture":
        st.session_state[SETTING + "lecture"] = "off" if lecturing() else "on"
    else:
        move(told[:-1], 1 if told[-1] == "+" else -1)


def share(menu, example: str) -> None:
    """The link to what this tab shows, and the code that opens it on a phone, in the menu that the sentence bar has for it."""
    if menu is None or not menu.open:
        return
    with menu:
        said = view().address()
        short, code = link_for_phones(example)
        note = t("Phones reach this server only through its address in the network. Start it with --server.address=0.0.0.0."
                 if "//localhost" in short or "//127." in short else "Anyone in the same network can open it, on a phone too.")
        link({t("Copy link"): urlencode(said), t("Copy lecture link"): urlencode(said | {"lecture": "on"})}, short, code, note)
        st.button(t("Lecture mode (L)"), on_click=set_setting, args=("lecture", "on"))


def link_for_phones(example: str) -> tuple[str, str]:
    """The shortest link to what this tab looks at, with the server's address in the network, and its QR code as the address of an image."""
    here = urlsplit(st.context.url or "http://localhost:8501/")
    if here.hostname in ("localhost", "127.0.0.1") and st.get_option("server.address") not in ("localhost", "127.0.0.1"):
        here = here._replace(netloc=here.netloc.replace(here.hostname, get_internal_ip() or here.hostname))
    said = {name: value for name, value in short_address(example).items() if name != "lecture"}
    while len(urlencode(said)) > LONGEST_CODE:
        del said[max(said, key=lambda name: len(said[name]))]
    found = here._replace(path=here.path or "/", query=urlencode(said), fragment="").geturl()
    return found, segno.make(found, micro=False).svg_data_uri(border=2, scale=8)


def walk(axis: str, name: str = CHOICE, options: Sequence[str] = ()) -> None:
    """In a lecture the keys for this axis, "head", "layer" or "step", move a setting along its options; or the head that is chosen."""
    if name == CHOICE or len(options) > 1:
        st.session_state[WALKS][axis] = name, tuple(options)


def walk_heads(sizes: tuple[int, int]) -> None:
    """The keys go through the layers and heads of the mechanism on show, where there are several."""
    for axis, several in (("layer", sizes[0] > 1), ("head", sizes[0] * sizes[1] > 1)):
        if several:
            walk(axis)


def move(axis: str, by: int) -> None:
    """One on or back along what the page lets the lecturer's keys move; at an end it stays."""
    state = st.session_state
    if axis not in state[KEYS]:
        return
    name, options = state[KEYS][axis]
    if name == CHOICE:
        choice, sizes = view().choice, model(state[MODEL]).attention_sizes
        layers, heads = sizes[choice.stack]
        place = choice.layer * heads + choice.head + by * (heads if axis == "layer" else 1)
        if 0 <= place < layers * heads:
            state[CHOICE] = replace(choice, layer=place // heads, head=place % heads)
    else:
        now = state[SETTING + name]
        place = options.index(now) + by if now in options else 0
        state[SETTING + name] = options[min(max(place, 0), len(options) - 1)]


# --- what a page may have: settings of its own, kept in the address ------------------------------


def setting(name: str, default: str, options: Sequence[str] | None = None, unsaid: bool = False, longest: int = LONGEST_TEXT) -> str:
    """The key under which a widget or a component keeps one setting of the page, and the address under `name`.

    It holds what the reader or the address chose, as long as it is among `options`, else `default`, which stands in the
    address too unless it may go `unsaid`.
    """
    state, key = st.session_state, SETTING + name
    asked = state.get(ASKED, {}).pop(name, None)
    value = state.get(key, default) if asked is None else asked
    if options is None:
        value = limit(value, longest)
    elif value not in options:
        if asked is not None:
            explain(refusal(name, asked, default, t("{first} to {last}", first=options[0], last=options[-1]) if len(options) > 12 else ", ".join(options)))
        value = default
    state[key] = value
    state[SETTINGS][name] = default, unsaid
    return key


def limit(text: str, longest: int) -> str:
    """The text, cut to so many characters, which is said."""
    if len(text) > longest:
        explain(t("This text has {characters:,} characters; only the first {longest:,} are kept. Try a shorter one.",
                  characters=len(text), longest=longest))
    return text[:longest]


def keep_unit() -> None:
    """Keep the unit that was clicked in the component "memory", which says "name=value"."""
    name, value = st.session_state["memory"]["setting"].split("=")
    st.session_state[SETTING + name] = value


def keep_point(name: str) -> None:
    """Keep the step and the point on show in the component "space NAME", which says "step=4,chosen=13", the point "" for none."""
    told = dict(pair.split("=") for pair in st.session_state[f"space {name}"]["setting"].split(","))
    st.session_state[SETTING + f"{name}-step"], st.session_state[SETTING + f"{name}-point"] = told["step"], told["chosen"] or NONE


def point(name: str, steps: int, points: int, step: int = 0) -> tuple[int, int]:
    """The step, at first `step`, and the point that "space NAME" shows, counted from 0; -1 for no point."""
    walk("step", f"{name}-step", [str(place + 1) for place in range(steps)])
    chosen = st.session_state[setting(f"{name}-point", NONE, (NONE, *map(str, range(1, points + 1))), unsaid=True)]
    return number(f"{name}-step", step + 1, steps) - 1, -1 if chosen == NONE else int(chosen) - 1


def unfolded(name: str, rows: int = 1, row: int = 1) -> tuple[int, int, bool]:
    """The row and the step that "inside NAME" shows, counted from 0, and whether it shows all steps at once."""
    everything = st.session_state[setting(f"{name}-all", "off", ("on", "off"), unsaid=True)] == "on"
    return number(f"{name}-row", row, rows) - 1, number(f"{name}-step", 1, 99) - 1, everything


def keep_unfolded(name: str) -> None:
    """Keep what is on show in the component "inside NAME", which says "step=4,row=2,all=off"."""
    for pair in st.session_state[f"inside {name}"]["setting"].split(","):
        told, value = pair.split("=")
        st.session_state[SETTING + f"{name}-{told}"] = value


def head_boxes() -> HeadChoice:
    """Boxes for one head of the model of the sentence bar: mechanism, layer and head."""
    sizes, choice = model(view().model).attention_sizes, view().choice
    walk_heads(sizes[choice.stack])
    layers, heads = sizes[choice.stack]
    boxes = {"stack": (t("Attention"), list(sizes), lambda stack: t(STACK_TITLES[stack]), 275),
             "layer": (t("Layer"), range(layers), lambda place: t("layer {layer}", layer=place + 1), 105),
             "head": (t("Head"), range(heads), lambda place: t("head {head}", head=place + 1), 105)}
    for part, (label, options, title, width) in boxes.items():
        if len(options) > 1:
            st.session_state[f"box {part}"] = getattr(choice, part)
            st.selectbox(label, options, format_func=title, key=f"box {part}", on_change=take_box, args=(part,), width=wide(width),
                         label_visibility="collapsed")
    return choice


def take_box(part: str) -> None:
    st.session_state[CHOICE] = replace(view().choice, **{part: st.session_state[f"box {part}"]})


def pick_several(label: str, name: str, options: Mapping[str, str]) -> None:
    """Any number of `options`, kept in the address with commas between them; none goes without saying."""
    widget, chosen = f"several {name}", text_setting(name).split(",")
    st.session_state[widget] = [option for option in chosen if option in options]
    st.multiselect(t(label), options, format_func=options.get, key=widget, on_change=keep_several, args=(name, widget))


def keep_several(name: str, widget: str) -> None:
    st.session_state[SETTING + name] = ",".join(sorted(st.session_state[widget], key=int))


def keep_heads_off() -> None:
    st.session_state[SETTING + "off"] = st.session_state["explorer"]["off"]


def keep_forced() -> None:
    st.session_state[SETTING + "force"] = st.session_state["explorer"]["force"]


def set_setting(name: str, value: str) -> None:
    """Another value for a setting that no widget shows."""
    st.session_state[SETTING + name] = value


def set_settings(values: Mapping[str, str]) -> None:
    for name, value in values.items():
        set_setting(name, value)


def add_swap(place: str, widget: str) -> None:
    """The word that a widget holds takes the place of a word of the sentence; the widget is emptied."""
    state = st.session_state
    word, state[widget] = limit(state[widget] or "", LONGEST_WORD), None if widget == "neighbour" else ""
    others = [one for one in state.get(SETTING + "swap", "").split(",") if one and not one.startswith(f"{place}:")]
    state[SETTING + "swap"] = ",".join(sorted([*others, *([f"{place}:{quote(word.strip(), safe='')}"] if word else [])]))


def hide_word(mask: str) -> None:
    """The mask of a model takes the place of the word that the widget "hide" names."""
    st.session_state[SETTING + "swap"] = f"{st.session_state['hide']}:{quote(mask, safe='')}"


def as_trained() -> None:
    """Take back every what-if."""
    for name in (*what_if.NAMES.values(), "french-is"):
        st.session_state.pop(SETTING + name, None)


def option(name: str, options: Sequence[str], unsaid: bool = False) -> str:
    """One of `options`, at first the first, that no widget shows, or one that is drawn later."""
    return st.session_state[setting(name, options[0], options, unsaid)]


def text_setting(name: str) -> str:
    """A setting that no widget shows, "" at first and then unsaid."""
    # The heads that are off may be hundreds.
    return st.session_state[setting(name, "", unsaid=True, longest=LONGEST_LINES)]


def pick(label: str, name: str, options: Mapping[str, str], default: str | None = None, width: int | None = None, labelled: bool = False,
         unsaid: bool = False) -> str:
    """One of `options`, each a word for the address with its title: side by side or, with a `width`, in a box."""
    key = setting(name, default or next(iter(options)), tuple(options), unsaid)
    look = {"key": key, "label_visibility": "visible" if labelled else "collapsed"}
    if width:
        return st.selectbox(t(label), options, format_func=lambda option: t(options[option]), **look, width=wide(width))
    return st.segmented_control(t(label), options, format_func=lambda option: plain(t(options[option])), **look, required=True)


def plain(text: str) -> str:
    """Text for a place where Streamlit reads Markdown, so that it shows as it is written."""
    return re.sub(r"([\\`*_{}\[\]()#+!|$:~<>-])", r"\\\1", text)


def picked(name: str, default: str) -> str:
    """What a `pick` elsewhere on the page holds."""
    return st.session_state.get(SETTING + name, default)


def number(name: str, default: int, most: int) -> int:
    """A whole number from 1 to `most` that no widget shows."""
    return int(st.session_state[setting(name, str(default), tuple(map(str, range(1, most + 1))))])


def text(label: str, name: str, default: str, width: int | str = "stretch", labelled: bool = False) -> str:
    """A line of text that the reader may change."""
    return st.text_input(t(label), key=setting(name, default), max_chars=LONGEST_TEXT, autocomplete="off", width=wide(width),
                         label_visibility="visible" if labelled else "collapsed")


def area(label: str, name: str, default: str, height: int, width: int = 190) -> str:
    """A few lines of text that the reader may change."""
    return st.text_area(t(label), key=setting(name, default, unsaid=True), max_chars=LONGEST_TEXT, height=height, width=wide(width))


def lines(label: str, name: str, default: str, most: int, height: int = 200) -> list[str]:
    """Lines of text that the reader may change, without blank ones; of more than `most` the first, which is said."""
    typed = st.text_area(t(label), key=setting(name, default, unsaid=True, longest=LONGEST_LINES), max_chars=LONGEST_LINES, height=height)
    found = [line.strip() for line in typed.splitlines() if line.strip()]
    if len(found) > most:
        explain(t("These are {count} lines; the first {most} are shown.", count=len(found), most=most))
    return found[:most]


def take_analogy(words: Mapping[str, tuple[str, str, str]], table: str) -> None:
    """Put the analogy chosen into its three lines."""
    for name, word in zip("abc", words[st.session_state["analogy"]]):
        st.session_state[SETTING + f"{table}-{name}"] = word


def switch(label: str, name: str, on: bool = True, hint: str | None = None) -> bool:
    """A switch, kept in the address as "on" or "off"."""
    widget = f"switch {name}"
    st.session_state[widget] = st.session_state[setting(name, "on" if on else "off", ("on", "off"))] == "on"
    return st.toggle(t(label), key=widget, help=hint and t(hint), on_change=keep_switch, args=(name, widget))


def keep_switch(name: str, widget: str) -> None:
    st.session_state[SETTING + name] = "on" if st.session_state[widget] else "off"


def word(label: str, name: str, listed: Sequence[str], default: str, width: int = 200) -> str:
    """A word from a list, or any other that the reader types."""
    key = setting(name, default)
    known = st.session_state[key]
    return st.selectbox(t(label), [*listed, *([known] if known not in listed else [])], key=key, accept_new_options=True, width=wide(width))


def french_to_follow() -> str | None:
    """A French sentence that the reader wants followed, at first the reference of an example; None for none."""
    key = setting(FRENCH, EXAMPLES.get(st.session_state[SENTENCE], ""))
    text = st.text_input(t("Translation to follow"), key=key, placeholder=t("Translation to follow; empty: what the first model writes"),
                         max_chars=LONGEST_TEXT, autocomplete="off", label_visibility="collapsed")
    return text if text.strip() else None


def explain(sentence: str | UserError) -> None:
    """One friendly sentence, shown as written: nothing in it is read as markup."""
    sentence = t(sentence.text, **sentence.values) if isinstance(sentence, UserError) else sentence
    st.html(f'<p role="alert" style="border-left: 4px solid #d55e00; padding: 4px 12px; overflow-wrap: anywhere">{html.escape(sentence)}</p>')


@contextmanager
def explain_errors() -> Iterator[None]:
    """Show an error of what is drawn inside as one sentence, so that all around it is drawn.

    The traceback of an error that is no UserError goes to the server's log. Streamlit's own
    orders to stop or to run again are no `Exception` and pass.
    """
    try:
        yield
    except UserError as error:
        explain(error)
    except Exception:
        LOG.exception("A page failed")
        explain(t("This could not be drawn: there is a mistake in Heads Up, which the server's log "
                  "names. Change something here, or choose another page."))


def why_not(model, field: str) -> str:
    """Why a what-if does not apply to a model, in the reader's language."""
    return t(model.reasons[field], model=model.name)


def no_such_thing(sentence: str) -> None:
    """One sentence on what this model does not have and why, with the translation of one that translates."""
    if (trace := current_trace()).source and trace.predicted:
        st.text(trace.translation)
    st.info(sentence)
    device_line()


def device_line(*names: str) -> None:
    """Which models ran (that of the sentence bar, unless named), and where."""
    ran = [model(name) for name in names or (view().model,)]
    sizes = ", ".join(t("{model}, {count:.1f} million weights", model=one.name, count=one.card["weights"] / 1e6) for one in ran)
    ours = all(one.name in models.shipped() for one in ran)
    st.caption(t("Model: {models}, trained by us, on {device}." if ours and len(ran) == 1 else "Models: {models}, trained by us, on {device}." if ours
                 else "Models: {models}, on {device}.", models=sizes, device=t("the CPU") if ran[0].device.type == "cpu" else ran[0].device_name))
