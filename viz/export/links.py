"""The main picture of a page of the app from what a link to it says, drawn without Streamlit."""

from collections.abc import Callable, Mapping
from types import SimpleNamespace

import numpy as np

from models import Request, Trace, UserError, available, shipped
from models.words import WordVectors, bias, glove, of_model
from models.words.lists import ASSOCIATION_TESTS, DEFINITIONAL_PAIRS, WOMEN_PERCENT

from .. import blackboard, costs, positions
from ..inside import derive
from ..language import mark, t
from ..measures import distances
from ..projections import METHODS
from ..views import LSTMS, ORDERS, QUANTITIES, SCORES, HeadChoice, aligners, lstm_words, quantity_of, source_axis, unit_order
from . import Chart, Matrix, Picture, charts, figures

BASES = ("100", "1000", "10000", "100000")
NOT_THERE = mark("The link asks for {name} “{asked}”, but there is only {there_is}.")


class Link:
    """What a link says, and the models to draw it with."""

    def __init__(self, asked: Mapping[str, str], sentence: str, merged: bool, load: Callable, run: Callable[[Request], Trace]):
        self.asked, self.typed, self.merged, self.load, self.run = asked, sentence, merged, load, run

    @property
    def sentence(self) -> str:
        """Raises UserError where there is none."""
        if not self.typed.strip():
            raise UserError("The link names no sentence. Copy it from the address bar of the app, or write an English sentence first.")
        return self.typed

    @property
    def model(self) -> str:
        return self.one_of("model", available())

    def one_of(self, name: str, options, default: str | None = None) -> str:
        """One of `options`, the first unless another is the default. Raises UserError for what is not among them."""
        options = tuple(options)
        asked = self.asked.get(name) or default or options[0]
        if asked not in options:
            raise UserError(NOT_THERE, name=name, asked=asked[:20], there_is=", ".join(options))
        return asked

    def number(self, name: str, default: int, least: int, most: int) -> int:
        asked = self.asked.get(name) or str(default)
        if not (asked.isascii() and asked.isdigit() and least <= int(asked[:9]) <= most):
            raise UserError(NOT_THERE, name=name, asked=asked[:20], there_is=t("{first} to {last}", first=least, last=most))
        return int(asked)

    def chosen(self, name: str, count: int) -> int:
        """The point chosen, -1 for none."""
        return -1 if self.asked.get(f"{name}-point", "none") == "none" else self.number(f"{name}-point", 1, 1, count) - 1

    def base(self) -> int:
        return int(self.one_of("base", BASES, "10000"))

    def d_model(self, name: str = "d_model", default: int = 128) -> int:
        found = self.number(name, default, 2, 512)
        return found - found % 2


def order(link: Link) -> Picture | Chart:
    look = link.one_of("look", ("table", "waves", "products", "added", "shift", "others", "order"))
    return {"table": table, "waves": waves, "products": products, "added": added, "shift": shift, "others": others, "order": reordered}[look](link)


def table(link: Link) -> Chart:
    length, d_model, base = link.number("table-length", 50, 1, 512), link.d_model(), link.base()
    halves = link.one_of("layout", ("interleaved", "halves")) == "halves"
    return charts.table(positions.sinusoids(length, d_model, base, halves), base, halves)


def waves(link: Link) -> Chart:
    length, d_model, base = link.number("steps", 100, 1, 512), link.d_model("size", 20), link.base()
    chosen = charts.dimensions(link.asked.get("dimensions", "4, 5, 6, 7"), d_model)
    if not chosen:
        raise UserError("The link names no dimension from 0 to {last}.", last=d_model - 1)
    return charts.waves(positions.sinusoids(length, d_model, base), base, chosen)


def products(link: Link) -> Chart:
    length, d_model, base = link.number("table-length", 50, 1, 512), link.d_model(), link.base()
    encodings = positions.sinusoids(length, d_model, base)
    return charts.products(encodings @ encodings.T, d_model, base, link.number("row", length // 2, 0, length - 1))


def added(link: Link) -> Chart:
    with_positions(link)
    trace = link.run(Request(link.model, link.sentence))
    return charts.strip(trace, trace.hidden["encoder"][0], t("= what enters layer 1"))


def with_positions(link: Link) -> None:
    if "positions" not in (model := link.load(link.model)).what_ifs:
        raise UserError(model.reasons["positions"], model=model.name)


def shift(link: Link) -> Chart:
    base = link.base()
    return charts.circles(positions.sinusoids(51, link.d_model(), base), base, link.number("k", 5, 1, 50))


def others(link: Link) -> Chart:
    which = link.one_of("encoding", ("rotary", "alibi", "learned"))
    if which == "rotary":
        return charts.rotary(link.one_of("content", ("ones", "random")), link.number("distances", 100, 1, 512), link.base())[0]
    length = link.number("table-length", 50, 1, 512)
    return charts.alibi(link.number("alibi-head", 1, 1, 8) - 1, length)[0] if which == "alibi" else charts.learned(length)[0]


def reordered(link: Link) -> Picture:
    with_positions(link)
    first, second = link.sentence, link.asked.get("other") or charts.reordered(link.sentence)
    how = link.one_of("order", charts.SETTINGS, "no positions")
    found = {name: [link.run(Request(link.model, one, None, charts.SETTINGS[name])) for one in (first, second)]
             for name in charts.SETTINGS if name in ("as trained", how)}
    apart = {name: distances(*(trace.hidden["encoder"][-1] for trace in pair)) for name, pair in found.items()}
    most = max(float(values.max()) for values in apart.values())
    return Picture(tuple(Matrix(t(name.capitalize()), *(source_axis(trace).tokens for trace in found[name]), values, most=most, kind="distance")
                         for name, values in apart.items()), caption=charts.reordered_said(link.model, first, second))


def align(link: Link) -> Picture:
    scores = link.one_of("compare", ("two", "scores")) == "scores"
    if scores:
        chosen = [(name, "aligner") for name in SCORES if name in available()]
    else:
        chosen = [(link.model, "aligner")]
        chosen += [(link.one_of("second", available(), "bilstm-additive" if link.model != "bilstm-additive" else "transformer"), "second-aligner")]
    french = link.asked.get("french", "").strip() or None
    if link.one_of("whose", ("same", "own")) == "own":
        french = None
    elif french is None:
        french = link.run(Request(chosen[0][0], link.sentence)).translation
    shown = []
    for name, setting in chosen:
        model = link.load(name)
        options = aligners(model.attention_sizes["cross"], model.card) if "cross" in model.attention_sizes else {}
        aligner = options[link.one_of(setting, options) if len(options) > 1 else next(iter(options))] if options else None
        shown.append((t(SCORES[name][0]) if scores else name, aligner, link.run(Request(name, link.sentence, french))))
    if not any(aligner for _, aligner, _ in shown):
        raise UserError("None of these models has attention: there is nothing to line up. Choose another model.")
    return figures.alignments(shown, link.sentence, french, link.merged)


def inside(link: Link) -> Picture:
    look = link.one_of("inside-look", ("steps", "contribution", "guess", "lecture", "board"))
    if look in ("contribution", "guess"):
        raise UserError("The look “{look}” of the page inside can only be exported in the app. A link to its steps, lecture or board is drawn here.",
                        look=look)
    name, about = {"steps": "inside"}.get(look, look), ""
    if look == "steps":
        model, trace = link.load(link.model), link.run(Request(link.model, link.sentence))
        if not model.attention_sizes:
            raise UserError("{model} has no attention, and so no head to look into. Choose another model.", model=model.name)
        stack = link.one_of("attention", model.attention_sizes, [*model.attention_sizes][-1])
        layers, heads = model.attention_sizes[stack]
        choice = HeadChoice(stack, link.number("layer", layers, 1, layers) - 1, link.number("head", 1, 1, heads) - 1)
        rows = len(trace.attention[stack].query_tokens)
        found = derive(trace, model.parameters(stack, choice.layer), stack, choice.layer, choice.head,
                       link.number("inside-row", min(4, rows), 1, rows) - 1, heads)
        about = figures.caption(trace, t("one head step by step"))
    elif look == "lecture":
        found = blackboard.lecture()
    else:
        small = blackboard.SMALL
        typed = [link.asked.get(f"board-{name.replace('_', '-')}") or small[name] for name in blackboard.MATRICES]
        causal = link.one_of("board-mask", ("on", "off"), "on" if small["causal"] else "off") == "on"
        found = blackboard.small(*typed, (link.asked.get("board-words") or " ".join(small["words"])).split(), causal)
    return figures.step(found, min(link.number(f"{name}-step", 1, 1, 99), len(found.steps)) - 1, about)


def remember(link: Link) -> Chart:
    lstms = [name for name in shipped() if link.load(name).lstms]
    name = link.one_of("lstm", lstms, link.model if link.model in lstms else None)
    side, quantity, rule = link.one_of("side", ("encoder", "decoder")), link.one_of("show", QUANTITIES), link.one_of("unit-order", ORDERS)
    lstm = next(lstm for lstm in link.load(name).lstms if lstm.startswith(side))
    trace = link.run(Request(name, link.sentence))
    gates, (words, places) = trace.gates[lstm], lstm_words(trace, lstm, link.merged)
    cells = np.tanh(gates.cell)
    unit = link.number(lstm.split()[-1], 1 + int(np.argmax(np.ptp(cells, axis=0))), 1, cells.shape[1]) - 1
    panel = SimpleNamespace(title=t(LSTMS[lstm]), words=words, values=quantity_of(gates, quantity)[places], cells=cells[places],
                            order=unit_order(gates, rule), unit=unit)
    return charts.memory(trace, [panel], quantity, rule)[panel.title]


def bottleneck(link: Link) -> Chart:
    file = link.one_of("sentences", charts.LENGTHS_OF)
    groups = {name: link.load(name).card["by_length"][file] for name in charts.BOTTLENECK}
    return charts.by_length(groups, len(link.sentence.split()), charts.LENGTHS_OF[file])


def cost(link: Link) -> Chart:
    quantity, bare = link.one_of("cost", ("time", "memory")), link.one_of("projections", ("with", "without")) == "without"
    return charts.cost(quantity, "n", int(link.one_of("cost-d", map(str, costs.measured().d), "256")), bare)


def vectors(link: Link) -> Chart:
    look = link.one_of("vectors-look", ("near", "analogies", "axes", "bias"))
    kind = link.one_of("vectors", ("glove", "model"))
    found = glove() if kind == "glove" else of_model(link.load(link.model))
    if look == "near":
        return near(link, found)
    if look == "axes":
        return axes(link, found, kind)
    if look == "analogies":
        words = [link.asked.get(f"{kind}-{name}", word) for name, word in zip("abc", ("man", "king", "woman"))]
        return charts.analogy(found, words, found.analogy(*words, exclude=link.one_of("exclude", ("on", "off")) == "on"))
    if link.one_of("bias", ("direction", "weat")) == "weat":
        test = ASSOCIATION_TESTS[link.number("weat", 6, 1, len(ASSOCIATION_TESTS)) - 1]
        return charts.association(found, test, bias.weat(found, test))
    pairs = [pair for pair in DEFINITIONAL_PAIRS if all(word in found for word in pair)]
    known = {word: percent for word, percent in WOMEN_PERCENT.items() if word in found}
    if len(pairs) < 3 or len(known) < 3:
        raise UserError("{vectors} knows too few of the words for this. Choose GloVe.", vectors=found.name)
    direction, shares = bias.gender_direction(found, pairs)
    return charts.gender(found, pairs, bias.projections(found, list(known), direction), known, shares)[1]


def near(link: Link, found: WordVectors) -> Chart:
    word, which = link.asked.get("near", "dog"), link.one_of("map", ("60", "1000", "5000"))
    method, dimensions = link.one_of("map-projection", METHODS), int(link.one_of("map-axes", ("2", "3")))
    points = charts.nearest(found, word, which, method, dimensions)
    return charts.points(points, 0, link.chosen("near", len(points.names)), METHODS[method])


def axes(link: Link, found: WordVectors, kind: str) -> Chart:
    ends = [link.asked.get(f"axis-{side}", word) for side, word in charts.AXES.items()]
    points = charts.on_axes(found, charts.words_of(found, link.asked.get(f"{kind}-words", charts.AXES_WORDS[kind]))[0], ends)
    return charts.points(points, 0, link.chosen("axes", len(points.names)), charts.ON_AXES)


PAGES: dict[str, Callable[[Link], Picture | Chart]] = {"align": align, "order": order, "inside": inside, "remember": remember, "bottleneck": bottleneck, "vectors": vectors, "cost": cost}


def draw(page: str, asked: Mapping[str, str], sentence: str, merged: bool, load: Callable, run: Callable[[Request], Trace]) -> Picture | Chart:
    """What the link `asked` to a page of PAGES shows; `load` gives a model by name, `run` the trace of a request.

    Raises UserError for what the link asks for and there is not.
    """
    return PAGES[page](Link(asked, sentence, merged, load, run))
