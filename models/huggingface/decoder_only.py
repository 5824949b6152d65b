"""Decoder-only models like GPT: they continue a text."""

import functools
from collections.abc import Mapping
from typing import ClassVar

import torch
from torch import Tensor

from ..errors import UserError
from ..lengths import check_tokens, measure_room
from ..networks.changes import NetworkChanges, check
from ..protocols import Task
from ..reasons import UNSUPPORTED
from ..request import Request
from .model import PretrainedModel
from .probe import SOURCE
from .run import PretrainedReading, Run

_NEW_TOKENS = 12  # length of a continuation


class PretrainedCausalLM(PretrainedModel):
    """A model without a source: the sentence is the beginning of the text that it writes.

    `translation` is the continuation. So is the target of a request, with the space before it.
    """

    task: ClassVar[Task] = "causal-lm"
    stack_names: ClassVar[Mapping[tuple[int, int], str]] = {(SOURCE, SOURCE): "decoder"}
    hidden_names: ClassVar[Mapping[str, str]] = {"decoder": "hidden_states"}

    def _probe_inputs(self, ids: Tensor) -> dict[str, Tensor]:
        return {"input_ids": ids, "attention_mask": torch.ones_like(ids)}

    def _inputs(self, run: Run, batch: int = 1) -> dict[str, Tensor]:
        assert run.read is not None
        inputs = {"input_ids": run.read, "attention_mask": torch.ones_like(run.read)}
        return {name: ids.expand(batch, -1) for name, ids in inputs.items()}

    def _unsupported(self) -> dict[str, str]:
        padding = dict.fromkeys(("padding", "padding_mask"), UNSUPPORTED["no encoder"])
        return {"blocked": UNSUPPORTED["no cross-attention"]} | padding

    def _unanswered(self) -> dict[str, str]:
        return {"fill": UNSUPPORTED["fill"]}

    def _run_of_reading(self, reading: PretrainedReading) -> Run:
        self._check_memory(0, len(reading.ids))
        return Run(reading.sentence, read=torch.tensor([reading.ids], device=self.device))

    def _run(self, request: Request, most: int = _NEW_TOKENS) -> Run:
        """Return the run on the prompt and its continuation."""
        reading, what_if = self._read_request(request), request.what_if
        sentence, ids, tokens = reading.sentence, reading.ids, reading.tokens
        verify = functools.partial(check, what_if, self.attention_sizes, len(ids), len(ids))
        verify(None)
        prompt = Run(sentence, NetworkChanges(what_if), prompt_length=len(ids) - 1)
        prompt = self._with_parts(prompt)
        if request.target is None:
            room = measure_room(len(ids), self.longest, most)
            self._check_memory(0, len(ids) + room)
            new = self._greedy(prompt, ids, room, [])
        else:
            whole, _ = self.tokenizer.encode(sentence + request.target, special=True)
            # Tokenized as one text, the prompt may end in another token; then tokenize the
            # continuation alone.
            if whole[: len(ids)] == ids:
                new = whole[len(ids) :]
            else:
                new = self.tokenizer.encode(request.target)[0]
            if not new:
                raise UserError(
                    "This continuation is empty. Type how the text should continue, or remove it."
                )
            check_tokens(len(ids) + len(new), self.longest, is_continued=True)
            self._check_memory(0, len(ids) + len(new))
        translation = request.target
        if translation is None:
            before, text = self.tokenizer.decode(ids), self.tokenizer.decode(ids + new)
            is_longer = text.startswith(before)
            translation = text[len(before) :] if is_longer else self.tokenizer.decode(new)
        spans = self.tokenizer.locate(
            ids + new, sentence + translation, [(token.start, token.end) for token in tokens]
        )
        tokens = self.tokenizer.show(ids + new, spans, sentence + translation)
        written = (ids + new)[1:]
        verify(len(written))
        return Run(
            sentence,
            prompt.changes,
            translation,
            first=tokens[0],
            read=torch.tensor([(ids + new)[:-1]], device=self.device),
            predicted=tuple(tokens[1:]),
            written=written,
            prompt_length=len(ids) - 1,
            finished=new[-1] in self._eos_ids,
        )
