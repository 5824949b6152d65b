"""The contract of every trace also holds for pretrained models.

The tests of our own models, unchanged, and further ones.
"""

import pytest

pytest.importorskip("transformers")

from models import Request
from models.store.token_names import SPACE
from tests.models.huggingface.families import DECODERS
from tests.models.trace_contract import *  # noqa: F403
from tests.models.trace_contract import SENTENCE, TARGET


@pytest.fixture(scope="module", params=[None, TARGET], ids=["free", "forced"])
def trace(any_model, request):
    return any_model.trace(Request(any_model.name, SENTENCE, target=request.param))


def test_spans_point_at_the_characters_of_their_tokens(any_model, trace):
    if any_model.name in DECODERS:
        assert trace.written_text == SENTENCE + trace.translation
        assert trace.prompt_length > 0
    sides = [
        (trace.source, trace.source_spans, SENTENCE),
        (trace.decoder_input, trace.decoder_spans, trace.written_text),
    ]
    for tokens, spans, text in sides:
        for token, (start, end) in zip(tokens, spans, strict=True):
            assert 0 <= start <= end <= len(text)
            plain = token.replace("##", "").strip(SPACE)
            if (
                start < end
                and "<0x" not in plain
                and plain.isascii()
                and plain not in any_model.tokenizer.tokenizer.all_special_tokens
                and plain
            ):
                assert text[start:end].lower() == plain.lower()


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "  \t",
        "\0",
        "🎈",
        "مرحبا",
        "cafe\u0301",
        "$x$ **b**",
        "</s> [SEP] <mask>",
        "dog " * 400,
        "x" * 5000,
    ],
)
def test_odd_sentences_give_a_trace_or_one_friendly_sentence(any_model, sentence):
    from models import Trace, UserError

    try:
        assert isinstance(any_model.trace(Request(any_model.name, sentence)), Trace)
    except UserError as error:
        assert len(str(error)) < 300
        assert sentence not in ("🎈", "مرحبا", "cafe\u0301", "$x$ **b**")
