"""Models with layers and another output layer, or none; and refused ones."""

import json
import shutil

import pytest

from models import Request, UserError
from models.huggingface import Offer

pytest.importorskip("transformers")

import numpy as np
import torch
import transformers as hf

from tests.models.huggingface.pretrained_cases import SENTENCE
from tests.models.huggingface.tiny import SIZES, randomize, tokenizer

KINDS = {  # the network as it was trained, its sizes and the kind of its tokenizer
    "electra": (hf.ElectraForPreTraining, hf.ElectraConfig, SIZES["bert"], "pieces"),
    "bert classifier": (hf.BertForSequenceClassification, hf.BertConfig, SIZES["bert"], "pieces"),
    "llama": (hf.LlamaModel, hf.LlamaConfig, SIZES["llama"], "bytes begun"),
    "llama classifier": (
        hf.LlamaForSequenceClassification,
        hf.LlamaConfig,
        SIZES["llama"],
        "bytes begun",
    ),
    "t5 encoder": (hf.T5EncoderModel, hf.T5Config, SIZES["t5"], "unigram"),
    "umt5 encoder": (hf.UMT5EncoderModel, hf.UMT5Config, SIZES["t5"], "unigram"),
}


@pytest.fixture
def make(tmp_path):
    """Return a function that saves a tiny network of a kind with a tokenizer."""

    def save(kind, config, sizes, words=None):
        folder = tmp_path / "model"
        backend = tokenizer(words or "bytes")
        torch.manual_seed(0)
        ids = {"bos_token_id": 0, "pad_token_id": 1, "eos_token_id": 2}
        settings = config(**sizes | {"vocab_size": len(backend)} | ids)
        randomize(kind(settings)).save_pretrained(folder)
        if words:
            backend.save_pretrained(folder)
        return folder

    return save


def load(folder):
    from models.huggingface.loading import load

    return load("model", Offer(str(folder)), "cpu")


@pytest.mark.parametrize("name", KINDS)
def test_layers_without_a_head_that_writes_are_shown_with_the_weights_of_eager_attention(
    make, name
):
    kind, config, sizes, words = KINDS[name]
    folder = make(kind, config, sizes, words)
    model = load(folder)
    trace = model.trace(Request("model", SENTENCE))
    assert not model.capabilities.writes
    assert model.mask_token is None
    assert model.translate([SENTENCE]) == [""]
    assert trace.predicted == ()
    network = kind.from_pretrained(folder, attn_implementation="eager").eval()
    inputs = model.tokenizer.tokenizer(SENTENCE, return_tensors="pt")
    with torch.no_grad():
        expected = network(**inputs, output_attentions=True).attentions
    maps = trace.attention["encoder"]
    np.testing.assert_allclose(maps.weights, torch.cat(expected), atol=1e-6)
    is_decoder = name.startswith("llama")
    assert maps.allowed.all() != is_decoder
    if is_decoder:
        assert (maps.allowed == np.tri(len(trace.source), dtype=bool)).all()
        assert model.capabilities.directions == {"encoder": "left to right"}
    assert model.encode(SENTENCE).states.shape[1] == len(trace.source)


def test_an_encoder_decoder_of_which_the_encoder_alone_is_there_is_read_as_one(make):
    """Some folders keep the configuration of the whole model."""
    folder = make(*KINDS["t5 encoder"])
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"is_encoder_decoder": True}))
    assert load(folder).attention_sizes == {"encoder": (2, 4)}


def test_a_head_that_is_there_is_not_given_up(pretrained):
    for family in ("bert", "gpt2", "llama", "t5"):
        model = pretrained(family)
        assert model.capabilities.writes or model.mask_token


SMALL = {"n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 64}
OWN_CODE = {
    "falcon": (
        hf.FalconForCausalLM,
        hf.FalconConfig,
        {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4},
    ),
    "gptj": (hf.GPTJForCausalLM, hf.GPTJConfig, SMALL | {"rotary_dim": 4}),
    "gpt_neo": (
        hf.GPTNeoForCausalLM,
        hf.GPTNeoConfig,
        {
            "hidden_size": 32,
            "num_layers": 2,
            "num_heads": 4,
            "attention_types": [[["global", "local"], 1]],
            "max_position_embeddings": 64,
        },
    ),
    "bloom": (hf.BloomForCausalLM, hf.BloomConfig, {"hidden_size": 32, "n_layer": 2, "n_head": 4}),
}


@pytest.mark.parametrize("kind", OWN_CODE)
def test_attention_in_code_of_its_own_is_refused_with_that_reason(make, kind):
    folder = make(*OWN_CODE[kind], "bytes")
    with pytest.raises(UserError) as error:
        load(folder)
    assert str(error.value) == (
        f"model cannot be shown: transformers computes the attention of the kind “{kind}” in code "
        "of its own, where nothing can be recorded. Choose a model like BERT, GPT-2, Llama or T5."
    )


def test_a_model_without_attention_says_so(make):
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "state_size": 4}
    folder = make(hf.MambaForCausalLM, hf.MambaConfig, sizes, "bytes")
    with pytest.raises(UserError, match="model has no attention: a model of the kind “mamba” mix"):
        load(folder)


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
