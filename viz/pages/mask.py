"""What may the decoder see? The scores before the causal mask, the mask, the weights after, and what happens without it."""

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st

from models import Request, Trace, WhatIf

from .. import panels, session
from ..components.matrices import Panel, matrices
from ..export import charts, figures
from ..figures.changes import changes_html
from ..figures.translations import translations_html
from ..measures import largest_change
from ..theme import HEADS
from ..views import exchanged, french_words, heads_of, masked_head

TITLE = "What may the decoder see?"
EXAMPLE = "The big red dog"  # what the page opens on: "Le gros chien rouge"
SEES = {"causal": "Causal mask (as trained)", "none": "No mask", "window": "Only the last words"}
TRAINED, CHANGED = "causal mask", {"causal": "causal mask", "none": "no mask", "window": "only the last words"}
NO_MASK = WhatIf(mask="none")


def draw() -> None:
    view = session.view()
    model = session.model(view.model)
    if "mask" not in model.what_ifs:
        session.no_such_thing(session.why_not(model, "mask"))
        return
    layers, heads = model.attention_sizes["decoder"]
    with st.container(horizontal=True, vertical_alignment="center"):
        sees = session.pick("What the decoder may see", "sees", SEES)
        window = int(session.pick("How many words", "last", {str(r): f"the last {r}" for r in range(1, 7)}, "2", width=110)) if sees == "window" else 0
        names = {f"{layer + 1}-{head + 1}": f"layer {layer + 1}, head {head + 1}" for layer in range(layers) for head in range(heads)}
        layer, head = (int(number) - 1 for number in session.pick("Head", "decoder-head", names, width=170).split("-"))
        french = session.french_to_follow()
    session.walk("step", "sees", list(SEES))
    session.walk("head", "decoder-head", list(names))
    what_if = NO_MASK if sees == "none" else WhatIf(window=window)
    trained = session.held(Request(view.model, view.sentence, french))
    changed = session.trace(Request(view.model, view.sentence, trained.translation, what_if))

    matrices(three(trained, changed, layer, head, view.merged, sees),
             "Point at a word: what it sees stands out in all three. Outlined: another weight than with the causal mask.")
    panels.say(what_if, changed)
    panels.export_menu({"Scores, mask and weights": lambda: figures.mask(changed, layer, head, view.merged, trained)}, "mask",
                       panels.of_trace(changed))
    st.markdown("A row is the word the decoder reads; it is about to write the next one. "
                "The French is held fixed, or the rows with and without the mask would be of different words.")

    st.markdown("#### Does looking ahead help?")
    next_words(trained, changed, sees)
    own = session.trace(Request(view.model, view.sentence, None, what_if))
    st.html(translations_html({f"{TRAINED}, its own French": session.trace(Request(view.model, view.sentence)).translation,
                               f"{CHANGED[sees]}, its own French": own.translation}))

    st.markdown("#### Change a later word: what do the words before it notice?")
    causality(view, trained)
    st.markdown("#### And the padding mask?")
    padding(view, trained)
    session.device_line()


def three(trained: Trace, changed: Trace, layer: int, head: int, merged: bool, sees: str) -> list[Panel]:
    """The scores before the mask, the mask, the weights after it."""
    before, after = (masked_head(trace, layer, head, merged) for trace in (trained, changed))
    colour, words = HEADS[head % len(HEADS)], after.words
    most = float(np.abs(after.scores).max()) or 1.0
    return [
        Panel("Scores", f"q·k / √d_head, before the mask · layer {layer + 1}, head {head + 1}", colour, words, words, after.scores, least=-most, most=most, kind="score"),
        Panel("Mask", f"{CHANGED[sees]}: 1 may be looked at, hatched may not", colour, words, words, after.allowed.astype(float), after.allowed, most=3.0, kind="mask"),
        Panel("Weights", "after the softmax; each row adds up to 1", colour, words, words, after.weights, after.allowed,
              changed=np.abs(after.weights - before.weights) > 0.005)]


def next_words(trained: Trace, changed: Trace, sees: str) -> None:
    """How probable each true next word is with the mask and as chosen."""
    runs = {TRAINED: trained} | ({CHANGED[sees]: changed} if sees != "causal" else {})
    probabilities = {name: [choice.probability for choice in trace.choices] for name, trace in runs.items()}
    panels.chart(charts.next_words(trained, probabilities), "next words")
    if sees == "causal":
        st.markdown("Take the mask away above: then the decoder sees the very word it is asked for.")
    if sees == "none":
        with_mask, without = (np.exp(np.mean(np.log(values))) for values in probabilities.values())
        effect = ("Seeing the answer does not help it: it was trained with the mask, never learnt to use what stands to the right, and what it finds "
                  "there only disturbs it." if without <= with_mask else
                  "It gains a little, though it never learnt to look to the right.")
        st.markdown(f"Without the mask the decoder reads the very word it is asked for, one column to the right. The mean probability (geometric) of the next word "
                    f"goes from {with_mask:.2g} to {without:.2g}. {effect} A model *trained* without the mask would copy the answer and learn nothing.")


def causality(view: session.View, trained: Trace) -> None:
    """Exchange one word of the target and see which rows notice, with and without the mask."""
    words = {str(place + 1): word for place, word in french_words(trained, False).items() if exchanged(trained, place)}
    if not words:
        st.info("There is no word here that could be exchanged for another one. Try another sentence.")
        return
    place = int(session.pick("Exchange a word", "exchange", words, list(words)[-1])) - 1
    follow = lambda target, what_if=WhatIf(): session.trace(Request(view.model, view.sentence, target, what_if))
    for word, target in exchanged(trained, place):
        other = follow(target)
        if [at for at, pair in enumerate(zip(other.predicted, trained.predicted)) if pair[0] != pair[1]] == [place] and len(other.predicted) == len(trained.predicted):
            break
    else:
        st.info("The words that might stand here are read in another number of pieces, so that the rows would not line up. Exchange another word.")
        return
    changes = {name: largest_change(follow(trained.translation, what_if).hidden["decoder"], follow(target, what_if).hidden["decoder"])
               for name, what_if in (("with the causal mask", WhatIf()), ("without the mask", NO_MASK))}
    st.html(changes_html(trained.decoder_input, changes, place + 1))
    before = [float(values[: place + 1].max()) for values in changes.values()]
    st.text(f"“{trained.predicted[place]}” became “{word}”. Each number is the largest change of any hidden state in the row of that word.")
    st.markdown(f"Before the exchanged word the largest change is {before[0]:g} with the mask and {before[1]:.2g} without it. "
                "Only with the mask can all positions be trained at once without giving the answers away.")


def padding(view: session.View, trained: Trace) -> None:
    """The sentence in a batch with a longer one, with and without the padding mask."""
    room = session.model(view.model).longest - len(trained.source)
    counts = {str(count): f"{count} word{'s' * (count > 1)} longer" for count in (1, 2, 4, 8, 16) if count <= room}
    if not counts:
        st.info("This sentence is as long as the model can read: there is no room for padding. Try a shorter one.")
        return
    count = int(session.pick("The other sentence of the batch is", "longer", counts, "4" if "4" in counts else None))
    runs = {name: session.trace(Request(view.model, view.sentence, None, WhatIf(padding=count, padding_mask=masked)))
            for name, masked in (("with the padding mask", True), ("without it", False))}
    shown = []
    for name, trace in runs.items():
        heads = heads_of(trace, "encoder", view.merged)
        shown.append(Panel(f"Encoder, {name}", "layer 1, head 1", HEADS[0], heads.rows, heads.columns, heads.weights[0, 0], heads.allowed))
    matrices(shown, "Hatched: padding, which nobody may look at.", key="padding-matrices")
    said = f"encoder self-attention, layer 1, head 1, in a batch with a sentence {count} words longer"
    panels.export_menu({"With and without the padding mask": lambda: figures.panels(shown, figures.caption(trained, said))}, "padding")
    st.html(translations_html({"by itself": session.trace(Request(view.model, view.sentence)).translation, **{name: trace.translation for name, trace in runs.items()}}))
    st.markdown("Sentences that are translated together in a batch must be equally long, so the shorter one is filled up with `<pad>`. "
                + "The padding mask keeps everyone from looking at it, and the French is the same as for the sentence by itself.")


def alone(section: Callable[[session.View, Trace], None]) -> None:
    """One section by itself, of the same French as the whole page."""
    view = session.view()
    model = session.model(view.model)
    if "mask" not in model.what_ifs:
        session.no_such_thing(session.why_not(model, "mask"))
        return
    section(view, session.held(Request(view.model, view.sentence, session.french_to_follow())))
    session.device_line()


def ahead(view: session.View, trained: Trace) -> None:
    sees = session.pick("What the decoder may see", "sees", {name: title for name, title in SEES.items() if name != "window"})
    next_words(trained, session.trace(Request(view.model, view.sentence, trained.translation, NO_MASK if sees == "none" else WhatIf())), sees)


PARTS = {"ahead": partial(alone, ahead), "later": partial(alone, causality), "padding": partial(alone, padding)}  # for lessons
