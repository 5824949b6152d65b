"""A monkey performs a thousand actions on all pages: nothing breaks, and no typed text is lost.

`MONKEY_SEED` and `MONKEY_ACTIONS` choose the actions and their number. A failure prints the
actions, one per line; `MONKEY_SCRIPT=FILE` repeats the lines of a file.
"""

import json
import os
from pathlib import Path

import pytest

from tests.benchmarks.page import DATA_SAVER
from tests.browser import monkey
from tests.browser.monkey import Monkey
from tests.screenshots.cases import HALL, LAPTOP, PHONE

FAULTS = {  # a script that breaks a page: the fault that the monkey finds
    "document.querySelector('.stMain').insertAdjacentHTML('beforeend',"
    " '<p role=alert>There is a mistake in Heads Up.</p>')": "mistake in Heads Up",
    "document.querySelector('.stMain').insertAdjacentHTML('beforeend',"
    " '<p data-testid=stException>Traceback</p>')": "Streamlit shows an exception",
    "console.error('red')": "console: red",
    "setTimeout(() => { throw new Error('late') })": "console: late",
    "new Image().src = 'http://example.invalid/'": "foreign request: http://example.invalid/",
    "document.querySelector('.st-key-sentence input').value = 'lost'": "the box says 'lost'",
    "alert('stop')": "dialog: stop",
}
SEED = int(os.environ.get("MONKEY_SEED", "3"))
SIZES = LAPTOP, PHONE, HALL  # sizes of the window, by the seed


@pytest.fixture
def context(browser):
    width, height = SIZES[SEED % len(SIZES)]
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en")
    yield context
    context.close()


@pytest.mark.weekly
def test_the_monkey_notices_each_kind_of_fault(context, server, tmp_path, monkeypatch):
    monkeypatch.setattr(monkey, "SECOND_LOOK", 0)
    watcher = Monkey(context, server, 1, tmp_path)
    watcher.replay([["type", "I am tired."], ["open", "/?sentence=dog&layer=2"], ["back"]])
    assert watcher.findings == []
    address = watcher.page.url
    watcher.page.evaluate("history.replaceState(null, '', location.href + '&layer=1')")
    assert any("pixels" in text for text in watcher.differences())
    watcher.page.goto(address)
    watcher.rest(watcher.page)
    for script in FAULTS:
        watcher.page.evaluate(script)
    watcher.check()
    for text in FAULTS.values():
        assert any(text in finding.text for finding in watcher.findings), text


@pytest.mark.weekly
def test_a_monkey_breaks_nothing(context, server, tmp_path):
    check(Monkey(context, server, SEED, tmp_path), "1000")


@pytest.mark.weekly
@pytest.mark.parametrize("has_engine", [True, False])
def test_a_monkey_breaks_nothing_where_the_browser_paints_first(
    context, server, tmp_path, has_engine
):
    if not has_engine:
        context.add_init_script(DATA_SAVER)
    check(Monkey(context, server, SEED, tmp_path, ("heads", "mask", "inside")), "200")


def check(watcher, actions):
    """Perform `actions`, or as many as MONKEY_ACTIONS says, or those of MONKEY_SCRIPT."""
    if script := os.environ.get("MONKEY_SCRIPT"):
        lines = Path(script).read_text(encoding="utf-8").splitlines()
        watcher.replay([json.loads(line) for line in lines if line.strip()])
    else:
        watcher.run(int(os.environ.get("MONKEY_ACTIONS", actions)))
    if not watcher.findings:
        return
    findings = "\n".join(
        f"after action {number}: {text}\n  at {address}"
        for number, text, address in watcher.findings
    )
    actions = "\n".join(json.dumps(action, ensure_ascii=False) for action in watcher.actions)
    pytest.fail(
        f"Seed {SEED}, {len(watcher.actions)} actions, pictures in {watcher.folder}:\n"
        f"{findings}\n\n"
        f"What was done, as MONKEY_SCRIPT reads it:\n{actions}",
        pytrace=False,
    )
