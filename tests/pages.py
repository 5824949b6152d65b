"""The app, or one page as app.py draws it, for AppTest, which cannot change pages."""

import base64
import faulthandler
import json
import struct
import sys
from pathlib import Path

import numpy as np
from streamlit.testing.v1 import AppTest

from viz.components.canvas import PACKAGE

APP = Path(__file__).parents[1] / "app.py"
LONGEST = 240  # seconds of one run; no measure of speed: the gallery takes 20 on an idle machine


def app(**address: str) -> AppTest:
    """Return the app's front page at this address, as app.py draws it."""
    test = AppTest.from_file(APP, default_timeout=30)
    for name, value in address.items():
        test.query_params[name] = value
    return test.run()


def one_page(page: str) -> None:
    """Draw a page as app.py does; AppTest runs the text of this function.

    With the short link as text.
    """
    import streamlit as st

    from viz.app import shell
    from viz.pages.registry import PAGES

    page_run = shell._PageRun(PAGES[page])
    shell._draw_page(page_run)
    st.json(page_run.short_address)


def visit(page: str, address: dict[str, str], theme: str = "light") -> AppTest:
    """Draw a page at this address; fail on an exception.

    If a run hangs, the terminal shows the stack of each thread.
    """
    test = AppTest.from_function(one_page, kwargs={"page": page}, default_timeout=LONGEST)
    test.context = {"theme": theme}
    for name, value in address.items():
        test.query_params[name] = value
    faulthandler.dump_traceback_later(LONGEST - 10, file=sys.__stderr__)
    try:
        test.run()
    finally:
        faulthandler.cancel_dump_traceback_later()
    assert not test.exception
    return test


def visit_with(page: str, **address: str) -> AppTest:
    """Draw a page at an address with these parameters; fail on an exception."""
    return visit(page, address)


def opened(test: AppTest, key: str, is_open: bool = True) -> AppTest:
    """Open or close the menu or the expander of this key; return the page."""
    test.session_state[key] = is_open
    test.run()
    assert not test.exception
    return test


def parameters_of(test: AppTest) -> dict[str, str]:
    """Return the address parameters of a drawn page."""
    parameters = dict(test.query_params).items()
    return {name: value if isinstance(value, str) else value[0] for name, value in parameters}


def component_name(proto) -> str:
    """Return the name of a component's folder."""
    return proto.component_name.removeprefix(f"{PACKAGE}.")


_NO_PICTURES = "classroom", "lecture", "link", "map", "search", "theme"


def pictures(test: AppTest) -> list:
    """Return the pictures that our own components draw.

    Other components of a page do not count.
    """
    return [
        one.proto
        for one in test.get("bidi_component")
        if component_name(one.proto) not in _NO_PICTURES
    ]


def alerts(test: AppTest) -> list[str]:
    """Return the alerts of a page."""
    return [
        element.proto.body for element in test.get("html") if 'role="alert"' in element.proto.body
    ]


def picture(test: AppTest) -> dict | None:
    """Return the data of the first picture of a page; None without a picture."""
    components = pictures(test)
    if not components:
        return None
    data = components[0].bytes
    return json.loads(data[4 : 4 + struct.unpack_from("<I", data)[0]])


def charts(test: AppTest) -> list[dict]:
    """Return the charts of a page as Plotly figures."""
    return [json.loads(chart.proto.spec) for chart in test.get("plotly_chart")]


def numbers(array: dict | list) -> np.ndarray:
    """Decode an array of a chart, which Plotly sends as bytes in text."""
    if isinstance(array, list):
        return np.array(array, float)
    values = np.frombuffer(base64.b64decode(array["bdata"]), array["dtype"])
    return values.reshape([int(size) for size in array.get("shape", str(len(values))).split(",")])


def refused(page: str, address: dict[str, str], says: str) -> AppTest:
    """Visit a page that draws nothing, and in one short alert says why; the address stays."""
    test = visit_with(page, **address)
    assert len(alerts(test)) == 1
    assert says in alerts(test)[0]
    assert len(alerts(test)[0]) < 500
    assert picture(test) is None
    assert not charts(test)
    assert not test.get("progress")
    assert {name: test.query_params[name] for name in address} == address
    return test
