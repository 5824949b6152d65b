"""A damaged checkpoint raises an error that names the file; the card holds the checksums."""

import hashlib
import json
from itertools import cycle

import pytest
import torch

from models import UserError, load, shipped
from models.store import checkpoint
from tests.damage import DAMAGES, damage, flip
from tests.marks import slow_after

CPU = torch.device("cpu")
FLIPPED = [name for name in DAMAGES if "flipped" in name]


def unseal(folder) -> None:
    """Remove the checksums from a card, as in older ones."""
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    del card["sha256"]
    checkpoint.write_json(folder / "card.json", card)


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_card_holds_the_checksums_of_the_files_beside_it(name):
    folder = checkpoint.SHIPPED / name
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    assert card["sha256"] == {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.iterdir()
        if file.name not in ("card.json", "README.md")
    }


@pytest.mark.parametrize(
    "name, model",
    slow_after(3, [*zip(DAMAGES, cycle(("bilstm-dot", "bilstm-dot", "transformer")))]),
)
def test_a_damaged_file_is_named_with_its_model_and_what_to_do(checkpoints, name, model):
    file = damage(checkpoints / model, name)
    with pytest.raises(UserError) as error:
        load(model)
    assert str(error.value).startswith(f"The model {model} cannot be read: ")
    assert f" {file} " in str(error.value)
    assert str(error.value).endswith(
        f"Restore all files of models/checkpoints/{model}, for example with git restore."
    )


@pytest.mark.parametrize("name", slow_after(3, [name for name in DAMAGES if name not in FLIPPED]))
def test_a_damaged_file_is_named_beside_a_card_without_checksums_too(checkpoints, name):
    unseal(checkpoints / "bilstm-dot")
    file = damage(checkpoints / "bilstm-dot", name)
    with pytest.raises(UserError, match=rf"^The model bilstm-dot cannot be read: .* {file} "):
        load("bilstm-dot")


def test_a_card_without_checksums_still_loads(checkpoints):
    unseal(checkpoints / "bilstm-dot")
    assert load("bilstm-dot").translate(["I am tired."]) == ["Je suis fatigué."]


def test_without_a_checkpoint_the_front_door_says_how_to_get_one(checkpoints):
    for folder in checkpoints.iterdir():
        (folder / "weights.safetensors").unlink()
    with pytest.raises(
        UserError,
        match="There is no trained model here. .* -m models.training.train transformer --ship",
    ):
        load()


@pytest.mark.slow
def test_the_command_seals_what_was_changed_on_purpose_and_refuses_what_cannot_be_read(checkpoints):
    folder = checkpoints / "bilstm-dot"
    damage(folder, "a flipped bit of the weights")
    checkpoint.main([str(folder)])
    assert (
        load("bilstm-dot").card["sha256"]["weights.safetensors"]
        == hashlib.sha256((folder / "weights.safetensors").read_bytes()).hexdigest()
    )
    damage(folder, "weights truncated")
    with pytest.raises(SystemExit, match="cannot be updated: .* weights.safetensors is damaged"):
        checkpoint.main([str(folder)])
    with pytest.raises(SystemExit, match="2"):
        checkpoint.main([str(checkpoints / "nowhere")])


@pytest.mark.slow
def test_what_is_saved_is_sealed(checkpoints, tmp_path):
    network, tokenizer, _ = checkpoint.load_checkpoint(checkpoints / "bilstm-dot", CPU)
    checkpoint.save(tmp_path / "made", network, tokenizer, {"name": "made"})
    assert checkpoint.load_checkpoint(tmp_path / "made", CPU)[2]["weights"] == 5_437_440
    (tmp_path / "made" / "weights.safetensors").write_bytes(
        flip((tmp_path / "made" / "weights.safetensors").read_bytes())
    )
    with pytest.raises(UserError, match="does not match card.json"):
        checkpoint.load_checkpoint(tmp_path / "made", CPU)


@pytest.mark.slow
def test_a_file_takes_two_bytes_a_weight_and_is_read_as_float32(tmp_path):
    network, tokenizer, card = checkpoint.load_checkpoint(checkpoint.SHIPPED / "transformer", CPU)
    checkpoint.save(tmp_path, network, tokenizer, card)
    again, _, card = checkpoint.load_checkpoint(tmp_path, CPU)
    assert (
        2 * card["weights"]
        < (tmp_path / "weights.safetensors").stat().st_size
        < 2.02 * card["weights"]
    )
    for parameter, other in zip(network.parameters(), again.parameters(), strict=True):
        assert other.dtype == torch.float32
        assert torch.equal(other, parameter.half().float())
