"""What is shown of each family of transformers, or the sentence that refuses it.

A tiny network of each; a new family is a row of SHOWN or REFUSED. What is expected is read off the
configurations and papers, not off our record.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import torch
import transformers as hf

from tests.models.huggingface.tiny import SIZES, randomize, tokenizer

BERT, LLAMA, BART, T5 = (SIZES[name] for name in ("bert", "llama", "bart", "t5"))
FOUR = LLAMA | {"num_hidden_layers": 4, "head_dim": 8}
NEAR = {"sliding_window": 4}
LOCAL = NEAR | {"layer_types": ["sliding_attention"] * 3 + ["full_attention"]}
LINEAR = {
    "linear_num_value_heads": 2,
    "linear_num_key_heads": 2,
    "linear_key_head_dim": 8,
    "linear_value_head_dim": 8,
}
MAMBA = {"mamba_n_heads": 8, "mamba_d_head": 8, "mamba_d_state": 4, "mamba_n_groups": 1}
LATENT = {"q_lora_rank": 16, "kv_lora_rank": 16, "qk_rope_head_dim": 4, "qk_nope_head_dim": 8}
GPT = {"n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 128}
VISION = {
    "hidden_size": 16,
    "intermediate_size": 16,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "image_size": 28,
    "patch_size": 14,
}
MIXTURE = {"num_local_experts": 2, "num_experts_per_tok": 1}


class Shown(NamedTuple):
    """What a page says of a network; layers count from 1."""

    network: Any
    settings: Mapping[str, Any] | Callable[[], Any]  # of its configuration, or what makes that
    positions: str = "rotary"
    stack: str = "decoder"  # the first; "encoder" looks ahead and writes nothing
    layers: int = 2
    heads: int = 4
    attending: tuple[int, ...] = ()  # of a hybrid
    rotated: tuple[int, ...] = ()  # where not all are
    # By layer, how far off a word is masked (4: words 4 off and more), and the size of chunks.
    windows: Mapping[int, int] = {}
    chunks: Mapping[int, int] = {}
    words: str = "bytes"  # the tokenizer
    translates: bool = False
    fills: bool = False
    looks_ahead: bool | None = None  # None: as its stack does


def encoder(network: Any, settings: Mapping[str, Any], positions: str, **more: Any) -> Shown:
    return Shown(network, settings, positions, "encoder", **more)


def t5gemma(cap: float | None = None) -> Callable[[], Any]:
    part = FOUR | {"num_hidden_layers": 2, "attn_logit_softcapping": cap}
    part |= NEAR | {"layer_types": ["sliding_attention", "full_attention"]}
    return lambda: hf.T5GemmaConfig(encoder=part, decoder=part, decoder_start_token_id=2)


def two_berts() -> Any:
    return hf.EncoderDecoderConfig.from_encoder_decoder_configs(
        hf.BertConfig(**BERT), hf.BertConfig(**BERT), decoder_start_token_id=2, pad_token_id=1
    )


def gemma3() -> Any:
    text = hf.Gemma3TextConfig(**FOUR, **LOCAL)
    return hf.Gemma3Config(text_config=text, vision_config=VISION, mm_tokens_per_image=1)


FIRST_THREE = dict.fromkeys((1, 2, 3), 4)
SHOWN = {
    "qwen3_next": Shown(
        hf.Qwen3NextForCausalLM, FOUR | LINEAR | {"num_experts": 0}, layers=4, attending=(4,)
    ),
    "gemma3, both ways": Shown(
        hf.Gemma3TextModel,
        FOUR | LOCAL | {"use_bidirectional_attention": True},
        stack="encoder",
        layers=4,
        windows=dict.fromkeys((1, 2, 3), 3),
    ),
    "diffllama": Shown(hf.DiffLlamaForCausalLM, LLAMA),
    "jamba": Shown(
        hf.JambaForCausalLM,
        LLAMA
        | {"num_hidden_layers": 4, "attn_layer_period": 2, "attn_layer_offset": 1}
        | {"num_experts": 1, "num_experts_per_tok": 1, "use_mamba_kernels": False}
        | {"mamba_d_state": 4, "mamba_expand": 1, "mamba_dt_rank": 4},
        "none",
        layers=4,
        attending=(2, 4),
    ),
    "granitemoehybrid": Shown(
        hf.GraniteMoeHybridForCausalLM,
        LLAMA
        | MAMBA
        | {"num_hidden_layers": 4, "layer_types": ["mamba", "mamba", "attention", "mamba"]}
        | {"shared_intermediate_size": 32, "num_local_experts": 0, "mamba_expand": 2},
        "none",
        layers=4,
        attending=(3,),
    ),
    "bamba": Shown(
        hf.BambaForCausalLM,
        LLAMA | MAMBA | {"num_hidden_layers": 4, "attn_layer_indices": [2]},
        layers=4,
        attending=(3,),
    ),
    "lfm2": Shown(
        hf.Lfm2ForCausalLM,
        LLAMA
        | {"num_hidden_layers": 4, "block_multiple_of": 8}
        | {"layer_types": ["conv", "full_attention"] * 2},
        layers=4,
        attending=(2, 4),
    ),
    "nemotron_h": Shown(
        hf.NemotronHForCausalLM,
        FOUR
        | {"layers_block_type": ["mamba", "moe", "attention", "moe"], "use_mamba_kernels": False}
        | {"mamba_num_heads": 8, "mamba_head_dim": 8, "ssm_state_size": 4, "n_groups": 1}
        | {"n_routed_experts": 2, "num_experts_per_tok": 1, "n_group": 1, "topk_group": 1}
        | {"moe_intermediate_size": 16, "moe_shared_expert_intermediate_size": 16},
        "none",
        layers=4,
        attending=(3,),
    ),
    "minimax": Shown(
        hf.MiniMaxForCausalLM,
        FOUR | MIXTURE | {"layer_types": ["linear_attention", "full_attention"] * 2},
        layers=4,
        attending=(2, 4),
    ),
    "qwen3_5": Shown(hf.Qwen3_5ForCausalLM, FOUR | LINEAR, layers=4, attending=(4,)),
    "gemma3": Shown(hf.Gemma3ForCausalLM, FOUR | LOCAL, layers=4, windows=FIRST_THREE),
    "gemma3, multimodal": Shown(
        hf.Gemma3ForConditionalGeneration, gemma3, layers=4, windows=FIRST_THREE
    ),
    "gemma4": Shown(
        hf.Gemma4ForCausalLM,
        FOUR
        | LOCAL
        | {"global_head_dim": 8, "hidden_size_per_layer_input": 0, "num_kv_shared_layers": 0},
        layers=4,
        windows=FIRST_THREE,
    ),
    "cohere2": Shown(
        hf.Cohere2ForCausalLM,
        LLAMA | NEAR | {"num_hidden_layers": 4},
        layers=4,
        rotated=(1, 2, 3),
        windows=FIRST_THREE,
    ),
    "exaone4": Shown(
        hf.Exaone4ForCausalLM,
        LLAMA | NEAR | {"num_hidden_layers": 4, "sliding_window_pattern": 4},
        layers=4,
        rotated=(1, 2, 3),
        windows=FIRST_THREE,
    ),
    "llama4": Shown(
        hf.Llama4ForCausalLM,
        FOUR | MIXTURE | {"attention_chunk_size": 4, "intermediate_size_mlp": 32, "moe_layers": []},
        layers=4,
        rotated=(1, 2, 3),
        chunks=FIRST_THREE,
    ),
    "smollm3": Shown(
        hf.SmolLM3ForCausalLM, LLAMA | {"num_hidden_layers": 4}, layers=4, rotated=(1, 2, 3)
    ),
    "mistral, near": Shown(hf.MistralForCausalLM, LLAMA | NEAR, windows={1: 4, 2: 4}),
    "modernbert": encoder(
        hf.ModernBertForMaskedLM,
        BERT | {"num_hidden_layers": 4, "local_attention": 6, "global_attn_every_n_layers": 3},
        "rotary",
        layers=4,
        windows={2: 4, 3: 4},
        fills=True,
    ),
    "modernbert-decoder": Shown(
        hf.ModernBertDecoderForCausalLM,
        BERT | {"num_hidden_layers": 4, "local_attention": 6, "global_attn_every_n_layers": 3},
        layers=4,
        windows={2: 3, 3: 3},
    ),
    "deepseek_v3": Shown(
        hf.DeepseekV3ForCausalLM,
        BERT
        | LATENT
        | {"num_key_value_heads": 4, "n_routed_experts": 2, "num_experts_per_tok": 1}
        | {"n_group": 1, "topk_group": 1, "first_k_dense_replace": 2, "v_head_dim": 6},
    ),
    "hrm": Shown(
        hf.HrmTextForCausalLM,
        BERT | {"H_layers": 2, "L_layers": 2, "H_cycles": 1, "L_cycles": 1, "head_dim": 8},
        layers=4,
    ),
    "laguna": Shown(
        hf.LagunaForCausalLM,
        FOUR
        | {"num_experts": 2, "num_experts_per_tok": 1, "moe_intermediate_size": 16}
        | {"shared_expert_intermediate_size": 16},
        layers=4,
    ),
    "bert": encoder(hf.BertForMaskedLM, BERT, "learned", words="pieces", fills=True),
    "bert-bare": encoder(hf.BertModel, BERT, "learned", words="pieces"),
    "roberta": encoder(
        hf.RobertaForMaskedLM,
        BERT | {"type_vocab_size": 1},
        "learned",
        words="bytes around",
        fills=True,
    ),
    "distilbert": encoder(
        hf.DistilBertForMaskedLM,
        {"dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 64, "max_position_embeddings": 128},
        "learned",
        words="pieces",
        fills=True,
    ),
    "gpt2": Shown(hf.GPT2LMHeadModel, GPT, "learned"),
    "llama": Shown(hf.LlamaForCausalLM, LLAMA, words="bytes begun"),
    "qwen2": Shown(hf.Qwen2ForCausalLM, LLAMA),
    "mistral": Shown(
        hf.MistralForCausalLM, LLAMA | {"sliding_window": 4096}, words="unigram begun"
    ),
    "marian": encoder(hf.MarianMTModel, BART, "sinusoidal", translates=True, words="unigram"),
    "bart": encoder(
        hf.BartForConditionalGeneration, BART, "learned", translates=True, words="bytes around"
    ),
    "t5": encoder(hf.T5ForConditionalGeneration, T5, "relative", translates=True, words="unigram"),
    "opt": Shown(
        hf.OPTForCausalLM,
        {"hidden_size": 32, "ffn_dim": 64, "num_hidden_layers": 2, "num_attention_heads": 4}
        | {"max_position_embeddings": 64, "word_embed_proj_dim": 32},
        "learned",
    ),
    "albert": encoder(hf.AlbertForMaskedLM, BERT | {"embedding_size": 16}, "learned", fills=True),
    "eurobert": encoder(hf.EuroBertForMaskedLM, BERT, "rotary", fills=True),
    "jina v3": encoder(hf.JinaEmbeddingsV3ForMaskedLM, BERT, "rotary", fills=True),
    "electra": encoder(hf.ElectraForPreTraining, BERT, "learned", words="pieces"),
    "bert classifier": encoder(hf.BertForSequenceClassification, BERT, "learned", words="pieces"),
    "llama classifier": encoder(
        hf.LlamaForSequenceClassification, LLAMA, "rotary", looks_ahead=False
    ),
    "llama without its head": encoder(hf.LlamaModel, LLAMA, "rotary", looks_ahead=False),
    "t5 encoder": encoder(hf.T5EncoderModel, T5, "relative", words="unigram"),
    "umt5 encoder": encoder(hf.UMT5EncoderModel, T5, "relative", words="unigram"),
    "t5gemma": encoder(
        hf.T5GemmaForConditionalGeneration, t5gemma(), "rotary", translates=True, windows={1: 5}
    ),
    "two berts": encoder(hf.EncoderDecoderModel, two_berts, "learned", translates=True),
    "m2m_100": encoder(hf.M2M100ForConditionalGeneration, BART, "sinusoidal", translates=True),
    "pegasus": encoder(hf.PegasusForConditionalGeneration, BART, "sinusoidal", translates=True),
    "plbart": encoder(hf.PLBartForConditionalGeneration, BART, "learned", translates=True),
}
# Of these all that a model answers is tested.
ENCODERS = "bert", "bert-bare", "roberta", "distilbert"
DECODERS = "gpt2", "llama", "qwen2", "mistral"
BOTH = "marian", "bart", "t5"
FAMILIES = {name: SHOWN[name] for name in ENCODERS + DECODERS + BOTH}
# The others have the same tests, which run as slow.
QUICK = "bert", "gpt2", "llama", "t5"
OWN_CODE = "transformers computes the attention of the kind"
NO_ATTENTION = "has no attention: a model of the kind"
REFUSED = {  # the network, its settings, and a part of the sentence
    "gemma3n": (
        hf.Gemma3nForCausalLM,
        FOUR
        | LOCAL
        | {"vocab_size_per_layer_input": 64, "hidden_size_per_layer_input": 8, "laurel_rank": 4}
        | {"num_kv_shared_layers": 0, "activation_sparsity_pattern": None},
        "pass on several states of each word",
    ),
    "doge": (hf.DogeForCausalLM, LLAMA, "Each head of this model has a mask of its own"),
    "xmod": (hf.XmodForMaskedLM, BERT | {"languages": ["en_XX"]}, "Input language unknown"),
    "gpt_oss": (hf.GptOssForCausalLM, FOUR | MIXTURE, "a part that is not shown here (s_aux)"),
    "gemma2": (hf.Gemma2ForCausalLM, FOUR, "a part that is not shown here (softcap)"),
    "t5gemma, capped": (
        hf.T5GemmaForConditionalGeneration,
        t5gemma(50.0),
        "a part that is not shown here (softcap)",
    ),
    "bart without a start": (
        hf.BartForConditionalGeneration,
        BART | {"decoder_start_token_id": None},
        "does not say with which token it begins to write",
    ),
    "falcon": (
        hf.FalconForCausalLM,
        {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4},
        OWN_CODE,
    ),
    "gptj": (hf.GPTJForCausalLM, GPT | {"rotary_dim": 4}, OWN_CODE),
    "gpt_neo": (
        hf.GPTNeoForCausalLM,
        {"hidden_size": 32, "num_layers": 2, "num_heads": 4, "max_position_embeddings": 64}
        | {"attention_types": [[["global", "local"], 1]]},
        OWN_CODE,
    ),
    "bloom": (hf.BloomForCausalLM, {"hidden_size": 32, "n_layer": 2, "n_head": 4}, OWN_CODE),
    "roformer": (hf.RoFormerForMaskedLM, BERT, OWN_CODE),
    "mamba": (
        hf.MambaForCausalLM,
        {"hidden_size": 32, "num_hidden_layers": 2, "state_size": 4},
        NO_ATTENTION,
    ),
    "fnet": (
        hf.FNetForMaskedLM,
        {"hidden_size": 32, "num_hidden_layers": 2, "intermediate_size": 64},
        NO_ATTENTION,
    ),
}


def save(name: str, folder: Path) -> Path:
    """Save a network with random weights and a tokenizer, as the hub has one."""
    network, settings, *_ = SHOWN.get(name) or REFUSED[name]
    backend = tokenizer(SHOWN[name].words if name in SHOWN else "bytes")
    config = settings() if callable(settings) else network.config_class(**settings)
    parts = config, config.get_text_config(), config.get_text_config(encoder=True)
    for part in {id(part): part for part in parts}.values():
        part.vocab_size = len(backend)
        part.bos_token_id, part.pad_token_id, part.eos_token_id = 0, 1, 2
    torch.manual_seed(sum(map(ord, name)) if name in FAMILIES else 0)
    randomize(network(config)).save_pretrained(folder)
    backend.save_pretrained(folder)
    return folder
