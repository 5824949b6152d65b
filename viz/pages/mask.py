"""What may the decoder see? The scores before the causal mask, the mask, the weights after, and what happens without it."""

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st

from models import Request, Trace, WhatIf

from .. import panels
from ..app import alerts, cache, controls, frame, presenter, state, url
from ..components.matrices import Panel, matrices
from ..export import charts, figures
from ..figures.changes import changes_html
from ..figures.translations import translations_html
from ..language import mark, t
from ..measures import largest_change
from ..theme import HEADS
from ..views import exchanged, french_words, heads_of, masked_head

TITLE = mark("What may the decoder see?")
EXAMPLE = "The big red dog"  # what the page opens on: "Le gros chien rouge"
SEES = mark({"causal": "Causal mask (as trained)", "none": "No mask", "window": "Only the last words"})
CHANGED = mark({"causal": "causal mask", "none": "no mask", "window": "only the last words"})
NO_MASK = WhatIf(mask="none")


def draw() -> None:
    view = state.current_view()
    model = cache.model(view.model)
    if "mask" not in model.what_ifs:
        frame.show_not_applicable(alerts.explain_unsupported(model, "mask"))
        return
    layers, heads = model.attention_sizes["decoder"]
    with st.container(horizontal=True, vertical_alignment="center"):
        sees = controls.pick(mark("What the decoder may see"), "sees", SEES)
        lasts = {str(r): t("the last 1" if r == 1 else "the last {count}", count=r) for r in range(1, 7)}
        window = (
            int(controls.pick(mark("How many words"), "last", lasts, "2", width=110))
            if sees == "window"
            else 0
        )
        names = {f"{layer + 1}-{head + 1}": t("layer {layer}, head {head}", layer=layer + 1, head=head + 1) for layer in range(layers) for head in range(heads)}
        layer, head = (
            int(number) - 1
            for number in controls.pick(mark("Head"), "decoder-head", names, width=170).split("-")
        )
        french = controls.edit_french_to_follow() if model.kind == "encoder-decoder" else None
    presenter.bind_key("step", "sees", list(SEES))
    presenter.bind_key("head", "decoder-head", list(names))
    presenter.bind_key(
        "layer", "decoder-head", sorted(names, key=lambda name: int(name.split("-")[1]))
    )  # the same head in each layer, then the next
    what_if = NO_MASK if sees == "none" else WhatIf(window=window)
    trained = cache.teacher_forced_trace(Request(view.model, view.sentence, french))
    changed = cache.trace(Request(view.model, view.sentence, trained.translation, what_if))

    matrices(three(trained, changed, layer, head, view.merged, sees),
             t("Point at a word: what it sees stands out in all three. Outlined: another weight than with the causal mask."))
    panels.say(what_if, changed)
    panels.export_menu({t("Scores, mask and weights"): lambda: figures.mask(changed, layer, head, view.merged, trained)}, "mask",
                       panels.of_trace(changed))
    st.markdown(t("A row is the word the decoder reads; it is about to write the next one. "
                  "What is written is held fixed, or the rows with and without the mask would be of different words."))

    st.markdown(f"#### {t('Does looking ahead help?')}")
    next_words(trained, changed, sees)
    own = cache.trace(Request(view.model, view.sentence, None, what_if))
    st.html(
        translations_html(
            {
                t("{mask}, what it writes itself", mask=t(CHANGED["causal"])): cache.trace(
                    Request(view.model, view.sentence)
                ).translation,
                t("{mask}, what it writes itself", mask=t(CHANGED[sees])): own.translation,
            }
        )
    )

    st.markdown(f"#### {t('Change a later word: what do the words before it notice?')}")
    causality(view, trained)
    st.markdown(f"#### {t('And the padding mask?')}")
    padding(view, trained)
    frame.draw_device_line()


def three(trained: Trace, changed: Trace, layer: int, head: int, merged: bool, sees: str) -> list[Panel]:
    """The scores before the mask, the mask, the weights after it."""
    before, after = (masked_head(trace, layer, head, merged) for trace in (trained, changed))
    colour, words = HEADS[head % len(HEADS)], after.words
    most = float(np.abs(after.scores).max()) or 1.0
    return [
        Panel(t("Scores"), t("q·k / √d_head, before the mask · layer {layer}, head {head}", layer=layer + 1, head=head + 1), colour, words, words,
              after.scores, least=-most, most=most, kind="score"),
        Panel(t("Mask"), t("{mask}: 1 may be looked at, hatched may not", mask=t(CHANGED[sees])), colour, words, words, after.allowed.astype(float),
              after.allowed, most=3.0, kind="mask"),
        Panel(t("Weights"), t("after the softmax; each row adds up to 1"), colour, words, words, after.weights, after.allowed,
              changed=np.abs(after.weights - before.weights) > 0.005)]


def next_words(trained: Trace, changed: Trace, sees: str) -> None:
    """How probable each true next word is with the mask and as chosen."""
    runs = {t(CHANGED["causal"]): trained} | ({t(CHANGED[sees]): changed} if sees != "causal" else {})
    probabilities = {name: [choice.probability for choice in trace.choices] for name, trace in runs.items()}
    panels.chart(charts.next_words(trained, probabilities), "next words")
    if sees == "causal":
        st.markdown(t("Take the mask away above: then the decoder sees the very word it is asked for."))
    if sees == "none":
        with_mask, without = (np.exp(np.mean(np.log(values))) for values in probabilities.values())
        effect = t("Seeing the answer does not help it: it was trained with the mask, never learnt to use what stands to the right, and what it finds "
                   "there only disturbs it." if without <= with_mask else
                   "It gains a little, though it never learnt to look to the right.")
        st.markdown(t("Without the mask the decoder reads the very word it is asked for, one column to the right. The mean probability (geometric) of the next "
                      "word goes from {before:.2g} to {after:.2g}. {effect} A model *trained* without the mask would copy the answer and learn nothing.",
                      before=with_mask, after=without, effect=effect))


def causality(view: url.View, trained: Trace) -> None:
    """Exchange one word of the target and see which rows notice, with and without the mask."""
    words = {str(place + 1): word for place, word in french_words(trained, False).items() if exchanged(trained, place)}
    if not words:
        st.info(t("There is no word here that could be exchanged for another one. Try another sentence."))
        return
    place = int(controls.pick(mark("Exchange a word"), "exchange", words, list(words)[-1])) - 1
    follow = lambda target, what_if=WhatIf(): cache.trace(
        Request(view.model, view.sentence, target, what_if)
    )
    for word, target in exchanged(trained, place):
        other = follow(target)
        if [at for at, pair in enumerate(zip(other.predicted, trained.predicted)) if pair[0] != pair[1]] == [place] and len(other.predicted) == len(trained.predicted):
            break
    else:
        st.info(t("The words that might stand here are read in another number of pieces, so that the rows would not line up. Exchange another word."))
        return
    changes = {name: largest_change(follow(trained.translation, what_if).hidden["decoder"], follow(target, what_if).hidden["decoder"])
               for name, what_if in ((t("with the causal mask"), WhatIf()), (t("without the mask"), NO_MASK))}
    st.html(changes_html(trained.decoder_input, changes, place + 1))
    before = [float(values[: place + 1].max()) for values in changes.values()]
    st.text(t("“{word}” became “{other}”. Each number is the largest change of any hidden state in the row of that word.", word=trained.predicted[place],
              other=word))
    st.markdown(t("Before the exchanged word the largest change is {masked:g} with the mask and {unmasked:.2g} without it. "
                  "Only with the mask can all positions be trained at once without giving the answers away.", masked=before[0], unmasked=before[1]))


def padding(view: url.View, trained: Trace) -> None:
    """The sentence in a batch with a longer one, with and without the padding mask."""
    model = cache.model(view.model)
    if "padding" not in model.what_ifs or "encoder" not in model.attention_sizes:
        st.info(alerts.explain_unsupported(model, "padding"))
        return
    room = model.longest - len(trained.source)
    counts = {str(count): t("1 word longer" if count == 1 else "{count} words longer", count=count) for count in (1, 2, 4, 8, 16) if count <= room}
    if not counts:
        st.info(t("This sentence is as long as the model can read: there is no room for padding. Try a shorter one."))
        return
    count = int(
        controls.pick(
            mark("The other sentence of the batch is"),
            "longer",
            counts,
            "4" if "4" in counts else None,
        )
    )
    runs = {
        name: cache.trace(
            Request(view.model, view.sentence, None, WhatIf(padding=count, padding_mask=masked))
        )
        for name, masked in ((t("with the padding mask"), True), (t("without it"), False))
    }
    shown = []
    for name, trace in runs.items():
        heads = heads_of(trace, "encoder", view.merged)
        shown.append(Panel(t("Encoder, {how}", how=name), t("layer {layer}, head {head}", layer=1, head=1), HEADS[0], heads.rows, heads.columns,
                           heads.weights[0, 0], heads.allowed))
    matrices(shown, t("Hatched: padding, which nobody may look at."), key="padding-matrices")
    said = t("encoder self-attention, layer 1, head 1, in a batch with a sentence {longer}", longer=counts[str(count)])
    panels.export_menu({t("With and without the padding mask"): lambda: figures.panels(shown, figures.caption(trained, said))}, "padding")
    st.html(
        translations_html(
            {
                t("by itself"): cache.trace(Request(view.model, view.sentence)).translation,
                **{name: trace.translation for name, trace in runs.items()},
            }
        )
    )
    st.markdown(t("Sentences that are translated together in a batch must be equally long, so the shorter one is filled up with `<pad>`. "
                  "The padding mask keeps everyone from looking at it, and the translation is the same as for the sentence by itself."))


def alone(section: Callable[[url.View, Trace], None]) -> None:
    """One section by itself, of the same French as the whole page."""
    view = state.current_view()
    model = cache.model(view.model)
    if "mask" not in model.what_ifs:
        frame.show_not_applicable(alerts.explain_unsupported(model, "mask"))
        return
    french = controls.edit_french_to_follow() if model.kind == "encoder-decoder" else None
    section(view, cache.teacher_forced_trace(Request(view.model, view.sentence, french)))
    frame.draw_device_line()


def ahead(view: url.View, trained: Trace) -> None:
    sees = controls.pick(
        mark("What the decoder may see"),
        "sees",
        {name: title for name, title in SEES.items() if name != "window"},
    )
    next_words(
        trained,
        cache.trace(
            Request(
                view.model,
                view.sentence,
                trained.translation,
                NO_MASK if sees == "none" else WhatIf(),
            )
        ),
        sees,
    )


PARTS = {"ahead": partial(alone, ahead), "later": partial(alone, causality), "padding": partial(alone, padding)}  # for lessons
