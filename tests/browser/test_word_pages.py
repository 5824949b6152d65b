"""The pages on where words live.

A word moves from layer to layer, and a link shows the same place again.
"""

from tests.browser.conftest import at_rest

PICTURE = "space"


def test_the_slider_carries_the_words_along_without_a_jump_and_goes_into_the_link(visitor):
    visitor.open("/words?others=20", PICTURE)
    at_rest(visitor.page)
    page, slider = visitor.page, visitor.page.get_by_role("slider", name="Step")
    visitor.value("(space.querySelector('canvas').dataset.own = 'yes')", PICTURE)
    tall = page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
    slider.focus()
    slider.press("End")
    visitor.painted("space.view.step === 5 && !space.view.waiting", PICTURE)
    page.wait_for_url("**layers-step=6**")
    # The same element as before.
    assert visitor.value("space.querySelector('canvas').dataset.own", PICTURE) == "yes"
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight") == tall
    visitor.open(page.url.removeprefix(visitor.address), PICTURE)
    visitor.painted("space.view.step === 5", PICTURE)
