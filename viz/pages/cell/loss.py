"""The gradient of a language model's loss for its recurrent matrix, as a sum over the steps."""

from dataclasses import dataclass

import numpy as np

from models import TextModel, Trace, UserError
from models.normalisation import normalise
from models.reasons import UNSUPPORTED

from ...analysis.walkthrough.cell import layer_run, loss_by_step
from ...analysis.walkthrough.engine import states_of
from ...base.language import format_number, t
from ...base.theme import model_colour
from ...draw.chart import Axis, Bars, Chart
from ...draw.head_pictures import trace_caption
from ...draw.word_charts import word_chart

_TOLERANCE = 1e-4  # of a probability from that of the run


@dataclass(frozen=True)
class LossByStep:
    """What each step adds to ∂L/∂V, where L is −ln P of the token after the chosen one."""

    trace: Trace
    place: int  # of the chosen token
    values: np.ndarray  # [token read]; together the norm of ∂L/∂V

    @classmethod
    def of(cls, model: TextModel, trace: Trace, layer: str, place: int) -> "LossByStep":
        """Follow the loss back. Raises UserError where the numbers are not those of the run."""
        names = model.capabilities.recurrent
        runs = [layer_run(trace, model.parameters(name), name) for name in names]
        output = model.embedding.detach().float().cpu().numpy().astype(np.float64)
        logits = output @ states_of(trace, "decoder", len(names))[place]
        error = np.exp(logits - logits.max())
        error /= error.sum()
        encode = model.tokenizer.encode
        ids, prompt = encode(normalise(trace.written_text)), encode(normalise(trace.sentence))
        if ids[: len(prompt)] != prompt:  # the network wrote pieces that read as others
            ids = [*prompt, *encode(trace.translation)]
        token = [*ids, model.tokenizer.end_id][place]
        if abs(error[token] - trace.choices[place].probability) > _TOLERANCE:
            raise UserError(UNSUPPORTED["unknown output"], model=model.name)
        error[token] -= 1
        return cls(trace, place, loss_by_step(runs, names.index(layer), place, error @ output))

    @property
    def finding(self) -> str:
        """The sum, and how much of it the last steps give."""
        norm = float(self.values.sum())
        return t(
            "cell#loss by step",
            word=self.trace.predicted[self.place],
            loss=-float(np.log(self.trace.choices[self.place].probability)),
            steps=self.place + 1,
            norm=norm,
            last=float(self.values[-1]) / norm if norm else 0.0,
            three=float(self.values[-3:].sum()) / norm if norm else 0.0,
        )

    @property
    def chart(self) -> Chart:
        """A bar for each step."""
        words = self.trace.decoder_input[: self.place + 1]
        bars = Bars(
            places=range(len(words)),
            values=self.values,
            colour=model_colour(self.trace.request.model),
            labels=[format_number(float(value), ".2g") for value in self.values],
            labels_shown=len(words) <= 14,
        )
        caption = trace_caption(self.trace, t("What each step adds to ∂L/∂V"))
        y = Axis(title=t("part of ‖∂L/∂V‖"), title_size=14)
        return word_chart(words, [bars], y, caption=caption)
