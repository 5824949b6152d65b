"""Lessons and classics: their files, the state that each step shows, and whether what they say of our models is true."""

import json
import re
from functools import cache

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from models import Request, UserError, WhatIf, load
from models.words import bias, glove, meanings
from models.words.lists import DEFINITIONAL_PAIRS, WOMEN_PERCENT
from viz import blackboard, lessons, positions
from viz.inside import contributions, derive
from viz.pages import PAGES
from viz.views import Aligner, align, heads_of

TOURS = {**lessons.lessons(), "classics": lessons.tour("classics")}
FRENCH = {**lessons.lessons("fr"), "classics": lessons.tour("classics", "fr")}
STEPS = {f"{name} {place}": step for name, tour in TOURS.items() for place, step in enumerate(tour.steps, start=1)}
WHOLE = "# T\n## One\n[show](mask?sees=none)\nText.\n"


def tour_page(page: str) -> None:
    """What app.py does around a tour."""
    from viz.app import address_bar, alerts, frame
    from viz.pages import PAGES

    for note in address_bar.open_address():
        alerts.show_alert(note)
    shown = PAGES[page].opens()
    frame.draw_sentence_bar(
        with_model=not hasattr(shown, "OWN_MODELS"), more=getattr(shown, "more", None)
    )
    with alerts.errors_as_alerts():
        PAGES[page].draw()
    frame.draw_language_box()
    address_bar.write_address()


def visit(page: str = "lessons", **address: str) -> AppTest:
    test = AppTest.from_function(tour_page, kwargs={"page": page}, default_timeout=120)
    for name, value in address.items():
        test.query_params[name] = value
    return test.run()


def alerts(test: AppTest) -> list[str]:
    return [element.proto.body for element in test.get("html") if 'role="alert"' in element.proto.body]


def shows(test: AppTest, name: str, place: int) -> None:
    """It is at this step, in its state, and nothing went wrong."""
    step = TOURS[name].steps[place]
    assert not test.exception and not alerts(test), (name, step.title, alerts(test))
    assert any(step.title in element.value for element in test.markdown)
    where = {"classic": str(place + 1)} if name == "classics" else {"lesson": name, "step": str(place + 1)}
    asked = {"sentence": getattr(PAGES[step.page], "EXAMPLE", "The big red dog is sleeping on the bed.")} | dict(step.asked) | where
    assert {key: test.query_params.get(key) for key in asked} == asked


# --- the files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text, line, why", [
    ("", 1, "before the title"), ("# T\n", 1, "no step"), ("## One\n", 1, "before the title"), ("# T\n# U\n", 2, "second title"), ("# T\nText.\n" + WHOLE[4:], 2, "before the first step"),
    (WHOLE + "## \n[show](mask)\nText.", 5, "without a heading"), (WHOLE + "## Two\nText.", 5, "shows nothing"), (WHOLE + "\n## Two\n[show](mask)\n\n", 6, "says nothing"),
    (WHOLE + "[show](mask)", 5, "second [show]"), (WHOLE + "## Two\n[show](mask?a=b c)\nText.", 6, "cannot be read"), (WHOLE + "## Two\n[show] mask\nText.", 6, "cannot be read"),
    (WHOLE + "## Two\n[show](mask?sees)\nText.", 6, "no part of an address"), (WHOLE + "## Two\n[show](mask?a=%ff)\nText.", 6, "no part of an address")])
def test_a_broken_file_is_told_with_its_line(tmp_path, text, line, why):
    (tmp_path / "1-broken.md").write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=rf"^1-broken\.md, line {line}: ") as error:
        lessons.read(tmp_path / "1-broken.md")
    assert why in str(error.value)


def test_a_file_is_read(tmp_path, monkeypatch):
    (tmp_path / "1-short.md").write_text(WHOLE + "\nMore.\n\n## Two\n[show](order?other=A+%26+b.&look=order#part)\n*Text.*\n", encoding="utf-8")
    (tmp_path / "1-short.fr.md").write_text(WHOLE.replace("Text", "Texte"), encoding="utf-8")
    (tmp_path / "2-other.md").write_text(WHOLE, encoding="utf-8")
    (tmp_path / "notes.md").write_text("", encoding="utf-8")
    monkeypatch.setattr(lessons, "FOLDER", tmp_path)
    found = lessons.lessons()
    assert list(found) == ["short", "other"] and found["short"].title == "T"
    assert found["short"].steps == (
        lessons.Step("One", "Text.\n\nMore.", "mask", (("sees", "none"),)), lessons.Step("Two", "*Text.*", "order", (("other", "A & b."), ("look", "order")), "part"))
    french = lessons.lessons("fr")
    assert french["short"].steps[0].text == "Texte." and french["other"].steps == found["other"].steps


def test_there_are_at_least_five_lessons_of_a_few_short_steps():
    assert len(TOURS) > 5
    for name, tour in TOURS.items():
        assert 4 <= len(tour.steps) <= 8, name
        for step in tour.steps:
            assert 40 <= len(step.text.split()) <= 95, (name, step.title, len(step.text.split()))
            assert "!" not in step.text and PAGES[step.page] and (step.part is None or step.part in PAGES[step.page].PARTS)


def test_the_french_has_the_same_steps_in_the_same_states():
    assert list(FRENCH) == list(TOURS)
    for name, tour in TOURS.items():
        assert FRENCH[name].title != tour.title
        assert [(step.page, step.asked, step.part) for step in FRENCH[name].steps] == [(step.page, step.asked, step.part) for step in tour.steps], name
        for french, english in zip(FRENCH[name].steps, tour.steps):
            assert french.title and french.text != english.text and decimals(french.text) == decimals(english.text), french.title


def decimals(text: str) -> list[str]:
    return sorted(re.findall(r"[0-9]+\.[0-9]+", re.sub(r"(?<=[0-9]),(?=[0-9])", ".", text)))


# --- the page ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in ("mask", "heads") else pytest.mark.slow) for name in TOURS if name != "classics"])
def test_next_goes_through_a_lesson_and_on_to_the_following(name):
    test = visit(lesson=name)
    for place in range(len(TOURS[name].steps)):
        shows(test, name, place)
        test.button(key="step on").click().run()
    names = [*lessons.lessons()]
    shows(test, names[(names.index(name) + 1) % len(names)], 0)


@pytest.mark.slow
def test_every_classic_is_one_click_away():
    test = visit("classics")
    for place in range(len(TOURS["classics"].steps)):
        test.button_group(key="setting classic").set_value(str(place + 1)).run()
        shows(test, "classics", place)


def test_an_address_of_lesson_and_step_alone_shows_the_state_of_the_step():
    shows(visit(lesson="mask", step="3"), "mask", 2)
    shows(visit(), next(iter(TOURS)), 0)


def test_an_address_that_names_more_shows_what_it_names():
    test = visit(lesson="mask", step="3", sentence="I am tired.", sees="window", french="Je suis fatigué.")
    assert not test.exception and test.text_input[0].value == "I am tired."
    assert [test.query_params[name] for name in ("lesson", "step", "sees")] == ["mask", "3", "window"]


def test_what_the_reader_changes_stays_until_back_next_or_show_it_again():
    test = visit(lesson="mask", step="3")
    test.text_input(key="sentence").set_value("I am tired.").run()
    assert test.query_params["sentence"] == "I am tired." and test.query_params["step"] == "3"
    test.run()
    assert test.query_params["sentence"] == "I am tired."
    test.button(key="again").click().run()
    shows(test, "mask", 2)
    test.button_group(key="setting sees").set_value("causal").run()
    assert test.query_params["sees"] == "causal"
    test.button(key="step back").click().run()
    shows(test, "mask", 1)
    test.button(key="step on").click().run()
    shows(test, "mask", 2)


def test_another_lesson_begins_at_its_first_step():
    test = visit(lesson="mask", step="3")
    test.selectbox(key="setting lesson").set_value("order").run()
    shows(test, "order", 0)


def test_in_a_lecture_the_step_moves_with_the_keys_and_the_lecture_goes_on():
    test = visit(lesson="mask", step="2", lecture="on")
    shows(test, "mask", 1)
    assert test.session_state["key bindings"]["step"] == ("step", tuple("1234567"))
    assert test.query_params["lecture"] == "on"
    test.session_state["setting step"] = "3"  # what presenter.step_binding does
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


@pytest.mark.parametrize("address", [{"lesson": "<b>"}, {"step": "99"}, {"step": "0"}, {"lesson": "mask", "step": "x" * 1000}, {"language": "xx"}], ids=str)
def test_what_there_is_not_gets_one_sentence_and_the_first(address):
    test = visit(**address)
    assert not test.exception and len(alerts(test)) == 1 and "<b>" not in alerts(test)[0]
    assert test.query_params["step"] == "1"


def test_a_file_that_cannot_be_read_is_said_on_the_page(tmp_path, monkeypatch):
    (tmp_path / "1-broken.md").write_text("# T\n", encoding="utf-8")
    monkeypatch.setattr(lessons, "FOLDER", tmp_path)
    test = visit()
    assert not test.exception and "1-broken.md, line 1" in alerts(test)[0]


# --- what they say of our models -----------------------------------------------------------------

DOG, ANIMAL = "The big red dog is sleeping on the bed.", "The animal didn't cross the street because it was too {}."
LAW = "The Law will never be perfect, but its application should be just - this is what we are missing, in my opinion."
SPIRIT = ("It is in this spirit that a majority of American governments have passed new laws since 2009 making the registration or voting process more "
          "difficult.")
TREATY = "The agreement on the European Economic Area was signed in August 1992."
SIGNED = "L'accord sur la zone économique européenne a été signé en août 1992."
PEOPLE = dict(STEPS["seq2seq 1"].asked)["sentence"]
OFF = WhatIf(silenced=(("cross", 3, 0),)), WhatIf(silenced=(("cross", 3, 3),))
RED, NO_MASK = ("The big red dog", "transformer", "Le gros chien rouge"), WhatIf(mask="none")


@cache
def of(model: str):
    return load(model, "cpu")


@cache
def trace(sentence: str, model: str = "transformer", target: str | None = None, what_if: WhatIf = WhatIf()):
    return of(model).trace(Request(model, sentence, target, what_if))


def weight(found, stack: str, layer: int, head: int, row: str, column: str, merged: bool = False) -> float:
    """From the first row of this word, in cross-attention the one that is written, to the first column of the other."""
    heads = heads_of(found, stack, merged)
    return float(heads.weights[layer - 1, head - 1, heads.rows.index(row), heads.columns.index(column)])


def aligned(model: str, row: str) -> str:
    """The word that this one of Bahdanau's sentence looks at most."""
    found = align(trace(TREATY, model, SIGNED), Aligner(0, 0, False, None, alone=True), True)
    return found.columns[int(found.weights[found.rows.index(row)].argmax())]


@cache
def lost():
    """What the translation loses without each head, in nats, and whose heads they are."""
    found = of("transformer").silence_each(Request("transformer", DOG, trace(DOG).translation))
    return found.baseline - found.log_probability, found.heads


def without(*head) -> float:
    losses, heads = lost()
    return float(losses[heads.index(head)])


def share(model: str, place: int) -> float:
    return of(model).card["by_length"]["multi30k.test_2016_flickr"][place]["bleu"]


@cache
def gradient(model: str):
    found = of(model).gradients(Request(model, DOG, trace(DOG, "bilstm-additive").translation), 4)
    return found.reading / found.reading.max(), np.sort(found.writing / found.writing.max())


def mean_probability(found) -> float:
    return float(np.exp(np.mean([np.log(choice.probability) for choice in found.choices])))


def ahead(stack: str) -> np.ndarray:
    """The share of each head's weight that lies on later words: `[layer, head]`."""
    return np.triu(trace(DOG).attention[stack].weights, 1).sum(-1).mean(-1)


def previous_word() -> float:
    """The weight of layer 4, head 1 on the word before, over a hundred sentences."""
    found = [trace(one.english).attention["encoder"].weights[3, 0] for one in meanings.examples()[::13][:100]]
    return float(np.mean([np.diagonal(weights, -1).mean() for weights in found]))


def error_rate(head: str, row: str) -> float:
    return of("transformer").card["alignment"]["heads"][head][row]


def on_marks(heads) -> float:
    """The share of all weight, or length, on the full stop and the end."""
    return float(heads[:, -2:].sum() / heads.sum())


def silhouette(step: int) -> float:
    return json.loads(meanings.SEPARATION.read_text(encoding="utf-8"))["transformer"]["left"]["meaning"][step]


def norms():
    found, name = trace(DOG), ("cross", 3)
    return contributions(found, of("transformer").parameters(*name), *name, 4).norms[3]


def red_steps():
    found = derive(trace(DOG), of("transformer").parameters("cross", 3), "cross", 3, 0, 3, 4)
    return {name: np.sort(found.grids[name].values[0])[::-1] for name in ("dots", "scores", "weights")}


def board():
    return blackboard.small(**blackboard.SMALL).grids


def occupations() -> float:
    direction, _ = bias.gender_direction(glove(), DEFINITIONAL_PAIRS)
    known = [word for word in WOMEN_PERCENT if word in glove()]
    return float(np.corrcoef(bias.projections(glove(), known, direction), [WOMEN_PERCENT[word] for word in known])[0, 1])


def written(sentence: str, model: str = "transformer", what_if: WhatIf = WhatIf()) -> str:
    return trace(sentence, model, None, what_if).translation


def sinusoid(distance: int) -> float:
    table = positions.sinusoids(50, 128, 10000)
    return float(table[25] @ table[25 + distance])


def law(column: str) -> np.ndarray:
    heads = heads_of(trace(LAW), "encoder", True)
    return heads.weights[:, :, heads.rows.index("its"), heads.columns.index(column)]


def making() -> np.ndarray:
    heads = heads_of(trace(SPIRIT), "encoder", True)
    return sum(heads.weights[:, :, heads.rows.index("making"), heads.columns.index(word)] for word in ("more", "difficult"))


def it(word: str, column: str) -> np.ndarray:
    heads = heads_of(trace(ANIMAL.format(word)), "encoder", False)
    return heads.weights[:, :, heads.rows.index("it"), heads.columns.index(column)]


NUMBERS = [  # the step, words in it that end in a number, and that number, computed
    ("seq2seq 2", "seq2seq falls from 39", lambda: share("seq2seq", 0)), ("seq2seq 2", "falls from 39 to 12", lambda: share("seq2seq", -1)),
    ("seq2seq 2", "bilstm-additive from 55", lambda: share("bilstm-additive", 0)), ("seq2seq 2", "from 55 to 40", lambda: share("bilstm-additive", -1)),
    ("seq2seq 2", "without keeps 72", lambda: 100 * share("seq2seq", 0) / share("bilstm-additive", 0)),
    ("seq2seq 2", "short ones and 30", lambda: 100 * share("seq2seq", -1) / share("bilstm-additive", -1)),
    ("seq2seq 3", "“The” counts 0.03", lambda: gradient("seq2seq-rnn")[0][0]), ("seq2seq 3", "to keep things, 0.17", lambda: gradient("seq2seq")[0][0]),
    ("seq2seq 4", "“dog” with 0.95", lambda: weight(trace(DOG, "bilstm-additive"), "cross", 1, 1, "chien", "dog")),
    ("seq2seq 4", "“red” with 0.96", lambda: weight(trace(DOG, "bilstm-additive"), "cross", 1, 1, "rouge", "red")),
    ("one-head 3", "together they are 1: 0.88", lambda: blackboard.lecture().grids["weights"].values[0, 0]), ("one-head 3", "0.88, 0.12", lambda: blackboard.lecture().grids["weights"].values[0, 1]),
    ("one-head 5", "looks most at “brown”, 0.76", lambda: board()["weights_1"].values[0].max()),
    ("one-head 6", "key of “red” is 46.6", lambda: red_steps()["dots"][0]), ("one-head 6", "next best, “.”, only 16.5", lambda: red_steps()["dots"][1]),
    ("one-head 6", "that is 8.2", lambda: red_steps()["scores"][0]), ("one-head 6", "against 2.9", lambda: red_steps()["scores"][1]),
    ("one-head 6", "“red” gets 0.98", lambda: red_steps()["weights"][0]),
    ("one-head 7", "gives 26", lambda: 100 * on_marks(trace(DOG).attention["cross"].weights[3, 3])), ("one-head 7", "they are only 4", lambda: 100 * on_marks(norms())),
    ("heads 1", "“sleeping” with 0.69", lambda: weight(trace(DOG), "encoder", 4, 1, "on", "sleeping")),
    ("heads 1", "“the” at “on” with 0.87", lambda: weight(trace(DOG), "encoder", 4, 1, "the", "on")), ("heads 1", "gets 0.44", previous_word),
    ("heads 2", "look at “dog”, 0.93", lambda: weight(trace(DOG), "encoder", 4, 2, "The", "dog")), ("heads 2", "0.93 and 0.84", lambda: weight(trace(DOG), "encoder", 4, 2, "big", "dog")),
    ("heads 2", "at “bed”, 0.94", lambda: weight(trace(DOG), "encoder", 4, 2, "on", "bed")), ("heads 2", "0.94 and 1.00", lambda: weight(trace(DOG), "encoder", 4, 2, "the", "bed")),
    ("heads 3", "“red” with 0.98", lambda: weight(trace(DOG), "cross", 4, 1, "rouge", "red")), ("heads 3", "“sleeping” with 0.97", lambda: weight(trace(DOG), "cross", 4, 1, "dort", "sleeping")),
    ("heads 3", "wrong on 17", lambda: error_rate("layer 4, head 1", "writes")), ("heads 4", "wrong on 9", lambda: error_rate("layer 2, head 3", "reads")),
    ("heads 4", "wrong on 89", lambda: error_rate("layer 2, head 3", "writes")),
    ("heads 5", "“dog” with 0.97", lambda: weight(trace(DOG), "cross", 3, 2, "Le", "dog")), ("heads 5", "too, with 0.99", lambda: weight(trace(DOG), "cross", 3, 2, "gros", "dog")),
    ("heads 5", "at “bed”, 0.97", lambda: weight(trace(DOG), "cross", 3, 2, "le", "bed")),
    ("heads 6", "full stop, 0.98", lambda: weight(trace(DOG), "decoder", 1, 3, ".", ".")),
    ("heads 8", "without, 0.73", lambda: without("cross", 3, 3)), ("heads 8", "head 1 costs 0.13", lambda: without("cross", 3, 0)),
    ("mask 2", "takes *chien*, 0.68", lambda: weight(trace(*RED), "decoder", 3, 2, "rouge", "chien")),
    ("mask 3", "*gros* with 0.39", lambda: weight(trace(*RED, what_if=NO_MASK), "decoder", 3, 2, "<s>", "gros")),
    ("mask 3", "straight at it, 0.55", lambda: weight(trace(*RED, what_if=NO_MASK), "decoder", 3, 2, "gros", "chien")),
    ("mask 4", "falls from 0.87", lambda: mean_probability(trace(*RED))), ("mask 4", "to 0.005", lambda: mean_probability(trace(*RED, what_if=NO_MASK))),
    ("order 5", "position has 64", lambda: sinusoid(0)), ("order 5", "away it is 62.1", lambda: sinusoid(1)), ("order 5", "two words 57.4", lambda: sinusoid(2)),
    ("order 5", "five words 47.2", lambda: sinusoid(5)),
    ("words 4", "from −0.24", lambda: silhouette(0)), ("words 4", "embedding to 0.14", lambda: silhouette(-1)),
    ("words 5", "with 0.84", lambda: glove().analogy("man", "king", "woman", exclude=False)[0][1]), ("words 5", "against 0.77", lambda: glove().analogy("man", "king", "woman")[0][1]),
    ("words 6", "r = 0.55", occupations),
    ("bert-gpt 1", "to “dog”, 0.79", lambda: weight(trace(DOG), "encoder", 4, 4, "red", "dog")),
    ("bert-gpt 1", "half of the weight, 0.52", lambda: ahead("encoder").mean()), ("bert-gpt 3", "later words is 0", lambda: ahead("decoder").max()),
    ("bert-gpt 4", "gives *gros* 0.88", lambda: trace(*RED).choices[1].probability), ("bert-gpt 4", "gives *chien* 0.96", lambda: trace(*RED).choices[2].probability),
    ("classics 3", "to “animal” 0.16", lambda: it("tired", "animal")[3, 2]), ("classics 3", "“street” with 0.47", lambda: it("tired", "street")[0, 2]),
    ("classics 3", "“tired”, 0.61", lambda: it("tired", "tired")[2, 1]),
    ("classics 4", "“animal” with 0.16", lambda: it("wide", "animal")[3, 2]), ("classics 4", "“street” with 0.46", lambda: it("wide", "street")[0, 2]),
    ("classics 5", "gives it 0.15", lambda: making()[2, 2]), ("classics 5", "it would be 0.07", lambda: 2 / 27),
    ("classics 6", "“application” 0.97", lambda: law("application")[3, 1]),
    ("classics 7", "*gros* with 0.61", lambda: weight(trace(*RED), "decoder", 3, 2, "chien", "gros")), ("classics 7", "*chien* with 0.68", lambda: weight(trace(*RED), "decoder", 3, 2, "rouge", "chien")),
]
TRUTHS = [  # the step, words in it, and whether that is so
    ("seq2seq 1", "*Un jeune homme en T-shirt bleu*", lambda: written(PEOPLE, "seq2seq").startswith("Un jeune homme en T-shirt bleu et un chien marron")),
    ("seq2seq 3", "no other word a fifth of it", lambda: gradient("bilstm-additive")[1][-2] < 0.2),
    ("seq2seq 5", "*accord* on “agreement”, *été* on “was”",
     lambda: all((aligned(model, "accord"), aligned(model, "été")) == ("agreement", "was") for model in ("bilstm-additive", "bilstm-dot"))),
    ("seq2seq 5", "*européenne* looks most at “Area”", lambda: aligned("bilstm-dot", "européenne") == "Area"),
    ("seq2seq 6", "*Le* looks at “big”", lambda: weight(trace(DOG, "bilstm-bilinear", written(DOG)), "cross", 1, 1, "Le", "big") > 0.99),
    ("one-head 5", "in head 2 at all four alike", lambda: np.ptp(board()["weights_2"].values[0]) < 1e-9),
    ("heads 1", "“dog” looks two back, at “big”", lambda: weight(trace(DOG), "encoder", 4, 1, "dog", "big") > 0.5),
    ("heads 2", "it looks past it, at “is”", lambda: weight(trace(DOG), "encoder", 4, 2, "red", "is") > 0.5),
    ("heads 4", "`gros ▸ chien` looks at “big”", lambda: weight(trace(DOG), "cross", 2, 3, "chien", "big") > 0.99),
    ("heads 6", "with 0.99 or more", lambda: min(weight(trace(DOG), "decoder", 1, 3, word, "<s>") for word in ("Le", "gros", "rouge", "dort", "sur")) > 0.985),
    ("heads 7", "The French stays the same", lambda: written(DOG, what_if=OFF[0]) == written(DOG)),
    ("heads 8", "*dort* becomes *est en train de dormir*", lambda: written(DOG, what_if=OFF[1]) == written(DOG).replace("dort", "est en train de dormir")),
    ("heads 8", "aligns worst of the four", lambda: max(range(1, 5), key=lambda head: error_rate(f"layer 4, head {head}", "writes")) == 4),
    ("heads 8", "Of all 48 heads it is the one", lambda: without("cross", 3, 3) == lost()[0].max() and len(lost()[1]) == 48),
    ("heads 8", "below 0.1 for most heads, and a few are better off", lambda: (lost()[0] < 0.1).mean() > 0.5 and (lost()[0] < -0.05).any()),
    ("mask 3", "the scores on the left are the same", lambda: np.array_equal(*(trace(*RED, what_if=change).attention["decoder"].scores[0] for change in (WhatIf(), NO_MASK)))),
    ("mask 6", "its French stays *Le gros chien rouge*", lambda: written(RED[0], what_if=WhatIf(window=2)) == RED[2]),
    ("mask 7", "*à talents de collègues*", lambda: written(RED[0], what_if=WhatIf(padding=4, padding_mask=False)).endswith("à talents de collègues")),
    ("mask 7", "half of the weight in some heads",
     lambda: trace(RED[0], what_if=WhatIf(padding=4, padding_mask=False)).attention["encoder"].weights[:, :, :5, 5:].sum(-1).mean(-1).max() > 0.5),
    ("order 1", "*Le chien mord.*", lambda: all(written(sentence, what_if=WhatIf(positions="off")) == "Le chien mord."
                                               for sentence in ("The dog bites the man.", "The man bites the dog."))),
    ("order 2", "*Je vais étudier l'anglais pour ainsi que je vais étudier*",
     lambda: all(written(f"I'm going to study {pair}.", what_if=WhatIf(positions="off")).startswith("Je vais étudier l'anglais pour ainsi que je vais étudier")
                 for pair in ("math instead of English", "English instead of math"))),
    ("order 4", "of the 10 waves now 7 repeat within 100 positions, not 4",
     lambda: [int((positions.wavelengths(20, base) < 100).sum()) for base in (100, 10000)] == [7, 4]),
    ("words 1", "“back”, “leaving”, “off”, “came” and “went”", lambda: [word for word, _ in glove().nearest("left", 5)] == "back leaving off came went".split()),
    ("words 4", "rises at every step", lambda: all(silhouette(step) < silhouette(step + 1) for step in range(5))),
    ("words 6", "Man is to doctor as woman is to: “nurse”", lambda: glove().analogy("man", "doctor", "woman")[0][0] == "nurse"),
    ("classics 2", "*zone* looks at “Economic” in both", lambda: {aligned(model, "zone") for model in ("bilstm-additive", "bilstm-dot")} == {"Economic"}),
    ("classics 3", "the most of all 16 heads", lambda: it("tired", "animal")[3, 2] == it("tired", "animal").max()),
    ("classics 3", "*il était trop fatigué*", lambda: "il était trop fatigué" in written(ANIMAL.format("tired"))),
    ("classics 4", "but *grande*", lambda: "il était trop grande" in written(ANIMAL.format("wide"))),
    ("classics 5", "The head that gives “more difficult” the most", lambda: making()[2, 2] == making().max()),
    ("classics 6", "no head looks with more than 0.07", lambda: law("Law").max() < 0.07),
]


def quoted(step: str, words: str) -> None:
    assert words in " ".join(STEPS[step].text.split()), (step, words)


@pytest.mark.parametrize("step, words, value", NUMBERS, ids=lambda value: value if isinstance(value, str) else "")
def test_a_quoted_number_is_what_the_models_give(step, words, value):
    quoted(step, words)
    number = words.split()[-1].replace("−", "-")
    assert f"{value():.{len(number.partition('.')[2])}f}" == number


@pytest.mark.parametrize("step, words, so", TRUTHS, ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_said_of_the_models_is_so(step, words, so):
    quoted(step, words)
    assert so()
