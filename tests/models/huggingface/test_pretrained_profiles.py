"""Profiles of pretrained models: the sums equal those of single runs."""

import numpy as np
import pytest

from models import Request, UserError
from models.corpus.attention_sums import analyse, untrained
from models.corpus.costs_one_by_one import measure_one_by_one
from models.corpus.head_measures import MEASURES
from models.corpus.making import measure_texts
from models.corpus.one_by_one import _BEFORE, _BEHIND, _word_numbers
from models.corpus.profile import read_profile, weights_of, write_profile
from models.corpus.profile_table import _head_rows
from models.corpus.sentences import Pair
from models.huggingface import Offer
from models.huggingface.loading import load
from models.serving.queue import QueuedModel
from models.store.tokenizer import Token
from tests.marks import slow_after
from tests.models.huggingface.families import save
from viz.pages.profiles.notebook import draw_in_notebook

ENGLISH = ["the big red dog is sleeping on the bed", "the cat sees the small dog"]
FRENCH = ["le gros chien rouge dort sur le lit", "le chat sees le chien"]
PAIRS = [Pair(*texts) for texts in zip(ENGLISH, FRENCH, strict=True)] * 3
NUMBERED = list(enumerate(PAIRS))


def words_at(text: str, spans) -> np.ndarray:
    """Return the mean over the tokens of each word, `[word, token]`; spaces separate words."""
    means = np.zeros((len(text.split()), len(spans)))
    for place, (start, end) in enumerate(spans):
        if start < end <= len(text):
            means[text[:start].count(" "), place] = 1
    return means / means.sum(1, keepdims=True)


def between_words(model, stack: str, pair: Pair, written: bool = True) -> np.ndarray:
    """Return weights between words, `[head, query word, key word]`, of one run."""
    translates = model.capabilities.translates
    trace = model.trace(Request(model.name, pair.english, pair.french if translates else None))
    source = words_at(pair.english, trace.source_spans) if trace.source else None
    text = pair.french if translates else pair.english
    spans = trace.predicted_spans if stack == "cross" and written else trace.decoder_spans
    read = None if stack == "encoder" else words_at(text, spans)
    rows, columns = source if read is None else read, read if stack == "decoder" else source
    weights = trace.attention[stack].weights
    return (rows @ weights @ (columns > 0).T).reshape(-1, len(rows), len(columns))


def slow_shares(model, stack: str, distance: int) -> np.ndarray:
    """Return each head's mean weight on the word at a distance to the right, run by run."""
    cells = [np.diagonal(between_words(model, stack, pair), distance, 1, 2) for pair in PAIRS]
    return np.concatenate(cells, 1).mean(1)


@pytest.mark.parametrize(
    ("family", "stack"),
    slow_after(
        3,
        [
            ("bert", "encoder"),
            ("roberta", "encoder"),
            ("gpt2", "decoder"),
            ("llama", "decoder"),
            ("marian", "encoder"),
            ("marian", "decoder"),
            ("t5", "decoder"),
        ],
    ),
)
def test_shares_are_those_of_single_runs(pretrained, family, stack):
    model = pretrained(family)
    analysis = analyse(model, NUMBERED)
    assert (analysis.pairs_read, analysis.pairs_left_out) == (6, 0)
    sums = analysis.sums[stack]
    for measure, distance in (("previous", -1), ("same", 0)):
        column = MEASURES[stack].index(measure)
        shares = sums.shares[:-1, column] / sums.rows[column]
        np.testing.assert_allclose(shares, slow_shares(model, stack, distance), atol=1e-5)


@pytest.mark.parametrize("family", slow_after(1, ["marian", "bart", "t5"]))
def test_cross_attention_is_measured_where_words_are_written_and_read(pretrained, family):
    model = pretrained(family)
    linked = [
        (line, Pair(pair.english, pair.french, links=((0, 0), (1, 1)))) for line, pair in NUMBERED
    ]
    sums = analyse(model, linked).sums["cross"]
    for measure in ("writes", "reads"):
        words = [between_words(model, "cross", pair, measure == "writes") for pair in PAIRS]
        cells = [word[:, at, at] for word in words for at in (0, 1)]
        column = MEASURES["cross"].index(measure)
        shares = sums.shares[:-1, column] / sums.rows[column]
        np.testing.assert_allclose(shares, np.mean(cells, 0), atol=1e-5)


def test_a_model_that_translates_writes_the_french_that_is_missing(pretrained):
    model = pretrained("marian")
    analysis = analyse(model, [(0, Pair(ENGLISH[0], ""))])
    assert analysis.pairs_read + analysis.pairs_left_out == 1


@pytest.mark.parametrize("family", slow_after(1, ["bert", "gpt2", "t5"]))
def test_the_untrained_model_has_the_same_sizes_and_other_weights(pretrained, family):
    model = pretrained(family)
    before = untrained(model)
    assert before.attention_sizes == model.attention_sizes
    pair = NUMBERED[:1]
    sums = [
        next(iter(analyse(model, pair, network=network).sums.values())).entropy
        for network in (None, before, untrained(model))
    ]
    assert not np.allclose(sums[0], sums[1])
    np.testing.assert_array_equal(sums[1], sums[2])


@pytest.mark.slow
@pytest.mark.parametrize("family", ["bert", "gpt2", "t5"])
def test_a_model_behind_its_queue_as_the_app_has_it_is_measured_too(pretrained, family):
    queued = QueuedModel(pretrained(family))
    profile = measure_texts(queued, PAIRS, lambda done, total: None)
    assert profile.sentences == len(PAIRS)
    for stack in profile.stacks.values():
        assert not np.allclose(stack.trained.entropy, stack.untrained.entropy)


def test_a_text_that_is_too_long_is_left_out_and_progress_goes_on(pretrained):
    reports = []
    long = Pair("the dog " * 200, "")
    analysis = analyse(pretrained("bert"), [(0, long), (1, PAIRS[0])], reports.append)
    assert (analysis.pairs_read, analysis.pairs_left_out) == (1, 1)
    assert reports == [1, 2]


def test_an_untrained_model_that_memory_cannot_hold_is_refused(pretrained, monkeypatch):
    from models.huggingface import attending

    monkeypatch.setattr(attending, "free_memory", lambda device: 1000)
    with pytest.raises(UserError, match="Choose a smaller model"):
        untrained(pretrained("bert"))


def test_other_weights_have_another_fingerprint(pretrained, tmp_path):
    from models.huggingface.loading import _fingerprint

    prints = {weights_of(pretrained(family).card) for family in ("bert", "gpt2", "t5")}
    assert len(prints) == 3
    assert "" not in prints
    file = tmp_path / "model.safetensors"
    file.write_bytes(bytes(1_000_000))
    before = _fingerprint([file])
    file.write_bytes(bytes(999_999) + b"1")
    assert _fingerprint([file]) != before == before


def token(start: int, end: int, word: int) -> Token:
    return Token("", start, end, word)


def test_tokens_belong_to_the_word_in_which_they_begin():
    sentence = "I don't."  # I, do, n't, .
    tokens = [
        token(0, 0, -1),
        token(0, 1, 0),
        token(2, 2, 1),
        token(2, 5, 1),
        token(5, 7, 2),
        token(7, 8, 3),
        token(8, 8, 4),
    ]
    assert _word_numbers(tokens, sentence) == [_BEFORE, 0, 1, 1, 2, 3, _BEHIND]
    assert _word_numbers(tokens[:4] + tokens[5:], sentence) is None  # no token begins in "n't"


def test_texts_of_one_pass_take_no_more_memory_than_one_long_text(pretrained, monkeypatch):
    from models.huggingface import model as of_model
    from models.huggingface.attending import _attend, attend_each

    model = pretrained("bert")
    texts = [(text, "") for text in (ENGLISH[0], ENGLISH[0], ENGLISH[1], "the dog")]
    passes, record = [], model._record
    monkeypatch.setattr(
        model, "_record", lambda runs, *more: passes.append(len(runs)) or record(runs, *more)
    )

    def sizes():
        passes.clear()
        findings = [*attend_each(model, texts)]
        of_analysis = [*passes]
        for one, (text, _) in zip(findings, texts, strict=True):
            expected = _attend(model, text)
            assert one.source == expected.source
            for stack, weights in expected.weights.items():
                np.testing.assert_allclose(one.weights[stack], weights, atol=1e-6)
        passes.clear()
        model.trace_many([Request(model.name, text) for text, _ in texts])
        return of_analysis, sorted(passes)

    assert sizes() == ([2, 1, 1], [1, 1, 2])
    longest = len(model._run(Request(model.name, ENGLISH[0])).source)
    with monkeypatch.context() as patch:
        patch.setattr(of_model, "LONGEST", longest)
        assert sizes() == ([1] * 4, [1] * 4)
    with monkeypatch.context() as patch:
        needed = of_model.needed_memory(model.attention_sizes, model._vocabulary_size, longest, 0)
        patch.setattr(of_model, "free_memory", lambda device: 2 * needed)
        assert sizes() == ([1] * 4, [1] * 4)


@pytest.mark.slow
def test_of_a_hybrid_the_heads_are_those_of_layers_with_attention_under_their_numbers(tmp_path):
    folder = save("lfm2", tmp_path / "model")
    model = load("model", Offer(str(folder)), "cpu")
    profile = measure_texts(model, PAIRS, lambda done, total: None)
    write_profile(profile, tmp_path / "profile.npz")
    for one in (profile, read_profile(tmp_path / "profile.npz")):
        stack = one.stacks["decoder"]
        assert (stack.layers, stack.attending, len(stack.shares)) == (4, (1, 3), 8)
        assert [stack.head_at(place)[1] for place in range(8)] == [1] * 4 + [3] * 4
        assert stack.place_of(3, 2) == 6
        assert {row["layer"] for row in _head_rows(one)} == {2, 4}
        [table] = draw_in_notebook(one).values()
        assert [f"<th>{layer}</th><td" in table for layer in range(1, 5)] == [False, True] * 2
    shares = profile.stacks["decoder"].shares[:, MEASURES["decoder"].index("previous")]
    layers = slow_shares(model, "decoder", -1).reshape(4, 4)
    np.testing.assert_allclose(shares.reshape(2, 4), layers[[1, 3]], atol=1e-5)
    importance = measure_one_by_one(model, PAIRS[:2], lambda *report: None)
    assert {layer for _, layer, _ in importance.heads} == {1, 3}
