"""What does the bottleneck cost? BLEU by length with and without attention, and three translations of the sentence typed."""

import streamlit as st

from models import Request, available

from .. import session
from ..figures.lengths import length_figure, length_title
from ..figures.translations import translations_html
from ..measures import gap_growth

TITLE = "What does the bottleneck cost?"
OWN_MODELS = True  # it compares these
MODELS = "seq2seq", "bilstm-additive", "transformer"
FILES = {"all files": "All sentences", "multi30k.test_2016_flickr": "Picture captions", "tatoeba.dev": "Everyday sentences"}


def draw() -> None:
    sentence = session.view().sentence
    translations = {name: session.trace(Request(name, sentence)).translation for name in MODELS}
    st.html(translations_html(translations))
    cards = {name: session.model(name).card["by_length"] for name in MODELS}
    file = session.pick("Sentences", "sentences", FILES)
    by_length = {name: card[file] for name, card in cards.items()}
    st.plotly_chart(length_figure(by_length, len(sentence.split())), key="lengths", config={"displaylogo": False})
    st.markdown(finding(by_length["seq2seq"], by_length["bilstm-additive"]))
    st.caption("BLEU by sacrebleu (lowercase, 13a), greedy decoding, all references of a sentence; bands hold 95 % of 1,000 bootstrap "
               "resamples. The figures stand in the models' cards, written by `models.training.evaluate --by-length`. A longer sentence is "
               "often of another kind: everyday sentences are mostly short, captions mostly longer.")
    session.device_line(*MODELS)


def finding(without: list[dict], with_attention: list[dict]) -> str:
    """What the data say, whichever way they fall."""
    growth, margin = gap_growth(without, with_attention)
    short, long = (length_title(without[place]) for place in (0, -1))
    first, last = (with_attention[place]["bleu"] - without[place]["bleu"] for place in (0, -1))
    gaps = (f"Without attention, seq2seq hands the decoder one state for the whole sentence. It lies {first:.1f} BLEU behind bilstm-additive at "
            f"{short} words and {last:.1f} at {long}: ")
    if growth > margin:
        return gaps + f"the gap grows by {growth:.1f} ± {margin:.1f}. **The bottleneck shows.**"
    return gaps + (f"that is {growth:+.1f} ± {margin:.1f}, no more than chance. **In these sentences the bottleneck does not show as a gap that "
                   "grows with length**; it would take longer ones.")
