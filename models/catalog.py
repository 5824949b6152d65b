"""The models by name, and what one of them can be asked."""

import functools
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from . import checkpoint
from .changes import Changes, check
from .decoding import greedy, translate
from .errors import UserError
from .gradients import state_gradients
from .huggingface import offers
from .recorder import Recording
from .request import Request, WhatIf
from .tokenizer import BEGIN, END, PADDING, Token
from .trace import STACKS, Ablation, Choice, Encoding, Gradients, Trace

RUNNERS_UP = 5
_loaded: dict[tuple[str, str], "TranslationModel"] = {}  # by name and device
_locks: dict[tuple[str, str], threading.Lock] = {}  # one each: who waits for a download keeps no one from another model


def pick_device(name: str = "auto") -> torch.device:
    """cuda, mps or cpu, the first there is, for "auto"; else the one named. Raises UserError if it is not there."""
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
    try:
        if torch.device(name).type not in ("cuda", "mps", "cpu"):
            raise RuntimeError(f"no network of ours was ever run on {name}")
        torch.zeros(1, device=name)
    except (RuntimeError, AssertionError) as error:
        raise UserError("This machine has no device “{name}”. Use auto, or one of cuda, mps and cpu.", name=name) from error
    return torch.device(name)


class Run(NamedTuple):
    """What a request makes the network read and write."""

    sentence: str
    source: Tensor  # ids with end and padding [1, source]
    read: Tensor  # ids [1, target]
    written: list[int]  # ids, with end if the translation is finished
    finished: bool  # or it was cut
    changes: Changes


class TranslationModel:
    """A trained network with its tokenizer: translates, and shows its work. Safe to share between threads."""

    kind = "encoder-decoder"

    def __init__(self, name: str, network, tokenizer, card: dict, device: torch.device):
        self.name, self.network, self.tokenizer, self.card, self.device = name, network, tokenizer, card, device

    @property
    def device_name(self) -> str:
        """Where it runs, for people: "the CPU" or the name of the GPU."""
        if self.device.type == "cuda":
            return f"the GPU ({torch.cuda.get_device_name(self.device)})"
        return {"cpu": "the CPU", "mps": "the GPU (Apple)"}[self.device.type]

    @property
    def attention_sizes(self) -> dict[str, tuple[int, int]]:
        """The mechanisms this model has, each with its number of layers and heads."""
        return self.network.attention_sizes

    @property
    def longest(self) -> int:
        """The most tokens it reads, the end of the sentence and padding included."""
        return self.network.config.max_length

    @property
    def lstms(self) -> tuple[str, ...]:
        """The LSTMs this model has, whose gates a trace records."""
        return self.network.lstms

    @property
    def what_ifs(self) -> frozenset[str]:
        """The fields of `WhatIf` that apply to this model."""
        return frozenset(WhatIf.__dataclass_fields__) - frozenset(self.reasons)

    @property
    def reasons(self) -> dict[str, str]:
        """Why fields of `WhatIf` do not apply, a sentence each, in which {model} stands for the model's name."""
        return self.network.why_not

    def why_not(self, field: str) -> str:
        """Why this field of `WhatIf` does not apply, in one sentence; empty if it does."""
        return self.reasons.get(field, "").format(model=self.name)

    @property
    def embedding(self) -> torch.Tensor:
        """What each token of the vocabulary is before the network has looked around; `[token, d_model]`."""
        return self.network.embedding.weight

    @functools.cached_property
    def whole_words(self) -> dict[int, str]:
        """The tokens of the vocabulary that are whole words, of both languages, at least two letters long, by their ids."""
        pieces = ((index, self.tokenizer.backend.id_to_token(index)) for index in range(len(self.tokenizer)))
        return {index: self.tokenizer.name(index) for index, piece in pieces if len(piece) > 2 and piece[0] == " " and piece[1:].isalpha()}

    @torch.inference_mode()
    def similar_words(self, word: str, count: int = 6) -> list[tuple[str, float]]:
        """The words whose embeddings are nearest by cosine, nearest first, without the word itself.

        The embedding of ours is the one of both languages, so that a neighbour may be French. A word of several sub-words is their mean.
        """
        ids, places = self._pieces(word), [*self.whole_words]
        if not ids or not places:
            return []
        cosines = torch.cosine_similarity(self.embedding[places].float(), self.embedding[ids].float().mean(0), dim=-1)
        best = cosines.topk(min(2 * count, len(cosines)))
        named = [(self.whole_words[places[place]], value) for value, place in zip(best.values.tolist(), best.indices.tolist())]
        return [(other, value) for other, value in named if other.lower() != word.lower()][:count]

    def _pieces(self, word: str) -> list[int]:
        return self.tokenizer.encode(word)

    def source_ids(self, sentence: str) -> list[int]:
        """The ids of a sentence, without end. Raises UserError when there is nothing or too much to read."""
        longest = self.network.config.max_length - 1
        if not sentence.strip():
            raise UserError("There is no word in this sentence yet. Type one in English, for example “I am tired.”")
        if len(sentence) > 20 * longest:  # do not even count the tokens of a book
            raise UserError("This text has {characters:,} characters; this model reads one sentence of at most {longest} tokens. Try a shorter one.",
                            characters=len(sentence), longest=longest)
        ids = self.tokenizer.encode(sentence)
        if len(ids) > longest:
            raise UserError("This sentence has {tokens} tokens; this model reads at most {longest}. Try a shorter one.", tokens=len(ids), longest=longest)
        return ids

    def translate(self, sentences: list[str]) -> list[str]:
        """The most probable French word by word (greedy decoding); a blank sentence stays blank."""
        wordy = [sentence for sentence in sentences if sentence.strip()]
        french = iter(translate(self.network, self.tokenizer, [self.source_ids(sentence) for sentence in wordy], self.device))
        return [next(french) if sentence.strip() else "" for sentence in sentences]

    def _run(self, request: Request) -> Run:
        """Reads the request and, where it has no target, decodes. Raises what `trace` raises."""
        if request.model != self.name:
            raise ValueError(f"a request to {request.model!r} reached {self.name!r}")
        what_if, tokenizer, longest = request.what_if, self.tokenizer, self.network.config.max_length
        for field in what_if.applied:
            if field not in self.what_ifs:
                raise UserError(self.reasons[field], model=self.name)
        sentence, ids = request.sentence, self.source_ids(request.sentence)
        if what_if.swap:
            sentence = tokenizer.swap(sentence, dict(what_if.swap))
            ids = self.source_ids(sentence)
        words = len(ids) + 1
        if words + what_if.padding > longest:
            raise UserError("This sentence has {tokens} tokens with its end; this model reads at most {longest}, so that there is room for {room} of "
                            "padding, not for {padding}.", tokens=words, longest=longest, room=longest - words, padding=what_if.padding)
        source = torch.tensor([[*ids, tokenizer.end_id, *[tokenizer.padding_id] * what_if.padding]], device=self.device)
        verify = functools.partial(check, what_if, self.attention_sizes, source.shape[1], words)
        verify(longest)  # what cannot be in any translation, before one is sought
        changes = Changes(what_if)
        if request.target is None:
            target_ids, finished = greedy(self.network, source, tokenizer.begin_id, tokenizer.end_id, changes)[0]
        else:
            target_ids, finished = tokenizer.encode(request.target), True
            if len(target_ids) >= longest:
                raise UserError("This translation has {tokens} tokens; this model writes at most {longest}. Try a shorter one.", tokens=len(target_ids),
                                longest=longest - 1)
        written = target_ids + [tokenizer.end_id] if finished else target_ids
        verify(len(written))
        return Run(sentence, source, torch.tensor([[tokenizer.begin_id, *written[:-1]]], device=self.device), written, finished, changes)

    def _source_tokens(self, run: Run) -> list[Token]:
        """The tokens of the sentence, its end and its padding, each of which is a word of its own."""
        ids, end = run.source[0].tolist(), len(run.sentence)
        words = ids.index(self.tokenizer.end_id)
        tokens = ended(self.tokenizer.show(ids[:words]), run.sentence)
        return tokens + [Token(PADDING, end, end, tokens[-1].word + 1 + place) for place in range(len(ids) - len(tokens))]

    @torch.inference_mode()
    def trace(self, request: Request) -> Trace:
        """Decode, or take the request's target, then record one teacher-forced pass.

        Two requests whose targets have equally many tokens and differ from token t on give rows that are equal to the last
        bit up to the one that writes t, unless the mask is off. Raises UserError for a sentence or a target that cannot be
        read and for a what-if that does not apply, ValueError for another model's request.
        """
        run = self._run(request)
        recording = Recording()
        hidden = self.network(run.source, run.read, recording, run.changes)  # [1, target, d_model]
        probabilities = self.network.logits(hidden)[0].softmax(dim=-1)  # [target, vocabulary]

        target_ids = run.written[:-1] if run.finished else run.written
        translation = self.tokenizer.decode(target_ids)
        source_tokens = self._source_tokens(run)
        target_tokens = self.tokenizer.show(target_ids)
        if run.finished:
            target_tokens = ended(target_tokens, translation)
        source_text, written_text = (tuple(token.text for token in tokens) for tokens in (source_tokens, target_tokens))
        read_text = (BEGIN, *written_text[:-1])
        axes = {"encoder": (source_text, source_text), "decoder": (read_text, read_text), "cross": (read_text, source_text)}
        return Trace(
            request=request,
            sentence=run.sentence,
            translation=translation,
            source=source_text,
            source_spans=tuple((token.start, token.end) for token in source_tokens),
            source_words=tuple(token.word for token in source_tokens),
            decoder_input=read_text,
            predicted=written_text,
            predicted_spans=tuple((token.start, token.end) for token in target_tokens),
            predicted_words=tuple(token.word for token in target_tokens),
            choices=self.choices(probabilities, run.written),
            finished=run.finished,
            attention={stack: recording.maps(stack, *axes[stack]) for stack in STACKS},
            hidden={stack: recording.states(stack) for stack in ("encoder", "decoder")},
            gates=recording.gate_values(),
        )

    @torch.inference_mode()
    def parameters(self, stack: str, layer: int = 0) -> dict[str, np.ndarray]:
        """Copies of the weights of one layer's attention and of what follows it, for x @ W: `[in, out]`; biases `[out]`.

        A linear layer NAME is "NAME" and, with a bias, "NAME_bias"; a norm is "NAME_gain" and "NAME_shift". A transformer has
        "to_query", "to_key", "to_value", "to_output" and "norm"; after the encoder's and after cross-attention also
        "feed_forward_in", "feed_forward_out" and "feed_forward_norm"; with cross-attention the self-attention before it, as
        "self_to_query" to "self_norm"; with self-attention in layer 0 "positions", the table
        `[position, d_model]` added before it. A BiLSTM has "combine" and, of its score, "of_query",
        "of_key" and "to_score" or "weight".
        A pretrained model has "to_output" with its bias, 0 where it has none, "scale" `[1]`, what its scores are multiplied with, and
        "relative" `[1]` where a number for each distance is added to them. Raises ValueError for a layer that is not there, UserError
        for a pretrained model whose output projection could not be found.
        """
        layers, _ = self.attention_sizes.get(stack, (0, 0))
        if not 0 <= layer < layers:
            raise ValueError(f"{self.name} has {layers} layers in {stack!r}, none of number {layer}")
        found = {}
        for name, part in self._parts(stack, layer).items():
            if isinstance(part, nn.Linear):
                found |= {name: part.weight.T, f"{name}_bias": part.bias}
            elif isinstance(part, nn.LayerNorm):
                found |= {f"{name}_gain": part.weight, f"{name}_shift": part.bias}
            elif isinstance(part, Tensor):
                found[name] = part
        return {name: values.float().cpu().numpy().copy() for name, values in found.items() if values is not None}

    def _parts(self, stack: str, layer: int) -> dict[str, nn.Module | Tensor]:
        return self.network.parts(stack, layer)

    @torch.inference_mode()
    def encode(self, sentence: str) -> Encoding:
        """The states of the encoder alone, equal to those of a trace. Raises UserError for a sentence that cannot be read."""
        ids, recording = self.source_ids(sentence), Recording()
        source = torch.tensor([[*ids, self.tokenizer.end_id]], device=self.device)
        self.network.start(source, recording)
        states = recording.states("encoder")
        if "positions" in self.what_ifs:  # one step more, for what enters layer 1 is already a sum
            states = np.concatenate([self.network.embed(source, arrangement="off").float().cpu().numpy(), states])
        tokens = ended(self.tokenizer.show(ids), sentence)
        return Encoding(sentence, tuple(token.text for token in tokens), tuple((token.start, token.end) for token in tokens),
                        tuple(token.word for token in tokens), self.network.encoder_steps, states)

    @torch.inference_mode()
    def silence_each(
        self, request: Request, progress: Callable[[int, int], object] = lambda done, total: None, batch: int = 16
    ) -> Ablation:
        """How probable the translation, the request's target or the model's own, stays when each head is silenced in turn.

        So many heads at a time as a `batch` has; after each, `progress` is told the number of heads done and of all. The
        request's what-ifs are on throughout. Raises what `trace` raises, and UserError for a model without heads.
        """
        if reason := self.reasons.get("silenced"):
            raise UserError(reason, model=self.name)
        run = self._run(request)
        heads = [(stack, layer, head) for stack, (layers, across) in self.attention_sizes.items()
                 for layer in range(layers) for head in range(across)]

        baseline, rows = self._log_probabilities(run, ((),))[0], []
        for start in range(0, len(heads), batch):
            rows.append(self._log_probabilities(run, tuple((head,) for head in heads[start : start + batch])))
            progress(min(start + batch, len(heads)), len(heads))
        predicted = tuple(map(self.tokenizer.name, run.written[-len(baseline):]))  # without a prompt, where there is one
        return Ablation(request, predicted, tuple(heads), torch.cat(rows).numpy(), baseline.numpy())

    def _log_probabilities(self, run: Run, silenced: tuple) -> Tensor:
        """Of the tokens written, for each entry of `silenced`, the heads of one sentence of the batch: `[entry, target]`."""
        source, read = (ids.expand(len(silenced), -1) for ids in (run.source, run.read))
        hidden = self.network(source, read, changes=replace(run.changes, silenced=silenced))  # [entry, target, d_model]
        return self.network.logits(hidden).log_softmax(dim=-1)[:, range(len(run.written)), run.written].cpu()

    def gradients(self, request: Request, place: int = -1) -> Gradients:
        """How much the last state read, and the state that writes the token at `place`, depend on each source token.

        The request is read, and refused, as by `trace`; besides, UserError for a what-if other than a swapped word,
        IndexError for a place where nothing is written.
        """
        if {*request.what_if.applied} - {"swap"}:
            raise UserError("Gradients are those of the model as it was trained. Take back what is changed in it first.")
        run = self._run(request)
        steps = range(1, len(run.written) + 1)[place]  # no later word plays a part
        reading, writing = state_gradients(self.network, run.source, run.read[:, :steps])
        tokens = self._source_tokens(run)
        return Gradients(
            source=tuple(token.text for token in tokens),
            source_spans=tuple((token.start, token.end) for token in tokens),
            source_words=tuple(token.word for token in tokens),
            reading=reading,
            writing=writing,
        )

    def choices(self, probabilities: torch.Tensor, written: list[int]) -> tuple[Choice, ...]:
        """How probable each written word was, and what else might have been, from `[target, vocabulary]`."""
        best = probabilities.topk(RUNNERS_UP)
        taken = probabilities[range(len(written)), written].tolist()
        return tuple(
            Choice(probability, tuple((self.tokenizer.name(index), value) for index, value in zip(indices, values)))
            for probability, indices, values in zip(taken, best.indices.tolist(), best.values.tolist()))


def ended(tokens: list[Token], text: str) -> list[Token]:
    """The tokens of a text and, after its last character, the end of the sentence."""
    return [*tokens, Token(END, len(text), len(text), tokens[-1].word + 1 if tokens else 0)]


def load(name: str, device: str, progress: Callable[[int, int], object]) -> TranslationModel:
    """The model of this name, shipped or offered, one per process and device: of two threads that ask at once, one waits for the other.

    Raises UserError when there is no such model or device, or its files are damaged; what is not
    offered is not looked for anywhere.
    """
    from . import available

    if not available():
        raise UserError(
            "There is no trained model here. Put the folder models/checkpoints back as it was "
            "published, or train one: python -m models.training.train transformer --ship")
    if name not in available():  # before there is a lock for it: visitors may ask for what they like
        raise UserError("There is no model called “{name}”. There is: {models}.", name=name[:40], models=", ".join(available()))
    with _locks.setdefault((name, device), threading.Lock()):
        if (name, device) not in _loaded:
            _loaded[name, device] = _read(name, device, progress)
        return _loaded[name, device]


def _read(name: str, device: str, progress: Callable[[int, int], object]) -> TranslationModel:
    from . import shipped

    if name not in shipped():
        from .huggingface.loading import load as load_pretrained  # transformers takes seconds to import: not before it is needed

        return load_pretrained(name, offers(shipped())[name], device, progress)
    on = pick_device(device)
    return TranslationModel(name, *checkpoint.load(checkpoint.SHIPPED / name, on), on)
