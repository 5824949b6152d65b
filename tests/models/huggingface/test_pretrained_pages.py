"""Every page with a pretrained model of each kind.

It works, or says in a sentence what the model lacks.
"""

import csv
from itertools import cycle
from urllib.parse import quote

import pytest

from tests.links import compare_link_and_menu, name_case
from tests.marks import slow_after
from tests.pages import alerts, picture, visit
from viz.base.language import model_title
from viz.cli.export import main
from viz.pages.registry import PAGES
from viz.pages.vectors.settings import _LOOKS

KINDS = {
    "bert": "encoder-only",
    "gpt2": "decoder-only",
    "llama": "decoder-only",
    "t5": "encoder-decoder",
}
# Tours show these pages.
ONE_SENTENCE = [path for path, page in PAGES.items() if not page.open_step]


NOT_OF_THE_TAB = (  # these show models of ours, or none
    "gallery",
    "own",
    "cell",
    "ladder",
    "learning",
    "cost",
    "vectors",
    "verdict",
    "digits",
    "captions",
    "languages",
    "bottleneck",
    "remember",
    "next",
    "kinds",
    "tune",
)


@pytest.fixture
def offered(saved, monkeypatch):
    """The names of the tiny networks on offer."""
    monkeypatch.setenv("HEADS_UP_MODELS", ",".join(str(saved(family)) for family in KINDS))


def opened(page: str, family: str):
    return visit(page, {"sentence": "The big red dog sees the cat.", "model": family})


def page_cases() -> list:
    """Every page with a family of a kind in turn; of two families of a kind one in turn.

    The other kinds once a week.
    """
    pages = [page for page in ONE_SENTENCE if page not in NOT_OF_THE_TAB]
    kinds = {kind: [one for one in KINDS if KINDS[one] == kind] for kind in KINDS.values()}
    return [
        pytest.param(
            page,
            families[place % len(families)],
            marks=pytest.mark.weekly if (place + number) % len(kinds) else pytest.mark.slow,
        )
        for place, page in enumerate(pages)
        for number, families in enumerate(kinds.values())
    ]


@pytest.mark.parametrize("page, family", page_cases())
def test_every_page_draws_or_says_in_a_sentence_why_not(offered, page, family):
    test = opened(page, family)
    assert not alerts(test)
    texts = [element.value for element in (*test.caption, *test.info)]
    assert any(family in text.lower() for text in texts), texts
    assert (
        not any("trained by us, on" in caption.value for caption in test.caption) or page == "align"
    )


def test_the_name_of_a_folder_is_no_markup(saved, monkeypatch, tmp_path):
    (tmp_path / "_t5_").symlink_to(saved("t5"))
    monkeypatch.setenv("HEADS_UP_MODELS", str(tmp_path / "_t5_"))
    test = visit("model", {"model": "_t5_"})
    assert any(caption.value.startswith(r"Models: \_t5\_, ") for caption in test.caption)


@pytest.mark.parametrize("look, family", slow_after(1, [*zip(_LOOKS, cycle(KINDS))]))
def test_the_embedding_of_any_model_is_a_table_of_vectors(offered, look, family):
    test = visit(
        "vectors", {"model": family, "vectors": "model", "vectors-look": look, "near": "dog"}
    )
    is_drawn = any(
        f"embedding of {model_title(family)}, learnt" in caption.value for caption in test.caption
    )
    # A tiny vocabulary lacks words.
    assert not test.exception
    assert is_drawn or (look != "near" and alerts(test))


@pytest.mark.slow
def test_what_comes_next_is_a_share_of_the_whole_vocabulary(offered):
    test = opened("heads", "gpt2")
    sentence = next(
        element.value for element in test.markdown if "most probable of" in element.value
    )
    assert "sub-words, together" in sentence
    test.selectbox(key="setting next-k").set_value("5").run()
    assert not test.exception
    again = next(element.value for element in test.markdown if "most probable of" in element.value)
    # Weights are not renormalised.
    assert "leave 5 of them" in again
    assert again.split("Top-k")[0] == sentence.split("Top-k")[0]


def test_a_click_hides_a_word_and_another_brings_it_back(offered):
    test = opened("heads", "bert")
    test.button_group(key="hide").set_value("4").run()
    assert not test.exception
    assert test.query_params["swap"] == "4:%5BMASK%5D"
    assert any(
        "BERT: which word is behind [MASK]" in chart.proto.alt for chart in test.get("plotly_chart")
    )
    test.button(key="unhide").click().run()
    assert not test.exception
    assert "swap" not in test.query_params


def test_two_sentences_are_read_by_a_click_and_filtered_by_another(offered):
    test = opened("heads", "bert")
    assert "setting between" not in {group.key for group in test.button_group}
    test.button(key="pair").click().run()
    assert test.query_params["sentence"] == "The cat sat on the mat. [SEP] The cat lay on the rug."
    assert not alerts(test)
    [block] = picture(test)["blocks"]
    test.button_group(key="setting between").set_value("ba").run()
    [part] = picture(test)["blocks"]
    assert not test.exception
    assert test.query_params["between"] == "ba"
    assert not picture(test)["can"]["forced"]
    assert (
        part["rows"] + part["columns"]
        == block["rows"][len(part["columns"]) :] + block["columns"][: len(part["columns"])]
    )
    assert part["columns"][0] == "[CLS]"
    assert part["rows"][-1] == part["columns"][-1] == "[SEP]"
    assert any("adds up to less than 1" in element.value for element in test.markdown)


def test_a_link_to_a_part_is_exported_as_such(offered, tmp_path):
    link = (
        "http://localhost:8501/?model=bert&attention=encoder&layer=2&head=1&between=ab&sentence="
        + quote("the dog [SEP] the cat sleeps.")
    )
    assert main(["--link", link, "-o", str(tmp_path / "part.csv")]) == 0
    rows = list(csv.reader((tmp_path / "part.csv").read_text().splitlines()))
    assert rows[0][1].endswith("the")
    assert rows[0][-1].endswith("[SEP]")
    assert rows[1][0].endswith("[CLS]")
    assert rows[-1][0].endswith("[SEP]")
    assert main(["--link", link, "-o", str(tmp_path / "part.svg")]) == 0
    assert "first → second sentence" in (tmp_path / "part.svg").read_text()
    assert main(["--link", link.replace("=ab", "=xy"), "-o", str(tmp_path / "no.svg")]) == 2


def test_a_model_that_cannot_be_loaded_gives_way_to_ours_with_a_sentence(monkeypatch, tmp_path):
    (tmp_path / "broken").mkdir()
    monkeypatch.setenv("HEADS_UP_MODELS", str(tmp_path / "broken"))
    test = opened("heads", "broken")
    assert len(alerts(test)) == 1
    assert "safetensors" in alerts(test)[0]
    assert test.query_params["model"] == "transformer"


LINKS = [
    ("heads", {"model": "bert"}),
    ("heads", {"model": "bert", "sentence": "The cat sat. [SEP] It slept.", "between": "ab"}),
    ("heads", {"model": "gpt2", "next-k": "5"}),
    ("mask", {"model": "gpt2", "sees": "none"}),
    ("mask", {"model": "t5", "sees": "none"}),
    ("depth", {"model": "bert"}),
    ("depth", {"model": "gpt2", "depth-look": "sinks"}),
    ("depth", {"model": "gpt2", "depth-look": "patch", "depth-other": "a cat sleeps"}),
    ("depth", {"model": "t5", "depth-look": "flow", "depth-stack": "decoder"}),
]


@pytest.mark.parametrize("case", slow_after(1, map(pytest.param, LINKS)), ids=name_case)
def test_a_link_of_a_pretrained_model_gives_what_the_menu_gives(case, saved, monkeypatch):
    monkeypatch.setenv("HEADS_UP_MODELS", str(saved(case[1]["model"])))
    compare_link_and_menu(*case, monkeypatch)
