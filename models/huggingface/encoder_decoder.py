"""Encoder-decoder models like T5 and Marian: they read one text and write another."""

import functools
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

import torch
from torch import Tensor

from ..answers.decoding import longest_translation
from ..errors import UserError
from ..lengths import LONGEST
from ..networks.changes import AS_TRAINED, NetworkChanges, check
from ..protocols import Task
from ..reasons import UNSUPPORTED
from ..request import Request
from ..store.tokenizer import Token
from .languages import languages_of
from .model import PretrainedModel
from .padding import pad_source
from .probe import SOURCE, TARGET
from .run import PretrainedReading, Run


class PretrainedTranslation(PretrainedModel):
    """A model that reads a source and writes a target."""

    task: ClassVar[Task] = "translation"
    stack_names: ClassVar[Mapping[tuple[int, int], str]] = {
        (SOURCE, SOURCE): "encoder",
        (TARGET, TARGET): "decoder",
        (TARGET, SOURCE): "cross",
    }
    hidden_names: ClassVar[Mapping[str, str]] = {
        "encoder": "encoder_hidden_states",
        "decoder": "decoder_hidden_states",
    }
    decoder_ids: ClassVar[str] = "decoder_input_ids"

    def _probe_inputs(self, ids: Tensor) -> dict[str, Tensor]:
        return {
            "input_ids": ids,
            "attention_mask": torch.ones_like(ids),
            "decoder_input_ids": ids[:, :TARGET],
        }

    def _inputs(self, run: Run, batch: int = 1) -> dict[str, Tensor]:
        assert run.read is not None
        inputs = self._source_inputs(run) | {
            "decoder_input_ids": run.read,
            "decoder_attention_mask": torch.ones_like(run.read),
        }
        return {name: ids.expand(batch, -1) for name, ids in inputs.items()}

    def _languages(self) -> tuple[str, ...]:
        return languages_of(self.tokenizer.tokenizer, self.generation)

    def _unsupported(self) -> dict[str, str]:
        if self.tokenizer.tokenizer.pad_token_id is None:
            return dict.fromkeys(("padding", "padding_mask"), UNSUPPORTED["no padding"])
        return {}

    def _unanswered(self) -> dict[str, str]:
        return {"fill": UNSUPPORTED["fill"]}

    def _run_of_reading(self, reading: PretrainedReading) -> Run:
        self._check_memory(len(reading.ids), 0)
        run = pad_source(self, reading, AS_TRAINED)
        assert run.source_ids is not None
        return replace(run, read=run.source_ids[:, :1])

    def _run(self, request: Request, most: int = LONGEST) -> Run:
        what_if = request.what_if
        run = pad_source(self, self._read_request(request), NetworkChanges(what_if))
        source = len(run.source)
        verify = functools.partial(check, what_if, self.attention_sizes, source, run.words)
        verify(None)
        run = self._with_parts(run)
        begin = self._setting("decoder_start_token_id")
        if begin is None:
            raise UserError(
                "{name} does not say with which token it begins to write. Add "
                "decoder_start_token_id to its config.json.",
                name=self.name,
            )
        run = replace(run, first=Token(self.tokenizer.name(begin), 0, 0, -1))
        if request.target is None:
            most = min(most, longest_translation(run.words, self.longest))
            self._check_memory(source, most)
            forced = self._setting("forced_bos_token_id")
            written = self._greedy(run, [begin], most, [] if forced is None else [forced])
            translation = self.tokenizer.decode(written)
            spans = self.tokenizer.locate(written, translation, target=True)
        else:
            translation = request.target
            written, spans = self.tokenizer.encode(translation, special=True, target=True)
            if len(written) > self.longest:
                raise UserError(
                    "This translation has {tokens} tokens; this model writes at most "
                    "{longest}. Try a shorter one.",
                    tokens=len(written),
                    longest=self.longest,
                )
            self._check_memory(source, len(written))
        verify(len(written))
        run = replace(
            run,
            translation=translation,
            read=torch.tensor([[begin, *written[:-1]]], device=self.device),
            predicted=tuple(self.tokenizer.show(written, spans, translation)),
            written=written,
            finished=written[-1] in self._eos_ids,
        )
        # Those of the decoder follow what is written without them.
        return self._with_parts(run, of_decoders=True)
