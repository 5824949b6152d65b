"""What does the bottleneck cost? BLEU by length with and without attention, and three translations of the sentence typed."""

import streamlit as st

from models import Request

from .. import panels
from ..app import cache, controls, frame, state
from ..export import charts
from ..figures.lengths import length_title
from ..figures.translations import translations_html
from ..language import mark, t
from ..measures import share_lost

TITLE = mark("What does the bottleneck cost?")
OWN_MODELS = True  # it compares these
MODELS, FILES = charts.BOTTLENECK, charts.LENGTHS_OF


def draw() -> None:
    sentence = state.current_view().sentence
    translations = {name: cache.trace(Request(name, sentence)).translation for name in MODELS}
    st.html(translations_html(translations))
    lengths()
    frame.draw_device_line(*MODELS)


def lengths() -> None:
    """The curves, and what they say."""
    cards = {name: cache.model(name).card["by_length"] for name in MODELS}
    file = controls.pick(mark("Sentences"), "sentences", FILES)
    by_length = {name: card[file] for name, card in cards.items()}
    panels.chart(
        charts.by_length(by_length, len(state.current_view().sentence.split()), t(FILES[file])),
        "lengths",
    )
    st.markdown(finding(by_length["seq2seq"], by_length["bilstm-additive"]))
    st.caption(t("BLEU by sacrebleu (lowercase, 13a), greedy decoding, all references of a sentence; bands hold 95 % of 1,000 bootstrap "
                 "resamples. The figures stand in the models' cards, written by `models.training.evaluate --by-length`. With all sentences together "
                 "length and kind mix: the short ones are mostly everyday sentences, the long ones captions, which are easier."))


def finding(without: list[dict], with_attention: list[dict]) -> str:
    """What the data say, whichever way they fall."""
    lost, margin = share_lost(without, with_attention)
    short, long = (length_title(without[place]) for place in (0, -1))
    first, last = (100 * without[place]["bleu"] / with_attention[place]["bleu"] for place in (0, -1))
    shares = t("Without attention the decoder gets one state for the whole sentence. seq2seq reaches {first:.0f} % of the BLEU of bilstm-additive "
               "at {short} words and {last:.0f} % at {long}: with each word it loses {lost:.1f} ± {margin:.1f} % of that share.",
               first=first, short=short, last=last, long=long, lost=100 * lost, margin=100 * margin)
    shown = t("**The bottleneck shows.**" if lost > margin else
              "That is no more than chance: **in these sentences the bottleneck does not show**; it would take longer ones.")
    return f"{shares} {shown}"


PARTS = {"lengths": lengths}  # for lessons
