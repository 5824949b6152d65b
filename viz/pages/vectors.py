"""What do word vectors know? One vector for each word, whatever stands around it: neighbours, analogies, axes, and bias."""

import json
from dataclasses import replace
from functools import partial

import numpy as np
import streamlit as st

from models import UserError, shipped
from models.words import GLOVE, WordVectors, bias, glove, of_model
from models.words.lists import ASSOCIATION_TESTS, DEFINITIONAL_PAIRS, WOMEN_PERCENT, AssociationTest

from .. import panels
from ..app import alerts, cache, controls, frame, state
from ..components.space import Points
from ..components.space.adapter import read_point, show_space
from ..export import charts
from ..language import mark, t
from ..projections import METHODS, neighbours

TITLE = mark("What do word vectors know?")
LOOKS = mark({"near": "Neighbours", "analogies": "Analogies", "axes": "Two axes", "bias": "Bias"})
TESTS = mark((
    "Flowers and insects", "Instruments and weapons", "European and African American names, 32 each",
    "European and African American names, 16 each", "European and African American names, other attributes", "Career and family", "Math and arts",
    "Science and arts", "Mental and physical disease", "Young and old people's names"))  # the titles in models/words/lists.py
LISTS = mark((
    "Pleasant", "Unpleasant", "European American names", "African American names", "Flowers", "Insects", "Instruments", "Weapons", "Male names",
    "Female names", "Career", "Family", "Math", "Arts", "Male terms", "Female terms", "Science", "Mental disease", "Physical disease", "Temporary",
    "Permanent", "Young people's names", "Old people's names"))  # and the names of the lists there
MAPS = mark({"60": "The 60 nearest", "1000": "The 1,000 commonest", "5000": "The 5,000 commonest"})
SIDES = mark({"left": "Left", "right": "Right", "below": "Below", "above": "Above"})  # the ends of the axes
ANALOGIES = (("man", "king", "woman"), ("man", "woman", "boy"), ("France", "Paris", "Italy"), ("walk", "walked", "go"), ("good", "better", "bad"),
             ("dog", "dogs", "child"), ("run", "running", "walk"), ("man", "doctor", "woman"))  # those whose words a table has


def draw() -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        look = controls.pick(mark("Look at"), "vectors-look", LOOKS)
        name = state.current_view().model
        table = controls.pick(
            mark("Vectors"),
            "vectors",
            {"glove": "GloVe", "model": t("The embedding of {model}", model=name)},
        )
    vectors = (
        glove()
        if table == "glove"
        else cache.compute_once(
            f"vectors {name}",
            t("Reading the embedding"),
            lambda progress: of_model(cache.model(name)),
        )
    )
    {"near": near, "analogies": partial(analogies, table), "axes": partial(axes, table), "bias": gender}[look](vectors)
    if table == "glove":
        st.caption(t("GloVe (Pennington, Socher & Manning 2014), 100 dimensions, from 6 billion words of Wikipedia and newspapers: "
                     "{count:,} of its words, all in lower case; public domain (PDDL).", count=len(vectors.words)))
    else:
        st.caption(t("{count:,} whole words of the embedding of {model}, English and French in one table, learnt from short sentences "
                     "only to translate them." if name in shipped() else
                     "{count:,} whole words of the embedding of {model}, learnt together with the rest of the model.", count=len(vectors.words), model=name))
        frame.draw_device_line()


def control_row():
    return st.container(horizontal=True, vertical_alignment="bottom", gap="small")


def listed(title: str, found: list[tuple[str, float]]) -> None:
    """Words with their cosines; a real table, as st.dataframe is drawn on a canvas that holds the Tab key."""
    st.table(
        [
            {title: alerts.escape_markdown(word), t("cosine"): f"{cosine:.3f}"}
            for word, cosine in found
        ],
        border="horizontal",
        hide_index=True,
    )


def near(vectors: WordVectors) -> None:
    with control_row():
        word = controls.edit_text(mark("Word"), "near", "dog", 200, labelled=True)
        which = controls.pick(mark("Map of"), "map", MAPS, width=220, labelled=True)
        method = controls.pick(mark("Projection"), "map-projection", METHODS, labelled=True)
        dimensions = int(
            controls.pick(mark("Axes"), "map-axes", mark({"2": "2-D", "3": "3-D"}), labelled=True)
        )
    found = vectors.nearest(word, 60)
    row = vectors.find(word)
    rows = charts.nearest_rows(vectors, row, found, which, method)

    def make(progress):
        drawn = charts.nearest(vectors, word, which, method, dimensions, progress)
        return shown(drawn, vectors.unit[rows], 10)

    key = f"map {vectors.name} {row} {which} {method} {dimensions}"
    left, right = st.columns([4, 1], gap="medium")
    with left:
        points = cache.compute_once(
            key, t("{method} of {count:,} words", method=t(METHODS[method]), count=len(rows)), make
        )
        at = read_point("near", 1, len(rows))
        show_space("near", points, *at)
        panels.export_menu({"": lambda: charts.points(points, *at, t(METHODS[method]))}, "near")
    with right:
        listed(t("nearest"), found[: charts.LISTED])
    st.markdown(t(
        "Nearest by cosine, the word itself left out; all {count} dimensions count, the map shows {axes} axes. "
        "Near are words that stand in the same places: opposites too, and a word of two meanings has one vector between both.",
        count=vectors.table.shape[1], axes=dimensions))


def shown(drawn, states: np.ndarray, count: int = 8) -> Points:
    """What `charts` draws as what the component does, with the neighbours by `states [point, d]`."""
    return Points(drawn.places, drawn.steps, drawn.notes, drawn.names, ("",) * len(drawn.names), drawn.groups, drawn.group_names, drawn.strong,
                  *neighbours(states[None], count), drawn.axes, drawn.title)


def analogies(table: str, vectors: WordVectors) -> None:
    known = [words for words in ANALOGIES if all(word in vectors for word in words)]
    with control_row():
        a, b, c = (
            controls.edit_text(label, f"{table}-{name}", word, 150, labelled=True)
            for label, name, word in zip(
                mark(("This", "is to this", "as this")), "abc", (*known, ANALOGIES[0])[0]
            )
        )
        titles = {"{} : {}, {}".format(*words): words for words in known}
        if titles:
            presets = {
                title: {f"{table}-{name}": word for name, word in zip("abc", words)}
                for title, words in titles.items()
            }
            controls.pick_preset(mark("Examples"), "analogy", presets)
        exclude = controls.switch(
            mark("Leave the three words out"),
            "exclude",
            hint=mark("Part of the usual definition: without it one of the three mostly wins."),
        )
    found = vectors.analogy(a, b, c, exclude=exclude)
    left, right = st.columns([1, 2], gap="medium")
    with left:
        st.markdown(
            t(
                "**{a}** is to **{b}** as **{c}** is to **{d}**",
                **dict(zip("abcd", map(alerts.escape_markdown, (a, b, c, found[0][0])))),
            )
        )
        listed(t("word"), found)
    with right:
        panels.chart(charts.analogy(vectors, (a, b, c), found), "analogy-figure")
    st.markdown(" ".join((
        t("The words nearest to b − a + c by cosine, all vectors of length 1 (3CosAdd: Mikolov, Yih & Zweig 2013; Levy & Goldberg 2014)."),
        t("The three words themselves are left out, as is usual: much of the fame of analogies rests on it (Linzen 2016)." if exclude else
          "Nothing is left out here, and so one of the three words may win: much of the fame of analogies rests on it (Linzen 2016)."),
        t("The picture shows the first two principal axes of these points."))))
    panels.draw_when_open(t("How often is that right?"), "how often", partial(measured, vectors))


def measured(vectors: WordVectors) -> None:
    """The stored figures of the standard list of analogies."""
    figures_of = json.loads((GLOVE / "card.json").read_text(encoding="utf-8"))["figures"].get(vectors.name.lower())
    if not figures_of:
        st.info(t("This was not measured for {name}.", name=vectors.name))
        return
    result = figures_of["analogies"]
    rows = {**result["categories"], t("semantic"): result["semantic"], t("syntactic"): result["syntactic"], t("all"): result["total"]}
    st.table([{t("kind"): name, t("right"): "" if row["accuracy"] is None else f"{row['accuracy']:.1%}", t("questions"): f"{row['questions']:,}",
               t("left out"): f"{row['skipped']:,}"} for name, row in rows.items()], border="horizontal", hide_index=True)
    st.caption(t("The standard list of 19,544 questions (Mikolov et al. 2013), the three words left out of the answers; questions with a word that "
                 "the table lacks are left out."))


def axes(table: str, vectors: WordVectors) -> None:
    with control_row():
        left, right, below, above = (
            controls.edit_text(SIDES[side], f"axis-{side}", word, 130, labelled=True)
            for side, word in charts.AXES.items()
        )
    typed = controls.edit_text(
        mark("Words, with commas between them"),
        f"{table}-words",
        charts.AXES_WORDS[table],
        labelled=True,
    )
    known, missing = charts.words_of(vectors, typed)
    if missing:
        alerts.show_alert(
            t(
                "Not among the words of {name}, and so left out: {words}.",
                name=vectors.name,
                words=", ".join(missing),
            )
        )
    points = shown(charts.on_axes(vectors, known, (left, right, below, above)), vectors.unit[[vectors.find(word) for word in known]])
    at = read_point("axes", 1, len(known))
    show_space("axes", points, *at)
    panels.export_menu({"": lambda: charts.points(points, *at, t(charts.ON_AXES))}, "axes")
    st.markdown(t("An axis is the difference of its two words' vectors; a word lies where its cosine with that difference says, both of length 1. "
                  "Nobody told the vectors what the axis means."))


def gender(vectors: WordVectors) -> None:
    tests = {str(test.number): f"{test.number}. {t(test.title)}" for test in ASSOCIATION_TESTS}
    with st.container(horizontal=True, vertical_alignment="center"):
        which = controls.pick(
            mark("Which test"),
            "bias",
            mark({"direction": "The gender direction", "weat": "Association tests"}),
        )
        number = (
            controls.pick(mark("Test"), "weat", tests, "6", width=380) if which == "weat" else None
        )
    if number:
        association(vectors, translated(ASSOCIATION_TESTS[int(number) - 1]))
    else:
        direction(vectors)
    st.markdown(t(
        "Word vectors learn from what people wrote, and with the language they learn its prejudices: what is said here is about the texts, and "
        "about people, not about men, women or names. A system built on such vectors passes the bias on. "
        "[Bolukbasi et al. 2016](https://arxiv.org/abs/1607.06520) took the gender direction out of the vectors; "
        "[Gonen & Goldberg 2019](https://arxiv.org/abs/1903.03862) showed that most of the bias stays. "
        "[Caliskan, Bryson & Narayanan 2017](https://doi.org/10.1126/science.aal4230) found in vectors what psychologists measure in people."))


def direction(vectors: WordVectors) -> None:
    pairs = [pair for pair in DEFINITIONAL_PAIRS if all(word in vectors for word in pair)]
    known = {word: percent for word, percent in WOMEN_PERCENT.items() if word in vectors}
    if len(pairs) < 3 or len(known) < 3:
        raise UserError("{name} knows too few of the words for this. Choose GloVe.", name=vectors.name)
    found, shares = bias.gender_direction(vectors, pairs)
    along = bias.projections(vectors, list(known), found)
    left, right = st.columns([1, 2], gap="medium")
    for place, key, drawn in zip((left, right), ("shares", "occupations"), charts.gender(vectors, pairs, along, known, shares)):
        with place:
            panels.chart(drawn, key)
    r = float(np.corrcoef(along, list(known.values()))[0, 1])
    order = np.argsort(along)
    names = list(known)
    st.markdown(t(
        "The first principal component of {pairs} holds {share:.0%} of their variance. Along it, the "
        "occupations nearest to “he” are {he}, nearest to “she” {she}; "
        "with the share of women in the occupation (US Bureau of Labor Statistics, as in Zhao et al. 2018) the place correlates with r = {r:.2f} "
        "({count} occupations).", pairs=", ".join("–".join(pair) for pair in pairs), share=shares[0], r=r, count=len(known),
        he=", ".join(names[place] for place in order[:3]), she=", ".join(names[place] for place in order[:-4:-1])))


def translated(test: AssociationTest) -> AssociationTest:
    """The same test with its title and the names of its lists in the reader's language; the words are those of the paper."""
    targets, attributes = (tuple(part._replace(name=t(part.name)) for part in parts) for parts in (test.targets, test.attributes))
    return replace(test, title=t(test.title), targets=targets, attributes=attributes)


def association(vectors: WordVectors, test: AssociationTest) -> None:
    found = bias.weat(vectors, test)
    panels.chart(charts.association(vectors, test, found), "weat-figure")
    chance = f"p {'= ' + format(found.p, '.2g') if found.p else '< ' + format(1 / found.partitions, '.0e')}"
    how = t("all {count:,} partitions" if found.exact else "{count:,} random partitions", count=found.partitions)
    said = [t("Effect size d = **{d:.2f}**, {chance} ({partitions}). Each point is a word w at s(w), its mean cosine with "
              "“{first}” less that with “{second}”; d is the difference of the two means in standard deviations of all "
              "these words (ddof 0), and can reach ±2.",
              d=found.effect_size, chance=chance, partitions=how, first=test.attributes[0].name, second=test.attributes[1].name)]
    if left_out := (*found.missing, *found.dropped):
        said.append(t("Left out: {words}.", words=", ".join(left_out)))
    st.markdown(" ".join(said))
    panels.draw_when_open(t("The words of this test"), "words of the test", partial(list_words, test))


def list_words(test: AssociationTest) -> None:
    for part in (*test.targets, *test.attributes):
        st.markdown(t("**{name}**: {words}", name=part.name, words=", ".join(part.words)))
