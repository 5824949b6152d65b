"""The base of all models, whatever their task and the source of their network."""

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from ..batch import Batch, collect
from ..errors import UserError
from ..normalisation import normalise
from ..protocols import TASKS, Capabilities, LayerParameters, Sees
from ..reasons import UNSUPPORTED
from ..request import Request
from ..results import (
    Ablation,
    Attribution,
    Circuit,
    Encoding,
    Gradients,
    Guesses,
    HeadAblation,
    HeadPatching,
    LayerStates,
    Lens,
    MaskingDraw,
    NextWords,
    Patching,
    SelfRepair,
)
from ..store.device import configure_threads
from ..trace import Choice, Trace
from .ablating import HeadSample, ablate, find_repair, model_heads, read_sample
from .attribution import LayerSums, attribute
from .circuits import HeadShares, circuit
from .continuation import Sampling
from .depth import layer_states
from .lens import lens, mask_places
from .patching import patch, patch_heads

_RUNNERS_UP = 5
_LONGEST_NAME = 200  # characters of a sentence that is refused
HeadPlaces = tuple[tuple[str, int, int], ...]  # stack, layer, head of each


class Model(ABC):
    """A network with its tokenizer behind the front door. Threads may share it.

    A task adds how to read a request (`_run`), how to run the network (`_logits`) and what to
    record (`trace`, `encode`); the questions here are answered with these. Each task has its own
    `Run`, with at least `written`, the ids, `prompt_length`, the number of them that the model did
    not choose, and `changes`.
    """

    def __init__(
        self, name: str, network: Any, tokenizer: Any, card: dict[str, Any], device: torch.device
    ) -> None:
        self.name = name
        self.network = network
        self.tokenizer = tokenizer
        self.card = card
        self.device = device

    # --- what a task adds -------------------------------------------------------------------------

    @functools.cached_property
    @abstractmethod
    def capabilities(self) -> Capabilities:
        """Return what the model can do and how it is built."""

    @abstractmethod
    def translate(self, sentences: list[str]) -> list[str]:
        """Return what the model writes for each sentence; "" for a blank one."""

    @abstractmethod
    def trace(self, request: Request) -> Trace:
        """Record one run; see `TranslationModel.trace`."""

    @abstractmethod
    def encode(self, sentence: str) -> Encoding:
        """Return the states of the stack that reads the sentence, equal to those of a trace."""

    @abstractmethod
    def _run(self, request: Request) -> Any:
        """Read the request and, where it has no target, decode. Raises what `trace` raises."""

    @abstractmethod
    def _logits(self, run: Any, silenced: tuple[HeadPlaces, ...] = ((),)) -> Tensor:
        """Score the vocabulary at each place written; `[entry, target, vocabulary]`.

        One teacher-forced pass over a batch with an entry for each of `silenced`: heads that are
        silent in addition to those of the request.
        """

    @abstractmethod
    def _parts(self, stack: str, layer: int) -> dict[str, nn.Module | Tensor]:
        """Return the modules of one attention layer by the names of `parameters`."""

    @abstractmethod
    def _pieces(self, word: str) -> list[int]:
        """Return the ids of a word within a sentence."""

    @abstractmethod
    def _places_to_read(self, run: Any) -> tuple[str, Sequence[int], Sequence[str]]:
        """Return the stack whose states become words, its positions where they do, and the tokens.

        These are the tokens that enter there.
        """

    @abstractmethod
    def _layer_logits(
        self, run: Any, stack: str, places: Sequence[int], random: bool
    ) -> Iterator[Tensor]:
        """Yield the scores of the vocabulary after each layer, `[place, vocabulary]`.

        The first are those of the input of layer 1, the last equal `_logits`. With `random`, the
        output matrix is replaced by random numbers.
        """

    @abstractmethod
    def _layer_sums(self, run: Any, place: int) -> LayerSums:
        """Return what a decoder's layers added at one place of what is written."""

    @property
    @abstractmethod
    def embedding(self) -> Tensor:
        """The input embedding, before any layer; `[token, d_model]`."""

    @property
    @abstractmethod
    def whole_words(self) -> dict[int, str]:
        """Return the tokens that are whole words of at least two letters, by id."""

    # --- what it is -------------------------------------------------------------------------------

    @property
    def kind(self) -> str:
        """Deprecated: ask `capabilities.task`."""
        return TASKS[self.capabilities.task]

    @property
    def device_name(self) -> str:
        """Return where it runs, for people: "the CPU" or the name of the GPU."""
        if self.device.type == "cuda":
            return f"the GPU ({torch.cuda.get_device_name(self.device)})"
        return {"cpu": "the CPU", "mps": "the GPU (Apple)"}[self.device.type]

    @property
    def vocabulary_size(self) -> int:
        """Return the number of tokens in its vocabulary."""
        return len(self.embedding)

    @property
    def attention_sizes(self) -> dict[str, tuple[int, int]]:
        """Return the layers and heads of each attention mechanism of the model."""
        sizes = self.capabilities.stacks.items()
        return {stack: (size.layers, size.heads) for stack, size in sizes}

    @property
    def longest(self) -> int:
        """Return the most tokens it reads, the end of the sentence and padding included."""
        return self.capabilities.longest

    @property
    def lstms(self) -> tuple[str, ...]:
        """Return the LSTMs whose gates a trace records."""
        return self.capabilities.lstms

    @property
    def what_ifs(self) -> frozenset[str]:
        """Return the fields of `WhatIf` that apply to this model."""
        return self.capabilities.interventions

    def explain_unsupported(self, field: str) -> str:
        """Say in a sentence why this field of `WhatIf` does not apply; "" if it does."""
        known = self.capabilities
        return str(known.refusal(field, self.name)) if field in known.unsupported else ""

    def configure_threads(self) -> None:
        """Call in a server thread before the model runs there; see `device.configure_threads`."""
        configure_threads(self.count_of_weights)

    @functools.cached_property
    def count_of_weights(self) -> int:
        return sum(parameter.numel() for parameter in self.network.parameters())

    def check_request(self, request: Request) -> None:
        """Raise ValueError for another model's request, UserError for an unsupported what-if."""
        if request.model != self.name:
            raise ValueError(f"a request to {request.model!r} reached {self.name!r}")
        for field in request.what_if.applied:
            if field in self.capabilities.unsupported:
                raise self.capabilities.refusal(field, self.name)
        for lstm, *_ in request.what_if.gates:
            if lstm not in self.lstms:
                raise UserError(
                    "There is no LSTM “{lstm}” in {model}. It has: {lstms}.",
                    lstm=lstm[:40],
                    model=self.name,
                    lstms=", ".join(self.lstms),
                )

    def _refuse(self, question: str) -> None:
        """Raise UserError for a question that the model does not answer."""
        if reason := self.capabilities.unanswered.get(question):
            raise UserError(reason, model=self.name)

    def trace_many(
        self,
        requests: Iterable[Request],
        progress: Callable[[int, int], object] = lambda done, total: None,
    ) -> list[Trace]:
        """Return the trace of each request in order, equal to `trace`.

        To the last bit of a model trained here, of a pretrained one up to rounding: see
        `PretrainedModel.trace_each`.

        `progress` is called after each trace with the number done and in all. Raises what `trace`
        raises.
        """
        requests = [*requests]
        traces: dict[int, Trace] = {}
        for place, trace in self.trace_each(requests):
            traces[place] = trace
            progress(len(traces), len(requests))
        return [traces[place] for place in range(len(requests))]

    def trace_each(self, requests: Iterable[Request]) -> Iterator[tuple[int, Trace]]:
        """Yield (place of the request, trace) as soon as each is there.

        One by one here; a task may decode several together. Raises what `trace` raises.
        """
        for place, request in enumerate(requests):
            yield place, self.trace(request)

    def batch_group(self, request: Request) -> tuple[Hashable, int] | None:
        """Return a key that requests decoded together share, and the number of tokens read.

        None for a request that runs alone. Raises what `trace` raises for a request that cannot be
        read.
        """
        return None

    # --- words ------------------------------------------------------------------------------------

    @torch.inference_mode()
    def similar_words(self, word: str, count: int = 6) -> list[tuple[str, float]]:
        """Return the words with the nearest embeddings by cosine, without the word itself.

        Our models embed both languages alike, so a neighbour may be French. The embedding of a word
        of several sub-words is their mean.
        """
        plain = normalise(word)
        ids, places = self._pieces(word), [*self.whole_words]
        if not ids or not places:
            return []
        embedding = self.embedding
        cosines = torch.cosine_similarity(
            embedding[places].float(), embedding[ids].float().mean(0), dim=-1
        )
        best = cosines.topk(min(2 * count, len(cosines)))
        neighbours = [
            (self.whole_words[places[place]], value)
            for value, place in zip(best.values.tolist(), best.indices.tolist(), strict=True)
        ]
        same = word.lower(), plain.lower()
        others = [pair for pair in neighbours if pair[0].lower() not in same]
        return others[:count]

    @torch.inference_mode()
    def parameters(self, stack: str, layer: int = 0) -> LayerParameters:
        """Copies of the weights of one layer's attention and of what follows it.

        For x @ W: `[in, out]`; biases `[out]`.

        A linear layer NAME is "NAME" and, with a bias, "NAME_bias"; a norm is "NAME_gain" and
        "NAME_shift". A transformer has "to_query", "to_key", "to_value", "to_output" and "norm";
        after the encoder's and after cross-attention also "feed_forward_in", "feed_forward_out" and
        "feed_forward_norm"; with cross-attention the self-attention before it, as "self_to_query"
        to "self_norm"; with self-attention in layer 0 "positions", the table `[position, d_model]`
        added before it, and of BERT "segments" `[2, d_model]`.
        A recurrent layer, `stack` being its name in `Capabilities.recurrent`, has
        "of_input" `[d_in, gate · unit]`, "of_hidden" `[unit, gate · unit]` and "bias"; an LSTM's
        gates are input, forget, candidate and output, a plain network has one; a language model has
        "project", `[unit, d_model]`. A BiLSTM has
        "combine" and, for its score, "of_query", "of_key" and
        "to_score", or "weight". A pretrained model has "to_output" with its bias (0 if it has
        none), "scale" `[1]`, the factor of its scores, and "relative" `[1]` if a number for each
        distance is added to them. Raises ValueError for a layer that does not exist, UserError for
        a pretrained model whose output projection could not be found.
        """
        layers, _ = self.attention_sizes.get(stack, (0, 0))
        if stack in self.capabilities.recurrent:
            layers = 1
        if not 0 <= layer < layers:
            raise ValueError(
                f"{self.name} has {layers} layers in {stack!r}, none of number {layer}"
            )
        weights: dict[str, Tensor | None] = {}
        for name, part in self._parts(stack, layer).items():
            if isinstance(part, nn.Linear):
                weights |= {name: part.weight.T, f"{name}_bias": part.bias}
            elif isinstance(part, nn.LayerNorm):
                weights |= {f"{name}_gain": part.weight, f"{name}_shift": part.bias}
            elif isinstance(part, Tensor):
                weights[name] = part
        copies: dict[str, np.ndarray] = {
            name: values.float().cpu().numpy().copy()
            for name, values in weights.items()
            if values is not None
        }
        return LayerParameters(copies, self.capabilities)

    def layer_states(self, request: Request, stack: str, trained: bool = True) -> LayerStates:
        """Return the states of "encoder" or "decoder", also with parts of every layer left out.

        The latter only for a network whose `block` is "transformer" and whose parts compute the
        weights of the run. Without `trained` the network has its initial weights and follows the
        same text. Raises ValueError for a stack without states, for a what-if, and for the initial
        weights of a model that was not trained here; and what `trace` raises.
        """
        return layer_states(self, request, stack, trained)

    def lens(self, request: Request, count: int = 5, random: bool = False) -> Lens:
        """Read the states between the layers as words: the best `count` of each layer and place.

        The places are those of the tokens that are written; in an encoder, of the masks of the
        sentence. With `random`, the same states are read through an output matrix of random
        numbers, a control. Raises what `trace` raises, UserError for a model whose states cannot be
        read and, of an encoder, for a sentence without a mask.
        """
        self._refuse("lens")
        return lens(self, request, count, random)

    def patch(self, request: Request, sentence: str) -> Patching:
        """Put each state of another sentence into the run of a request, one at a time.

        These are the states of each token of the stack that reads, before the first layer and after
        each. Measured is how the model's choice moves between the first words in which the outputs
        of the two sentences differ. Raises what `trace` raises, UserError for a model whose states
        cannot be put in, for sentences of different numbers of tokens, for equal outputs and for a
        what-if.
        """
        self._refuse("patch")
        return patch(self, request, sentence)

    def attribute(self, request: Request, place: int | None = None, other: str = "") -> Attribution:
        """Write the logit at `place` of what is written as a sum over the parts of a decoder.

        By default that of the first word that is not given. The same for an `other` word, by
        default the likeliest one that is not written. The spread of the last norm is frozen.
        Raises what `trace` raises, UserError for a model that is no such sum and for a word that is
        not in the vocabulary, IndexError for a place where nothing is written.
        """
        self._refuse("attribute")
        return attribute(self, request, place, other)

    # --- many sentences ---------------------------------------------------------------------------

    def lens_many(
        self,
        requests: Iterable[Request],
        count: int = 5,
        random: bool = False,
        *,
        progress: Callable[[int, int], object] = lambda done, total: None,
    ) -> Batch[Lens]:
        """Return `lens` of each request, in order; the batch names those that are refused.

        `progress` is called after each with the number done and in all. Raises ValueError as `lens`
        does, and UserError for a model that has none.
        """
        self._refuse("lens")

        def ask(run: Any, request: Request) -> Lens:
            return lens(self, request, count, random, run)

        return self._answer_each([(request,) for request in requests], ask, progress)

    def attribute_many(
        self,
        requests: Iterable[Request],
        other: str = "",
        *,
        progress: Callable[[int, int], object] = lambda done, total: None,
    ) -> Batch[Attribution]:
        """Return `attribute` of the first word that is not given of each request, in order.

        The batch names the requests that are refused. `progress` is called after each with the
        number done and in all. Raises UserError for a model that is no such sum.
        """
        self._refuse("attribute")

        def ask(run: Any, request: Request) -> Attribution:
            return attribute(self, request, None, other, run)

        return self._answer_each([(request,) for request in requests], ask, progress)

    def patch_many(
        self,
        pairs: Iterable[tuple[Request, str]],
        heads: str = "",
        *,
        progress: Callable[[int, int], object] = lambda done, total: None,
    ) -> Batch[Any]:
        """Return `patch` of each request and sentence in both directions, in order.

        With `heads`, "output", "weights" or "values", that is `patch_heads` of this kind. In the
        other direction, `back` of the batch, the request has the other sentence and no target. The
        batch names the pairs that are refused. `progress` is called after each pair with the number
        done and in all. Raises UserError for a model whose parts cannot be put in, and ValueError
        for an unknown kind.
        """
        self._refuse("patch_heads" if heads else "patch")

        def ask(run: Any, other: Any, request: Request, back: Request) -> tuple[Any, Any]:
            # In the other direction nothing follows the target of the request.
            runs = (run, other), (other, run) if request.target is None else ()
            there, again = (
                patch_heads(self, one, two.sentence, heads, runs=some)
                if heads
                else patch(self, one, two.sentence, some)
                for one, two, some in zip((request, back), (back, request), runs, strict=True)
            )
            return there, again

        both = [(request, Request(self.name, sentence)) for request, sentence in pairs]
        return self._answer_each(both, ask, progress)

    @torch.inference_mode()
    def _answer_each(
        self,
        items: Sequence[tuple[Request, ...]],
        ask: Callable[..., Any],
        progress: Callable[[int, int], object],
    ) -> Batch[Any]:
        """Call `ask(*runs, *requests)` for each item; all requests are decoded together."""

        def answers() -> Iterator[tuple[int, Any]]:
            flat = [(place, part) for place, item in enumerate(items) for part in range(len(item))]
            waiting: dict[int, dict[int, Any]] = {place: {} for place in range(len(items))}
            for number, run in self._runs([items[place][part] for place, part in flat]):
                place, part = flat[number]
                waiting[place][part] = run
                if len(waiting[place]) < len(items[place]):
                    continue
                runs = [run for _, run in sorted(waiting.pop(place).items())]
                try:
                    for error in runs:
                        if isinstance(error, UserError):
                            raise error
                    yield place, ask(*runs, *items[place])
                except UserError as error:
                    yield place, error

        names = [" | ".join(request.sentence[:_LONGEST_NAME] for request in item) for item in items]
        return collect(names, answers(), progress)

    def _runs(self, requests: Sequence[Request]) -> Iterator[tuple[int, Any]]:
        """Yield (place of the request, its run or the UserError that refuses it).

        One by one here; a task may decode several together.
        """
        for place, request in enumerate(requests):
            try:
                yield place, self._run(request)
            except UserError as error:
                yield place, error

    def circuit(
        self,
        stack: str,
        layer: int,
        head: int,
        sentence: str = "",
        encoded: bool = False,
        count: int = 3,
    ) -> Circuit:
        """Read off a head's weights what it writes for each token of a sentence: the best `count`.

        And how often, over the vocabulary, that is what is expected: of cross-attention a
        translation by the lexicon, of self-attention the word itself; beside heads of random
        numbers. A word is its embedding, or, `encoded`, what the encoder makes of it alone. Raises
        ValueError for a head that does not exist and for `encoded` without cross-attention,
        UserError for a model whose matrices are not known, for a translator of other languages than
        English to French, and for a sentence that cannot be read.
        """
        self._refuse("circuit")
        return circuit(self, stack, layer, head, sentence, encoded, count)

    def patch_heads(
        self,
        request: Request,
        sentence: str,
        kind: str = "output",
        *,
        progress: Callable[[int, int], object] = lambda done, total: None,
    ) -> HeadPatching:
        """Let each head be as in the run of another sentence, one at a time, at all tokens.

        That is the head's "output", its "weights" alone, or its "values" alone; the other run
        writes the same words as this one. Measured is what `patch` measures. `progress` receives
        the number of heads done and in all. Raises what `patch` raises, ValueError for an unknown
        kind.
        """
        self._refuse("patch_heads")
        return patch_heads(self, request, sentence, kind, progress)

    # --- questions --------------------------------------------------------------------------------

    @torch.inference_mode()
    def silence_each(
        self,
        request: Request,
        *,
        progress: Callable[[int, int], object] = lambda done, total: None,
        batch: int = 16,
    ) -> Ablation:
        """Measure how probable a translation stays when each head is silenced in turn.

        The translation is the request's target, or else the model's own; the request's what-ifs
        stay on. Heads are silenced `batch` at a time; after each batch `progress` is called with
        the number of heads done and in all. Raises what `trace` raises, and UserError for a model
        without heads.
        """
        self._refuse_to_silence()
        run, heads = self._run(request), model_heads(self)
        baseline, rows = self._log_probabilities(run, ((),))[0], []
        for start in range(0, len(heads), batch):
            silenced = tuple((head,) for head in heads[start : start + batch])
            rows.append(self._log_probabilities(run, silenced))
            progress(min(start + batch, len(heads)), len(heads))
        predicted = tuple(map(self.tokenizer.name, run.written[run.prompt_length :]))
        return Ablation(request, predicted, tuple(heads), torch.cat(rows).numpy(), baseline.numpy())

    def ablate(self, request: Request, head: tuple[str, int, int]) -> HeadAblation:
        """Measure how probable a text stays with the output of one head replaced in three ways.

        By 0, as `silence_each`; by its mean over 40 sentences; by its output in each of 8 of these.
        The text is that of `silence_each`, and the request's what-ifs stay on. Raises what that
        raises, and UserError for a head that does not exist.
        """
        self._refuse_to_silence()
        stack, layer, number = head
        return ablate(self, request, (stack, layer, number))

    def find_repair(
        self,
        request: Request,
        head: tuple[str, int, int],
        *,
        progress: Callable[[int, int], object] = lambda done, total: None,
    ) -> SelfRepair:
        """Measure which other head makes up for one that is off (self-repair), beside a control.

        Each other head is silenced with it and alone, and so are 100 random pairs of other heads.
        `progress` receives the number of runs done and in all. Raises what `ablate` raises.
        """
        self._refuse_to_silence()
        stack, layer, number = head
        return find_repair(self, request, (stack, layer, number), progress)

    @functools.cached_property
    def head_shares(self) -> dict[tuple[str, int, bool], HeadShares]:
        """What `circuit` measured of all heads, kept as it depends on the weights alone.

        By stack, layer of the random heads, and whether each word was encoded.
        """
        return {}

    @functools.cached_property
    def head_sample(self) -> HeadSample:
        """The outputs of all heads in sentences that are the same for all models."""
        return read_sample(self)

    def _refuse_to_silence(self) -> None:
        """Raise UserError for a model without heads to switch off."""
        self._refuse("silence_each")
        if "silenced" in self.capabilities.unsupported:
            raise self.capabilities.refusal("silenced", self.name)

    def _log_probabilities(self, run: Any, silenced: tuple[HeadPlaces, ...]) -> Tensor:
        """Return the log-probabilities of the predicted tokens for each entry of `silenced`.

        `[entry, target]`.
        """
        chosen = run.written[run.prompt_length :]
        logits = self._logits(run, silenced)[:, run.prompt_length :].float()
        return logits.log_softmax(-1)[:, range(len(chosen)), chosen].cpu()

    @torch.inference_mode()
    def next_words(
        self,
        request: Request,
        place: int = -1,
        temperature: float = 1.0,
        top_k: int = 0,
        top_p: float = 1.0,
    ) -> NextWords:
        """Return the probability of every token of the vocabulary at `place` of what is written.

        `place` is the last by default. The result also says which tokens remain after dividing by
        the temperature, then `top_k` (0 = all), then `top_p`. Raises what `trace` raises, UserError
        for a setting out of range or a model that writes nothing, IndexError for a place where
        nothing is written.
        """
        self._refuse("next_words")
        sampling = Sampling(temperature, top_k, top_p)
        run = self._run(request)
        place = range(len(run.written))[place]
        logits = self._logits(run)[0, place].cpu().double()
        order = logits.argsort(descending=True, stable=True)
        probabilities = logits.softmax(-1)[order].numpy()
        sampled = sampling.apply(probabilities)
        return NextWords(
            tuple(map(self.tokenizer.name, order.tolist())),
            probabilities.astype(np.float32),
            sampled.astype(np.float32),
            sampling.keeps(sampled),
        )

    def fill(self, request: Request, count: int = 5) -> dict[int, tuple[tuple[str, float], ...]]:
        """Predict each masked word of a sentence; see `PretrainedMaskedLM.fill`."""
        raise UserError(
            self.capabilities.unanswered.get("fill") or UNSUPPORTED["fill"], model=self.name
        )

    def _fill(
        self, ids: Sequence[int], mask: int, logits: Callable[[], Tensor], count: int
    ) -> dict[int, tuple[tuple[str, float], ...]]:
        """Return the most probable tokens at each place of `mask` in `ids`, best first.

        `logits()` scores the vocabulary, `[1, position, vocabulary]`. Raises UserError without a
        mask.
        """
        places = mask_places(ids, mask, self.capabilities.mask_token)
        best = logits()[0, places].float().softmax(-1).topk(count)
        rows = zip(places, best.indices.tolist(), best.values.tolist(), strict=True)
        return {
            place: tuple(zip(map(self.tokenizer.name, indices), values, strict=True))
            for place, indices, values in rows
        }

    def guess(
        self, request: Request, places: Sequence[int], count: int = 5, sees: Sees = "both"
    ) -> tuple[Guesses, ...]:
        """Predict the words at some places of a sentence; see `MaskedModel.guess`."""
        raise UserError(
            self.capabilities.unanswered.get("fill") or UNSUPPORTED["fill"], model=self.name
        )

    def follows(self, request: Request) -> float:
        """Return the probability that the second sentence follows; see `MaskedModel.follows`."""
        raise UserError(UNSUPPORTED["follows"], model=self.name)

    def draw_masks(self, request: Request, seed: int, count: int = 1) -> tuple[MaskingDraw, ...]:
        """Mask a sentence as training does; see `MaskedModel.draw_masks`."""
        raise UserError(UNSUPPORTED["draw_masks"], model=self.name)

    def gradients(
        self,
        request: Request,
        place: int = -1,
        *,
        progress: Callable[[int, int], object] = lambda done, total: None,
    ) -> Gradients:
        """Measure how much states depend on the source; see `TranslationModel.gradients`."""
        raise UserError(
            self.capabilities.unanswered.get("gradients") or UNSUPPORTED["gradients"],
            model=self.name,
        )

    def reading_gradients(
        self,
        request: Request,
        place: int,
        *,
        progress: Callable[[int, int], object] = lambda done, total: None,
    ) -> np.ndarray:
        """Measure what a state depends on; see `TranslationModel.reading_gradients`."""
        raise UserError(UNSUPPORTED["not recurrent"], model=self.name)

    def choices(self, probabilities: torch.Tensor, written: list[int]) -> tuple[Choice, ...]:
        """Return the probability of each written token, with the most probable alternatives.

        Read from logits `[target, vocabulary]`.
        """
        best = probabilities.topk(min(_RUNNERS_UP, probabilities.shape[-1]))
        taken = probabilities[range(len(written)), written].tolist()
        rows = zip(taken, best.indices.tolist(), best.values.tolist(), strict=True)
        return tuple(
            Choice(probability, tuple(zip(map(self.tokenizer.name, ids), values, strict=True)))
            for probability, ids, values in rows
        )
