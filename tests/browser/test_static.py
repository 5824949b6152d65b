"""The edition without a server, as a static host serves it under a path of its own."""

import json

from tests.browser.axe import violations
from tests.browser.conftest import Visitor
from tests.static_host import serving
from viz.analysis.views import HeadChoice
from viz.app.classroom import read_task
from viz.edition.export import main
from viz.view.address import mark_version

LINK = "?sentence=I+am+tired.&attention=encoder&layer=2&head=3&words=merged&v=4"
LECTURER = "https://lecturer.example.org/app"
BEGINNING = "The cat is sleeping on the"
KEPT = "async (file) => Boolean(await caches.match(file))"
TIRED = ".explorer[data-painted='Je suis fatigué . </s>']"


def test_it_translates_under_a_strict_policy_opens_links_and_works_offline(
    browser, tmp_path, drawn_once
):
    assert main(["--to", str(tmp_path / "course"), "--class", f"{LECTURER}?x"]) == 0
    with serving(tmp_path, "course") as host:
        visit(browser, host)
    see_file(browser, tmp_path / "course/index.html")


def go(page, title):
    """Follow a link of the menu."""
    group = page.locator("#pages details").filter(has_text=title)
    group.locator("summary").click()
    group.get_by_role("link", name=title).click()


def visit(browser, host):
    address, heard, sent = host.address, host.heard, host.sent
    version = mark_version()
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale="en-GB")
    visitor = Visitor(context.new_page(), address)
    page = visitor.page
    page.goto(f"{address}/course/{LINK}")
    page.locator(TIRED).wait_for()
    assert visitor.title == "Encoder self-attention · layer 2 · head 3"
    page.get_by_role("textbox", name="An English sentence").fill("A dog is barking.")
    page.keyboard.press("Enter")  # the keys are the page's again
    assert page.evaluate("document.activeElement === document.body")
    page.locator(".explorer[data-painted^='Un chien']").wait_for()
    assert "sentence=A+dog+is+barking." in page.url
    page.get_by_role("button", name="Undo").click()
    page.locator(TIRED).wait_for()
    assert not page.get_by_role("button", name="Undo").is_visible()
    page.get_by_role("textbox", name="An English sentence").fill("A dog is barking.")
    page.keyboard.press("Enter")
    page.locator(".explorer[data-painted^='Un chien']").wait_for()
    page.get_by_role("button", name="Pin to compare").click()
    page.wait_for_url("**pin=model%3Dtransformer%26sentence%3DA%2Bdog*")
    page.get_by_text("A and B are the same").wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".stacked .box.first").wait_for()  # it has a height
    page.set_viewport_size({"width": 1280, "height": 720})
    page.get_by_role("button", name="Unpin").click()
    page.wait_for_function("!location.search.includes('pin=')")
    page.get_by_label("Let the decoder look ahead").check()
    page.wait_for_url("**mask=none**")
    page.locator("body:not([aria-busy])").wait_for()
    masked = "root => root.view.data.numbers.includes(65535)"
    assert not page.locator(".explorer").evaluate(masked)
    page.get_by_role("button", name="Turn head off").click()
    page.wait_for_url("**off=encoder-2-3**")
    panel = page.get_by_role("group").filter(has_text="What if …?")
    panel.get_by_text("What if …?").click()
    panel.get_by_role("group", name="Hide a word").get_by_role("button", name="dog").click()
    page.wait_for_url("**block=2**")
    panel.get_by_label("Positions").select_option("No positions")
    panel.get_by_role("group", name="Swap a word").get_by_role("button", name="dog").click()
    panel.get_by_label("Another word for “dog”").fill("cat")
    panel.get_by_label("Another word for “dog”").press("Enter")
    page.wait_for_url("**swap=2%3Acat**positions=off**")
    page.get_by_text("As trained: “Un chien").wait_for()
    assert not violations(page)
    panel.get_by_role("button", name="Reset all").click()
    page.wait_for_url(f"**merged&panel=open&v={version}")
    page.locator("#title").click()
    page.keyboard.press("l")
    page.wait_for_url("**lecture=on**")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**layer=2&head=4**")
    slider = page.locator(".explorer .player input")
    slider.focus()
    step = float(slider.input_value())
    page.keyboard.press("ArrowLeft")  # the slider's, as it has the focus
    assert float(slider.input_value()) < step
    assert "layer=2&head=4" in page.url
    slider.blur()
    fits = "() => document.documentElement.scrollHeight <= innerHeight"
    assert page.evaluate(fits)
    page.keyboard.press("l")
    page.wait_for_url(f"**merged&panel=open&v={version}")
    go(page, "What happens inside one head?")
    page.locator(".inside[data-painted='0/16']").wait_for()
    assert page.locator(".inside .title").inner_text().startswith("In this head")
    page.locator("#title").click()
    page.keyboard.press("Space")
    page.wait_for_url(f"**/course/inside/?*sentence=A+dog*layer=2&head=4*inside-step=1&v={version}")
    page.get_by_role("combobox", name="Head").select_option("1")
    page.wait_for_url(f"**head=1*inside-step=1&v={version}")
    page.locator(".inside[data-painted='1/16']").wait_for()
    assert not violations(page)
    go(page, "What may the decoder see?")
    page.locator(".sheet[data-painted^='Un chien']").wait_for()
    page.get_by_label("Exchange a word").select_option("chien")
    page.wait_for_url(f"**/course/mask/?*sees=causal*exchange=2*v={version}")
    page.get_by_label("What the decoder may see").select_option("No mask")
    page.get_by_text("No cell is masked").first.wait_for()
    assert not violations(page)
    go(page, "Lessons")
    page.locator("section").filter(has_text="Lesson 4").get_by_role("button").click()
    page.wait_for_url(f"**/course/lessons/?lesson=mask&step=1&v={version}")
    page.keyboard.press("ArrowRight")
    page.get_by_role("heading", name="Before the softmax").wait_for()
    page.locator(".matrices:visible").wait_for()
    assert page.url.endswith(f"/course/lessons/?lesson=mask&step=2&v={version}")
    assert not violations(page)
    page.get_by_role("button", name="All lessons").click()
    page.get_by_text("Lesson 11").first.wait_for()
    for _ in range(3):
        page.go_back()
    page.locator(".explorer[data-painted^='Un chien']").wait_for()
    page.get_by_role("textbox", name="An English sentence").fill(" ")
    page.get_by_role("button", name="Translate").click()
    page.get_by_role("alert").filter(has_text="no word in this sentence").wait_for()
    page.wait_for_function(KEPT, arg="models/transformer/weights.safetensors")
    # Not again for the service worker, though a private window's own cache keeps no such weights.
    for name in ("tokenizer.json", "weights.safetensors"):
        assert sent.count(f"/course/models/transformer/{name}") == 1
    walk(page, sent)
    assert not violations(page)
    see_failing_worker(browser, address)
    see_long_sentence(browser, address)
    see_foreign_page(browser, address)
    see_class(browser, address)
    see_drawn(page, address)
    opened = [f"/course/{LINK}", f"/course/{LINK}&importance=1"]
    assert [path for path, _ in heard if "sentence=" in path] == opened
    assert not [referrer for _, referrer in heard if "sentence=" in referrer]
    page.goto(f"{address}/course/{LINK}&language=fr")  # whose texts are kept once they were shown
    page.locator(TIRED).wait_for()
    page.wait_for_timeout(2000)
    host.stop()
    page.goto(f"{address}/course/{LINK}&language=fr&importance=1&off=cross-9-1")
    page.locator(TIRED).wait_for()
    assert visitor.title.startswith("Auto-attention de l'encodeur")
    assert ": importance, off de l'adresse" in page.get_by_role("alert").inner_text()
    page.get_by_role("textbox", name="Une phrase anglaise").fill("a " * 6_000)
    page.get_by_role("button", name="Traduire").click()
    refusal = page.get_by_role("alert").filter(has_text="Ce texte a 12\u202f000 caractères")
    refusal.filter(has_text="L'image pâle est celle de «\xa0I am tired.\xa0»").wait_for()
    assert page.title() == "Heads Up"
    assert len(page.locator("footer").inner_text()) < 1_000
    assert page.locator("#picture").evaluate("picture => getComputedStyle(picture).opacity") < "1"
    page.goto(f"{address}/course/{LINK}&embed=true")
    page.locator(TIRED).wait_for()
    assert not page.get_by_role("textbox").is_visible()
    assert page.evaluate(fits)
    page.goto(f"{address}/course/{LINK}&language=fr")
    page.get_by_role("textbox").fill("I am tired.")
    page.get_by_role("button", name="Traduire").click()
    page.locator("#picture:not(.pale)").wait_for()
    assert page.title().startswith("Je suis")
    assert not visitor.problems
    assert not visitor.elsewhere
    context.close()


def walk(page, sent):
    """Go through the pages; no model is loaded twice."""
    go(page, "What comes next?")
    page.get_by_role("textbox", name="The beginning of an English text").fill(BEGINNING)
    page.get_by_role("button", name="Go on").click()
    tables = page.locator("#picture .tables")
    page.locator(f".tables[data-painted='{BEGINNING}']").wait_for()
    assert tables.get_by_role("row").first.inner_text().split() == ["sofa", "33%"]
    assert "/course/next/?" in page.url
    page.get_by_label("Look at").select_option("Going on")
    page.get_by_role("button", name="Draw again").click()
    page.wait_for_url("**next-look=write&next-length=8&next-seed=2**")
    page.get_by_role("link", name="See all heads of GPT on this text").click()
    page.locator(".explorer[data-painted^='sofa']").wait_for()
    assert "model=gpt" in page.url
    go(page, "Which word fills the gap?")
    page.get_by_role("button", name="cat").click()
    page.wait_for_url("**hide=2%2C4**")
    page.locator("body:not([aria-busy])").wait_for()
    assert tables.get_by_text("[MASK]").count() == 2
    page.go_back()
    page.locator(".explorer[data-painted^='sofa']").wait_for()
    go(page, "How does it line up")
    page.locator(".matrices").get_by_text("BiLSTM with additive attention").wait_for()
    page.wait_for_url("**compare=two&whose=same&**second=bilstm-additive**")
    playlist = page.get_by_role("group").filter(has_text="Playlist")
    playlist.get_by_text("Playlist (0)").click()
    playlist.get_by_role("button", name="Add this view").click()
    go(page, "How does it know word order?")
    page.get_by_role("img", name="Sinusoidal encodings of 50 positions").wait_for()
    assert not page.get_by_role("textbox").is_visible()
    page.get_by_label("Look at").select_option("Another order")
    page.get_by_text("and both get the same translation").wait_for()
    page.wait_for_url("**/course/order/?**look=order&order=no+positions&other=the+on+**")
    assert not violations(page)
    playlist.get_by_role("button", name="Add this view").click()
    playlist.get_by_role("button", name="Start the lecture").click()
    page.wait_for_url("**/course/align/?**lecture=on**")
    page.locator("body:not([aria-busy])").wait_for()
    page.keyboard.press("PageDown")
    page.wait_for_url("**/course/order/?**look=order**lecture=on**")
    page.keyboard.press("l")
    page.wait_for_function(KEPT, arg="models/bert/weights.safetensors")
    for name in ("transformer", "gpt"):  # the first was let go for others, and read again
        for file in ("tokenizer.json", "weights.safetensors"):
            assert sent.count(f"/course/models/{name}/{file}") == 1


def see_long_sentence(browser, address):
    """A word of 500 letters says that it is computed, and is left at a click."""
    context = browser.new_context(locale="en-GB", service_workers="block")
    page = context.new_page()
    page.goto(f"{address}/course/{LINK}&importance=1")
    page.get_by_role("alert").filter(has_text="importance of the address").wait_for()
    page.get_by_role("textbox", name="An English sentence").fill("qz" * 250)
    page.get_by_role("button", name="Translate").click()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("alert").filter(has_text="You have stopped the model").wait_for()
    page.get_by_role("textbox", name="An English sentence").fill("🙂")
    page.get_by_role("button", name="Translate").click()
    page.get_by_role("alert").filter(has_text="There is no word in this sentence").wait_for()
    page.get_by_role("textbox", name="An English sentence").fill("I am tired.")
    page.get_by_role("button", name="Translate").click()
    page.locator("#picture:not(.pale)").wait_for()
    assert not page.get_by_role("alert").is_visible()
    assert not page.locator("#progress").is_visible()
    context.close()


def see_failing_worker(browser, address):
    context = browser.new_context(locale="en-GB", service_workers="block")
    context.route("**/edition/worker.js", lambda route: route.abort())
    page = context.new_page()
    page.goto(f"{address}/course/")
    page.get_by_role("alert").filter(has_text="edition/worker.js did not load").wait_for()
    assert not page.locator("#progress").is_visible()
    assert page.locator("body:not([aria-busy])").count()
    context.unroute("**/edition/worker.js")
    made = json.loads(context.request.get(f"{address}/course/edition.json").text())
    made["models"]["transformer"]["sha256"] = "of other weights"
    context.route("**/edition.json", lambda route: route.fulfill(json=made))
    page.goto(f"{address}/course/")
    page.locator("body[data-first]").wait_for()  # drawn before, it needs no model
    page.get_by_role("textbox", name="An English sentence").click()
    page.get_by_role("alert").filter(has_text="is not the file that this page was made").wait_for()
    context.close()


def see_class(browser, address):
    """The edition leads to the lecturer's server, by a link and by a code that is typed."""
    context = browser.new_context(locale="en-GB")
    context.route(f"{LECTURER}/**", lambda route: route.fulfill(body="a ballot"))
    page = context.new_page()
    page.goto(f"{address}/course/?class=AB12")
    page.wait_for_url(f"{LECTURER}/?class=AB12")
    page.goto(f"{address}/course/order/?look=waves")
    page.get_by_text("Answer in the class").click()
    code = page.get_by_label("Code of the class")
    code.fill(" cd34 ")
    assert code.bounding_box()["height"] < 60
    assert not violations(page)
    page.get_by_role("button", name="Vote").click()
    page.wait_for_url(f"{LECTURER}/?class=cd34")
    see_lecturer(context, f"{address}/course/{LINK}")
    context.close()


def see_lecturer(context, address):
    """A lecturer asks about the picture on show; the server of classes is another host."""
    told = {"access-control-allow-origin": "*"}
    lines = [{"link": "https://a.org/?class=CODE2", "image": "data:,"}, {"html": "<p>1 of 1</p>"}]
    body = "".join(f"{json.dumps(line)}\n" for line in lines)
    asked = []

    def lead(route):
        asked.append(json.loads(route.request.post_data))
        route.fulfill(json={"ticket": "CODE2.secret"}, headers=told)

    context.route(f"{LECTURER}/class/lead?*", lead)
    context.route(f"{LECTURER}/class/hall?*", lambda route: route.fulfill(body=body, headers=told))
    page = context.new_page()
    page.goto(address)
    page.locator(TIRED).wait_for()
    page.get_by_text("Ask the class about this").click()
    page.get_by_label("Ask", exact=True).select_option(
        "A number on a sentence of their own: the weight on the word before"
    )
    assert not violations(page)
    page.locator(".classroom .ask").click()
    page.get_by_text("1 of 1").wait_for()
    assert page.locator(".classroom .link").inner_text() == "a.org/?class=CODE2"
    task = read_task(asked[0]["task"])
    assert (task.choice, task.measure) == (HeadChoice("encoder", 1, 2), "previous")


def see_foreign_page(browser, address):
    """Another site shows the picture alone, in a frame."""
    page = browser.new_page()
    frame = f"<iframe src='{address}/course/?embed=true' width=900 height=600></iframe>"
    page.set_content(frame)
    page.frame_locator("iframe").locator(".explorer[data-painted]").wait_for()
    page.close()


def see_drawn(page, address):
    """See a view that Python drew, another of its views, and one that is not there."""
    page.goto(f"{address}/course/trees/?trees-look=measured")
    page.locator("svg[role=img]").first.wait_for()
    page.get_by_label("Look at").select_option("The tree")
    page.wait_for_url(lambda url: "trees-look" not in url)
    page.goto(f"{address}/course/digits/?digit=YUhKh2&digit-hidden=3")
    page.locator(".sketch").wait_for()
    page.get_by_text("Not drawn in this folder: digit-hidden").wait_for()
    assert "digit-hidden" not in page.url
    page.locator(".sketch button", has_text="7").first.click()
    page.wait_for_url("**digit=SMtMe3**")
    page.goto(f"{address}/course/next/?next-look=counts&v=3")
    page.get_by_text("times seen").wait_for()
    page.locator("#language").select_option("fr")
    page.get_by_role("heading", name="Quel mot vient ensuite").wait_for()
    page.goto(f"{address}/course/digits/?language=en")
    page.locator(".sketch").wait_for()


def see_file(browser, file):
    """From a file browsers refuse the scripts; the page says how to serve it."""
    page = browser.new_page()
    page.goto(file.as_uri())
    assert "python -m http.server" in page.get_by_role("alert").inner_text()
    page.close()
