"""The cards of the shipped networks are written from their card.json, and claim what is so."""

import json

import pytest

from models.cards import rounds_of
from models.files import SHIPPED
from models.training.model_card import languages_card, model_card, text_card
from models.training.recipes import _LICENCES, RECIPES

NAMES = sorted(name for name in RECIPES if (SHIPPED / name / "README.md").exists())


def card_of(name: str) -> tuple[dict, str]:
    folder = SHIPPED / name
    return json.loads((folder / "card.json").read_text(encoding="utf-8")), (
        folder / "README.md"
    ).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_a_card_is_what_the_code_writes_and_is_made_again_only_from_what_is_shipped(name):
    card, readme = card_of(name)
    megabytes = (SHIPPED / name / "weights.safetensors").stat().st_size / 1e6
    write = languages_card if "nearest" in card else model_card if "bleu" in card else text_card
    assert readme == write(card, megabytes)
    starts = "started_from" in card["training"]
    assert ("The same again" in readme) != starts
    assert ("Those weights are not shipped" in readme) == starts
    if "talks" in card["licences"]:
        assert card["licences"]["talks"] == _LICENCES["talks"]
        assert "not on record" in readme


def test_every_bilstm_names_the_papers_of_its_parts():
    for name in ("bilstm-additive", "bilstm-dot", "bilstm-bilinear"):
        assert "the global attention of [Luong et al. 2015]" in card_of(name)[1]
    assert "additive score of [Bahdanau et al. 2015]" in card_of("bilstm-additive")[1]
    assert "whose network was deeper" in card_of("seq2seq")[1]


def test_trainings_before_the_last_are_counted():
    for name in ("transformer", "bert", "gpt"):
        card, readme = card_of(name)
        if earlier := len(rounds_of(card["training"])) - 1:
            assert f"of {earlier} earlier training" in readme
