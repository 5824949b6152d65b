"""The mix of a model's layers as one more step."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...base.language import format_number, t
from ...draw.chart import Chart
from .charts import strips_chart
from .compute_space import WordsContent
from .layer_mix import add_mix, parse_weights, shares_of
from .settings import layers_to_mix, names_of_steps, names_with_mix


@dataclass(frozen=True)
class MixedContent(WordsContent):
    """The content of a look in which layers can be mixed."""

    @cached_property
    def steps(self) -> tuple[str, ...]:
        """The steps, with the mix at the end. Raises UserError if the model has no encodings."""
        return names_with_mix(self.settings, self.runner)

    @cached_property
    def layers(self) -> int:
        """The number of the model's own steps."""
        return len(names_of_steps(self.settings, self.runner))

    @cached_property
    def mixed_steps(self) -> tuple[str, ...]:
        """The names of the mixed steps."""
        return tuple(self.steps[place] for place in layers_to_mix(self.settings, self.runner))

    @cached_property
    def weights(self) -> tuple[float, ...]:
        """The weight of each layer before the softmax."""
        return parse_weights(self.settings.mix_weights or "", len(self.mixed_steps))

    def with_mix(self, states: np.ndarray, steps: Sequence[str]) -> np.ndarray:
        """Return states `[step, ..., d]`, followed by the mix if it is on."""
        return add_mix(states, steps, self.weights) if self.settings.mix else states

    @property
    def mix_formula(self) -> str:
        """The mix as a sum."""
        shares = zip(shares_of(self.weights), self.mixed_steps, strict=True)
        terms = (f"{format_number(share, '.2f')} · {name}" for share, name in shares)
        return f"{self.steps[-1]} = {' + '.join(terms)}"

    def strips_of(self, states: np.ndarray, word: str, sentence: str) -> Chart:
        """Draw a word's vector in each layer times its share, and the sum; `states [step, d]`."""
        shares, places = shares_of(self.weights), layers_to_mix(self.settings, self.runner)
        strips = {
            f"{format_number(share, '.2f')} × {self.steps[place]}": share * states[place]
            for share, place in zip(shares, places, strict=True)
        }
        caption = t("words#strips of a mix", word=word, sentence=sentence)
        return strips_chart(strips, ("Σ", states[-1])).with_caption(caption)

    @property
    def mix_note(self) -> str:
        """An explanation of the mix, in Markdown."""
        if self.model.capabilities.mixes_layers:
            model = t("words#ELMo")
        else:
            model = t(
                "The mix is that of ELMo, here made of the layers of {model}.",
                model=(self.model.name),
            )
        mix = t("words#weights of ELMo's layers")
        return f"{model} {mix}"
