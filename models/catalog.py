"""The models by name, and what one of them can be asked."""

import functools

import torch

from . import checkpoint
from .decoding import greedy, translate
from .errors import UserError
from .gradients import state_gradients
from .recorder import Recording
from .request import Request
from .tokenizer import BEGIN, END, Token
from .trace import STACKS, Choice, Gradients, Trace

RUNNERS_UP = 5


def pick_device(name: str = "auto") -> torch.device:
    """cuda, mps or cpu, the first there is, for "auto"; else the one named. Raises UserError if it is not there."""
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
    try:
        if torch.device(name).type not in ("cuda", "mps", "cpu"):
            raise RuntimeError(f"no network of ours was ever run on {name}")
        torch.zeros(1, device=name)
    except (RuntimeError, AssertionError) as error:
        raise UserError(f"This machine has no device {name!r}. Use auto, or one of cuda, mps and cpu.") from error
    return torch.device(name)


class TranslationModel:
    """A trained network with its tokenizer: translates, and shows its work. Safe to share between threads."""

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
    def lstms(self) -> tuple[str, ...]:
        """The LSTMs this model has, whose gates a trace records."""
        return self.network.lstms

    def source_ids(self, sentence: str) -> list[int]:
        """The ids of a sentence, without end. Raises UserError when there is nothing or too much to read."""
        longest = self.network.config.max_length - 1
        if not sentence.strip():
            raise UserError("There is no word in this sentence yet. Type one in English, for example “I am tired.”")
        if len(sentence) > 20 * longest:  # do not even count the tokens of a book
            raise UserError(f"This text has {len(sentence):,} characters; this model reads one sentence of at most {longest} tokens. "
                            "Try a shorter one.")
        ids = self.tokenizer.encode(sentence)
        if len(ids) > longest:
            raise UserError(f"This sentence has {len(ids)} tokens; this model reads at most {longest}. Try a shorter one.")
        return ids

    def translate(self, sentences: list[str]) -> list[str]:
        """The most probable French word by word (greedy decoding); a blank sentence stays blank."""
        wordy = [sentence for sentence in sentences if sentence.strip()]
        french = iter(translate(self.network, self.tokenizer, [self.source_ids(sentence) for sentence in wordy], self.device))
        return [next(french) if sentence.strip() else "" for sentence in sentences]

    def _ids(self, request: Request) -> tuple[torch.Tensor, torch.Tensor, list[int], bool]:
        """What a request makes the network read and write.

        Source ids `[1, source]` with end; ids that the decoder reads `[1, target]`; ids that it writes, with end if the
        translation is finished; whether it is, or was cut. Raises what `trace` raises.
        """
        if request.model != self.name:
            raise ValueError(f"a request to {request.model!r} reached {self.name!r}")
        tokenizer, longest = self.tokenizer, self.network.config.max_length
        source = torch.tensor([self.source_ids(request.sentence) + [tokenizer.end_id]], device=self.device)
        if request.target is None:
            target_ids, finished = greedy(self.network, source, tokenizer.begin_id, tokenizer.end_id)[0]
        else:
            target_ids, finished = tokenizer.encode(request.target), True
            if len(target_ids) >= longest:
                raise UserError(f"This translation has {len(target_ids)} tokens; this model writes at most {longest - 1}. Try a shorter one.")
        written = target_ids + [tokenizer.end_id] if finished else target_ids
        return source, torch.tensor([[tokenizer.begin_id, *written[:-1]]], device=self.device), written, finished

    def _source_tokens(self, source: torch.Tensor, request: Request) -> list[Token]:
        """The tokens of `source [1, source]`, the ids of the request's sentence with end."""
        return ended(self.tokenizer.show(source[0, :-1].tolist()), request.sentence)

    @torch.inference_mode()
    def trace(self, request: Request) -> Trace:
        """Decode, or take the request's target, then record one teacher-forced pass.

        Raises UserError for a sentence or a target that cannot be read, ValueError for another model's request.
        """
        source, read, written, finished = self._ids(request)
        recording = Recording()
        hidden = self.network(source, read, recording)  # [1, target, d_model]
        probabilities = self.network.logits(hidden)[0].softmax(dim=-1)  # [target, vocabulary]

        target_ids = written[:-1] if finished else written
        translation = self.tokenizer.decode(target_ids)
        source_tokens = self._source_tokens(source, request)
        target_tokens = self.tokenizer.show(target_ids)
        if finished:
            target_tokens = ended(target_tokens, translation)
        source_text, written_text = (tuple(token.text for token in tokens) for tokens in (source_tokens, target_tokens))
        read_text = (BEGIN, *written_text[:-1])
        axes = {"encoder": (source_text, source_text), "decoder": (read_text, read_text), "cross": (read_text, source_text)}
        return Trace(
            request=request,
            translation=translation,
            source=source_text,
            source_spans=tuple((token.start, token.end) for token in source_tokens),
            source_words=tuple(token.word for token in source_tokens),
            decoder_input=read_text,
            predicted=written_text,
            predicted_spans=tuple((token.start, token.end) for token in target_tokens),
            predicted_words=tuple(token.word for token in target_tokens),
            choices=self.choices(probabilities, written),
            finished=finished,
            attention={stack: recording.maps(stack, *axes[stack]) for stack in STACKS},
            hidden={stack: recording.states(stack) for stack in ("encoder", "decoder")},
            gates=recording.gate_values(),
        )

    def gradients(self, request: Request, place: int = -1) -> Gradients:
        """How much the last state read, and the state that writes the token at `place`, depend on each source token.

        The request is read, and refused, as by `trace`; IndexError for a place where nothing is written.
        """
        source, read, written, _ = self._ids(request)
        steps = range(1, len(written) + 1)[place]  # no later word plays a part
        reading, writing = state_gradients(self.network, source, read[:, :steps])
        tokens = self._source_tokens(source, request)
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


@functools.cache
def load(name: str = "transformer", device: str = "auto") -> TranslationModel:
    """The shipped model of this name, one per process and device.

    Raises UserError when there is no such model or device.
    """
    from . import available

    if name not in available():
        raise UserError(f"There is no model called {name[:40]!r}. There is: {', '.join(available())}.")
    on = pick_device(device)
    return TranslationModel(name, *checkpoint.load(checkpoint.SHIPPED / name, on), on)
