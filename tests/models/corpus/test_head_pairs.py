"""What is lost without two heads, and on held-out text: equal to slow, obvious versions."""

import gzip
from dataclasses import replace

import numpy as np
import pytest

from models import UserError
from models.corpus import __main__ as command
from models.corpus import ablation, costs, profile
from models.corpus.head_pairs import HeadPairs, from_file, to_file
from models.corpus.held_out import read_held_out
from models.corpus.profile_table import _texts_of
from models.networks.changes import NetworkChanges
from tests.models.corpus import handmade
from tests.models.corpus.random_models import random_model
from tests.models.corpus.slow import SIZES, batch_of, heads_of, slow_log_probability

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("kind", ["transformer", "gpt", "bert"])
def test_every_two_heads_switched_off_equal_two_that_are_silent(kind):
    model = random_model(kind)
    batch, written = batch_of(model)
    heads = heads_of(model)
    network = ablation.copy_network(model.network)
    values = ablation.without_pairs(network, batch, written, heads)
    np.testing.assert_array_equal(values, values.transpose(0, 2, 1))
    for first, parameter in enumerate(heads):
        for second in range(first, len(heads), 3):
            silent = NetworkChanges(silenced=((parameter, heads[second]),))
            expected = [slow_log_probability(model, line, silent) for line in batch.lines]
            assert values[:, first, second].tolist() == pytest.approx(expected, abs=1e-4)
    # Afterwards the network is as before.
    for parameter, other in zip(network.parameters(), model.network.parameters(), strict=True):
        assert (parameter == other).all()


def test_what_two_heads_cost_is_measured_on_the_sentences_of_one():
    model, pairs = random_model("transformer"), handmade.pairs(times=8)
    importance = costs.measure_importance(model, pairs, SIZES)
    measured = costs.measure_head_pairs(model, pairs, SIZES)
    assert measured.heads == importance.heads
    assert measured.sentences == importance.sentences == 8
    np.testing.assert_allclose(np.diag(measured.lost), importance.lost[:, 0], atol=1e-6)
    scored, _, _ = costs._parts_of(model, pairs, SIZES)
    one, other = importance.heads[1], importance.heads[9]
    lost = []
    for silenced in ((one,), (other,), (one, other)):
        silent = NetworkChanges(silenced=(silenced,))
        lost.append(
            [slow_log_probability(model, line) for line in scored.lines]
            - np.array([slow_log_probability(model, line, silent) for line in scored.lines])
        )
    excess = lost[2] - lost[0] - lost[1]
    assert measured.excess[1, 9] == pytest.approx(excess.sum() / scored.tokens.sum(), abs=1e-4)
    # The standard error of a ratio of means (Cochran 1977, equation 2.46).
    ratio = excess.sum() / scored.tokens.sum()
    deviations = excess - ratio * scored.tokens
    error = np.sqrt(len(excess)) * deviations.std() / scored.tokens.sum()
    assert measured.error[1, 9] == pytest.approx(error, rel=1e-3)
    assert measured.error[9, 1] == measured.error[1, 9]
    assert (np.diag(measured.error) == 0).all()


def test_a_single_head_has_no_pairs():
    assert costs.measure_head_pairs(random_model("dot"), handmade.pairs(times=4), SIZES) is None


def known_pairs(error: float = 0.001) -> HeadPairs:
    """Return three heads of which the first two stand in for each other.

    The first and the third serve the same predictions.
    """
    heads = tuple(("decoder", 0, head) for head in range(3))
    lost = np.array([[0.01, 0.10, 0.02], [0.10, 0.01, 0.041], [0.02, 0.041, 0.03]])
    return HeadPairs(heads, 9, lost, np.full((3, 3), error), 2.4, (("books", 9),))


def test_heads_stand_in_for_each_other_only_where_noise_does_not_explain_it():
    pairs = known_pairs()
    assert pairs.count == 3
    assert pairs.excess[0, 1] == pytest.approx(0.08)
    assert pairs.clear(1) == [(0, 1)]
    assert pairs.clear(-1) == [(0, 2)]
    assert pairs.signs[1, 2] == 0  # 0.001 more than the sum, and as much noise
    assert pairs.margin[0, 1] == pytest.approx(0.0024)
    assert not known_pairs(error=0.1).signs.any()


def test_intervals_of_many_figures_hold_at_once_where_a_few_sentences_lose_most():
    generator, false, false_alone = np.random.default_rng(0), 0, 0
    tokens = np.full(150, 10.0)
    for _ in range(80):
        losses = generator.lognormal(sigma=0.8, size=(150, 60))
        losses -= np.exp(0.8**2 / 2)  # so that the true mean is 0
        error, width = costs._simultaneous_errors(losses, tokens)
        np.testing.assert_allclose(error, losses.std(0) * np.sqrt(150) / 1500)
        sizes = np.abs(losses.sum(0) / 1500) / error
        false += bool((sizes > width).any())
        false_alone += bool((sizes > 1.96).any())
    assert false <= 12  # 4 are expected
    assert false_alone > 70  # with intervals that each hold alone


def test_a_figure_without_noise_widens_no_interval():
    losses = np.random.default_rng(0).normal(size=(50, 3))
    _, width = costs._simultaneous_errors(losses, np.ones(50))
    error, wider = costs._simultaneous_errors(np.c_[losses, np.zeros(50)], np.ones(50))
    assert wider == width
    assert error[-1] == 0


def test_a_file_keeps_pairs_and_texts(tmp_path):
    model, pairs = random_model("gpt"), handmade.pairs(french=[""] * 3, times=8)
    texts = ["books", "tatoeba.dev"] * 12
    importance = costs.measure_importance(model, pairs, SIZES, texts=texts)
    of_pairs = costs.measure_head_pairs(model, pairs, SIZES, texts=texts)
    assert dict(importance.sources).keys() == {"books", "tatoeba.dev"}
    assert sum(count for _, count in importance.sources) == importance.sentences
    assert of_pairs.sources == importance.sources
    assert _texts_of(importance).startswith("8 sentences never trained on (books ")
    assert _texts_of(replace(importance, sources=())) == "8 sentences of the profile"
    file = tmp_path / "small.npz"
    whole = profile.Profile("small", {}, 1, 0, "", "", {}, importance, of_pairs)
    profile.write_profile(whole, file)
    again = profile.read_profile(file)
    assert again.importance.sources == importance.sources
    np.testing.assert_allclose(again.importance.curve_ends, importance.curve_ends, rtol=1e-6)
    for name, value in vars(from_file(*to_file(of_pairs))).items():
        np.testing.assert_equal(getattr(again.pairs, name), value)


def test_the_number_of_heads_that_can_go_has_an_interval():
    model = random_model("transformer")
    importance = costs.measure_importance(model, handmade.pairs(times=8), SIZES)
    ends = importance.curve_ends
    assert ends.shape == (*importance.curves.shape, 2)
    assert (ends[..., 0] <= importance.curves + 1e-9).all()
    assert (ends[..., 1] >= importance.curves - 1e-9).all()
    for nats in (0.1, 1.0):
        low, high = importance.spared_within_ends(nats)
        assert low <= importance.spared_within(nats) <= high
    lost = np.array([[0, 0.1, 0.2, 0.4]])
    lost_ends = np.array([[[0, 0], [0.05, 0.2], [0.1, 0.3], [0.2, 0.6]]])
    by_hand = replace(importance, curves=lost, curve_ends=lost_ends)
    assert by_hand.spared_within(0.25) == 2
    assert by_hand.spared_within_ends(0.25) == (1, 3)
    bleu = np.array([50, np.nan, 46, np.nan, 40, 10])
    shares = bleu / 50
    known = replace(
        importance,
        bleu=50.0,
        bleu_curve=bleu,
        bleu_ends=np.stack([shares - 0.05, shares + 0.12], -1),
    )
    assert known.spared(0.1) == 2
    assert known.spared_ends(0.1) == (0, 4)


@pytest.fixture
def folder(tmp_path):
    """A folder of held-out text, small."""
    files = {
        "tatoeba.dev.en-fr.tsv.gz": [
            ("I am tired.", "Je suis fatigué."),
            ("I am tired.", "Je suis fatiguée."),
            ("The dog is sleeping.", "Le chien dort."),
            *((f"I have {number} cats.", f"J'ai {number} chats.") for number in range(2, 8)),
        ],
        "multi30k.val.en-fr.tsv.gz": [("A man runs.", "Un homme court.")],
        "multi30k.test_2016_flickr.en-fr.tsv.gz": [("A red car.", "Une voiture rouge.")],
        "books.en.tsv.gz": [("A book (1)", f"It is {at} now. He went home.") for at in range(100)],
    }
    for name, rows in files.items():
        with gzip.open(tmp_path / name, "wt", encoding="utf-8") as lines:
            lines.writelines("\t".join(row) + "\n" for row in rows)
    return tmp_path


def test_held_out_text_has_each_sentence_once_and_of_a_paragraph_the_first(folder):
    pairs, texts = read_held_out(True, folder)
    assert [line for line, _ in pairs] == list(range(10))
    assert pairs[0][1].french == "Je suis fatigué."
    assert texts == ["tatoeba.dev"] * 8 + ["multi30k.val", "multi30k.test_2016_flickr"]
    pairs, texts = read_held_out(False, folder)
    assert [pair.english for _, pair in pairs[:2]] == ["It is 49 now.", "It is 99 now."]
    assert texts == ["books"] * 2 + ["tatoeba.dev"] * 8 + ["multi30k.val"]


def test_the_shipped_command_measures_costs_on_held_out_text(folder, tmp_path, monkeypatch):
    data = tmp_path / "pairs.tsv"
    data.write_text("The cat is black.\tLe chat est noir.\n" * 30, encoding="utf-8")
    monkeypatch.setattr(command, "shipped_path", lambda name: tmp_path / "out" / f"{name}.npz")
    given = ["bilstm-dot", "--shipped", "--data", str(data), "--importance", "6"]
    command.main([*given, "--device", "cpu", "--held-out", str(folder)])
    measured = profile.read_profile(tmp_path / "out" / "bilstm-dot.npz")
    assert measured.sentences == 30
    assert measured.importance.sentences == 6
    assert [name for name, _ in measured.importance.sources] == [
        "tatoeba.dev",
        "multi30k.val",
        "multi30k.test_2016_flickr",
    ]
    assert measured.pairs is None
    command.main(given)
    assert profile.read_profile(tmp_path / "out" / "bilstm-dot.npz").importance.sources == ()


def test_a_missing_held_out_file_is_named_before_the_long_run(tmp_path, monkeypatch):
    monkeypatch.setattr(command, "analyse", None)
    with pytest.raises(UserError, match=r"no tatoeba\.dev"):
        command._make_profile("bilstm-dot", command.CORPUS, scored=4, held_out=tmp_path)
