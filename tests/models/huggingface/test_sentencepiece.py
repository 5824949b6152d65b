"""Models with only SentencePiece files as tokenizers, as old ones on the hub have."""

import io
import json
from pathlib import Path

import pytest

from models import Request
from models.huggingface import Offer

pytest.importorskip("transformers")

import numpy as np
import sentencepiece
import torch
import transformers as hf

from tests.models.huggingface.tiny import SENTENCE, SIZES, randomize

ENGLISH = [SENTENCE, "the cat sees the small dog", "a dog is on the red bed", "the cat is small"]
FRENCH = ["le gros chien rouge dort sur le lit", "le chat voit le petit chien", "un chat dort"]


def train(lines, kind: str, **options) -> bytes:
    """Train a SentencePiece model on a few lines."""
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=model,
        model_type=kind,
        vocab_size=70,
        hard_vocab_limit=False,
        minloglevel=2,
        **options,
    )
    return model.getvalue()


def pieces_of(model: bytes) -> list[str]:
    processor = sentencepiece.SentencePieceProcessor(model_proto=model)
    return [processor.id_to_piece(index) for index in range(processor.get_piece_size())]


def save_marian(folder) -> type:
    """Save two word models and their common vocabulary, as OPUS-MT does; return the class."""
    source, target = train(ENGLISH, "unigram"), train(FRENCH, "unigram")
    (folder / "source.spm").write_bytes(source)
    (folder / "target.spm").write_bytes(target)
    pieces = [
        piece for piece in pieces_of(source) + pieces_of(target) if piece not in ("<s>", "</s>")
    ]
    words = [*dict.fromkeys(["</s>", "<unk>", *pieces, "<pad>"])]
    (folder / "vocab.json").write_text(json.dumps({word: at for at, word in enumerate(words)}))
    end = len(words) - 1
    config = hf.MarianConfig(
        **SIZES["bart"] | {"decoder_start_token_id": end},
        vocab_size=len(words),
        pad_token_id=end,
        eos_token_id=0,
        bos_token_id=None,
    )
    return save(folder, hf.MarianMTModel, config, source_lang="eng", target_lang="fra")


def save_t5(folder) -> type:
    model = train(ENGLISH + FRENCH, "unigram", pad_id=0, eos_id=1, unk_id=2, bos_id=-1)
    (folder / "spiece.model").write_bytes(model)
    config = hf.T5Config(
        **SIZES["t5"] | {"decoder_start_token_id": 0}, vocab_size=len(pieces_of(model)) + 100
    )
    return save(folder, hf.T5ForConditionalGeneration, config, tokenizer_class="T5Tokenizer")


def save_llama(folder) -> type:
    model = train(ENGLISH + FRENCH, "bpe", byte_fallback=False)
    (folder / "tokenizer.model").write_bytes(model)
    config = hf.LlamaConfig(**SIZES["llama"], vocab_size=len(pieces_of(model)))
    return save(folder, hf.LlamaForCausalLM, config, tokenizer_class="LlamaTokenizer")


def save(folder, kind, config, **words) -> type:
    """Save a network with its word model, without tokenizer.json; return its class."""
    torch.manual_seed(0)
    randomize(kind(config)).save_pretrained(folder)
    (folder / "tokenizer_config.json").write_text(json.dumps(words | {"model_max_length": 128}))
    return kind


@pytest.mark.slow
# transformers recommends sacremoses for a function that is not called to read a text.
@pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses:UserWarning")
@pytest.mark.parametrize(
    ("make", "target"), [(save_marian, None), (save_t5, None), (save_llama, " le gros chien")]
)
def test_a_model_with_sentencepiece_files_alone_is_read_and_has_the_weights_of_eager_attention(
    make, target, tmp_path
):
    from models.huggingface.loading import load

    kind = make(tmp_path)
    assert not (tmp_path / "tokenizer.json").exists()
    model = load("model", Offer(str(tmp_path)), "cpu")
    trace = model.trace(Request("model", SENTENCE, target))
    tokens, spans, numbers = (
        (trace.source, trace.source_spans, trace.source_words)
        if trace.source
        else (trace.decoder_input, trace.decoder_spans, trace.decoder_words)
    )
    assert "<unk>" not in tokens
    assert any(token.startswith("␣") for token in tokens)
    words: dict[int, tuple[int, int]] = {}
    for (start, end), number in zip(spans, numbers, strict=True):
        first, last = words.get(number, (start, end))
        words[number] = min(first, start), max(last, end)
    texts = [trace.sentence[start:end] for start, end in words.values()]
    whole = ["the", "big", "red", "dog", "is", "sleeping", "on", "the", "bed", "."]
    assert [text for text in texts if text] == whole
    network = kind.from_pretrained(tmp_path, attn_implementation="eager").eval()
    backend = model.tokenizer.tokenizer
    pieces = [token.replace("␣", "▁") for token in trace.decoder_input]
    read = torch.tensor([backend.convert_tokens_to_ids(pieces)])
    names = {"decoder": "attentions"}
    inputs = {"input_ids": read}
    if trace.source:
        assert trace.translation == model.translate([SENTENCE])[0]
        names = {stack: f"{stack}_attentions" for stack in ("encoder", "decoder", "cross")}
        inputs = backend(SENTENCE, return_tensors="pt") | {"decoder_input_ids": read}
        pieces = backend.convert_ids_to_tokens(inputs["input_ids"][0].tolist())
        assert [piece.replace("▁", "␣") for piece in pieces] == list(trace.source)
    with torch.no_grad():
        out = network(**inputs, output_attentions=True)
    for stack, name in names.items():
        np.testing.assert_allclose(
            trace.attention[stack].weights, torch.cat(list(out[name])).numpy(), atol=1e-6
        )


def test_the_requirements_have_what_reads_sentencepiece_files():
    requirements = (Path(__file__).parents[3] / "requirements.txt").read_text().splitlines()
    assert f"sentencepiece=={sentencepiece.__version__}" in requirements
