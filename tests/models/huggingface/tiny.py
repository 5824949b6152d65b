"""Sizes, tokenizers and weights of tiny networks; nothing is downloaded."""

import torch
import transformers as hf
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

SENTENCE = "the big red dog is sleeping on the bed."
WORDS = [
    "the",
    "big",
    "red",
    "dog",
    "is",
    "sleeping",
    "on",
    "bed",
    "cat",
    "sees",
    "le",
    "gros",
    "chien",
    "rouge",
    "dort",
    "sur",
    "lit",
    "un",
    "chat",
    "small",
]
LETTERS = "abcdefghijklmnopqrstuvwxyz.,'"
SIZES = {
    "bert": {
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "intermediate_size": 64,
        "max_position_embeddings": 128,
    }
}
SIZES["llama"] = SIZES["bert"] | {"num_key_value_heads": 2}
SIZES["bart"] = {
    "d_model": 32,
    "encoder_layers": 2,
    "decoder_layers": 3,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 2,
    "encoder_ffn_dim": 64,
    "decoder_ffn_dim": 64,
    "max_position_embeddings": 128,
    "decoder_start_token_id": 2,
    "forced_eos_token_id": None,
}
SIZES["t5"] = {
    "d_model": 32,
    "d_kv": 8,
    "d_ff": 64,
    "num_layers": 2,
    "num_decoder_layers": 3,
    "num_heads": 4,
    "decoder_start_token_id": 1,
}
SPECIALS = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]


def tokenizer(kind: str) -> hf.PreTrainedTokenizerFast:
    """Make a tokenizer: WordPiece, byte-level BPE or unigram.

    With the tokens "around" a text, or the one that it is "begun" with, as in that family.
    """
    begin, pad, end, unknown, mask = specials = (
        ["[CLS]", "[PAD]", "[SEP]", "[UNK]", "[MASK]"] if kind == "pieces" else SPECIALS
    )
    if kind == "pieces":
        pieces = [*specials, *WORDS, *LETTERS, *(f"##{letter}" for letter in LETTERS)]
        made = Tokenizer(
            models.WordPiece(
                {piece: index for index, piece in enumerate(pieces)}, unk_token=unknown
            )
        )
        made.normalizer, made.pre_tokenizer, made.decoder = (
            normalizers.BertNormalizer(),
            pre_tokenizers.BertPreTokenizer(),
            decoders.WordPiece(),
        )
    elif "bytes" in kind:
        merges, pieces = [], [*specials, *sorted(pre_tokenizers.ByteLevel.alphabet())]
        for word in WORDS:
            left = "Ġ"
            for letter in word:
                if (left, letter) not in merges:
                    merges.append((left, letter))
                    pieces.append(left + letter)
                left += letter
        made = Tokenizer(
            models.BPE({piece: index for index, piece in enumerate(dict.fromkeys(pieces))}, merges)
        )
        made.pre_tokenizer, made.decoder = (
            pre_tokenizers.ByteLevel(add_prefix_space=False),
            decoders.ByteLevel(),
        )
    else:
        pieces = [*specials, *(f"▁{word}" for word in WORDS), "▁", *LETTERS]
        made = Tokenizer(
            models.Unigram([(piece, -1.0 - len(piece) / 100) for piece in pieces], unk_id=3)
        )
        made.normalizer, made.pre_tokenizer, made.decoder = (
            normalizers.Lowercase(),
            pre_tokenizers.Metaspace(),
            decoders.Metaspace(),
        )
    single, pair = {
        "pieces": (f"{begin} $A {end}", f"{begin} $A {end} $B:1 {end}:1"),
        "bytes": ("$A", "$A $B"),
        "unigram": (f"$A {end}", f"$A {end} $B {end}"),
        "bytes around": (f"{begin} $A {end}", f"{begin} $A {end} {end} $B {end}"),
    }.get(kind, (f"{begin} $A", f"{begin} $A $B"))
    made.post_processor = processors.TemplateProcessing(
        single=single,
        pair=pair,
        special_tokens=[(token, specials.index(token)) for token in (begin, end)],
    )
    return hf.PreTrainedTokenizerFast(
        tokenizer_object=made,
        model_max_length=128,
        bos_token=begin,
        eos_token=end,
        pad_token=pad,
        unk_token=unknown,
        cls_token=begin,
        sep_token=end,
        mask_token=mask,
        model_input_names=["input_ids", "token_type_ids", "attention_mask"]
        if kind == "pieces"
        else ["input_ids", "attention_mask"],
    )


def randomize(network: hf.PreTrainedModel) -> hf.PreTrainedModel:
    """Enlarge the weights of a network, so that attention is not uniform."""
    with torch.no_grad():
        for name, weights in network.named_parameters():
            if weights.dim() == 2 and "embed" not in name and "lm_head" not in name:
                weights.normal_(std=0.25)
    return network.eval()
