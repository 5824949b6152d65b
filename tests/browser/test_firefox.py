"""The edition without a server in Firefox: the same words and weights as in Chromium."""

import json
from urllib.parse import urlencode

import numpy as np
import pytest
from viz.static import MODELS, main

from tests.firefox import running_firefox
from tests.programs import find_program
from tests.static_host import serving

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


@pytest.mark.parametrize("links", [LINKS[:1], pytest.param(LINKS[1:], marks=pytest.mark.weekly)])
def test_firefox_writes_the_same_words_with_the_same_weights(links, browser, tmp_path):
    find_program("firefox-esr", "firefox", package="firefox-esr")
    assert main(["--to", str(tmp_path / "course")]) == 0
    with serving(tmp_path, "course") as host, running_firefox() as tab:
        page = browser.new_page()
        for link in links:
            address = f"{host.address}/course/?{urlencode(link)}"
            page.goto(address)
            tab.open(address)
            expected, made = json.loads(page.evaluate(READ)), json.loads(tab.evaluate(READ))
            assert made[0] == expected[0]
            assert len(made[1]) == len(expected[1]) > 0
            assert np.abs(np.subtract(made[1], expected[1])).max() <= 6  # of 65534
        page.close()
