"""Methods of pretrained models only: fill a mask, read two sentences, continue a text."""

import numpy as np
import pytest
import torch

from models import NextWords, Request, UserError, WhatIf
from models.huggingface.decoder_only import _NEW_TOKENS
from models.store.token_names import SPACE
from tests.models.huggingface.families import DECODERS, ENCODERS
from tests.models.huggingface.tiny import SENTENCE
from viz.analysis.views import heads_of


@pytest.mark.parametrize("family", ["bert", "roberta", "distilbert"])
def test_a_mask_is_filled_from_the_whole_vocabulary(family, pretrained, eager):
    model = pretrained(family)
    mask = pretrained(family).mask_token
    request = Request(family, SENTENCE, what_if=WhatIf(swap=((3, mask), (8, mask))))
    trace = model.trace(request)
    fillings = model.fill(request)
    places = [place for place, token in enumerate(trace.source) if token == mask]
    assert [*fillings] == places
    assert len(places) == 2
    assert trace.sentence == f"the big red {mask} is sleeping on the {mask}."
    ids = torch.tensor([model.tokenizer.encode(trace.sentence, special=True)[0]])
    with torch.no_grad():
        probabilities = eager(family)(ids).logits[0].softmax(-1)
    for place, best in fillings.items():
        expected = probabilities[place].topk(5)
        expected_words = list(map(model.tokenizer.name, expected.indices.tolist()))
        assert [word for word, _ in best] == expected_words
        assert [value for _, value in best] == pytest.approx(expected.values.tolist(), abs=1e-5)
    with pytest.raises(UserError, match="no .* in this sentence"):
        model.fill(Request(family, SENTENCE))


@pytest.mark.parametrize("family", ["bert", "roberta", "distilbert"])
def test_a_hidden_word_is_guessed_as_a_mask_is_filled(family, pretrained):
    model = pretrained(family)
    swapped = WhatIf(swap=((3, model.mask_token),))
    [(place, filled)] = model.fill(Request(family, SENTENCE, what_if=swapped)).items()
    source = model.trace(Request(family, SENTENCE)).source
    if len(source) == len(model.trace(Request(family, SENTENCE, what_if=swapped)).source):
        [guess] = model.guess(Request(family, SENTENCE), [place])
        assert guess.true_word == source[place]
        assert guess.words == tuple(word for word, _ in filled)
        assert guess.probabilities == pytest.approx([value for _, value in filled], abs=1e-5)
    with pytest.raises(ValueError, match="no word"):
        model.guess(Request(family, SENTENCE), [0])
    with pytest.raises(UserError, match=f"{family} was not"):
        model.follows(Request(family, SENTENCE))


def test_a_model_without_a_masked_word_head_says_so(pretrained):
    for family in ("bert-bare", "gpt2", "t5"):
        assert pretrained(family).mask_token is None
        with pytest.raises(UserError, match="finds masked words"):
            pretrained(family).fill(Request(family, SENTENCE))


@pytest.mark.parametrize("family", ENCODERS)
def test_two_sentences_are_read_as_a_pair_with_the_types_of_that_tokenizer(
    family, pretrained, eager
):
    model = pretrained(family)
    first = "the dog sleeps."
    second = "un chat dort."
    sentence = f"{first} {model.separator} {second}"
    trace = model.trace(Request(family, sentence))
    backend = model.tokenizer.tokenizer
    expected = backend(first, second, return_tensors="pt")
    assert trace.source == tuple(map(model.tokenizer.name, expected["input_ids"][0].tolist()))
    for token, (start, end) in zip(trace.source, trace.source_spans, strict=True):
        if start < end and "#" not in token:
            assert sentence[start:end] == token.removeprefix(SPACE)
    with torch.no_grad():
        attentions = eager(family)(**expected, output_attentions=True).attentions
    np.testing.assert_allclose(trace.attention["encoder"].weights, torch.cat(attentions), atol=1e-5)
    assert ("token_type_ids" in expected and expected["token_type_ids"].any()) == family.startswith(
        ("bert", "distil")
    )
    assert trace.source_spans[trace.second][0] == sentence.index(second)
    assert model.trace(Request(family, first)).second == 0
    for one_sided in (f"{first} {model.separator}", f"{model.separator} {second}"):
        with pytest.raises(UserError, match="one side"):
            model.trace(Request(family, one_sided))
    with pytest.raises(UserError, match="3 sentences"):
        model.trace(Request(family, f"a {model.separator} b {model.separator} c"))
    words = list(dict.fromkeys(trace.source_words))
    swap = model.trace(
        Request(family, sentence, what_if=WhatIf(swap=((trace.source_words[-3], "chien"),)))
    )
    assert words == sorted(words)
    assert swap.sentence.startswith(first)
    assert "chien" in swap.sentence


@pytest.mark.parametrize("merged", [False, True])
@pytest.mark.parametrize("between", ["aa", "ab", "ba", "bb"])
def test_of_two_sentences_a_part_is_cut_out_with_its_weights_as_they_are(
    between, merged, pretrained
):
    trace = pretrained("bert").trace(Request("bert", "the dog sleeps. [SEP] the chat sleeps."))
    whole, part = heads_of(trace, "encoder", merged), heads_of(trace, "encoder", merged, between)
    words = dict.fromkeys(trace.source_words[: trace.second])
    border = len(words) if merged else trace.second
    looks, seen = ({"a": slice(border), "b": slice(border, None)}[sentence] for sentence in between)
    assert (part.rows, part.columns) == (whole.rows[looks], whole.columns[seen])
    np.testing.assert_allclose(part.weights, whole.weights[..., looks, seen], atol=1e-7)
    assert part.allowed.shape == part.weights.shape[-2:]
    assert "[SEP]" in part.columns
    assert heads_of(trace, "encoder", merged, "all").rows == whole.rows


# --- decoder-only --------------------------------------------------------------------------------


@pytest.mark.parametrize("family", DECODERS)
def test_a_text_is_read_and_continued(family, pretrained):
    model = pretrained(family)
    trace = model.trace(Request(family, SENTENCE))
    assert trace.source == ()
    assert trace.attention["encoder"] is None
    assert len(trace.predicted) - trace.prompt_length == _NEW_TOKENS
    assert all(
        choice.best[0][1] == choice.probability for choice in trace.choices[trace.prompt_length :]
    )
    assert trace.written_text == SENTENCE + trace.translation
    last = trace.decoder_spans[trace.prompt_length]
    assert SENTENCE[slice(*last)] == "."  # the token from which the first new word is predicted
    begun = family in ("llama", "mistral")
    assert trace.decoder_words[0] == (-1 if begun else 0)
    assert trace.first_span == ((0, 0) if begun else (0, len(trace.decoder_input[0])))


def test_a_continuation_may_be_given_and_is_read_as_one_text(pretrained):
    model, target = pretrained("gpt2"), " le gros chien dort"
    trace = model.trace(Request("gpt2", SENTENCE, target))
    assert trace.translation == target
    assert trace.predicted[trace.prompt_length :] == (
        "␣le",
        "␣gros",
        "␣chien",
        "␣dort",
    )
    with pytest.raises(UserError, match="continuation is empty"):
        model.trace(Request("gpt2", SENTENCE, ""))


def test_a_text_ends_at_its_end_and_at_the_longest_that_is_read(pretrained, monkeypatch):
    model = pretrained("gpt2")
    first = model._run(Request("gpt2", SENTENCE)).written[-_NEW_TOKENS]
    monkeypatch.setitem(vars(model), "_eos_ids", {first})
    trace = model.trace(Request("gpt2", SENTENCE))
    assert trace.finished
    assert len(trace.predicted) == trace.prompt_length + 1
    monkeypatch.undo()
    assert len(model.trace(Request("gpt2", "the" + " dog" * 123)).predicted) == 127
    with pytest.raises(UserError, match="no room to continue"):
        model.trace(Request("gpt2", "the" + " dog" * 125))


def test_the_next_words_are_the_whole_vocabulary_with_those_that_a_choice_leaves(pretrained, eager):
    model = pretrained("llama")
    request = Request("llama", SENTENCE, " le chat")
    with torch.no_grad():
        logits = eager("llama")(model._inputs(model._run(request))["input_ids"]).logits[0]
    plain = model.next_words(request)
    assert len(plain.words) == len(model.tokenizer.tokenizer)
    assert plain.candidates.all()
    assert plain.probabilities.sum() == pytest.approx(1, abs=1e-5)
    np.testing.assert_allclose(
        plain.probabilities, np.sort(logits[-1].softmax(-1).numpy())[::-1], atol=1e-6
    )
    np.testing.assert_array_equal(plain.probabilities, plain.sampled)
    trace = model.trace(request)
    for place in (0, trace.prompt_length, -1):
        assert [
            (word, pytest.approx(value, abs=1e-6)) for word, value in trace.choices[place].best
        ] == list(
            zip(
                model.next_words(request, place).words,
                model.next_words(request, place).probabilities,
            )
        )[:5]
    for temperature, top_k, top_p in (
        (0.5, 0, 1.0),
        (2.0, 7, 1.0),
        (1.0, 0, 0.6),
        (0.7, 20, 0.5),
        (1.0, 1, 0.01),
    ):
        next_words = model.next_words(request, -1, temperature, top_k, top_p)
        # The probabilities of the model do not depend on the choice.
        np.testing.assert_array_equal(next_words.probabilities, plain.probabilities)
        sampled = np.exp(np.log(plain.probabilities.astype(np.float64)) / temperature)
        np.testing.assert_allclose(next_words.sampled, sampled / sampled.sum(), atol=1e-5)
        among_top_p = []
        total = 0.0
        among = sampled[: top_k or None] / sampled[: top_k or None].sum()
        for share in among:
            among_top_p.append(total < top_p)
            total += share
        assert next_words.candidates.tolist() == among_top_p + [False] * (
            len(plain.words) - len(among_top_p)
        )
        assert next_words.candidates[0]


@pytest.mark.parametrize(
    "setting",
    [
        {"temperature": 0},
        {"top_k": -1},
        {"top_p": 0},
        {"top_p": 1.5},
        {"temperature": float("nan")},
    ],
)
def test_a_setting_out_of_range_is_a_friendly_sentence(setting, pretrained):
    with pytest.raises(UserError, match="Give a temperature above 0"):
        pretrained("gpt2").next_words(Request("gpt2", SENTENCE), **setting)


def test_next_words_that_do_not_fit_are_refused():
    good = {
        "words": ("a", "b"),
        "probabilities": np.array([0.75, 0.25]),
        "sampled": np.array([0.5, 0.5]),
        "candidates": np.array([True, False]),
    }
    with pytest.raises(ValueError, match="read-only"):
        NextWords(**good).probabilities[0] = 1
    for spoilt, message in (
        ({"candidates": np.array([True])}, "has shape"),
        ({"sampled": np.array([0.5, 0.4])}, "sum to"),
    ):
        with pytest.raises(ValueError, match=message):
            NextWords(**good | spoilt)
