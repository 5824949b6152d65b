"""The Streamlit shell around the pages: the state of a tab, its address, caches, controls, frame.

Modules import downwards only, in this order:

    shell        navigation, and the steps in which a page is drawn
    opening      what stands there until the first model is loaded
    top_bar      Share, language, light or dark; the heading of a page
    search       everything by its name, and going there
    welcome      the welcome of a first visit
    page         a page as a value, and how it is drawn
    frame        sentence bar, device line
    side_panel   a panel beside the picture
    notice       warnings about the sentence
    undo         one step back
    page_controls  widgets bound to the settings of a page
    controls     widgets of the model, the head and what-ifs
    presenter    the keys of a lecture
    class_mode   the lecturer's side of a class
    share        links and QR codes
    class_server  where classes live: a process of their own, or the app's
    playlist     the playlist of this tab
    address_bar  the browser's address, opened and sent
    page_settings  frozen settings, read from the texts of the tab
    state        the texts that one tab holds
    cache        what is computed once for all visitors
    alerts       sentences for the reader
    internals    everything that uses Streamlit's private parts
    memory       caches by bytes
    turns        one run at a time
    sentence_warnings  what a sentence asks too much
    classroom    rooms, exercises, counts, and what answers phones and lecturers
    first_page   what a page's HTML holds until Streamlit's scripts run
"""

import sys
from importlib.metadata import version

_TESTED = "1.67.0"  # the version of Streamlit whose private parts `internals` uses


def _untested(installed: str) -> str:
    """Return a sentence for the server's log about another version of Streamlit, or ""."""
    if installed == _TESTED:
        return ""
    return (
        f"Heads Up is tested with Streamlit {_TESTED}, whose private parts it uses; this is "
        f"{installed}. If a page fails: pip install streamlit=={_TESTED}"
    )


# Before `internals` is imported, which may fail there.
if _sentence := _untested(version("streamlit")):
    print(_sentence, file=sys.stderr)
