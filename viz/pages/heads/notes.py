"""Pack the explorer's data: the heads and the notes beside the weights."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from models import WhatIf
from models.answers.references import nearest_reference
from models.trace import STACKS

from ...analysis.differing import word_changes
from ...analysis.head_captions import caption_heads, caption_norms
from ...analysis.norms import cell_quantities, norm_formula
from ...analysis.views import Heads, describe_layers, heads_of, written_words
from ...app import bounded_cache, gloss_switch, state
from ...base.language import current_locale, t
from ...components.explorer import is_large, pack
from ...components.explorer.notes import Notes, PinnedHead, Profiles
from ...draw.head_matrices import heads_title
from ..head_controls import refute_head
from .compute import HeadsContent
from .pinned_heads import describe_pinned
from .preview import describe_preview
from .profiles import profile_heads

_Captions = Sequence[Sequence[str]]  # [layer][head]


def pack_explorer(content: HeadsContent) -> bytes:
    """Pack the data of the explorer, once for all visitors with the same settings."""
    settings, values = content.settings, bounded_cache.cache("values")
    # A refusal is part of the key, since it may be gone the next time.
    alerts = content.alert, content.pin_alert
    has_english = state.shows_gloss()
    key = "explorer", settings, alerts, profile_heads(content), current_locale(), has_english
    data = values.get(key)
    # Without a lock, so that each session can draw the progress of an ablation.
    if data is None:
        can, notes = content.model.what_ifs, write_notes(content)
        notes = replace(notes, preview=describe_preview(content))
        data = pack(content.shown, settings.merged, settings.choice, can, content.between, notes)
        values.put(key, data)
    return data


def write_notes(content: HeadsContent) -> Notes:
    """Write captions of heads, the effect of a change on each word, and on demand head losses."""
    settings, trained = content.settings, _compare_with_trained(content)
    return Notes(
        captions=_write_captions(content),
        trained=trained,
        same=not trained or content.trace.predicted == content.trained.predicted,
        can_rank=content.can_rank,
        pinned=_describe_pin(content),
        overlay=settings.overlay or "",
        pictures=settings.pictures,
        held=settings.held or "",
        profiles=_profiles_beside(content),
        quantity=settings.quantity or "weight",
        quantities=[*cell_quantities(content.model.capabilities).items()],
        formula=norm_formula(content.model.capabilities),
        misread=content.misread,
        glosses=gloss_switch.glosses_of(content.trace),
        reference=_compare_with_reference(content),
        ablation=content.ablation if settings.importance and content.can_rank else None,
        refutation=_describe_refutation(content) if settings.refute else None,
    )


def _describe_pin(content: HeadsContent) -> PinnedHead | None:
    """Describe the pinned head."""
    if content.pinned is None or content.comparison is None:
        return None
    pinned, heads = content.pinned, content.comparison.first
    every = pinned.trace.attention[heads.stack]
    assert every is not None  # the head is one of them
    return PinnedHead(
        heads,
        heads_title(replace(heads, weights=every.weights), pinned.settings.choice),
        describe_pinned(pinned, content.trace),
        pinned.trace.sentence,
        content.settings.follows_pinned,
    )


def _describe_refutation(content: HeadsContent) -> dict[str, object]:
    """Say what the controls of the current head's caption and of its label give."""
    choice = content.settings.choice
    texts = refute_head(content.trace, choice, content.model, content.links, content.runner)
    return {"head": choice.key, "texts": texts}


def _compare_with_reference(content: HeadsContent) -> list[tuple[str, str]]:
    """Return the words of the translation and of the nearest human one; [] without one.

    Also [] with a what-if: there the translation is compared with that of the model as trained.
    """
    trace = content.trace
    if not content.writes_french or content.what_if != WhatIf():
        return []
    reference = nearest_reference(trace.request.sentence, trace.translation)
    return word_changes(trace.translation, reference) if reference else []


def _compare_with_trained(content: HeadsContent) -> list[dict]:
    """List the words as trained with their probabilities before the change and now."""
    if content.teacher_forced is None:
        return []
    before, now = (written_words(run, content.settings.merged) for run in content.teacher_forced)
    return [
        {
            "text": word["text"],
            "continues": word["continues"],
            "before": word["probability"],
            "probability": other["probability"],
        }
        for word, other in zip(before, now, strict=True)
    ]


def _profiles_beside(content: HeadsContent) -> Profiles | None:
    """Return the profiles of the heads, which were measured by weight; with norms they say so."""
    profiles = profile_heads(content)
    if profiles is None or not content.settings.shows_norms:
        return profiles
    heads = {name: head._replace(label="", sign="") for name, head in profiles.heads.items()}
    source = t("{source}, by weight", source=profiles.source)
    return replace(profiles, heads=heads, source=source)


def _write_captions(content: HeadsContent) -> Mapping[str, _Captions]:
    """Caption each head in this sentence, by mechanism."""
    captions = _caption_weights(content)
    if not content.settings.shows_norms:
        return captions
    merged, between = content.settings.merged, content.between
    return {
        stack: caption_norms(heads_of(content.shown, stack, merged, between), of_stack)
        for stack, of_stack in captions.items()
    }


def _caption_weights(content: HeadsContent) -> Mapping[str, _Captions]:
    """Caption each head by its weights in this sentence, by mechanism."""
    settings, trace = content.settings, content.trace
    large = is_large(trace)
    key = (
        "captions",
        trace.request,
        settings.merged,
        content.between,
        settings.choice if large else None,
        current_locale(),
    )
    return bounded_cache.cache("values").compute(key, lambda: _caption_all(content, large))


def _caption_all(content: HeadsContent, large: bool) -> Mapping[str, _Captions]:
    """Caption all heads; of a `large` model only the current head."""
    choice, attention = content.settings.choice, content.trace.attention
    if large:
        heads = content.heads_to_caption(choice.stack)
        return {choice.stack: _caption_one(heads, choice.layer, choice.head)}
    return {
        stack: caption_heads(content.heads_to_caption(stack), content.links)
        for stack in STACKS
        if attention[stack] is not None
    }


def _caption_one(heads: Heads, layer: int, head: int) -> _Captions:
    """Caption one head of a large model, with empty captions for the others."""
    ((caption,),) = caption_heads(heads.only(layer, head), None)
    captions = [[""] * heads.weights.shape[1] for _ in range(heads.weights.shape[0])]
    captions[layer][head] = f"{caption} {describe_layers(heads)}".rstrip()
    return captions
