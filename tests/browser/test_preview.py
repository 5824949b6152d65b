"""While a control is moved the picture is computed in the browser; the server then says the same.

What the two computed is compared in the page (explorer/preview.js), which notes the result.
"""

ASKED = """window.asked = 0; const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (...data) { window.asked++; send.apply(this, data); };"""


def test_the_picture_follows_pointer_slider_and_typing_before_the_server_is_asked(visitor):
    page = visitor.page
    page.add_init_script(ASKED)
    page.set_viewport_size({"width": 1280, "height": 1200})
    visitor.open("/?panel=open&swap-word=2&sentence=The+cat+sat+on+the+mat.")
    thumb = page.locator(".st-key-setting-temperature [data-testid=stSliderThumbValue]").first
    thumb.wait_for()
    before, question = visitor.french, page.evaluate("asked")
    page.get_by_role("button", name="No word order").hover()
    visitor.painted("explorer.view.data !== explorer.view.live.server")
    page.mouse.move(0, 0)
    visitor.painted("explorer.view.data === explorer.view.live.server")
    box = thumb.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] + 6
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 300, y, steps=4)  # to 10
    visitor.painted("explorer.view.data.trained && !explorer.dataset.preview")
    blurred = visitor.french
    assert blurred != before
    assert page.evaluate("asked") == question
    page.mouse.up()
    visitor.painted("explorer.dataset.preview === 'same'")
    assert visitor.french == blurred
    page.get_by_role("textbox", name="or with").press_sequentially("dog")
    visitor.painted("explorer.view.data.blocks[0].rows[1] === 'dog'")
    late = "explorer.view.live.show(explorer.view.live.server) ?? true"  # the answer before
    assert visitor.value(late, "explorer")
    visitor.painted("explorer.view.data.blocks[0].rows[1] === 'dog'")
    page.keyboard.press("Enter")
    visitor.painted(
        "explorer.dataset.preview === 'same' && /dog/.test("
        "explorer.view.live.server.preview.texts.swap)"
    )
