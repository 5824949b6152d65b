"""The page on the mask: scores, mask and weights of one head."""

PICTURE = "matrices"
WEIGHTS = (
    "(({ matrix: m }) => m.rows.map((_, r) => m.columns.map((_, c) => m.weight(r, c) ?? "
    "0)))(matrices.view.panels[2])"
)
OUTLINED = (
    "(({ matrix: m }) => m.rows.flatMap((_, r) => m.columns.filter((_, c) => m.changed(r, "
    "c))).length)(matrices.view.panels[2])"
)


def open_page(visitor) -> None:
    visitor.page.goto(f"{visitor.address}/mask")
    visitor.page.locator(".matrices[data-painted]").nth(1).wait_for(timeout=60_000)  # of padding


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
    visitor.page.get_by_role("radio", name="No mask").click()
    visitor.painted("(matrices.view.panels[2]?.matrix.weight(0, 1) ?? null) !== null", PICTURE)
    after, outlined = visitor.value(WEIGHTS, PICTURE), visitor.value(OUTLINED, PICTURE)
    assert (
        outlined
        == sum(abs(new - old) > 0.2 for rows in zip(before, after) for old, new in zip(*rows))
        > 0
    )
    assert all(abs(sum(row) - 1) < 1e-3 for row in (*before, *after))
    visitor.page.get_by_text("Seeing the answer").wait_for()
