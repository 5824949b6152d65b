"""Our networks of English text, small and with random weights.

They are loaded through the front door like shipped ones, and meet the contract of traces.
"""

from collections import Counter
from itertools import pairwise
from random import Random

import numpy as np
import pytest
import torch

from models import Request, UserError, WhatIf, shipped_for
from models.answers.masking import Marks, masked
from models.registry import load
from models.store import checkpoint
from models.store.tokenizer import BEGIN, END, FIRST, MARKS, MASK, SEPARATOR, Tokenizer
from tests.models.trace_contract import *  # noqa: F403
from tests.models.trace_contract import SENTENCE
from tests.shipping import enlarge

SIZES = {
    "gpt": {"d_model": 32, "d_ff": 48, "n_heads": 4, "n_layers": 3},
    "bert": {"d_model": 32, "d_ff": 48, "n_heads": 4, "n_layers": 3},
    "lstm-lm": {"d_model": 32, "d_hidden": 48, "n_layers": 1},
    "rnn-lm": {
        "architecture": "lstm-lm",
        "cell": "rnn",
        "d_model": 32,
        "d_hidden": 48,
        "n_layers": 1,
    },
    "window-lm": {"d_model": 32, "d_hidden": 48},
    "elmo": {"d_model": 32, "d_hidden": 48, "n_layers": 1},
}
WRITERS = "gpt", "lstm-lm", "rnn-lm", "window-lm"
PAIR = f"Tom is tired. {SEPARATOR} He is sleeping."


@pytest.fixture(scope="module")
def tokenizer():
    texts = [
        SENTENCE,
        "I'm tired, Tom.",
        "I am tired.",
        "Two men are playing football in a park.",
        PAIR,
    ]
    return Tokenizer.train(texts * 4, 420, MARKS)


@pytest.fixture(scope="module")
def by_name(tokenizer, tmp_path_factory):
    """Each of the models, read from a checkpoint of its own."""
    folder, loaded = tmp_path_factory.mktemp("checkpoints"), {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("models.registry.SHIPPED", folder)
        patch.setattr("models.registry._loaded", {})
        for name, sizes in SIZES.items():
            torch.manual_seed(0)
            sizes = {"vocabulary_size": len(tokenizer), "padding_id": 0, **sizes}
            network = checkpoint.build({"architecture": name, **sizes})
            enlarge(network, 0.1)
            checkpoint.save(folder / name, network, tokenizer, {"languages": ["en"]})
            loaded[name] = load(name, "cpu")
    return loaded


@pytest.fixture(scope="module", params=SIZES)
def any_model(request, by_name):
    return by_name[request.param]


@pytest.fixture(scope="module")
def trace(any_model):
    return any_model.trace(Request(any_model.name, SENTENCE))


@pytest.fixture(scope="module")
def bert(by_name):
    return by_name["bert"]


def test_they_say_what_they_do(by_name):
    tasks = {name: model.capabilities.task for name, model in by_name.items()}
    assert tasks == {
        "gpt": "causal-lm",
        "bert": "masked-lm",
        "lstm-lm": "causal-lm",
        "rnn-lm": "causal-lm",
        "window-lm": "causal-lm",
        "elmo": "bidirectional-lm",
    }
    for model in by_name.values():
        assert model.capabilities.trained_here
        assert model.capabilities.languages == ("en",)
    assert by_name["bert"].capabilities.mask_token == MASK
    assert by_name["gpt"].capabilities.norm == "before"


def test_what_a_network_does_is_known_before_it_is_loaded(
    by_name, tokenizer, tmp_path, monkeypatch
):
    for model in by_name.values():
        checkpoint.save(tmp_path / model.name, model.network, tokenizer, {})
    monkeypatch.setattr("models.registry.SHIPPED", tmp_path)
    assert shipped_for("masked-lm") == ("bert",)
    assert shipped_for("causal-lm") == ("gpt", "lstm-lm", "rnn-lm", "window-lm")
    assert shipped_for("bidirectional-lm") == ("elmo",)
    checkpoint.save(tmp_path / "other", by_name["bert"].network, tokenizer, {})
    (tmp_path / "other" / "config.json").write_text("{", encoding="utf-8")
    assert shipped_for("masked-lm") == ("bert",)


@pytest.mark.parametrize("name", [*WRITERS, "elmo"])
def test_only_an_encoder_guesses_words_and_pairs(by_name, name):
    model, request = by_name[name], Request(name, PAIR)
    for ask in (
        lambda: model.guess(request, [1]),
        lambda: model.follows(request),
        lambda: model.draw_masks(request, 1),
    ):
        with pytest.raises(UserError, match=name):
            ask()


@pytest.mark.parametrize("name", WRITERS)
def test_the_next_word_is_a_distribution_over_the_whole_vocabulary(by_name, name, tokenizer):
    model = by_name[name]
    words = model.next_words(Request(name, SENTENCE, target=" I"))
    assert len(words.words) == len(tokenizer)
    assert sum(words.probabilities) == pytest.approx(1, abs=1e-5)
    kept = model.next_words(Request(name, SENTENCE, target=" I"), top_k=5)
    assert kept.candidates.sum() == 5
    np.testing.assert_array_equal(kept.probabilities, words.probabilities)


def test_a_masked_word_is_filled_from_the_whole_vocabulary(bert, tokenizer):
    filled = bert.fill(Request("bert", f"The big {MASK} dog is {MASK}."), count=len(tokenizer))
    trace = bert.trace(Request("bert", f"The big {MASK} dog is {MASK}."))
    assert [trace.source[place] for place in filled] == [MASK, MASK]
    for guesses in filled.values():
        values = [value for _, value in guesses]
        assert values == sorted(values, reverse=True)
        assert sum(values) == pytest.approx(1, abs=1e-4)
    with pytest.raises(UserError, match="There is no"):
        bert.fill(Request("bert", SENTENCE))


def test_a_word_that_is_hidden_is_guessed_as_a_mask_is_filled(bert, tokenizer):
    sentence = "Two men are playing football."
    trace = bert.trace(Request("bert", sentence))
    place = trace.source.index("playing")
    [guess] = bert.guess(Request("bert", sentence), [place], count=len(tokenizer))
    [filled] = bert.fill(Request("bert", f"Two men are {MASK} football."), len(tokenizer)).values()
    assert guess.place == place
    assert guess.true_word == "playing"
    assert guess.rest < 1e-4
    # By value: equally probable tokens may come in any order.
    np.testing.assert_allclose(guess.probabilities, [value for _, value in filled], atol=1e-6)
    assert guess.true_probability == pytest.approx(guess.probabilities[guess.true_rank - 1])
    assert guess.words[guess.true_rank - 1] == "playing"
    [few] = bert.guess(Request("bert", sentence), [place], count=3)
    assert len(few.words) == 3
    assert few.true_rank == guess.true_rank
    assert few.rest == pytest.approx(1 - guess.probabilities[:3].sum())
    [unknown] = bert.guess(Request("bert", f"Two men are {MASK} football."), [place])
    assert unknown.true_word is unknown.true_rank is unknown.true_probability is None


def test_a_guess_from_one_side_does_not_know_the_words_of_the_other(bert):
    place = 5

    def guess(sentence, sees):
        return bert.guess(Request("bert", sentence), [place], sees=sees)[0].probabilities

    one, other = (f"Two men are playing football in a {end}." for end in ("park", "dog"))
    sources = [bert.trace(Request("bert", text)).source for text in (one, other)]
    assert sources[0][place] == "football"
    assert len(sources[0]) == len(sources[1])
    left, right = guess(one, "left"), guess(one, "right")
    np.testing.assert_array_equal(left, guess(other, "left"))
    assert np.abs(right - guess(other, "right")).max() > 1e-4
    assert np.abs(guess(one, "both") - guess(other, "both")).max() > 1e-4


def test_several_hidden_words_are_hidden_from_each_other(bert):
    one, other = (f"Two men {verb} tired, Tom." for verb in ("are", "am"))
    guesses = [bert.guess(Request("bert", text), [2, 3]) for text in (one, other)]
    np.testing.assert_array_equal(guesses[0][0].probabilities, guesses[1][0].probabilities)
    assert [guess.true_word for pair in guesses for guess in pair] == ["men", "are", "men", "am"]
    assert bert.guess(Request("bert", one), []) == ()
    for place in (0, 99, -1):
        with pytest.raises(ValueError, match="no word"):
            bert.guess(Request("bert", one), [place])


def test_masks_are_drawn_as_training_draws_them(bert, tokenizer):
    request, marks = Request("bert", PAIR), Marks.of(tokenizer)
    draws = bert.draw_masks(request, 7, 400)
    ids, kinds = bert._run(request).ids, Counter()
    for number, draw in enumerate(draws):
        read, wanted = masked(ids, marks, Random(f"7/{number}"))
        assert draw.read == tuple(map(tokenizer.name, read))
        assert [one.place for one in draw.chosen] == [
            place for place, index in enumerate(wanted) if index != marks.padding
        ]
        for one in draw.chosen:
            kinds[one.kind] += 1
            assert one.word == tokenizer.name(ids[one.place])
            assert (draw.read[one.place] == MASK) == (one.kind == "mask")
            assert one.kind != "same" or draw.read[one.place] == one.word
    assert {kind: round(count / kinds.total(), 1) for kind, count in kinds.items()} == {
        "mask": 0.8,
        "random": 0.1,
        "same": 0.1,
    }
    only = next(draw for draw in draws if len(draw.chosen) == 1 and draw.chosen[0].kind == "mask")
    [chosen] = only.chosen
    [guess] = bert.guess(request, [chosen.place])
    assert chosen.probability == pytest.approx(guess.true_probability, abs=1e-6)


def test_a_sentence_is_read_as_in_training(bert, tokenizer):
    marks = Marks.of(tokenizer)
    run = bert._run(Request("bert", PAIR))
    first, second = PAIR.split(f" {SEPARATOR} ")
    assert run.ids == marks.joined(tokenizer.encode(first), tokenizer.encode(second))
    assert run.second == run.ids.index(marks.separator) + 1
    ids = tokenizer.encode("Tom is tired.")
    masked = bert._run(Request("bert", f"Tom is {MASK}.")).ids
    [place] = [place for place, index in enumerate(masked) if index == marks.mask]
    # Like the word, a token after a mask has no space before it.
    assert masked[place + 1 : -1] == ids[-1:]
    assert masked[1:place] == ids[: place - 1]


@pytest.mark.parametrize("sentence", [SENTENCE, PAIR, f"{MASK} is {MASK}, {MASK}.", "I'm tired"])
def test_every_token_knows_where_it_stands(bert, sentence):
    trace = bert.trace(Request("bert", sentence))
    assert trace.source[0] == FIRST
    assert trace.source[-1] == SEPARATOR
    for token, (start, end) in [*zip(trace.source, trace.source_spans)][1:-1]:
        assert sentence[start:end] == token
    for one, other in pairwise(trace.source_words):
        assert other - one in (0, 1)


def test_elmo_reads_a_sentence_as_in_training_and_gives_both_directions(by_name, tokenizer):
    elmo = by_name["elmo"]
    encoding = elmo.encode(SENTENCE)
    assert encoding.steps == ("embedding", "layer 1")
    assert encoding.source[0] == BEGIN
    assert encoding.source[-1] == END
    for token, (start, end) in [*zip(encoding.source, encoding.source_spans)][1:-1]:
        assert SENTENCE[start:end] == token
    ids = [tokenizer.begin_id, *tokenizer.encode(SENTENCE), tokenizer.end_id]
    there, back = elmo.network.both(torch.tensor([ids]))
    assert encoding.states.shape == (2, len(ids), 64)
    for step, pair in enumerate(zip(there, back, strict=True)):
        both = torch.cat(pair, -1)[0].detach().numpy()
        np.testing.assert_allclose(encoding.states[step], both, atol=1e-6)
    np.testing.assert_array_equal(encoding.states[0][:, :32], encoding.states[0][:, 32:])
    trace = elmo.trace(Request("elmo", SENTENCE))
    np.testing.assert_array_equal(trace.hidden["encoder"], encoding.states)
    assert (trace.source, trace.source_words) == (encoding.source, encoding.source_words)
    assert [*trace.attention.values()] == [None] * 3
    assert trace.predicted == ()
    assert trace.hidden["decoder"] is None


def test_a_word_of_elmos_sentence_can_be_swapped_and_nothing_else_changed(by_name):
    elmo = by_name["elmo"]
    swapped = elmo.trace(Request("elmo", SENTENCE, what_if=WhatIf(swap=((2, "small"),))))
    assert swapped.sentence == SENTENCE.replace("red", "small")
    assert elmo.capabilities.interventions == {"swap", "gates"}
    for what_if in (WhatIf(mask="none"), WhatIf(temperature=2.0), WhatIf(padding=2)):
        with pytest.raises(UserError, match="elmo"):
            elmo.trace(Request("elmo", SENTENCE, what_if=what_if))


def test_what_elmo_does_not_answer_it_says_in_a_sentence(by_name):
    elmo, request = by_name["elmo"], Request("elmo", SENTENCE)
    asks = (elmo.next_words, elmo.fill, elmo.silence_each, elmo.gradients)
    for ask in asks:
        with pytest.raises(UserError, match="elmo"):
            ask(request)
    with pytest.raises(ValueError, match="layers"):
        elmo.parameters("encoder")
    assert elmo.translate([SENTENCE, ""]) == ["", ""]
    assert elmo.kind == "encoder-only"
    assert len(elmo.similar_words("dog")) > 0
    for sentence, says in (
        (" ", "no word in this sentence"),
        ("dog " * 600, "at most 512"),
        ("a" * 99999, "99,999"),
    ):
        with pytest.raises(UserError, match=says):
            elmo.trace(Request("elmo", sentence))
        with pytest.raises(UserError, match=says):
            elmo.encode(sentence)


def test_two_sentences_have_a_probability_to_follow_each_other(bert):
    assert 0 < bert.follows(Request("bert", PAIR)) < 1
    other = bert.follows(Request("bert", f"He is sleeping. {SEPARATOR} Tom is tired."))
    assert other != bert.follows(Request("bert", PAIR))
    for sentence in (SENTENCE, f"{SENTENCE} {SEPARATOR}", f"{SEPARATOR} {SENTENCE}"):
        with pytest.raises(UserError, match="one sentence"):
            bert.follows(Request("bert", sentence))


def test_padding_is_not_seen_unless_it_is_to_be(bert):
    trace = bert.trace(Request("bert", SENTENCE))
    padded = bert.trace(Request("bert", SENTENCE, what_if=WhatIf(padding=3)))
    length = len(trace.source)
    np.testing.assert_allclose(
        padded.hidden["encoder"][:, :length], trace.hidden["encoder"], atol=1e-5
    )
    seen = bert.trace(Request("bert", SENTENCE, what_if=WhatIf(padding=3, padding_mask=False)))
    assert seen.attention["encoder"].weights[..., length:].min() > 0


def test_what_bert_cannot_do_it_says_in_a_sentence(bert):
    assert bert.capabilities.task == "masked-lm"
    for ask in (bert.next_words, bert.silence_each, bert.gradients):
        with pytest.raises(UserError, match="bert"):
            ask(Request("bert", SENTENCE))
    for what_if in (WhatIf(mask="none"), WhatIf(blocked=(1,))):
        with pytest.raises(UserError, match="bert"):
            bert.trace(Request("bert", SENTENCE, what_if=what_if))
    for sentence, says in (
        (" ", "no word in this sentence"),
        ("dog " * 200, "at most 128"),
        ("a" * 9999, "9,999"),
    ):
        with pytest.raises(UserError, match=says):
            bert.trace(Request("bert", sentence))
    assert bert.encode(SENTENCE).states.shape[0] == 5
