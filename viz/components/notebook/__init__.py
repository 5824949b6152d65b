"""Heads that show themselves: in a notebook, where a click can be read, and as one HTML file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

from models import Request, TextModel, Trace, UserError, WhatIf
from models.files import write_whole

from ...analysis.norms import cell_quantities, norm_formula, with_norms
from ...analysis.views import HeadChoice, Heads, head_title
from ...analysis.what_if_text import BY_FIELD, NAMES, parameters, read_what_if, summary
from ...base.language import explain, option_title, t, translatable
from ...base.libraries import LIBRARIES
from ...draw.given_attention import Attention, attention, check_head
from ...draw.head_matrices import head_matrix
from ...draw.head_pictures import trace_caption
from ...draw.picture import Picture
from .. import explorer
from ..explorer.notes import NO_NOTES, Notes
from ..host import write_file

_Content = Trace | Attention
_LISTS = translatable({"temperature": "Temperature", "mask": "Mask"})  # beside the picture


@dataclass(frozen=True)
class _Cell:
    """A cell of a head, or a whole row or column of it, whose other index is None."""

    row: int | None
    column: int | None
    words: tuple[str | None, str | None]  # the one that attends, and the one attended to
    weight: float | None  # None for a whole row or column, and for a masked cell


class Shown:
    """All heads of a run at a glance and one large, as a notebook and a browser show them.

    With anywidget installed a notebook shows a widget: `choice`, `pointed` and `held` say what its
    reader has chosen, `choose` and `hold` choose for them. Without it, and in a saved notebook, the
    same picture is an HTML file in a frame, whose choices Python does not learn.
    """

    def __init__(
        self,
        run: explorer.ExplorerRun,
        choice: HeadChoice,
        caption: str,
        height: int,
        question: "_Asked | None" = None,
        **more,
    ):
        """`question` answers what-ifs; `more` is a second run: `beside`, `title` and `sentence`."""
        self.run, self.caption, self.height, self._asked = run, caption, height, question
        self.notes: Notes = replace(NO_NOTES, **more) if more else NO_NOTES
        if question:
            self.notes = replace(self.notes, **question.quantities)
        self._callbacks: list[Callable[[Shown], object]] = []
        self._choice = self._checked(choice)
        self._widget: Any = None
        self.is_on_show: Callable[[], bool] = lambda: False  # in the running cell of a notebook

    def __repr__(self) -> str:
        heads = self._heads(self._choice.stack)
        return f"Shown({head_title(self._choice)}, of {list(heads.weights.shape)})"

    @property
    def choice(self) -> HeadChoice:
        """The large head: `stack`, `layer` and `head`, from 0."""
        return self._choice

    @property
    def pointed(self) -> _Cell | None:
        """What the pointer is on; None without a widget."""
        return self._cell(self._widget.pointed if self._widget else None)

    @property
    def held(self) -> _Cell | None:
        """What the reader has clicked, or `hold` holds; None for nothing, and without a widget."""
        return self._cell(self._widget.held if self._widget else None)

    def choose(self, layer: int, head: int, stack: str = "") -> None:
        """Show a head large; of the mechanism on show where no other is named.

        Raises ValueError for a head that is not there.
        """
        self._choice = self._checked(HeadChoice(stack or self._choice.stack, layer, head))
        if self._widget:
            self._widget.choose(self.place_of(self._choice), self.pack())

    def hold(self, row: int | None = None, column: int | None = None) -> None:
        """Hold a cell, a row or a column, as a click does; nothing without arguments.

        Raises ValueError for an index that is not there, RuntimeError without anywidget.
        """
        heads = self._heads(self._choice.stack)
        for name, index, words in (("row", row, heads.rows), ("column", column, heads.columns)):
            if index is not None and not 0 <= index < len(words):
                raise ValueError(f"there is no {name} {index}: they are 0 to {len(words) - 1}")
        nothing = row is None and column is None
        self.widget.held = None if nothing else {"row": row, "column": column}

    @property
    def what_if(self) -> WhatIf:
        """What the reader or `change` has changed in the run; nothing without a model."""
        return self._asked.trace.request.what_if if self._asked else WhatIf()

    @property
    def trace(self) -> Trace | None:
        """The trace on show, of the model with its what-if; None without a model."""
        return self._asked.trace if self._asked else None

    def change(self, what_if: WhatIf) -> None:
        """Let the model run with this what-if, and show that; `WhatIf()` is as trained.

        Raises RuntimeError without a model, and UserError as `TextModel.trace`.
        """
        if self._asked is None:
            raise RuntimeError("There is no model to ask. Name it: show(trace, model=model)")
        self.run = self._asked.run(what_if, self.notes.quantity)
        self.caption = caption_of(self._asked.trace)
        if self._widget:
            self._widget.answer(parameters(what_if), self.pack(), self._asked.controls())

    @property
    def quantity(self) -> str:
        """What each cell shows: "weight", or "norm", what the weight moves: ‖α v W_O‖."""
        return self.notes.quantity

    def weigh(self, quantity: str) -> None:
        """Show "weight" or "norm" (a share of its row), as the reader's two buttons do.

        Raises RuntimeError without a model, ValueError for a quantity that it does not have, and
        what `models.contributions` raises.
        """
        if self._asked is None:
            raise RuntimeError("There is no model to ask. Name it: show(trace, model=model)")
        names = [name for name, _ in self.notes.quantities]
        if quantity not in names:
            raise ValueError(f"there is no {quantity!r}, only {', '.join(names) or 'the weight'}")
        self.run = self._asked.read(quantity)
        self.notes = replace(self.notes, quantity=quantity)
        if self._widget:
            self._widget.weigh(quantity, self.pack())

    def on_change(self, function: Callable[["Shown"], object]) -> None:
        """Call `function(shown)` whenever the reader chooses, points or clicks."""
        self._callbacks.append(function)

    @property
    def widget(self) -> Any:
        """The widget of anywidget. Raises RuntimeError where that is not installed."""
        if self._widget is None:
            try:
                module = LIBRARIES.widget
            except ModuleNotFoundError as error:
                raise RuntimeError(
                    f"{error}. A click can be read with anywidget: pip install anywidget"
                ) from None
            self._widget = module.Widget(
                self.place_of(self._choice),
                self.pack(),
                self.height,
                self._follow,
                self._answer,
                parameters(self.what_if),
                self._asked.controls() if self._asked else (),
                self._weigh,
            )
        return self._widget

    def picture(self) -> Picture:
        """Draw the large head: `picture().save("head.pdf", width="219pt")`."""
        heads = self._heads(self._choice.stack)
        matrix = head_matrix(heads, self.place_of(self._choice), head_title(self._choice))
        return Picture((matrix,), caption=self.caption)

    def html(self) -> bytes:
        """Return the HTML file that asks for nothing, with 3 digits of each weight."""
        step = 1 / explorer.FILE_STEPS
        note = t("Weights are rounded to {step}.", step=step)
        large = self._is_large(explorer.FILE_MANY)
        if large:
            note += " " + t("Of so long a text, one head is here in full; all others are reduced.")
        place, step_count = self.place_of(self._choice), explorer.FILE_STEPS
        notes, other = self.notes, b""
        if large or not self._asked or len(notes.quantities) < 2:
            notes = replace(notes, quantities=())
        else:
            name = "weight" if self.quantity == "norm" else "norm"
            run, of_other = self._asked.read(name), replace(notes, quantity=name)
            other = explorer.pack_run(run, place, frozenset(), large, step_count, of_other)
        data = explorer.pack_run(self.run, place, frozenset(), large, step_count, notes)
        return write_file("explorer", data, self.caption, [note], other)

    @property
    def data(self) -> str:
        """The HTML file as text, as BertViz's `html_action="return"` has it."""
        return self.html().decode()

    def save(self, file: str | PathLike[str], **options: Any) -> None:
        """Write a file; its ending says how: .html is this; others are those of `picture()`.

        Raises UserError for a file that cannot be written, ValueError for another ending.
        """
        if Path(file).suffix.lower() == ".html":
            write_whole({Path(file): self.html()})
        else:
            self.picture().save(file, **options)

    def pack(self) -> bytes:
        """Return what the component draws where Python answers."""
        can = frozenset({"asked", "told"}) | (self._asked.can if self._asked else set())
        if self.quantity == "norm":
            can -= {"forced"}  # a weight is
        large = self._is_large(explorer.MANY)
        choice = self.place_of(self._choice)
        return explorer.pack_run(self.run, choice, can, large, notes=self.notes)

    def _is_large(self, most: int) -> bool:
        return self.run.size > most and not self.notes.beside

    def _ipython_display_(self) -> None:
        """Show nothing more of what is on show. IPython asks this first, and otherwise goes on."""
        if not self.is_on_show():
            raise NotImplementedError

    def _repr_html_(self) -> str:
        """Return the HTML file in a frame of its own, which may run scripts and nothing else."""
        return (
            f'<iframe srcdoc="{escape(self.html().decode())}" title="{escape(self.caption)}" '
            f'sandbox="allow-scripts allow-downloads" '
            f'style="width: 100%; height: {self.height}px; border: 0"></iframe>'
        )

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        """Return the widget where there is one, the frame, the large head as SVG, and its name."""
        static = {**self.picture()._repr_mimebundle_(), "text/plain": repr(self)}
        bundle: dict[str, Any] = {"text/html": self._repr_html_(), **static}
        try:
            widget_bundle = self.widget._repr_mimebundle_()
        except RuntimeError:
            return bundle
        return {
            **(widget_bundle[0] if isinstance(widget_bundle, tuple) else widget_bundle or {}),
            **bundle,
        }

    def _heads(self, stack: str) -> Heads:
        maps = next(
            (mechanism for mechanism in self.run.mechanisms if mechanism.stack == stack), None
        )
        if maps is None:
            names = ", ".join(mechanism.stack for mechanism in self.run.mechanisms)
            raise ValueError(f"there is no {stack!r} attention here, only {names}")
        return maps

    def _numbers(self, stack: str) -> tuple[Sequence[int], Sequence[int]]:
        """Return the numbers of the layers and heads that are here."""
        layers, heads = self._heads(stack).weights.shape[:2]
        return self.run.layers or range(layers), self.run.heads or range(heads)

    def _checked(self, choice: HeadChoice) -> HeadChoice:
        layers, heads = self._numbers(choice.stack)
        attending = self._heads(choice.stack).attending
        check_head(choice, [layers[place] for place in attending], heads)
        return choice

    def place_of(self, choice: HeadChoice) -> HeadChoice:
        """Return where a head stands among those here. Raises ValueError for another one."""
        choice = self._checked(choice)
        layers, heads = self._numbers(choice.stack)
        return HeadChoice(choice.stack, layers.index(choice.layer), heads.index(choice.head))

    def _cell(self, place: dict[str, int | None] | None) -> _Cell | None:
        if not place:
            return None
        heads, choice = self._heads(self._choice.stack), self.place_of(self._choice)
        row, column = place["row"], place["column"]
        if (row or 0) >= len(heads.rows) or (column or 0) >= len(heads.columns):
            return None  # of the head before
        weight = None
        allowed = heads.allowed_in(choice.layer)
        if row is not None and column is not None and allowed[row, column]:
            weight = float(heads.weights[choice.layer, choice.head, row, column])
        words = (
            None if row is None else heads.rows[row],
            None if column is None else heads.columns[column],
        )
        return _Cell(row, column, words, weight)

    def _follow(self, place: HeadChoice) -> bytes | None:
        """Take over what a reader has chosen; return what is drawn then, None for no change."""
        layers, heads = self._numbers(place.stack)
        choice = HeadChoice(place.stack, layers[place.layer], heads[place.head])
        is_new = choice != self._choice
        self._choice = choice
        for function in self._callbacks:
            function(self)
        return self.pack() if is_new and self._is_large(explorer.MANY) else None

    def _weigh(self, quantity: str) -> str:
        """Show what the reader has chosen. Return why not, or ""."""
        try:
            self.weigh(quantity)
        except UserError as error:
            return explain(error)
        for function in self._callbacks:
            function(self)
        return ""

    def _answer(self, texts: dict[str, str]) -> str:
        """Change what the reader has set, as in an address. Return why not, or ""."""
        what_if, refusals = read_what_if(texts)
        now = parameters(self.what_if)  # whose digits are fewer than those that Python has set
        kept = [field for field, name in NAMES.items() if texts.get(name) == now.get(name)]
        what_if = replace(what_if, **{field: getattr(self.what_if, field) for field in kept})
        try:
            if refusals:
                return next(iter(refusals.values()))
            self.change(what_if)
        except UserError as error:
            return explain(error)
        for function in self._callbacks:
            function(self)
        return ""


class _Asked:
    """A model that answers what-ifs about a trace of it."""

    def __init__(self, model: TextModel, trace: Trace, merged: bool, between: str):
        self.model, self.trace, self.merged, self.between = model, trace, merged, between
        self.request: Request = trace.request

    @property
    def can(self) -> frozenset[str]:
        """What the explorer offers of it: cells of merged words have other numbers."""
        is_whole = not self.merged and self.between == "all"
        return self.model.what_ifs & ({"silenced", "forced"} if is_whole else {"silenced"})

    def controls(self) -> list[tuple[str, str, list[tuple[str, str]]]]:
        """Return the lists beside the picture: parameter, title, values with titles.

        The first value is as trained, and the one on show is among them.
        """
        now = parameters(self.trace.request.what_if)
        lists = []
        for field, title in _LISTS.items():
            if field in self.model.what_ifs:
                entry = BY_FIELD[field]
                options = entry.options
                if (on_show := now.get(entry.parameter)) and on_show not in options:
                    options[on_show] = on_show
                texts = [(value, option_title(text)) for value, text in options.items()]
                lists.append((entry.parameter, t(title), texts))
        return lists

    @property
    def quantities(self) -> dict[str, Any]:
        """What a cell can show, as `Notes` have it."""
        capabilities = self.model.capabilities
        offered = [*cell_quantities(capabilities).items()]
        return {"quantities": offered, "formula": norm_formula(capabilities)}

    def run(self, what_if: WhatIf, quantity: str) -> explorer.ExplorerRun:
        """Let the model run. Raises UserError as `TextModel.trace`."""
        self.trace = self.model.trace(replace(self.request, what_if=what_if))
        return self.read(quantity)

    def read(self, quantity: str) -> explorer.ExplorerRun:
        """Return the run on show with weights or norms."""
        trace = with_norms(self.trace, self.model) if quantity == "norm" else self.trace
        return read_content(trace, self.merged, self.between)


def show(
    content: Any,
    *arguments: Any,
    layer: int | None = None,
    head: int = 0,
    stack: str = "",
    between: str = "all",
    merged: bool = True,
    height: int = 640,
    model: TextModel | None = None,
    **more: Any,
) -> Shown:
    """Return all heads of a trace, of an `attention(...)`, or of weights with their tokens.

    >>> show(trace)
    >>> show(output.attentions, tokens).save("dog.html")

    The large head is `head` of `layer`, from 0, of the mechanism `stack` ("encoder", "decoder",
    "cross"; "" is the last one). Layers have the network's numbers; None is the first one that has
    attention. Sub-words of a trace are `merged` into words. Of two sentences
    `between` is "all", "aa", "ab", "ba" or "bb". `height` is in pixels. With the `model` of a
    trace, heads can be switched off, and temperature and mask be chosen, also from Python (see
    `Shown.change`): the model runs again. Other arguments are those of `attention`. Raises
    ValueError as `attention`, for a head that is not there, and for the model of another trace.
    """
    if not isinstance(content, _Content):
        content = attention(content, *arguments, **more)
    elif arguments or more:
        raise ValueError("tokens and their like belong to weights; a trace has its own")
    run = read_content(content, merged, between)
    choice = _first_choice(run, stack, layer, head)
    question = None
    if model is not None:
        if not isinstance(content, Trace):
            raise ValueError("a model answers for a trace of it, not for weights")
        if getattr(model, "name", None) != content.request.model:
            name = getattr(model, "name", repr(model))
            raise ValueError(
                f"this is a trace of {content.request.model}, and the model {name}: give the "
                f"model itself, model=load({content.request.model!r})"
            )
        question = _Asked(model, content, merged, between)
    return Shown(run, choice, caption_of(content), height, question)


def compare(
    first: _Content,
    second: _Content,
    layer: int | None = None,
    head: int = 0,
    stack: str = "",
    merged: bool = True,
    height: int = 640,
) -> Shown:
    """Return each head of the first beside the head of the second, and the second less the first.

    Both are traces or `attention(...)`: of one model on two sentences, with and without a what-if,
    or of two models. Where the first has fewer layers or heads, its last one is shown. Where words
    differ there is no difference. Shown are the mechanisms that both have. Raises ValueError for
    weights without words, for two that have no mechanism in common, for a head that is not there,
    and for more than 4 million weights.
    """
    for value in (first, second):
        if not isinstance(value, _Content):
            raise ValueError(
                f"a trace or attention(weights, tokens) can be compared, no {type(value).__name__}"
            )
    before, after = (read_content(value, merged, "all") for value in (first, second))
    stacks = [[value.stack for value in run.mechanisms] for run in (before, after)]
    after = replace(
        after, mechanisms=[value for value in after.mechanisms if value.stack in stacks[0]]
    )
    if not after.mechanisms:
        raise ValueError(
            "A has {} attention and B {} attention: no head of one stands for a head of the "
            "other. Weights in which no word attends to a later one count as a "
            "decoder’s.".format(*map(" and ".join, stacks))
        )
    if before.size + after.size > explorer.FILE_MANY:
        raise ValueError(
            f"these are {before.size + after.size:,} weights; {explorer.FILE_MANY:,} can be "
            "compared. Give some layers of them, or a shorter text."
        )
    choice = _first_choice(after, stack, layer, head)
    captions = {"A": caption_of(first), "B": caption_of(second)}
    lines = [f"{name}: {text}".replace("\n", " · ") for name, text in captions.items()]
    return Shown(
        after,
        choice,
        "\n".join((f"A · {_title_of(first)}, B · {_title_of(second)}", *lines)),
        height,
        beside=before.mechanisms,
        beside_title=_title_of(first),
        beside_sentence=before.sentence,
    )


def _first_choice(
    run: explorer.ExplorerRun, stack: str, layer: int | None, head: int
) -> HeadChoice:
    """Return the large head; without a `layer` that of the first layer with attention."""
    heads = next(
        (mechanism for mechanism in run.mechanisms if mechanism.stack == stack), run.mechanisms[-1]
    )
    first = heads.attending[0] if layer is None else layer
    return HeadChoice(stack or heads.stack, first, head)


def read_content(content: _Content, merged: bool, between: str) -> explorer.ExplorerRun:
    """Return what the explorer draws. Raises ValueError for a run without attention."""
    if isinstance(content, Attention):
        stacks = [mechanism.stack for mechanism in content.mechanisms]
        return explorer.ExplorerRun([content.heads(stack, between) for stack in stacks])
    run = explorer.read_run(content, merged, between)
    if not run.mechanisms:
        raise ValueError(f"{content.request.model} has no attention")
    return run


def caption_of(content: _Content) -> str:
    if isinstance(content, Attention):
        return content.text or t("Attention")
    return trace_caption(content, t("every head"))


def _title_of(content: _Content) -> str:
    """Name a run beside another one."""
    if isinstance(content, Attention):
        return content.caption or t("Attention")
    model, what_if = content.request.model, content.request.what_if
    return f"{model} · {summary(what_if)}" if what_if.applied else model
