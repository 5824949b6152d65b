"""For any address, a page reads settings whose own address gives the same settings."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import models
from viz.pages.computations import COMPUTATIONS
from viz.view.address import mark_version
from viz.view.runner import plain_runner
from viz.view.settings import declarations, read_settings, write_address, write_short

SENTENCES = (
    "The big red dog is sleeping on the bed.",
    "I am tired.",
    "",
    "日本語 \0 <b>",
    "a " * 200,
)
SHARED = ("model", "sentence", "attention", "layer", "head", "words", "v")


def parameters_of(path: str) -> list[str]:
    """Return the names of all parameters that a page reads."""
    declared = declarations(COMPUTATIONS[path].settings).items()
    return [*SHARED, *(declaration.parameter or name for name, declaration in declared)]


@cache
def likely_values() -> tuple[str, ...]:
    """Return values that some parameter of some page accepts, to get mostly valid addresses."""
    runner = plain_runner("cpu")
    values: dict[str, None] = dict.fromkeys(("1", "2", "3", "1-1", "0", "-1", "99", "on", ""))
    for computation in COMPUTATIONS.values():
        for model in models.available():
            reading = read_settings(computation.settings, {"model": model}, runner)
            values |= dict.fromkeys(write_address(reading.settings.view, [reading]).values())
    return tuple(values)


def addresses(path: str) -> some.SearchStrategy[dict[str, str]]:
    """Return a strategy of addresses: the page's parameters and unknown ones, with any values."""
    value = some.sampled_from(likely_values()) | some.sampled_from(SENTENCES) | some.text()
    model = some.sampled_from(models.available()) | some.text(max_size=5)
    named = some.dictionaries(some.sampled_from(parameters_of(path)), value, max_size=8)
    return some.builds(lambda parameters, name: parameters | {"model": name}, named, model)


def test_the_short_link_of_what_a_page_shows_by_itself_has_only_its_version():
    computation, runner = COMPUTATIONS["heads"], plain_runner("cpu")
    reading = read_settings(computation.settings, {}, runner, computation.example)
    short = write_short(reading.settings.view, [reading], runner, computation.example)
    assert short == {"v": mark_version()}


@pytest.mark.thorough
@pytest.mark.parametrize("path", COMPUTATIONS, ids=lambda path: path or "front page")
def test_any_address_is_read_and_what_it_shows_has_an_address_that_shows_the_same(path):
    runner, computation = plain_runner("cpu"), COMPUTATIONS[path]

    @settings(max_examples=25)
    @given(addresses(path))
    def check(parameters):
        reading = read_settings(computation.settings, parameters, runner, computation.example)
        assert all(refusal.sentence for refusal in reading.refusals)
        refused = {refusal.parameter for refusal in reading.refusals}
        accepted = reading.texts.keys() & parameters.keys() - refused
        assert all(reading.texts[name] == parameters[name] for name in accepted)
        view = reading.settings.view
        for address in (
            write_address(view, [reading]),
            write_short(view, [reading], runner, computation.example),
        ):
            assert "v" in address  # the version, without which later defaults would change the view
            again = read_settings(computation.settings, address, runner, computation.example)
            assert again.settings == reading.settings
            assert not again.refusals

    check()
