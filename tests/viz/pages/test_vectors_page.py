"""The page of word vectors.

Every look of every table, for any typed text and any address.
"""

import json

import numpy as np
import pytest

from models import UserError, load
from models.words import GLOVE, WordVectors, bias, glove, model_vectors
from models.words.learnt import card, learnt
from models.words.lists import ASSOCIATION_TESTS, DEFINITIONAL_PAIRS, WOMEN_PERCENT
from models.words.seen import times_seen
from tests.contents import content_at
from tests.marks import slow_after
from tests.pages import alerts, charts, numbers, opened, picture, pictures, refused, visit_with
from viz.app import state
from viz.pages.vectors import judge
from viz.pages.vectors import points as word_points
from viz.pages.vectors import settings as page
from viz.pages.vectors.charts import association_chart
from viz.pages.vectors.compute import COMPUTATION

NEAR, ANGLE, JUDGE, ANALOGIES, AXES, BIAS = ({"vectors-look": look} for look in page._LOOKS)


def places(test) -> np.ndarray:
    """Return the places of the points, as the browser reads them: `[step, point, axis]`."""
    data = pictures(test)[0].bytes
    head = picture(test)
    length = int.from_bytes(data[:4], "little")
    shape = (len(head["step_names"]), len(head["names"]), head["dimensions"])
    quantized = np.frombuffer(data, "<u2", int(np.prod(shape)), 4 + length).reshape(shape)
    return np.array(head["least"]) + quantized / head["steps"] * (
        np.array(head["most"]) - head["least"]
    )


@pytest.mark.parametrize(
    "which, points", slow_after(1, [("60", 61), ("1000", 1001), ("5000", 5000)])
)
def test_the_map_has_a_point_for_each_word_and_the_one_that_was_typed_first(which, points):
    test = visit_with("vectors", **NEAR, near="Dog", map=which)
    head = picture(test)
    assert len(head["names"]) == len({*head["names"]}) == points
    assert head["names"][0] == "dog"
    assert head["strong"] == [0]
    nearest = [word for word, _ in glove().nearest("dog", 60)]
    commonest = [word for word in glove().words[:points] if word != "dog"]
    expected = nearest if which == "60" else commonest
    assert head["names"][1:] == expected[: points - 1]
    assert test.table[0].value["nearest"].tolist() == [
        word for word, _ in glove().nearest("dog", word_points.LISTED)
    ]
    assert head["near"] == 10
    assert test.query_params["map"] == which
    assert test.query_params["near"] == "Dog"


def test_the_map_of_a_models_embedding_is_of_its_words(model):
    head = picture(visit_with("vectors", **NEAR, near="chien", vectors="model"))
    assert head["names"] == [
        "chien",
        *(word for word, _ in model_vectors(model).nearest("chien", 60)),
    ]


@pytest.mark.slow
def test_a_point_and_a_projection_of_the_address_are_opened():
    address = NEAR | {
        "near": "paris",
        "near-point": "7",
        "map-projection": "tsne",
        "map-axes": "3",
        "vectors": "glove",
    }
    test = visit_with("vectors", **address)
    assert {name: test.query_params[name] for name in address} == address
    assert not alerts(test)
    assert (picture(test)["chosen"], picture(test)["step"], picture(test)["dimensions"]) == (
        6,
        0,
        3,
    )
    test.text_input(key="setting near").set_value("london").run()
    assert test.query_params["near"] == "london"
    assert picture(test)["names"][0] == "london"


TOLD = {  # typed text: the page's one sentence on it
    "no such word": (
        NEAR | {"near": "doggg"},
        "“doggg” is not among the 28,000 words of GloVe. Did you mean",
    ),
    "markup": (NEAR | {"near": "<b>"}, "“&lt;b&gt;” is not among"),
    "no word": (NEAR | {"near": ""}, "no word here yet"),
    "a long word": (NEAR | {"near": "x" * 1000}, f"“{'x' * 40}…” is not among"),
    "another script": (NEAR | {"near": "日本\x00"}, "is not among"),
    "a model's table": (NEAR | {"near": "xyzzyx", "vectors": "model"}, "words of Transformer"),
    "no such word in an analogy": (
        ANALOGIES | {"glove-a": "man", "glove-b": "xyzzyx", "glove-c": "woman"},
        "“xyzzyx” is not among",
    ),
    "no word in an analogy": (
        ANALOGIES | {"glove-a": "", "glove-b": "<i>", "glove-c": "x" * 400},
        "no word here yet",
    ),
    "one word at both ends": (
        AXES | {"axis-left": "rich", "axis-right": " Rich "},
        "An axis needs two words; both ends are “rich”",
    ),
    "no such end": (AXES | {"axis-above": "xyzzyx"}, "“xyzzyx” is not among"),
    "one word on the axes": (AXES | {"glove-words": "dog, , dog,"}, "Two words of GloVe"),
    "a test for a larger table": (
        BIAS | {"bias": "weat", "weat": "6", "vectors": "model"},
        "cannot be tested: Transformer knows too few",
    ),
}


@pytest.mark.parametrize("address, says", slow_after(2, TOLD.values()), ids=TOLD)
def test_what_cannot_be_drawn_is_one_friendly_sentence_and_what_was_typed_stays(address, says):
    test = refused("vectors", address, says)
    for box in test.text_input:
        assert box.value == address.get(box.key.removeprefix("setting "), box.value)


def test_on_two_axes_a_word_lies_where_its_cosines_say():
    words = ["king", "queen", "nurse", "London"]
    test = visit_with(
        "vectors",
        **AXES,
        **{
            "glove-words": " king,queen, nurse,, London,king",
            "axis-left": "man",
            "axis-right": "woman",
        },
    )
    head = picture(test)
    assert head["names"] == words
    assert head["axes"] == [["man", "woman"], ["poor", "rich"]]
    assert head["strong"] == [0, 1, 2, 3]
    unit = {
        word: glove().unit[glove().find(word)].astype(float)
        for word in (*words, "man", "woman", "poor", "rich")
    }

    def cosine(word, low, high):
        return unit[word] @ (unit[high] - unit[low]) / np.linalg.norm(unit[high] - unit[low])

    expected = [[cosine(word, "man", "woman"), cosine(word, "poor", "rich")] for word in words]
    np.testing.assert_allclose(places(test)[0], expected, atol=1e-4)


def test_words_that_the_table_lacks_are_named_and_the_others_drawn():
    test = visit_with("vectors", **AXES, **{"glove-words": "dog, xyzzyx, <b>cat</b>, cat"})
    assert picture(test)["names"] == ["dog", "cat"]
    assert len(alerts(test)) == 1
    assert "left out: xyzzyx, &lt;b&gt;cat&lt;/b&gt;" in alerts(test)[0]


def test_no_more_words_than_fit_are_put_on_the_axes():
    words = [word for word in glove().words if len(word) < 5][: word_points._MOST_WORDS + 30]
    assert (
        picture(visit_with("vectors", **AXES, **{"glove-words": ",".join(words)}))["names"]
        == words[: word_points._MOST_WORDS]
    )


def test_an_analogy_is_drawn_with_its_answer_and_the_switch_lets_the_three_words_back_in():
    test = visit_with("vectors", **ANALOGIES)
    assert test.table[0].value["word"].tolist() == [
        word for word, _ in glove().analogy("man", "king", "woman")
    ]
    assert any("**woman** is to **queen**" in element.value for element in test.markdown)
    [chart] = charts(test)
    assert chart["data"][0]["text"][:5] == ["man", "king", "woman", "king − man + woman", "queen"]
    test.toggle(key="switch exclude").set_value(False).run()
    assert not test.exception
    assert test.query_params["exclude"] == "off"
    assert test.table[0].value["word"].tolist()[:2] == ["king", "queen"]
    assert any("**woman** is to **king**" in element.value for element in test.markdown)
    assert charts(test)[0]["data"][0]["text"][4:] == ["queen"]  # "king" is there already


@pytest.mark.parametrize("exclude", ["on", "off"])
def test_one_word_three_times_is_an_analogy_too(exclude):
    test = visit_with(
        "vectors", **ANALOGIES, **{f"glove-{name}": "dog" for name in "abc"}, exclude=exclude
    )
    assert len(charts(test)) == 1
    assert not alerts(test)
    trace = charts(test)[0]["data"][0]
    assert np.isfinite(numbers(trace["x"])).all()
    assert np.ptp(numbers(trace["x"])[:4]) < 1e-5


def test_an_example_goes_into_the_three_lines():
    test = visit_with("vectors", **ANALOGIES)
    test.menu_button(key="analogy").click("France : Paris, Italy").run()
    assert not test.exception
    assert [test.text_input(key=f"setting glove-{name}").value for name in "abc"] == [
        "France",
        "Paris",
        "Italy",
    ]
    assert [test.query_params[f"glove-{name}"] for name in "abc"] == [
        "France",
        "Paris",
        "Italy",
    ]
    assert test.table[0].value["word"][0] == "rome"


@pytest.mark.parametrize("words", page._ANALOGIES, ids=" ".join)
def test_every_example_of_an_analogy_is_in_the_table(words):
    assert len(glove().analogy(*words)) == 5


def test_the_words_that_the_page_opens_on_are_in_the_table():
    tables = {"glove": glove(), "model": model_vectors(load("transformer"))}
    for table, words in word_points.AXES_WORDS.items():
        assert all(
            word in tables[table] for word in (*word_points.AXES.values(), *words.split(", "))
        ), table


def test_an_analogy_chosen_is_put_into_its_lines(monkeypatch):
    session = {"analogy": "x", "setting own-a": "old"}
    monkeypatch.setattr(state.st, "session_state", session)
    presets = {"x": {"own-a": "one", "own-b": "two", "own-c": "three"}}
    state.apply_preset("analogy", presets)
    assert [session[f"setting own-{name}"] for name in "abc"] == ["one", "two", "three"]


def test_markup_in_an_analogy_is_shown_as_it_is(monkeypatch):
    odd = WordVectors("Odd", ("*x*", "<b>", "$y$", ":red[z]", "[w](v)", "`u`"), glove().table[:6])
    monkeypatch.setattr(page, "glove", lambda: odd)
    test = visit_with(
        "vectors", **ANALOGIES, **{"glove-a": "*x*", "glove-b": "<b>", "glove-c": "$y$"}
    )
    assert charts(test)[0]["data"][0]["text"][:4] == [
        "*x*",
        "&lt;b&gt;",
        "$y$",
        "&lt;b&gt; − *x* + $y$",
    ]
    answer = test.table[0].value["word"][0]
    assert "\\" in answer
    assert test.markdown[0].value == rf"**\*x\*** is to **\<b\>** as **\$y\$** is to **{answer}**"


@pytest.mark.parametrize("table", ["glove", "transformer", "skipgram"])
def test_how_often_an_analogy_is_right_is_what_was_measured(table):
    name = "model" if table == "transformer" else table
    test = opened(visit_with("vectors", **ANALOGIES, vectors=name), "how often")
    if table == "skipgram":
        figures = card()["figures"]["analogies"][table]
    else:
        content = json.loads((GLOVE / "card.json").read_text(encoding="utf-8"))
        figures = content["figures"][table]["analogies"]
    frame = test.table[2].value
    assert frame["kind"].tolist() == [*figures["categories"], "semantic", "syntactic", "all"]
    assert frame["right"].tolist()[-1] == f"{figures['total']['accuracy']:.1%}"
    assert frame["questions"].tolist()[-1] == f"{figures['total']['questions']:,}"


def test_what_was_never_measured_says_so():
    test = opened(
        visit_with(
            "vectors", **ANALOGIES, a="dog", b="cat", c="girl", vectors="model", model="seq2seq"
        ),
        "how often",
    )
    assert [info.value for info in test.info] == [
        "This was not measured for Seq2seq without attention."
    ]


@pytest.mark.slow
def test_words_of_your_own_stand_along_the_gender_direction():
    test = visit_with("vectors", **BIAS, bias="own")
    assert not alerts(test)
    test = visit_with("vectors", **BIAS, bias="own", **{"bias-words": "boss, xyzzyx, Nurse, boss"})
    assert "xyzzyx" in alerts(test)[0]
    direction, _ = bias.gender_direction(glove(), DEFINITIONAL_PAIRS)
    expected = np.sort(bias.projections(glove(), ["boss", "nurse"], direction))
    (chart,) = charts(test)
    np.testing.assert_allclose(numbers(chart["data"][0]["x"]), expected, atol=1e-6)
    assert chart["layout"]["yaxis"]["ticktext"] == ["boss", "Nurse"]
    assert "**Nurse** lies farthest towards “she”" in " ".join(one.value for one in test.markdown)


def test_without_a_word_of_the_table_the_gender_direction_asks_for_some():
    test = visit_with("vectors", **BIAS, bias="own", **{"bias-words": "xyzzyx"})
    assert "Type some words" in alerts(test)[0]
    assert not charts(test)


def test_the_gender_direction_is_drawn_with_the_shares_and_the_occupations():
    test = visit_with("vectors", **BIAS)
    direction, shares = bias.gender_direction(glove(), DEFINITIONAL_PAIRS)
    along = bias.projections(glove(), list(WOMEN_PERCENT), direction)
    bars, occupations = charts(test)
    assert numbers(bars["data"][0]["y"]) == pytest.approx(shares, abs=1e-6)
    assert numbers(occupations["data"][1]["y"]) == pytest.approx(along, abs=1e-6)
    text = " ".join(element.value for element in test.markdown)
    assert (
        f"r = {np.corrcoef(along, [*WOMEN_PERCENT.values()])[0, 1]:.2f} "
        f"over {len(WOMEN_PERCENT)} occupations"
    ) in text
    assert f"holds {shares[0]:.0%} of their variance" in text
    from_he = [word for _, word in sorted(zip(along, WOMEN_PERCENT))]
    assert f"“he”: {', '.join(from_he[:3])}; " in text
    assert f"“she”: {', '.join(from_he[:-4:-1])}. " in text


@pytest.mark.parametrize("number", ["1", "6", "9"])
def test_an_association_test_is_drawn_with_its_effect_size(number):
    test = visit_with("vectors", **BIAS, bias="weat", weat=number)
    result = bias.weat(glove(), ASSOCIATION_TESTS[int(number) - 1])
    text = " ".join(element.value for element in test.markdown)
    assert f"d = **{result.effect_size:.2f}**" in text
    assert f"{result.partitions:,} " in text
    assert len(charts(test)) == 1


def test_every_association_test_can_be_drawn_or_refused_by_every_table():
    for table in (glove(), model_vectors(load("transformer", "cpu"))):
        for test in ASSOCIATION_TESTS:
            try:
                figure = association_chart(bias.weat(table, test, permutations=100), test)
                assert len(figure.marks) == 4
            except UserError as error:
                assert "cannot be tested" in str(error)


def test_ten_neighbours_are_judged_beside_words_at_random_of_like_frequency():
    content = content_at(COMPUTATION, JUDGE | {"near": "asparagus"})
    table = glove()
    assert [near for near, _ in content.pairs] == [
        word for word, _ in table.nearest("asparagus", 10)
    ]
    far = {word for word, _ in table.nearest("asparagus", 1000)}
    words = [word for pair in content.pairs for word in pair]
    assert len({*words}) == 20
    for near, other in content.pairs:
        assert other not in far
        assert table.rows[other] <= 1.5 * table.rows[near] + 52
        assert table.rows[near] <= 1.5 * table.rows[other] + 52
    exercise = content.exercise
    assert exercise.words == tuple(words)
    assert [question.best for question in exercise.questions] == [
        (2 * place,) for place in range(10)
    ]
    assert sum(question.options[0] in question.best for question in exercise.questions) == 5
    assert exercise.chance == 5
    assert content_at(COMPUTATION, JUDGE | {"near": "asparagus"}).exercise == exercise
    assert content.menu.alert
    assert content_at(COMPUTATION, JUDGE | {"reveal": "on"}).chart.marks[0].values[0] > 0.8


@pytest.mark.parametrize("word", ["the", "of", "was"])
def test_a_frequent_word_whose_neighbours_are_the_frequent_words_is_judged_too(word):
    pairs = content_at(COMPUTATION, JUDGE | {"near": word}).pairs
    far = {other for other, _ in glove().nearest(word, 1000)}
    assert len(pairs) == len({random for _, random in pairs} - far) == 10


def test_words_of_a_model_are_judged_among_common_english_ones():
    content = content_at(COMPUTATION, JUDGE | {"near": "dogs", "vectors": "model"})
    words = {word for pair in content.pairs for word in pair}
    assert len(words) == 20
    assert all(times_seen(word) >= 50 for word in words)
    assert not words & {"dogs", "marchant", "chiens", "eng", "ke", "escal", "de"}
    assert {"dog", "puppy"} & words
    pool = content.pool.words
    assert 1000 < len(pool) < 2500
    assert not {"marchant", "chiens", "eng", "de", "Dogs"} & {*pool}
    for near, other in content.pairs:
        assert times_seen(near) > times_seen(other) / 5
    assert content.chart.caption.count(str(len(pool))) == 1


def test_a_model_of_few_english_words_is_not_judged(monkeypatch):
    monkeypatch.setattr(judge, "_OFTEN", 2**16)
    with pytest.raises(UserError, match="0 common English words"):
        _ = content_at(COMPUTATION, JUDGE | {"vectors": "model"}).pairs


def test_who_judges_alone_sees_the_count_beside_chance():
    test = visit_with("vectors", **JUDGE, near="asparagus", reveal="on")
    assert not any("random guesses" in text.value for text in test.markdown)
    content = content_at(COMPUTATION, JUDGE | {"near": "asparagus"})
    questions = [
        (pills, int(pills.label.partition("\\:")[0]))
        for pills in test.button_group
        if "nearer to" in pills.label
    ]
    assert len(questions) == 10
    for pills, number in questions:
        best, *_ = content.exercise.questions[number - 1].best
        pills.set_value(best if number > 3 else best + 1)
    test.run()
    assert any(
        "chosen in 7 of 10**; random guesses get 5.0" in text.value for text in test.markdown
    )
    unknown = visit_with("vectors", **JUDGE, near="xyzzyx")
    assert "not among" in alerts(unknown)[0]
    assert "xyzzyx" in [field.value for field in unknown.text_input]


@pytest.mark.parametrize("table", ["glove", "model"])
def test_two_words_are_drawn_at_their_angle_in_the_table(table):
    content = content_at(
        COMPUTATION, {**ANGLE, "vectors": table, "near": "King", "angle-with": "dog"}
    )
    vectors = content.vectors
    first, second = (vectors.table[vectors.find(word)] for word in ("King", "dog"))
    cosine = first @ second / np.linalg.norm(first) / np.linalg.norm(second)
    a, b = (np.array(arrow.end) for arrow in content.chart.arrows)
    assert a @ b / np.linalg.norm(a) / np.linalg.norm(b) == pytest.approx(cosine, abs=1e-5)
    assert np.linalg.norm([a, b], axis=1) == pytest.approx(np.linalg.norm([first, second], axis=1))
    assert content.formula.endswith(f"= {cosine:.2f}")
    assert f"{np.degrees(np.arccos(cosine)):.0f}°" in content.finding


def test_the_angle_of_a_word_with_itself_is_0_and_an_unknown_word_is_an_alert():
    assert content_at(
        COMPUTATION, {**ANGLE, "near": "dog", "angle-with": "dog"}
    ).cosine == pytest.approx(1)
    assert "pidgey" in alerts(visit_with("vectors", **ANGLE, **{"angle-with": "pidgey"}))[0]


@pytest.mark.slow
@pytest.mark.parametrize("table", page.LEARNT_TABLES)
def test_a_table_that_we_learnt_answers_in_each_look(table):
    for look in page._LOOKS:
        test = visit_with("vectors", **{"vectors": table, "vectors-look": look})
        assert not alerts(test), look
        assert any("learnt by us" in caption.value for caption in test.caption), look


def test_each_table_of_english_words_answers_the_same_question():
    content = content_at(COMPUTATION, NEAR | {"near": "accomodation"})
    names, answers = content.in_each_table.values()
    assert len(names) == 5
    assert [answer.startswith("no vector") for answer in answers] == [True, True, True, False, True]
    assert answers[3].startswith("accommodation ")
    test = visit_with("vectors", **NEAR, near="accomodation")
    assert "Did you mean" in alerts(test)[0]
    assert test.table[0].value.iloc[:, 1].tolist() == answers
    content = content_at(COMPUTATION, ANALOGIES)
    words = learnt("cbow").analogy(*content.settings.analogy)
    assert content.in_each_table["Nearest words, with their cosines"][2] == ", ".join(
        f"{word} {cosine:.2f}" for word, cosine in words
    )
    assert content_at(COMPUTATION, NEAR | {"near": "日本"}).in_each_table == {}
