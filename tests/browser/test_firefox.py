"""The edition without a server in Firefox and in Chromium: the words and weights of Python."""

import json
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import urlencode

import numpy as np
import pytest
from playwright.sync_api import Page

from tests.engine_runs import (
    CLOSE,
    DATA,
    SCRIPT,
    add_engine,
    all_requests,
    book_sentences,
    farthest,
    read_test_set,
    some_requests,
)
from tests.engine_values import model
from tests.firefox import Tab, running_firefox
from tests.programs import find_program
from tests.static_host import serving
from viz.edition.export import main
from viz.view.edition import MODELS

LINKS = (
    {"sentence": "The big red dog is sleeping on the bed."},
    {"sentence": "She didn't know that her brother's train was late.", "mask": "none"},
    {"sentence": "A man in a blue shirt is standing on a ladder.", "words": "written"},
    {"temperature": "4", "off": "cross-3-1", "block": "2"},
    {"positions": "shuffled", "swap": "4:cat"},
    *({"model": name} for name in MODELS if name != "transformer"),
    {"model": "gpt", "sentence": "The old man opened", "temperature": "2", "off": "decoder-1-1"},
    {"model": "bert", "sentence": "The cat sat on the [MASK].", "positions": "off"},
    {"model": "bilstm-additive", "swap": "2:dog", "temperature": "0.5"},
)
# Resolves once the service worker keeps the weights, or where the page may keep nothing.
KEPT = """new Promise((done) => {
  const look = async () => {
    const kept = await caches.match("models/transformer/weights.safetensors").then(
      (file) => (file ? "kept" : ""), () => "forbidden");
    if (kept) done(kept);
    else setTimeout(look, 100);
  };
  look();
})"""
COUNT = 300  # sentences of books, and of each test set that is at hand
TEST_SETS = "multi30k.test_2016_flickr", "tatoeba.dev"
# What is painted: the words, and the weights of all heads.
READ = """new Promise((done) => {
  const look = () => {
    const picture = document.querySelector("#picture > div")?.shadowRoot;
    const root = picture?.querySelector("[data-painted]");
    if (!root) return setTimeout(look, 50);
    done(JSON.stringify([root.dataset.painted, [...root.view.data.numbers]]));
  };
  look();
})"""


class Both(NamedTuple):
    """An edition, and a tab of each browser."""

    address: str
    page: Page
    tab: Tab


@pytest.fixture(scope="module")
def both(browser, tmp_path_factory, drawn_once) -> Iterator[Both]:
    find_program("firefox-esr", "firefox", package="firefox-esr")
    folder = tmp_path_factory.mktemp("edition")
    assert main(["--to", str(folder / "course")]) == 0
    add_engine(folder / "course")
    with serving(folder, "course") as host, running_firefox() as tab:
        page = browser.new_page()
        yield Both(f"{host.address}/course/", page, tab)
        page.close()


@pytest.mark.parametrize("links", [LINKS[:1], pytest.param(LINKS[1:], marks=pytest.mark.weekly)])
def test_firefox_writes_the_same_words_with_the_same_weights(links, both):
    address, page, tab = both
    for link in links:
        page.goto(f"{address}?{urlencode(link)}")
        tab.open(f"{address}?{urlencode(link)}")
        expected, made = json.loads(page.evaluate(READ)), json.loads(tab.evaluate(READ))
        assert made[0] == expected[0]
        assert len(made[1]) == len(expected[1]) > 0
        assert np.abs(np.subtract(made[1], expected[1])).max() <= 6  # of 65534


@pytest.mark.weekly
@pytest.mark.parametrize(
    ("preference", "kept", "folders"),
    [
        ({"browser.privatebrowsing.autostart": True}, "kept", {"permanent", "private"}),
        ({"network.cookie.cookieBehavior": 2}, "forbidden", {"permanent"}),  # no site stores
    ],
)
def test_firefox_shows_it_in_a_private_window_and_without_storage(preference, kept, folders, both):
    with running_firefox(preference) as tab:
        for name in ("transformer", "bilstm-dot"):
            tab.open(f"{both.address}?{urlencode({'model': name, 'sentence': 'I am tired.'})}")
            assert json.loads(tab.evaluate(READ))[0] == "Je suis fatigué . </s>"
            assert tab.evaluate(KEPT) == kept
        # Nothing on the disk is of this site, or it is encrypted for the private window alone.
        assert {one.parent.name for one in tab.profile.glob("storage/*/*")} == folders


def compare(requests, evaluators: dict[str, Callable[[str], str]]) -> None:
    """Compare the engine in each browser with Python, and print the largest differences."""
    question, most = [*requests], dict.fromkeys(evaluators, 0.0)
    for request in question:
        trace = model(request.model).trace(request)
        for browser, evaluate in evaluators.items():
            most[browser] = max(most[browser], farthest(request, trace, evaluate))
    print(f"{len(question)} runs, the largest differences of a weight: {most}")
    assert max(most.values()) < CLOSE


@pytest.fixture(scope="module")
def evaluators(both) -> dict[str, Callable[[str], str]]:
    address, page, tab = both
    page.goto(f"{address}engine.html")
    tab.open(f"{address}engine.html")
    evaluators = {"Chromium": page.evaluate, "Firefox": tab.evaluate}
    assert [evaluate(SCRIPT) for evaluate in evaluators.values()] == ["ready", "ready"]
    return evaluators


def test_the_engine_agrees_with_python_in_both_browsers(evaluators):
    compare(some_requests(), evaluators)


@pytest.mark.weekly
def test_all_models_and_changes_agree_with_python_in_both_browsers(evaluators):
    books = book_sentences()
    more = books[:: len(books) // COUNT][:COUNT]
    for name in TEST_SETS:
        if (DATA / f"{name}.en-fr.tsv.gz").exists():
            more += read_test_set(name)[:COUNT]
    compare(all_requests(more), evaluators)
