"""A monkey does a thousand things on all pages: nothing breaks, and nothing typed is lost.

`MONKEY_SEED` and `MONKEY_ACTIONS` say which things and how many. A failure prints what was done, a
line each; `MONKEY_SCRIPT=FILE` does the lines of a file again.
"""

import json
import os
from pathlib import Path

import pytest

from tests.browser.monkey import Monkey


@pytest.mark.weekly
def test_a_monkey_breaks_nothing(browser, server, tmp_path):
    seed = int(os.environ.get("MONKEY_SEED", "1"))
    count = int(os.environ.get("MONKEY_ACTIONS", "1000"))
    script = os.environ.get("MONKEY_SCRIPT")
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en")
    try:
        monkey = Monkey(context, server, seed, tmp_path)
        if script:
            lines = Path(script).read_text(encoding="utf-8").splitlines()
            monkey.replay([json.loads(line) for line in lines if line.strip()])
        else:
            monkey.run(count)
    finally:
        context.close()
    if not monkey.findings:
        return
    findings = "\n".join(
        f"after action {number}: {text}\n  at {address}"
        for number, text, address in monkey.findings
    )
    actions = "\n".join(json.dumps(action, ensure_ascii=False) for action in monkey.actions)
    pytest.fail(
        f"Seed {seed}, {len(monkey.actions)} actions, pictures in {tmp_path}:\n{findings}\n\n"
        f"What was done, as MONKEY_SCRIPT reads it:\n{actions}",
        pytrace=False,
    )
