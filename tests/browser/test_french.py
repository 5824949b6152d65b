"""The interface in French, and the language switch in the top bar."""

import re

import pytest
from playwright.sync_api import expect

ENGLISH = re.compile(
    r"\b(the|of|looks?|layer|head|weights?|step|next|model|with|number)\b", re.IGNORECASE
)
RUNNERS_UP = re.compile(r"Les suivants\s:.*?\s\s")  # words of the model, some of them English
SENTENCE = "I am tired."  # contains none of those words
WRITTEN = """name => {
  const written = node => {
    if (node.nodeType === 3) return node.data;
    if (["STYLE", "SCRIPT", "math"].includes(node.tagName)) return "";
    if (node.classList?.contains("code")) return ""; // of the network, in Python
    const children = [...node.childNodes, ...(node.shadowRoot?.childNodes ?? [])];
    return [node.ariaLabel, node.title, node.placeholder, ...children.map(written)].join(" ");
  };
  return written(document.querySelector("[data-testid=stMainBlockContainer]"));
}"""


def written(visitor) -> str:
    """Return all text of the page except formulae and code, with aria labels and tooltips."""
    visitor.page.get_by_text("entraîné par nous").wait_for()
    visitor.page.wait_for_function(
        "() => !document.querySelector('[data-testid=stSkeleton], [data-stale=true]')"
    )
    return visitor.page.evaluate(WRITTEN)


def test_the_front_page_says_no_english(visitor):
    visitor.open(f"/?language=fr&sentence={SENTENCE}")
    screen_text = written(visitor)
    for text in (
        "Attention croisée · couche 3 · tête 1",
        "Le plus fort : «",
        "Survolez un mot",
        "Les flèches lisent les cases",
        "couche 2, tête 3",
        "probabilité",
        "En tableau",
        "Exporter",
        "Partager",
    ):
        assert text in screen_text.replace("\xa0", " "), text
    assert not ENGLISH.findall(RUNNERS_UP.sub("", screen_text))


def test_a_step_inside_a_head_says_no_english(visitor):
    visitor.open(
        f"/inside?language=fr&sentence={SENTENCE}&attention=encoder&layer=1&head=1&inside-step=8",
        "inside",
    )
    screen_text = written(visitor)
    for text in (
        "Étape 8 sur 16",
        "Auto-attention de l'encodeur, couche 1, tête 1",
        "Produits scalaires",
        "masqué",
        "Les flèches avancent",
        "Le mot qui porte son attention",
        "Tout à la fois",
        "Pointez un nombre",
    ):
        assert text in screen_text, text
    assert not ENGLISH.findall(screen_text)


@pytest.mark.parametrize(
    "path, picture",
    [
        pytest.param("/?attention=encoder&layer=2&head=3", "explorer", marks=pytest.mark.weekly),
        ("/inside?attention=decoder&layer=2&head=3&inside-step=5&inside-row=2", "inside"),
    ],
)
def test_another_language_in_the_top_bar_keeps_the_view(visitor, path, picture):
    visitor.open(path, picture)
    title = visitor.page.locator(f".{picture} .title").first
    english = title.inner_text()
    visitor.page.get_by_role("radiogroup", name="Language").get_by_text("FR").click()
    visitor.painted(
        f"{picture}.querySelector('.title').textContent.includes('couche 2') && "
        f"{picture}.querySelector('.title').textContent.includes('tête 3')",
        picture,
    )
    visitor.page.wait_for_url("**layer=2&head=3**language=fr**")
    if picture == "inside":
        assert visitor.value("[inside.view.step, inside.view.row]", picture) == [4, 1]
        visitor.page.wait_for_url("**inside-row=2&inside-step=5**")
    visitor.page.get_by_role("radiogroup", name="Langue").get_by_text("EN").click()
    visitor.painted(f"{picture}.querySelector('.title').textContent === {english!r}", picture)
    visitor.page.wait_for_function("!location.search.includes('language=')")


def test_back_brings_back_the_language_of_the_navigation_too(visitor):
    page = visitor.page
    navigation = page.get_by_test_id("stTopNav")
    visitor.open(f"/?sentence={SENTENCE}")
    page.get_by_role("radio", name="FR").click()
    expect(navigation).to_contain_text("Apprendre", timeout=60_000)
    page.wait_for_url("**language=fr**")
    page.go_back()
    expect(page.get_by_role("radio", name="EN")).to_be_checked(timeout=60_000)
    expect(navigation).to_contain_text("Learn", timeout=60_000)
    expect(navigation).not_to_contain_text("Apprendre")
    expect(page).to_have_title("Where does each head look? · Heads Up")
