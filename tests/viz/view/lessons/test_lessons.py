"""Lessons and classics: their files, and the page that shows them."""

import re
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from models import UserError
from tests.claims import TOURS
from tests.on_screen import Screen, heads_in, numbers_in
from tests.pages import alerts, component_name, visit_with
from viz.draw.matrix import Matrix
from viz.pages.lessons.tour import _with_language
from viz.pages.registry import PAGES
from viz.view import lessons

FRENCH = {**lessons.lessons("fr"), "classics": lessons.tour("classics", "fr")}

# Numbers in the text of a step that its picture need not show, each with the reason.
ELSEWHERE = {
    "seq2seq 2": {"100": "the end of the scale of BLEU"},
    "heads 7": {"0": "what the output of a silenced head is multiplied by"},
    "mask 2": {"0": "e to the power of −∞, which is hatched"},
    "bert-gpt 4": {
        "0": "the weight of hatched cells",
        "16": "all heads of the decoder, of which one is shown",
    },
    "language-models 5": {"23523": "below the line of the fraction under the last factor"},
    "order 4": {"2.5": "how much longer the next wave is: the slope of the second chart"},
    "order 6": {"16": "the root that the first picture names"},
    "pictures 1": {
        "7": "pixels of a patch, which the caption below the drawing leaves to the grid",
        "95.6%": "drawn in the browser, from numbers that are packed",
    },
    "pictures 3": {"0.99": "drawn in the browser, as light"},
    "words 4": {"256": "the dimensions of the model, which no picture counts"},
    "words 5": {"0.84": "shown after the switch that the text names"},
    "controls 7": dict.fromkeys(
        ("320", "0.011", "0.003", "0.019", "150", "0.013"),
        "measured on many sentences; the text says where the page names them",
    ),
}

WHOLE = "# T\n## One\n[show](mask?sees=none)\nText.\n"


def visit(page: str = "lessons", **address: str) -> AppTest:
    return visit_with(page, **address)


def shows(test: AppTest, name: str, place: int) -> None:
    """Assert that the page is at this step, in its state, without errors."""
    step = TOURS[name].steps[place]
    assert not test.exception, (name, step.title, alerts(test))
    assert not alerts(test), (name, step.title, alerts(test))
    assert any(step.title in element.value for element in test.markdown)
    where = (
        {"classic": str(place + 1)}
        if name == "classics"
        else {"lesson": name, "step": str(place + 1)}
    )
    parameters = {"sentence": PAGES[step.page].example} | dict(step.parameters) | where
    assert {key: test.query_params.get(key) for key in parameters} == parameters


def test_a_lesson_that_there_is_not_is_named_with_those_that_there_are():
    for language, instead in (("en", "Showing “All lessons”."), ("fr", "«\u00a0Toutes les leçons")):
        test = visit(lesson="nonsense", language=language)
        (sentence,) = alerts(test)
        assert "nonsense" in sentence
        assert "seq2seq" in sentence
        assert instead in sentence
        assert test.query_params.get("lesson") is None


# --- the files -----------------------------------------------------------------------------------


def write(folder: Path, texts: dict[str, str]) -> list[Path]:
    """Write texts by the path of their file, and return the files."""
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


@pytest.mark.parametrize(
    "text, line, why",
    [
        ("", 1, "before the title"),
        ("# T\n", 1, "no step"),
        ("## One\n", 1, "before the title"),
        ("# T\n# U\n", 2, "second title"),
        ("# T\nText.\n" + WHOLE[4:], 2, "before the first step"),
        (WHOLE + "## \n[show](mask)\nText.", 5, "without a heading"),
        (WHOLE + "## Two\nText.", 5, "shows nothing"),
        (WHOLE + "\n## Two\n[show](mask)\n\n", 6, "says nothing"),
        (WHOLE + "[show](mask)", 5, "second [show]"),
        (WHOLE + "## Two\n[show](mask?a=b c)\nText.", 6, "cannot be read"),
        (WHOLE + "## Two\n[show] mask\nText.", 6, "cannot be read"),
        (WHOLE + "## Two\n[show](mask?sees)\nText.", 6, "no part of an address"),
        (WHOLE + "## Two\n[show](mask?a=%ff)\nText.", 6, "no part of an address"),
        (WHOLE + "[light](chien)", 5, "cannot be read"),
        (WHOLE + "[light](→)", 5, "cannot be read"),
        (WHOLE + "[light]", 5, "cannot be read"),
        ("# T\nMinutes: ten\n" + WHOLE[4:], 1, "not a number of minutes"),
    ],
)
def test_a_broken_file_is_told_with_its_line(tmp_path, text, line, why):
    (file,) = write(tmp_path, {"en/lessons/1-broken.md": text})
    with pytest.raises(UserError, match=rf"^en/lessons/1-broken\.md, line {line}: ") as error:
        lessons.read_tour(file)
    assert why in str(error.value)


def test_a_file_is_read(tmp_path, monkeypatch):
    two = "\nMore.\n\n## Two\n[show](order?other=A+%26+b.&look=order#part)\n*Text.*\n"
    texts = {
        "en/lessons/1-short.md": WHOLE + two,
        "fr/lessons/1-short.md": WHOLE.replace("Text", "Texte"),
        "en/lessons/2-other.md": WHOLE,
        "en/lessons/notes.md": "",
    }
    write(tmp_path, texts)
    monkeypatch.setattr("viz.base.language._TEXTS_FOLDER", tmp_path)
    tours = lessons.lessons()
    assert list(tours) == ["short", "other"]
    assert tours["short"].title == "T"
    assert tours["short"].steps == (
        lessons.Step("One", "Text.\n\nMore.", "mask", (("sees", "none"),)),
        lessons.Step("Two", "*Text.*", "order", (("other", "A & b."), ("look", "order")), "part"),
    )
    french = lessons.lessons("fr")
    assert french["short"].steps[0].text == "Texte."
    assert french["other"].steps == tours["other"].steps


def test_a_file_may_name_its_question_what_is_marked_and_what_stands_under_more(tmp_path):
    text = (
        "# T\nQuestion: Why?\nMinutes: 8\nThen: why.\nIn short: So.\nYours: Type.\n## One\n"
        "[show](mask)\n"
        "[light](chien → dog; it →; → </s>)\nText.\n---\nMore.\n"
    )
    tour = lessons.read_tour(*write(tmp_path, {"en/lessons/1-short.md": text}))
    assert (tour.question, tour.minutes, tour.outcome) == ("Why?", 8, "why.")
    assert (tour.summary, tour.yours) == ("So.", "Type.")
    step = tour.steps[0]
    assert (step.text, step.more, step.whole_text) == ("Text.", "More.", "Text.\n\nMore.")
    assert step.highlights == (
        lessons.Highlight("chien", "dog"),
        lessons.Highlight("it", None),
        lessons.Highlight(None, "</s>"),
    )


def test_there_are_at_least_five_lessons_of_a_few_short_steps():
    assert len(TOURS) > 5
    for name, tour in TOURS.items():
        assert 4 <= len(tour.steps) <= (12 if name == "classics" else 8), name
        for step in tour.steps:
            assert 25 <= len(step.text.split()) <= 70, (name, step.title, len(step.text.split()))
            assert len(step.more.split()) <= 70, (name, step.title, len(step.more.split()))
            assert "!" not in step.whole_text
            assert step.part in PAGES[step.page].parts, step.title  # without settings and exports


def test_every_lesson_says_what_it_answers_how_long_it_takes_and_what_for():
    for tour in (*lessons.lessons().values(), *lessons.lessons("fr").values()):
        assert tour.question.endswith("?"), tour.name
        assert tour.outcome.endswith("."), tour.name
        assert 5 <= tour.minutes <= 15
        assert 25 <= len(tour.summary.split()) <= 60, tour.name
        assert re.search(r"\]\(([a-z]+)", tour.yours)[1] in PAGES, tour.name


def test_no_text_points_below_or_above_what_stands_beside_it():
    for name, tour in TOURS.items():
        for step in tour.steps:
            direction = re.search(r"\b(underneath|beside this|below(?! 0))\b", step.whole_text)
            places = ("listed below", "lie just below the diagonal")  # in the picture itself
            assert not direction or any(place in step.whole_text for place in places), (
                name,
                step.title,
            )


def test_the_french_has_the_same_steps_in_the_same_states():
    assert list(FRENCH) == list(TOURS)
    for name, tour in TOURS.items():
        assert FRENCH[name].title != tour.title
        assert [shown_by(step) for step in FRENCH[name].steps] == [
            shown_by(step) for step in tour.steps
        ], name
        assert FRENCH[name].minutes == tour.minutes
        for french, english in zip(FRENCH[name].steps, tour.steps):
            assert french.title, french.title
            assert french.text != english.text, french.title
            assert decimals(french.text, "\u202f") == decimals(english.text), french.title
            assert sorted(numbers_in(french.text, french=True)) == sorted(
                numbers_in(english.text)
            ), french.title
            assert heads_in(french.text) == heads_in(english.text), french.title
            assert decimals(french.more, "\u202f") == decimals(english.more), french.title


def shown_by(step: lessons.Step) -> tuple:
    """Return what a step shows beside its text."""
    return step.page, step.parameters, step.part, step.highlights


def decimals(text: str, thousands: str = ",") -> list[str]:
    """Return the decimal fractions, and the numbers of four digits or more, in a text."""
    text = re.sub(rf"(?<=[0-9]){thousands}(?=[0-9]{{3}}\b)", "", text)
    return sorted(
        re.findall(r"[0-9]+\.[0-9]+|[0-9]{4,}", re.sub(r"(?<=[0-9]),(?=[0-9])", ".", text))
    )


# --- the page ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name == "mask" else pytest.mark.slow)
        for name in TOURS
        if name != "classics"
    ],
)
def test_next_goes_through_a_lesson_whose_texts_are_on_the_screen_and_on_to_the_following(
    name, monkeypatch
):
    screen = Screen(monkeypatch)
    test = visit(lesson=name)
    missing = []
    for place in range(len(TOURS[name].steps)):
        shows(test, name, place)
        missing += missing_on(screen, test, name, place)
        endings = [one.value for one in test.markdown if one.value.startswith("#### In short")]
        assert bool(endings) == (place + 1 == len(TOURS[name].steps))
        screen.clear()
        test.button(key="step on").click().run()
    assert not missing
    assert TOURS[name].summary in endings[0]
    assert TOURS[name].yours in endings[0]
    names = [*lessons.lessons()]
    if name != names[-1]:
        shows(test, names[names.index(name) + 1], 0)
    else:
        assert "lesson" not in test.query_params  # all lessons


def missing_on(screen: Screen, test: AppTest, name: str, place: int) -> list[tuple]:
    """Return the numbers and heads that the text of a step names and its picture has not."""
    step, lesson = TOURS[name].steps[place], TOURS[name]
    screen.read(test, without=(step.text, step.more, lesson.summary))
    elsewhere = ELSEWHERE.get(f"{name} {place + 1}", {})
    numbers = [one for one in numbers_in(step.text) if one not in elsewhere]
    return [
        (name, place + 1, one)
        for one in (
            *(number for number in numbers if not screen.shows_number(number)),
            *(head for head in heads_in(step.text) if not screen.shows_head(head)),
        )
    ]


def test_numbers_and_heads_are_read_from_a_text_of_either_language():
    english = (
        "Head 2 of layer 6 gives 0.43, not −0.2, of 160,439 (7%); a 4-gram `x 5` [page](a?b=6)."
    )
    french = (
        "La tête 2 de la couche 6 donne 0,43, non −0,2, sur 160\u202f439 (7\u202f%) ; un 4-gramme."
    )
    assert numbers_in(english) == ["0.43", "-0.2", "160439", "7%"]
    assert numbers_in(french, french=True) == numbers_in(english)
    assert heads_in(english) == heads_in(french) == heads_in("Layer 6, head 2.") == {(6, 2)}


def test_a_head_beside_the_picture_and_a_rounded_weight_are_not_in_it(monkeypatch):
    screen = Screen(monkeypatch)
    screen.texts.append("As head 2 of layer 6 does.")
    assert not screen.shows_head((6, 2))
    weights = np.array([[0.9, 0.1], [0.6, 0.4]])
    matrix = Matrix("Layer 4, head 3", ("a", "b"), ("a", "b"), weights)
    screen.see_matrices([matrix])
    assert screen.shows_head((4, 3))
    assert screen.shows_number("0.9")
    assert not screen.shows_number("1")
    assert not screen.shows_number("0")


def test_an_exception_is_a_number_of_its_text():
    for place, numbers in ELSEWHERE.items():
        name, step = place.rsplit(" ", 1)
        assert {*numbers} <= {*numbers_in(TOURS[name].steps[int(step) - 1].text)}, place
        assert all(numbers.values()), place


@pytest.mark.slow
def test_every_classic_is_one_click_away():
    test = visit("classics")
    for place in range(len(TOURS["classics"].steps)):
        test.selectbox(key="setting classic").set_value(str(place + 1)).run()
        shows(test, "classics", place)


def test_a_classic_says_beside_its_picture_what_the_original_shows():
    step = TOURS["classics"].steps[3]
    test = visit("classics", classic="4")
    text = next(one.value for one in test.markdown if step.title in one.value)
    assert text.endswith(step.more)
    assert not [one for one in test.expander if one.label == "Read more"]


def test_an_address_of_lesson_and_step_alone_shows_the_state_of_the_step():
    shows(visit(lesson="mask", step="3"), "mask", 2)


def test_a_parameter_that_a_page_does_not_know_changes_no_step():
    shows(visit(lesson="mask", step="3", utm_source="letter"), "mask", 2)


def test_an_address_that_names_more_shows_what_it_names():
    test = visit(
        lesson="mask", step="3", sentence="I am tired.", sees="window", french="Je suis fatigué."
    )
    assert not test.exception
    assert test.text_input[0].value == "I am tired."
    assert [test.query_params[name] for name in ("lesson", "step", "sees")] == [
        "mask",
        "3",
        "window",
    ]


def test_what_the_reader_changes_stays_until_back_next_or_undo_my_changes():
    test = visit(lesson="mask", step="3")
    test.text_input(key="sentence").set_value("I am tired.").run()
    assert test.query_params["sentence"] == "I am tired."
    assert test.query_params["step"] == "3"
    test.run()
    assert test.query_params["sentence"] == "I am tired."
    test.button(key="again").click().run()
    shows(test, "mask", 2)
    test.button(key="step back").click().run()
    shows(test, "mask", 1)
    test.button(key="step on").click().run()
    shows(test, "mask", 2)


def test_without_a_lesson_in_the_address_there_is_a_card_for_each():
    test = visit()
    assert not test.exception
    assert not alerts(test)
    texts = "".join(element.value for element in (*test.markdown, *test.header))
    for number, tour in enumerate(lessons.lessons().values(), start=1):
        assert tour.question in texts
        assert tour.outcome[0].upper() + tour.outcome[1:] in texts
        caption = f"Lesson {number} · {tour.title} · {tour.minutes} minutes"
        assert caption in [element.value for element in test.caption]
    assert "lesson" not in test.query_params
    assert "step" not in test.query_params
    test.button(key="start order").click().run()
    shows(test, "order", 0)


def test_a_card_goes_on_where_this_tab_has_been():
    test = visit(lesson="mask", step="4")
    shows(test, "mask", 3)
    test.button(key="all lessons").click().run()
    assert [button.label for button in test.button if str(button.key).startswith("go on")] == [
        "Continue at step 4"
    ]
    assert test.button(key="start mask").label == "Start again"
    assert test.button(key="start order").label == "Start"
    test.button(key="go on mask").click().run()
    shows(test, "mask", 3)


def test_a_step_shows_its_part_alone():
    test = visit(lesson="mask", step="3")
    widgets = (*test.button_group, *test.selectbox, *test.toggle)
    keys = {widget.key for widget in widgets}
    assert not keys & {"setting sees", "setting decoder-head", "setting longer", "model"}
    one = [one for one in test.get("bidi_component") if component_name(one.proto) == "matrices"]
    assert len(one) == 1
    assert not test.get("plotly_chart")
    assert not test.get("download_button")


def test_three_pictures_stand_two_in_a_row_beside_a_text_but_not_in_a_lecture():
    beside, lecture = (
        visit(lesson="bert-gpt", step="3", lecture=on).columns for on in ("off", "on")
    )
    assert [len(beside), len(lecture)] == [2 + 2 + 2, 2 + 3]  # text and picture, then the rows


def test_next_is_the_primary_button():
    test = visit(lesson="mask", step="3")
    kinds = {button.key: button.proto.type for button in test.button if button.key}
    assert kinds["step on"] == "primary"
    assert kinds["step back"] != "primary"


@pytest.mark.slow
def test_in_a_lecture_the_step_moves_with_the_keys_and_the_lecture_goes_on():
    test = visit(lesson="mask", step="2", lecture="on")
    shows(test, "mask", 1)
    assert test.session_state["key bindings"]["step"] == ("step", tuple("1234567"))
    assert test.query_params["lecture"] == "on"
    test.session_state["setting step"] = "3"  # as presenter.step_binding does
    test.run()
    shows(test, "mask", 2)
    assert test.query_params["lecture"] == "on"


def test_in_french():
    test = visit(lesson="mask", step="2")
    test.button_group(key="setting language").set_value("fr").run()
    assert FRENCH["mask"].steps[1].title in "".join(element.value for element in test.markdown)
    test.button(key="step on").click().run()
    assert FRENCH["mask"].steps[2].title in "".join(element.value for element in test.markdown)
    assert test.query_params["language"] == "fr"


@pytest.mark.parametrize("chosen, added", [("en", ""), ("fr", "language=fr")])
def test_links_to_pages_keep_the_language_that_the_reader_has_chosen(monkeypatch, chosen, added):
    monkeypatch.setattr("viz.base.language._read_locale", lambda: chosen)
    assert _with_language("[a](mask), (b)") == f"[a](mask{added and '?' + added}), (b)"
    assert (
        _with_language("[a](order?look=order)") == f"[a](order?look=order{added and '&' + added})"
    )
    assert _with_language("[a](https://b.c/d)") == "[a](https://b.c/d)"


def test_the_end_of_a_lesson_links_to_pages_in_the_language_of_the_reader():
    test = visit(lesson="controls", step=str(len(TOURS["controls"].steps)), language="fr")
    assert "(heads?language=fr)" in "".join(element.value for element in test.markdown)


@pytest.mark.parametrize(
    "address",
    [
        {"lesson": "<b>"},
        {"lesson": "mask", "step": "99"},
        {"lesson": "mask", "step": "0"},
        {"lesson": "mask", "step": "x" * 1000},
        {"language": "xx"},
    ],
    ids=str,
)
def test_what_there_is_not_gets_one_sentence(address):
    test = visit(**address)
    assert not test.exception
    assert len(alerts(test)) == 1
    assert "<b>" not in alerts(test)[0]
    assert test.query_params.get("step") == ("1" if "step" in address else None)


def test_a_file_that_cannot_be_read_is_said_on_the_page(tmp_path, monkeypatch):
    write(tmp_path, {"en/lessons/1-broken.md": "# T\n"})
    monkeypatch.setattr("viz.base.language._TEXTS_FOLDER", tmp_path)
    test = visit()
    assert not test.exception
    assert "1-broken.md, line 1" in alerts(test)[0]
