"""The page on the mask: scores, mask and weights of one head."""

PICTURE = "matrices"


def test_the_mask_falls_on_the_scores_step_by_step(visitor):
    visitor.page.emulate_media(reduced_motion="reduce")
    page = visitor.page
    page.goto(f"{visitor.address}/mask")
    page.locator(".matrices[data-painted]").nth(1).wait_for(timeout=60_000)  # that of padding
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
