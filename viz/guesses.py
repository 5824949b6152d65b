"""What a pretrained model guesses: the word that a mask hides, or the word that comes next."""

from dataclasses import replace

import streamlit as st

from models import Trace, WhatIf

from . import panels
from .app import alerts, cache, controls
from .export import Chart, figures
from .figures.distribution import distribution_figure
from .language import mark, t
from .views import source_words

SHOWN = 15  # words
TEMPERATURES = {text: text for text in ("1", "0.25", "0.5", "0.75", "1.5", "2", "4")}
TOP_K = {"0": mark("all words"), **{text: text for text in ("1", "5", "10", "50", "100")}}
TOP_P = {text: text for text in ("1", "0.5", "0.8", "0.9", "0.95")}


def beneath(model, trace: Trace) -> None:
    """What stands below the picture of a pretrained model's heads; nothing for one that translates."""
    if model.kind == "decoder-only":
        st.markdown(f"#### {t('What comes next?')}")
        comes_next(model, trace)
    elif model.kind == "encoder-only" and getattr(model, "mask_token", None):
        st.markdown(f"#### {t('Which word is hidden?')}")
        hidden(model, trace)


def comes_next(model, trace: Trace) -> None:
    """The distribution over the whole vocabulary after a place of the text that the reader picks."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        places = {str(place + 1): f"{place + 1}. {token}" for place, token in enumerate(trace.decoder_input)}
        place = (
            int(
                controls.pick(
                    mark("After"),
                    "next-after",
                    places,
                    str(trace.given + 1),
                    width=200,
                    labelled=True,
                )
            )
            - 1
        )
        temperature = float(
            controls.pick(
                mark("Temperature"),
                "next-temperature",
                TEMPERATURES,
                width=110,
                labelled=True,
                omitted_when_default=True,
            )
        )
        top_k = int(
            controls.pick(
                mark("Top-k"), "next-k", TOP_K, width=130, labelled=True, omitted_when_default=True
            )
        )
        top_p = float(
            controls.pick(
                mark("Top-p"), "next-p", TOP_P, width=110, labelled=True, omitted_when_default=True
            )
        )
    request = replace(trace.request, target=trace.translation)
    found = cache.compute_once(
        f"next {request!r} {place} {temperature} {top_k} {top_p}",
        t("The model goes on"),
        lambda progress: model.next_words(request, place, temperature, top_k, top_p),
    )
    said = t("{model}: what comes after “{word}”, at temperature {temperature:g}; top-k {k}, top-p {p:g}", model=model.name, word=trace.decoder_input[place],
             temperature=temperature, k=top_k or t("all words"), p=top_p)
    panels.chart(Chart(distribution_figure(found.words[:SHOWN], found.sampled[:SHOWN], found.kept[:SHOWN]), f"{trace.written_text}\n{said}"), "next")
    st.markdown(t("The {shown} most probable of {all:,} words and pieces of words. Together they have {share:.0%}. A choice by top-k and top-p is made among "
                  "{kept:,} of them, which have {rest:.0%}; pale ones are left out, and no probability is drawn larger for that.", shown=SHOWN,
                  all=len(found.words), share=float(found.sampled[:SHOWN].sum()), kept=int(found.kept.sum()), rest=float(found.sampled[found.kept].sum())))


def hidden(model, trace: Trace) -> None:
    """A word that the reader hides behind the model's mask, and what the model finds there."""
    if model.mask_token not in trace.source:
        words = source_words(trace)
        st.pills(
            t("Hide a word behind {mask}", mask=model.mask_token),
            [str(place + 1) for place in words],
            key="hide",
            on_change=controls.hide_word,
            args=(model.mask_token, "hide"),
            format_func=lambda place: alerts.escape_markdown(words[int(place) - 1]),
        )
        return
    found = cache.compute_once(
        f"masks {trace.request!r}",
        t("The model looks for the word"),
        lambda progress: model.fill(trace.request, SHOWN),
    )
    for place, best in found.items():
        words, probabilities = zip(*best)
        said = t("{model}: which word stands at {mask} number {place}?", model=model.name, mask=model.mask_token, place=place + 1)
        panels.chart(Chart(distribution_figure(words, probabilities, [True] * len(words)), figures.caption(trace, said)), f"mask {place + 1}")
    if trace.request.what_if != WhatIf():
        st.button(t("Show the words again"), on_click=controls.reset_what_ifs, key="unhide")
