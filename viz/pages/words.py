"""Where do words live? Words and sentences as points: before the first layer, after each, and one word in many sentences."""

import json
from functools import partial

import numpy as np
import streamlit as st

from models import shipped
from models.words import glove, meanings

from .. import panels
from ..app import alerts, cache, controls, frame, state
from ..components.matrices import Panel, matrices
from ..components.space import Points
from ..components.space.adapter import read_point, show_space
from ..export import Chart, charts, figures
from ..figures.separation import separation_figure
from ..language import mark, t
from ..meanings import families, in_words, occurrences, pooled, step_names, table_of, word_states
from ..projections import METHODS, MOST_POINTS, RULES, directions, neighbours, project, silhouettes
from ..theme import HEADS
from ..views import aligners

TITLE = mark("Where do words live?")
LOOKS = mark({"layers": "From layer to layer", "meanings": "One word, many meanings", "sentences": "Sentences"})
OTHERS = mark({"20": "20 other sentences", "100": "100 other sentences", "250": "250 other sentences", "700": "700 other sentences"})
POOLS = mark({"mean": "Mean of the words", "max": "Largest of the words", "last": "Last token", "end": "End of the sentence",
              "start": "Start of the sentence"})
MOST_SENTENCES, MOST_LINES, MOST_GROUPS = 50, 200, 8
SENTENCES = """The human controls the machine.
The machine controls the human.
The man bites the dog.
The dog bites the man.
A dog runs on the grass.
Two dogs are playing in a park.
I am tired.
I'm very tired today.
What time is it?
Could you tell me the time?"""


def draw() -> None:
    look = controls.pick(mark("Look at"), "words-look", LOOKS)
    {"layers": layers, "meanings": one_word, "sentences": sentences}[look]()
    frame.draw_device_line()


def control_row():
    return st.container(horizontal=True, vertical_alignment="bottom", gap="small")


def pick_projection(name: str, rule: str) -> tuple[str, int, str]:
    """Method, number of axes and rule."""
    method = controls.pick(mark("Projection"), f"{name}-projection", METHODS, labelled=True)
    axes = int(
        controls.pick(mark("Axes"), f"{name}-axes", mark({"2": "2-D", "3": "3-D"}), labelled=True)
    )
    rule = (
        controls.pick(
            mark("From layer to layer"), f"{name}-rule", RULES, rule, width=230, labelled=True
        )
        if method == "pca"
        else "aligned"
    )
    return method, axes, rule


def draw_space(name: str, states: np.ndarray, how: tuple[str, int, str], steps: tuple[str, ...], names: list[str], details: list[str],
               groups: list[str | None], title: str, strong: np.ndarray | None = None, opening: int = 0, sentence: str = "") -> None:
    """`states [step, point, d]` projected; `groups` names the group of each point, `sentence` is the one whose words are `strong`."""
    method, axes, rule = how
    key = f"{name} {how} {title} {names!r} {groups!r} {hash(states.tobytes())}"

    def make(progress):
        found = project(states, method, axes, rule, progress)
        notes = ("",) * len(steps) if found.shares is None else tuple(
            t("all at one point") if np.isnan(share) else t("these {axes} axes hold {share:.0%} of the variance", axes=axes, share=share)
            for share in found.shares)
        shown = list(dict.fromkeys(sorted(filter(None, groups), key=lambda group: -groups.count(group))))[:MOST_GROUPS]
        return Points(
            found.places, steps, notes, tuple(names), tuple(details), np.array([shown.index(group) if group in shown else -1 for group in groups]),
            tuple(shown), np.zeros(len(names), bool) if strong is None else strong, *neighbours(states), (), title, paths=strong is not None,
                      frame=len(steps) - 1 if rule == "last" else None)

    points = cache.compute_once(
        key,
        t(
            "{method} of {count:,} points, step by step",
            method=t(METHODS[method]),
            count=len(names),
        ),
        make,
    )
    at = read_point(name, len(steps), len(names), opening)
    show_space(name, points, *at)
    panels.export_menu({"": lambda: charts.points(points, *at, t(METHODS[method]), sentence)}, f"space {name}")


def stack_of(model) -> str:
    """The part of a model whose states are shown."""
    return t("the decoder of {model}" if model.kind == "decoder-only" else "the encoder of {model}", model=model.name)


def comparable(states: np.ndarray, model) -> np.ndarray:
    """States of a pretrained model, all of length 1: some of its vectors are a hundred times as long as others, and a map would show nothing else."""
    return states if model.name in shipped() else directions(states)


def comparable_said(model) -> str:
    return "" if model.name in shipped() else " " + t("Vectors are drawn with length 1, for their lengths differ by far in a model of this size.")


def rule_said(how: tuple[str, int, str]) -> str:
    """How the points are carried from layer to layer, in one sentence."""
    method, _, rule = how
    if method == "pca" and rule != "aligned":
        return t("Each layer is centred on its mean and one PCA is fitted to all layers together: the axes stay the same." if rule == "once" else
                 "Each layer is centred on its mean and one PCA is fitted to the last layer: the axes stay the same.")
    if method == "pca":
        return t("PCA is fitted to each layer; its map is then turned or mirrored onto the one before (orthogonal Procrustes).")
    return t("{method} is fitted to each layer, beginning where the layer before ended, by cosine distance with a fixed seed; its map is then turned "
             "or mirrored onto the one before (orthogonal Procrustes).", method=METHODS[method])


def layers() -> None:
    with control_row():
        others = int(
            controls.pick(mark("Beside yours"), "others", OTHERS, "100", width=220, labelled=True)
        )
        how = pick_projection("layers", "once")
    view, model = state.current_view(), cache.model(state.current_view().model)
    own = model.encode(view.sentence)
    sample = meanings.examples()
    sentences = [sample[place * len(sample) // others].english for place in range(others)]
    words = [(label, encoding.sentence, states[:, place])
             for encoding in [own, *cache.encodings(view.model, sentences)]
             for labels, states in [word_states(encoding)] for place, label in enumerate(labels) if is_word(label)][: MOST_POINTS[how[0]]]
    mine = sum(map(is_word, word_states(own)[0]))
    known = {word.lower() for word, _, _ in words[:mine]}
    groups = [word.lower() if word.lower() in known else None for word, _, _ in words]
    if len(words) < how[1] + 2:
        alerts.show_alert(
            t(
                "These are too few words for a space. Type a longer sentence, or take more sentences beside it."
            )
        )
        return
    draw_space("layers", comparable(np.stack([states for _, _, states in words], 1), model), how, step_names(own.steps), [word for word, _, _ in words],
               [sentence for _, sentence, _ in words], groups,
               t("{count:,} words in {where}", count=len(words), where=stack_of(model)),
               strong=np.arange(len(words)) < mine, sentence=view.sentence)
    st.markdown(t(
        "Large and named: the words of your sentence; in their colours the same words in other sentences. In the embedding a word is one "
        "point, whatever its sentence; layer by layer its neighbours change it. {rule} Neighbours are those by cosine in all "
        "{count} dimensions.", rule=rule_said(how), count=own.states.shape[-1]) + comparable_said(model))


def is_word(label: str) -> bool:
    return any(map(str.isalnum, label))


def one_word(picture: bool = True) -> None:
    view = state.current_view()
    model = cache.model(view.model)
    aligner = next(iter(aligners(model.attention_sizes["cross"], model.card).values())) if "cross" in model.attention_sizes else None
    with control_row():
        word = controls.pick_word(mark("Word"), "word", meanings.words(), "left", 150).strip()
        source = controls.pick(
            mark("Sentences"), "from", mark({"ours": "Ours", "mine": "Yours"}), labelled=True
        )
        listed = source == "ours" and word in meanings.words()
        colours = mark({"aligned": "Translation"}) if aligner or not listed else {}
        colour = controls.pick(
            mark("Colour"),
            "colour",
            colours | (mark({"meaning": "Meaning"}) if listed else {}),
            labelled=True,
        )
        how = pick_projection("meanings", "last")
    if source == "mine":
        typed = controls.edit_lines(
            t("Sentences with “{word}”, one a line", word=alerts.escape_markdown(word[:40])),
            "lines",
            "",
            MOST_LINES,
        )
        rows = [(line, None, None) for line in typed]
    else:
        rows = [(example.english, example.french, example.meaning if example.word == word else None) for example in meanings.examples()
                if example.word == word or word not in meanings.words() and word.lower() in example.english.lower()]
    read = cache.compute_once(
        f"occurrences {view.model} {word!r} {rows!r}",
        t("{model} reads the sentences", model=view.model),
        partial(occurrences, model, aligner, word, rows),
    )
    if len(read) < how[1] + 2:
        alerts.show_alert(
            t(
                "“{word}” stands in {count} of your sentences; it takes at least {least}. Type or paste more, one a line."
                if source == "mine"
                else "“{word}” stands in {count} of our sentences; it takes at least {least}. Choose a word of the list, or type sentences of your own.",
                word=word[:40],
                count=len(read),
                least=how[1] + 2,
            )
        )
        return
    states = np.stack([one.states for one in read], 1)  # [step, point, d_model]
    french, written = families([one.french for one in read]), [one.meaning for one in read]
    groups = french if colour == "aligned" else written
    steps = step_names(model.encode(read[0].sentence).steps)
    if picture:
        draw_space("meanings", comparable(states, model), how, steps, [one.around for one in read], [one.sentence for one in read], groups,
                   t("“{word}” in {count} sentences, in {where}", word=word, count=len(read), where=stack_of(model)), opening=len(steps) - 1)
    curves = {}
    for name, labels in {t("by the translation"): french, t("by the meaning"): written}.items():
        kept = [place for place, label in enumerate(labels) if label]
        if kept and (found := silhouettes(states[:, kept], [labels[place] for place in kept])) is not None:
            curves[name] = found
    if picture:
        say_colours(colour, aligner, source, how, comparable_said(model))
    if not curves:
        st.info(
            t(
                "“{word}” has one colour here: there is nothing to separate.",
                word=alerts.escape_markdown(word[:40]),
            )
        )
    else:
        st.markdown(t("#### Where does the meaning appear?"))
        said = t("“{word}” in {count} sentences, in {where}: silhouettes of the groups after each layer, by cosine.",
                 word=word, count=len(read), where=stack_of(model))
        panels.chart(Chart(separation_figure(curves, steps), said), "separation")
        st.markdown(t(
            "The silhouette (Rousseeuw 1987) compares how far a point is from those of its own colour and from the nearest other colour: "
            "1 well apart, 0 mixed, below 0 nearer to others. By cosine in all dimensions, grey points left out. In the embedding a word "
            "is one point, unless it is also written with a capital."))
    panels.draw_when_open(t("Which words does the model tell apart?"), "told apart", partial(all_words, view.model))


def say_colours(colour: str, aligner, source: str, how, more: str) -> None:
    if colour == "aligned" and aligner:
        french = t("the French we wrote for the sentence" if source == "ours" else "the translation that the model writes")
        said = t("A colour is the word that {head} lines up with it in {french}; forms of one word (the same first four letters) "
                 "share it, rare ones and sentences without a link are grey.", french=french, head=aligner.title)
    elif colour == "aligned":
        said = t("This model has no cross-attention, so that nothing says which word renders it: all points are grey.")
    else:
        said = t("A colour is the meaning written down with the sentence, by its French word.")
    st.markdown(" ".join((t("One point a sentence."), said, rule_said(how))) + more)


def all_words(name: str) -> None:
    """What `python -m tests.meanings.report` measured for this model."""
    measured = json.loads(meanings.SEPARATION.read_text(encoding="utf-8")).get(name)
    if not measured:
        st.info(t("This was not measured for {name}.", name=name))
        return
    st.table(table_of(measured), border="horizontal", hide_index=True)
    worse = [word for word, row in measured.items() if not row["meaning"][-1] > row["meaning"][0]]
    mixed = [word for word, row in measured.items() if not row["meaning"][-1] > 0]
    st.markdown(t(
        "Silhouettes of our sentences, by the meaning written down with them. Not further apart in the last layer than in the embedding: "
        "{worse}. Still mixed in the last layer (0 or below): {mixed}. None of these "
        "sentences was trained on.", worse=", ".join(worse) or t("none"), mixed=", ".join(mixed) or t("none")))


def sentences() -> None:
    view = state.current_view()
    model = cache.model(view.model)
    short = model.encode("I")
    steps = step_names(short.steps)
    lacks = {name for name, place in (("start", 0), ("end", -1)) if place % len(short.source) in in_words(short)}
    with control_row():
        table = controls.pick(
            mark("Vectors of"),
            "vectors-of",
            {"model": view.model, "glove": t("GloVe, no context")},
            labelled=True,
        )
        if table == "model":
            after = {str(place): name for place, name in enumerate(steps)}
            step = int(
                controls.pick(
                    mark("After"), "after", after, str(len(steps) - 1), width=160, labelled=True
                )
            )
            pool = controls.pick(
                mark("As one vector"),
                "pool",
                {name: title for name, title in POOLS.items() if name not in lacks},
                width=200,
                labelled=True,
            )
    left, right = st.columns([1, 2], gap="medium")
    with left:
        lines = controls.edit_lines(
            mark("Sentences, one a line"), "sentences", SENTENCES, MOST_SENTENCES, 320
        )
    if len(lines) < 2:
        alerts.show_alert(t("It takes two sentences to compare. Type or paste some, one a line."))
        return
    if table == "model":
        vectors = np.stack(
            [pooled(encoding, step, pool) for encoding in cache.encodings(view.model, lines)]
        )
    else:
        vectors = np.stack([glove_mean(line) for line in lines])
    unit = directions(vectors)
    numbered = tuple(f"{place}. {line}" for place, line in enumerate(lines, start=1))
    with right:
        whose = t("GloVe, mean of the words") if table == "glove" else f"{view.model}, {steps[step]}, {t(POOLS[pool]).lower()}"
        shown = [Panel(t("Cosines of the sentences"), whose, HEADS[0], numbered, tuple(str(place + 1) for place in range(len(lines))), unit @ unit.T,
                       least=-1.0, kind="cosine")]
        matrices(shown, t("A column has the number of its sentence."), key="similarity")
        panels.export_menu({"": lambda: figures.panels(shown, t("Cosines of {count} sentences as vectors: {whose}.", count=len(lines), whose=whose))},
                           "similarity")
    st.markdown(said_of(table, pool if table == "model" else "mean"))


def glove_mean(line: str) -> np.ndarray:
    """The mean of the GloVe vectors of a line's words; zeros where it has none."""
    found = [row for word in line.split() if (row := glove().row(word.strip(".,;:!?\"“”"))) is not None]
    return glove().table[found].mean(0) if found else np.zeros(glove().table.shape[1], np.float32)


def said_of(table: str, pool: str) -> str:
    if table == "glove":
        return t("The mean of word vectors without context knows no order: “The human controls the machine.” and “The machine controls the human.” "
                 "are the same vector, cosine 1. Words that GloVe lacks are left out.")
    said = mark({
        "mean": "The mean of all words' states, the end of the sentence left out, is the usual choice (Reimers & Gurevych 2019).",
        "max": "In each dimension the largest value of all words (Conneau et al. 2017).",
        "last": "The state of the last token, which an LSTM that reads from left to right would hand on.",
        "end": "The state at the end of the sentence, a place that stands for no word, as [CLS] does in BERT. Nobody trained it for this: "
               "in our models it serves the decoder alone.",
        "start": "The state of the token in front, which stands for no word. BERT learnt from its [CLS] whether two sentences follow each other "
                 "(Devlin et al. 2019); without more training for it the mean is the better vector (Reimers & Gurevych 2019)."})[pool]
    return " ".join((t(said), t("A sentence and the same words in another order differ only by what positions and context put into the words' states.")))


def curve() -> None:
    one_word(picture=False)
    frame.draw_device_line()


PARTS = {"curve": curve}  # for lessons
