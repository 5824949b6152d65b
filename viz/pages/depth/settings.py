"""Settings of the page on what happens from layer to layer."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from models import Capabilities, Lens, Request, TextModel, UserError
from models.results import Attribution, Circuit, HeadPatching, Patching

from ...analysis.views import STACK_TITLES
from ...base.language import t, translatable
from ...base.progress import Progress, unwatched
from ...view.runner import Runner
from ...view.settings import (
    Known,
    Options,
    Settings,
    When,
    choice,
    plain_trace,
    switch,
    text,
    when,
)
from .stack_words import MARKS, StackReading, reading_of

_LOOKS = translatable(
    {
        "alike": "Do all words become alike?",
        "sinks": "Where does attention sink?",
        "flow": "Where does a word come from?",
        "lens": "What would each layer write?",
        "patch": "Which state decides a word?",
        "writes": "What does a head write?",
    }
)
# What a run takes from that of another sentence, as `PATCH_KINDS` and the maps have it.
PARTS = translatable(
    {
        "state": "State of each token",
        "output": "Output of each head",
        "weights": "Weights alone",
        "values": "Values alone",
    }
)
OTHER = translatable("A second sentence of as many tokens")
NO_SECOND = translatable(
    "Type a second sentence of as many tokens, in which one word differs, such as “She” for “He”."
)
PUTTING_IN = translatable("The parts of the other sentence are put in, one after the other")
_STACKS = translatable({"encoder": "Encoder", "decoder": "Decoder"})
_SCALES = translatable({"linear": "Linear", "log": "Logarithmic"})
MEAN = "mean"
# Words that are exchanged to propose a second sentence, the first that is there.
EXCHANGED = (
    ("he", "she"),
    ("his", "her"),
    ("man", "woman"),
    ("boy", "girl"),
    ("brother", "sister"),
    ("king", "queen"),
    ("red", "black"),
    ("big", "small"),
    ("old", "young"),
    ("good", "bad"),
    ("hot", "cold"),
    ("dog", "cat"),
    ("cat", "dog"),
    ("day", "night"),
    ("is", "was"),
    ("are", "were"),
    ("a", "the"),
)


def _stacks(known: Known, runner: Runner) -> Options:
    return stacks_of(known.look, runner.model(known.model).capabilities)


def stacks_of(look: str, capabilities: Capabilities) -> Options:
    """List the stacks of a look, that of the sentence first."""
    if look == "alike":
        return {name: title for name, title in _STACKS.items() if name in capabilities.directions}
    if look in ("lens", "patch"):
        questions = {"lens": ("lens",), "patch": ("patch", "patch_heads")}[look]
        if {*questions} <= {*capabilities.unanswered}:
            return {}
        is_encoder = not capabilities.writes or (look == "patch" and capabilities.reads_source)
        stack = "encoder" if is_encoder else "decoder"
        return {stack: _STACKS[stack]}
    if look == "writes":
        return _writing_stacks(capabilities)
    is_self = look == "flow"
    return {
        name: title
        for name, title in STACK_TITLES.items()
        if name in capabilities.stacks and not (is_self and name == "cross")
    }


def _writing_stacks(capabilities: Capabilities) -> Options:
    """List the stacks whose heads write what can be told: in a sum, or off their weights."""
    if "attribute" not in capabilities.unanswered:
        return {"decoder": _STACKS["decoder"]}
    if "circuit" in capabilities.unanswered:
        return {}
    is_dictionary = capabilities.translates_between("en", "fr")
    names = ("cross", "encoder", "decoder") if is_dictionary else ("encoder", "decoder")
    return {name: STACK_TITLES[name] for name in names if name in capabilities.stacks}


def reading(known: Known, runner: Runner) -> StackReading:
    """Return the tokens of the current stack."""
    return reading_of(
        plain_trace(known, runner), known.stack, runner.model(known.model).capabilities.separator
    )


def _sinks(known: Known, runner: Runner) -> Options:
    """List the kinds of sinks in this sentence."""
    columns = reading(known, runner).columns
    return {name: t(title) for name, title in MARKS.items() if columns[name].any()}


def _words(known: Known, runner: Runner) -> Options:
    """List the words of the current stack, by place from 1."""
    labels = reading(known, runner).axis.labels(known.merged)
    return {str(place): f"{place}. {label}" for place, label in enumerate(labels, start=1)}


def _longest_word(known: Known, runner: Runner) -> str:
    labels = reading(known, runner).axis.labels(known.merged)
    lengths = [sum(map(str.isalpha, label)) for label in labels]
    return str(lengths.index(max(lengths)) + 1)


def _lens_words(known: Known, runner: Runner) -> list[tuple[str, int, int]]:
    """List the words of a lens, each with its characters of the sentence, which are then hidden.

    These are the tokens that the model writes, in one that continues a text those that it reads, in
    an encoder the masks of the sentence or, where there are none, its words.
    """
    capabilities, trace = runner.model(known.model).capabilities, plain_trace(known, runner)
    if capabilities.writes:
        words = trace.decoder_input if trace.prompt_length else trace.predicted
        return [(word, 0, 0) for word in words]
    mask = capabilities.mask_token
    if mask in trace.source:
        return [(mask, 0, 0)] * trace.source.count(mask)
    spans: dict[int, list[int]] = {}
    for word, (start, end) in zip(trace.source_words, trace.source_spans, strict=True):
        if any(map(str.isalpha, trace.sentence[start:end])):
            spans.setdefault(word, [start]).append(end)
    return [(trace.sentence[ends[0] : ends[-1]], ends[0], ends[-1]) for ends in spans.values()]


def _word_options(known: Known, runner: Runner) -> Options:
    words = _lens_words(known, runner)
    return {str(place): f"{place}. {word}" for place, (word, *_) in enumerate(words, start=1)}


def _opening_word(known: Known, runner: Runner) -> str:
    """Return the word that leads last of all, in an encoder the longest."""
    if known.look == "writes":  # the first that is not given
        return str(plain_trace(known, runner).prompt_length + 1)
    if not runner.model(known.model).capabilities.writes:
        lengths = [len(word) for word, *_ in _lens_words(known, runner)]
        return str(lengths.index(max(lengths)) + 1)
    lens = read_lens(lens_request(known, runner), runner)
    last = len(lens.words)
    layers = [last if layer is None else layer for layer in lens.first_layers]
    return str(layers.index(max(layers)) + 1)


def lens_request(known: Known, runner: Runner) -> Request:
    """Return the run of a lens: in an encoder, the chosen word is hidden."""
    plain = Request(known.model, known.sentence)
    mask = runner.model(known.model).capabilities.mask_token
    place = getattr(known, "at", None)
    if mask is None or place is None:
        return plain
    _, start, end = _lens_words(known, runner)[place - 1]
    text = plain_trace(known, runner).sentence
    return Request(known.model, text[:start] + mask + text[end:]) if start < end else plain


def read_lens(request: Request, runner: Runner, random: bool = False) -> Lens:
    """Return the lens of a run, computed once."""
    model = runner.model(request.model)
    return runner.compute_once(
        f"lens {request!r} {random}",
        t("The model runs layer by layer"),
        lambda _: model.lens(request, random=random),
    )


def _second_sentence(known: Known, runner: Runner) -> str:
    """Propose a sentence in which one word is another, and the model writes otherwise; "": none."""
    sentence = plain_trace(known, runner).sentence
    for pair in EXCHANGED:
        for word, other in (pair, pair[::-1]):
            match = re.search(rf"\b{word}\b", sentence, re.IGNORECASE)
            if not match:
                continue
            other = other.capitalize() if match[0][0].isupper() else other
            text = sentence[: match.start()] + other + sentence[match.end() :]
            if _can_be_compared(runner, Request(known.model, sentence), text):
                return text
    return ""


def _can_be_compared(runner: Runner, request: Request, other: str) -> bool:
    """Return whether two sentences have as many tokens, and the model writes otherwise."""
    model = runner.model(request.model)

    def written(sentence: str) -> object:
        if model.capabilities.writes:
            return runner.trace(replace(request, sentence=sentence)).translation
        return next(iter(model.fill(replace(request, sentence=sentence), 1).values()))[0][0]

    def compare(_: Progress) -> bool:
        try:
            model.encode(request.sentence).check_as_long(model.encode(other))
            return written(request.sentence) != written(other)
        except UserError:
            return False

    label = t("A second sentence is sought")
    return runner.compute_once(f"comparable {request!r} {other!r}", label, compare)


def _parts(known: Known, runner: Runner) -> Options:
    """List what can be taken: of some pretrained models heads alone."""
    has_states = "patch" not in runner.model(known.model).capabilities.unanswered
    return {name: title for name, title in PARTS.items() if has_states or name != "state"}


def read_patching(
    request: Request, other: str, runner: Runner, part: str = "state"
) -> Patching | HeadPatching:
    """Return what each state of another sentence changes, or each head by a part; computed once.

    Raises UserError for a sentence of another length, or one for which the model writes the same,
    and Stopped if the reader has stopped it.
    """
    if not other:
        raise UserError(NO_SECOND)
    model = runner.model(request.model)

    def compute(progress: Progress) -> Patching | HeadPatching | UserError:
        try:
            return patch_by(model, request, other, part, progress)
        except UserError as error:  # kept too, or each run of the page would try again
            return error

    key = f"patch {part} {request!r} {other!r}"
    answer = runner.compute_once(key, t(PUTTING_IN), compute, can_stop=True)
    if isinstance(answer, UserError):
        raise UserError(answer.text, **answer.values)
    return answer


def _runners_up(known: Known, runner: Runner) -> Options:
    """List the likeliest other words at the chosen place, by rank, and none."""
    words = _other_words(known, runner)
    named = {str(rank): t("minus “{word}”", word=word) for rank, word in enumerate(words, start=1)}
    return named | {"0": t("alone")}


def _other_words(known: Known, runner: Runner) -> list[str]:
    trace, place = plain_trace(known, runner), known.at - 1
    best = (word for word, _ in trace.choices[place].best)
    return [word for word in dict.fromkeys(best) if word != trace.predicted[place]][:4]


def read_attribution(known: Known, runner: Runner) -> Attribution:
    """Return the chosen word's logit as a sum, computed once."""
    model = runner.model(known.model)
    request, place = Request(known.model, known.sentence), known.at - 1
    other = _other_words(known, runner)[known.against - 1] if known.against else ""
    return runner.compute_once(
        f"attribute {request!r} {place} {other}",
        t("The logit is taken apart"),
        lambda _: model.attribute(request, place, other),
    )


def _writers(known: Known, runner: Runner) -> Options:
    """List the heads of the stack, by layer and head from 1."""
    size = runner.model(known.model).capabilities.stacks[known.stack]
    return {
        f"{layer}-{head}": t("Layer {layer}, head {head}", layer=layer, head=head)
        for layer in range(1, size.layers + 1)
        for head in range(1, size.heads + 1)
    }


def _opening_writer(known: Known, runner: Runner) -> str:
    """Return a head of the last layer for cross-attention, which is next to the words written."""
    names = [*_writers(known, runner)]
    heads = runner.model(known.model).capabilities.stacks[known.stack].heads
    return names[-heads if known.stack == "cross" else 0]


def read_circuit(known: Known, runner: Runner, encoded: bool) -> Circuit:
    """Return what the chosen head writes for the sentence, computed once."""
    model, stack = runner.model(known.model), known.stack
    layer, head = (int(number) - 1 for number in known.writer.split("-"))
    sentence = plain_trace(known, runner).sentence
    return runner.compute_once(
        f"circuit {known.model} {stack} {layer} {head} {encoded} {sentence}",
        t("The heads are read off their weights"),
        lambda _: model.circuit(stack, layer, head, sentence, encoded),
    )


def patch_by(
    model: TextModel, request: Request, other: str, part: str, progress: Progress = unwatched
) -> Patching | HeadPatching:
    """Return the map of states, or of heads by their part of PARTS."""
    if part == "state":
        return model.patch(request, other)
    return model.patch_heads(request, other, part, progress=progress)


def _heads(known: Known, runner: Runner) -> Options:
    """List the heads: all of a layer together, or one."""
    count = runner.model(known.model).capabilities.stacks[known.stack].heads
    if count == 1:
        return {}
    single = {str(head): t("Head {head} of each layer", head=head) for head in range(1, count + 1)}
    return {MEAN: t("Mean of all heads"), **single}


def _on(*looks: str, also: Callable[[Known, Runner], bool] = lambda known, runner: True) -> When:
    """Return the condition that one of these looks is chosen and the model has a stack for it."""
    return when(also, look=looks, stack=tuple(STACK_TITLES))


def _is_sum(known: Known, runner: Runner) -> bool:
    """Return whether the model's logits are sums."""
    return "attribute" not in runner.model(known.model).capabilities.unanswered


def _has_places(known: Known, runner: Runner) -> bool:
    """Return whether the look shows one of the words that are written."""
    return known.look == "lens" or _is_sum(known, runner)


def _is_off_weights(known: Known, runner: Runner) -> bool:
    """Return whether a head is shown off its weights."""
    return not _is_sum(known, runner)


def _reads_an_encoder(known: Known, runner: Runner) -> bool:
    return _is_off_weights(known, runner) and known.stack == "cross"


def _can_begin_anew(known: Known, runner: Runner) -> bool:
    """Return whether the network can be run with its initial weights."""
    return runner.model(known.model).capabilities.trained_here


@dataclass(frozen=True)
class DepthSettings(Settings):
    """A look, its stack, and its own settings; settings of other looks are None."""

    look: str = choice(_LOOKS, label=translatable("Look at"), parameter="depth-look")
    stack: str | None = choice(_stacks, parameter="depth-stack", omitted_when_default=True)
    scale: str | None = choice(_SCALES, parameter="depth-scale", applies=_on("alike"))
    untrained: bool | None = switch(
        False, parameter="depth-untrained", applies=_on("alike", also=_can_begin_anew)
    )
    sink: str | None = choice(_sinks, parameter="depth-sink", applies=_on("sinks"))
    word: int | None = choice(
        _words, _longest_word, parameter="depth-word", parse=int, applies=_on("flow")
    )
    heads: str | None = choice(_heads, parameter="depth-heads", applies=_on("flow"))
    at: int | None = choice(
        _word_options,
        _opening_word,
        label=translatable("Word"),
        parameter="depth-at",
        parse=int,
        applies=_on("lens", "writes", also=_has_places),
        of_sentence=True,
    )
    against: int | None = choice(
        _runners_up,
        parameter="depth-against",
        parse=int,
        applies=_on("writes", also=_is_sum),
        of_sentence=True,
    )
    writer: str | None = choice(
        _writers,
        _opening_writer,
        parameter="depth-writer",
        applies=_on("writes", also=_is_off_weights),
    )
    encoded: bool | None = switch(
        False, parameter="depth-encoded", applies=_on("writes", also=_reads_an_encoder)
    )
    random: bool | None = switch(
        False,
        label=translatable("Beside it, through random numbers"),
        parameter="depth-random",
        applies=_on("lens"),
    )
    part: str | None = choice(
        _parts,
        label=translatable("Put in"),
        parameter="depth-part",
        applies=_on("patch"),
        omitted_when_default=True,
    )
    pairs: bool | None = switch(
        False, parameter="depth-pairs", applies=_on("patch"), omitted_when_default=True
    )
    other: str | None = text(
        _second_sentence,
        label=OTHER,
        parameter="depth-other",
        applies=_on("patch"),
        of_sentence=True,
    )
