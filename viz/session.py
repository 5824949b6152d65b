"""What the browser tab remembers, what visitors share, and the address that says it all: the only home of
`st.cache_*`, `st.session_state` and `st.query_params`."""

import gc
import html
from dataclasses import dataclass
from urllib.parse import quote_plus

import streamlit as st

import models
from models import Request, Trace

from .views import HeadChoice

EXAMPLES = (  # the sentences of the lectures
    "The big red dog is sleeping on the bed.",
    "The animal didn't cross the street because it was too tired.",
    "The human controls the machine.",
    "The agreement on the European Economic Area was signed in August 1992.",
    "Two young girls are playing with a ball in the green park.",
    "I'm going to study math instead of English.")
EXAMPLE = EXAMPLES[0]
OPENING = HeadChoice("cross", 3, 0)  # the head of the worked example
MODEL, SENTENCE, CHOICE, MERGED = "model", "sentence", "choice", "merged"
LAST = "last view"  # what this tab showed when it last wrote the address
WORDS = ("written", "merged")  # sub-words, by whether they are merged


# --- shared by all visitors ----------------------------------------------------------------------


@st.cache_resource(show_spinner="Loading the model …")
def model(name: str):
    import torch

    torch.set_num_threads(1)  # visitors run beside each other; a second thread saves a tenth and waits for the first
    loaded = models.load(name)
    loaded.translate([EXAMPLE])  # the first run of a network is slow: not in front of a visitor
    gc.collect()
    gc.freeze()  # the loaded modules are never garbage; do not search them again after every run
    return loaded


@st.cache_resource(show_spinner=False, max_entries=64)
def _trace(name: str, sentence: str, target: str | None) -> Trace:
    return model(name).trace(Request(name, sentence, target))


def trace(request: Request) -> Trace:
    """One run per distinct request, whoever asks. Raises UserError for a sentence that cannot be read."""
    return _trace(request.model, request.sentence, request.target)


# --- the state of one tab ------------------------------------------------------------------------


@dataclass(frozen=True)
class View:
    """All that an address says."""

    model: str
    sentence: str = EXAMPLE
    choice: HeadChoice = OPENING
    merged: bool = False

    def address(self) -> dict[str, str]:
        """The parameters of the link to this view; layers and heads count from 1, as on the screen.

        Web servers refuse an address of 64 kB: a sentence that long, which no model reads, is left out.
        """
        sentence = {"sentence": self.sentence} if len(quote_plus(self.sentence)) < 60_000 else {}
        return {
            "model": self.model, **sentence, "attention": self.choice.stack,
            "layer": str(self.choice.layer + 1), "head": str(self.choice.head + 1), "words": WORDS[self.merged]}


def parse(parameters: dict[str, str]) -> tuple[View, list[str]]:
    """The view an address asks for, and one sentence for each thing it asks for that there is not."""
    notes = []

    def refuse(name: str, asked: str, instead: str, there_is: str) -> str:
        asked = asked if len(asked) <= 20 else asked[:20] + "…"
        notes.append(f"The address asks for {name} “{asked}”, but there is only {there_is}. Showing {instead}.")
        return instead

    def one_of(name: str, options: tuple[str, ...], default: str) -> str:
        asked = parameters.get(name, default)
        return asked if asked in options else refuse(name, asked, default, ", ".join(options))

    def number(name: str, default: int, most: int) -> int:
        options = tuple(map(str, range(1, most + 1)))
        asked = parameters.get(name, str(min(default + 1, most)))
        return int(asked if asked in options else refuse(name, asked, str(min(default + 1, most)), f"1 to {most}")) - 1

    available = models.available()
    name = one_of("model", available, available[0])
    sizes, choice = model(name).attention_sizes, OPENING
    if sizes:  # else the model has no attention, and nothing to choose
        stack = one_of("attention", tuple(sizes), nearest(OPENING, sizes).stack)
        layers, heads = sizes[stack]
        choice = HeadChoice(stack, number("layer", OPENING.layer, layers), number("head", OPENING.head, heads))
    return View(name, parameters.get("sentence", EXAMPLE), choice, one_of("words", WORDS, WORDS[False]) == WORDS[True]), notes


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
    return View(state[MODEL], state[SENTENCE], nearest(state[CHOICE], model(state[MODEL]).attention_sizes), state[MERGED])


def open_address() -> list[str]:
    """Take over what the address asks for, unless it is only the one this tab wrote; what it got wrong, in sentences.

    An address wins when it is new: a link, a reload, the Back button, an edit by hand. When the reader has
    just changed something, the browser may still send the address of before: then the change wins.
    """
    asked = {name: text for name, text in st.query_params.items() if name in View(models.available()[0]).address()}
    last: View | None = st.session_state.get(LAST)
    if last is not None and (not asked or asked == last.address() or view() != last):
        return []
    wanted, notes = parse(asked)
    st.session_state.update({MODEL: wanted.model, SENTENCE: wanted.sentence, CHOICE: wanted.choice, MERGED: wanted.merged})
    return notes


def write_address() -> None:
    """Make the address say what the page shows."""
    now = view()
    if dict(st.query_params) != now.address():
        st.query_params.from_dict(now.address())
    st.session_state[LAST] = now


def choose_head() -> None:
    """Keep the head that was clicked in the explorer."""
    stack, layer, head = st.session_state["explorer"]["choice"].split("/")
    st.session_state[CHOICE] = HeadChoice(stack, int(layer), int(head))


def current_trace() -> Trace:
    """The run behind the page. Raises UserError for a sentence that cannot be read."""
    now = view()
    return trace(Request(now.model, now.sentence))


# --- what every page has -------------------------------------------------------------------------


def sentence_bar() -> None:
    """The sentence, examples to start from, how sub-words are shown and, when there are several, the model."""
    names = models.available()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text_input("An English sentence", key=SENTENCE, placeholder="Type an English sentence and press Enter",
                      autocomplete="off", label_visibility="collapsed", width=640 if len(names) == 1 else 480)
        st.menu_button("Examples", EXAMPLES, key="example", on_click=take_example)
        st.toggle("Merge sub-words", key=MERGED,
                  help="Rare words are read in pieces. Merged, a word gets what its pieces get together and gives their mean.")
        if len(names) > 1:
            st.selectbox("Model", names, key=MODEL, label_visibility="collapsed", width=180)


def take_example() -> None:
    """Put the example chosen into the sentence bar."""
    st.session_state[SENTENCE] = st.session_state["example"]


def explain(sentence: str) -> None:
    """One friendly sentence, shown as written: nothing in it is read as markup."""
    st.html(f'<p role="alert" style="border-left: 4px solid #d55e00; padding: 4px 12px; overflow-wrap: anywhere">{html.escape(sentence)}</p>')


def no_such_thing(sentence: str) -> None:
    """One sentence on what this model does not have and why, with its translation, which it always has."""
    st.text(current_trace().translation)
    st.info(sentence)
    device_line()


def device_line() -> None:
    """Which model ran, and where."""
    now = model(view().model)
    st.caption(f"Model: {now.name}, {now.card['weights'] / 1e6:.1f} million weights, trained by us, on {now.device_name}.")
