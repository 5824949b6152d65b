"""Words of a pretrained translation model are named by its languages."""

import json
import re
import shutil
from types import SimpleNamespace

import pytest

from models import Capabilities
from models.huggingface import Offer
from tests.marks import slow_after
from tests.models.huggingface.tiny import SENTENCE
from tests.pages import visit
from viz.base import language
from viz.base.examples import EXAMPLES
from viz.base.language_names import name_source_word, name_target_word, reference_of
from viz.pages.heads.compute import HeadsContent

pytest.importorskip("transformers")


@pytest.fixture
def translator(saved, tmp_path):
    """A tiny Marian whose files name its languages as OPUS-MT does."""

    def make(**languages: str):
        from models.huggingface.loading import load

        folder = shutil.copytree(saved("marian"), tmp_path / "marian")
        file = folder / "tokenizer_config.json"
        file.write_text(json.dumps(json.loads(file.read_text()) | languages))
        return load("marian", Offer(str(folder)), "cpu")

    return make


@pytest.mark.parametrize(
    ("languages", "codes"),
    slow_after(
        2,
        [
            ({"source_lang": "en", "target_lang": "de"}, ("en", "de")),
            ({"source_lang": "eng", "target_lang": "fra"}, ("en", "fr")),
            ({"source_lang": "en", "target_lang": "ROMANCE"}, ()),
            ({"source_lang": "en", "target_lang": "mul"}, ()),
            ({}, ()),
        ],
    ),
)
def test_a_translator_has_the_languages_that_its_files_name(translator, languages, codes):
    assert translator(**languages).capabilities.languages == codes


def test_a_translator_of_many_languages_writes_the_one_that_it_is_forced_to_begin_with():
    from models.huggingface.languages import languages_of

    tokens = {7: "__de__", 8: "fr_XX", 9: "spa_Latn", 10: "<s>"}
    many = SimpleNamespace(src_lang="eng_Latn", init_kwargs={}, convert_ids_to_tokens=tokens.get)
    codes = {
        begin: languages_of(many, SimpleNamespace(forced_bos_token_id=begin))
        for begin in (*tokens, None)
    }
    assert codes == {7: ("en", "de"), 8: ("en", "fr"), 9: ("en", "es"), 10: (), None: ()}


def test_words_are_called_by_their_language_where_it_is_known(monkeypatch):
    names = [
        (name_source_word(capabilities), name_target_word(capabilities))
        for capabilities in (
            Capabilities("translation", languages=("en", "de")),
            Capabilities("translation", languages=("zu", "fr")),
            Capabilities("translation"),
        )
    ]
    assert names == [
        ("English word", "German word"),
        ("source word", "French word"),
        ("source word", "target word"),
    ]
    monkeypatch.setattr(language, "_read_locale", lambda: "fr")
    assert name_target_word(Capabilities("translation", languages=("en", "de"))) == "mot allemand"
    assert name_target_word(Capabilities("translation")) == "mot cible"


def test_the_french_of_an_example_is_for_models_that_may_write_french():
    sentence = next(sentence for sentence, french in EXAMPLES.items() if french)
    for languages, is_french in ((("en", "fr"), True), (("en", "de"), False), ((), False)):
        capabilities = Capabilities("translation", languages=languages)
        assert bool(reference_of(sentence, capabilities)) == is_french


@pytest.mark.slow
@pytest.mark.parametrize("page", ["heads", "align", "mask"])
def test_no_page_says_that_a_translator_of_unknown_languages_writes_french(
    saved, monkeypatch, page
):
    monkeypatch.setenv("HEADS_UP_MODELS", str(saved("bart")))
    address = {"sentence": SENTENCE, "model": "bart"}
    if page == "align":
        address |= {"compare": "two", "second": "bart"}
    tree = str(visit(page, address)._tree)
    tree = tree.replace("to study math instead of English.", "")  # an example
    assert "bart" in tree
    assert not re.findall(r".{0,40}(?:French|English).{0,40}", tree)


@pytest.mark.parametrize(
    ("languages", "row", "cells"),
    [
        (("en", "fr"), "a French word being written", "each English word."),
        (("en", "de"), "a German word being written", "each English word."),
        ((), "a target word being written", "each source word."),
    ],
)
def test_the_picture_of_heads_is_explained_by_the_languages_of_its_model(
    languages, row, cells, monkeypatch
):
    monkeypatch.setattr("viz.pages.heads.compute.mean_word_probability", lambda trace: 0.5)
    capabilities = Capabilities("translation", languages=languages)
    content = SimpleNamespace(
        model=SimpleNamespace(capabilities=capabilities, card={}),
        settings=SimpleNamespace(shows_norms=False),
        trace=None,
        _sums_of_rows="Rows add up to 1.",
    )
    text = HeadsContent.explanation.fget(content)
    assert text.startswith(f"Each row is {row}; its cells show how much it attends to {cells}")


def test_a_decoder_that_only_reads_is_not_said_to_look_at_later_words():
    capabilities = Capabilities("masked-lm", reads_ahead=False)
    content = SimpleNamespace(
        model=SimpleNamespace(capabilities=capabilities, card={}),
        settings=SimpleNamespace(shows_norms=False),
        _sums_of_rows="Rows add up to 1.",
    )
    text = HeadsContent.explanation.fget(content)
    assert text.endswith("they do not write, and no word attends to a later one.")
