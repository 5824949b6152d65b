"""One network for three languages, of which two are never paired."""

import gzip
import json
import random
from dataclasses import replace

import numpy as np
import pytest

from models.answers.languages import NEVER_TRAINED, TRAINED, sentence_vector, tagged
from models.answers.translation import TranslationModel
from models.store import checkpoint
from models.store.tokenizer import Tokenizer
from models.training import evaluate
from models.training.data import TrainingPair
from models.training.evaluate_languages import _nearest
from models.training.languages import drop_words, read_columns, training_directions
from models.training.recipes import RECIPES
from models.training.tasks import task_of
from models.training.train import _train
from tests.models.training.runs import CPU

FILES = RECIPES["languages"].files


def is_german(text: str) -> bool:
    """German of the generated language has no French and no English article."""
    return any(word in text.lower().split() for word in ("der", "die", "das"))


def test_no_german_sentence_stands_beside_a_french_one(data):
    pairs = training_directions(data, FILES, copies=4)
    english, german, french = (
        set(columns[language])
        for columns, language in (
            (read_columns(data / "multi30k.train.en-de.tsv.gz"), "en"),
            (read_columns(data / "multi30k.train.en-de.tsv.gz"), "de"),
            (read_columns(data / "multi30k.train.en-fr.tsv.gz"), "fr"),
        )
    )
    assert all(map(is_german, german))
    assert not any(map(is_german, english | french))
    seen = set()
    for pair in pairs:
        tag, sentence = pair.source.split(" ", 1)
        language = "de" if is_german(sentence) else "fr" if sentence in french else "en"
        target = tag[2:4]
        assert is_german(pair.target) == (target == "de")
        seen.add((language, target))
    assert seen == {*TRAINED, ("de", "de"), ("en", "en"), ("fr", "fr")}
    assert not seen & {*NEVER_TRAINED}


def test_only_a_sentence_to_copy_loses_words():
    draw = random.Random(1)
    pair = TrainingPair("<2fr> the dog sees the house and a tree", "le chien voit la maison")
    assert all(drop_words(pair, draw) == pair.source for _ in range(50))
    text = "the dog sees the house and a tree"
    dropped = [drop_words(TrainingPair(tagged(text, "en"), text), draw).split() for _ in range(400)]
    assert all(words[0] == "<2en>" for words in dropped)
    lost = 1 - np.mean([len(words) - 1 for words in dropped]) / len(text.split())
    assert 0.1 < lost < 0.2


def test_one_more_tab_belongs_to_the_last_text(tmp_path):
    file = tmp_path / "multi30k.val.en-de.tsv.gz"
    with gzip.open(file, "wt", encoding="utf-8") as lines:
        lines.write("A dog.\tEin\tHund.\nA cat.\tEine Katze.\n")
    columns = {"en": ["A dog.", "A cat."], "de": ["Ein Hund.", "Eine Katze."]}
    assert read_columns(file) == columns


def test_a_tag_is_one_token_of_a_tokenizer_that_has_learnt_it():
    texts = [tagged("a dog sees a dog", "fr"), tagged("ein Hund", "de")] * 5
    tokenizer = Tokenizer.train(texts, 400, has_tags=True)
    tokens = tokenizer.show(tokenizer.encode(texts[0]))
    assert tokens[0].text == "<2fr>"
    assert [token.word for token in tokens[:2]] == [0, 1]
    assert tokenizer.decode(tokenizer.encode(texts[0])) == texts[0]


@pytest.fixture(scope="module")
def made(data, tmp_path_factory):
    recipe = replace(RECIPES["languages"].tiny(), thin=1, batch_tokens=300, rate=0.02)
    folder = tmp_path_factory.mktemp("languages")
    return _train("languages", recipe, data, folder, CPU, updates=20, every=20, quiet=True)


def test_it_is_validated_in_trained_and_other_directions(data):
    recipe = replace(RECIPES["languages"].tiny(), thin=1)
    sets = task_of(recipe, data).sets
    assert [*sets] == ["de-en", "en-de", "en-fr", "fr-en", "de-fr", "fr-de"]
    first = sets["de-fr"][0]
    assert first.source.startswith("<2fr> ")
    assert is_german(first.source)
    assert not is_german(first.target)


def test_the_card_has_every_direction_and_the_way_through_english(made, data, capsys):
    file = data / "multi30k.test.en-fr-de.tsv.gz"
    command = ["languages", "--checkpoint", str(made), "--device", "cpu", "--data", str(file)]
    evaluate.main([*command, "--write-card", "--json"])
    card = json.loads((made / "card.json").read_text())
    assert json.loads(capsys.readouterr().out)["directions"] == card["directions"]
    names = [f"{source}-{target}" for source, target in (*TRAINED, *NEVER_TRAINED)]
    assert [*card["directions"]] == [*names, "de-en-fr"]
    for figure in card["directions"].values():
        assert figure["low"] <= figure["bleu"] <= figure["high"]
        assert sum(figure["languages"].values()) == card["sentences"]
    readme = (made / "README.md").read_text()
    assert "| de → en → fr |" in readme
    assert "every 4th sentence" in readme


def test_the_nearest_translations_are_those_of_states_one_by_one(made, data):
    texts = read_columns(data / "multi30k.test.en-fr-de.tsv.gz")
    model = TranslationModel("languages", *checkpoint.load_checkpoint(made, CPU), CPU)
    vectors = {
        language: np.stack(
            [sentence_vector(model.encode(tagged(text, "fr")).states[-1]) for text in sentences]
        )
        for language, sentences in texts.items()
    }
    near = 0
    for place, vector in enumerate(vectors["de"]):
        cosines = [
            vector @ other / np.linalg.norm(vector) / np.linalg.norm(other)
            for other in vectors["fr"]
        ]
        near += int(np.argmax(cosines)) == place
    assert _nearest(model, texts)["de-fr"] == near
