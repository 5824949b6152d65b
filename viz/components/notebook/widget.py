"""The widget of a notebook: the explorer's own script, and what Python and the reader choose."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import anywidget
import traitlets

from ...analysis.views import HeadChoice
from ..host import BUNDLES
from ..host import HERE as HOST

_COLOURS = (HOST / "page.css").read_text(encoding="utf-8").partition("body {")[0]


class Widget(anywidget.AnyWidget):
    """The explorer in a cell of a notebook."""

    _esm = "\n".join(
        file.read_text(encoding="utf-8") for file in (HOST / "page.js", HOST / "widget.js")
    )
    _css = _COLOURS.replace(":root", ".heads-up")
    script = traitlets.Unicode((BUNDLES / "explorer.js").read_text(encoding="utf-8")).tag(sync=True)
    height = traitlets.Int().tag(sync=True)
    data = traitlets.Bytes().tag(sync=True)
    choice: traitlets.List[Any] = traitlets.List().tag(sync=True)  # mechanism, layer, head
    # {"row": 2, "column": None}, or None for nothing.
    pointed = traitlets.Dict(None, allow_none=True).tag(sync=True)
    held = traitlets.Dict(None, allow_none=True).tag(sync=True)

    what_if = traitlets.Dict().tag(sync=True)  # as in an address
    controls: traitlets.List[Any] = traitlets.List().tag(sync=True)  # name, title, values
    problem = traitlets.Unicode().tag(sync=True)  # why there is no answer
    quantity = traitlets.Unicode("weight").tag(sync=True)  # what cells show

    def __init__(
        self,
        choice: HeadChoice,
        data: bytes,
        height: int,
        follow: Callable[[HeadChoice], bytes | None],
        ask: Callable[[dict[str, str]], str],
        what_if: Mapping[str, str],
        controls: Sequence[object],
        weigh: Callable[[str], str],
    ):
        """`follow(choice)` is called after each change and returns other data to draw, or None.

        `ask(what_if)` is called when the reader changes it; it calls `answer`, or returns why not.
        `weigh(quantity)` does likewise, and calls this `weigh`.
        """
        super().__init__(
            choice=_name_of(choice), data=data, height=height, what_if=what_if, controls=controls
        )
        self.follow, self.ask, self.answered = follow, ask, dict(what_if)
        self.observe(self._changed, ["choice", "pointed", "held"])
        self.observe(self._asked, "what_if")
        self.ask_to_weigh, self.weighed = weigh, self.quantity
        self.observe(self._asked_to_weigh, "quantity")

    def answer(self, what_if: Mapping[str, str], data: bytes, controls: Sequence[object]) -> None:
        """Draw the run with this what-if."""
        self.answered = dict(what_if)
        with self.hold_sync():
            self.controls = controls
            self.what_if, self.data, self.problem = self.answered, data, ""

    def _asked(self, _: object) -> None:
        if self.what_if == self.answered:
            return
        problem = ""
        try:
            problem = self.ask(dict(self.what_if))
        except Exception as error:  # a kernel writes it to its log, where no reader looks
            problem = f"{type(error).__name__}: {error}"
            raise
        finally:
            if problem:
                with self.hold_sync():
                    self.what_if, self.problem = self.answered, problem

    def weigh(self, quantity: str, data: bytes) -> None:
        """Draw the run with this quantity in its cells."""
        self.weighed = quantity
        with self.hold_sync():
            self.quantity, self.data, self.problem = quantity, data, ""

    def _asked_to_weigh(self, _: object) -> None:
        if self.quantity != self.weighed and (problem := self.ask_to_weigh(self.quantity)):
            with self.hold_sync():
                self.quantity, self.problem = self.weighed, problem

    def choose(self, choice: HeadChoice, data: bytes) -> None:
        """Show a head large."""
        with self.hold_sync():
            self.choice, self.data = _name_of(choice), data

    def _changed(self, _: object) -> None:
        if data := self.follow(HeadChoice(*self.choice)):
            self.data = data


def _name_of(choice: HeadChoice) -> list[str | int]:
    return [choice.stack, choice.layer, choice.head]
