"""Pages whose models run on other machines: the app itself loads none."""

import pytest
import streamlit as st

import models
from models import registry
from tests.backend import make_replica, running_replica
from tests.pages import alerts, app, charts, component_name, visit, visit_with
from tests.serving import free_port

SENTENCE = "The small dog sleeps."


@pytest.fixture
def replica(monkeypatch):
    """A replica with two models, after which this process loads no more."""
    replica = make_replica(monkeypatch, "transformer", "bert")

    def refuse(name, *more, **options):
        raise AssertionError(f"{name} was loaded in the app")

    monkeypatch.setattr(models, "load", refuse)
    st.cache_resource.clear()
    yield replica
    st.cache_resource.clear()


@pytest.fixture
def backend(replica, monkeypatch):
    with running_replica(replica) as address:
        monkeypatch.setenv("HEADS_UP_BACKEND", address)
        yield address


def drawn(test) -> list[tuple[str, str]]:
    """Return the data of the components, and the texts of the page."""
    sent = [(component_name(one.proto), one.proto.json) for one in test.get("bidi_component")]
    return sent + [("text", one.value) for one in (*test.markdown, *test.caption)]


@pytest.mark.slow
def test_the_front_page_is_the_one_of_an_app_with_a_model_of_its_own(request):
    st.cache_resource.clear()
    here = app(sentence=SENTENCE)
    request.getfixturevalue("backend")
    there = app(sentence=SENTENCE)
    assert not there.exception
    assert not alerts(there)
    assert drawn(there) == drawn(here)
    assert drawn(there)


@pytest.mark.slow
@pytest.mark.parametrize(
    "page, address",
    [
        ("fill", {"sentence": "The small [MASK] sleeps."}),
        ("inside", {"inside-look": "contribution"}),
        ("words", {}),
        ("model", {}),
    ],
)
def test_other_pages_are_drawn(backend, page, address):
    assert not alerts(visit(page, address))


@pytest.mark.weekly
def test_a_network_is_fine_tuned_here_all_the_same(backend, monkeypatch):
    monkeypatch.setattr(models, "load", registry.load)  # the model to be trained
    short = {"tune-steps": "30", "tune-questions": "25", "train": "30_0.0003_25_1_nothing"}
    test = visit("tune", short | {"tune-look": "question", "sentence": "Where is my hat?"})
    assert not alerts(test)
    assert charts(test)


@pytest.mark.slow
def test_a_model_that_the_machines_do_not_have_is_refused_with_those_that_they_have(backend):
    (alert,) = alerts(visit_with("heads", model="bilstm-dot"))
    assert "no “bilstm-dot”, only: transformer, bert" in alert


@pytest.mark.slow
def test_machines_that_die_lose_no_sentence_and_come_back(replica, monkeypatch):
    port = free_port()
    with running_replica(replica, port) as address:
        monkeypatch.setenv("HEADS_UP_BACKEND", address)
        test = app(sentence=SENTENCE)
        assert not alerts(test)
    typed = "Where is my hat?"
    test.text_input(key="sentence").set_value(typed).run()
    (alert,) = alerts(test)
    assert "do not answer" in alert
    assert "Your sentence is kept" in alert
    assert test.text_input(key="sentence").value == typed
    with running_replica(replica, port):
        assert not alerts(test.run())
        assert test.text_input(key="sentence").value == typed


def test_machines_that_never_answered_are_named_and_asked_again(replica, monkeypatch):
    port = free_port()
    monkeypatch.setenv("HEADS_UP_BACKEND", f"ray://127.0.0.1:{port}")
    test = app(sentence=SENTENCE)
    assert f"“ray://127.0.0.1:{port}”" in alerts(test)[0]
    monkeypatch.setattr("viz.app.cache._RETRY", 0)  # as seconds later
    with running_replica(replica, port):
        assert not alerts(test.run())
