"""One page as app.py draws it, for AppTest, which cannot go to the second page of an app by itself."""

from streamlit.testing.v1 import AppTest


def one_page(page: str) -> None:
    """What app.py does around a page; AppTest runs the text of this function. The short link is written out."""
    import streamlit as st

    from viz.app import shell, state
    from viz.app.examples import EXAMPLE
    from viz.pages import PAGES

    module = PAGES[page]
    shell.draw_page(module, module.draw)
    st.json(state.short_address(getattr(module, "EXAMPLE", EXAMPLE)))


def visit(page: str, address: dict[str, str], theme: str = "light") -> AppTest:
    """The page at this address, without an exception."""
    test = AppTest.from_function(one_page, kwargs={"page": page}, default_timeout=120)
    test.context = {"theme": theme}
    for name, value in address.items():
        test.query_params[name] = value
    test.run()
    assert not test.exception
    return test


def opened(test: AppTest, key: str, is_open: bool = True) -> AppTest:
    """The page after the menu or the expander of this key was opened, or closed."""
    test.session_state[key] = is_open
    test.run()
    assert not test.exception
    return test


def pictures(test: AppTest) -> list:
    """The pictures of the page that our own components draw; what every page carries beside them (lecture mode, links) is none."""
    return [one.proto for one in test.get("bidi_component") if one.proto.component_name not in ("lecture", "link")]


def alerts(test: AppTest) -> list[str]:
    """What the page has to say about what was asked."""
    return [element.proto.body for element in test.get("html") if 'role="alert"' in element.proto.body]
