"""English under French words: where it stands, and who has it."""

import pytest

from tests.marks import slow_after
from tests.pages import parameters_of, picture, visit

DOG = {"sentence": "The red dog sleeps."}


def glosses(test) -> dict[str, str | None]:
    return {word["text"]: word.get("gloss") for word in picture(test)["words"]}


def html(test) -> str:
    return " ".join(element.proto.body for element in test.get("html"))


def test_each_word_of_the_translation_has_its_english_in_the_line_and_in_the_matrices():
    test = visit("heads", DOG)
    assert glosses(test)["chien"] == "dog"
    assert "gloss" not in parameters_of(test)
    encoder, decoder, cross = picture(test)["blocks"]
    assert encoder["rowGlosses"] == encoder["columnGlosses"] == []
    assert cross["rowGlosses"][cross["rows"].index("chien")] == "dog"
    assert cross["columnGlosses"] == []
    assert decoder["columnGlosses"][decoder["columns"].index("chien")] == "dog"


@pytest.mark.parametrize(
    "address, has_gloss",
    [
        ({"language": "fr"}, False),
        ({"language": "fr", "gloss": "on"}, True),
        ({"gloss": "off"}, False),
        ({"lecture": "on"}, True),
    ],
    ids=str,
)
def test_a_hall_that_reads_french_has_none_unless_it_wants_it(address, has_gloss):
    test = visit("heads", DOG | address)
    assert (glosses(test)["chien"] == "dog") == has_gloss
    assert parameters_of(test).get("gloss") == address.get("gloss")


def test_the_switch_is_kept_by_the_address():
    test = visit("heads", DOG)
    assert any("not from the model's attention" in one.value for one in test.caption)
    test.toggle(key="switch gloss").set_value(False).run()
    assert not test.exception
    assert set(glosses(test).values()) == {None}
    assert parameters_of(test)["gloss"] == "off"
    test.toggle(key="switch gloss").set_value(True).run()
    assert glosses(test)["chien"] == "dog"


def test_it_follows_the_language_until_the_reader_chooses():
    test = visit("heads", DOG)
    test.segmented_control(key="setting language").set_value("fr").run()
    assert set(glosses(test).values()) == {None}
    test.segmented_control(key="setting language").set_value("en").run()
    assert glosses(test)["chien"] == "dog"


def test_a_model_that_does_not_write_french_has_no_switch():
    test = visit("heads", {"model": "gpt"})
    assert set(glosses(test).values()) == {None}
    assert "switch gloss" not in {one.key for one in test.toggle}


@pytest.mark.parametrize(
    "page, address", slow_after(1, [("mask", {}), ("order", {"look": "order"})])
)
def test_pages_that_compare_translations_have_it_too(page, address):
    test = visit(page, DOG | address)
    assert '<rt lang="en">dog</rt>' in html(test)
    test.toggle(key="switch gloss").set_value(False).run()
    assert "<rt" not in html(test)


@pytest.mark.parametrize("page", slow_after(1, ["mask", "align"]))
def test_other_matrices_say_it_of_the_word_that_is_pointed_at(page):
    panels = picture(visit(page, DOG))["panels"]
    panel = panels[-1]
    assert panel["rowGlosses"][panel["rows"].index("chien")] == "dog"
    off = picture(visit(page, DOG | {"gloss": "off"}))["panels"]
    assert all(panel["rowGlosses"] == panel["columnGlosses"] == [] for panel in off)
