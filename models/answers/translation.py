"""Translation by a network of ours: it reads a source and writes a target."""

import functools
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
import torch
from torch import Tensor

from ..errors import UserError
from ..lengths import check_tokens
from ..networks.changes import AS_TRAINED
from ..networks.network import TranslationNetwork
from ..networks.recorder import Recording
from ..normalisation import normalise, read_text
from ..reasons import UNSUPPORTED
from ..request import Request
from ..results import Encoding, Gradients
from ..store.tokenizer import Tokenizer, columns
from ..trace import Trace
from .base import HeadPlaces
from .batches import batch_key, batches
from .decoding import translate
from .gradients import reading_gradients, state_gradients
from .network_model import NetworkModel
from .runs import ForcedRun, decode_runs, read_request, source_tokens, with_end_token
from .tracing import matmul_is_batch_invariant, record_reading, trace_runs


class TranslationModel(NetworkModel):
    """A network of ours trained to translate, with its tokenizer."""

    network: TranslationNetwork
    tokenizer: Tokenizer
    _languages: ClassVar[tuple[str, ...]] = ("en", "fr")

    def source_ids(self, sentence: str) -> list[int]:
        """Return the ids of a normalised sentence, without end.

        Raises UserError for a blank or a too long sentence.
        """
        longest = self.longest - 1
        if not sentence.strip():
            raise UserError(
                "There is no word in this sentence. Type one in English, for example “I am tired.”"
            )
        if len(sentence) > 20 * longest:  # do not even count the tokens of a book
            raise UserError(
                "This text has {characters:,} characters; this model reads one sentence of "
                "at most {longest} tokens. Try a shorter one.",
                characters=len(sentence),
                longest=longest,
            )
        ids = self.tokenizer.encode(sentence)
        check_tokens(len(ids), longest, learns_positions=self.capabilities.learns_positions)
        return ids

    def target_ids(self, text: str) -> list[int]:
        """Return the ids of a normalised translation, without end."""
        return self.tokenizer.encode(text)

    def translate(self, sentences: list[str]) -> list[str]:
        """Translate by greedy decoding; a blank sentence stays blank."""
        sentences = [*map(normalise, sentences)]
        wordy = [sentence for sentence in sentences if sentence.strip()]
        french = iter(
            translate(
                self.network,
                self.tokenizer,
                [self.source_ids(sentence) for sentence in wordy],
                self.device,
            )
        )
        return [next(french) if sentence.strip() else "" for sentence in sentences]

    def _run(self, request: Request) -> ForcedRun:
        """Read the request and, where it has no target, decode. Raises what `trace` raises."""
        return decode_runs(self, [read_request(self, request)])[0]

    def _runs(self, requests: Sequence[Request]) -> Iterator[tuple[int, Any]]:
        """Yield as `Model._runs`; requests are decoded together as by `trace_each`."""
        readings: dict[int, Any] = {}
        for place, request in enumerate(requests):
            try:
                readings[place] = read_request(self, request)
            except UserError as error:
                yield place, error
        places = [*readings]
        lengths = [len(readings[place].source) for place in places]
        keys = [
            batch_key(requests[place], length)
            for place, length in zip(places, lengths, strict=True)
        ]
        for batch in batches(keys, lengths):
            together = [places[index] for index in batch]
            try:
                runs = decode_runs(self, [readings[place] for place in together])
                yield from zip(together, runs, strict=True)
            except UserError:  # of one of them: a cell beyond what is written
                alone = super()._runs([requests[place] for place in together])
                yield from ((together[index], run) for index, run in alone)

    def trace(self, request: Request) -> Trace:
        """Decode, or take the request's target, then record one teacher-forced pass.

        If the targets of two requests have the same length and differ from token t on, their rows
        are equal to the last bit up to the one that writes t, unless the mask is off. Raises
        UserError for a sentence or a target that cannot be read and for a what-if that does not
        apply, ValueError for another model's request.
        """
        return self.trace_many([request])[0]

    @torch.inference_mode()
    def trace_each(self, requests: Iterable[Request]) -> Iterator[tuple[int, Trace]]:
        """Yield (place of the request, trace) as soon as each is there, equal to `trace`.

        Requests with the same settings and similar lengths are decoded together. Raises what
        `trace` raises: all requests are read, and refused, before any is decoded.
        """
        readings = [read_request(self, request) for request in requests]
        keys = [batch_key(reading.request, len(reading.source)) for reading in readings]
        for batch in batches(keys, [len(reading.source) for reading in readings]):
            runs = decode_runs(self, [readings[index] for index in batch])
            batch_requests = [readings[index].request for index in batch]
            for place, trace in trace_runs(self, batch_requests, runs):
                yield batch[place], trace

    @functools.cached_property
    def records_together(self) -> bool:
        """Return whether a batch gives each sentence the result that it has alone."""
        return self.device.type == "cpu" and matmul_is_batch_invariant(self.network)

    def batch_group(self, request: Request) -> tuple[Hashable, int]:
        """Return the key of requests that `trace_each` decodes together, and the tokens read."""
        reading = read_request(self, request)
        return batch_key(request, len(reading.source)), len(reading.source)

    @torch.inference_mode()
    def encode(self, sentence: str) -> Encoding:
        """Return the states of the encoder alone, equal to those of a trace.

        Raises UserError for a sentence that cannot be read.
        """
        text = read_text(sentence)
        ids = self.source_ids(text.plain)
        source = torch.tensor([[*ids, self.tokenizer.end_id]], device=self.device)
        states = record_reading(self, source).states("encoder")
        assert states is not None  # it was asked for
        if (
            self.capabilities.adds_positions
        ):  # one step more, for what enters layer 1 is already a sum
            states = np.concatenate(
                [self.network.embed(source, arrangement="off").float().cpu().numpy(), states]
            )
        tokens = with_end_token(self.show(ids, text), sentence)
        return Encoding(
            sentence,
            *columns(tokens),
            self.network.encoder_steps,
            states,
        )

    def _beside(self, sentence: str, run: ForcedRun | None = None) -> ForcedRun:
        text = read_text(sentence)
        source = torch.tensor([[*self.source_ids(text.plain), self.tokenizer.end_id]])
        read = torch.tensor([[self.tokenizer.begin_id]]) if run is None else run.read
        ids = source.to(self.device), read.to(self.device)
        return ForcedRun(text, *ids, [], False, AS_TRAINED, read_text(""))

    def _until(self, run: ForcedRun, place: int) -> ForcedRun:
        return run._replace(read=run.read[:, : place + 1], written=run.written[: place + 1])

    def _sizes(self, run: ForcedRun) -> dict[str, int]:
        words = int((run.source != self.tokenizer.padding_id).sum())
        return {"encoder": words, "decoder": run.read.shape[1]}

    def _logits(
        self,
        run: ForcedRun,
        silenced: tuple[HeadPlaces, ...] = ((),),
        recording: Recording | None = None,
    ) -> Tensor:
        """Score the vocabulary at each place written; `[entry, target, vocabulary]`."""
        source, read = (ids.expand(len(silenced), -1) for ids in (run.source, run.read))
        changes = replace(run.changes, silenced=silenced)
        return self.network.logits(self.network(source, read, recording, changes))

    def gradients(
        self,
        request: Request,
        place: int = -1,
        *,
        progress: Callable[[int, int], object] = lambda done, total: None,
    ) -> Gradients:
        """Measure how much two states depend on each source token.

        These are the last state read, and the state that writes the token at `place`. `progress`
        receives the number of units of these states that are done, and of all.

        Raises what `trace` raises, UserError for a what-if other than a swapped word, IndexError
        for a place where nothing is written.
        """
        if {*request.what_if.applied} - {"swap"}:
            raise UserError(
                "Gradients are computed for the model as it was trained. Undo your "
                "changes to it first."
            )
        run = self._run(request)
        steps = range(1, len(run.written) + 1)[place]  # later words have no effect
        reading, writing = state_gradients(self.network, run.source, run.read[:, :steps], progress)
        return Gradients(*columns(source_tokens(self, run)), reading, writing)

    def reading_gradients(
        self,
        request: Request,
        place: int,
        *,
        progress: Callable[[int, int], object] = lambda done, total: None,
    ) -> np.ndarray:
        """Measure how much the state that has read the token at `place` depends on each token.

        `[source]`; see `gradients.reading_gradients`. Raises what `trace` raises, UserError for a
        network that is not recurrent, IndexError for a place that is not read.
        """
        if self.capabilities.block != "recurrent":
            raise UserError(UNSUPPORTED["not recurrent"], model=self.name)
        source = read_request(self, request).source
        places = range(len(source))
        ids = torch.tensor([source])
        return reading_gradients(self.network, ids, places[place], progress)
