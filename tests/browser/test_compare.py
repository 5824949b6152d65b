"""Two words find heads, a picture is pinned beside another, and heads lie over each other."""

import pytest

from models import Request, load
from viz.pages.profiles.word_pair_search import rank_heads

SENTENCES = {  # sentences with the places of an adjective and its noun, from 0
    "The red dog.": (1, 2),
    "The big red dog is sleeping on the bed.": (2, 3),
    "The old man with the white beard gave a small black cat to his little sister.": (10, 11),
}


def cell(row: int | None, column: int | None) -> str:
    row_text, column_text = ("null" if place is None else place for place in (row, column))
    return f"{{row: {row_text}, column: {column_text}}}"


class Busy:
    """Measures the milliseconds that the page's main thread computes and paints.

    Other processes of the machine do not count.
    """

    def __init__(self, page):
        self.page, self.session = page, page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.start = self.total()

    def total(self) -> float:
        self.page.wait_for_timeout(100)  # until it is painted
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        return 1000 * next(
            metric["value"] for metric in metrics if metric["name"] == "TaskDuration"
        )

    def took(self) -> float:
        return self.total() - self.start


@pytest.mark.parametrize(
    "sentence",
    [
        pytest.param(sentence, marks=pytest.mark.weekly if place else ())
        for place, sentence in enumerate(SENTENCES)
    ],
)
def test_two_words_of_the_sentence_rank_all_heads_in_the_browser_at_once(visitor, sentence):
    adjective, noun = SENTENCES[sentence]
    messages = []  # messages to the server
    visitor.page.on(
        "websocket", lambda socket: socket.on("framesent", lambda frame: messages.append(frame))
    )
    visitor.open(f"/?sentence={sentence.replace(' ', '+')}")  # shows cross-attention
    last = 0
    while not messages or len(messages) != last:  # until the browser has told all that it tells
        last = len(messages)
        visitor.page.wait_for_timeout(1000)
    messages.clear()
    busy = Busy(visitor.page)
    visitor.value(
        f"[explorer.view.holding.click({cell(None, adjective)}),"
        f" explorer.view.holding.click({cell(None, noun)})]",
        "explorer",
    )
    took = busy.took()
    trace = load("transformer", "cpu").trace(Request("transformer", sentence))
    best = rank_heads(trace, f"e{adjective + 1}", f"e{noun + 1}")[:5]
    buttons = visitor.page.locator(".findings .apply[data-place]")
    expected = [
        f"encoder {one.head.layer + 1}.{one.head.head + 1} {f'{one.weight:.2f}'.lstrip('0')}"
        for one in best
    ]
    assert [" ".join(text.split()) for text in buttons.all_inner_texts()] == expected
    assert took < 100
    assert not messages
    places = visitor.page.locator(".thumb-cell[data-place='1'] .thumb")
    assert places.count() == 1
    buttons.first.click()
    head = best[0].head
    assert (
        visitor.title == f"Encoder self-attention · layer {head.layer + 1} · head {head.head + 1}"
    )
    assert visitor.value("explorer.view.locked.row", "explorer") == adjective
    visitor.page.locator("canvas.map").focus()
    visitor.page.keyboard.press("Escape")
    assert visitor.page.locator(".thumb-cell[data-place]").count() == 0


def test_a_pinned_head_stays_beside_the_one_on_show_and_in_the_address(visitor):
    visitor.open("/?attention=encoder&layer=2&head=4")
    page = visitor.page
    page.get_by_role("button", name="Pin to compare").click()
    visitor.painted("explorer.view.data.pinned !== null")
    page.wait_for_url("**pin=model**")
    page.get_by_role("button", name="Encoder self-attention, layer 3, head 4").click()
    visitor.painted("explorer.view.choice.join() === 'encoder,2,3'")
    assert page.locator(".explorer .reading").inner_text().startswith("Largest difference: ")
    page.wait_for_url("**layer=3&head=4**")
    page.reload()
    visitor.painted("explorer.view.data.pinned && explorer.view.choice.join() === 'encoder,2,3'")
    assert page.locator(".compared canvas:visible").count() == 2
    visitor.type("The cat sees the dog.")
    page.get_by_role("button", name="Use this sentence for both").click()
    visitor.painted("explorer.view.data.pinned.rows.includes('cat')")
    assert page.locator(".compared canvas:visible").count() == 2
    page.get_by_role("button", name="Unpin").click()
    visitor.painted("explorer.view.data.pinned === null")
    assert page.locator(".compared canvas:visible").count() == 0


def test_the_one_head_of_a_recurrent_network_stands_beside_a_pinned_one(visitor):
    pin = "model%3Dbilstm-dot%26sentence%3DThe%2Bcat%2Bsees%2Bthe%2Bdog."
    visitor.open(f"/?model=bilstm-additive&sentence=The+cat+sees+the+dog.&pin={pin}")
    visitor.painted("explorer.view.data.pinned !== null")
    assert visitor.page.locator(".compared.first canvas:visible").count() == 1


def test_lines_of_several_heads_are_turned_off_and_on_and_kept(visitor):
    visitor.open("/?attention=cross&layer=3&head=1")
    page = visitor.page
    page.get_by_role("button", name="Keep lines").click()
    page.get_by_role("button", name="Cross-attention, layer 1, head 2").click()
    chips = page.locator(".overlay .chip")
    assert chips.all_inner_texts() == ["cross 3.1", "cross 1.2"]
    page.wait_for_url("**overlay=cross-3-1**")
    chips.first.click()
    assert chips.first.get_attribute("aria-pressed") == "false"
    page.wait_for_url("**overlay=cross-3-1-off**")
    page.reload()
    visitor.painted("explorer.view.heads.length === 2")
    assert chips.first.get_attribute("aria-pressed") == "false"


def test_heads_are_ordered_by_what_they_do_in_general(visitor):
    visitor.open()
    assert visitor.value("Boolean(explorer.view.data.profiles)", "explorer")
    page = visitor.page
    assert page.locator(".findings .profile").inner_text().startswith("Over 2,")
    page.locator(".findings .orders").select_option(label="the next word")
    weights = [
        float(text.split()[-1]) for text in page.locator(".findings [data-place]").all_inner_texts()
    ]
    assert len(weights) == 5
    assert weights == sorted(weights, reverse=True)
    assert page.locator(".thumb-cell[data-place]").count() == 5
    # The thumbnails of each mechanism are in that order, by their values in the browser.
    names = "[...overview.querySelectorAll('.block:first-child .thumb-cell')]"
    overview = "explorer.querySelector('.overview')"
    in_order = (
        f"((overview) => {names}.sort((a, b) => a.style.order - b.style.order)"
        f".map((cell) => cell.dataset.name))({overview})"
    )
    expected = (
        "Object.entries(explorer.view.data.profiles.heads).filter(([name]) =>"
        " name.startsWith('encoder')).map(([name, [, , values]]) => [name, values["
        "explorer.view.data.profiles.measures.indexOf('the next word')]])"
        ".sort((a, b) => b[1] - a[1]).map(([name]) => name.slice(8).replace('-', '.'))"
    )
    assert visitor.value(in_order, "explorer") == visitor.value(expected, "explorer")
    least = page.locator(".findings .least")
    least.fill("50")
    left = page.locator(".thumb-cell:not(.left-out)").count()
    assert 0 < left < 16
    assert f"{left} of 16 heads" in page.locator(".findings .list").inner_text()
    page.locator(".findings .orders").select_option(index=0)
    assert least.is_hidden()
    assert page.locator(".left-out").count() == 0
    assert visitor.value(in_order, "explorer")[:5] == ["1.1", "1.2", "1.3", "1.4", "2.1"]
