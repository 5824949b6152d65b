"""Two language models of ours over one text, one per direction, used for their vectors."""

from collections.abc import Mapping
from typing import ClassVar

import torch
from torch import Tensor

from ..lengths import check_text, check_tokens
from ..networks.changes import NetworkChanges
from ..networks.network import BidirectionalNetwork
from ..networks.recorder import Recording
from ..normalisation import NormalisedText, read_text
from ..reasons import UNSUPPORTED
from ..request import Record, Request
from ..results import Encoding
from ..store.tokenizer import BEGIN, END, Token, Tokenizer, columns
from ..trace import Trace
from .base import HeadPlaces
from .network_model import NetworkModel
from .runs import ReadingRun
from .tracing import trace_reading


class BidirectionalModel(NetworkModel):
    """ELMo with its tokenizer: `encode` gives the states of a sentence's words, layer by layer."""

    network: BidirectionalNetwork
    tokenizer: Tokenizer
    _unanswered: ClassVar[Mapping[str, str]] = {
        "next_words": UNSUPPORTED["two language models"],
        "fill": UNSUPPORTED["two language models"],
        "lens": UNSUPPORTED["two language models"],
        "silence_each": UNSUPPORTED["only LSTMs"],
        "gradients": UNSUPPORTED["no source"],
    }
    _of_tokenizer: ClassVar[Mapping[str, str]] = {"subwords": "BPE"}

    # --- reading ----------------------------------------------------------------------------------

    def _read(self, text: NormalisedText) -> ReadingRun:
        """Return the ids of a sentence between "<s>" and "</s>", as in training.

        Raises UserError for a blank or a too long sentence.
        """
        check_text(text.plain, self.longest)
        backend, end = self.tokenizer, len(text.typed)
        pieces = backend.encode(text.plain)
        ids = [backend.begin_id, *pieces, backend.end_id]
        check_tokens(len(ids), self.longest)
        words = [token._replace(word=token.word + 1) for token in self.show(pieces, text)]
        last = Token(END, end, end, words[-1].word + 1 if words else 1)
        tokens = [Token(BEGIN, 0, 0, 0), *words, last]
        return ReadingRun(text.typed, ids, tokens, len(ids))

    def _run(self, request: Request) -> ReadingRun:
        """Read the sentence of a request, with its words swapped. Raises what `trace` raises."""
        self.check_request(request)
        sentence = read_text(request.sentence)
        check_text(sentence.plain, self.longest)
        sentence = self.swap_words(sentence, request.what_if)
        return self._read(sentence)._replace(changes=NetworkChanges(request.what_if))

    def _states(self, run: ReadingRun, recording: Recording | None = None) -> Tensor:
        """Return the states of both directions, `[layer + 1, 1, position, 2 d_model]`."""
        return self.network(torch.tensor([run.ids], device=self.device), recording, run.changes)

    def _logits(
        self,
        run: ReadingRun,
        silenced: tuple[HeadPlaces, ...] = ((),),
        recording: Recording | None = None,
    ) -> Tensor:
        """Score the next token at each place by the forward model; there are no heads."""
        ids = torch.tensor([run.ids], device=self.device)
        there, _ = self.network.both(ids, recording, run.changes)
        return self.network.logits(there[-1]).expand(len(silenced), -1, -1)

    # --- answers ----------------------------------------------------------------------------------

    def translate(self, sentences: list[str]) -> list[str]:
        """Return "" for each sentence: the model only reads."""
        return ["" for _ in sentences]

    @torch.inference_mode()
    def trace(self, request: Request) -> Trace:
        """Record one pass over the sentence: its tokens and states; there is no attention.

        Raises UserError for a text that cannot be read and for a what-if that does not apply,
        ValueError for another model's request.
        """
        run, recording = self._run(request), Recording(request.record)
        self._states(run, recording)
        attention = recording.all_maps((), dict.fromkeys(recording.attention, ((), ())))
        hidden = recording.all_states()
        gates = recording.gate_values(self.lstms)
        return trace_reading(request, run.sentence, run.tokens, attention, hidden, gates=gates)

    @torch.inference_mode()
    def encode(self, sentence: str) -> Encoding:
        """Return the states of the sentence, with those of "<s>" and "</s>".

        `[layer + 1, position, 2 d_model]`: the embedding twice, then for each layer the forward and
        the backward half. Raises UserError for a sentence that cannot be read.
        """
        recording = Recording(Record(weights=(), gates=False))
        run = self._read(read_text(sentence))
        self._states(run, recording)
        states = recording.states("encoder")
        assert states is not None  # it was asked for
        return Encoding(
            sentence,
            *columns(run.tokens),
            ("embedding", *(f"layer {layer}" for layer in range(1, len(states)))),
            states,
        )
