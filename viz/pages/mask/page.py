"""Draw the page on the mask."""

import streamlit as st

from ...analysis.views import HeadChoice
from ...app import frame, gloss_switch
from ...app.page import Page
from ...app.page_controls import Controls
from ...app.state import set_setting
from ...base.language import t, translatable
from ...components.matrices import show_matrices
from .. import panels
from ..adapters.map import show_map
from .compute import COMPUTATION, MaskContent
from .parts import PARTS, render_changes, render_padded
from .settings import MaskSettings


def render(content: MaskContent, settings: MaskSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.pick(translatable("What the decoder may see"), "sees")
        if settings.sees == "window":
            controls.pick(translatable("How many words"), "last", width=110)
        controls.pick(translatable("Head"), "decoder_head", width=170)
        render_french(controls)
    controls.bind_key("step", "sees")
    controls.bind_key("head", "decoder_head")
    # The same head in each layer, then the next.
    heads = sorted(controls.options("decoder_head"), key=lambda name: int(name.split("-")[1]))
    controls.bind_key("layer", "decoder_head", heads)
    model = content.runner.model(settings.model)
    show_map(model, settings.decoder_head, ("decoder",), show_decoder_head)

    hint = t(
        "Hover over a word to see what it can attend to. Coloured frame: the weight differs "
        "from the causal model."
    )
    show_matrices(
        content.matrices,
        hint,
        glosses=gloss_switch.glosses_of(content.changed),
        play=t("Let the mask fall"),
    )
    panels.say(settings.what_if, content.changed)
    panels.show_page_menu(COMPUTATION, settings, content)
    st.markdown(
        t(
            "Each row is the last word read; the decoder must predict the next one. "
            "The translation is fixed, so both cases can be compared row by row."
        )
    )
    st.markdown(f"#### {t('Does looking ahead help?')}")
    render_next_words(content)
    panels.show_translations(settings.model, content.own_translations, settings.sentence)
    gloss_switch.draw_gloss_switch(settings.model)
    st.markdown(f"#### {t('Change a later word: do the words before it notice?')}")
    render_exchange(content, settings, controls)
    st.markdown(f"#### {t('And the padding mask?')}")
    render_padding(content, settings, controls)
    frame.draw_device_line()


def show_decoder_head(choice: HeadChoice) -> None:
    """Show a head of the decoder's self-attention."""
    set_setting("decoder-head", f"{choice.layer + 1}-{choice.head + 1}")


def render_french(controls: Controls) -> None:
    if controls.has("french"):
        controls.edit_french_to_follow()


def render_next_words(content: MaskContent) -> None:
    """Draw the probability of each true next word with the causal and with the chosen mask."""
    panels.show_chart(content.next_words, "next words")
    st.markdown(content.finding_ahead)


def render_exchange(content: MaskContent, settings: MaskSettings, controls: Controls) -> None:
    """Draw the exchange of a target word: which rows change, with and without the mask."""
    if controls.has("exchange"):
        controls.pick(translatable("Exchange a word"), "exchange")
    render_changes(content)


def render_padding(content: MaskContent, settings: MaskSettings, controls: Controls) -> None:
    """Draw the sentence in a batch with a longer one, with and without the padding mask."""
    if content.without_padding:
        st.info(content.without_padding)
        return
    controls.pick(translatable("The other sentence of the batch is"), "longer")
    render_padded(content)
    longer = controls.options("longer")[str(settings.longer)]
    panels.show_menu(content.padding_menu(longer))
    st.markdown(
        t(
            "Sentences in a batch must have the same length, so the shorter one is "
            "filled up with `<pad>`. The padding mask keeps every word from "
            "attending to it, and the translation is the same as for the sentence by "
            "itself."
        )
    )


PAGE = Page(
    COMPUTATION,
    render,
    title=translatable("What may the decoder see?"),
    lead=translatable(
        "The causal mask hides later words from the decoder. Choose “No mask” and compare."
    ),
    group=translatable("Attention"),
    terms=translatable(
        (
            "causal mask",
            "masked self-attention",
            "padding mask",
            "<s>",
            "</s>",
        )
    ),
    parts=PARTS,
)
