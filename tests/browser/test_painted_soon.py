"""The interactive page of many heads: its size, and how soon it is painted without a network."""

import numpy as np
import pytest

from tests.firefox import running_firefox
from tests.programs import find_program
from viz import show

PAINTED = """new Promise((done) => {
  const look = () => {
    const root = document.querySelector("#picture").shadowRoot?.querySelector("[data-painted]");
    if (!root) return setTimeout(look, 5);
    requestAnimationFrame(() => requestAnimationFrame(() => done(String(performance.now()))));
  };
  look();
})"""


@pytest.mark.weekly
def test_144_heads_of_up_to_512_tokens_are_painted_soon_in_both_browsers(browser, tmp_path):
    find_program("firefox-esr", "firefox", package="firefox-esr")
    random = np.random.default_rng(0)
    with running_firefox() as tab:
        for tokens in (16, 64, 128, 256, 512):
            scores = np.exp(3 * random.standard_normal((12, 12, tokens, tokens), dtype=np.float32))
            file = tmp_path / f"{tokens}.html"
            words = [f"word{place}" for place in range(tokens)]
            show(scores / scores.sum(-1, keepdims=True), words).save(file)
            assert file.stat().st_size < 4e6
            times: dict[str, list[float]] = {"Chromium": [], "Firefox": []}
            for _ in range(3):
                context = browser.new_context(bypass_csp=True, offline=True)
                page = context.new_page()
                page.goto(file.as_uri(), wait_until="commit")
                times["Chromium"].append(float(page.evaluate(PAINTED)))
                context.close()
                tab.open(file.as_uri())
                times["Firefox"].append(float(tab.evaluate(PAINTED)))
            print(tokens, times)
            # The best of three: other programs run too, of which Firefox suffers most.
            assert min(times["Chromium"]) < 1000
            assert min(times["Firefox"]) < 3000
