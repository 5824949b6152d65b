"""Two language models of ours over one text, one in each direction, kept for their vectors."""

import functools
from dataclasses import replace
from typing import NamedTuple

import torch
from torch import Tensor

from ..lengths import check_text, check_tokens
from ..networks.changes import AS_TRAINED, NetworkChanges
from ..networks.network import BidirectionalNetwork
from ..networks.recorder import Recording
from ..normalisation import NormalisedText, read_text
from ..protocols import Capabilities
from ..reasons import UNSUPPORTED
from ..request import Record, Request
from ..results import Encoding
from ..store.tokenizer import BEGIN, END, Token, Tokenizer
from ..trace import Trace
from .base import Heads
from .network_model import NetworkModel
from .tracing import trace_reading

UNANSWERED = {
    "next_words": UNSUPPORTED["two language models"],
    "fill": UNSUPPORTED["two language models"],
    "silence_each": UNSUPPORTED["only LSTMs"],
    "gradients": UNSUPPORTED["no source"],
}


class Run(NamedTuple):
    """What a request makes the network read."""

    sentence: str  # as it was typed
    ids: list[int]  # with "<s>" and "</s>"
    tokens: list[Token]  # of each id
    changes: NetworkChanges = AS_TRAINED
    written: tuple[int, ...] = ()  # nothing
    prompt_length: int = 0


class BidirectionalModel(NetworkModel):
    """ELMo with its tokenizer: `encode` gives the states of a sentence's words, layer by layer."""

    network: BidirectionalNetwork
    tokenizer: Tokenizer

    @functools.cached_property
    def capabilities(self) -> Capabilities:
        """The capabilities of its network, completed by its card."""
        of_network = self.network.capabilities
        return replace(
            of_network,
            unanswered=UNANSWERED | dict(of_network.unanswered),
            trained_here=True,
            languages=tuple(self.card.get("languages", ())),
            subwords="BPE",
        )

    # --- reading ----------------------------------------------------------------------------------

    def _read(self, text: NormalisedText) -> Run:
        """The ids of a sentence, "<s>" before it and "</s>" behind it, as in training.

        Raises UserError when there is nothing or too much to read.
        """
        check_text(text.plain, self.longest)
        backend, end = self.tokenizer, len(text.typed)
        pieces = backend.encode(text.plain)
        ids = [backend.begin_id, *pieces, backend.end_id]
        check_tokens(len(ids), self.longest)
        words = [token._replace(word=token.word + 1) for token in self.show(pieces, text)]
        last = Token(END, end, end, words[-1].word + 1 if words else 1)
        return Run(text.typed, ids, [Token(BEGIN, 0, 0, 0), *words, last])

    def _run(self, request: Request) -> Run:
        """Read the sentence of a request, with its words swapped. Raises what `trace` raises."""
        self.check_request(request)
        sentence = read_text(request.sentence)
        check_text(sentence.plain, self.longest)
        sentence = self.swap_words(sentence, request.what_if)
        return self._read(sentence)._replace(changes=NetworkChanges(request.what_if))

    def _states(self, run: Run, recording: Recording | None = None) -> Tensor:
        """The states of both directions side by side; `[layer + 1, 1, position, 2 d_model]`."""
        return self.network(torch.tensor([run.ids], device=self.device), recording)

    def _logits(self, run: Run, silenced: tuple[Heads, ...] = ((),)) -> Tensor:
        """Scores of the next token at each place, by the forward model; there are no heads."""
        there, _ = self.network.both(torch.tensor([run.ids], device=self.device))
        return self.network.logits(there[-1]).expand(len(silenced), -1, -1)

    # --- answers ----------------------------------------------------------------------------------

    def translate(self, sentences: list[str]) -> list[str]:
        """Nothing: it only reads."""
        return ["" for _ in sentences]

    @torch.inference_mode()
    def trace(self, request: Request) -> Trace:
        """Record one pass over the sentence: what is read, and its states; there is no attention.

        Raises UserError for a text that cannot be read and for a what-if that does not apply,
        ValueError for another model's request.
        """
        run, recording = self._run(request), Recording(request.record)
        self._states(run, recording)
        attention = recording.all_maps((), dict.fromkeys(recording.attention, ((), ())))
        hidden = recording.all_states()
        return trace_reading(request, run.sentence, run.tokens, attention, hidden)

    @torch.inference_mode()
    def encode(self, sentence: str) -> Encoding:
        """The states of the sentence, with those of "<s>" and "</s>".

        `[layer + 1, position, 2 d_model]`: the embedding twice, then of each layer the forward half
        before the backward one. Raises UserError for a sentence that cannot be read.
        """
        recording = Recording(Record(weights=(), gates=False))
        run = self._read(read_text(sentence))
        self._states(run, recording)
        states = recording.states("encoder")
        assert states is not None  # it was asked for
        return Encoding(
            sentence,
            tuple(token.text for token in run.tokens),
            tuple((token.start, token.end) for token in run.tokens),
            tuple(token.word for token in run.tokens),
            ("embedding", *(f"layer {layer}" for layer in range(1, len(states)))),
            states,
        )
