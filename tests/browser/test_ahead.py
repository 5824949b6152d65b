"""Pages whose picture the browser computes at Enter.

What only the front page does stands in test_preview.py.
"""

import pytest

from tests.browser.test_preview import ASKED, KEEP

# Each with the component of its picture.
PAGES = {"": "explorer", "mask": "matrices", "inside": "inside"}


@pytest.fixture(params=PAGES)
def ahead(visitor, request):
    """Return a visitor of a page whose browser has computed what the server has drawn."""
    return Ahead(visitor, request.param)


class Ahead:
    def __init__(self, visitor, path):
        self.visitor, self.page, self.path = visitor, visitor.page, path
        self.picture = PAGES[path]

    def open(self, *scripts, parameters="sentence=The+cat+sat."):
        for script in scripts:
            self.page.add_init_script(script)
        self.visitor.open(f"/{self.path}?{parameters}", self.picture)
        self.painted("view.live.isReady")

    def painted(self, condition):
        self.visitor.painted(f"(view => {condition})({self.picture}.view)", self.picture)

    def value(self, expression):
        return self.visitor.value(f"(view => {expression})({self.picture}.view)", self.picture)

    def type(self, words):
        """Type a sentence that the browser has computed at Enter, and wait until it is drawn."""
        self.visitor.sentence.fill(f"{words}.")
        computed = f"[...view.live.made.keys()].some(key => key.includes('{words}.'))"
        while not self.value(computed):
            self.page.wait_for_timeout(50)
        self.visitor.sentence.press("Enter")
        drawn = f"view.root.dataset.ahead === '' && view.live.base.sentence === '{words}.'"
        while not self.value(drawn):
            self.page.wait_for_timeout(50)

    def answered(self, words):
        """Wait until the server has answered the same."""
        same = "view.root.dataset.preview === 'same'"
        self.painted(f"{same} && view.live.server.sentence === '{words}.'")


def test_a_sentence_is_painted_before_the_server_has_heard_and_a_click_acts_on_it(ahead):
    ahead.open(KEEP)
    ahead.page.evaluate("kept = []")
    ahead.type("A woman reads")
    ahead.type("Two men are here")
    assert ahead.page.locator("[data-pale=sentence]").count() == 1
    assert "sentence=Two+men+are+here." in ahead.page.url
    ahead.page.locator(".st-key-bar").get_by_text("Whole words").click()
    ahead.page.evaluate("letGo()")
    ahead.page.wait_for_url(lambda url: "words=written" in url and "Two+men+are+here." in url)
    ahead.painted("view.live.server.sentence === 'Two men are here.'")
    ahead.page.go_back()
    ahead.page.wait_for_url(lambda url: "words=merged" in url and "Two+men" in url)
    ahead.painted("view.live.server.sentence === 'Two men are here.'")


def test_the_server_hears_of_it_when_the_reader_is_still_and_back_and_reload_keep_it(ahead):
    ahead.open(ASKED)
    entries, question = ahead.page.evaluate("[history.length, asked]")
    for words in ("A woman reads", "Two men are here"):
        ahead.type(words)
    assert ahead.page.evaluate("[history.length, asked]") == [entries + 2, question]
    ahead.page.go_back()
    ahead.answered("A woman reads")
    assert ahead.visitor.sentence.input_value() == "A woman reads."
    ahead.type("A girl sings")
    ahead.page.reload()
    ahead.painted("view.live.isReady && view.live.server.sentence === 'A girl sings.'")
    ahead.type("A boy runs")
    ahead.answered("A boy runs")
    assert ahead.page.locator("[data-pale]").count() == 0


def test_another_picture_of_the_server_replaces_it_with_a_sentence(ahead):
    ahead.open()
    spoil = "data.packed[data.packed.length - 1] ^= 64; receive.call(live, data)"
    wrap = f"const {{ live }} = view, {{ receive }} = live; live.receive = data => {{ {spoil} }}"
    ahead.value(f"(() => {{ {wrap} }})()")
    ahead.type("Two men are here")
    ahead.painted("view.root.dataset.preview === 'other' && view.live.isOver")
    assert ahead.page.get_by_text("Corrected: the server computes another result.").is_visible()
    ahead.visitor.type("A woman reads.")
    ahead.painted("view.live.server.sentence === 'A woman reads.'")
