"""What the search finds, and where it leads."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from models import UserError
from viz.app import search
from viz.app.page import declared_parameters
from viz.app.playlist_panel import MENU, PANEL
from viz.app.state import MERGED, MODEL, SWITCH, setting_key
from viz.base.glossary import TERMS
from viz.pages.heads.destinations import _list_what_ifs
from viz.pages.panels import FILE_KINDS, file_title
from viz.pages.registry import PAGES

ROOT = Path(__file__).parents[3]
# Run the search of the browser: entries and queries in, the first three places of each out.
FIND = """
import { readFileSync } from "node:fs";
import { find, indexOf } from "./viz/components/shared/matching.js";
const { entries, queries } = JSON.parse(readFileSync(0, "utf-8"));
const index = indexOf(entries);
console.log(JSON.stringify(queries.map((query) => find(index, query).slice(0, 3))));
"""


@pytest.fixture(params=["en", "fr"])
def found(request, monkeypatch):
    monkeypatch.setattr("viz.base.language._read_locale", lambda: request.param)
    return search.destinations(PAGES.values())[0]


def titles_in(data: bytes) -> set[str]:
    """Return the titles of packed entries."""
    return {title for title, *_ in json.loads(data)["entries"]}


def test_every_page_term_lesson_and_example_is_found_and_has_an_address(found):
    assert [one.path for one in found[: len(PAGES)]] == [*PAGES]
    for one in found:
        assert one.title
        if not one.path:  # a menu of any page
            assert one.state
            continue
        page = PAGES[one.path]
        assert {*one.parameters} <= declared_parameters(page, PAGES.values())
    lessons = [one for one in found if one.path == "lessons" and one.parameters]
    assert {lesson.parameters["lesson"] for lesson in lessons} >= {"mask", "order", "words"}
    assert any(one.parameters.get("sentence", "").startswith("The animal") for one in found)


def test_what_the_glossary_explains_stands_below_the_term(found):
    meanings = [one.sentence for one in found if one.sentence]
    assert {search._meaning_of(term) for term in TERMS} <= {*meanings}


def test_a_term_is_found_in_both_languages(found):
    words = {one.path: f"{one.title} {one.beside} {one.also}" for one in found[: len(PAGES)]}
    for name in ("causal mask", "masque causal", "What may the decoder see?", "Que peut voir"):
        assert name in words["mask"]


def test_a_page_that_cannot_say_what_it_contains_is_found_and_asked_again(monkeypatch):
    refusals = [UserError("A lesson cannot be read.")]

    def list_once_readable():
        if refusals:
            raise refusals.pop()
        return [search.Destination("lessons", "Lesson 1")]

    page = replace(PAGES["lessons"], destinations=list_once_readable)
    pages, shown = {"lessons": page, "share": PAGES["order"]}, []
    monkeypatch.setattr(search, "_KEPT", {})
    monkeypatch.setattr(search, "search", lambda data: shown.append(titles_in(data)))
    for _ in range(3):
        search.draw_search(pages, {})
    first, *later = shown
    assert {page.title, "Share"} <= first
    assert "Lesson 1" not in first
    assert all("Lesson 1" in titles for titles in later)
    assert len(search._KEPT) == 1


def test_the_list_is_that_of_the_models_and_the_language_and_is_made_once(monkeypatch):
    locale, models, sent = ["en"], [("transformer",)], []
    make = search.destinations
    monkeypatch.setattr("viz.base.language._read_locale", lambda: locale[0])
    monkeypatch.setattr(search, "available", lambda: models[0])
    monkeypatch.setattr("models.available", lambda: models[0])
    monkeypatch.setattr(search, "_KEPT", {})
    monkeypatch.setattr(search, "search", sent.append)
    for locale[0], models[0] in (
        ("en", ("transformer",)),
        ("fr", ("transformer",)),
        ("fr", ("transformer", "gpt")),
        ("en", ("transformer",)),
    ):
        search.draw_search(PAGES, {})
        goals, _ = make(PAGES.values())
        rows = [(goal.title, goal.beside, goal.sentence, goal.also) for goal in goals]
        assert sent[-1] == search.pack(rows)
    assert len({*sent}) == 3
    monkeypatch.setattr(search, "destinations", None)  # not called any more
    search.draw_search(PAGES, {})
    assert sent[-1] is sent[0]


def first_three(found, queries):
    """Return the first three destinations that the search of the browser gives to each query."""
    if shutil.which("node") is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Node runs the browser's search.")
    rows = [(one.title, one.beside, one.sentence, one.also) for one in found]
    question = json.dumps({"entries": rows, "queries": queries})
    command = ["node", "--input-type=module", "-e", FIND]
    answer = subprocess.run(command, cwd=ROOT, input=question, capture_output=True, text=True)
    assert not answer.returncode, answer.stderr
    places = json.loads(answer.stdout)
    return dict(zip(queries, [[found[place] for place in one] for one in places], strict=True))


# A word of the product, the page where it leads, and what it sets there.
WORDS = {
    "BiLSTM": ("heads", {MODEL: "bilstm-additive"}),
    "heatmap": ("heads", {}),
    "carte de chaleur": ("heads", {}),
    "export": ("heads", {"export heads": True}),
    "télécharger": ("heads", {"export heads": True}),
    "QR": ("", {MENU: True}),
    "ablation": ("heads", {setting_key("panel"): "open"}),
    "turn off": ("heads", {setting_key("panel"): "open"}),
    "turn off heads": ("heads", {setting_key("panel"): "open"}),
    "éteindre des têtes": ("heads", {setting_key("panel"): "open"}),
    "playlist": ("", {PANEL: True}),
    "lecture mode": ("", {MENU: True}),
    "mode cours": ("", {MENU: True}),
    "class": ("inside", {setting_key("inside-look"): "guess"}),
    "class mode": ("inside", {setting_key("inside-look"): "guess"}),
    "classe": ("inside", {setting_key("inside-look"): "guess"}),
    "embedding projection": ("words", {}),
    "projection des plongements": ("words", {}),
    "beam search": ("model", {}),
    "faisceau": ("model", {}),
    "Karpathy": ("cell", {}),
    "tokenizer": ("heads", {MERGED: False}),
    "residual": ("depth", {}),
    "layer norm": ("depth", {}),
    "lens": ("depth", {}),
    "logit lens": ("depth", {}),
    "OV circuit": ("depth", {}),
    "lentille": ("depth", {}),
    "activation patching": ("heads", {setting_key("panel"): "open"}),
    "dark": ("", {SWITCH: True}),
    "sombre": ("", {SWITCH: True}),
    "causal mask": ("mask", {}),
    "positional encoding": ("order", {}),
}


def test_a_word_of_the_product_finds_its_place_first(found):
    for word, [first, *_] in first_three(found, [*WORDS]).items():
        assert (first.path, dict(first.state)) == WORDS[word], (word, first)
        assert not first.parameters


def test_every_name_finds_its_own_place_among_the_first_three(found):
    own = {one.title for one in found}
    assert len(found) > 300
    for title, places in first_three(found, sorted(own)).items():
        assert title in [place.title for place in places], title


def test_terms_menus_what_ifs_files_and_headings_of_guides_are_all_there(monkeypatch):
    monkeypatch.setattr("viz.base.language._read_locale", lambda: "en")
    found, _ = search.destinations(PAGES.values())
    titles = {name for one in found for name in (one.title, one.beside)}
    named = {term for page in PAGES.values() for term in (page.title, *page.terms)}
    named |= {*TERMS} | {title for title, *_ in _list_what_ifs()}
    named |= {file_title(ending) for ending in FILE_KINDS}
    for guide in (ROOT / ".github/docs").glob("*.md"):
        text = re.sub("```.*?```", "", guide.read_text(encoding="utf-8"), flags=re.DOTALL)
        named |= set(re.findall("^#+ (.+)$", text, re.MULTILINE))
    assert not named - titles
    for name, places in first_three(found, sorted(named)).items():
        assert any(name in (place.title, place.beside) for place in places), name
