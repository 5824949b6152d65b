"""The base of the looks at a head of the tab's model."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models import AttentionMaps, LayerParameters, Trace

from ...analysis.views import STACK_TITLES, HeadChoice, model_head_title
from ...analysis.walkthrough.engine import attention_of
from ...base.language import t
from ...base.theme import HEADS
from ...view.computation import ExportMenu, PageContent, trace_files
from ...view.settings import plain_trace
from ..head_controls import caption_and_refute
from .settings import InsideSettings


@dataclass(frozen=True)
class HeadContent(PageContent[InsideSettings]):
    """A head of a model over the sentence; nothing is run before it is needed."""

    @property
    def choice(self) -> HeadChoice:
        return self.settings.choice

    @property
    def trace(self) -> Trace:
        """The run as trained. Raises UserError for an unreadable sentence."""
        return plain_trace(self.settings, self.runner)

    @property
    def maps(self) -> AttentionMaps:
        return attention_of(self.trace, self.choice.stack)

    @cached_property
    def parameters(self) -> LayerParameters:
        """The weights of the layer."""
        return self.model.parameters(self.choice.stack, self.choice.layer)

    @property
    def queries(self) -> tuple[str, ...]:
        """The query words; in cross-attention each with the word about to be written."""
        tokens = self.maps.query_tokens
        if self.choice.stack != "cross":
            return tokens
        pairs = zip(tokens, self.trace.predicted, strict=False)
        return tuple(f"{read} ▸ {written}" for read, written in pairs)

    @property
    def weights(self) -> np.ndarray:
        """The weights of the head, [query, key]."""
        return self.maps.weights[self.choice.layer, self.choice.head]

    @property
    def allowed(self) -> np.ndarray | None:
        """The mask, [query, key]; None without one."""
        return None if self.mask.all() else self.mask

    @property
    def mask(self) -> np.ndarray:
        """The mask of the layer, [query, key]."""
        return self.maps.allowed_in(self.choice.layer)

    @property
    def title(self) -> str:
        """The head in words."""
        return model_head_title(self.choice, self.model.name)

    @property
    def mechanism(self) -> str:
        """The mechanism within a sentence."""
        return t(STACK_TITLES[self.choice.stack]).lower()

    @property
    def colour(self) -> str:
        return HEADS[self.choice.head % len(HEADS)]

    @property
    def refutation(self) -> list[str]:
        """The caption of the head, what the controls of caption and label give, and the rule."""
        merged = self.settings.merged
        return caption_and_refute(self.trace, self.choice, merged, self.model, self.runner)

    @property
    def numbers(self) -> Mapping[str, Callable[[], bytes]]:
        """The arrays of the run by file ending."""
        return trace_files(self.trace)


@dataclass(frozen=True)
class NoHeadContent:
    """The content of a look at a head for a model without attention."""

    model: str

    @property
    def reason(self) -> str:
        return t(
            "{model} has no attention, so there is no head to look into. Choose another model.",
            model=self.model,
        )

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("inside", (), alert=self.reason)
