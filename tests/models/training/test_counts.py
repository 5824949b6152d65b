"""The shipped counts: each text once, without rows that must not be redistributed."""

import json
from dataclasses import replace

import pytest

from models.answers.counting import _read_counts
from models.training import counts
from models.training.counts import _FREE, _count, _count_to_ship, _keep_each_once, _keep_free, main
from models.training.language import LanguageTask
from models.training.recipes import RECIPES


@pytest.fixture
def recipe():
    return replace(RECIPES["gpt"].tiny(), thin=1)


@pytest.fixture
def tokenizer(recipe, data):
    return LanguageTask(recipe, data).make_tokenizer(400)


def test_each_text_is_counted_once_however_often_training_goes_over_it(recipe, data, tokenizer):
    twice = replace(recipe, files={name: 2 * times for name, times in recipe.files.items()})
    assert set(_keep_each_once(twice).files.values()) == {1}
    token = tokenizer.begin_id
    assert _count(_keep_each_once(twice), data, tokenizer, 1).times_seen([token]) == _count(
        _keep_each_once(recipe), data, tokenizer, 1
    ).times_seen([token])


def test_rows_seen_once_in_texts_that_may_not_be_passed_on_are_left_out(recipe, data, tokenizer):
    assert set(_keep_free(recipe).files) == set(_FREE) & set(recipe.files)
    whole, shipped = _count_to_ship(recipe, data, tokenizer)
    free = _count(_keep_free(_keep_each_once(recipe)), data, tokenizer, 4)
    for length in range(4):
        free_rows = set(free.tables[length].rows.tolist())
        rows = dict(zip(whole.tables[length].rows.tolist(), whole.tables[length].seen.tolist()))
        expected = {
            row for row, count in rows.items() if length < 2 or count >= 2 or row in free_rows
        }
        assert set(shipped.tables[length].rows.tolist()) == expected
    assert len(shipped.tables[3].rows) < len(whole.tables[3].rows)


def test_the_command_writes_counts_that_can_be_read_with_figures(
    recipe, data, tokenizer, tmp_path, monkeypatch, capsys
):
    monkeypatch.setitem(counts.RECIPES, "gpt", recipe)
    tokenizer.save(tmp_path / "tokenizer.json")
    out = tmp_path / "n-grams"
    main(["--data", str(data), "--tokenizer", str(tmp_path), "--out", str(out)])
    assert capsys.readouterr().out.count("bits per character") == 6
    read = _read_counts(out)
    assert [*read.models] == ["4-gram", "bigram", "unigram"]
    card = json.loads((out / "card.json").read_text(encoding="utf-8"))
    assert card["rows"]["4"] == len(read.table.tables[3].rows)
    assert card["held_out"]["bits_per_character"]["4-gram"].keys() == {
        "books",
        "tatoeba.dev",
        "multi30k.val",
    }
