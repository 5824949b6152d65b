"""A visitor's own sentences on the page of profiles."""

import threading
from dataclasses import replace
from functools import partial
from unittest.mock import Mock

import numpy as np
import pytest

from models.corpus import making, own_sentences
from models.corpus.head_measures import ALIGNMENTS
from models.corpus.profile import weights_of
from models.corpus.sentences import Pair
from tests.profiles import RUNNER, content
from viz.analysis.views import HeadChoice
from viz.app import cache
from viz.base.language import t
from viz.base.progress import unwatched
from viz.jobs.with_models import ModelWorker
from viz.pages.profiles import own, own_jobs
from viz.pages.profiles.cards import _profile_of
from viz.pages.profiles.head_map import _button_of
from viz.pages.profiles.page import PAGE
from viz.view.address import View

PAIRS = [Pair("The big dog sees the old cat.", "Le gros chien voit le vieux chat.")] * 12
NAME = "bilstm-dot"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HEADS_UP_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "model", RUNNER.model)
    return tmp_path


def key() -> str:
    return own_sentences.key_of(PAIRS, weights_of(RUNNER.model(NAME).card))


@pytest.mark.slow
def test_sentences_are_measured_kept_and_shown(folder, monkeypatch):
    monkeypatch.setattr("viz.jobs.with_models.has_little_memory", lambda enough: False)
    job = own_jobs._Job(key(), NAME, PAIRS, own._measure)
    job.work.value.result(timeout=300)
    done, total = job.work.progress
    assert done == total > 24  # the controls come last
    assert own_jobs._WORKER.process is not None  # where it slows down nobody's page
    page = content(View(NAME), own=key())
    assert page.own.sentences == 12
    assert page.alert == ""
    assert "over 12 sentences of your own" in page.finding
    assert "thousands" not in t(PAGE.lead)
    assert "translation" in page.unmeasured_kinds
    assert not {*page.unmeasured_kinds} & {mark.kind for mark in page.marks}
    assert "“aligns the two languages” (no word of a translation is linked" in page.caution
    assert content(View(NAME)).caution == ""  # of the shipped sentences
    assert not page.has_tags  # the words have no parts of speech
    assert {export.name for export in page.menu.exports} == {"ranking"}
    assert page.menu.numbers["npz"]() == (folder / f"{key()}.npz").read_bytes()
    assert page.menu.numbers["csv"]().startswith(b"mechanism,layer,head")
    assert page.measure_rows
    assert page.description


def test_what_was_not_measured_is_no_missing_pattern():
    """Without links of words, the heads of cross-attention are not measured; the others are."""
    page = content(View("transformer"))
    stack = page.profile.stacks["cross"]
    rows = np.where([name in ALIGNMENTS for name in stack.measures], 0, stack.trained.rows)
    unlinked = replace(stack, trained=replace(stack.trained, rows=rows))
    profile = replace(page.profile, stacks={**page.profile.stacks, "cross": unlinked})
    page = content(View("transformer", choice=HeadChoice("cross", 2, 0)))
    page.__dict__["own"] = profile
    kinds = [(mark.head.stack, mark.kind) for mark in page.marks]
    assert ("cross", "none") not in kinds
    count = kinds.count(("cross", "unmeasured"))
    assert count >= 10
    assert f"{count} are not measured" in page.finding
    assert f"{kinds.count(('encoder', 'none'))} show no clear pattern" in page.finding
    assert "shows nothing else counts as “not measured”" in page.caution
    assert page.description.startswith("**Not measured**: aligns the two languages.")
    mark = next(mark for mark in page.marks if mark.kind == "unmeasured")
    profiles = {mark.head.key: _profile_of(page, mark.head)}
    button = _button_of(mark, page, True, profiles)
    assert button.label == "?"
    assert button.colour.startswith("repeating-linear-gradient")


def test_an_encoder_is_told_nothing_of_translations(folder, monkeypatch):
    for name, is_told in (("bert", False), ("transformer", True)):
        drawn = Mock()
        drawn.button.return_value = False
        monkeypatch.setattr(own, "st", drawn)
        own._render_form(content(View(name)))
        texts = " ".join(call.args[0] for call in drawn.markdown.call_args_list)
        assert "Paste sentences" in texts
        assert ("ranslat" in texts) is is_told


@pytest.mark.slow
def test_where_models_run_on_other_machines_a_process_here_measures_all_the_same(monkeypatch):
    monkeypatch.setenv("HEADS_UP_BACKEND", "ray://127.0.0.1:1")  # no server answers there
    monkeypatch.setattr("viz.jobs.with_models.has_little_memory", lambda enough: True)
    worker = ModelWorker(300, needs_networks=True)
    assert worker.has_process
    assert not ModelWorker(300).has_process
    compute = partial(own._measure, NAME, PAIRS)
    profile = worker.compute(compute, cache.CachedRunner(), unwatched)
    worker.stop()
    here = making.measure_texts(RUNNER.model(NAME), PAIRS, unwatched)
    for stack, expected in here.stacks.items():
        got = profile.stacks[stack].trained
        assert np.allclose(got.shares, expected.trained.shares, atol=1e-6)


@pytest.mark.slow
def test_another_model_or_a_lost_file_shows_what_is_shipped_and_says_so(folder):
    own_sentences.keep(
        key(), making.measure_texts(RUNNER.model(NAME), PAIRS, lambda done, total: None)
    )
    other = content(View("transformer"), own=key())
    assert other.own is None
    assert "Measure them again" in other.alert
    assert other.profile.model == "transformer"
    own_sentences.path_of(key()).unlink()
    own_sentences._read.cache_clear()
    assert content(View(NAME), own=key()).own is None


def test_a_job_that_is_stopped_keeps_nothing(folder, monkeypatch):
    # In a thread.
    monkeypatch.setattr("viz.jobs.with_models.has_little_memory", lambda enough: True)
    entered, go = threading.Event(), threading.Event()

    def slow(name, pairs, runner, progress):
        entered.set()
        assert go.wait(60)
        progress(1, 2)
        raise AssertionError("it went on")

    job = own_jobs._Job("f" * 16, NAME, PAIRS, slow)
    assert entered.wait(60)
    assert job.seconds_left is None  # nothing is done yet
    job.stopped.set()
    go.set()
    with pytest.raises(own_jobs.Cancelled):
        job.work.value.result(timeout=60)
    assert not list(folder.iterdir())


def test_the_time_left_follows_from_what_is_done(folder, monkeypatch):
    job = own_jobs._Job.__new__(own_jobs._Job)
    job.started = 100.0
    job.work = type("Work", (), {"progress": (25, 100)})()
    monkeypatch.setattr(own_jobs.time, "monotonic", lambda: 110.0)
    assert job.seconds_left == pytest.approx(30)
