"""A piece of a word is shown as letters, whatever the tokenizer."""

import csv

import pytest

pytest.importorskip("transformers")

import transformers as hf
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

from models import Request, UserError
from models.huggingface import Offer
from models.huggingface.loading import load
from models.huggingface.text import TextReader
from models.store.token_names import BYTES, SPACE, name_bytes
from tests.models.huggingface import tiny
from viz import attention
from viz.analysis.views import Axis, exchanged, heads_of
from viz.cli.export import main

MIXED = "Le café est fermé, مرحبا Привет 🦊"
MOJIBAKE = set("ĠĊÃÂĉ©▁")


def byte_level() -> hf.PreTrainedTokenizerFast:
    """Return a byte-level BPE with "café" as one piece, and other letters in parts."""
    backend = Tokenizer(models.BPE())
    backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    backend.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=290, initial_alphabet=alphabet, special_tokens=["</s>"], show_progress=False
    )
    backend.train_from_iterator(["un café fermé, le café"] * 9, trainer)
    return hf.PreTrainedTokenizerFast(
        tokenizer_object=backend, eos_token="</s>", additional_special_tokens=["<|user|>"]
    )


def sentencepiece(*more: str) -> hf.PreTrainedTokenizerFast:
    """Return a BPE of SentencePiece with byte fallback, as in Llama."""
    pieces = ["<unk>", *BYTES, "▁", "c", "a", "f", "é", "ca", "fé", "café", "▁café", *more]
    merges = [("c", "a"), ("f", "é"), ("ca", "fé"), ("▁", "café")]
    vocabulary = {piece: index for index, piece in enumerate(pieces)}
    backend = Tokenizer(models.BPE(vocabulary, merges, unk_token="<unk>", byte_fallback=True))
    backend.normalizer = normalizers.Sequence(
        [normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]
    )
    backend.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()]
    )
    return hf.PreTrainedTokenizerFast(tokenizer_object=backend, unk_token="<unk>")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A tiny GPT with the byte-level tokenizer."""
    place, tokenizer = tmp_path_factory.mktemp("bytes") / "bytes", byte_level()
    sizes = {"n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 128}
    end = tokenizer.eos_token_id
    config = hf.GPT2Config(**sizes, vocab_size=len(tokenizer), eos_token_id=end, bos_token_id=end)
    hf.GPT2LMHeadModel(config).save_pretrained(place)
    tokenizer.save_pretrained(place)
    return place


@pytest.mark.parametrize(
    "content, name",
    [
        (" café".encode(), "␣café"),
        ("Привет".encode(), "Привет"),
        (b" \xd0", "␣<0xD0>"),
        ("é".encode()[1:] + b"x", "<0xA9>x"),
        (b"\n\t", "<0x0A><0x09>"),
        ("\u200d".encode(), "<0xE2><0x80><0x8D>"),
        (b"  ", "␣␣"),
        (b"<|user|>", "<|user|>"),
    ],
)
def test_whole_letters_are_shown_as_letters_and_the_rest_as_bytes(content, name):
    assert name_bytes(content) == name


@pytest.mark.parametrize("text", [MIXED, "Das süße Mädchen", "日本語 naïve\n\tx", "e\u0301"])
def test_the_pieces_of_a_byte_level_tokenizer_are_readable_and_give_back_the_text(text):
    backend = TextReader(byte_level())
    ids, spans = backend.encode(text)
    names = [token.text for token in backend.show(ids, spans, text)]
    assert not MOJIBAKE & set("".join(names))
    content = b"".join(bytes_of(name) for name in names)
    assert content.decode() == text


def bytes_of(name: str) -> bytes:
    """Return the bytes that a name stands for."""
    content, rest = b"", name
    while rest:
        if rest[:6] in BYTES:
            content, rest = content + bytes([int(rest[3:5], 16)]), rest[6:]
        else:
            content, rest = content + rest[0].replace(SPACE, " ").encode(), rest[1:]
    return content


def test_all_tokenizers_write_a_space_and_a_byte_alike():
    bytes_text, pieces_text = TextReader(byte_level()), TextReader(sentencepiece())
    for backend in (bytes_text, pieces_text):
        names = [backend.name(index) for index in backend.encode("un café 🦊")[0]]
        assert "␣café" in names
        assert names[-4:] == ["<0xF0>", "<0x9F>", "<0xA6>", "<0x8A>"]
    assert bytes_text.name(bytes_text.tokenizer.convert_tokens_to_ids("<|user|>")) == "<|user|>"
    assert "café" in bytes_text.whole_words().values()
    pieces = TextReader(tiny.tokenizer("pieces"))
    assert pieces.name(pieces.tokenizer.convert_tokens_to_ids("##a")) == "##a"


@pytest.mark.parametrize(
    ("piece", "name"),
    [
        ("\n", "<0x0A>"),
        ("\n\n", "<0x0A><0x0A>"),
        ("\t", "<0x09>"),
        ("▁▁▁▁", "␣␣␣␣"),
        ("\u200b", "<0xE2><0x80><0x8B>"),
        ("\u2028", "<0xE2><0x80><0xA8>"),
        ("\xa0", "<0xC2><0xA0>"),
    ],
)
def test_a_piece_of_sentencepiece_without_ink_has_the_sign_that_own_weights_have(piece, name):
    added = sentencepiece()
    added.add_tokens([hf.AddedToken(piece, normalized=False)])
    for tokenizer in (sentencepiece(piece), added):
        assert TextReader(tokenizer).name(tokenizer.get_vocab()[piece]) == name
    assert attention([[1.0]], [piece]).heads().rows == (name,)


def test_a_word_without_ink_is_labelled_by_its_token():
    axis = Axis("a \u200b", ("a", "<0xE2>", "<0x80>"), ((0, 1), (2, 3), (2, 3)), (0, 1, 1))
    assert axis.labels(merged=True) == ("a", "<0xE2>")


def test_pictures_tooltips_and_files_show_the_same_readable_pieces(folder, tmp_path, monkeypatch):
    model = load("bytes", Offer(str(folder)), "cpu")
    request = Request("bytes", MIXED)
    trace = model.trace(request)
    heads = heads_of(trace, "decoder", merged=False)
    assert "␣café" in heads.rows
    assert heads.rows == heads.columns
    assert "café" in heads_of(trace, "decoder", merged=True).rows
    names = {*heads.rows, *(word for choice in trace.choices for word, _ in choice.best)}
    names |= {*model.next_words(request).words}
    assert not MOJIBAKE & set("".join(names))
    assert all(word.isalpha() for word, _ in exchanged(trace, len(trace.predicted) - 1))

    monkeypatch.setenv("HEADS_UP_MODELS", str(folder))
    file = tmp_path / "heads.csv"
    where = ["--figure", "decoder", "--layer", "1", "--head", "1", "--model", "bytes"]
    assert main([MIXED, *where, "-o", str(file)]) == 0
    table = list(csv.reader(file.read_text(encoding="utf-8").splitlines()))
    columns = [cell.partition(". ")[2] for cell in table[0][1:]]
    assert tuple(columns) == heads.columns


def test_a_pretrained_model_reads_a_text_as_its_own_tokenizer_does_and_refuses_a_broken_one(folder):
    model = load("bytes", Offer(str(folder)), "cpu")
    typed, plain = (model.trace(Request("bytes", text)) for text in ("We can’t", "We can't"))
    assert typed.sentence == "We can’t"
    assert typed.predicted != plain.predicted
    assert model.trace(Request("bytes", "a\0b")).predicted[0] == "<0x00>"
    for ask in (model.encode, model.similar_words, lambda text: model.translate([text])):
        with pytest.raises(UserError, match="Character 6 of this text is broken"):
            ask("I am \ud83d tired.")
