"""The shipped files: small enough, safe to read, and as good as their cards say."""

import json
import os
from pathlib import Path

import pytest

from models import available, load, shipped_for
from models.store.checkpoint import SHIPPED
from models.training.evaluate import _evaluate

DATA = Path(os.environ.get("HEADS_UP_DATA", Path(__file__).parents[2] / "shared" / "data"))
TEST_SETS = "multi30k.test_2016_flickr", "tatoeba.dev"


@pytest.mark.parametrize("name", available())
def test_a_checkpoint_is_at_most_25_megabytes_and_holds_no_pickle(name):
    files = list((SHIPPED / name).iterdir())
    assert sum(file.stat().st_size for file in files) <= 25e6
    assert {file.suffix for file in files} == {".safetensors", ".json", ".md"}


@pytest.mark.parametrize("name", available())
def test_a_card_says_how_the_model_was_made_and_how_good_it_is(name):
    card = json.loads((SHIPPED / name / "card.json").read_text(encoding="utf-8"))
    assert card["licences"]
    assert card["weights"] == sum(
        weights.numel() for weights in load(name, "cpu").network.parameters()
    )
    for part in ("data", "seed", "updates", "hardware", "minutes", "date"):
        assert card["training"][part]
    assert len(card["samples"]) >= 5
    if name in shipped_for("translation"):
        assert set(TEST_SETS) <= set(card["bleu"])
        assert len(card["samples"]) >= 10
    else:
        assert card["held_out"]


@pytest.mark.skipif(
    not DATA.is_dir(),
    reason="the test sets are not in the repository; HEADS_UP_DATA names their folder",
)
@pytest.mark.parametrize(
    ("name", "test_sets"),
    [
        pytest.param("bilstm-dot", TEST_SETS[:1], marks=pytest.mark.slow),
        *(
            pytest.param(name, TEST_SETS, marks=pytest.mark.weekly)
            for name in shipped_for("translation")
        ),
    ],
)
def test_the_evaluate_command_gives_the_figures_of_the_card(name, test_sets):
    model = load(name)
    figures, _ = _evaluate(model, [DATA / f"{test_set}.en-fr.tsv.gz" for test_set in test_sets])
    for test_set in test_sets:
        # Another processor sums in another order, which sometimes changes a word.
        assert figures[test_set]["bleu"] == pytest.approx(
            model.card["bleu"][test_set]["bleu"], abs=0.2
        )
