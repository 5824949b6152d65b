"""Models that read a text and write nothing: encoders like BERT, and decoders without a head."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import torch
from torch import Tensor

from ..answers.lens import mask_places
from ..answers.masking import hidden_rows, rank_guesses
from ..lengths import LONGEST
from ..networks.changes import AS_TRAINED, NetworkChanges, check
from ..protocols import Sees, Task
from ..reasons import UNSUPPORTED
from ..request import Request
from ..results import Guesses
from .model import PretrainedModel
from .padding import pad_source
from .probe import SOURCE
from .run import PretrainedReading, Run


class PretrainedMaskedLM(PretrainedModel):
    """A masked language model, or an encoder without its output layer.

    Its trace has a source and the encoder's attention. `fill` predicts masked words.
    """

    task: ClassVar[Task] = "masked-lm"
    stack_names: ClassVar[Mapping[tuple[int, int], str]] = {(SOURCE, SOURCE): "encoder"}
    hidden_names: ClassVar[Mapping[str, str]] = {"encoder": "hidden_states"}
    cache: ClassVar[Mapping[str, Any]] = {}
    can_fill: ClassVar[bool] = True  # with the output layer, where it has one

    def _probe_inputs(self, ids: Tensor) -> dict[str, Tensor]:
        return {"input_ids": ids, "attention_mask": torch.ones_like(ids)}

    def _inputs(self, run: Run, batch: int = 1) -> dict[str, Tensor]:
        return {name: ids.expand(batch, -1) for name, ids in self._source_inputs(run).items()}

    def _unsupported(self) -> dict[str, str]:
        names = {
            "mask": "no decoder",
            "window": "no decoder",
            "blocked": "no cross-attention",
        }
        if self.tokenizer.tokenizer.pad_token_id is None:
            names |= {"padding": "no padding", "padding_mask": "no padding"}
        return {field: UNSUPPORTED[name] for field, name in names.items()}

    def _unanswered(self) -> dict[str, str]:
        reasons = {
            "next_words": UNSUPPORTED["no next word"],
            "silence_each": UNSUPPORTED["no words"],
        }
        if self._mask_token():
            return reasons
        return {"lens": UNSUPPORTED["no output layer"]} | reasons | {"fill": UNSUPPORTED["fill"]}

    def _mask_token(self) -> str | None:
        fills = self.network.get_output_embeddings() is not None and self.can_fill
        return self.tokenizer.tokenizer.mask_token if fills else None

    def _separator(self) -> str | None:
        backend = self.tokenizer.tokenizer
        return backend.sep_token if backend.is_fast else None

    def _run_of_reading(self, reading: PretrainedReading) -> Run:
        self._check_memory(len(reading.ids), 0)
        return pad_source(self, reading, AS_TRAINED)

    def _run(self, request: Request, most: int = LONGEST) -> Run:
        run = pad_source(self, self._read_request(request), NetworkChanges(request.what_if))
        check(request.what_if, self.attention_sizes, len(run.source), run.words, 1)
        self._check_memory(len(run.source), 0)
        return self._with_parts(run)

    def _places_to_read(self, run: Run) -> tuple[str, Sequence[int], Sequence[str]]:
        assert run.source_ids is not None
        ids, mask = run.source_ids[0].tolist(), self.tokenizer.tokenizer.mask_token_id
        places = mask_places(ids, mask, self.mask_token)
        return "encoder", places, [str(self.mask_token)] * len(places)

    @torch.inference_mode()
    def fill(self, request: Request, count: int = 5) -> dict[int, tuple[tuple[str, float], ...]]:
        """Predict each `mask_token` of the sentence.

        Returns, by index of the mask in the trace, the `count` most probable tokens, best first,
        with their probabilities. Raises UserError for a model that fills no masks and for a
        sentence without one; otherwise as `trace`.
        """
        self._refuse("fill")
        run = self._run(request)
        assert run.source_ids is not None
        ids, mask = run.source_ids[0].tolist(), self.tokenizer.tokenizer.mask_token_id
        return self._fill(ids, mask, lambda: self._logits(run), count)

    @torch.inference_mode()
    def guess(
        self, request: Request, places: Sequence[int], count: int = 5, sees: Sees = "both"
    ) -> tuple[Guesses, ...]:
        """Mask and predict the words at some places; see `MaskedModel.guess`."""
        self._refuse("fill")
        run = self._run(request)
        assert run.source_ids is not None
        backend, ids = self.tokenizer.tokenizer, run.source_ids[0].tolist()
        mask: Any = backend.mask_token_id
        stay = {*backend.all_special_ids} - {mask}
        rows = hidden_rows(ids, places, sees, mask, stay)
        if not rows:
            return ()
        reading = [replace(run, source_ids=torch.tensor([row], device=self.device)) for row in rows]
        scores = [
            self._logits(steps)[0, at].float() for steps, at in zip(reading, places, strict=True)
        ]
        probabilities = torch.stack(scores).softmax(-1)
        return rank_guesses(probabilities, places, ids, mask, self.tokenizer.name, count)


class PretrainedReader(PretrainedMaskedLM):
    """The layers of a decoder alone: they read a text and write nothing.

    Classifiers and text embedding models have them. The trace is that of an encoder, with a causal
    mask unless the network was trained to look ahead.
    """

    cache: ClassVar[Mapping[str, Any]] = {"use_cache": False}
    can_fill: ClassVar[bool] = False

    def _unsupported(self) -> dict[str, str]:
        unsupported = super()._unsupported()
        if not self.reads_ahead:
            unsupported |= dict.fromkeys(("mask", "window"), UNSUPPORTED["only reads"])
        return unsupported
