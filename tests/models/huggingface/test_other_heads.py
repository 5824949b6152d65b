"""Folders that lack a part, and are read all the same or refused with the reason."""

import json
import shutil

import pytest

from models import UserError
from models.huggingface import Offer

pytest.importorskip("transformers")

import transformers as hf

from tests.models.huggingface.families import SHOWN, save


def load(folder):
    from models.huggingface.loading import load

    return load("model", Offer(str(folder)), "cpu")


def test_an_encoder_decoder_of_which_the_encoder_alone_is_there_is_read_as_one(tmp_path):
    """Some folders keep the configuration of the whole model."""
    family = SHOWN["t5 encoder"]
    folder = save(family.network, family.settings, family.words, tmp_path / "model")
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"is_encoder_decoder": True}))
    assert load(folder).attention_sizes == {"encoder": (2, 4)}


def write_adapter(folder):
    config = {"base_model_name_or_path": "some/llama", "peft_type": "LORA"}
    (folder / "adapter_config.json").write_text(json.dumps(config))
    (folder / "model.safetensors").rename(folder / "adapter_model.safetensors")
    (folder / "config.json").unlink()


def write_code(folder):
    config = {"auto_map": {"AutoConfig": "some.Config"}, "model_type": "own"}
    (folder / "config.json").write_text(json.dumps(config))


def drop_tokenizer(folder):
    for file in folder.glob("tokenizer*"):
        file.unlink()


def rename_weights(folder):
    (folder / "model.safetensors").rename(folder / "other.safetensors")


def drop_config(folder):
    (folder / "config.json").unlink()


def write_vit(folder):
    drop_tokenizer(folder)
    hf.ViTConfig().save_pretrained(folder)


def write_unknown(folder):
    (folder / "config.json").write_text(json.dumps({"model_type": "never-heard-of"}))


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (write_adapter, "model is an adapter (LoRA), which holds only changes to another model."),
        (write_code, "model needs code of its own, which is never run here."),
        (drop_tokenizer, "model has no tokenizer: its folder lacks tokenizer.json."),
        (rename_weights, "model has neither model.safetensors nor model.safetensors.index.json,"),
        (drop_config, "model lacks its file config.json."),
        (write_vit, "Models of the kind “vit” cannot be shown."),
        (write_unknown, "model cannot be read: The checkpoint you are trying to load has model"),
    ],
)
def test_a_folder_that_is_refused_is_told_why_in_whole_sentences_without_its_path(
    saved, tmp_path, spoil, sentence
):
    folder = shutil.copytree(saved("llama"), tmp_path / "secret place" / "model")
    spoil(folder)
    with pytest.raises(UserError) as error:
        load(folder)
    text = str(error.value)
    assert text.startswith(sentence)
    assert text.endswith(".")
    assert len(text) < 400
    assert not any(part in text for part in ("secret", str(tmp_path), tmp_path.name, "heads_up"))


def test_a_folder_that_is_not_there_is_named_without_its_path(tmp_path):
    with pytest.raises(UserError) as error:
        load(tmp_path / "missing")
    assert str(tmp_path) not in str(error.value)
    assert "missing" in str(error.value)
