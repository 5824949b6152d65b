"""Tiny networks of every family, loaded as an offer is.

There is the same with transformers' own attention, to compare with.
"""

import copy
import functools

import pytest

pytest.importorskip("transformers")


@pytest.fixture(scope="session")
def saved(tmp_path_factory):
    """The folder of a family."""
    from tests.huggingface import tiny

    return functools.cache(
        lambda family: tiny.save(family, tmp_path_factory.mktemp("pretrained") / family)
    )


@pytest.fixture(scope="session")
def pretrained(saved):
    """The model of a family."""
    from models.huggingface import Offer
    from models.huggingface.loading import load

    return functools.cache(lambda family: load(family, Offer(str(saved(family))), "cpu"))


@pytest.fixture(scope="session")
def eager(saved):
    """A network of a family of its own for each call.

    With the attention that transformers has for it.
    """
    from tests.huggingface import tiny

    loaded = functools.cache(
        lambda family: (
            tiny.FAMILIES[family][0]
            .from_pretrained(saved(family), attn_implementation="eager")
            .eval()
        )
    )
    return lambda family: copy.deepcopy(loaded(family))


@pytest.fixture(autouse=True)
def only_translators(monkeypatch):
    """A server whose own models are translators: the tiny networks keep names such as "bert"."""
    from models import registry

    names = registry.shipped_for("translation")
    monkeypatch.setattr(registry, "shipped", lambda: names)
    monkeypatch.setattr("models.shipped", lambda: names)
