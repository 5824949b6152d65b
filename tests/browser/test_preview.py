"""The picture is computed in the browser first; the server then says the same.

What the two computed is compared in the page (preview/live.js), which notes the result.
"""

ASKED = """window.asked = 0; const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (...data) { window.asked++; send.apply(this, data); };"""
# What the page sends waits for `letGo()` while `kept` is a list.
KEEP = """window.kept = null; const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
  if (window.kept) kept.push(() => send.call(this, data)); else send.call(this, data); };
window.letGo = () => { const all = kept; kept = null; all.forEach(sendLate => sendLate()); };"""
AHEAD = """words => [...document.querySelectorAll("[data-pale]")].some(element => {
  const { view } = [...element.querySelectorAll("*")].map(each => each.shadowRoot?.querySelector(
    ".explorer[data-ahead]")).find(Boolean) ?? {};
  return view?.data.blocks[0].rows.join(" ").startsWith(words); })"""


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


def test_sentence_and_head_are_painted_before_the_server_has_heard_of_them(visitor):
    page = visitor.page
    page.add_init_script(KEEP)
    visitor.open("/?temperature=4&swap=2:dog&sentence=The+cat+sat+on+the+mat.")
    visitor.painted("explorer.view.live.isReady")
    page.evaluate("kept = []")
    visitor.type("A woman reads.")
    page.wait_for_function(AHEAD, arg="A woman reads")
    visitor.type("Two men are here.")
    page.wait_for_function(AHEAD, arg="Two men are here")
    page.get_by_role("button", name="Turn head off").click()
    page.wait_for_function(AHEAD, arg="Two men are here")
    off = visitor.value("explorer.view.live.base.texts.off", "explorer")
    assert off
    drawn = "explorer.drawn = []; const { live } = explorer.view, { draw } = live;"
    drawn += "live.draw = data => { explorer.drawn.push(data.sentence); draw(data); }"
    visitor.value(f"(() => {{ {drawn} }})()", "explorer")
    page.evaluate("letGo()")
    visitor.painted("explorer.dataset.preview === 'same'")
    assert {*visitor.value("explorer.drawn", "explorer")} == {"Two men are here."}
    page.wait_for_function(f"location.search.includes('Two+men') && /off={off}/.test(location)")
    assert "temperature=4" in page.url
    assert "swap" not in page.url
    page.go_back()
    before = "explorer.view.live.server.preview.texts.off === undefined"
    visitor.painted(f"explorer.view.data.sentence === 'Two men are here.' && {before}")


def test_with_data_saver_nothing_is_loaded_and_the_server_answers(visitor):
    asked = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.page.add_init_script(
        "Object.defineProperty(navigator.connection, 'saveData', { value: true })"
    )
    visitor.open()
    visitor.type("Two men are here.")
    visitor.painted("explorer.view.data.sentence === 'Two men are here.'")
    assert not [url for url in asked if "/model/" in url]
