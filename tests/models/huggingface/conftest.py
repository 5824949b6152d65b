"""Tiny networks of every family, loaded as an offer is.

And the same networks with transformers' own attention, to compare with.
"""

import copy
import functools

import pytest

pytest.importorskip("transformers")

from tests.marks import slow_except
from tests.models.huggingface import families


@pytest.fixture(scope="session")
def saved(tmp_path_factory):
    """Return a function from a family to its folder."""
    return functools.cache(
        lambda family: families.save(family, tmp_path_factory.mktemp("pretrained") / family)
    )


@pytest.fixture(scope="session")
def pretrained(saved):
    """Return a function from a family to its model."""
    from models.huggingface import Offer
    from models.huggingface.loading import load

    return functools.cache(lambda family: load(family, Offer(str(saved(family))), "cpu"))


@pytest.fixture(scope="module", params=slow_except(families.QUICK, families.FAMILIES))
def any_model(request, pretrained):
    """Every family in turn."""
    return pretrained(request.param)


@pytest.fixture(scope="session")
def eager(saved):
    """Return a function that builds a new network of a family for each call.

    With the attention of transformers for it.
    """
    loaded = functools.cache(
        lambda family: (
            families.FAMILIES[family]
            .network.from_pretrained(saved(family), attn_implementation="eager")
            .eval()
        )
    )
    return lambda family: copy.deepcopy(loaded(family))


@pytest.fixture(autouse=True, scope="module")
def only_translators():
    """Ship only translators: the tiny networks keep names such as "bert"."""
    import streamlit as st

    from models import registry
    from viz.view.runner import plain_runner

    names = registry.shipped_for("translation")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "shipped", lambda: names)
        patch.setattr("models.shipped", lambda: names)
        patch.setattr(registry, "_loaded", {})
        st.cache_resource.clear()
        plain_runner.cache_clear()
        yield
    st.cache_resource.clear()
    plain_runner.cache_clear()
