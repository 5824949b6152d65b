"""The page on the mask.

Scores, mask and weights of one head, the words before a changed one, and padding.
"""

import pytest

PICTURE = "matrices"
TITLES = ["Scores", "Mask", "Weights", "Encoder, with the padding mask", "Encoder, without it"]
ALLOWED = (
    "matrices.view.panels.map(({ matrix: m }) => m.rows.map((_, r) => m.columns.map((_, c) => "
    "m.weight(r, c) !== null)))"
)
WEIGHTS = (
    "(({ matrix: m }) => m.rows.map((_, r) => m.columns.map((_, c) => m.weight(r, c) ?? "
    "0)))(matrices.view.panels[2])"
)
OUTLINED = (
    "(({ matrix: m }) => m.rows.flatMap((_, r) => m.columns.filter((_, c) => m.changed(r, "
    "c))).length)(matrices.view.panels[2])"
)


def open_page(visitor, query: str = "") -> None:
    """Open the page with both pictures: the three matrices of the mask, the two of padding."""
    visitor.page.goto(f"{visitor.address}/mask{query}")
    both_painted(visitor)


def both_painted(visitor) -> None:
    visitor.page.locator(".matrices[data-painted]").nth(1).wait_for(timeout=60_000)


def choose(visitor, sees: str, cells: int) -> None:
    """Choose the mask; wait until so many cells of the weights are allowed."""
    visitor.page.get_by_role("radio", name=sees).click()
    visitor.painted(
        "(m => m?.rows.flatMap((_, r) => m.columns.filter((_, c) => m.weight(r, c) !== null))"
        f".length)(matrices.view.panels[2]?.matrix) === {cells}",
        PICTURE,
    )


def changes(visitor) -> tuple[int, list[list[str]]]:
    """Return the exchanged word's column, and the table's rows with and without the mask."""
    table = visitor.page.locator("table.changes")
    table.locator(".marked").wait_for()
    names, *rows = table.evaluate(
        "table => [...table.rows].map(row => [...row.cells].slice(1).map(cell => "
        "[cell.innerText, cell.className]))"
    )
    return [kind for _, kind in names].index("marked"), [[text for text, _ in row] for row in rows]


def test_it_opens_under_the_causal_mask_where_no_word_notices_a_later_one(visitor):
    open_page(visitor)
    assert visitor.sentence.input_value() == "The big red dog"
    assert visitor.page.locator(".matrices .title").all_inner_texts() == TITLES
    legends = visitor.page.locator(".matrices").first.locator(".panel .legend").all_inner_texts()
    assert [legend.split(" ")[0] for legend in legends] == ["score", "", "weight"]
    assert visitor.value("matrices.view.panels[2].matrix.rows", PICTURE) == [
        "<s>",
        "Le",
        "gros",
        "chien",
        "rouge",
    ]
    causal = [[column <= row for column in range(5)] for row in range(5)]
    scores, mask, weights = visitor.value(ALLOWED, PICTURE)
    assert all(map(all, scores))
    assert mask == weights == causal
    assert visitor.value(OUTLINED, PICTURE) == 0
    marked, (with_mask, without) = changes(visitor)
    assert marked > 1
    assert len(with_mask) == len(without) == 5
    assert with_mask[:marked] == ["0"] * marked
    assert with_mask[marked] != "0"
    assert "0" not in without


def test_the_mask_falls_on_the_scores_step_by_step(visitor):
    visitor.page.emulate_media(reduced_motion="reduce")
    open_page(visitor)
    page = visitor.page
    captions = page.locator(".matrices").first.locator(".reading")
    steps = "matrices.view.panels.map(panel => matrices.view.played(panel))"
    states = f"{steps}.map(({{drawn, covered}}) => [drawn, covered])"
    page.get_by_role("button", name="Let the mask fall").click()
    assert visitor.value(states, PICTURE) == [[1, 0], [0, 0], [0, 0]]
    assert not captions.nth(1).is_visible()
    page.get_by_role("button", name="The next picture").click()
    assert visitor.value(states, PICTURE) == [[1, 1], [1, 0], [0, 0]]
    assert "10 of 25 cells are masked" in captions.nth(1).inner_text()
    page.get_by_role("button", name="The next picture").click()
    assert visitor.value(states, PICTURE) == [[1, 1], [1, 0], [1, 0]]
    page.keyboard.press("Escape")
    assert visitor.value(states, PICTURE) == [[1, 0], [1, 0], [1, 0]]


def test_without_the_mask_other_weights_are_outlined(visitor):
    open_page(visitor)
    before = visitor.value(WEIGHTS, PICTURE)
    choose(visitor, "No mask", 25)
    assert all(all(map(all, allowed)) for allowed in visitor.value(ALLOWED, PICTURE))
    after, outlined = visitor.value(WEIGHTS, PICTURE), visitor.value(OUTLINED, PICTURE)
    assert (
        outlined
        == sum(abs(new - old) > 0.2 for rows in zip(before, after) for old, new in zip(*rows))
        > 0
    )
    assert all(abs(sum(row) - 1) < 1e-3 for row in (*before, *after))
    visitor.page.get_by_text("Seeing the answer").wait_for()


@pytest.mark.slow
def test_only_the_last_words_and_the_padding_stay_in_the_address(visitor):
    open_page(visitor)
    choose(visitor, "Only the last words", 9)
    visitor.page.wait_for_url("**sees=window**")
    window = [[row - 2 < column <= row for column in range(5)] for row in range(5)]
    assert visitor.value(ALLOWED, PICTURE)[1:] == [window] * 2
    visitor.page.reload()
    both_painted(visitor)
    assert visitor.value(ALLOWED, PICTURE)[1:] == [window] * 2
    assert visitor.page.get_by_role("radio", name="Only the last words").is_checked()
    padded = (
        visitor.page.locator(".matrices")
        .nth(1)
        .evaluate(
            "matrices => matrices.view.panels.map(({ matrix: m }) => m.columns.map((_, c) "
            "=> m.weight(0, c) !== null))"
        )
    )
    assert padded == [[True] * 5 + [False] * 4, [True] * 9]
