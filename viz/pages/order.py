"""How does it know word order? Positional encodings as pictures, and the same words in another order."""

import numpy as np
import streamlit as st

from models import Request, Trace, shipped

from .. import panels, positions
from ..app import alerts, cache, controls, frame, presenter, state
from ..components.matrices import Panel, matrices
from ..export import Chart, charts, figures
from ..figures.translations import translations_html
from ..language import mark, t
from ..measures import distances
from ..theme import HEADS
from ..views import source_axis

TITLE = mark("How does it know word order?")
EXAMPLE = "I'm going to study math instead of English."
OTHER = "I'm going to study English instead of math."
SETTINGS = charts.SETTINGS
SETTING_TITLES = mark({"as trained": "As trained", "no positions": "No positions", "shuffled positions": "Shuffled positions"})
LOOKS = mark({"table": "The table", "waves": "Waves", "products": "Dot products", "added": "Added to the words",
              "shift": "A shift is a rotation", "others": "Other encodings", "order": "Another order"})
OF_A_SENTENCE = "added", "order"  # these show a run of the model
SIZES = "8", "16", "20", "32", "64", "128", "256", "512"
LENGTHS = "10", "20", "30", "50", "64", "100", "128", "200", "256", "512"
BASES = {"100": "100", "1000": "1,000", "10000": "10,000", "100000": "100,000"}
VASWANI = "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762)"


def draw() -> None:
    look = controls.pick(mark("Look at"), "look", LOOKS)
    presenter.bind_key("step", "look", list(LOOKS))
    model = cache.model(state.current_view().model)
    if look in OF_A_SENTENCE and "positions" not in model.what_ifs:
        frame.show_not_applicable(alerts.explain_unsupported(model, "positions"))
        return
    if look in OF_A_SENTENCE and "encoder" not in model.attention_sizes:
        frame.show_not_applicable(
            t(
                "{model} has no encoder, whose states are compared here. Choose another model.",
                model=model.name,
            )
        )
        return
    if look == "added" and model.name not in shipped():
        frame.show_not_applicable(
            t(
                "{model} learnt its positions and does more with the sum before layer 1 than add; the sinusoids here are our model's. "
                "Choose the transformer.",
                model=model.name,
            )
        )
        return
    {"table": table, "waves": waves, "products": products, "added": added, "shift": shift, "others": others, "order": order}[look]()
    frame.draw_device_line()


def control_row():
    return st.container(horizontal=True, vertical_alignment="bottom", gap="medium")


def slide(label: str, name: str, options: tuple[str, ...], default: str) -> int:
    return int(
        st.select_slider(
            t(label), options, key=state.declare_setting(name, default, options), width=150
        )
    )


def pick_base() -> int:
    return int(controls.pick(mark("Base"), "base", BASES, "10000", width=110, labelled=True))


def shade() -> str:
    return st.context.theme.type or "light"


def side_by_side(drawn: dict[str, Chart], widths=2, alignment: str = "top") -> None:
    """Charts beside each other, by their keys."""
    for column, (key, chart) in zip(st.columns(widths, gap="medium", vertical_alignment=alignment), drawn.items()):
        with column:
            panels.chart(chart, key)


def table() -> None:
    with control_row():
        length = slide(mark("Positions"), "table-length", LENGTHS, "50")
        d_model = slide("d_model", "d_model", SIZES, "128")
        layouts = mark({"interleaved": "Interleaved", "halves": "Halves"})
        halves = (
            controls.pick(mark("Sine and cosine"), "layout", layouts, labelled=True) == "halves"
        )
        base = pick_base()
    panels.chart(charts.table(positions.sinusoids(length, d_model, base, halves), base, halves, shade()), "table")
    st.markdown(t(
        "A row is what is added to the word at that position: PE(pos, 2i) = sin(pos / {base:,}^(2i/{d_model})), PE(pos, 2i+1) the "
        "cosine ({vaswani}, section 3.5). Interleaved is how the paper and our transformer write it, halves how Tensor2Tensor does: 20 "
        "positions × 512 in halves is the picture of [The Illustrated "
        "Transformer](https://jalammar.github.io/illustrated-transformer/). In the first dimensions neighbours differ, in the last only "
        "positions far apart.", base=base, d_model=d_model, vaswani=VASWANI))


def waves() -> None:
    with control_row():
        length = slide(mark("Positions"), "steps", LENGTHS, "100")
        d_model = slide("d_model", "size", SIZES, "20")
        base = pick_base()
        asked = st.text_input(
            t("Dimensions"),
            key=state.declare_setting("dimensions", "4, 5, 6, 7"),
            max_chars=state.MAX_TEXT,
            autocomplete="off",
            width=150,
        )
    chosen = charts.dimensions(asked, d_model)
    left, right = st.columns(2, gap="medium")
    with left:
        if chosen:
            panels.chart(charts.waves(positions.sinusoids(length, d_model, base), base, chosen), "waves")
        else:
            st.info(t("Type numbers of dimensions from 0 to {last}, with commas between them.", last=d_model - 1))
    lengths = {int(one): positions.wavelengths(d_model, int(one)) for one in BASES}
    with right:
        panels.chart(charts.wavelengths(lengths, base, length), "wavelengths")
    own = lengths[base]
    st.markdown(t(
        "Each pair of dimensions is one wave, {times:.3g} times as long as the one before it: from 2π to "
        "{longest:,.0f} · 2π positions. {repeat} of {pairs} pairs repeat within these {length} "
        "positions. With a smaller base more of them do, and positions far apart look alike sooner; with a larger one more dimensions "
        "hardly move.",
        times=own[1] / own[0], longest=own[-1] / (2 * np.pi), repeat=int((own < length).sum()), pairs=len(own), length=length))


def products() -> None:
    with control_row():
        length = slide(mark("Positions"), "table-length", LENGTHS, "50")
        d_model = slide("d_model", "d_model", SIZES, "128")
        row = slide(mark("Row"), "row", tuple(map(str, range(length))), str(length // 2))
        base = pick_base()
    encodings = positions.sinusoids(length, d_model, base)
    found = encodings @ encodings.T
    side_by_side({"products": charts.products(found, d_model, base, row, shade()), "row": charts.product_row(found, d_model, base, row)})
    st.markdown(t(
        "PE(p) · PE(q) is the sum of cos((p − q) / {base:,}^(2i/{d_model})) over the pairs, the same before and behind: {pairs} "
        "for a position with itself, then it falls {reach}. Only the distance counts: two of these products at the same "
        "distance differ by at most {spread:.0e}.",
        base=base, d_model=d_model, pairs=d_model // 2, reach=reach(found[0]), spread=positions.spread_at_a_distance(found)))


def reach(row: np.ndarray) -> str:
    """How far the dot product falls, `row [distance]`."""
    rises = np.flatnonzero(np.diff(row) > 0)
    return t("up to distance {distance} and wavers from there on", distance=rises[0]) if len(rises) else t("as far as is shown")


def added() -> None:
    view = state.current_view()
    trace, without = (
        cache.trace(Request(view.model, view.sentence, None, SETTINGS[name]))
        for name in ("as trained", "no positions")
    )
    word, entering = without.hidden["encoder"][0], trace.hidden["encoder"][0]
    position = cache.model(view.model).parameters("encoder")["positions"][: len(entering)]
    side_by_side(charts.strips(trace, without, position, shade()), 3)
    error = float(np.abs(word + position - entering).max())
    formula = np.allclose(position, positions.sinusoids(*position.shape), atol=1e-5)
    times = np.linalg.norm(word, axis=1).mean() / np.linalg.norm(position, axis=1).mean()
    st.markdown(t(
        "The first strip is what enters layer 1 without positions, the second the formula, the third what enters layer 1 in the model: "
        "the sum, to {error:.0e}. A word has the same row in the first strip wherever it stands; here the words' vectors are "
        "{times:.2g} times as long as the positions'. The colours end at ±{end}." if formula else
        "The first strip is what enters layer 1 without positions, the second the vectors of "
        "positions that this model learnt, the third what enters layer 1 in the model: the sum, to "
        "{error:.0e}. A word has the same row in the first strip wherever it stands; here the "
        "words' vectors are {times:.2g} times as long as the positions'. The colours end at "
        "±{end}.", error=error, times=times, end=charts.STRIPS_END))


def shift() -> None:
    with control_row():
        k = slide("k", "k", tuple(map(str, range(1, 51))), "5")
        d_model = slide("d_model", "d_model", SIZES, "128")
        base = pick_base()
    encodings, rotation = positions.sinusoids(512 + k, d_model, base), positions.shift_rotation(k, d_model, base)
    error = float(np.abs(encodings[k:] - encodings[:-k] @ rotation.T).max())
    side_by_side({"angles": charts.angles(k, d_model, base), "circles": charts.circles(encodings, base, k)}, [2, 3], "center")
    st.markdown(t(
        "PE(pos + {k}) = R PE(pos), and R is the same for every pos: it turns each pair of dimensions (sin, cos) by its own angle, {k} "
        "/ {base:,}^(2i/{d_model}). Over the positions 0 to 511, max |PE(pos + {k}) − R PE(pos)| = **{error:.0e}**. That is why "
        "{vaswani} hoped that a head learns to look a fixed number of words away: the position there is a linear function of the "
        "position here (section 3.5).", k=k, base=base, d_model=d_model, error=error, vaswani=VASWANI))


def others() -> None:
    bar = control_row()
    with bar:
        which = controls.pick(
            mark("Encoding"),
            "encoding",
            mark({"rotary": "Rotary", "alibi": "ALiBi", "learned": "Learned"}),
            labelled=True,
        )
    {"rotary": rotary, "alibi": alibi, "learned": learned}[which](bar)


def rotary(bar) -> None:
    with bar:
        length = slide(mark("Distances"), "distances", LENGTHS, "100")
        content = controls.pick(
            mark("Query and key"),
            "content",
            mark({"ones": "All 1", "random": "At random"}),
            labelled=True,
        )
        base = pick_base()
    side_by_side(dict(zip(("sum", "rotary"), charts.rotary(content, length, base))))
    turned = (positions.rotary(vector, np.arange(256), base) for vector in charts.rotary_vectors(content))
    spread = positions.spread_at_a_distance(next(turned) @ next(turned).T)
    st.markdown(t(
        "Rotary encodings ([Su et al. 2021](https://arxiv.org/abs/2104.09864), RoFormer; in LLaMA, Mistral and others) add nothing to "
        "the words: in every head they turn each pair of dimensions of query and key by position / {base:,}^(2i/{d_head}). Here query "
        "and key are one vector each, held fixed: only the distance changes their product. Over 256 × 256 positions, two products at "
        "the same distance and on the same side differ by at most {spread:.0e}.", base=base, d_head=charts.D_HEAD, spread=spread))


def alibi(bar) -> None:
    with bar:
        head = slide(mark("Head"), "alibi-head", tuple("12345678"), "1") - 1
        length = slide(mark("Positions"), "table-length", LENGTHS, "50")
    side_by_side(dict(zip(("bias", "slopes"), charts.alibi(head, length, shade()))))
    st.markdown(t(
        "ALiBi ([Press et al. 2022](https://arxiv.org/abs/2108.12409), “Train Short, Test Long”; in BLOOM and MPT) has no encodings: "
        "each head's score loses slope × distance before the softmax, with a slope of its own, fixed beforehand. Head 1 of 8 sees what "
        "is near, head 8 far back. Grey: the causal mask of a decoder, for which it was made."))


def learned(bar) -> None:
    with bar:
        length = slide(mark("Positions"), "table-length", LENGTHS[:7], "50")
    card = positions.learned()[1]
    side_by_side(dict(zip(("learned", "cosines"), charts.learned(length, shade()))))
    sizes, scores = card["architecture"], card["validation_bleu"]
    st.markdown(t(
        "BERT ([Devlin et al. 2019](https://arxiv.org/abs/1810.04805)) and GPT-2 (Radford et al. 2019) learn their table of positions "
        "like the vectors of the words. This one is our own, learnt by a transformer of {layers} + {layers} layers "
        "in {minutes:.0f} minutes. Nobody told it that 5 lies beside 6: neighbours became alike because it helped. "
        "Beyond some 35 words its training texts end, and there the table is still the noise it began as: such a model cannot read "
        "a longer text than it has seen.", layers=sizes["n_layers"], minutes=card["training"]["minutes"]))
    st.caption(t("transformer-learned, BLEU {captions:.1f} on Multi30k's validation captions, {everyday:.1f} on Tatoeba's "
                 "(500 sentences each); only its table is kept. Vaswani et al. 2017 tried both kinds and found nearly the same BLEU (table 3, row E).",
                 captions=scores["multi30k.val"], everyday=scores["tatoeba.dev"]))


def order() -> None:
    view = state.current_view()
    with st.container(horizontal=True, vertical_alignment="center"):
        how = controls.pick(mark("Positions"), "order", SETTING_TITLES, "no positions")
        other = controls.edit_text(
            mark("The same words in another order"),
            "other",
            OTHER if view.sentence == EXAMPLE else charts.reordered(view.sentence),
        )
    first, second = view.sentence, other
    runs = {
        name: (
            cache.trace(Request(view.model, first, None, what_if)),
            cache.trace(Request(view.model, second, None, what_if)),
        )
        for name, what_if in SETTINGS.items()
        if name in ("as trained", how)
    }
    found = {name: distances(*(trace.hidden["encoder"][-1] for trace in pair)) for name, pair in runs.items()}
    most = max(float(values.max()) for values in found.values())
    shown = [panel(name, runs[name], values, most) for name, values in found.items()]
    matrices(shown, t("Pale: the same vector. A row is a word of the first sentence, a column one of the second."))
    panels.export_menu({t("Distances"): lambda: figures.panels(shown, charts.reordered_said(view.model, first, second))}, "distances")
    if runs["as trained"][0].predicted:
        st.html(translations_html({title: trace.translation for name, (one, two) in runs.items() for title, trace in (
            (t("{positions}, first", positions=t(SETTING_TITLES[name]).lower()), one),
            (t("{positions}, second", positions=t(SETTING_TITLES[name]).lower()), two))}))
    st.markdown(said(how, *runs[how], found[how]))


def panel(name: str, pair: tuple[Trace, Trace], values: np.ndarray, most: float) -> Panel:
    rows, columns = (source_axis(trace).tokens for trace in pair)
    return Panel(t(SETTING_TITLES[name]), t("distance between the encoder's last states"), HEADS[0], rows, columns, values, most=most,
                 kind="distance")


def said(how: str, first: Trace, second: Trace, values: np.ndarray) -> str:
    """What came out, whichever way."""
    if sorted(first.source) != sorted(second.source):
        return t("The two sentences are not made of the same words (or of the same sub-words): type the same words in another order.")
    off = float(values.min(1).max())
    if not first.predicted and how == "no positions":
        return t("Without positions every word has the same state in both sentences, to {off:.0e}: the encoder sees a bag of words, a "
                 "new order only reorders its states (self-attention is equivariant to permutation).", off=off)
    if not first.predicted:
        return t("Here the nearest states of the two sentences lie up to {off:.2g} apart.", off=off)
    same = t("the same translation" if first.translation == second.translation else "different translations")
    if how == "no positions":
        return t("Without positions every word has the same state in both sentences, to {off:.0e}: the encoder sees a bag of words, a "
                 "new order only reorders its states (self-attention is equivariant to permutation), and both get {same}.", off=off, same=same)
    return t("Here the nearest states of the two sentences lie up to {off:.2g} apart, and they get {same}.", off=off, same=same)
