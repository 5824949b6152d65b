"""The caption of a head on a sentence, its label over thousands, and what could refute both."""

from dataclasses import replace
from pathlib import Path

from models import TextModel, Trace
from models.answers.limits import NO_CARD, Limits, limits_of
from models.corpus.labels import Label, labels_of
from models.corpus.own_sentences import read_general
from models.corpus.profile import Profile

from ..analysis.head_captions import Links, caption_heads, word_links
from ..analysis.refuting import Refutation, refute_caption, refute_label, rule, runs_of
from ..analysis.views import HeadChoice, heads_of
from ..base.examples import EXAMPLES
from ..base.language import t
from ..base.progress import Progress
from ..view.runner import Runner
from .profiles.words import MEASURE_TITLES

_Refutations = tuple[Refutation | None, Refutation | None]  # of the caption, of the label


def limits_in(trace: Trace, model: TextModel) -> Limits:
    """Return the limits of the model that the sentence of a run touches."""
    card = NO_CARD if trace.request.target else model.card
    longest = model.capabilities.longest_trained
    sentence = trace.request.sentence
    return limits_of(sentence, model.tokenizer, EXAMPLES, trace, card, longest)


def is_doubtful(limits: Limits) -> bool:
    """Return whether the whole sentence is beyond the model: its translation may be wrong."""
    # A long sentence is hard to show, not hard to translate. A single word that is misread,
    # unsure or lost leaves the other words as they are.
    by_word = replace(limits, words=0, emoji=(), unsure=None, misread=())
    return bool(replace(by_word, lost=(), new=()))


def links_in(trace: Trace, model: TextModel) -> Links | None:
    """Return the English word of each French word, as far as the lexicon knows it.

    None for a model of other languages; no link in a sentence beyond the model.
    """
    if not model.capabilities.translates_between("en", "fr"):
        return None
    links = word_links(trace)
    return [None] * len(links) if is_doubtful(limits_in(trace, model)) else links


def general_profile(model: TextModel) -> tuple[Profile, Path] | None:
    """Return the profile of the model's weights, and its file; None if they were not measured."""
    general = read_general(model)
    if general is None or not general[0].fits(model.card):
        return None
    return general if general[0].attention_sizes == model.attention_sizes else None


def refute_head(
    trace: Trace, head: HeadChoice, model: TextModel, links: Links | None, runner: Runner
) -> list[str]:
    """Say what the controls of a head's caption and of its label give, then the rule.

    `links` are those of `links_in`.
    """
    label = _label_of(model, head)
    title = MEASURE_TITLES[label.measure] if label else ""

    def compute(progress: Progress) -> _Refutations:
        run = runs_of(trace.request, model.trace, progress)
        caption = refute_caption(trace, head, links, run)
        if label is None:
            return caption, None
        return caption, refute_label(title, label.measure, trace, head, links, run)

    key = f"refute {trace.request!r} {head.key} {label and label.measure}"
    caption, general = runner.compute_once(key, t("Running the controls"), compute)
    none = t("The caption claims nothing that a control could refute.")
    texts = [t("Caption: {finding}", finding=caption.text) if caption else none]
    if label:
        missing = t("shared#no control on one sentence", title=t(title))
        texts.append(t("Label: {finding}", finding=general.text if general else missing))
    return [*texts, rule()]


def caption_and_refute(
    trace: Trace, head: HeadChoice, merged: bool, model: TextModel, runner: Runner
) -> list[str]:
    """Return the caption of a head for a page that has none, then the texts of `refute_head`."""
    links = links_in(trace, model)
    heads = heads_of(trace, head.stack, merged or head.stack == "cross")
    ((caption,),) = caption_heads(heads.only(head.layer, head.head), links)
    return [caption, *refute_head(trace, head, model, links, runner)]


def _label_of(model: TextModel, head: HeadChoice) -> Label | None:
    """Return the clearest label of a head over thousands of sentences, if it has one."""
    general = general_profile(model)
    if general is None:
        return None
    stack = general[0].stacks[head.stack]
    return next(iter(labels_of(stack)[stack.place_of(head.layer, head.head)]), None)
