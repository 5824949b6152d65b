"""A pretrained model on the page of profiles: it says what to do, and shows measurements."""

import threading
from functools import partial

import numpy as np
import pytest

from models.corpus import own_sentences
from models.corpus.profile import digest, weights_of
from models.corpus.sentences import CORPUS, Pair
from tests import profiles
from tests.pages import alerts, visit
from viz.app import cache
from viz.app.state import _AWAITED_JOB
from viz.base.progress import unwatched
from viz.jobs.with_models import ModelWorker
from viz.pages.heads.compute import COMPUTATION as HEADS
from viz.pages.heads.profiles import profile_heads
from viz.pages.profiles import compute, own, own_jobs
from viz.pages.profiles.sections import _predicts
from viz.pages.profiles.settings import _ranks
from viz.view import settings as page_settings
from viz.view.address import View
from viz.view.runner import plain_runner

SENTENCE = "the big red dog is sleeping on the bed"
PAIRS = [Pair(SENTENCE, "le gros chien rouge dort sur le lit")] * 40
FAMILIES = ["bert", "gpt2", "t5"]


@pytest.fixture
def runner(saved, monkeypatch, tmp_path):
    """A runner with tiny networks on offer, and a cache folder of its own."""
    monkeypatch.setenv("HEADS_UP_MODELS", ",".join(str(saved(family)) for family in FAMILIES))
    monkeypatch.setenv("HEADS_UP_CACHE", str(tmp_path))
    # In a thread: a child process has a BERT of ours, and so another name for this one.
    monkeypatch.setattr("viz.jobs.with_models.has_little_memory", lambda enough: True)
    own_sentences._read.cache_clear()
    runner = plain_runner("cpu")
    monkeypatch.setattr(cache, "model", runner.model)
    return runner


def content(runner, name: str, **chosen: str) -> compute.ProfilesContent:
    return profiles.content(View(name, SENTENCE), runner, **chosen)


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_unmeasured_heads_are_offered_to_be_measured_and_found_by_words(runner, family):
    page = content(runner, family)
    assert page.profile is None
    assert "Measure them now" in page.unmeasured
    assert page.menu.exports == ()
    assert page.menu.alert == page.unmeasured
    assert page.between_words
    assert page.word_chart.marks
    test = visit("profiles", {"model": family, "sentence": SENTENCE})
    assert not alerts(test)
    assert [info.value for info in test.info] == [page.unmeasured]
    labels = [button.label for button in test.button]
    assert "Measure on the shipped sentences" in labels
    assert "Measure these sentences" in labels


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_own_sentences_give_a_profile_of_a_pretrained_model(runner, family):
    key = own_sentences.key_of(PAIRS, weights_of(runner.model(family).card))
    job = own_jobs._Job(key, family, PAIRS, own._measure)
    job.work.value.result(timeout=300)
    page = content(runner, family, own=key)
    assert page.own.sentences == 40
    assert page.alert == page.unmeasured == ""
    assert "of your own" in page.source
    sizes = runner.model(family).attention_sizes
    assert len(page.marks) == sum(layers * heads for layers, heads in sizes.values())
    assert page.measure_rows
    assert page.description
    assert page.menu.numbers["csv"]()
    assert not any(label for labels in page.labels.values() for label in labels if not label.share)
    test = visit("profiles", {"model": family, "sentence": SENTENCE, "own": key})
    assert not alerts(test)
    # The profile of another model is neither shown nor replaced.
    other = next(name for name in FAMILIES if name != family)
    assert content(runner, other, own=key).own is None
    assert own_sentences.key_of(PAIRS, weights_of(runner.model(other).card)) != key


@pytest.mark.slow
def test_sentences_that_are_pasted_before_anything_is_measured_are_followed_to_their_profile(
    runner,
):
    test = visit("profiles", {"model": "bert", "sentence": SENTENCE})
    test.text_area(key="own text").set_value("\n".join([SENTENCE] * 6))
    measure = next(button for button in test.button if button.label == "Measure these sentences")
    measure.click().run()
    labels = {button.label for button in test.button}
    assert labels & {"Stop", "Back to the shipped sentences"}  # progress is shown
    if _AWAITED_JOB in test.session_state:
        own_jobs.JOBS[test.session_state[_AWAITED_JOB]].work.value.result(timeout=300)
        test.run()
    assert "Back to the shipped sentences" in [button.label for button in test.button]


@pytest.mark.slow
def test_the_shipped_sentences_are_measured_once_and_then_shown_as_of_a_model_of_ours(
    runner, monkeypatch
):
    few = [Pair(SENTENCE, "", ())] * 40
    monkeypatch.setattr(own_sentences, "shipped_pairs", lambda translates: few)
    own_sentences.shipped_key.cache_clear()
    own_sentences.costs_key.cache_clear()
    settings = page_settings.read_settings(HEADS.settings, {"model": "bert"}, runner).settings
    front = HEADS.compute(settings, runner)
    assert profile_heads(front) is None
    key = own._general_key(content(runner, "bert"))
    measured = own._measure_shipped("bert", few, runner, unwatched)
    assert measured.data == digest(CORPUS)
    own_sentences.keep(key, measured)
    page = content(runner, "bert")
    assert page.own is None
    assert page.unmeasured == page.alert == ""
    assert page.source == "40 English sentences, whole words"
    assert page.menu.numbers["npz"]() == own_sentences.path_of(key).read_bytes()
    assert profile_heads(front).source == "Over 40 sentences"
    # Its heads are in one plane with those of a model of ours.
    assert page.plane.first == len(page.marks)
    beside = content(runner, "bert", **{"second-model": "gpt"})
    assert beside.plane.second == "gpt"
    assert len(beside.plane.heads) == len(page.marks) + 24
    assert "GPT" in beside.plane.finding
    assert beside.plane.chart.marks
    # What it loses without a head is measured when that is asked for.
    assert page.costs is None
    assert page.settings.colour is None
    test = visit("profiles", {"model": "bert", "sentence": SENTENCE})
    [button] = [button for button in test.button if button.label == "Measure the costs"]
    assert any("8 heads in 40 sentences: 320 passes" in one.value for one in test.info)
    button.click().run()
    own_jobs.JOBS[own._key_of_costs(page)].work.value.result(timeout=300)
    test.run()
    assert not alerts(test)
    assert "Measure the costs" not in [one.label for one in test.button]
    page = content(runner, "bert", by="lost")
    assert page.costs.importance.sentences == 40
    assert len(page.ranked) == 8
    assert page.costs.importance.task == "masked-lm"
    assert not page.costs.has_curves
    assert "a masked token loses" in page.costs.description
    assert any("log-probability of masked tokens" in one.value for one in test.markdown)
    options = {*_ranks(page.settings, runner)}
    assert {"lost", "gradient"} <= options
    assert not options & {"bleu", "uniform", "permuted"}
    assert "log-probability lost without it" in profile_heads(front).measures
    own_sentences.shipped_key.cache_clear()
    own_sentences.costs_key.cache_clear()


@pytest.mark.slow
def test_a_process_of_its_own_measures_the_same_of_a_model_that_is_offered(runner, monkeypatch):
    pairs = PAIRS[:5]
    here = own._measure_shipped("gpt2", pairs, runner, unwatched)
    own_sentences.keep(own._general_key(content(runner, "gpt2")), here)
    costs = own._measure_costs("gpt2", pairs, runner, unwatched)
    monkeypatch.setattr("viz.jobs.with_models.has_little_memory", lambda enough: False)
    worker, reports = ModelWorker(300), []
    apart = worker.compute(
        partial(own._measure_costs, "gpt2", pairs), runner, lambda *done: reports.append(done)
    )
    assert worker.process is not None
    assert reports[-1][0] == reports[-1][1] > 0
    for stack, profile in here.stacks.items():
        assert np.array_equal(apart.stacks[stack].trained.best_line, profile.trained.best_line)
    assert np.allclose(apart.importance.lost, costs.importance.lost, atol=1e-6)
    assert len(apart.importance.lost) == 8
    worker.stop()


@pytest.mark.slow
def test_what_is_lost_is_stopped_and_then_nothing_is_kept(runner):
    waiting = threading.Event()
    general = own._measure_shipped("gpt2", PAIRS[:5], runner, unwatched)
    own_sentences.keep(own._general_key(content(runner, "gpt2")), general)

    def measure(name, pairs, runner, progress):
        waiting.wait(60)
        return own._measure_costs(name, pairs, runner, progress)

    key = own._key_of_costs(content(runner, "gpt2"))
    job = own_jobs._Job(key, "gpt2", PAIRS[:5], measure)
    job.stopped.set()
    waiting.set()
    with pytest.raises(own_jobs.Cancelled):
        job.work.value.result(timeout=300)
    assert own_sentences.read_kept(key) is None
    assert content(runner, "gpt2").costs is None


def test_an_encoder_that_predicts_no_word_loses_no_log_probability(pretrained):
    assert not _predicts(pretrained("bert-bare"))
    assert _predicts(pretrained("bert"))
    assert _predicts(pretrained("t5"))
