"""The map of heads: a click shows a head's profile, a link opens its sentence."""

from playwright.sync_api import expect

HEAD = "Encoder self-attention, layer 4, head 3"


def test_the_map_of_heads(visitor):
    """A head pointed at has a card, one clicked its profile, and a link opens its sentence."""
    page = visitor.page
    page.goto(f"{visitor.address}/profiles")
    page.locator(".headprofile[data-painted]").wait_for(timeout=60_000)
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=60_000)
    page.get_by_role("button", name="Cross-attention, layer 3, head 1").hover()
    card = page.locator(".headmap .card")
    card.wait_for()
    text = card.inner_text()
    assert text.startswith("Cross-attention, layer 3, head 1")
    assert "Shows it best" in text
    assert "Shows it least" in text
    page.mouse.move(2, 2)
    expect(card).to_have_count(0)

    # Painted at once, by the click itself.
    panel = page.locator(".headprofile")
    for head in ("encoder-4-3", "decoder-2-1", "cross-1-1", "encoder-1-2"):
        title, pressed = visitor.value(
            f"(() => {{ headmap.querySelector('[data-head={head}]').click();"
            " const panel = [...document.querySelectorAll('*')].map(element =>"
            " element.shadowRoot?.querySelector('.headprofile')).find(Boolean);"
            " panel.getBoundingClientRect();"
            " return [panel.dataset.painted, headmap.querySelector('[aria-pressed=true]')"
            ".dataset.head] })()",
            "headmap",
        )
        assert title == pressed == head
    page.wait_for_url("**layer=1&head=2**")
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=60_000)
    assert panel.get_attribute("data-painted") == "encoder-1-2"
    assert panel.locator("tr").count() > 10

    button = page.get_by_role("button", name=HEAD)
    assert button.get_attribute("aria-pressed") == "false"
    button.click()
    page.get_by_role("heading", name=HEAD).wait_for(timeout=60_000)
    page.locator(f'.headmap button[aria-pressed="true"][aria-label^="{HEAD}"]').wait_for()
    link = page.locator('a[href*="attention=encoder"]').first.get_attribute("href")
    page.goto(f"{visitor.address}/{link.removeprefix('./')}")
    visitor.painted("true")
    assert "attention=encoder" in page.url
    assert "layer=4&head=3" in page.url


def test_pasted_sentences_are_measured_and_shown_again_by_their_link(visitor):
    page = visitor.page
    page.goto(f"{visitor.address}/profiles?model=bilstm-dot")
    page.locator(".headmap[data-painted]").wait_for(timeout=60_000)
    page.get_by_text("Your own sentences").click()
    field = page.get_by_label("Sentences, one a line")
    field.fill("The big dog sees the old cat.\tLe gros chien voit le vieux chat.\n" * 12)
    page.get_by_role("button", name="Measure these sentences").click()
    back = page.get_by_role("button", name="Back to the shipped sentences")
    back.wait_for(timeout=120_000)
    page.get_by_text("Measured. The map at the top").wait_for()
    page.wait_for_url("**own=**")
    # The form is below the map: the page goes back up, once.
    page.wait_for_function("document.querySelector('.stMain').scrollTop === 0")
    page.goto(page.url)
    page.get_by_text("12 sentences of your own").first.wait_for(timeout=60_000)
    back.click()
    page.wait_for_url(lambda url: "own=" not in url, timeout=60_000)
