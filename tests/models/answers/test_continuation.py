"""Next tokens, continuations and probabilities of texts by language models."""

import numpy as np
import pytest

from models import UserError, load, shipped_for
from models.answers import continuation
from models.answers.continuation import NextTokens, Sampling, continue_text, next_tokens, score
from models.answers.counting import NGRAMS_FOLDER, CountingModel, shipped_counts
from models.files import SHIPPED
from tests.tiny_language import TEXTS, count_texts, save_networks, tiny_tokenizer

TEXT = "the red dog sees"


@pytest.fixture(scope="module")
def counter():
    """The 4-gram model of the texts."""
    tokenizer = tiny_tokenizer()
    return CountingModel("4-gram", count_texts(tokenizer), tokenizer)


@pytest.fixture(scope="module")
def networks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("checkpoints")
    save_networks(folder, "gpt", "lstm-lm")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("models.registry.SHIPPED", folder)
        patch.setattr("models.registry._loaded", {})
        yield {name: load(name, "cpu") for name in shipped_for("causal-lm")}


@pytest.fixture(scope="module", params=["gpt", "lstm-lm", "4-gram"])
def predictor(request, networks, counter):
    return counter if request.param == "4-gram" else networks[request.param]


def test_our_own_models_are_found_by_their_task(networks):
    assert {*networks} == {"gpt", "lstm-lm"}
    assert shipped_for("causal-lm") == tuple(networks)
    assert shipped_for("translation") == ()


def test_a_distribution_is_over_the_whole_vocabulary_and_a_text_is_as_probable_as_its_tokens(
    predictor,
):
    ids = predictor.tokenizer.encode(TEXT)
    single = []
    for place, token in enumerate(ids):
        chances = predictor.distribution(ids[:place])
        assert chances.shape == (len(predictor.tokenizer),)
        assert chances.sum() == pytest.approx(1, abs=1e-9)
        single.append(chances[token])
    np.testing.assert_allclose(predictor.log_probabilities(ids), np.log(single), rtol=1e-4)


def test_a_later_word_changes_nothing_before_it(predictor):
    ids = predictor.tokenizer.encode(TEXT)
    longer = predictor.tokenizer.encode(TEXT + " the cat")
    np.testing.assert_allclose(
        predictor.log_probabilities(longer)[: len(ids)],
        predictor.log_probabilities(ids),
        atol=1e-5,
    )


def test_the_front_door_and_this_give_the_same_probabilities(networks):
    from models import Request

    gpt = networks["gpt"]
    expected = gpt.next_words(Request("gpt", TEXT, " the"), len(gpt.tokenizer.encode(TEXT)))
    tokens = next_tokens(gpt, gpt.tokenizer.encode(TEXT), Sampling())
    np.testing.assert_allclose(tokens.probabilities, expected.probabilities, atol=1e-6)


def test_temperature_sharpens_and_keeps_the_order_and_the_sum():
    given = np.array([0.5, 0.3, 0.2])
    np.testing.assert_allclose(
        Sampling(temperature=0.5).apply(given), given**2 / (given**2).sum(), rtol=1e-12
    )
    assert Sampling(temperature=4).apply(given)[0] < 0.5
    np.testing.assert_array_equal(Sampling().apply(given), given)


@pytest.mark.parametrize(
    "sampling, kept",
    [
        (Sampling(), 4),
        (Sampling(top_k=2), 2),
        (Sampling(top_p=0.5), 1),
        (Sampling(top_p=0.51), 2),
        (Sampling(top_k=2, top_p=0.6), 1),  # two tokens have 0.8 of the probability; one has 0.5
        (Sampling(top_p=0.01), 1),  # the first is always kept
    ],
)
def test_top_k_then_top_p_keep_the_most_probable(sampling, kept):
    assert sampling.keeps(np.array([0.5, 0.3, 0.15, 0.05])).tolist() == [
        place < kept for place in range(4)
    ]


def test_what_is_cut_is_marked_and_nothing_is_renormalised(counter):
    ids = counter.tokenizer.encode("the cat sees the")
    whole, cut = (next_tokens(counter, ids, one) for one in (Sampling(), Sampling(top_k=3)))
    np.testing.assert_array_equal(whole.sampled, cut.sampled)
    assert cut.candidates.sum() == 3
    assert whole.candidates.all()
    assert (np.diff(whole.probabilities) <= 0).all()


def test_a_setting_out_of_range_is_one_sentence():
    for wrong in ({"temperature": 0}, {"top_k": -1}, {"top_p": 0}, {"top_p": 1.1}):
        with pytest.raises(UserError, match="Give a temperature above 0"):
            Sampling(**wrong)


def test_numbers_that_are_no_probabilities_are_refused():
    with pytest.raises(ValueError, match="sum to 0.5"):
        NextTokens(np.arange(2), np.array([0.4, 0.1]), np.array([0.5, 0.5]), np.ones(2, bool))


def test_a_draw_takes_the_token_whose_share_the_chance_falls_into():
    tokens = NextTokens(
        np.array([7, 8, 9]),
        np.array([0.5, 0.3, 0.2]),
        np.array([0.5, 0.3, 0.2]),
        np.array([True, True, False]),
    )
    assert [tokens.draw(chance) for chance in (0, 0.62, 0.63, 0.999999)] == [0, 0, 1, 1]


def test_an_equal_seed_draws_alike_and_a_longer_text_begins_like_a_shorter_one(predictor):
    ids = predictor.tokenizer.encode("the")
    short, long, other = (
        [*continue_text(predictor, ids, Sampling(), length, seed)]
        for length, seed in ((3, 5), (6, 5), (6, 6))
    )
    assert long[: len(short)] == short
    assert long != other
    for one in long:
        assert 0 < one.probability <= 1
        assert one.kept == len(predictor.tokenizer)


def test_the_most_probable_token_is_drawn_where_one_is_left(counter):
    ids = counter.tokenizer.encode("a red dog and")
    written = [*continue_text(counter, ids, Sampling(top_k=1), 9, 1)]
    assert counter.tokenizer.decode([one.token for one in written]) == "a black cat sleep"
    assert written[-1].token == counter.tokenizer.end_id  # and the text ends there


def test_the_score_of_a_text_is_that_of_its_words(counter):
    scored = score(counter, TEXTS[0])
    assert scored.words == tuple(TEXTS[0].split())
    total = counter.log_probabilities(counter.tokenizer.encode(TEXTS[0])).sum()
    assert scored.log_probabilities.sum() == pytest.approx(total)
    assert scored.perplexity == pytest.approx(np.exp(-total / 5))
    assert scored.bits_per_character == pytest.approx(-total / np.log(2) / len(TEXTS[0]))


def test_a_word_of_several_pieces_has_the_product_of_their_probabilities(counter):
    scored = score(counter, "the zebra")
    ids = counter.tokenizer.encode("the zebra")
    assert scored.words == ("the", "zebra")
    assert len(ids) > 3
    logs = counter.log_probabilities(ids)
    np.testing.assert_allclose(scored.log_probabilities, [logs[0], logs[1:].sum()])


@pytest.mark.parametrize(
    "text, says",
    [
        (" ", "no word in this sentence"),
        ("the " * 600, "at most"),
        ("a" * 99999, "99,999 characters"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(counter, text, says):
    with pytest.raises(UserError, match=says):
        continuation.read_context(counter, text)


@pytest.mark.slow
def test_the_shipped_counts_are_small_and_cost_more_bits_the_shorter_their_rows():
    counts = shipped_counts()
    assert [*counts.models] == ["4-gram", "bigram", "unigram"]
    bits = [
        score(model, "He was late for the train.").bits_per_character
        for model in counts.models.values()
    ]
    assert bits == sorted(bits)
    assert bits[0] < bits[1] < bits[2]
    assert sum(file.stat().st_size for file in (SHIPPED / NGRAMS_FOLDER).iterdir()) < 15e6
    figures = counts.card["held_out"]["bits_per_character"]
    for file in figures["4-gram"]:
        assert figures["4-gram"][file] < figures["bigram"][file] < figures["unigram"][file]


def test_damaged_counts_are_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr("models.files.SHIPPED", tmp_path)
    assert shipped_counts() is None
    (tmp_path / "n-grams").mkdir()
    (tmp_path / "n-grams" / "counts.npz").write_bytes(b"none")
    with pytest.raises(UserError, match="n-grams is missing or damaged"):
        shipped_counts()
